"""Butler: IMPs against the datum, the mean of the results without the extreme ones (spec §2.5).

A weighted score enters the datum with its fractions, and itself scores the mean of its outcomes' IMPs
(golden D22). Trimming takes away frequency, so it may take part of a weighted outcome.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from ledger.bridge import Side, imps
from ledger.laws.regulations import Butler, Regulations
from ledger.laws.rounding import round_to, short_text
from ledger.scoring.board import entry_of, sum_of
from ledger.scoring.derivation import Derivation, Rule, derived, given, rounded
from ledger.scoring.imp_board import ImpBoard, frequencies
from ledger.scoring.line import Line, Outcome


class ButlerBoard(ImpBoard):
    """A board on which every result is compared with the datum of its side's chart."""

    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        super().__init__(lines, expected, regulations)
        self.datums = {side: self._datum(side) for side in Side}

    def worth(self, line: Line, side: Side, outcome: Outcome) -> Fraction:
        """IMPs for the difference to the datum."""
        return Fraction(imps(int(outcome.seen_from(side) - self._seen(side))))

    def tell(self, line: Line, side: Side, outcome: Outcome) -> Derivation:
        """The score, the datum, and how that comes about."""
        own = given(outcome.seen_from(side), f"{outcome.name or 'the score'}", events=line.events, unit="points")
        datum = self.datums[side]
        if side is Side.EW:
            datum = derived(Rule.PRODUCT, "datum for East–West", [given(-1, "turned"), datum], unit="points")
        difference = own.value - datum.value
        text = f"{outcome.name or 'the score'} {int(own.value):+d} against the datum: {short_text(difference)} is {imps(int(difference)):+d}"
        return derived(Rule.IMPS, text, [own, datum], unit=self.unit)

    def _seen(self, side: Side) -> Fraction:
        datum = self.datums[side].value
        return datum if side is Side.NS else -datum

    def _datum(self, side: Side) -> Derivation:
        chart = frequencies((entry_of(line, side), tables) for line, tables in self.kinds)
        return datum(chart, self.regulations.butler)


def datum(chart: dict[int, Fraction | int], rules: Butler) -> Derivation:
    """The datum of a chart of North–South scores and how often each counts (golden P08, P16, D22).

    >>> from ledger.laws.rounding import Rounding
    >>> datum({620: 1, 600: 1, 170: 1, -100: 1}, Butler("1", "10", Rounding.HALF_EVEN)).value
    Fraction(380, 1)
    """
    kept = trimmed(chart, _cut(sum_of(Fraction(count) for count in chart.values()), rules.trim))
    if not kept:
        return given(0, "no results, so no datum", unit="points")
    parts = [
        derived(Rule.PRODUCT, f"{count} × {score:+d}", [given(count, "weight"), given(score, "score")], unit="points")
        for score, count in sorted(kept.items(), reverse=True)
    ]
    number = sum_of(Fraction(count) for count in kept.values())
    cut = f" without the {rules.trim} highest and lowest" if rules.trim != "0" and len(kept) < len(chart) else ""
    total = derived(Rule.SUM, f"North–South's scores{cut}", parts, unit="points")
    mean = derived(Rule.QUOTIENT, "their mean", [total, given(number, "results")], unit="points")
    value = round_to(mean.value, Fraction(rules.unit), rules.rounding)
    return mean if value == mean.value else rounded(value, f"datum, rounded to {rules.unit}", mean)


def trimmed(chart: dict[int, Fraction | int], cut: int) -> dict[int, Fraction | int]:
    """The chart without so many results at each end; as it is where nothing would be left."""
    total = sum_of(Fraction(count) for count in chart.values())
    if total <= 2 * cut:
        return chart
    return _without_lowest(_without_lowest(chart, cut, reverse=False), cut, reverse=True)


def _without_lowest(chart: dict[int, Fraction | int], cut: int, *, reverse: bool) -> dict[int, Fraction | int]:
    left = Fraction(cut)
    kept: dict[int, Fraction | int] = {}
    for score in sorted(chart, reverse=reverse):
        taken = min(left, Fraction(chart[score]))
        left -= taken
        if rest := chart[score] - taken:
            kept[score] = rest
    return kept


def _cut(results: Fraction, trim: str) -> int:
    return floor(results * 5 / 100 + Fraction(1, 2)) if trim == "5%" else int(trim)
