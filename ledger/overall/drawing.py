"""A Swiss draw by the rule: by rank, nobody meets the same opponent again; of an odd field one or three are left over.

It rests on nothing but what it is given: the same field is always drawn the same way.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
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


def _drawing(pairs: tuple[Pair, ...], out: tuple[str, ...]) -> Drawing:
    return Drawing(pairs, triangle=out) if len(out) == 3 else Drawing(pairs, bye="".join(out))
