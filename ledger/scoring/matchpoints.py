"""Matchpoints (Law 78A): two points for every result beaten and one for every tie, or half of both.

Each side has its own frequencies, because a split score counts differently for the two (golden D03). A table
that counts as a weighting enters with fractions of a result (golden P02, D01). Where fewer results than
expected can be compared, the Neuberg formula carries the matchpoints to the full top (golden D06, P18).
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
from ledger.scoring.derivation import HOW, Arithmetic, N, Rule
from ledger.scoring.form import against_others, sign
from ledger.scoring.line import EachSide, Entry, Field, Line, Outcome, by_table, frequencies


def top(expected: int, tie: Fraction) -> Fraction:
    """The most a contestant can score on a board with this many results expected.

    >>> top(13, Fraction(1)), top(13, Fraction(1, 2))  # golden S02, P18
    (Fraction(24, 1), Fraction(12, 1))
    """
    return 2 * tie * (expected - 1)


class Frequencies:
    """How often one side made each score, with its own sign; inside 2/1/0, whole where no table is a weighting."""

    def __init__(self, entries: Iterable[tuple[Entry, int]], side: Side) -> None:
        known = list(entries)
        self.sign = 1 if side is Side.NS else -1
        self.results = sum(tables for _, tables in known)
        self._often = {self.sign * score: often for score, often in frequencies(known).items()}
        self._scores = sorted(self._often)
        self._below = [0, *accumulate(self._often[score] for score in self._scores)]

    def matchpoints(self, ns_score: int, entry: Entry) -> Fraction | int:
        """What a score earns against every other entry, `entry` being the table's own."""
        own = self.sign * ns_score
        at = bisect_left(self._scores, own)
        itself = sum(points(own, self.sign * outcome.ns_score) * outcome.weight for outcome in entry)
        return 2 * self._below[at] + self._often.get(own, 0) - itself


def points(own: int, other: int) -> int:
    """2 for a win, 1 for a tie, 0 for a loss."""
    return 1 + sign(own - other)


def counted(line: Line, side: Side, rules: Matchpoints) -> Entry:
    """How a line counts for the others: as it is, not at all, or as its heaviest outcome.

    Of equally heavy outcomes the one that is better for the non-offenders counts (spec §4.5).
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
    laws = ()
    penalty_units = ("%", "MP")

    def __init__(self, field: Field, expected: int, regulations: Regulations) -> None:
        super().__init__(field, expected, regulations)
        self.rules = regulations.matchpoints
        self.field_of: dict[Side, Frequencies] = {}
        for side in Side:
            found = ((counted(line, side, self.rules), tables) for line, tables in field.by_kind)
            self.field_of[side] = Frequencies([(entry, tables) for entry, tables in found if entry], side)
        if self.rules.fewer_results == "own-top":
            self.expected = max(each.results for each in self.field_of.values()) or expected
        self.full = self.top(self.expected, regulations)
        self.average = self.full / 2
        whole = self.top(expected, self.regulations)
        self.short = 1 - self.full / whole if whole else Fraction(0)

    @classmethod
    def verdict(cls, margin: int) -> int:
        """Whether it is won, tied or lost."""
        return sign(margin)

    @classmethod
    def top(cls, expected: int, regulations: Regulations) -> Fraction:
        """Every other result beaten; twice the results in Ascherman's scale."""
        rules = regulations.matchpoints
        return Fraction(2 * expected) if rules.with_itself else top(max(expected, 1), rules.tie)

    @classmethod
    def board_rounding(cls, regulations: Regulations) -> BoardRounding:
        """As the regulations of matchpoints say."""
        return regulations.board

    @classmethod
    def totals(cls, regulations: Regulations) -> Totals:
        """As the regulations of matchpoints say."""
        return regulations.total

    @classmethod
    def victory_points(cls, regulations: Regulations) -> Rule | None:
        """By the percentage of a match, where the regulations convert matches of pairs."""
        return Rule.VP_PERCENT if regulations.matches.pairs == "converted" else None

    @classmethod
    def counted(cls, line: Line, side: Side, regulations: Regulations) -> Entry:
        """As it is, not at all, or as its heaviest outcome."""
        return counted(line, side, regulations.matchpoints)

    @classmethod
    def cancels_lone_results(cls, expected: int, regulations: Regulations) -> bool:
        """Where the regulations have small groups: a group of one has nothing to be compared with (Law 87B)."""
        return expected > 1 and regulations.matchpoints.fewer_results in ("small-groups", "acbl-groups")

    @property
    def shared_out(self) -> bool:
        """Not in a small group, where both sides have their 60% and more."""
        found = {self.field.results(side) for side in Side}
        return all(results == self.expected or self._method(results) != "small-group" for results in found)

    def worth(self, line: Line, side: Side, outcome: Outcome, by: Arithmetic[N]) -> N:
        """A win, a tie, a loss against every other table; carried to the full top where tables are missing."""
        own = outcome.seen_from(side)
        results = self.field_of[side].results + (not self._itself(line, side))
        others = results - 1
        raw = by.compared(
            against_others(outcome, own, others),
            lambda: self._table_by_table(line, side, own, by),
            lambda: (
                self.field_of[side].matchpoints(outcome.ns_score, self._itself(line, side)) * self.rules.tie
                + self.rules.with_itself
            ),
            events=line.events,
            unit=self.unit,
        )
        return raw if results == self.expected else self._carried(raw, results, outcome.name, by)

    def share(self, line: Line, share: N, by: Arithmetic[N]) -> N:
        """An artificial score is a share of the full top, whatever could be compared (Law 12C2)."""
        parts = [share, by.given(self.full, "top of the board", unit=self.unit)]
        return by.derived(Rule.PRODUCT, "of the top", parts, law=line.law, events=line.events, unit=self.unit)

    # Comparing

    def _itself(self, line: Line, side: Side) -> Entry:
        """How the table counts in the field: of two rulings each side is scored by one, and the others see both."""
        return counted(self.field.at(line.seating), side, self.rules)

    def _table_by_table(self, line: Line, side: Side, own: int, by: Arithmetic[N]) -> list[N]:
        others = [other for other in self.field.compared if other.seating != line.seating]
        field = [other for other in others if counted(other, side, self.rules)]
        found: list[N] = []
        for other in sorted(field, key=by_table):
            as_counted = structs.replace(other.of(side), entries={side: counted(other, side, self.rules)})
            found.append(self.comparison(own, as_counted, side, self._versus, by))
        if self.rules.with_itself:
            found.append(by.given(self.rules.with_itself, "itself: tie", unit=self.unit))
        return found

    def _versus(self, own: int, theirs: int, by: Arithmetic[N]) -> N:
        earned = points(own, theirs)
        return by.given(self.rules.tie * earned, HOW[earned], unit=self.unit)

    # Fewer results than expected, or more

    def _carried(self, raw: N, results: int, name: str, by: Arithmetic[N]) -> N:
        """Matchpoints among fewer results than expected, or more, by the method of the regulations."""
        method = self._method(results)
        if method == "shrink":
            text = Phrase("an average for each result that is missing")
            missing = by.given((self.expected - results) * self.rules.tie, text, unit=self.unit)
            return by.derived(Rule.SUM, "top lowered and bottom raised", [raw, missing], unit=self.unit)
        if method == "proportion":
            # The same share of the full top as it is of its own (golden P26); a result alone has the average
            own = self.top(results, self.regulations)
            if not own:
                text = Phrase("a result by itself: average")
                return by.derived(
                    Rule.SUM, text, [by.given(self.average, "half of the top", unit=self.unit)], unit=self.unit
                )
            text = Phrase(
                "the same share of the top with %(expected)s results as of that with %(results)s",
                expected=self.expected,
                results=results,
            )
            return by.derived(Rule.PRODUCT, text, [raw, by.given(self.full / own, "top by own top")], unit=self.unit)
        itself = by.given(self.rules.with_itself, "itself", unit=self.unit)
        if self.rules.with_itself:
            raw = by.derived(Rule.DIFFERENCE, "without itself", [raw, itself], unit=self.unit)
        carried = self._on_the_full_scale(raw, results, method, name, by)
        if self.rules.with_itself and method == "neuberg":
            return by.derived(Rule.SUM, "with itself", [carried, itself], unit=self.unit)
        return carried

    def _on_the_full_scale(self, raw: N, results: int, method: str, name: str, by: Arithmetic[N]) -> N:
        """The formulas are for the 2/1/0 scale: doubled before them in the half scale, halved after them."""
        if self.rules.tie == 1:
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

    def _method(self, results: int) -> str:
        """How a board with fewer results is carried; with more than expected it keeps the share of its own top."""
        if results > self.expected:
            return "proportion"
        match self.rules.fewer_results:
            case "small-groups":
                small = results <= 3 and 3 * results <= self.expected
                return "small-group" if small else "neuberg"
            case "acbl-groups":
                small = results <= 2 or (results == 3 and self._beside_a_larger_group)
                return "small-group" if small else "neuberg"
            case other:
                return other

    @cached_property
    def _beside_a_larger_group(self) -> bool:
        """Whether more than three results are of another version of the board (golden P29)."""
        for field in self.field.versions:
            results = sum(
                tables for line, tables in field.by_kind if any(counted(line, side, self.rules) for side in Side)
            )
            if field is not self.field and results > 3:
                return True
        return False
