"""Matchpoints (Law 78A): two points for every result beaten and one for every tie, or half of both.

Each side has its own frequencies, because a split score counts differently for the two (golden D03). A weighted table
enters with fractions of a result (golden P02, D01). If fewer results than expected can be compared, the Neuberg formula
carries the matchpoints to the full top (golden D06, P18).
"""

from bisect import bisect_left
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from msgspec import structs

from ledger.bridge import Side
from ledger.labels import Phrase, phrase_of
from ledger.laws.regulations import BoardRounding, Matchpoints, Regulations, Totals
from ledger.scoring.board import ScoredBoard
from ledger.scoring.derivation import COMPARISON_NAMES, Arithmetic, N, Rule
from ledger.scoring.form import comparison_text, sign
from ledger.scoring.line import EachSide, Entry, Field, Line, Outcome, by_table, frequencies


def top(expected: int, tie: Fraction) -> Fraction:
    """Return the best possible score on a board with so many results; `tie`: the matchpoints for a tie.

    >>> top(13, Fraction(1)), top(13, Fraction(1, 2))  # golden S02, P18
    (Fraction(24, 1), Fraction(12, 1))
    """
    return 2 * tie * (expected - 1)


class Frequencies:
    """How often each score occurs on one side, in that side's sign; a weighted score counts in fractions."""

    def __init__(self, entries: Iterable[tuple[Entry, int]], side: Side) -> None:
        counts = list(entries)
        self.sign = 1 if side is Side.NS else -1
        self.results = sum(tables for _, tables in counts)
        self._frequency = {self.sign * score: count for score, count in frequencies(counts).items()}
        self._scores = sorted(self._frequency)
        self._below = [0, *accumulate(self._frequency[score] for score in self._scores)]

    def matchpoints(self, ns_score: int, entry: Entry) -> Fraction | int:
        """Return the matchpoints (2/1/0) of a score against all tables but its own, whose outcomes are `entry`."""
        own_score = self.sign * ns_score
        position = bisect_left(self._scores, own_score)
        itself = sum(points(own_score, self.sign * outcome.ns_score) * outcome.weight for outcome in entry)
        return 2 * self._below[position] + self._frequency.get(own_score, 0) - itself


def points(own: int, compared: int) -> int:
    """Return the matchpoints (2/1/0) of one comparison: 2 for a win, 1 for a tie, 0 for a loss."""
    return 1 + sign(own - compared)


def outcomes_to_compare(line: Line, side: Side, rules: Matchpoints) -> Entry:
    """Return a line's outcomes for comparison with a side at other tables: all, the heaviest or none, as regulated.

    Of equally heavy outcomes the better one for the non-offenders counts (spec §4.5).
    """
    if line.entries is None or side not in line.entries:
        return ()
    entry = line.entries[side]
    if rules.weighted_field == "excluded" and any(len(each) > 1 for each in line.entries.values()):
        return ()
    if rules.weighted_field != "heaviest" or len(entry) == 1:
        return entry
    favoured = Side.EW if line.offenders == frozenset({Side.NS}) else Side.NS
    if isinstance(line.award, EachSide):
        favoured = side.other
    heaviest = max(entry, key=lambda outcome: (outcome.weight, outcome.seen_from(favoured)))
    return (heaviest._replace(weight=1),)


class MatchpointBoard(ScoredBoard):
    """A board of matchpoint pairs or individuals."""

    name = "matchpoints"
    unit = "MP"
    of_a_field = True
    matters = ()
    penalty_units = ("%", "MP")

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self.rules = regulations.matchpoints
        self.field_of: dict[Side, Frequencies] = {}
        for side in Side:
            counts = ((outcomes_to_compare(line, side, self.rules), tables) for line, tables in field.by_kind)
            self.field_of[side] = Frequencies([(entry, tables) for entry, tables in counts if entry], side)
        if self.rules.fewer_results == "own-top":
            self.expected = max(each.results for each in self.field_of.values()) or expected
        self.full = self.top(self.expected, regulations)
        self.average = self.full / 2
        session_top = self.top(expected, self.regulations)
        self.short = 1 - self.full / session_top if session_top else Fraction(0)

    @classmethod
    def verdict(cls, margin: int) -> int:
        """Return 1 for a margin that wins, 0 for a tie, −1 for one that loses."""
        return sign(margin)

    @classmethod
    def top(cls, expected: int, regulations: Regulations) -> Fraction:
        """Return the best possible score on a board; on Ascherman's scale twice the number of results."""
        rules = regulations.matchpoints
        return Fraction(2 * expected) if rules.with_itself else top(max(expected, 1), rules.tie)

    @classmethod
    def board_rounding(cls, regulations: Regulations) -> BoardRounding:
        """Return the regulations' rounding of matchpoints on a board."""
        return regulations.board

    @classmethod
    def totals(cls, regulations: Regulations) -> Totals:
        """Return the regulations' rules for matchpoint totals."""
        return regulations.total

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """Return the rule that converts a match's percentage into victory points; None if matches are not converted."""
        return Rule.VP_PERCENT if regulations.matches.pairs == "converted" else None

    @classmethod
    def counted(cls, line: Line, side: Side, regulations: Regulations) -> Entry:
        """Return a line's outcomes for comparison with a side at other tables, weighted as regulated; () for none."""
        return outcomes_to_compare(line, side, regulations.matchpoints)

    @classmethod
    def cancels_lone_results(cls, expected: int, regulations: Regulations) -> bool:
        """Return whether a result without any comparison is cancelled, as it is under small-group rules (Law 87B)."""
        return expected > 1 and regulations.matchpoints.fewer_results in ("small-groups", "acbl-groups")

    @property
    def shares_fixed_total(self) -> bool:
        """True unless there are so few results that they form a small group: both sides may get 60% and more there."""
        numbers = {self.field.results(side) for side in Side}
        return all(results == self.expected or self._carry_method(results) != "small-group" for results in numbers)

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """Return the matchpoints of an outcome against all other tables, adjusted as regulated for missing results."""
        own_score = outcome.seen_from(side)
        results = self.field_of[side].results + (not self._own_entry(line, side))
        compared = results - 1
        raw = by.compared(
            comparison_text(outcome, own_score, compared),
            lambda: self._table_by_table(line, side, own_score, by),
            lambda: (
                self.field_of[side].matchpoints(outcome.ns_score, self._own_entry(line, side)) * self.rules.tie
                + self.rules.with_itself
            ),
            events=line.events,
            unit=self.unit,
        )
        return raw if results == self.expected else self._carry_to_full_top(raw, results, outcome.name, by)

    def share(self, line: Line, share: N, by: Arithmetic[N]) -> N:
        """Return an artificial score as a share of the full top, even if fewer results were compared (Law 12C2)."""
        parts = [share, by.given(self.full, "top of the board", unit=self.unit)]
        return by.derived(Rule.PRODUCT, "of the top", parts, law=line.law, events=line.events, unit=self.unit)

    def _own_entry(self, line: Line, side: Side) -> Entry:
        # as the field counts the table: with two rulings each side is scored by one of them alone
        return outcomes_to_compare(self.field.at(line.seating), side, self.rules)

    def _table_by_table(self, line: Line, side: Side, own_score: int, by: Arithmetic[N]) -> list[N]:
        lines = [each for each in self.field.compared if each.seating != line.seating]
        field = [each for each in lines if outcomes_to_compare(each, side, self.rules)]
        comparisons: list[N] = []
        for compared in sorted(field, key=by_table):
            as_counted = structs.replace(
                compared.of(side), entries={side: outcomes_to_compare(compared, side, self.rules)}
            )
            comparisons.append(self.comparison(own_score, as_counted, side, self._compare_scores, by))
        if self.rules.with_itself:
            comparisons.append(by.given(self.rules.with_itself, "itself: tie", unit=self.unit))
        return comparisons

    def _compare_scores(self, own_score: int, theirs: int, by: Arithmetic[N]) -> N:
        earned = points(own_score, theirs)
        return by.given(self.rules.tie * earned, COMPARISON_NAMES[earned], unit=self.unit)

    def _carry_to_full_top(self, raw: N, results: int, name: str, by: Arithmetic[N]) -> N:
        method = self._carry_method(results)
        if method == "shrink":
            text = Phrase("an average for each result that is missing")
            missing = by.given((self.expected - results) * self.rules.tie, text, unit=self.unit)
            return by.derived(Rule.SUM, "top lowered and bottom raised", [raw, missing], unit=self.unit)
        if method == "proportion":
            # an equal share of the full top as of its own top (golden P26); a lone result has the average
            own_top = self.top(results, self.regulations)
            if not own_top:
                text = Phrase("a result by itself: average")
                return by.derived(
                    Rule.SUM, text, [by.given(self.average, "half of the top", unit=self.unit)], unit=self.unit
                )
            text = Phrase(
                "the same share of the top with %(expected)s results as of that with %(results)s",
                expected=self.expected,
                results=results,
            )
            return by.derived(
                Rule.PRODUCT, text, [raw, by.given(self.full / own_top, "top by own top")], unit=self.unit
            )
        itself = by.given(self.rules.with_itself, "itself", unit=self.unit)
        if self.rules.with_itself:
            raw = by.derived(Rule.DIFFERENCE, "without itself", [raw, itself], unit=self.unit)
        carried = self._carry_on_usual_scale(raw, results, method, name, by)
        if self.rules.with_itself and method == "neuberg":
            return by.derived(Rule.SUM, "with itself", [carried, itself], unit=self.unit)
        return carried

    def _carry_on_usual_scale(self, raw: N, results: int, method: str, name: str, by: Arithmetic[N]) -> N:
        if self.rules.tie == 1:  # the formulas are for the 2/1/0 scale: the half scale is doubled, then halved
            return self._by_formula(raw, results, method, by)
        tie = by.given(self.rules.tie, "per tie")
        doubled = by.derived(Rule.QUOTIENT, "on the 2/1/0 scale", [raw, tie], unit=self.unit)
        carried = self._by_formula(doubled, results, method, by)
        return by.derived(
            Rule.PRODUCT,
            (Phrase("%(name)s on the 1/½/0 scale", name=phrase_of(name)) if name else Phrase("on the 1/½/0 scale")),
            [carried, tie],
            unit=self.unit,
        )

    def _by_formula(self, doubled: N, results: int, method: str, by: Arithmetic[N]) -> N:
        among = by.given(results, "results compared")
        if method == "small-group":
            text = Phrase("group of %(results)s: 60%% and 5%% a matchpoint from the middle", results=results)
            full = by.given(self.full / self.rules.tie, "top", unit=self.unit)
            return by.derived(Rule.SMALL_GROUP, text, [doubled, among, full], unit=self.unit)
        text = Phrase.counted(
            "Neuberg: %(number)s result carried to %(expected)s",
            "Neuberg: %(number)s results carried to %(expected)s",
            results,
            expected=self.expected,
        )
        expected = by.given(self.expected, "results expected")
        return by.derived(Rule.NEUBERG, text, [doubled, expected, among], unit=self.unit)

    def _carry_method(self, results: int) -> str:
        if results > self.expected:  # too many results keep their share of the larger top
            return "proportion"
        match self.rules.fewer_results:
            case "small-groups":
                small = results <= 3 and 3 * results <= self.expected
                return "small-group" if small else "neuberg"
            case "acbl-groups":
                small = results <= 2 or (results == 3 and self._has_larger_group)
                return "small-group" if small else "neuberg"
            case method:
                return method

    @cached_property
    def _has_larger_group(self) -> bool:
        for field in self.field.versions:
            results = sum(
                tables
                for line, tables in field.by_kind
                if any(outcomes_to_compare(line, side, self.rules) for side in Side)
            )
            if field is not self.field and results > 3:  # golden P29
                return True
        return False
