"""Regulations: everything the arithmetic depends on that the Laws leave to the organiser. They are data.

A profile is a TOML file of these tables; `SessionOpened` pins the *resolved* values, so an old session
keeps its numbers when a profile changes.
"""

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ledger.rounding import Rounding


class Matchpoints(Struct, frozen=True, forbid_unknown_fields=True):
    """Law 78A: the scale is for a win, a tie and a loss against each other result."""

    scale: Literal["2/1/0", "1/0.5/0"]

    @property
    def tie(self) -> Fraction:
        """Matchpoints for a tie; a win is worth twice that."""
        return Fraction(1) if self.scale == "2/1/0" else Fraction(1, 2)


class BoardRounding(Struct, frozen=True, forbid_unknown_fields=True):
    """Rounding of one contestant's score on one board: 'exact', or a unit such as '0.1'."""

    unit: str
    rounding: Rounding


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """The session total: factored up for boards not played, then rounded.

    `factoring`: 'field' to the most boards any contestant of the same direction played, 'session' to the
    most any contestant at all played, 'none'.
    """

    factoring: Literal["field", "session", "none"]
    unit: str
    rounding: Rounding


class Percentages(Struct, frozen=True, forbid_unknown_fields=True):
    """The percentage: of the exact sum over the boards played, or of the rounded and factored total."""

    of: Literal["exact-sum", "rounded-total"]
    unit: str
    rounding: Rounding


class Imps(Struct, frozen=True, forbid_unknown_fields=True):
    """IMPs of one contestant on one board, their total, and what A+ is worth (A− is worth the same the other way)."""

    board: BoardRounding
    total: Totals
    artificial: int


class Butler(Struct, frozen=True, forbid_unknown_fields=True):
    """The datum: results cut off at each end ('0', '1', '2', or '5%' of them), and the rounding of their mean."""

    trim: Literal["0", "1", "2", "5%"]
    unit: str
    rounding: Rounding


class CrossImps(Struct, frozen=True, forbid_unknown_fields=True):
    """By what the sum of the comparisons is divided: nothing, their number, or the number of results."""

    divisor: Literal["none", "comparisons", "results"]


class Knockout(Struct, frozen=True, forbid_unknown_fields=True):
    """Law 12C4: is each team's score rounded 'before' the averaging, the average 'after', or 'never'?"""

    rounded: Literal["before", "after", "never"]


class Matches(Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points of a match of teams: the WBF's continuous scale, the discrete one, or IMPs as they are."""

    vp: Literal["continuous", "discrete", "none"]


class Regulations(Struct, frozen=True, forbid_unknown_fields=True):
    """The resolved regulations of one session."""

    profile: str
    title: str
    matchpoints: Matchpoints
    board: BoardRounding
    total: Totals
    percent: Percentages
    imps: Imps
    butler: Butler
    cross_imps: CrossImps
    knockout: Knockout
    matches: Matches
