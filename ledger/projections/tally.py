"""What every contestant's board scores sum to, the total that makes, and the places: of pairs and individuals.

A tally can go on from an earlier one: only contestants whose scores moved are added up again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar

from msgspec import Struct

from ledger.bridge import Side
from ledger.laws.regulations import Totals
from ledger.laws.rounding import units_of
from ledger.scoring.board import moved_pairs
from ledger.scoring.line import Pair, Seating, natural
from ledger.session import Board, Session

T = TypeVar("T", int, Fraction)
_ZERO = Fraction(0)
_ABSENT: Pair = (None, None)


class Sum(Struct, frozen=True, gc=False):
    """A contestant's board scores: their sum, on how many boards, and how many of those were ruled on."""

    total: Fraction
    boards: int
    ruled: int


_NO_BOARDS = Sum(_ZERO, 0, 0)


class Total(Struct, frozen=True, gc=False):
    """A contestant's total: exact, factored to `of` boards and less penalties; and in whole units of what it is rounded to."""

    exact: Fraction
    units: int
    of: int


class Scored(NamedTuple):
    """A board as it was played, and what both sides have for it at each table."""

    played: Board
    pairs: Mapping[Seating, Pair]

    @property
    def ruled(self) -> set[Seating]:
        """The tables a ruling is in force on."""
        return {seating for seating, played in self.played.items() if played.case}


NOTHING = Scored({}, {})


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
        self._unit = Fraction(rules.unit)
        self.top = top
        self.sums: dict[str, Sum] = dict(before.sums) if before else {}
        self._moved = _add_up(self.sums, changes)
        self._known = (before._most, before._penalties, before.totals) if before else None

    @cached_property
    def fields(self) -> tuple[tuple[Side | None, list[str]], ...]:
        """Who is ranked together: everybody, or each direction."""
        if self.session.opening.winners == 1:
            return ((None, list(self.sums)),)
        return tuple((side, [each for each in self.sums if each.endswith(side.value)]) for side in Side)

    @cached_property
    def totals(self) -> dict[str, Total]:
        """Every contestant's total."""
        found = self._still_known()
        for direction, field in self.fields:
            most = self._most[direction]
            for contestant in field:
                if contestant not in found:
                    entry = self.sums[contestant]
                    of = entry.boards if self.rules.factoring == "none" else most
                    found[contestant] = self._total(entry, of, self._penalties.get(contestant, _ZERO))
        return found

    def _still_known(self) -> dict[str, Total]:
        """The earlier totals of those whose scores did not move, where the boards they are factored to are the same."""
        if self._known is None or self._known[:2] != (self._most, self._penalties):
            return {}
        return {contestant: total for contestant, total in self._known[2].items() if contestant not in self._moved}

    @cached_property
    def _most(self) -> dict[Side | None, int]:
        """The most boards anybody has played, of those a contestant of a field is factored with."""
        everyone = max((entry.boards for entry in self.sums.values()), default=0)
        if self.rules.factoring != "field":
            return {direction: everyone for direction, _ in self.fields}
        return {
            direction: max((self.sums[each].boards for each in field), default=0) for direction, field in self.fields
        }

    def _total(self, entry: Sum, of: int, penalty: Fraction) -> Total:
        exact = entry.total if of == entry.boards else entry.total * of / entry.boards
        exact = exact - penalty if penalty else exact
        return Total(exact, units_of(exact, self._unit, self.rules.rounding), of)

    def rounded(self, contestant: str) -> Fraction:
        """A contestant's total as rounded by regulation."""
        return self.totals[contestant].units * self._unit

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
    """Which of these totals has which place, best first; equal totals share the better place (6, 6, 8) and keep their order."""
    place, last = 0, None
    for count, at in enumerate(sorted(range(len(totals)), key=totals.__getitem__, reverse=True), start=1):
        if totals[at] != last:
            place, last = count, totals[at]
        yield at, place


def _add_up(sums: dict[str, Sum], changes: Iterable[tuple[Scored, Scored]]) -> set[str]:
    """Bring the sums up to the boards that changed, in the order of the contestants' numbers; who they are that moved."""
    moved, known = set[str](), set(sums)
    for old, new in changes:
        was_ruled, is_ruled, gains = old.ruled, new.ruled, dict[tuple[int, int], tuple[Fraction, Fraction]]()
        moves = {seating: (was, now) for seating, was, now in moved_pairs(old.pairs, new.pairs)}
        moves |= {
            seating: (old.pairs[seating], new.pairs[seating])
            for seating in was_ruled ^ is_ruled
            if seating not in moves
        }
        for seating, (was, now) in moves.items():
            boards = (now is not None) - (was is not None)
            ruled = (seating in is_ruled) - (seating in was_ruled)
            kind = (id(was), id(now))  # tables with the same result gained the same
            if kind not in gains:
                gains[kind] = _gained(was or _ABSENT, now or _ABSENT)
            for gain, members in zip(gains[kind], seating.members, strict=True):
                for contestant in members:
                    was_sum = sums.get(contestant, _NO_BOARDS)
                    total = was_sum.total + gain if gain else was_sum.total
                    sums[contestant] = Sum(total, was_sum.boards + boards, was_sum.ruled + ruled)
                    moved.add(contestant)
    for contestant in moved:
        if not sums[contestant].boards:
            del sums[contestant]
    if moved - known:
        in_order = sorted(sums.items(), key=lambda item: natural(item[0]))
        sums.clear()
        sums.update(in_order)
    return moved


def _gained(was: Pair, now: Pair) -> tuple[Fraction, Fraction]:
    """What North–South and East–West gained."""
    return (now[0] or _ZERO) - (was[0] or _ZERO), (now[1] or _ZERO) - (was[1] or _ZERO)
