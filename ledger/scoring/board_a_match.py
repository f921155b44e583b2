"""Board-a-match: against its own other room a team wins, ties or loses the board: 1, ½, 0 (golden D20, D21).

Or twice that, where the regulations say so: point-a-board as EBUScore prints it (golden P27).
"""

from fractions import Fraction

from ledger.laws.regulations import Regulations
from ledger.scoring.derivation import HOW, Arithmetic, N, Rule
from ledger.scoring.field import Field
from ledger.scoring.form import sign
from ledger.scoring.line import Line
from ledger.scoring.matchpoints import points
from ledger.scoring.teams import RoomsBoard


class BoardAMatch(RoomsBoard):
    """A board of teams that is won, tied or lost."""

    name = "board-a-match"
    unit = "points"
    laws = ("86",)
    penalty_units = ("%", "points")

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self.average = self.top(expected, regulations) / 2

    @classmethod
    def verdict(cls, margin: int) -> int:
        """Whether it is won, tied or lost."""
        return sign(margin)

    @classmethod
    def top(cls, expected: int, regulations: Regulations) -> Fraction:
        """The board won."""
        return Fraction(2 if regulations.board_a_match.scale == "2/1/0" else 1)

    def share(self, line: Line, share: N, by: Arithmetic[N]) -> N:
        """A share of the board won, which may be one point or two (Law 12C2)."""
        if self.average == Fraction(1, 2):
            return super().share(line, share, by)
        parts = [share, by.given(2 * self.average, "the board won", unit=self.unit)]
        return by.derived(Rule.PRODUCT, "of the board", parts, law=line.law, events=line.events, unit=self.unit)

    def versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        """A win, a tie or a loss."""
        earned = points(own, theirs)
        return by.given(earned * self.average, HOW[earned], unit=self.unit)
