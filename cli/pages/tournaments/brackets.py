"""A bracket as it is drawn: where each match stands, the lines between them, and the same as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cli.pages.table import Cell, PageTable, TableRow
from cli.pages.tournaments.links import TournamentSite, for_readers
from cli.words.brackets import side_text
from cli.words.knockouts import carried_text, carries, match_notes, round_name, sitting_text, status_text, total_text
from cli.words.language import say
from ledger.overall.knockout import Bracket
from ledger.overall.knockout_match import KnockoutMatch
from ledger.projections.names import led_by_names, players_text

_WIDTH, _GAP, _LINE, _HEAD, _TOP, _BETWEEN, _PAD = 208, 44, 19, 17, 40, 16, 6
_SHORT = 20
"""So many letters of a name stand in a box; the whole of it is in its title, and in the table."""


class SideView(NamedTuple):
    """A side of a match: who, shortened and in full, where that leads, what it has, and whether it goes on or is out.

    `known`: it is a contestant, and not yet 'winner of SF1'.
    """

    name: str
    full: str
    href: str | None
    score: str
    state: str
    known: bool
    onward: bool
    out: bool
    y: int


class MatchView(NamedTuple):
    """A box: its name and place, its sides, what it says in words, and the line to the match it leads to."""

    name: str
    x: int
    y: int
    height: int
    sides: list[SideView]
    told: str
    line: str


class RoundHead(NamedTuple):
    """The name of a round above its column."""

    name: str
    x: int


class BracketView(NamedTuple):
    """The whole drawing, and the table that says the same."""

    caption: str
    width: int
    height: int
    box: int
    rounds: list[RoundHead]
    matches: list[MatchView]
    table: PageTable
    notes: list[str]


def bracket_view(found: Bracket, links: TournamentSite) -> BracketView:
    """A bracket, a column for each round."""
    middles = _Layout(found).middles
    heights = {name: _height(match) for name, match in found.matches.items()}
    boxes = [_match(found, match, middles, heights, links) for match in found.matches.values()]
    bottom = max(box.y + box.height for box in boxes)
    width = len(found.rounds) * (_WIDTH + _GAP) - _GAP + 2
    heads = [RoundHead(round_name(found, at), 1 + (at - 1) * (_WIDTH + _GAP)) for at, _ in enumerate(found.rounds, 1)]
    table = _table(found, links)
    return BracketView("Bracket", width, bottom + 2, _WIDTH, heads, boxes, table, list(_notes(found)))


def _height(match: KnockoutMatch) -> int:
    return _HEAD + _LINE * len(match.sides) + _PAD


class _Layout:
    """Where the middle of every match stands: half-way between those it is fed by, the others below one another."""

    def __init__(self, found: Bracket) -> None:
        self._found = found
        self._next = _TOP
        self.middles: dict[str, int] = {}
        for matches in reversed(found.rounds):
            for match in matches:
                self._place(match)

    def _place(self, match: KnockoutMatch) -> int:
        name = match.drawn.name
        if name not in self.middles:
            feeders = dict.fromkeys(side.feeder for side in match.drawn.sides if side.feeder)
            fed = [self._place(self._found.matches[each]) for each in feeders]
            self.middles[name] = sum(fed) // len(fed) if fed else self._new(_height(match))
        return self.middles[name]

    def _new(self, height: int) -> int:
        """The middle of the next free place."""
        middle = self._next + height // 2
        self._next += height + _BETWEEN
        return middle


def _match(
    found: Bracket, match: KnockoutMatch, middles: dict[str, int], heights: dict[str, int], links: TournamentSite
) -> MatchView:
    name = match.drawn.name
    x, height = 1 + (match.drawn.round - 1) * (_WIDTH + _GAP), heights[name]
    y = middles[name] - height // 2
    sides = [_side(match, at, y, links) for at, _ in enumerate(match.sides)]
    return MatchView(name, x, y, height, sides, _told(match, sides), _line(found, match, middles, x))


def _side(match: KnockoutMatch, at: int, y: int, links: TournamentSite) -> SideView:
    team, drawn = match.sides[at], match.drawn.sides[at]
    full = led_by_names(team, links.names) if team else side_text(drawn)
    shown = (team and players_text(team, links.names)) or full
    return SideView(
        shown if len(shown) <= _SHORT else f"{shown[: _SHORT - 1]}…",
        full,
        links.card(team) if team else None,
        total_text(match, team) if team and match.sittings else "",
        status_text(match, team) if team else "",
        team is not None,
        team in match.onward,
        team in match.out,
        y + _HEAD + _LINE * at + 14,
    )


def _told(match: KnockoutMatch, sides: list[SideView]) -> str:
    """'SF1: Norway 30, goes on; Malta 28, out': a match in words."""
    said = (
        " ".join(filter(None, (side.full, side.score))) + (f", {side.state}" if side.state else "") for side in sides
    )
    return f"{match.drawn.name}: {'; '.join(said)}"


def _line(found: Bracket, match: KnockoutMatch, middles: dict[str, int], x: int) -> str:
    """From a match to those it feeds: the points of a line with two corners, one after the other."""
    parts = []
    for into in found.matches.values():
        if any(side.feeder == match.drawn.name for side in into.drawn.sides):
            to = 1 + (into.drawn.round - 1) * (_WIDTH + _GAP)
            bend, own = to - _GAP // 2, middles[match.drawn.name]
            parts.append(f"M{x + _WIDTH} {own}H{bend}V{middles[into.drawn.name]}H{to}")
    return "".join(parts)


def _table(found: Bracket, links: TournamentSite) -> PageTable:
    """Every match with what each side has by sitting: the same, to be read line by line."""
    sittings = sorted({sitting for match in found.matches.values() for sitting in match.sittings})
    carried = carries(found.matches.values())
    columns = [
        "round",
        "match",
        "contestant",
        *([">carried"] if carried else []),
        *(f">{each}" for each in sittings),
        ">IMP",
        "how it stands",
    ]
    rows = [
        TableRow(
            [
                Cell(round_name(found, match.drawn.round) if at == 0 else ""),
                Cell(match.drawn.name if at == 0 else ""),
                links.person(team) if team else Cell(side_text(match.drawn.sides[at]), name=True),
                *([Cell(carried_text(match, team) if team else "")] if carried else []),
                *(Cell(sitting_text(match, team, each) if team else "") for each in sittings),
                Cell(total_text(match, team) if team and match.sittings else ""),
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
