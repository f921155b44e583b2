"""Butler: IMPs against the datum, the mean of the results without the extreme ones (spec §2.5).

A weighted score enters the datum with its fractions, and itself scores the mean of its outcomes' IMPs
(golden D22). Trimming takes away frequency, so it may take part of a weighted outcome.
"""

from fractions import Fraction
from math import floor

from ledger.bridge import Side
from ledger.bridge.imp import imps
from ledger.labels.phrases import Phrase
from ledger.laws.regulations import Butler, Regulations
from ledger.laws.rounding import RoundTo, short_text
from ledger.scoring.board import ImpBoard
from ledger.scoring.derivation import Arithmetic, Derivation, N, Rule, derived, given, rounded
from ledger.scoring.field import Field, frequencies
from ledger.scoring.line import Line, Outcome


class ButlerBoard(ImpBoard):
    """A board on which every result is compared with the datum of its side's field."""

    name = "butler"
    balanced = False

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self.datums = {side: datum(frequencies(field.entries(side)), regulations.butler) for side in Side}

    def datum(self) -> int:
        """The mean that North–South are measured by."""
        return int(self.datums[Side.NS].value)

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """IMPs for the difference to the datum, which East–West see with their own sign."""
        seen = by.known(self.datums[side])
        if side is Side.EW:
            seen = by.derived(Rule.PRODUCT, "datum for East–West", [by.given(-1, "turned"), seen], unit="points")
        name, own = outcome.name or "the score", outcome.seen_from(side)
        difference = own - by.value(seen)
        score = by.given(own, name, events=line.events, unit="points")
        return by.derived(Rule.IMPS, lambda: _text(name, own, difference), [score, seen], unit=self.unit)


def _text(name: str, own: int, difference: Fraction) -> str:
    return Phrase(
        "%(name)s %(own)s against the datum: %(difference)s is %(imps)s",
        name=name,
        own=f"{own:+d}",
        difference=short_text(difference),
        imps=f"{imps(int(difference)):+d}",
    )


def datum(scores: dict[int, Fraction | int], rules: Butler) -> Derivation:
    """The datum of North–South scores and how often each counts (golden P08, P16, D22).

    >>> from ledger.laws.rounding import Rounding
    >>> datum({620: 1, 600: 1, 170: 1, -100: 1}, Butler("1", "10", Rounding.HALF_EVEN)).value
    Fraction(380, 1)
    """
    kept = trimmed(scores, _cut(_number(scores), rules.trim))
    if not kept:
        return given(0, "no results, so no datum", unit="points")
    parts = [_often(score, count) for score, count in sorted(kept.items(), reverse=True)]
    cut = Phrase(" without the %(trim)s highest and lowest", trim=rules.trim) if kept != scores else ""
    total = derived(Rule.SUM, Phrase("North–South's scores%(cut)s", cut=cut), parts, unit="points")
    mean = derived(Rule.QUOTIENT, "their mean", [total, given(_number(kept), "results")], unit="points")
    return rounded(
        mean, Phrase("datum, rounded to %(unit)s", unit=rules.unit), RoundTo(Fraction(rules.unit), rules.rounding)
    )


def _often(score: int, count: Fraction | int) -> Derivation:
    """A score times how often it counts."""
    parts = [given(count, "weight"), given(score, "score")]
    return derived(Rule.PRODUCT, f"{count} × {score:+d}", parts, unit="points")


def _number(scores: dict[int, Fraction | int]) -> Fraction:
    return Fraction(sum(scores.values()))


def trimmed(scores: dict[int, Fraction | int], cut: int) -> dict[int, Fraction | int]:
    """The scores without so many results at each end; as they are where nothing would be left."""
    if _number(scores) <= 2 * cut:
        return scores
    return _without_lowest(_without_lowest(scores, cut, reverse=False), cut, reverse=True)


def _without_lowest(scores: dict[int, Fraction | int], cut: int, *, reverse: bool) -> dict[int, Fraction | int]:
    left = Fraction(cut)
    kept: dict[int, Fraction | int] = {}
    for score in sorted(scores, reverse=reverse):
        taken = min(left, Fraction(scores[score]))
        left -= taken
        if rest := scores[score] - taken:
            kept[score] = rest
    return kept


def _cut(results: Fraction, trim: str) -> int:
    return floor(results * 5 / 100 + Fraction(1, 2)) if trim == "5%" else int(trim)
