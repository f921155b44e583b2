"""What was played and ruled on an evening, as the referee keeps it. All scores are North–South's."""

from dataclasses import dataclass, field
from fractions import Fraction

Mixture = tuple[tuple[Fraction, int], ...]
"""Outcomes and their weights, which sum to one."""

SIDES = ("NS", "EW")


def other(side: str) -> str:
    """The side across."""
    return "EW" if side == "NS" else "NS"


def players(seat: str) -> list[str]:
    """Who sits at a side: a pair, or two individuals."""
    return seat.split("+")


@dataclass(frozen=True)
class Ruling:
    """What a director gave: `kind` says which of the fields hold.

    assigned, claim, weighted, split: `ns`, `ew`; artificial: `grades`, and `ns` where "unless" that is better;
    awarded: `values`, and whether the table result `stays` in the field; self-inflicted: `nos`, `b`, `c`; stands.
    """

    kind: str
    ns: Mixture = ()
    ew: Mixture = ()
    grades: tuple[str, str] = ("", "")
    values: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    stays: bool = True
    nos: str = ""
    b: Mixture = ()
    c: Mixture = ()
    offender: str = "none"

    def offends(self, side: str) -> bool:
        """Whether a side is an offending one."""
        return self.offender in (side, "both")


@dataclass
class Table:
    """One table's play of a board: who sat there, the result if there is one, and what was ruled.

    `unplayed`: whose fault it was that it was not played, and who was partly at fault.
    """

    board: int
    name: str
    ns: str
    ew: str
    result: int | None = None
    rulings: list[Ruling] = field(default_factory=list)
    unplayed: tuple[str, str] | None = None
    round: int | None = None
    version: str = ""

    def seat(self, side: str) -> str:
        """Who sat at a side."""
        return self.ns if side == "NS" else self.ew


@dataclass(frozen=True)
class Penalty:
    """What a contestant is fined; `unit` is '%' of a top, MP, IMP, VP or points."""

    contestant: str
    amount: Fraction
    unit: str
    opponent: str | None = None
    round: int | None = None


@dataclass(frozen=True)
class Found:
    """What a director found of a match of a round: boards `removed`, 'void', 'wrong seating', or a 'mismatch'.

    Or that its result alone is known, 'told': the `scores` of both sides, or (`in_points`) their victory points.

    `fault`: one of the two, both, director or none. Of a mismatch `teams` are who it is of and whom it met, `correct`
    who would have been right.
    """

    kind: str
    teams: tuple[str, str]
    round: int
    boards: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    fault: str = "none"
    correct: tuple[str, ...] = ()
    scores: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    in_points: bool = False


@dataclass
class Evening:
    """A session: its form of scoring, its regulations by their names ('matchpoints.scale'), and what happened."""

    form: str
    winners: int
    boards: int
    rules: dict[str, str]
    contestants: list[str]
    tables: list[Table] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    carried: dict[str, Fraction] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)
    sat_out: list[tuple[str, int]] = field(default_factory=list)
    benched: list[tuple[str, int, int | None]] = field(default_factory=list)
    """Who had nobody to play a board with, the board and the round."""

    def at(self, board: int) -> list[Table]:
        """The tables that have something of a board."""
        return [table for table in self.tables if table.board == board]

    def of(self, contestant: str) -> list[tuple[Table, str]]:
        """Where a contestant sat, and on which side."""
        return [(table, side) for table in self.tables for side in SIDES if contestant in players(table.seat(side))]
