"""Teams of four: a board is played in two rooms, and each team scores its own result against its own other one.

A team's score on a board is IMP(its score in one room − what it conceded in the other). Where a ruling splits a
room, each team is scored by its own entry, so the two need not balance (spec §4.7).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import structs

from ledger.bridge import Side, imps
from ledger.laws.regulations import Regulations
from ledger.scoring.arithmetic import Arithmetic, N
from ledger.scoring.field import Field
from ledger.scoring.form import imp_scale
from ledger.scoring.imp_board import ImpBoard
from ledger.scoring.line import Line, Outcome, Seating
from ledger.scoring.rule import Rule

T = TypeVar("T")


def other_room(board: Mapping[Seating, T], seating: Seating) -> T | None:
    """What stands for the other room of a team's board: where the same two teams sit the other way round.

    It is of the same round; where a round was not said, the only room left that it can be. None where none is, or where
    a room more sits one of the ways, so that nobody can tell which two belong together: whichever was typed first.
    """
    other = _other([each for each in board if each.match == seating.match], seating)
    return board[other] if other else None


def other_rooms(board: Iterable[Seating]) -> dict[Seating, Seating]:
    """The same for every room of a board that has another."""
    matches: dict[frozenset[str], list[Seating]] = {}
    for seating in board:
        matches.setdefault(seating.match, []).append(seating)
    return {each: other for rooms in matches.values() for each in rooms if (other := _other(rooms, each))}


def _other(rooms: Sequence[Seating], seating: Seating) -> Seating | None:
    """The room of a match's rooms on a board that belongs to another of them."""
    met = [each for each in rooms if each.round == seating.round]
    if len({each.ns for each in met}) == 1:  # of this round there is no other room
        sat: dict[int | None, set[str]] = {}
        for each in rooms:
            sat.setdefault(each.round, set()).add(each.ns)
        met = [each for each in rooms if len(sat[each.round]) == 1]
    other = _opposite(met, seating)
    return other if other and _opposite(met, other) == seating else None


def _opposite(rooms: Sequence[Seating], seating: Seating) -> Seating | None:
    found = [
        each
        for each in rooms
        if each.ns == seating.ew and (None in (each.round, seating.round) or each.round == seating.round)
    ]
    return found[0] if len(found) == 1 else None


class RoomsBoard(ImpBoard):
    """What every form of teams shares: one board of all matches, each table compared with its other room."""

    rooms = 2
    equal_results_score_alike = False  # the other room is another at every table

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self._at = {line.seating: line for line in field.lines}
        self._others = other_rooms(self._at)

    def other_room(self, line: Line) -> Line | None:
        """The line of the other room; None while nothing is recorded there."""
        other = self._others.get(line.seating)
        return self._at[other] if other else None

    def counts(self, line: Line) -> bool:
        """A board counts when both rooms have a result, or a ruling says what it is worth."""
        other = self.other_room(line)
        return bool(line.entries and other and other.entries)

    def deciding(self, line: Line, side: Side) -> tuple[Line, Side]:
        """An award in one room is the team's score for the board, whichever room is asked for."""
        other = self.other_room(line)
        return (other, side.other) if line.award is None and other and other.award is not None else (line, side)

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """Against every outcome of the other room, each with its weight. ValueError where that has none yet."""
        other = self.other_room(line)
        if other is None:
            raise ValueError(f"{line.name} has no other room yet")
        own = outcome.seen_from(side)
        seen = structs.replace(other, entries={side: other.entry(side.other)})
        compared = self.comparison(own, seen, side, self.versus, by)
        text = f"{outcome.name or 'the score'} {own:+d} in one room, in the other"
        return by.derived(Rule.SUM, text, [compared], events=line.events, unit=self.unit)


class TeamBoard(RoomsBoard):
    """A board of teams in IMPs, the matches perhaps converted into victory points."""

    name = "teams"
    laws = ("86", "12C2(b)")
    penalty_units = ("IMP", "VP")

    @classmethod
    def verdict(cls, margin: int) -> int:
        """How many IMPs it is."""
        return imps(margin)

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """By the scale the regulations name; None where they leave IMPs as they are."""
        return imp_scale(regulations)
