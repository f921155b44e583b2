"""Who met whom in a stage, as a page shows it: everybody against everybody, round by round, the draws, the bracket."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cli.pages.table import Cell, PageTable, TableRow, without_empty
from cli.pages.tournaments.links import TournamentSite, for_readers
from cli.words import brackets
from cli.words.brackets import carried_text, carries, match_notes, round_name, side_text, sitting_text, status_text
from cli.words.language import say
from cli.words.notation import short_text
from cli.words.overalls import cross_notes, crossed_text, total_text
from cli.words.scores import score_text
from cli.words.tournaments import how_text, opponents_text, table_rows
from cli.words.vocabulary import quoted
from ledger.overall.cross_table import cross_table
from ledger.overall.knockout import Bracket, KnockoutMatch
from ledger.overall.rounds import RoundMatch, RoundWorth
from ledger.overall.stage_standing import Overall
from ledger.overall.swiss import WrongOpponent, drawn_otherwise
from ledger.projections.names import led_by_names, players_text
from ledger.scoring.derivation import Derivation
from ledger.subjects.draws.facts import RoundDrawn


def crossed(found: Overall, links: TournamentSite) -> PageTable | None:
    """The cross table of an all-play-all, or the rounds of a Swiss side by side; None where there are no matches."""
    if found.stage.format != "all-play-all":
        return _round_by_round(found, links) if found.stage.format == "swiss" else None
    table = cross_table(found.scores, found.stage.name)
    if table is None:
        return None
    # Everybody against everybody, by place; a column for each opponent, by its place in the table.
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


def rounds(found: Overall, links: TournamentSite) -> list[tuple[int, list[str], PageTable]]:
    """The rounds, the last first: how each was drawn and what of the draw is otherwise now, and its tables."""
    drawn = {each.round: each for each in found.scores.tournament.drawn.of(found.stage.name)}
    shown = _StageShown(found, RoundWorth(found.scores.tournament, found.stage, found.fields), links)
    played = _by_round(shown.worth)
    wrong = drawn_otherwise(found.scores, found.stage.name) if drawn else []
    return [
        (
            number,
            [*_how(drawn.get(number), found), *_wrong([each for each in wrong if each.round == number])],
            _tables(shown, number, drawn.get(number), played.get(number, [])),
        )
        for number in sorted({*drawn, *played}, reverse=True)
    ]


class _StageShown(NamedTuple):
    found: Overall
    worth: RoundWorth
    links: TournamentSite


def _by_round(worth: RoundWorth) -> dict[int, list[RoundMatch]]:
    by_round: dict[int, list[RoundMatch]] = {}
    for match in worth.matches:
        by_round.setdefault(match.round, []).append(match)
    return by_round


def _tables(shown: _StageShown, number: int, drawn: RoundDrawn | None, played: Sequence[RoundMatch]) -> PageTable:
    by_pair = {frozenset(match.entrants): match for match in played}
    rows, missed = [], shown.worth.missed
    for table, one, two, what in table_rows(drawn) if drawn else ():
        met = by_pair.pop(frozenset((one, two)), None)
        rows.append(_table(shown, (table, one, two, what), met, None if two else missed.get((number, one))))
    rows += [_table(shown, ("–", *match.entrants, ""), match, None) for match in by_pair.values()]
    unit = f">{shown.found.unit or 'won'}"
    columns = [">table", "contestant", "opponent", unit, unit, ">IMP", "how"]
    aside = frozenset({">table", ">IMP", "how"})
    return without_empty(PageTable("Tables", columns, rows, aside=aside, under="contestant"), always=5)


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
    if drawn is None:
        yield say("not drawn here: as it was played")
        return
    number = found.scores.tournament.drawn.number(drawn.stage, drawn.round)
    reason = f": {quoted(drawn.reason)}" if drawn.reason else ""
    yield say("drawn%(how)s (#%(number)s)", how=how_text(drawn), number=number) + reason


def _wrong(wrong: Sequence[WrongOpponent]) -> Iterator[str]:
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
    worth = RoundWorth(found.scores.tournament, found.stage, found.fields)
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


_WIDTH, _GAP, _LINE, _HEAD, _TOP, _BETWEEN, _PAD = 208, 44, 19, 17, 40, 16, 6
_SHORT = 20
"""So many letters of a name stand in a box; the whole of it is in its title, and in the table."""


def bracket_view(found: Bracket, links: TournamentSite) -> dict[str, object]:
    """A bracket, a column for each round, and the table that says the same."""
    middles = _middles(found)
    bottom = max(middles[name] - _height(each) // 2 + _height(each) for name, each in found.matches.items())
    return {
        "caption": "Bracket",
        "width": len(found.rounds) * (_WIDTH + _GAP) - _GAP + 2,
        "height": bottom + 2,
        "box": _WIDTH,
        "rounds": [(round_name(found, at), _column(at)) for at, _ in enumerate(found.rounds, 1)],
        "matches": [_match(found, match, middles, links) for match in found.matches.values()],
        "table": _bracket_table(found, links),
        "notes": list(_notes(found)),
    }


def _column(round_: int) -> int:
    return 1 + (round_ - 1) * (_WIDTH + _GAP)


def _height(match: KnockoutMatch) -> int:
    return _HEAD + _LINE * len(match.sides) + _PAD


def _middles(found: Bracket) -> dict[str, int]:
    """Where the middle of every match stands: half-way between those it is fed by, the others below one another."""
    middles, below = dict[str, int](), _TOP

    def place(match: KnockoutMatch) -> int:
        nonlocal below
        name = match.drawn.name
        if name not in middles:
            feeders = dict.fromkeys(side.feeder for side in match.drawn.sides if side.feeder)
            fed = [place(found.matches[each]) for each in feeders]
            middles[name] = sum(fed) // len(fed) if fed else below + _height(match) // 2
            below += 0 if fed else _height(match) + _BETWEEN
        return middles[name]

    for matches in reversed(found.rounds):
        for match in matches:
            place(match)
    return middles


def _match(found: Bracket, match: KnockoutMatch, middles: dict[str, int], links: TournamentSite) -> dict[str, object]:
    """A box: its name and place, its sides, what it says in words, and the line to the match it leads to."""
    name = match.drawn.name
    y = middles[name] - _height(match) // 2
    sides = [_side(match, at, y, links) for at, _ in enumerate(match.sides)]
    parts, x = [], _column(match.drawn.round) + _WIDTH
    for into in found.matches.values():
        if any(side.feeder == match.drawn.name for side in into.drawn.sides):
            to = _column(into.drawn.round)
            bend, own = to - _GAP // 2, middles[match.drawn.name]
            parts.append(f"M{x} {own}H{bend}V{middles[into.drawn.name]}H{to}")
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
    """A side of a match: who, where that leads, what it has, and whether it goes on or is out.

    `known`: it is a contestant, and not yet 'winner of SF1'.
    """
    team = match.sides[at]
    full = led_by_names(team, links.names) if team else side_text(match.drawn.sides[at])
    shown = (team and players_text(team, links.names)) or full
    score = brackets.total_text(match, team) if team and match.sittings else ""
    state = status_text(match, team) if team else ""
    return {
        "name": shown if len(shown) <= _SHORT else f"{shown[: _SHORT - 1]}…",
        "told": " ".join(filter(None, (full, score))) + (f", {state}" if state else ""),
        "href": links.card(team) if team else None,
        "score": score,
        "known": team is not None,
        "onward": team in match.onward,
        "out": team in match.out,
        "y": y + _HEAD + _LINE * at + 14,
    }


def _bracket_table(found: Bracket, links: TournamentSite) -> PageTable:
    sittings = sorted({sitting for match in found.matches.values() for sitting in match.sittings})
    carried = carries(found.matches.values())
    columns_between = [*([">carried"] if carried else []), *(f">{each}" for each in sittings)]
    columns = ["round", "match", "contestant", *columns_between, ">IMP", "how it stands"]
    rows = [
        TableRow(
            [
                Cell(round_name(found, match.drawn.round) if at == 0 else ""),
                Cell(match.drawn.name if at == 0 else ""),
                links.person(team) if team else Cell(side_text(match.drawn.sides[at]), name=True),
                *([Cell(carried_text(match, team) if team else "")] if carried else []),
                *(Cell(sitting_text(match, team, each) if team else "") for each in sittings),
                Cell(brackets.total_text(match, team) if team and match.sittings else ""),
                Cell(status_text(match, team) if team else ""),
            ]
        )
        for match in found.matches.values()
        for at, team in enumerate(match.sides)
    ]
    return PageTable("Matches", columns, rows)


def _notes(found: Bracket) -> Iterator[str]:
    """What is to be said of matches: what is still to be played, by whose word, and which a later ruling turned."""
    for match in found.matches.values():
        yield from map(for_readers, match_notes(match))
    for turned in found.turned:
        won = say("%(winner)s would have won it by the scores as they are now", winner=turned.winner)
        yield say(
            "%(match)s: %(entrant)s won as it stood then and plays %(into)s; %(won)s",
            match=turned.match,
            entrant=turned.went_on,
            into=turned.into,
            won=won,
        )
