"""Teams of four: a board is played in two rooms, and each team scores its own result against its own other one.

A team's score on a board is IMP(its score in one room − what it conceded in the other). Where a ruling splits a
room, each team is scored by its own entry, so the two need not balance (spec §4.7).
"""

from collections.abc import Mapping
from typing import TypeVar

from msgspec import structs

from ledger.bridge import Side, imps
from ledger.laws.regulations import Regulations
from ledger.scoring.arithmetic import Arithmetic, N
from ledger.scoring.field import Field
from ledger.scoring.imp_board import ImpBoard
from ledger.scoring.line import Line, Outcome, Seating
from ledger.scoring.rule import Rule

T = TypeVar("T")
_SCALES = {"continuous": Rule.VP_CONTINUOUS, "discrete": Rule.VP_DISCRETE, "table": Rule.VP_TABLE}


def other_room(board: Mapping[Seating, T], seating: Seating) -> T | None:
    """What stands for the other room of a team's board: where the same two teams sit the other way round."""
    return board.get(Seating(seating.ew, seating.ns))


class RoomsBoard(ImpBoard):
    """What every form of teams shares: one board of all matches of a session, each table compared with its other room."""

    rooms = 2
    equal_results_score_alike = False  # the other room is another at every table

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self._at = {line.seating: line for line in field.lines}

    def other_room(self, line: Line) -> Line | None:
        """The line of the other room; None while nothing is recorded there."""
        return other_room(self._at, line.seating)

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
        return _SCALES.get(regulations.matches.vp)
