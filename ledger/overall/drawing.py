"""A Swiss draw by the rule: by rank, nobody meets the same opponent again; of an odd field one or three are left over.

It rests on nothing but what it is given: the same field is always drawn the same way.

A draw goes down the ranking: the first meets the highest it may, then the next that is left, and so on, as long as all
the others can still be paired. Whether they can is a perfect matching of a graph, by augmenting paths over blossoms
(Edmonds 1965); so no draw that exists is missed, in time that grows with the cube of the field at most.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

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


Odd = Literal["bye", "triangle"]
"""What becomes of an odd field: one has a bye, or three meet one another."""


class SwissField(NamedTuple):
    """What is drawn: who, by rank; who met before, two by two; and how often each was left over in the same way."""

    order: tuple[str, ...]
    met: frozenset[frozenset[str]] = frozenset()
    left_over: Mapping[str, int] = {}

    def may_meet(self, one: str, other: str) -> bool:
        """Whether two have not met."""
        return frozenset((one, other)) not in self.met

    def without(self, out: Iterable[str]) -> tuple[str, ...]:
        """The others, by rank."""
        return tuple(each for each in self.order if each not in tuple(out))


class Pairings(NamedTuple):
    """Who meets whom, the highest first; who meets nobody; and who meet one another."""

    pairs: tuple[Pair, ...]
    bye: str = ""
    triangle: tuple[str, ...] = ()

    def opponents(self, whose: str) -> tuple[str, ...]:
        """Whom somebody meets."""
        if whose in self.triangle:
            return tuple(each for each in self.triangle if each != whose)
        return tuple(other for pair in self.pairs if whose in pair for other in pair if other != whose)


def first_draw(field: SwissField, odd: Odd, how: Literal["halves", "neighbours"]) -> Pairings:
    """The first round, by seeds: the upper half against the lower one, or neighbours; the last are left over.

    >>> first_draw(SwissField(tuple("ABCDEFG")), "triangle", "halves")
    Pairings(pairs=(('A', 'C'), ('B', 'D')), bye='', triangle=('E', 'F', 'G'))
    """
    count = len(field.order) % 2 * (3 if odd == "triangle" else 1)
    end = len(field.order) - count
    playing, out = field.order[:end], field.order[end:]
    half = end // 2
    two = (playing[:half], playing[half:]) if how == "halves" else (playing[::2], playing[1::2])
    return _drawing(tuple(zip(*two, strict=True)), out)


def draw(field: SwissField, odd: Odd) -> Pairings | None:
    """The next round, by rank; None where everybody cannot be drawn without somebody meeting an opponent again.

    Of an odd field the lowest of those is left over who were least often; where the others could not be paired then,
    the next. Of three, the highest is as low as can be: who leads meets two others only where nothing else is left.

    >>> draw(SwissField(tuple("ABCDE"), frozenset({frozenset("AB")}), {"E": 1}), "bye")
    Pairings(pairs=(('A', 'C'), ('B', 'E')), bye='D', triangle=())
    >>> draw(SwissField(tuple("ABCDEFG"), frozenset({frozenset("FG")})), "triangle")
    Pairings(pairs=(('A', 'B'), ('C', 'F')), bye='', triangle=('D', 'E', 'G'))
    """
    for out in _left_over(field, odd):
        pairs = paired_by_rank(field.without(out), field.may_meet)
        if pairs is not None:
            return _drawing(pairs, out)
    return None


def _left_over(field: SwissField, odd: Odd) -> Iterator[tuple[str, ...]]:
    """Who may be left over, in the order in which that is tried: who were least often, of these the lowest."""
    if len(field.order) % 2 == 0:
        yield ()
        return
    together = 3 if odd == "triangle" else 1
    often = {field.left_over.get(each, 0) for each in field.order}
    for times in sorted({sum(each) for each in combinations_with_replacement(often, together)}):
        yield from _so_often(field, field.order, together, times)


def _so_often(field: SwissField, among: Sequence[str], together: int, times: int) -> Iterator[tuple[str, ...]]:
    """So many who have not met, and were left over so many times in all; each found only when it is asked for.

    Their highest is as low as can be, then the next. Of a hundred there are more than 160,000 triangles, and as a rule
    the first of them will do.
    """
    may_be = [each for each in among if field.left_over.get(each, 0) <= times]
    for at in reversed(range(len(may_be) - together + 1)):
        highest = may_be[at]
        less = times - field.left_over.get(highest, 0)
        if together > 1:
            others = [each for each in may_be[at + 1 :] if field.may_meet(highest, each)]
            yield from ((highest, *lower) for lower in _so_often(field, others, together - 1, less))
        elif not less:
            yield (highest,)


def _drawing(pairs: tuple[Pair, ...], out: tuple[str, ...]) -> Pairings:
    return Pairings(pairs, triangle=out) if len(out) == 3 else Pairings(pairs, bye="".join(out))
