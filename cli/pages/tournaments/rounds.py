"""Who met whom in a stage, as a page shows it: everybody against everybody, round by round, and the draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from cli.pages.table import Cell, PageTable, TableRow
from cli.pages.tournaments.links import TournamentSite
from cli.screens.event_texts.draws import how_text
from cli.screens.scores import score_text
from cli.screens.tournaments.cross_tables import cross_notes, crossed_text
from cli.screens.tournaments.draws import opponents_text, table_rows
from ledger.events.draws import RoundDrawn
from ledger.laws.rounding import short_text
from ledger.overall.cross_table import CrossTable, cross_table
from ledger.overall.rounds import RoundMatch, round_matches
from ledger.overall.standing import Overall
from ledger.overall.swiss import DrawnOtherwise, drawn_otherwise
from ledger.projections.matches import part_won


class RoundView(NamedTuple):
    """A round of a stage: its tables, how it was drawn, and what of the draw is otherwise now."""

    number: int
    tables: PageTable
    notes: list[str]


def crossed(found: Overall, links: TournamentSite) -> PageTable | None:
    """The cross table of an all-play-all, or the rounds of a Swiss side by side; None where there are no matches."""
    if found.stage.format == "all-play-all":
        table = cross_table(found.scores, found.stage.name)
        return _all_met(found, table, links) if table else None
    return _round_by_round(found, links) if found.stage.format == "swiss" else None


def _all_met(found: Overall, table: CrossTable, links: TournamentSite) -> PageTable:
    """Everybody against everybody, by place; a column for each opponent, by its place in the table."""
    numbers = [f">{at}" for at, _ in enumerate(table.entrants, start=1)]
    columns = [">no", "contestant", *numbers, f">{table.unit}", ">matches", ">rank"]
    rows = []
    for at, own in enumerate(table.entrants, start=1):
        against = [Cell(crossed_text(table, own, other, 2)) for other in table.entrants]
        total = Cell(score_text(table.totals[own].value), links.why(found.stage.name, own))
        ends = [total, Cell(str(table.matches(own))), Cell(str(table.ranks.get(own, "–")))]
        rows.append(TableRow([Cell(str(at)), Cell(own, links.card(own), name=True), *against, *ends]))
    return PageTable("Cross table", columns, rows, "; ".join(cross_notes(table, all_meet=True)))


# Of a Swiss


def rounds(found: Overall, links: TournamentSite) -> list[RoundView]:
    """The rounds that are drawn or played, the last first."""
    drawn = {each.round: each for each in found.scores.tournament.drawn.of(found.stage.name)}
    played = _by_round(found)
    wrong = drawn_otherwise(found.scores, found.stage.name) if drawn else []
    return [
        _round(found, number, drawn.get(number), played.get(number, []), links)._replace(
            notes=[*_how(drawn.get(number), found), *_wrong([each for each in wrong if each.round == number])]
        )
        for number in sorted({*drawn, *played}, reverse=True)
    ]


def _by_round(found: Overall) -> dict[int, list[RoundMatch]]:
    by_round: dict[int, list[RoundMatch]] = {}
    for match in round_matches(found.scores.tournament, found.fields):
        by_round.setdefault(match.round, []).append(match)
    return by_round


def _round(
    found: Overall, number: int, drawn: RoundDrawn | None, played: Sequence[RoundMatch], links: TournamentSite
) -> RoundView:
    """The tables of a round, as drawn; behind them who met that was not drawn."""
    by_pair = {frozenset(match.entrants): match for match in played}
    rows = []
    for table, one, two, what in table_rows(drawn) if drawn else ():
        met = by_pair.pop(frozenset((one, two)), None)
        bye = Fraction(found.stage.rules.bye_worth) if played and not two else None
        rows.append(_table(table, (one, two), met, links, what, bye))
    rows += [_table("–", match.entrants, match, links, "", None) for match in by_pair.values()]
    columns = [">table", "contestant", "opponent", f">{found.unit or 'won'}", f">{found.unit or 'won'}", ">IMP", "how"]
    said = [at for at, _ in enumerate(columns) if at < 5 or any(row.cells[at].text for row in rows)]
    shown = [TableRow([row.cells[at] for at in said]) for row in rows]
    return RoundView(number, PageTable("Tables", [columns[at] for at in said], shown), [])


def _table(
    table: str, pair: tuple[str, str], met: RoundMatch | None, links: TournamentSite, what: str, bye: Fraction | None
) -> TableRow:
    """A table: who met whom, what each has of it, and the IMPs; `bye`: what it is worth to meet nobody."""
    one, two = pair
    worth = [_worth(met, each) for each in pair] if met else [bye, None]
    names = [Cell(each, links.card(each) if each else None, name=True) for each in (one, two)]
    imps = _imps(met, one) if met else ""
    return TableRow([Cell(table), *names, *(Cell(score_text(each)) for each in worth), Cell(imps), Cell(what)])


def _worth(met: RoundMatch, entrant: str) -> Fraction | None:
    """What one has of a match: victory points where it is converted, else whether it won."""
    team = met.match.teams[met.entrants.index(entrant)]
    if team in met.match.victory_points:
        return met.match.victory_points[team].value
    return None if met.match.void else part_won(met.match.winner, team)


def _imps(met: RoundMatch, first: str) -> str:
    """'34 : 20', the first's in front; '' where there are no boards."""
    if not met.match.boards:
        return ""
    teams = met.match.teams if met.entrants[0] == first else met.match.teams[::-1]
    return " : ".join(short_text(met.match.scores[each].value, 2) for each in teams)


def _how(drawn: RoundDrawn | None, found: Overall) -> Iterator[str]:
    """That a round was drawn, by which event, and how, where not by the rule."""
    if drawn is None:
        yield "not drawn here: as it was played"
        return
    number = found.scores.tournament.drawn.number(drawn.stage, drawn.round)
    reason = f': "{drawn.reason}"' if drawn.reason else ""
    yield f"drawn{how_text(drawn)} (#{number}){reason}"


def _wrong(wrong: Sequence[DrawnOtherwise]) -> Iterator[str]:
    """Who was drawn wrongly as the scores are now, or met others than were drawn."""
    for each in wrong:
        met, right = opponents_text(each.met, each), opponents_text(each.correct, each)
        if each.by_standing:
            yield f"{each.entrant} was drawn against {met}; by the scores as they are now it would be {right}"
        else:
            yield f"{each.entrant} met {met}, and was drawn against {right}"


def _round_by_round(found: Overall, links: TournamentSite) -> PageTable | None:
    """A line for each contestant by place: in every round whom it met, by its place there, and what it has of it."""
    played = _by_round(found)
    if not played:
        return None
    order = {row.entrant: at for at, row in enumerate(found.rows, start=1)}
    bye = score_text(Fraction(found.stage.rules.bye_worth))
    byes = {(each.round, each.bye): f"{bye} bye" for each in found.scores.tournament.drawn.of(found.stage.name)}
    columns = [">no", "contestant", *(f">{number}" for number in sorted(played)), f">{found.unit or 'won'}", ">rank"]
    rows = []
    for row in found.rows:
        who = row.entrant
        met = [Cell(_met_text(each, who, order) or byes.get((at, who), "–")) for at, each in sorted(played.items())]
        total = Cell(score_text(row.total.value, found.stage.rules.rounding), links.why(found.stage.name, row.entrant))
        name = Cell(row.entrant, links.card(row.entrant), name=True)
        rows.append(TableRow([Cell(str(order[row.entrant])), name, *met, total, Cell(str(row.rank or "–"))]))
    note = "In each round: what was scored, against whom by the number in front. – : no match."
    return PageTable("Round by round", columns, rows, note)


def _met_text(played: Sequence[RoundMatch], entrant: str, order: dict[str, int]) -> str:
    """'14.20 (3)': what one has of a round, and whom it met; of half matches both; '' of none."""
    own = [met for met in played if entrant in met.entrants]
    texts = [f"{score_text(_worth(met, entrant))} ({order.get(met.other(entrant), '–')})" for met in own]
    return " ".join(texts)
