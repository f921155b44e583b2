"""What the forms scored in IMPs share: a score against another, and the averages by which halves are rounded."""

from ledger.bridge import imps
from ledger.scoring.arithmetic import Arithmetic, N
from ledger.scoring.board import ScoredBoard
from ledger.scoring.rule import Rule


class ImpBoard(ScoredBoard):
    """A board scored in IMPs; each contestant's IMPs are from its own point of view."""

    def versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        """IMPs for a score against another."""
        parts = [by.given(own, "own score"), by.given(theirs, "theirs")]
        text = f"{own - theirs:+d} is {imps(own - theirs):+d}"
        return by.derived(Rule.IMPS, text, parts, unit=self.unit)
