"""Pairing everybody with somebody it may meet: whether that can be done, and the first way by rank.

A draw goes down the ranking: the first meets the highest it may, then the next that is left, and so on, as long as all
the others can still be paired. Whether they can is a perfect matching of a graph, by augmenting paths over blossoms
(Edmonds 1965); so no draw that exists is missed, in time that grows with the cube of the field at most.
"""

from collections.abc import Callable, Sequence

Pair = tuple[str, str]
_NONE = -1


def paired_by_rank(order: Sequence[str], may_meet: Callable[[str, str], bool]) -> tuple[Pair, ...] | None:
    """Everybody of an even field in pairs, the highest with the highest it may meet; None where that cannot be.

    >>> paired_by_rank("ABCD", lambda one, other: {one, other} != {"A", "B"})
    (('A', 'C'), ('B', 'D'))
    >>> paired_by_rank("ABCD", lambda one, other: "D" not in (one, other)) is None
    True
    """
    size = len(order)
    allowed = [
        [other for other in range(size) if other != one and may_meet(order[one], order[other])] for one in range(size)
    ]
    mates = _perfect(allowed)
    if mates is None:
        return None
    left, pairs = dict.fromkeys(range(size)), list[Pair]()
    while left:
        one = next(iter(left))
        other, mates = _highest(one, left, allowed, mates)
        pairs.append((order[one], order[other]))
        del left[one], left[other]
    return tuple(pairs)


def _perfect(allowed: Sequence[Sequence[int]]) -> list[int] | None:
    """Everybody's mate, where everybody can have one."""
    mates, everybody = [_NONE] * len(allowed), dict.fromkeys(range(len(allowed)))
    for one in everybody:
        if mates[one] == _NONE and not _Search(allowed, mates, everybody).augments(one):
            return None
    return mates


def _highest(
    one: int, left: dict[int, None], allowed: Sequence[Sequence[int]], mates: list[int]
) -> tuple[int, list[int]]:
    """The highest opponent that leaves the others a way to be paired, and that way."""
    for other in allowed[one]:
        if other == mates[one]:
            break
        if other in left:
            widowed, trial = (mates[one], mates[other]), list(mates)
            trial[one], trial[other] = other, one
            for each in widowed:
                trial[each] = _NONE
            others = {each: None for each in left if each not in (one, other)}
            if _Search(allowed, trial, others).augments(widowed[0]):
                return other, trial
    return mates[one], mates


class _Search:
    """The search for a path along which one more pair can be made, among those who are `left`; it changes `mates`."""

    def __init__(self, allowed: Sequence[Sequence[int]], mates: list[int], left: dict[int, None]) -> None:
        self.allowed = allowed
        self.mates = mates
        self.left = left
        self.came_from = [_NONE] * len(mates)
        self.base = list(range(len(mates)))
        self.queue = list[int]()
        self.outer = set[int]()

    def augments(self, root: int) -> bool:
        """Whether one who has no mate finds one, others changing theirs."""
        self._reach(root)
        for one in self.queue:  # grows as it is walked
            for other in self.allowed[one]:
                if other not in self.left or self.base[one] == self.base[other] or self.mates[one] == other:
                    continue
                if other in self.outer:
                    self._contract(one, other)
                elif self.came_from[other] == _NONE:
                    self.came_from[other] = one
                    if self.mates[other] == _NONE:
                        self._flip(other)
                        return True
                    self._reach(self.mates[other])
        return False

    def _reach(self, one: int) -> None:
        if one not in self.outer:
            self.outer.add(one)
            self.queue.append(one)

    def _flip(self, end: int) -> None:
        """Pair everybody along the path anew."""
        while end != _NONE:
            before = self.came_from[end]
            following = self.mates[before]
            self.mates[end], self.mates[before] = before, end
            end = following

    def _contract(self, one: int, other: int) -> None:
        """A circle of odd length is one from now on: all on it can be reached either way round."""
        stem, inside = self._stem(one, other), set[int]()
        self._mark(one, stem, other, inside)
        self._mark(other, stem, one, inside)
        for each in self.left:
            if self.base[each] in inside:
                self.base[each] = stem
                self._reach(each)

    def _stem(self, one: int, other: int) -> int:
        """Where the ways of two back to the root come together."""
        ahead = set(self._bases(one))
        return next(base for base in self._bases(other) if base in ahead)

    def _bases(self, one: int) -> list[int]:
        found = [self.base[one]]
        while self.mates[found[-1]] != _NONE:
            found.append(self.base[self.came_from[self.mates[found[-1]]]])
        return found

    def _mark(self, one: int, stem: int, child: int, inside: set[int]) -> None:
        while self.base[one] != stem:
            mate = self.mates[one]
            inside |= {self.base[one], self.base[mate]}
            self.came_from[one] = child
            child, one = mate, self.came_from[mate]
