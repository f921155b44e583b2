"""The total that every contestant's board scores make, and the places: of pairs and individuals.

A tally can go on from an earlier one: only contestants whose scores moved are added up again. Its totals are ratios
of whole numbers; `standings.total_derivation` tells each of them, and must come to the same.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar

from ledger.bridge import Side
from ledger.laws.regulations import Totals
from ledger.laws.rounding import units_of_ratio
from ledger.projections.marks import Mark, standing_marks
from ledger.projections.sums import Scored, Sums
from ledger.session import Session

T = TypeVar("T", int, Fraction)
_ZERO = Fraction(0)


class Total(NamedTuple):
    """A contestant's total before and after it is rounded; it is factored to `of` boards, and less penalties."""

    exact: Fraction
    rounded: Fraction
    of: int


class Tally:
    """The sums, totals and places of a session; `changes` are the boards that are not as they were in `before`."""

    def __init__(
        self,
        session: Session,
        rules: Totals,
        top: Fraction | None,
        changes: Iterable[tuple[Scored, Scored]],
        before: "Tally | None",
    ) -> None:
        self.session = session
        self.rules = rules
        self.top = top
        self._unit = Fraction(rules.unit)
        self.sums: Sums = Sums(before.sums if before else None)
        self._moved = self.sums.bring_up(changes)
        self._known = (before._most, before._penalties, before.units) if before else None

    @cached_property
    def fields(self) -> tuple[tuple[Side | None, list[str]], ...]:
        """Who is ranked together: everybody, or each direction."""
        if self.session.opening.winners == 1:
            return ((None, list(self.sums.totals)),)
        return tuple((side, [each for each in self.sums.totals if each.endswith(side.value)]) for side in Side)

    def total(self, contestant: str) -> Total:
        """A contestant's total."""
        most = self._most_of(contestant)
        units = self.units[contestant] * self._unit.numerator
        rounded = Fraction(units, self._unit.denominator)
        return Total(Fraction(*self._ratio(contestant, most)), rounded, self._of(contestant, most))

    @cached_property
    def units(self) -> dict[str, int]:
        """Every contestant's total, in whole units of what totals are rounded to; equal ones are rounded once."""
        found, same = self._still_known(), dict[tuple[int, int], int]()
        for direction, field in self.fields:
            for contestant in field:
                if contestant not in found:
                    ratio = self._ratio(contestant, self._most[direction])
                    if ratio not in same:
                        same[ratio] = units_of_ratio(*ratio, self._unit, self.rules.rounding)
                    found[contestant] = same[ratio]
        return found

    def _still_known(self) -> dict[str, int]:
        """The earlier totals of who did not move, where the boards they are factored to are the same."""
        if self._known is None or self._known[:2] != (self._most, self._penalties):
            return {}
        known, here = self._known[2], self.sums.totals
        return {each: units for each, units in known.items() if each not in self._moved and each in here}

    def _of(self, contestant: str, most: int) -> int:
        """The boards a contestant's total is factored to, where the most that anybody played are so many."""
        return self.sums.boards[contestant] if self.rules.factoring == "none" else most

    def _ratio(self, contestant: str, most: int) -> tuple[int, int]:
        """The total before it is rounded, as a ratio that need not be in lowest terms."""
        numerator, denominator = self.sums.totals[contestant], self.sums.denominator
        boards, of = self.sums.tops(contestant), self._of(contestant, most)
        if of != boards and boards:
            numerator, denominator = self._before_factoring(numerator, denominator)
            numerator, denominator = numerator * of * boards.denominator, denominator * boards.numerator
        if penalty := self._penalties.get(contestant):
            numerator = numerator * penalty.denominator - penalty.numerator * denominator
            denominator *= penalty.denominator
        return numerator, denominator

    def _before_factoring(self, numerator: int, denominator: int) -> tuple[int, int]:
        """A sum as the regulations round it before it is factored."""
        if self.rules.sum_unit == "exact":
            return numerator, denominator
        unit = Fraction(self.rules.sum_unit)
        return units_of_ratio(numerator, denominator, unit, self.rules.rounding) * unit.numerator, unit.denominator

    def _most_of(self, contestant: str) -> int:
        """The most boards anybody has played whom a contestant is factored with."""
        one_field = self.session.opening.winners == 1
        return self._most[None if one_field else Side(contestant[-2:])]

    @cached_property
    def _most(self) -> dict[Side | None, int]:
        """The most boards anybody has played, of those a contestant of a field is factored with."""
        boards = self.sums.boards
        everyone = max(boards.values(), default=0)
        if self.rules.factoring != "field":
            return {direction: everyone for direction, _ in self.fields}
        return {direction: max((boards[each] for each in field), default=0) for direction, field in self.fields}

    @cached_property
    def _penalties(self) -> dict[str, Fraction]:
        """What penalties take from totals."""
        found: dict[str, Fraction] = {}
        for penalty in self.session.penalties_in_force():
            whose = penalty.imposed.contestant
            found[whose] = found.get(whose, _ZERO) + penalty.amount(self.top)
        return found

    @cached_property
    def places(self) -> dict[str, int]:
        """The place in its field of every contestant that has one."""
        found: dict[str, int] = {}
        for _, field in self.fields:
            ranked = (each for each in field if each not in self.marks or self.marks[each].ranked)
            found |= places(ranked, self.units)
        return found

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """What contestants are marked with: what was stated of them, or that they have too few boards."""
        boards = self.sums.boards
        fields = [({each: boards[each] for each in field}, self._most[direction]) for direction, field in self.fields]
        return standing_marks(self.session, fields)


def places(field: Iterable[str], totals: Mapping[str, T]) -> dict[str, int]:
    """Everybody's place by the totals, the highest first; equal totals share the better place.

    >>> places("ABCD", {"A": 40, "B": 60, "C": 40, "D": 10})
    {'A': 2, 'B': 1, 'C': 2, 'D': 4}
    """
    own = {contestant: totals[contestant] for contestant in field}
    tied = Counter(own.values())
    ahead, place = 0, dict[T, int]()
    for total in sorted(tied, reverse=True):
        place[total] = ahead + 1
        ahead += tied[total]
    return {contestant: place[total] for contestant, total in own.items()}
