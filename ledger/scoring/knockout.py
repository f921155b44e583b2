"""Knockout matches of teams: where a ruling left a board unbalanced, each team gets half the difference (Law 12C4)."""

from fractions import Fraction

from ledger.bridge import Side
from ledger.bridge.imp import imps
from ledger.labels.phrases import Phrase, phrase_of
from ledger.laws.regulations import BoardRounding
from ledger.laws.rounding import Rounding, RoundTo
from ledger.scoring.derivation import Arithmetic, N, Rule
from ledger.scoring.line import Line
from ledger.scoring.teams import RoomsBoard


class KnockoutBoard(RoomsBoard):
    """Teams in a knockout match: what does not balance is averaged (Law 12C4; golden D10–D12)."""

    name = "knockout"
    one_match = True
    laws = ("12C4", "86", "12C2(b)")

    @classmethod
    def verdict(cls, margin: int) -> int:
        """How many IMPs it is."""
        return imps(margin)

    @property
    def rounding(self) -> BoardRounding:
        """Each team's score is rounded before the averaging only where the regulations say so."""
        own = super().rounding
        return own if self.regulations.knockout.rounded == "before" else BoardRounding("exact", own.rounding)

    def scored(self, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """A team's score for the board; half the difference of the two where they do not balance."""
        own, theirs = super().scored(line, side, by), super().scored(line, side.other, by)
        if by.value(own) == -by.value(theirs):
            return self._rounded_after(own, line, side, by)
        scores = [
            by.saying(own, Phrase("own score before the averaging: %(what)s", what=phrase_of(by.text(own)))),
            by.saying(theirs, Phrase("the opponents' own score: %(what)s", what=phrase_of(by.text(theirs)))),
        ]
        difference = by.derived(Rule.DIFFERENCE, "own score less the opponents'", scores, unit=self.unit)
        parts = [difference, by.given(2, "two teams")]
        half = by.derived(Rule.QUOTIENT, "halved", parts, law="12C4", unit=self.unit)
        return self._rounded_after(half, line, side, by)

    def _rounded_after(self, score: N, line: Line, side: Side, by: Arithmetic[N]) -> N:
        """The two scores balance and still do: toward the non-offenders only where one side alone has offended."""
        to = super().rounding
        if self.regulations.knockout.rounded != "after" or to.unit == "exact":
            return score
        offenders = self.offenders(line) if to.rounding is Rounding.TOWARD_NOS else None
        up = side not in offenders if offenders and len(offenders) == 1 else None
        return by.rounded(
            score, Phrase("rounded to %(unit)s", unit=to.unit), RoundTo(Fraction(to.unit), to.rounding, up=up)
        )
