"""Matchpoints (Law 78A): two points for every result beaten and one for every tie, or half of both.

Each side has its own chart, because a split score counts differently for the two (golden D03). A table
that counts as a weighting enters with fractions of a result (golden P02, D01). Where fewer results than
expected can be compared, the Neuberg formula carries the matchpoints to the full top (golden D06, P18).
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate

from msgspec import structs

from ledger.bridge import Side
from ledger.laws.regulations import BoardRounding, Matchpoints, Regulations
from ledger.scoring.board import ScoredBoard, entry_of
from ledger.scoring.derivation import Derivation, Rule, derived, follow, given
from ledger.scoring.line import Entry, Line, Outcome, by_table


def top(expected: int, tie: Fraction) -> Fraction:
    """The most a contestant can score on a board with this many results expected.

    >>> top(13, Fraction(1)), top(13, Fraction(1, 2))  # golden S02, P18
    (Fraction(24, 1), Fraction(12, 1))
    """
    return 2 * tie * (expected - 1)


class Chart:
    """The frequencies of one side's field on one board, seen with that side's own sign.

    All matchpoints inside are on the 2/1/0 scale.
    """

    def __init__(self, entries: Iterable[tuple[Entry, int]], side: Side) -> None:
        """`entries`: how tables count, and how many count so."""
        self.sign = 1 if side is Side.NS else -1
        self.results = 0
        frequency: dict[int, Fraction | int] = {}
        for entry, tables in entries:
            self.results += tables
            for outcome in entry:
                own = self.sign * outcome.ns_score
                frequency[own] = frequency.get(own, 0) + outcome.weight * tables
        self.scores = sorted(frequency)
        self.frequency = frequency
        self.below = [0, *accumulate(frequency[score] for score in self.scores)]

    def matchpoints(self, ns_score: int, entry: Entry) -> Fraction | int:
        """What a score earns against every other entry, `entry` being the table's own."""
        own = self.sign * ns_score
        at = bisect_left(self.scores, own)
        tied = self.frequency.get(own, 0)
        return 2 * self.below[at] + tied - self._from_itself(own, entry)

    def _from_itself(self, own: int, entry: Entry) -> Fraction | int:
        return sum(points(own, self.sign * outcome.ns_score) * outcome.weight for outcome in entry)


def points(own: int, other: int) -> int:
    """2 for a win, 1 for a tie, 0 for a loss."""
    return (own > other) * 2 + (own == other)


def neuberg(matchpoints: Fraction | int, expected: int, actual: int) -> Fraction:
    """Matchpoints among `actual` results carried to `expected` (2/1/0 scale; golden P04, P06, D06).

    >>> neuberg(9, 7, 6)
    Fraction(32, 3)
    """
    if expected == actual:
        return Fraction(matchpoints)
    return Fraction(matchpoints + 1) * expected / actual - 1


def counted(line: Line, side: Side, rules: Matchpoints) -> Entry:
    """How a line counts for the others: as it is, not at all, or as its heaviest outcome.

    Of equally heavy outcomes the one that is better for the non-offenders counts (spec §4.5).
    """
    entry = entry_of(line, side)
    if rules.weighted_field == "excluded" and any(len(entry_of(line, each)) > 1 for each in Side):
        return ()
    if rules.weighted_field != "heaviest" or len(entry) == 1:
        return entry
    favoured = Side.EW if line.offenders == frozenset({Side.NS}) else Side.NS
    heaviest = max(entry, key=lambda outcome: (outcome.weight, outcome.seen_from(favoured)))
    return (heaviest._replace(weight=1),)


class MatchpointBoard(ScoredBoard):
    """A board of matchpoint pairs or individuals."""

    unit = "MP"

    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        super().__init__(lines, expected, regulations)
        self.rules = regulations.matchpoints
        self.tie = self.rules.tie
        self.top = board_top(expected, regulations)
        self.average = self.top / 2
        field = [(line, tables) for line, tables in self.kinds if self._in_field(line)]
        self.charts = {
            side: Chart(((counted(line, side, self.rules), tables) for line, tables in field), side) for side in Side
        }

    def _in_field(self, line: Line) -> bool:
        """Whether the others are compared with a line."""
        return line.charts is not None and bool(counted(line, Side.NS, self.rules))

    @property
    def rounding(self) -> BoardRounding:
        """As the regulations of matchpoints say."""
        return self.regulations.board

    def _among(self, line: Line, side: Side) -> int:
        """How many results the line is compared among, its own included."""
        return self.charts[side].results + (not self._in_field(line))

    def worth(self, line: Line, side: Side, outcome: Outcome) -> Fraction:
        """Matchpoints straight from the frequencies, carried to the full top."""
        own = counted(line, side, self.rules) if self._in_field(line) else ()
        raw = self.charts[side].matchpoints(outcome.ns_score, own)
        return self._carried(raw, self._among(line, side)) * self.tie

    def _carried(self, raw: Fraction | int, results: int) -> Fraction:
        """Matchpoints among fewer results than expected, by the method of the regulations."""
        if results == self.expected:
            return Fraction(raw) + self.rules.with_itself
        match self._method(results):
            case "shrink":
                return Fraction(raw) + self.expected - results
            case "small-group":
                return follow(Rule.SMALL_GROUP, [Fraction(raw), Fraction(results), self.top / self.tie])
            case _:
                return neuberg(raw, self.expected, results) + self.rules.with_itself

    def _method(self, results: int) -> str:
        match self.rules.fewer_results:
            case "small-groups":
                return "small-group" if results <= 3 and 3 * results <= self.expected else "neuberg"
            case "acbl-groups":
                return "small-group" if results <= 2 else "neuberg"
            case other:
                return other

    def tell(self, line: Line, side: Side, outcome: Outcome) -> Derivation:
        """Table by table: a win, a tie, a loss."""
        own = outcome.seen_from(side)
        field = sorted(filter(self._in_field, self.compared), key=by_table)
        others = [self._compared(own, other, side) for other in field if other is not line]
        count = f"{len(others)} other result{'' if len(others) == 1 else 's'}"
        text = f"{outcome.name or 'the score'} {own:+d} against {count}"
        if self.rules.with_itself:
            others.append(given(self.rules.with_itself, "itself: tie", unit=self.unit))
        raw = derived(Rule.SUM, text, others, events=line.events, unit=self.unit)
        results = self._among(line, side)
        return raw if results == self.expected else self._tell_carried(raw, results, outcome.name)

    def share(self, line: Line, share: Derivation) -> Derivation:
        """An artificial score is a share of the full top, whatever could be compared (Law 12C2)."""
        parts = [share, given(self.top, "top of the board", unit=self.unit)]
        return derived(Rule.PRODUCT, "of the top", parts, law=line.law, events=line.events, unit=self.unit)

    def _compared(self, own: int, other: Line, side: Side) -> Derivation:
        as_counted = structs.replace(other, charts={side: counted(other, side, self.rules)})
        return self.comparison(own, as_counted, side, self._versus)

    def _versus(self, own: int, theirs: int) -> Derivation:
        earned = points(own, theirs)
        return given(self.tie * earned, ("loss", "tie", "win")[earned], unit=self.unit)

    def _tell_carried(self, raw: Derivation, results: int, name: str) -> Derivation:
        if self._method(results) == "shrink":
            missing = given(
                (self.expected - results) * self.tie, "an average for each result that is missing", unit=self.unit
            )
            return derived(Rule.SUM, "top lowered and bottom raised", [raw, missing], unit=self.unit)
        per_tie, itself = given(self.tie, "per tie"), given(self.rules.with_itself, "itself", unit=self.unit)
        plain = derived(Rule.DIFFERENCE, "without itself", [raw, itself], unit=self.unit) if itself.value else raw
        doubled = (
            plain if self.tie == 1 else derived(Rule.QUOTIENT, "on the 2/1/0 scale", [plain, per_tie], unit=self.unit)
        )
        carried = self._tell_method(doubled, results)
        if itself.value:
            carried = derived(Rule.SUM, "with itself", [carried, itself], unit=self.unit)
        if self.tie == 1:
            return carried
        return derived(Rule.PRODUCT, f"{name} on the 1/½/0 scale".strip(), [carried, per_tie], unit=self.unit)

    def _tell_method(self, doubled: Derivation, results: int) -> Derivation:
        if self._method(results) == "small-group":
            parts = [doubled, given(results, "results compared"), given(self.top / self.tie, "top", unit=self.unit)]
            return derived(
                Rule.SMALL_GROUP, f"group of {results}: 60% and 5% a matchpoint from the middle", parts, unit=self.unit
            )
        parts = [doubled, given(self.expected, "results expected"), given(results, "results compared")]
        return derived(Rule.NEUBERG, f"Neuberg: {results} results carried to {self.expected}", parts, unit=self.unit)


def board_top(expected: int, regulations: Regulations) -> Fraction:
    """What percentages of a board are of: its top; twice the results in Ascherman's scale."""
    rules = regulations.matchpoints
    return Fraction(2 * expected) if rules.with_itself else top(max(expected, 1), rules.tie)
