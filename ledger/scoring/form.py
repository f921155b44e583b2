"""What a form of scoring states about itself, so that nobody else need know which forms there are."""

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, TypeVar

from ledger.bridge import Side
from ledger.laws.regulations import BoardRounding, Regulations, Totals
from ledger.scoring.derivation import Rule
from ledger.scoring.line import Entry, Line, Seating

T = TypeVar("T")

_SCALES = {"continuous": Rule.VP_CONTINUOUS, "discrete": Rule.VP_DISCRETE, "table": Rule.VP_TABLE}

MOST_IMPS = 24
"""The IMP scale ends there (Law 78B)."""


class Form:
    """The facts of one form of scoring; those stated here are of a form in IMPs whose contestants are pairs."""

    name: ClassVar[str]
    """What the office calls it: 'butler'."""

    unit: ClassVar[str] = "IMP"
    """What a board is scored in: 'MP', 'IMP', or 'points' at board-a-match."""

    rooms: ClassVar[int] = 1
    """At how many tables a contestant plays a board: teams of four at two, in two rooms."""

    one_match: ClassVar[bool] = False
    """Whether all boards two teams play are one match, with a carry-over, whatever the round."""

    of_a_field: ClassVar[bool] = False
    """Whether a score depends on how many results its board should have, since it is compared with all of them."""

    balanced: ClassVar[bool] = True
    """Whether what one side scores on a board the other does not: of the top, or of nothing in IMPs."""

    laws: ClassVar[tuple[str, ...]] = ("12C2(b)",)
    """The laws that fit only some forms, of which this is one."""

    penalty_units: ClassVar[tuple[str, ...]] = ("IMP",)
    """What a penalty may be in."""

    @classmethod
    def teams(cls) -> bool:
        """Whether contestants are teams."""
        return cls.rooms > 1

    @classmethod
    def other_tables(cls, board: Mapping[Seating, T], seating: Seating) -> list[T]:
        """What stands for the other tables whose results make a contestant's score on a board, where there are some."""
        return []

    @classmethod
    def verdict(cls, margin: int) -> int | None:
        """All that a score depends on of its margin over each it is compared with; None where it depends on more."""
        return None

    @classmethod
    def top(cls, expected: int, regulations: Regulations) -> Fraction | None:
        """What the best possible score on a board of so many results earns; None where there is none: in IMPs."""
        return None

    @classmethod
    def board_rounding(cls, regulations: Regulations) -> BoardRounding:
        """To what one contestant's score on one board is rounded."""
        return regulations.imps.board if cls.teams() else regulations.imps.last

    @classmethod
    def totals(cls, regulations: Regulations) -> Totals:
        """How session totals are factored and rounded."""
        return regulations.imps.total

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """How the score of a match becomes victory points; None where it is a total as it is."""
        return None

    @classmethod
    def units_of_penalties(cls, regulations: Regulations) -> tuple[str, ...]:
        """What a penalty may be in: in victory points too, where matches are converted."""
        own = cls.penalty_units
        return own if "VP" in own or cls.victory_points(regulations) is None else (*own, "VP")

    @classmethod
    def in_matches(cls, regulations: Regulations) -> bool:
        """Whether contestants are ranked by their matches: teams are, and pairs whose matches are converted."""
        return cls.teams() or cls.victory_points(regulations) is not None

    @classmethod
    def comparisons(cls, expected: int, regulations: Regulations) -> int:
        """How many comparisons a score sums up undivided: what an average of 3 IMPs is times (golden P17)."""
        return 1

    @classmethod
    def awardable(cls, expected: int, regulations: Regulations) -> tuple[Fraction, Fraction]:
        """The least and the most a score given outright may be: in IMPs, of every comparison it sums up undivided."""
        top = cls.top(expected, regulations)
        most = Fraction(MOST_IMPS * cls.comparisons(expected, regulations))
        return (-most, most) if top is None else (Fraction(0), top)

    @classmethod
    def counted(cls, line: Line, side: Side, regulations: Regulations) -> Entry:
        """How a line counts for the others of a side's field; nothing where it is outside."""
        return line.entry(side) if line.in_field(side) else ()


def imp_scale(regulations: Regulations) -> Rule | None:
    """The scale IMPs of a match are converted by; None where the regulations leave them as they are."""
    return _SCALES.get(regulations.matches.vp)


def sign(margin: int) -> int:
    """A win, a tie, a loss: 1, 0, −1."""
    return (margin > 0) - (margin < 0)
