"""The total that every contestant's board scores make, and the places: of pairs and individuals.

A tally can go on from an earlier one: only contestants whose scores moved are added up again. Its totals are ratios
of whole numbers; `standings.total_derivation` tells each of them, and must come to the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from msgspec import Struct

from ledger.bridge import Side
from ledger.laws.regulations import Totals
from ledger.laws.rounding import units_of_ratio
from ledger.projections.sums import Scored, Sums
from ledger.session import Session

T = TypeVar("T", int, Fraction)
_ZERO = Fraction(0)


class Total(Struct, frozen=True, gc=False):
    """A total, factored to `of` boards and less penalties, as a ratio; and in `units` of what it is rounded to."""

    numerator: int
    denominator: int
    units: int
    of: int

    @property
    def exact(self) -> Fraction:
        """The total before it is rounded."""
        return Fraction(self.numerator, self.denominator)


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
        self._known = (before._most, before._penalties, before.totals) if before else None

    @cached_property
    def fields(self) -> tuple[tuple[Side | None, list[str]], ...]:
        """Who is ranked together: everybody, or each direction."""
        if self.session.opening.winners == 1:
            return ((None, list(self.sums.totals)),)
        return tuple((side, [each for each in self.sums.totals if each.endswith(side.value)]) for side in Side)

    @cached_property
    def totals(self) -> dict[str, Total]:
        """Every contestant's total."""
        found = self._still_known()
        for direction, field in self.fields:
            most = self._most[direction]
            for contestant in field:
                if contestant not in found:
                    found[contestant] = self._total(contestant, most)
        return found

    def _still_known(self) -> dict[str, Total]:
        """The earlier totals of who did not move, where the boards they are factored to are the same."""
        if self._known is None or self._known[:2] != (self._most, self._penalties):
            return {}
        return {contestant: total for contestant, total in self._known[2].items() if contestant not in self._moved}

    @cached_property
    def _most(self) -> dict[Side | None, int]:
        """The most boards anybody has played, of those a contestant of a field is factored with."""
        boards = self.sums.boards
        everyone = max(boards.values(), default=0)
        if self.rules.factoring != "field":
            return {direction: everyone for direction, _ in self.fields}
        return {direction: max((boards[each] for each in field), default=0) for direction, field in self.fields}

    def _total(self, contestant: str, most: int) -> Total:
        numerator, denominator = self.sums.totals[contestant], self.sums.denominator
        of = boards = self.sums.boards[contestant]
        if self.rules.factoring != "none" and boards != most:
            of = most
            numerator, denominator = numerator * of, denominator * boards
        if penalty := self._penalties.get(contestant):
            numerator = numerator * penalty.denominator - penalty.numerator * denominator
            denominator *= penalty.denominator
        return Total(
            numerator, denominator, units_of_ratio(numerator, denominator, self._unit, self.rules.rounding), of
        )

    def rounded(self, contestant: str) -> Fraction:
        """A contestant's total as rounded by regulation."""
        unit = self._unit
        return Fraction(self.totals[contestant].units * unit.numerator, unit.denominator)

    @cached_property
    def _penalties(self) -> dict[str, Fraction]:
        """What penalties take from totals."""
        found: dict[str, Fraction] = {}
        for penalty in self.session.penalties.values():
            whose = penalty.imposed.contestant
            if not penalty.withdrawn:
                found[whose] = found.get(whose, _ZERO) + penalty.amount(self.top)
        return found

    @cached_property
    def places(self) -> dict[str, int]:
        """Every contestant's place in its field, best first."""
        return {
            field[at]: place
            for _, field in self.fields
            for at, place in places([self.totals[contestant].units for contestant in field])
        }


def places(totals: Sequence[T]) -> Iterator[tuple[int, int]]:
    """Which of these totals has which place, best first.

    Equal totals share the better place and keep their order.

    >>> list(places([40, 60, 40, 10]))
    [(1, 1), (0, 2), (2, 2), (3, 4)]
    """
    place, last = 0, None
    for count, at in enumerate(sorted(range(len(totals)), key=totals.__getitem__, reverse=True), start=1):
        if totals[at] != last:
            place, last = count, totals[at]
        yield at, place
