"""What comes back from a form of scoring: a side's score with its derivation, and the numbers of both sides."""

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from ledger.bridge import Side
from ledger.scoring.derivation import Derivation


class Score(Struct, frozen=True):
    """One side's score at one table on one board: the number, and on demand how it comes about.

    `counts` is False where there is none: the other room of a team match is missing, or it is no board for the side.
    """

    value: Fraction
    explain: Callable[[], Derivation]
    counts: bool = True

    def derivation(self) -> Derivation:
        """The derivation of exactly this value. ArithmeticError where it comes to another: a program error."""
        return of_exactly(self.value, self.explain())


def of_exactly(value: Fraction, derivation: Derivation) -> Derivation:
    """A derivation that comes to what was scored; ArithmeticError where it does not, also under `python -O`."""
    if derivation.value != value:
        raise ArithmeticError(f"{derivation.text}: derived as {derivation.value}, scored as {value}")
    return derivation


class Pair(Struct, frozen=True, gc=False):
    """What both sides have at a table; None where there is none, or none yet.

    A side of two individuals has what the first of them has; `beside` is how much more, or less, a second one has.
    """

    ns: Fraction | None
    ew: Fraction | None
    beside: tuple[tuple[str, Fraction], ...] = ()

    def of(self, side: Side, contestant: str | None = None) -> Fraction | None:
        """A side's score, or that of one contestant of it.

        >>> str(Pair(Fraction(4), Fraction(0), (("2", Fraction(-2)),)).of(Side.NS, "2"))
        '2'
        """
        score = self.ns if side is Side.NS else self.ew
        own = next((more for whose, more in self.beside if whose == contestant), None)
        return score if own is None or score is None else score + own


NO_SCORES = Pair(None, None)
"""What both sides have at a table that is not there."""
