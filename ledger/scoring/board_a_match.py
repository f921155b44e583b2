"""Board-a-match: against its own other room a team wins, ties or loses the board: 1, ½, 0 (golden D20, D21)."""

from fractions import Fraction

from ledger.laws.regulations import Regulations
from ledger.scoring.derivation import Arithmetic, N
from ledger.scoring.form import sign
from ledger.scoring.matchpoints import points
from ledger.scoring.teams import RoomsBoard


class BoardAMatch(RoomsBoard):
    """A board of teams that is won, tied or lost."""

    name = "board-a-match"
    unit = "points"
    laws = ("86",)
    penalty_units = ("%", "points")
    average = Fraction(1, 2)

    @classmethod
    def verdict(cls, margin: int) -> int:
        """Whether it is won, tied or lost."""
        return sign(margin)

    @classmethod
    def top(cls, expected: int, regulations: Regulations) -> Fraction:
        """The board won."""
        return Fraction(1)

    def versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        """A win, a tie or a loss."""
        earned = points(own, theirs)
        return by.given(Fraction(earned, 2), ("loss", "tie", "win")[earned], unit=self.unit)
