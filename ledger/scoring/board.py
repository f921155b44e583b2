"""What every form of scoring shares: weighted outcomes, artificial scores, rounding, and how they are told.

A form says what one outcome is worth at one table (`worth`), and tells it (`tell`); the rest is here, once.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import ClassVar

from ledger.bridge import Side
from ledger.derivation import Derivation, Rule, derived, given, rounded
from ledger.laws.regulations import BoardRounding, Regulations
from ledger.laws.weighting import weight_text
from ledger.rounding import round_to
from ledger.scoring.line import BoardScores, Entry, GivenOutright, Line, Outcome, Score, Share


class ScoredBoard(ABC):
    """One board of one form of scoring. `expected` is how many results a board of the session should have."""

    unit: ClassVar[str]

    def __init__(self, lines: Sequence[Line], expected: int, regulations: Regulations) -> None:
        self.lines = lines
        self.expected = expected
        self.regulations = regulations
        self.compared = [line for line in lines if line.charts is not None]

    def scores(self) -> BoardScores:
        """Both sides' scores at every table."""
        return {line.seating: {side: self._score(line, side) for side in Side} for line in self.lines}

    # What a form says

    @abstractmethod
    def worth(self, line: Line, side: Side, outcome: Outcome) -> Fraction:
        """What an outcome is worth to a side at this table; exact."""

    @abstractmethod
    def tell(self, line: Line, side: Side, outcome: Outcome) -> Derivation:
        """The same, told."""

    @abstractmethod
    def share(self, line: Line, share: Derivation) -> Derivation:
        """What an artificial award is worth."""

    @property
    @abstractmethod
    def rounding(self) -> BoardRounding:
        """To what one contestant's score on one board is rounded."""

    average: Fraction = Fraction(0)
    """The score halves lean on, and a balanced pair of scores is symmetrical about."""

    def counts(self, line: Line) -> bool:
        """Whether the line can be scored yet."""
        return True

    # What follows

    def _score(self, line: Line, side: Side) -> Score:
        match line.award:
            case Share() as award:
                return self._told(self.share(line, award.ns if side is Side.NS else award.ew))
            case GivenOutright(ns, ew):
                value = ns if side is Side.NS else ew
                return self._told(given(value, "awarded outright", events=line.events, unit=self.unit))
            case None:
                if not self.counts(line):
                    return Score(Fraction(0), lambda: given(0, "not compared yet", unit=self.unit), counts=False)
                value = self._round(
                    sum_of(self.worth(line, side, outcome) * outcome.weight for outcome in entry_of(line, side))
                )
                return Score(value, lambda: self._tell_rounded(self._weighted(line, side)))

    def _told(self, exact: Derivation) -> Score:
        told = self._tell_rounded(exact)
        return Score(told.value, lambda: told)

    def _round(self, value: Fraction) -> Fraction:
        to = self.rounding
        return value if to.unit == "exact" else round_to(value, Fraction(to.unit), to.rounding, self.average)

    def _tell_rounded(self, exact: Derivation) -> Derivation:
        value = self._round(exact.value)
        return exact if exact.value == value else rounded(value, f"rounded to {self.rounding.unit}", exact)

    def _weighted(self, line: Line, side: Side) -> Derivation:
        entry = entry_of(line, side)
        outcomes = [self.tell(line, side, outcome) for outcome in entry]
        if len(entry) == 1:
            return outcomes[0]
        parts = [
            weigh(outcome, f"of {outcome.name or signed(outcome, side)}", told)
            for outcome, told in zip(entry, outcomes, strict=True)
        ]
        return derived(Rule.SUM, "weighted", parts, law=line.law, events=line.events, unit=self.unit)

    def comparison(self, own: int, other: Line, side: Side, versus: Callable[[int, int], Derivation]) -> Derivation:
        """A score against another table: one comparison, or one for each outcome it counts as, weighted."""
        entry = entry_of(other, side)
        source = f"{other.name} ({other.note})" if other.note else other.name
        against = [versus(own, outcome.seen_from(side)) for outcome in entry]
        if len(entry) == 1:
            (only,) = against
            return only.saying(f"{source} {signed(entry[0], side)}: {only.text}", events=other.events)
        parts = [
            weigh(outcome, f"{outcome.name} {signed(outcome, side)}: {told.text}", told)
            for outcome, told in zip(entry, against, strict=True)
        ]
        return derived(Rule.SUM, f"{source}, weighted", parts, events=other.events, unit=self.unit)


def weigh(outcome: Outcome, text: str, told: Derivation) -> Derivation:
    """The weight of an outcome times what it is worth."""
    weight = Fraction(outcome.weight)
    return derived(Rule.PRODUCT, f"{weight_text(weight)} {text}", [given(weight, "weight"), told], unit=told.unit)


def signed(outcome: Outcome, side: Side) -> str:
    """The score of an outcome as a side writes it: '+620', '-100'."""
    return f"{outcome.seen_from(side):+d}"


def entry_of(line: Line, side: Side) -> Entry:
    """How a line counts in a side's chart; it must count."""
    assert line.charts is not None, f"{line.name} is outside the field"
    return line.charts[side]


def sum_of(values: Iterable[Fraction]) -> Fraction:
    """The exact sum."""
    return sum(values, Fraction(0))
