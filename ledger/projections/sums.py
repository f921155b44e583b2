"""What every contestant's board scores sum to: whole numbers over one denominator, so that thousands add up at once."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeVar

from ledger.labels.order import natural
from ledger.scoring.board_scores import moved_pairs
from ledger.scoring.line import Seating, members
from ledger.scoring.score import NO_SCORES, Pair
from ledger.session import Board

T = TypeVar("T", int, Fraction)
_ZERO = Fraction(0)


class Scored(NamedTuple):
    """A board as it was played, what both sides have for it at each table, and which tables lack some of its top."""

    played: Board
    pairs: Mapping[Seating, Pair]
    short: Mapping[Seating, Fraction]

    @property
    def ruled(self) -> set[Seating]:
        """The tables rulings are in force on."""
        return {seating for seating, played in self.played.items() if played.cases}


NOTHING = Scored({}, {}, {})


class Sums:
    """By contestant: the sum as `totals` over `denominator`, on how many `boards`, and how many were `ruled` on.

    `short` is how many whole boards the tops of a contestant's boards lack; only who lacks some stands there.
    """

    def __init__(self, before: "Sums | None" = None) -> None:
        """`before`: sums to go on from, which stay as they are."""
        self.denominator: int = before.denominator if before else 1
        self.totals: dict[str, int] = dict(before.totals) if before else {}
        self.boards: dict[str, int] = dict(before.boards) if before else {}
        self.ruled: dict[str, int] = dict(before.ruled) if before else {}
        self.short: dict[str, Fraction] = dict(before.short) if before else {}

    def tops(self, contestant: str) -> Fraction | int:
        """How many whole boards the tops of a contestant's boards make."""
        return self.boards[contestant] - self.short.get(contestant, 0)

    def total(self, contestant: str) -> Fraction:
        """A contestant's sum."""
        return Fraction(self.totals[contestant], self.denominator)

    def bring_up(self, changes: Iterable[tuple[Scored, Scored]]) -> set[str]:
        """Bring the sums up to boards that changed; who they are that moved. Afterwards all are in order of numbers."""
        gains = _Gains(self, changes)
        moved = _add(self.totals, gains.totals)
        _add(self.short, gains.short)
        _add(self.boards, gains.boards)
        _add(self.ruled, gains.ruled)
        gone = [contestant for contestant in moved if not self.boards.get(contestant)]
        for contestant in gone:
            del self.totals[contestant]
            self.boards.pop(contestant, None)
        if gains.boards:
            self.totals = {each: self.totals[each] for each in sorted(self.totals, key=natural)}
        return moved

    def fit(self, pairs: Mapping[Seating, Pair]) -> None:
        """Take a denominator that every score of the board fits in."""
        kinds = {id(pair): pair for pair in pairs.values()}.values()
        denominator = lcm(self.denominator, *{value.denominator for pair in kinds for value in _values(pair)})
        times = denominator // self.denominator
        if times > 1:
            self.totals = {contestant: total * times for contestant, total in self.totals.items()}
            self.denominator = denominator


class _Gains:
    """What changed boards add to the sums, by whole sides of a table: a pair, or two individuals ('3+8')."""

    def __init__(self, sums: Sums, changes: Iterable[tuple[Scored, Scored]]) -> None:
        self.totals: dict[str, int] = {}
        self.boards: dict[str, int] = {}
        self.ruled: dict[str, int] = {}
        self.short: dict[str, Fraction] = {}
        known = list(changes)
        for change in known:
            for scored in change:
                sums.fit(scored.pairs)
        for old, new in known:
            self._add_scores(old.pairs, new.pairs, sums.denominator)
            self._add_rulings(old.ruled, new.ruled)
            self._add_short(old, -1)
            self._add_short(new, 1)

    def _add_scores(self, old: Mapping[Seating, Pair], new: Mapping[Seating, Pair], denominator: int) -> None:
        totals, boards, gained = self.totals, self.boards, dict[tuple[int, int], _Gained]()
        for seating, was, now in moved_pairs(old, new):
            kind = (id(was), id(now))  # tables with the same result gained the same
            if kind not in gained:
                gained[kind] = _gained(was or NO_SCORES, now or NO_SCORES, denominator)
            gain = gained[kind]
            ns, ew = seating.ns, seating.ew
            totals[ns] = totals.get(ns, 0) + gain.ns
            totals[ew] = totals.get(ew, 0) + gain.ew
            if gain.ns_boards or gain.ew_boards:
                boards[ns] = boards.get(ns, 0) + gain.ns_boards
                boards[ew] = boards.get(ew, 0) + gain.ew_boards
            for contestant, more in _more_beside(was or NO_SCORES, now or NO_SCORES):
                totals[contestant] = totals.get(contestant, 0) + int(more * denominator)

    def _add_short(self, scored: Scored, sign: int) -> None:
        """What the tops of both sides of a table lack, or lacked; who has no score there lacks nothing."""
        for seating, lacking in scored.short.items():
            pair = scored.pairs[seating]
            for label, score in zip(seating.pair, (pair.ns, pair.ew), strict=True):
                if score is not None:
                    self.short[label] = self.short.get(label, _ZERO) + sign * lacking
                    self.totals.setdefault(label, 0)

    def _add_rulings(self, was: set[Seating], now: set[Seating]) -> None:
        """Count a ruling more or less for both sides of a table."""
        for seating in was ^ now:
            for label in seating.pair:
                self.ruled[label] = self.ruled.get(label, 0) + (1 if seating in now else -1)
                self.totals.setdefault(label, 0)


def _add(sums: dict[str, T], gains: Mapping[str, T]) -> set[str]:
    """Add what each side of a table gained to what its contestants have; who they are."""
    moved = set[str]()
    for label, gain in gains.items():
        for contestant in members(label):
            sums[contestant] = sums[contestant] + gain if contestant in sums else gain
            moved.add(contestant)
    return moved


class _Gained(NamedTuple):
    """What North–South and East–West gained, in whole numbers over the denominator, and how many boards with it."""

    ns: int
    ew: int
    ns_boards: int
    ew_boards: int


def _gained(was: Pair, now: Pair, denominator: int) -> _Gained:
    """A side without a score at the table has no board there."""
    ns, ew = (now.ns or _ZERO) - (was.ns or _ZERO), (now.ew or _ZERO) - (was.ew or _ZERO)
    ns_boards = (now.ns is not None) - (was.ns is not None)
    ew_boards = (now.ew is not None) - (was.ew is not None)
    return _Gained(int(ns * denominator), int(ew * denominator), ns_boards, ew_boards)


def _more_beside(was: Pair, now: Pair) -> list[tuple[str, Fraction]]:
    """What individuals gained beside their side."""
    return [*now.beside, *((contestant, -more) for contestant, more in was.beside)]


def _values(pair: Pair) -> list[Fraction]:
    """Every number of a pair but nothing."""
    own = [more for _, more in pair.beside]
    return [value for value in (pair.ns, pair.ew, *own) if value]
