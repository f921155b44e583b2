"""How a table's board may count: outcomes with their weights, and what is awarded in the place of a comparison."""

from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import Struct

from ledger.bridge import Side
from ledger.scoring.derivation import Derivation


class Outcome(NamedTuple):
    """One outcome a table may count as: its weight, North–South's score, and its name on screens."""

    weight: Fraction | int
    ns_score: int
    name: str = ""

    def seen_from(self, side: Side) -> int:
        """The score with the side's own sign."""
        return self.ns_score if side is Side.NS else -self.ns_score


Entry = tuple[Outcome, ...]
"""How a table counts for the others; the weights sum to one. A plain result is one outcome of weight 1."""


class Share(Struct, frozen=True):
    """An artificial score: a derivation of the fraction of the top, or of the IMPs, for each side (Law 12C2).

    A side has one, or one for each of two individuals, whose other boards are not the same. `unless` counts instead
    where it is better for the side that has more; of two individuals, for both. A side that is not there has none.
    """

    ns: tuple[Derivation, ...]
    ew: tuple[Derivation, ...]
    unless: Entry = ()

    def of(self, side: Side) -> Derivation:
        """One side's; of two individuals the first one's."""
        return self._own(side)[0]

    def has(self, side: Side) -> bool:
        """Whether a side has a score."""
        return bool(self._own(side))

    def most(self, side: Side) -> Derivation:
        """The most that any of a side has."""
        return max(self._own(side), key=lambda share: share.value)

    def for_seat(self, at: int) -> "Share":
        """The award as the first or the second of a side has it."""
        return Share(self.ns[at : at + 1] or self.ns, self.ew[at : at + 1] or self.ew, self.unless)

    def _own(self, side: Side) -> tuple[Derivation, ...]:
        return self.ns if side is Side.NS else self.ew


class Damage(Struct, frozen=True):
    """Law 12C1(e): the non-offenders, and how the table would count as A, as B and as C."""

    nos: Side
    a: Entry
    b: Entry
    c: Entry

    def entry(self, letter: Literal["a", "b", "c"]) -> Entry:
        """How the table would count as one of them."""
        return {"a": self.a, "b": self.b, "c": self.c}[letter]


class GivenOutright(Struct, frozen=True):
    """A score in the form's own unit that the director gave outright."""

    ns: Fraction
    ew: Fraction
