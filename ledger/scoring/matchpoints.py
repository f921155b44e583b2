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
from ledger.derivation import Derivation, Rule, derived, given, rounded
from ledger.laws.regulations import Regulations
from ledger.laws.weighting import weight_text
from ledger.rounding import round_to
from ledger.scoring.line import BoardScores, Entry, GivenOutright, Line, Score, Share

UNIT = "MP"


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


def score_board(lines: Sequence[Line], expected: int, regulations: Regulations) -> BoardScores:
    """Every table's scores on one board, `expected` being the results a board of this session should have."""
    board = _Board(lines, expected, regulations)
    return {line.seating: {side: board.score(line, side) for side in Side} for line in lines}


class _Board:
    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        self.regulations = regulations
        self.tie = regulations.matchpoints.tie
        self.expected = expected
        self.top = top(expected, self.tie)
        self.compared = [line for line in lines if line.charts is not None]
        self.charts = {side: Chart([line.charts[side] for line in self.compared if line.charts], side) for side in Side}

    def score(self, line: Line, side: Side) -> Score:
        match line.award:
            case Share() as share:
                told = self._share(line, share.ns if side is Side.NS else share.ew)
                return Score(told.value, lambda: told)
            case GivenOutright(ns, ew):
                outright = given(ns if side is Side.NS else ew, "awarded outright", events=line.events, unit=UNIT)
                return Score(outright.value, lambda: outright)
            case None:
                exact = self._exact(line, side)
                value = self._round(exact)
                return Score(value, lambda: self._tell_rounded(self._tell(line, side), value))

    def _share(self, line: Line, share: Derivation) -> Derivation:
        parts = [share, given(self.top, "top of the board", unit=UNIT)]
        exact = derived(Rule.PRODUCT, "of the top", parts, law=line.law, events=line.events, unit=UNIT)
        return self._tell_rounded(exact, self._round(exact.value))

    def _round(self, value: Fraction) -> Fraction:
        board = self.regulations.board
        return value if board.unit == "exact" else round_to(value, Fraction(board.unit), board.rounding, self.top / 2)

    def _tell_rounded(self, exact: Derivation, value: Fraction) -> Derivation:
        if exact.value == value:
            return exact
        return rounded(value, f"rounded to {self.regulations.board.unit}", exact)

    # The number, straight from the frequencies …

    def _exact(self, line: Line, side: Side) -> Fraction:
        entry, chart = _entry(line, side), self.charts[side]
        if len(entry) == 1:
            raw = chart.matchpoints(entry[0].ns_score, entry)
        else:
            raw = sum(outcome.weight * chart.matchpoints(outcome.ns_score, entry) for outcome in entry)
        return neuberg(raw, self.expected, chart.results) * self.tie

    # … and how it comes about, table by table.

    def _tell(self, line: Line, side: Side) -> Derivation:
        entry = _entry(line, side)
        outcomes = [self._tell_outcome(line, side, outcome.ns_score, outcome.name) for outcome in entry]
        if len(entry) == 1:
            return outcomes[0]
        weighted = [
            derived(
                Rule.PRODUCT, f"{weight_text(Fraction(outcome.weight))} of {outcome.name}",
                [given(outcome.weight, "weight"), told], unit=UNIT,
            )
            for outcome, told in zip(entry, outcomes, strict=True)
        ]  # fmt: skip
        return derived(Rule.SUM, "weighted", weighted, law=line.law, events=line.events, unit=UNIT)

    def _tell_outcome(self, line: Line, side: Side, ns_score: int, name: str) -> Derivation:
        own = self.charts[side].sign * ns_score
        others = [self._comparison(own, other, side) for other in self.compared if other is not line]
        text = (
            f"{name or 'the score'} {own:+d} against {len(others)} other {'result' if len(others) == 1 else 'results'}"
        )
        raw = derived(Rule.SUM, text, others, events=line.events, unit=UNIT)
        results = self.charts[side].results
        if results == self.expected:
            return raw
        return self._tell_neuberg(raw, results, name)

    def _tell_neuberg(self, raw: Derivation, results: int, name: str) -> Derivation:
        doubled = (
            raw
            if self.tie == 1
            else derived(Rule.QUOTIENT, "on the 2/1/0 scale", [raw, given(self.tie, "per tie")], unit=UNIT)
        )
        parts = [doubled, given(self.expected, "results expected"), given(results, "results compared")]
        carried = derived(Rule.NEUBERG, f"Neuberg: {results} results carried to {self.expected}", parts, unit=UNIT)
        if self.tie == 1:
            return carried
        return derived(
            Rule.PRODUCT,
            f"{name} on the 1/½/0 scale".strip(),
            [carried, given(self.tie, "per tie")],
            unit=UNIT,
        )

    def _comparison(self, own: int, other: Line, side: Side) -> Derivation:
        entry = _entry(other, side)
        versus = [self._versus(own, self.charts[side].sign * outcome.ns_score) for outcome in entry]
        source = f" ({other.note})" if other.note else ""
        if len(entry) == 1:
            theirs = self.charts[side].sign * entry[0].ns_score
            text = f"{other.name}{source} {theirs:+d}: {versus[0].text}"
            return versus[0].saying(text, events=other.events)
        parts = [
            derived(
                Rule.PRODUCT, f"{weight_text(Fraction(outcome.weight))} {outcome.name} {self.charts[side].sign * outcome.ns_score:+d}: {worth.text}",
                [given(outcome.weight, "weight"), worth], unit=UNIT,
            )
            for outcome, worth in zip(entry, versus, strict=True)
        ]  # fmt: skip
        return derived(Rule.SUM, f"{other.name}{source}, weighted", parts, events=other.events, unit=UNIT)

    def _versus(self, own: int, theirs: int) -> Derivation:
        earned = points(own, theirs)
        return given(self.tie * earned, ("loss", "tie", "win")[earned], unit=UNIT)


def _entry(line: Line, side: Side) -> Entry:
    assert line.charts is not None
    return line.charts[side]
