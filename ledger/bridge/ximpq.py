"""XIMPQ: the cross-IMPs of a match as those of a match of teams (spec §2.6; golden D24, T04, T05).

On a board with r results the sum of the comparisons is divided by √(r(r−1)/2), the number of comparisons there are on
it; the total of the match is rounded to a whole IMP. Nothing is rounded before, and no root is ever drawn further than
it takes to know on which side of a half the total lies.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isqrt


def ximpq(sums: Iterable[tuple[Fraction, int]]) -> int:
    """Whole IMPs of a match, a half away from zero: sums of comparisons, each with r(r−1)/2 of its boards.

    >>> ximpq([(Fraction(36), 36)]), ximpq([(Fraction(-27), 36)]), ximpq([(Fraction(1, 2), 1), (Fraction(1, 2), 3)])
    (6, -5, 1)
    """
    surds = _surds((sum_ / pairings, pairings) for sum_, pairings in sums)
    if not surds.keys() - {1}:
        exact = surds.get(1, Fraction(0))
        whole = (2 * abs(exact) + 1) // 2
        return int(whole if exact >= 0 else -whole)
    return _nearest(surds)


def squarefree(number: int) -> tuple[int, int]:
    """A number as a square and what is left: √number is the first times the root of the second.

    >>> squarefree(36), squarefree(45), squarefree(78)
    ((6, 1), (3, 5), (1, 78))
    """
    outside, inside, factor = 1, number, 2
    while factor * factor <= inside:
        if inside % (factor * factor):
            factor += 1
        else:
            outside, inside = outside * factor, inside // (factor * factor)
    return outside, inside


def _surds(terms: Iterable[tuple[Fraction, int]]) -> dict[int, Fraction]:
    """Terms q·√n gathered by the roots that are left: different ones never make up for each other, nor for a half."""
    found: dict[int, Fraction] = {}
    for times, number in terms:
        outside, inside = squarefree(number)
        found[inside] = found.get(inside, Fraction(0)) + times * outside
    return {inside: times for inside, times in found.items() if times}


def _nearest(surds: Mapping[int, Fraction]) -> int:
    """The whole number nearest to a sum of roots that is no fraction, so that it never lies on a half."""
    digits = 1
    while True:
        low, high = _bounds(surds, 100**digits)
        if (nearest := round(low)) == round(high):
            return nearest
        digits += 1


def _bounds(surds: Mapping[int, Fraction], squared: int) -> tuple[Fraction, Fraction]:
    """Two fractions the sum lies between, each root drawn in whole units of the root of 1/`squared`."""
    low, high, unit = Fraction(0), Fraction(0), isqrt(squared)
    for number, times in surds.items():
        below = isqrt(number * squared)
        above = below if below * below == number * squared else below + 1
        ends = sorted((times * below / unit, times * above / unit))
        low, high = low + ends[0], high + ends[1]
    return low, high
