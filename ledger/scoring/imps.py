"""Pairs in IMPs. Butler: against the datum, the mean of the results without the extreme ones (spec §2.5).

A weighted score enters the datum with fractions, and itself scores the mean of its outcomes' IMPs (golden D22).
Trimming removes frequency, and may remove part of a weighted outcome.

Cross-IMPs: against every other result, divided as the regulations say (spec §2.6; golden P09, D23).
"""

from fractions import Fraction
from math import floor

from ledger.bridge import Side
from ledger.bridge.scales import imps
from ledger.labels import Phrase, phrase_of
from ledger.laws.regulations import BoardRounding, Butler, Regulations
from ledger.laws.rounding import RoundTo, short_text
from ledger.scoring.board import ImpBoard
from ledger.scoring.derivation import Arithmetic, Derivation, N, Rule, derive, leaf, round_off
from ledger.scoring.form import comparison_text, imp_scale
from ledger.scoring.line import Field, Line, Outcome, by_table, frequencies


class ButlerBoard(ImpBoard):
    """A board on which each side's result is compared with a datum."""

    name = "butler"
    balanced = False

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self.datums = {side: datum(frequencies(field.entries(side)), regulations.butler) for side in Side}

    def datum(self) -> int:
        """Return North–South's datum."""
        return int(self.datums[Side.NS].value)

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """Return the IMPs for the difference between a score and the datum, both in the side's own sign."""
        own_datum = by.known(self.datums[side])
        if side is Side.EW:
            own_datum = by.derived(
                Rule.PRODUCT, "datum for East–West", [by.given(-1, "turned"), own_datum], unit="points"
            )
        name, own_score = outcome.name or "the score", outcome.seen_from(side)
        difference = own_score - by.value(own_datum)
        score = by.given(own_score, name, events=line.events, unit="points")

        def text() -> Phrase:
            return Phrase(
                "%(name)s %(own)s against the datum: %(difference)s is %(imps)s",
                name=name,
                own=f"{own_score:+d}",
                difference=short_text(difference),
                imps=f"{imps(int(difference)):+d}",
            )

        return by.derived(Rule.IMPS, text, [score, own_datum], unit=self.unit)


def datum(scores: dict[int, Fraction | int], rules: Butler) -> Derivation:
    """Return the datum of North–South scores and their frequencies; 0 without results (golden P08, P16, D22).

    >>> from ledger.laws.rounding import Rounding
    >>> datum({620: 1, 600: 1, 170: 1, -100: 1}, Butler("1", "10", Rounding.HALF_EVEN)).value
    Fraction(380, 1)
    """
    kept = trim_scores(scores, _results_to_cut(_count(scores), rules.trim))
    if not kept:
        return leaf(0, "no results, so no datum", unit="points")
    parts = [
        derive(Rule.PRODUCT, f"{count} × {score:+d}", [leaf(count, "weight"), leaf(score, "score")], unit="points")
        for score, count in sorted(kept.items(), reverse=True)
    ]
    cut = Phrase(" without the %(trim)s highest and lowest", trim=rules.trim) if kept != scores else ""
    cut = Phrase(" in the middle") if cut and rules.trim == "median" else cut
    total = derive(Rule.SUM, Phrase("North–South's scores%(cut)s", cut=cut), parts, unit="points")
    mean = derive(Rule.QUOTIENT, "their mean", [total, leaf(_count(kept), "results")], unit="points")
    return round_off(
        mean, Phrase("datum, rounded to %(unit)s", unit=rules.unit), RoundTo(Fraction(rules.unit), rules.rounding)
    )


def _results_to_cut(results: Fraction, trim: str) -> Fraction:
    part = {"5%": Fraction(5, 100), "1/7": Fraction(results > 4, 7)}.get(trim)
    if part is not None:
        return Fraction(floor(results * part + Fraction(1, 2)))
    # half of what is beside one result: the halves of the two in the middle remain of an even number
    return (results - 1) / 2 if trim == "median" else Fraction(trim)


def _count(scores: dict[int, Fraction | int]) -> Fraction:
    return Fraction(sum(scores.values()))


def trim_scores(scores: dict[int, Fraction | int], cut: Fraction | int) -> dict[int, Fraction | int]:
    """Return the frequencies without the `cut` highest and the `cut` lowest scores; unchanged if none would remain."""
    if _count(scores) <= 2 * cut:
        return scores
    return _without_lowest(_without_lowest(scores, cut, reverse=False), cut, reverse=True)


def _without_lowest(
    scores: dict[int, Fraction | int], cut: Fraction | int, *, reverse: bool
) -> dict[int, Fraction | int]:
    remaining = Fraction(cut)
    kept: dict[int, Fraction | int] = {}
    for score in sorted(scores, reverse=reverse):
        removed = min(remaining, Fraction(scores[score]))
        remaining -= removed
        if frequency := scores[score] - removed:
            kept[score] = frequency
    return kept


class CrossImpBoard(ImpBoard):
    """A board on which every result is compared with all others."""

    name = "cross-imps"
    of_a_field = True

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self.field_of = {side: frequencies(field.entries(side)) for side in Side}
        self.results = {side: field.results(side) for side in Side}

    @classmethod
    def comparisons(cls, expected: int, regulations: Regulations) -> int:
        """Return how many comparisons a score adds up: one less than the expected results; 1 if the sum is divided."""
        return max(expected - 1, 1) if regulations.cross_imps.divisor == "none" else 1

    def divisor(self, side: Side) -> int:
        """Return the number by which a side's sum of comparisons is divided."""
        carried = self.regulations.cross_imps.fewer_results == "results" and not self.victory_points(self.regulations)
        results = self.expected if carried else self.results[side]
        divisors = {"none": 1, "comparisons": results - 1, "results": results}
        return max(divisors[self.regulations.cross_imps.divisor], 1)

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """Return the rule that converts a match of pairs (XIMPQ) by the scale of teams; None without conversion."""
        return imp_scale(regulations) if regulations.matches.pairs == "converted" else None

    @classmethod
    def board_rounding(cls, regulations: Regulations) -> BoardRounding:
        """Return the rounding of a board; exact if matches are converted, since they are rounded once (spec §2.6)."""
        rules = super().board_rounding(regulations)
        return BoardRounding("exact", rules.rounding) if cls.victory_points(regulations) else rules

    def pairings(self, side: Side) -> int:
        """Return the number of pairs of results of a side, r(r−1)/2; 1 if there is none."""
        results = self.results[side]
        return max(results * (results - 1) // 2, 1)

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """Return the sum of an outcome's IMPs against all other tables, divided as the regulations say."""
        own_score = outcome.seen_from(side)
        results, divisor = self.results[side] - line.in_field(side), self.divisor(side)
        total = by.compared(
            comparison_text(outcome, own_score, results),
            lambda: self._table_by_table(line, side, own_score, by),
            lambda: self._sum_by_frequency(line, side, own_score),
            events=line.events,
            unit=self.unit,
        )
        carried = self._carry_to_expected(total, results, by)
        if divisor == 1:
            return carried
        parts = [carried, by.given(divisor, self.regulations.cross_imps.divisor)]
        return by.derived(
            Rule.QUOTIENT,
            Phrase("divided by %(divisor)s", divisor=phrase_of(self.regulations.cross_imps.divisor)),
            parts,
            unit=self.unit,
        )

    def _carry_to_expected(self, total: N, comparisons: int, by: Arithmetic[N]) -> N:
        """Return a sum of too few comparisons, multiplied up to the expected number.

        By comparisons, (E − 1)/(A − 1) (Law 87B; golden W07, W08), or by results, E/A (White Book §4.2.4; golden P25).
        """
        if comparisons in (0, self.expected - 1) or self.victory_points(self.regulations):
            return total
        rules, expected, among = self.regulations.cross_imps, self.expected - 1, comparisons
        if rules.fewer_results == "results":
            expected, among = self.expected, comparisons + 1
        elif rules.divisor != "none":  # the division by comparisons has carried it up already
            return total
        counted = (
            Phrase.counted("%(number)s result", "%(number)s results", among)
            if rules.fewer_results == "results"
            else Phrase.counted("%(number)s comparison", "%(number)s comparisons", among)
        )
        text = Phrase("%(many)s carried to %(of)s", many=counted, of=expected)
        return by.derived(Rule.PRODUCT, text, [total, by.given(Fraction(expected, among), text)], unit=self.unit)

    def _table_by_table(self, line: Line, side: Side, own: int, by: Arithmetic[N]) -> list[N]:
        field = (each for each in self.field.compared if each.in_field(side) and each.seating != line.seating)
        lines = [each.of(side) for each in sorted(field, key=by_table)]
        return [self.comparison(own, each, side, self.versus, by) for each in lines]

    def _sum_by_frequency(self, line: Line, side: Side, own: int) -> Fraction:
        itself = frequencies([(line.entry(side), 1)]) if line.in_field(side) else {}
        return Fraction(self._sum_imps(own, self.field_of[side], side) - self._sum_imps(own, itself, side))

    def _sum_imps(self, own: int, frequency: dict[int, Fraction | int], side: Side) -> Fraction | int:
        most = self.regulations.cross_imps.most
        return sum(
            weight * max(-most, min(most, imps(own - (ns_score if side is Side.NS else -ns_score))))
            for ns_score, weight in frequency.items()
        )

    def versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        """Return the IMPs for one score compared with another, up to the regulated maximum."""
        score, most = super().versus(own, theirs, by), self.regulations.cross_imps.most
        exact = by.value(score)
        if abs(exact) <= most:
            return score
        rule, limit = (Rule.MINIMUM, most) if exact > 0 else (Rule.MAXIMUM, -most)
        text = Phrase("%(what)s, limited to %(limit)s", what=phrase_of(by.text(score)), limit=f"{limit:+d}")
        return by.derived(rule, text, [score, by.given(limit, "the most of a comparison")], unit=self.unit)
