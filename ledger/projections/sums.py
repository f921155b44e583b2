"""What every contestant's board scores sum to: whole numbers over one denominator, so that thousands add up at once."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from ledger.scoring.board_scores import moved_pairs
from ledger.scoring.line import Pair, Seating, natural
from ledger.session import Board

_ABSENT: Pair = (None, None)
_ZERO = Fraction(0)


class Scored(NamedTuple):
    """A board as it was played, and what both sides have for it at each table."""

    played: Board
    pairs: Mapping[Seating, Pair]

    @property
    def ruled(self) -> set[Seating]:
        """The tables a ruling is in force on."""
        return {seating for seating, played in self.played.items() if played.case is not None}


NOTHING = Scored({}, {})


class Sums:
    """By contestant: the sum as `totals` over `denominator`, on how many `boards`, and how many of those were `ruled` on."""

    def __init__(self, before: "Sums | None" = None) -> None:
        """`before`: sums to go on from, which stay as they are."""
        self.denominator: int = before.denominator if before else 1
        self.totals: dict[str, int] = dict(before.totals) if before else {}
        self.boards: dict[str, int] = dict(before.boards) if before else {}
        self.ruled: dict[str, int] = dict(before.ruled) if before else {}

    def total(self, contestant: str) -> Fraction:
        """A contestant's sum."""
        return Fraction(self.totals[contestant], self.denominator)

    def bring_up(self, changes: Iterable[tuple[Scored, Scored]]) -> set[str]:
        """Bring the sums up to boards that changed; who they are that moved. Afterwards all are in order of numbers."""
        moved, known = set[str](), len(self.boards)
        for old, new in changes:
            self._fit(new.pairs)
            self._fit(old.pairs)
            moved |= self._add_scores(old, new)
            moved |= self._add_rulings(old.ruled, new.ruled)
        for contestant in moved:
            if not self.boards[contestant]:
                del self.totals[contestant], self.boards[contestant]
                known = -1
        if len(self.boards) != known:
            self.totals = {each: self.totals[each] for each in sorted(self.totals, key=natural)}
        return moved

    def _fit(self, pairs: Mapping[Seating, Pair]) -> None:
        """Take a denominator that every score of the board fits in."""
        values = (value for pair in {id(pair): pair for pair in pairs.values()}.values() for value in pair if value)
        denominator = lcm(self.denominator, *(value.denominator for value in values))
        if denominator != self.denominator:
            times = denominator // self.denominator
            self.totals = {contestant: total * times for contestant, total in self.totals.items()}
            self.denominator = denominator

    def _add_scores(self, old: Scored, new: Scored) -> set[str]:
        totals, boards, moved = self.totals, self.boards, set[str]()
        for seating, (ns, ew), more in self._gains(old.pairs, new.pairs):
            north_south, east_west = seating.members
            for contestant in north_south:
                totals[contestant] = totals.get(contestant, 0) + ns
                boards[contestant] = boards.get(contestant, 0) + more
            for contestant in east_west:
                totals[contestant] = totals.get(contestant, 0) + ew
                boards[contestant] = boards.get(contestant, 0) + more
            moved.update(north_south, east_west)
        return moved

    def _gains(
        self, old: Mapping[Seating, Pair], new: Mapping[Seating, Pair]
    ) -> Iterator[tuple[Seating, tuple[int, int], int]]:
        """What both sides gained at each table that moved, and whether a board was gained or lost there."""
        known: dict[tuple[int, int], tuple[int, int]] = {}
        for seating, was, now in moved_pairs(old, new):
            kind = (id(was), id(now))  # tables with the same result gained the same
            if kind not in known:
                known[kind] = self._gained(was or _ABSENT, now or _ABSENT)
            yield seating, known[kind], (now is not None) - (was is not None)

    def _gained(self, was: Pair, now: Pair) -> tuple[int, int]:
        ns, ew = ((then or _ZERO) - (before or _ZERO) for before, then in zip(was, now, strict=True))
        return int(ns * self.denominator), int(ew * self.denominator)

    def _add_rulings(self, was: set[Seating], now: set[Seating]) -> set[str]:
        """Count a ruling more or less for all at a table."""
        everyone = {seating: seating.everyone for seating in was ^ now}
        for seating, contestants in everyone.items():
            for contestant in contestants:
                self.ruled[contestant] = self.ruled.get(contestant, 0) + (1 if seating in now else -1)
        return {contestant for contestants in everyone.values() for contestant in contestants}
