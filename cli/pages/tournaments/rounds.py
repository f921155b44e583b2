"""The matches of a stage as a page shows them: cross table, rounds and draws of a Swiss, the bracket."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cli.pages.table import Cell, PageTable, TableRow, drop_empty_columns, page_table
from cli.pages.tournaments.links import TournamentSite, without_command
from cli.views.brackets import SideOfMatch, sides_table
from cli.words import brackets
from cli.words.brackets import match_notes, round_name, side_text, status_text
from cli.words.language import say
from cli.words.notation import short_text
from cli.words.overalls import cross_cell_text, cross_table_notes, total_text
from cli.words.scores import score_text
from cli.words.tournaments import how_text, opponents_text, table_rows
from cli.words.vocabulary import put_in_quotes
from ledger.overall.cross_table import cross_table
from ledger.overall.knockout import Bracket, KnockoutMatch
from ledger.overall.rounds import RoundMatch, RoundWorth
from ledger.overall.stage_standing import Overall
from ledger.overall.swiss import WrongOpponent, find_wrong_opponents
from ledger.projections.names import names_first, players_text
from ledger.scoring.derivation import Derivation
from ledger.subjects.draws.facts import RoundDrawn


def rounds_table(standing: Overall, links: TournamentSite) -> PageTable | None:
    """Return an all-play-all's cross table or a Swiss's round-by-round table; None for other formats, or no matches."""
    if standing.stage.format != "all-play-all":
        return _round_by_round(standing, links) if standing.stage.format == "swiss" else None
    table = cross_table(standing.scores, standing.stage.name)
    if table is None:
        return None
    # Rows by place, and a column for each opponent under the number of its row.
    numbers = [f">{at}" for at, _ in enumerate(table.entrants, start=1)]
    columns = [">no", "contestant", *numbers, f">{table.unit}", ">matches", ">rank"]
    rows = []
    for at, entrant in enumerate(table.entrants, start=1):
        against = [Cell(cross_cell_text(table, entrant, opponent, 2)) for opponent in table.entrants]
        total = Cell(score_text(table.totals[entrant].value), links.why(standing.stage.name, entrant))
        ends = [total, Cell(str(table.matches(entrant))), Cell(str(table.ranks.get(entrant, "–")))]
        rows.append(TableRow([Cell(str(at)), links.person(entrant), *against, *ends]))
    return PageTable("Cross table", columns, rows, "; ".join(cross_table_notes(table, all_meet=True)))


def rounds(standing: Overall, links: TournamentSite) -> list[tuple[int, list[str], PageTable]]:
    """Return each round, the last first: its number, how it was drawn and deviations, and a table of its matches."""
    drawn = {each.round: each for each in standing.scores.tournament.drawn.of(standing.stage.name)}
    view = _StageView(standing, RoundWorth(standing.scores.tournament, standing.stage, standing.fields), links)
    played = _by_round(view.worth)
    wrong = find_wrong_opponents(standing.scores, standing.stage.name) if drawn else []
    return [
        (
            number,
            [
                *_draw_lines(drawn.get(number), standing),
                *_deviation_lines([each for each in wrong if each.round == number]),
            ],
            _tables(view, number, drawn.get(number), played.get(number, [])),
        )
        for number in sorted({*drawn, *played}, reverse=True)
    ]


class _StageView(NamedTuple):
    standing: Overall
    worth: RoundWorth
    links: TournamentSite


def _by_round(worth: RoundWorth) -> dict[int, list[RoundMatch]]:
    by_round: dict[int, list[RoundMatch]] = {}
    for match in worth.matches:
        by_round.setdefault(match.round, []).append(match)
    return by_round


def _tables(view: _StageView, number: int, drawn: RoundDrawn | None, played: Sequence[RoundMatch]) -> PageTable:
    by_pair = {frozenset(match.entrants): match for match in played}
    rows, missed = [], view.worth.missed
    for table, one, two, what in table_rows(drawn) if drawn else ():
        match = by_pair.pop(frozenset((one, two)), None)
        rows.append(_table(view, (table, one, two, what), match, None if two else missed.get((number, one))))
    rows += [_table(view, ("–", *match.entrants, ""), match, None) for match in by_pair.values()]
    unit = f">{view.standing.unit or 'won'}"
    columns = [">table", "contestant", "opponent", unit, unit, ">IMP", "how"]
    aside = frozenset({">table", ">IMP", "how"})
    return drop_empty_columns(PageTable("Tables", columns, rows, aside=aside, under="contestant"), always=5)


def _table(
    view: _StageView, place: tuple[str, str, str, str], match: RoundMatch | None, missed: Derivation | None
) -> TableRow:
    """Return a match's row: table, contestants, their scores and IMPs; `missed`: the score for a bye."""
    table, one, two, what = place
    worth = [view.worth.of_match(match, each) for each in (one, two)] if match else [missed, None]
    names = [view.links.person(each) for each in (one, two)]
    imps = _imps(match, one) if match else ""
    return TableRow([Cell(table), *names, *(Cell(_text(each)) for each in worth), Cell(imps), Cell(what)])


def _text(worth: Derivation | None) -> str:
    return score_text(worth.value if worth else None)


def _imps(match: RoundMatch, first: str) -> str:
    """Return '34 : 20', the first contestant's IMPs in front; '' if no board was played."""
    if not match.match.boards:
        return ""
    teams = match.match.teams if match.entrants[0] == first else match.match.teams[::-1]
    return " : ".join(short_text(match.match.scores[each].value, 2) for each in teams)


def _draw_lines(drawn: RoundDrawn | None, standing: Overall) -> Iterator[str]:
    if drawn is None:
        yield say("not drawn here: as it was played")
        return
    number = standing.scores.tournament.drawn.number(drawn.stage, drawn.round)
    reason = f": {put_in_quotes(drawn.reason)}" if drawn.reason else ""
    yield say("drawn%(how)s (#%(number)s)", how=how_text(drawn), number=number) + reason


def _deviation_lines(wrong: Sequence[WrongOpponent]) -> Iterator[str]:
    for deviation in wrong:
        met, right = opponents_text(deviation.met, deviation), opponents_text(deviation.correct, deviation)
        if deviation.by_standing:
            yield say(
                "%(entrant)s was drawn against %(met)s; by the scores as they are now it would be %(right)s",
                entrant=deviation.entrant,
                met=met,
                right=right,
            )
        else:
            yield say(
                "%(entrant)s met %(met)s, and was drawn against %(right)s",
                entrant=deviation.entrant,
                met=met,
                right=right,
            )


def _round_by_round(standing: Overall, links: TournamentSite) -> PageTable | None:
    """Return a row for each contestant: in every round its score and its opponent's number; None before round one."""
    worth = RoundWorth(standing.scores.tournament, standing.stage, standing.fields)
    played, missed = _by_round(worth), worth.missed
    if not played:
        return None
    order = {row.entrant: at for at, row in enumerate(standing.rows, start=1)}
    byes = {(each.round, each.bye) for each in standing.scores.tournament.drawn.of(standing.stage.name)}
    unmet = {key: _text(missed[key]) for key in missed} | {
        key: f"{_text(missed.get(key))} {say('bye')}" for key in byes
    }
    columns = [">no", "contestant", *(f">{number}" for number in sorted(played)), f">{standing.unit or 'won'}", ">rank"]
    rows = []
    for row in standing.rows:
        who = row.entrant
        meetings = [(at, [met for met in each if who in met.entrants]) for at, each in sorted(played.items())]
        met = [Cell(_met_text(worth, each, who, order) or unmet.get((at, who), "–")) for at, each in meetings]
        total = Cell(total_text(row.total.value, standing.stage.rules), links.why(standing.stage.name, row.entrant))
        name = links.person(row.entrant)
        rows.append(TableRow([Cell(str(order[row.entrant])), name, *met, total, Cell(str(row.rank or "–"))]))
    note = say("In each round: what was scored, against whom by the number in front. – : no match.")
    return PageTable("Round by round", columns, rows, note)


def _met_text(worth: RoundWorth, played: Sequence[RoundMatch], entrant: str, order: dict[str, int]) -> str:
    """Return a contestant's score in a round and its opponent's number: '14.20 (3)'; '' if it had no match."""
    return " ".join(f"{_text(worth.of_match(met, entrant))} ({order.get(met.other(entrant), '–')})" for met in played)


_WIDTH, _GAP, _LINE, _HEAD, _TOP, _BETWEEN, _PAD = 208, 44, 19, 17, 40, 16, 6
_SHORT = 20
"""The most letters of a name in a box; its title and the table have the whole name."""


def bracket_view(bracket: Bracket, links: TournamentSite) -> dict[str, object]:
    """Return a bracket as a chart with a column for each round, and as a table of the same matches."""
    middles = _middles(bracket)
    bottom = max(middles[name] - _height(each) // 2 + _height(each) for name, each in bracket.matches.items())
    return {
        "caption": "Bracket",
        "width": len(bracket.rounds) * (_WIDTH + _GAP) - _GAP + 2,
        "height": bottom + 2,
        "box": _WIDTH,
        "rounds": [(round_name(bracket, at), _column(at)) for at, _ in enumerate(bracket.rounds, 1)],
        "matches": [_match(bracket, match, middles, links) for match in bracket.matches.values()],
        "table": _bracket_table(bracket, links),
        "notes": list(_notes(bracket)),
    }


def _column(round_: int) -> int:
    return 1 + (round_ - 1) * (_WIDTH + _GAP)


def _height(match: KnockoutMatch) -> int:
    return _HEAD + _LINE * len(match.sides) + _PAD


def _middles(bracket: Bracket) -> dict[str, int]:
    """Return the y of each match's middle, halfway between its feeders'; matches without feeders are stacked."""
    middles, below = dict[str, int](), _TOP

    def place(match: KnockoutMatch) -> int:
        nonlocal below
        name = match.drawn.name
        if name not in middles:
            feeders = dict.fromkeys(side.feeder for side in match.drawn.sides if side.feeder)
            fed = [place(bracket.matches[each]) for each in feeders]
            middles[name] = sum(fed) // len(fed) if fed else below + _height(match) // 2
            below += 0 if fed else _height(match) + _BETWEEN
        return middles[name]

    for matches in reversed(bracket.rounds):
        for match in matches:
            place(match)
    return middles


def _match(bracket: Bracket, match: KnockoutMatch, middles: dict[str, int], links: TournamentSite) -> dict[str, object]:
    """Return a match's box in the chart: its name, place, sides and text, and the line to the match it leads to."""
    name = match.drawn.name
    y = middles[name] - _height(match) // 2
    sides = [_side(match, at, y, links) for at, _ in enumerate(match.sides)]
    parts, x = [], _column(match.drawn.round) + _WIDTH
    for into in bracket.matches.values():
        if any(side.feeder == match.drawn.name for side in into.drawn.sides):
            to = _column(into.drawn.round)
            bend, middle = to - _GAP // 2, middles[match.drawn.name]
            parts.append(f"M{x} {middle}H{bend}V{middles[into.drawn.name]}H{to}")
    return {
        "name": name,
        "x": _column(match.drawn.round),
        "y": y,
        "height": _height(match),
        "sides": sides,
        "told": f"{name}: {'; '.join(str(side['told']) for side in sides)}",
        "line": "".join(parts),
    }


def _side(match: KnockoutMatch, at: int, y: int, links: TournamentSite) -> dict[str, object]:
    """Return a side of a match: its name, link and score, and whether it goes on or is out.

    `known`: a contestant is known, not only a source such as 'winner of SF1'.
    """
    team = match.sides[at]
    full = names_first(team, links.names) if team else side_text(match.drawn.sides[at])
    short_name = (team and players_text(team, links.names)) or full
    score = brackets.total_text(match, team) if team and match.sittings else ""
    state = status_text(match, team) if team else ""
    return {
        "name": short_name if len(short_name) <= _SHORT else f"{short_name[: _SHORT - 1]}…",
        "told": " ".join(filter(None, (full, score))) + (f", {state}" if state else ""),
        "href": links.card(team) if team else None,
        "score": score,
        "known": team is not None,
        "onward": team in match.onward,
        "out": team in match.out,
        "y": y + _HEAD + _LINE * at + 14,
    }


def _bracket_table(bracket: Bracket, links: TournamentSite) -> PageTable:
    def who(row: SideOfMatch) -> Cell:
        return links.person(row.team) if row.team else Cell(row.contestant, name=True)

    return page_table("Matches", sides_table(bracket, list(bracket.matches.values()), page=True), {"contestant": who})


def _notes(bracket: Bracket) -> Iterator[str]:
    for match in bracket.matches.values():
        yield from map(without_command, match_notes(match))
    for turned in bracket.turned:
        won = say("%(winner)s would have won it by the scores as they are now", winner=turned.winner)
        yield say(
            "%(match)s: %(entrant)s won as it stood then and plays %(into)s; %(won)s",
            match=turned.match,
            entrant=turned.went_on,
            into=turned.into,
            won=won,
        )
