"""Who met whom in a stage, as a page shows it: everybody against everybody, round by round, and the draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cli.pages.table import Cell, PageTable, TableRow
from cli.pages.tournaments.links import TournamentSite
from cli.words.draws import how_text
from cli.words.language import say
from cli.words.numbers import short_text
from cli.words.overalls import cross_notes, crossed_text, total_text
from cli.words.rounds import opponents_text, table_rows
from cli.words.scores import score_text
from cli.words.vocabulary import quoted
from ledger.facts.draws import RoundDrawn
from ledger.overall.cross_table import CrossTable, cross_table
from ledger.overall.rounds import RoundMatch, RoundWorth
from ledger.overall.stage_standing import Overall
from ledger.overall.swiss import WrongOpponent, drawn_otherwise
from ledger.scoring.derivation import Derivation


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
        rows.append(TableRow([Cell(str(at)), links.person(own), *against, *ends]))
    return PageTable("Cross table", columns, rows, "; ".join(cross_notes(table, all_meet=True)))


# Of a Swiss


def rounds(found: Overall, links: TournamentSite) -> list[RoundView]:
    """The rounds that are drawn or played, the last first."""
    drawn = {each.round: each for each in found.scores.tournament.drawn.of(found.stage.name)}
    worth = _worth(found)
    played = _by_round(worth)
    wrong = drawn_otherwise(found.scores, found.stage.name) if drawn else []
    return [
        _round(_StageShown(found, worth, links), number, drawn.get(number), played.get(number, []))._replace(
            notes=[*_how(drawn.get(number), found), *_wrong([each for each in wrong if each.round == number])]
        )
        for number in sorted({*drawn, *played}, reverse=True)
    ]


class _StageShown(NamedTuple):
    """What a page shows of a stage: as it stands, what its rounds are worth, and where it leads."""

    found: Overall
    worth: RoundWorth
    links: TournamentSite


def _worth(found: Overall) -> RoundWorth:
    return RoundWorth(found.scores.tournament, found.stage, found.fields)


def _by_round(worth: RoundWorth) -> dict[int, list[RoundMatch]]:
    by_round: dict[int, list[RoundMatch]] = {}
    for match in worth.matches:
        by_round.setdefault(match.round, []).append(match)
    return by_round


def _round(shown: _StageShown, number: int, drawn: RoundDrawn | None, played: Sequence[RoundMatch]) -> RoundView:
    """The tables of a round, as drawn; behind them who met that was not drawn."""
    by_pair = {frozenset(match.entrants): match for match in played}
    rows, missed = [], shown.worth.missed
    for table, one, two, what in table_rows(drawn) if drawn else ():
        met = by_pair.pop(frozenset((one, two)), None)
        rows.append(_table(shown, (table, one, two, what), met, None if two else missed.get((number, one))))
    rows += [_table(shown, ("–", *match.entrants, ""), match, None) for match in by_pair.values()]
    unit = f">{shown.found.unit or 'won'}"
    columns = [">table", "contestant", "opponent", unit, unit, ">IMP", "how"]
    said = [at for at, _ in enumerate(columns) if at < 5 or any(row.cells[at].text for row in rows)]
    lines = [TableRow([row.cells[at] for at in said]) for row in rows]
    return RoundView(number, PageTable("Tables", [columns[at] for at in said], lines), [])


def _table(
    shown: _StageShown, of: tuple[str, str, str, str], met: RoundMatch | None, missed: Derivation | None
) -> TableRow:
    """A table: who met whom, what each has of it, and the IMPs; `missed`: what it is worth to meet nobody."""
    table, one, two, what = of
    worth = [shown.worth.of_match(met, each) for each in (one, two)] if met else [missed, None]
    names = [shown.links.person(each) for each in (one, two)]
    imps = _imps(met, one) if met else ""
    return TableRow([Cell(table), *names, *(Cell(_text(each)) for each in worth), Cell(imps), Cell(what)])


def _text(worth: Derivation | None) -> str:
    return score_text(worth.value if worth else None)


def _imps(met: RoundMatch, first: str) -> str:
    """'34 : 20', the first's in front; '' where there are no boards."""
    if not met.match.boards:
        return ""
    teams = met.match.teams if met.entrants[0] == first else met.match.teams[::-1]
    return " : ".join(short_text(met.match.scores[each].value, 2) for each in teams)


def _how(drawn: RoundDrawn | None, found: Overall) -> Iterator[str]:
    """That a round was drawn, by which event, and how, where not by the rule."""
    if drawn is None:
        yield say("not drawn here: as it was played")
        return
    number = found.scores.tournament.drawn.number(drawn.stage, drawn.round)
    reason = f": {quoted(drawn.reason)}" if drawn.reason else ""
    yield say("drawn%(how)s (#%(number)s)", how=how_text(drawn), number=number) + reason


def _wrong(wrong: Sequence[WrongOpponent]) -> Iterator[str]:
    """Who was drawn wrongly as the scores are now, or met others than were drawn."""
    for each in wrong:
        met, right = opponents_text(each.met, each), opponents_text(each.correct, each)
        if each.by_standing:
            yield say(
                "%(entrant)s was drawn against %(met)s; by the scores as they are now it would be %(right)s",
                entrant=each.entrant,
                met=met,
                right=right,
            )
        else:
            yield say(
                "%(entrant)s met %(met)s, and was drawn against %(right)s", entrant=each.entrant, met=met, right=right
            )


def _round_by_round(found: Overall, links: TournamentSite) -> PageTable | None:
    """A line for each contestant by place: in every round whom it met, by its place there, and what it has of it."""
    worth = _worth(found)
    played, missed = _by_round(worth), worth.missed
    if not played:
        return None
    order = {row.entrant: at for at, row in enumerate(found.rows, start=1)}
    byes = {(each.round, each.bye) for each in found.scores.tournament.drawn.of(found.stage.name)}
    unmet = {key: _text(missed[key]) for key in missed} | {
        key: f"{_text(missed.get(key))} {say('bye')}" for key in byes
    }
    columns = [">no", "contestant", *(f">{number}" for number in sorted(played)), f">{found.unit or 'won'}", ">rank"]
    rows = []
    for row in found.rows:
        who = row.entrant
        own = [(at, [met for met in each if who in met.entrants]) for at, each in sorted(played.items())]
        met = [Cell(_met_text(worth, each, who, order) or unmet.get((at, who), "–")) for at, each in own]
        total = Cell(total_text(row.total.value, found.stage.rules), links.why(found.stage.name, row.entrant))
        name = links.person(row.entrant)
        rows.append(TableRow([Cell(str(order[row.entrant])), name, *met, total, Cell(str(row.rank or "–"))]))
    note = say("In each round: what was scored, against whom by the number in front. – : no match.")
    return PageTable("Round by round", columns, rows, note)


def _met_text(worth: RoundWorth, own: Sequence[RoundMatch], entrant: str, order: dict[str, int]) -> str:
    """'14.20 (3)': what one has of its matches in a round, and whom it met; of half matches both; '' of none."""
    return " ".join(f"{_text(worth.of_match(met, entrant))} ({order.get(met.other(entrant), '–')})" for met in own)
