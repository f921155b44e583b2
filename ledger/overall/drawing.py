"""A Swiss draw by the rule: by rank, nobody meets the same opponent again; of an odd field one or three are left over.

It rests on nothing but what it is given: the same field is always drawn the same way.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Literal, NamedTuple

from ledger.overall.matching import Pair, paired_by_rank

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


class Drawing(NamedTuple):
    """Who meets whom, the highest first; who meets nobody; and who meet one another."""

    pairs: tuple[Pair, ...]
    bye: str = ""
    triangle: tuple[str, ...] = ()

    def opponents(self, whose: str) -> tuple[str, ...]:
        """Whom somebody meets."""
        if whose in self.triangle:
            return tuple(each for each in self.triangle if each != whose)
        return tuple(other for pair in self.pairs if whose in pair for other in pair if other != whose)


def first_draw(field: SwissField, odd: Odd, how: Literal["halves", "neighbours"]) -> Drawing:
    """The first round, by seeds: the upper half against the lower one, or neighbours; the last are left over.

    >>> first_draw(SwissField(tuple("ABCDEFG")), "triangle", "halves")
    Drawing(pairs=(('A', 'C'), ('B', 'D')), bye='', triangle=('E', 'F', 'G'))
    """
    count = len(field.order) % 2 * (3 if odd == "triangle" else 1)
    end = len(field.order) - count
    playing, out = field.order[:end], field.order[end:]
    half = end // 2
    two = (playing[:half], playing[half:]) if how == "halves" else (playing[::2], playing[1::2])
    return _drawing(tuple(zip(*two, strict=True)), out)


def draw(field: SwissField, odd: Odd) -> Drawing | None:
    """The next round, by rank; None where everybody cannot be drawn without somebody meeting an opponent again.

    Of an odd field the lowest of those is left over who were least often; where the others could not be paired then,
    the next. Of three, the highest is as low as can be: who leads meets two others only where nothing else is left.

    >>> draw(SwissField(tuple("ABCDE"), frozenset({frozenset("AB")}), {"E": 1}), "bye")
    Drawing(pairs=(('A', 'C'), ('B', 'E')), bye='D', triangle=())
    >>> draw(SwissField(tuple("ABCDEFG"), frozenset({frozenset("FG")})), "triangle")
    Drawing(pairs=(('A', 'B'), ('C', 'F')), bye='', triangle=('D', 'E', 'G'))
    """
    for out in _left_over(field, odd):
        pairs = paired_by_rank(field.without(out), field.may_meet)
        if pairs is not None:
            return _drawing(pairs, out)
    return None


def _left_over(field: SwissField, odd: Odd) -> list[tuple[str, ...]]:
    """Who may be left over, in the order in which that is tried."""
    if len(field.order) % 2 == 0:
        return [()]
    by_rank = list(combinations(field.order, 3 if odd == "triangle" else 1))
    fit = [out for out in reversed(by_rank) if all(field.may_meet(*two) for two in combinations(out, 2))]
    return sorted(fit, key=lambda out: sum(field.left_over.get(each, 0) for each in out))


def _drawing(pairs: tuple[Pair, ...], out: tuple[str, ...]) -> Drawing:
    return Drawing(pairs, triangle=out) if len(out) == 3 else Drawing(pairs, bye="".join(out))
