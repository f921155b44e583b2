"""Matchpoints (Law 78A): two points for every result beaten and one for every tie, or half of both.

Each side has its own chart, because a split score counts differently for the two (golden D03). A table
that counts as a weighting enters with fractions of a result (golden P02, D01). Where fewer results than
expected can be compared, the Neuberg formula carries the matchpoints to the full top (golden D06, P18).
"""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from ledger.bridge import Side
from ledger.derivation import Derivation, Rule, derived, given
from ledger.laws.regulations import BoardRounding, Regulations
from ledger.scoring.board import ScoredBoard, entry_of
from ledger.scoring.line import Entry, Line, Outcome


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

    def __init__(self, entries: Sequence[Entry], side: Side) -> None:
        self.sign = 1 if side is Side.NS else -1
        self.results = len(entries)
        frequency: dict[int, Fraction | int] = {}
        for entry in entries:
            for outcome in entry:
                own = self.sign * outcome.ns_score
                frequency[own] = frequency.get(own, 0) + outcome.weight
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


class MatchpointBoard(ScoredBoard):
    """A board of matchpoint pairs or individuals."""

    unit = "MP"

    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        super().__init__(lines, expected, regulations)
        self.tie = regulations.matchpoints.tie
        self.top = top(expected, self.tie)
        self.average = self.top / 2
        self.charts = {side: Chart([entry_of(line, side) for line in self.compared], side) for side in Side}

    @property
    def rounding(self) -> BoardRounding:
        """As the regulations of matchpoints say."""
        return self.regulations.board

    def worth(self, line: Line, side: Side, outcome: Outcome) -> Fraction:
        """Matchpoints straight from the frequencies, carried to the full top."""
        chart = self.charts[side]
        raw = chart.matchpoints(outcome.ns_score, entry_of(line, side))
        return neuberg(raw, self.expected, chart.results) * self.tie

    def tell(self, line: Line, side: Side, outcome: Outcome) -> Derivation:
        """Table by table: a win, a tie, a loss."""
        own = outcome.seen_from(side)
        others = [self.comparison(own, other, side, self._versus) for other in self.compared if other is not line]
        count = f"{len(others)} other result{'' if len(others) == 1 else 's'}"
        text = f"{outcome.name or 'the score'} {own:+d} against {count}"
        raw = derived(Rule.SUM, text, others, events=line.events, unit=self.unit)
        results = self.charts[side].results
        return raw if results == self.expected else self._tell_neuberg(raw, results, outcome.name)

    def share(self, line: Line, share: Derivation) -> Derivation:
        """An artificial score is a share of the full top, whatever could be compared (Law 12C2)."""
        parts = [share, given(self.top, "top of the board", unit=self.unit)]
        return derived(Rule.PRODUCT, "of the top", parts, law=line.law, events=line.events, unit=self.unit)

    def _versus(self, own: int, theirs: int) -> Derivation:
        earned = points(own, theirs)
        return given(self.tie * earned, ("loss", "tie", "win")[earned], unit=self.unit)

    def _tell_neuberg(self, raw: Derivation, results: int, name: str) -> Derivation:
        per_tie = given(self.tie, "per tie")
        doubled = raw if self.tie == 1 else derived(Rule.QUOTIENT, "on the 2/1/0 scale", [raw, per_tie], unit=self.unit)
        parts = [doubled, given(self.expected, "results expected"), given(results, "results compared")]
        carried = derived(Rule.NEUBERG, f"Neuberg: {results} results carried to {self.expected}", parts, unit=self.unit)
        if self.tie == 1:
            return carried
        return derived(Rule.PRODUCT, f"{name} on the 1/½/0 scale".strip(), [carried, per_tie], unit=self.unit)
