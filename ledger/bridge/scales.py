"""The scales of IMPs (Law 78B; golden D39) and victory points: the WBF's continuous and discrete ones (spec §2.8;
golden P10, P11, P13) and the one by percentage for matches of pairs (golden T01); and XIMPQ, which makes the cross-IMPs
of a match comparable with those of teams (spec §2.6; golden D24, T04, T05).

XIMPQ divides the sum of comparisons on a board with r results by √(r(r−1)/2), the root of their number, and rounds the
total of the match to a whole IMP, without rounding before.

The scales know whole IMPs only; a match with fractions is rounded before.
"""

from bisect import bisect_right
from collections.abc import Iterable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import floor, isqrt

from msgspec import Struct

from ledger.bounds.types import BoardNumber

# The smallest difference worth 1, 2, 3 … 24 IMPs.
_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300),
    *(1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


def imps(difference: int) -> int:
    """Return the IMPs for a difference in points; negative for a negative difference.

    >>> imps(420), imps(-50), imps(10), imps(7600)
    (9, -2, 0, 24)
    """
    worth = bisect_right(_STEPS, abs(difference))
    return worth if difference > 0 else -worth


_DIGITS = 50

_CENT = Fraction(1, 100)


@lru_cache(maxsize=256)
def continuous_scale(boards: int) -> tuple[Fraction, ...]:
    """Return the winner's VPs for 0, 1, 2 … IMPs in a match of so many boards, up to the first margin that scores 20.

    >>> [str(vp) for vp in continuous_scale(24)[:2]]
    ['10', '41/4']
    """
    with localcontext() as context:
        context.prec = _DIGITS
        golden = Decimal(5).sqrt() - 2
        full = 15 * Decimal(boards).sqrt()
        scale: list[Fraction] = []
        while len(scale) < full:
            vp = 10 + 10 * (1 - golden ** (len(scale) / full)) / (1 - golden)
            scale.append(Fraction(floor(Fraction(vp) / _CENT + Fraction(1, 2))) * _CENT)
        scale.append(Fraction(20))
    at = 1  # an entry is raised by 0.01 while a later step would be larger than the one before it
    while at < len(scale) - 1:
        if scale[at + 1] - scale[at] > scale[at] - scale[at - 1]:
            scale[at] += _CENT
            at = max(at - 1, 1)
        else:
            at += 1
    return tuple(scale)


def continuous_vp(imps: int, boards: int) -> Fraction:
    """Return a team's VPs on the continuous scale for its own match IMPs, won (+) or lost (−).

    >>> continuous_vp(12, 8), continuous_vp(-7, 8)  # golden D13
    (Fraction(1439, 100), Fraction(723, 100))
    """
    scale = continuous_scale(boards)
    vp = scale[min(abs(imps), len(scale) - 1)]
    return vp if imps >= 0 else 20 - vp


@lru_cache(maxsize=256)
def discrete_bands(boards: int) -> tuple[int, ...]:
    """Return the largest IMP margins for which the winner of a match of so many boards scores 10, 11 … 19 whole VPs.

    >>> discrete_bands(8)
    (0, 3, 6, 9, 12, 16, 20, 25, 30, 38)
    """
    return _bands(boards, 10)


def _bands(boards: int, steps: int, part: int = 1) -> tuple[int, ...]:
    """Return the largest IMP margins that score 0, 1 … of `steps` VPs above average; `part` is 2 for half a match."""
    with localcontext() as context:
        context.prec = _DIGITS
        golden = Decimal(5).sqrt() - 2
        full = 15 * Decimal(boards).sqrt() / part
        shares = ((1 - golden) * (Decimal(step) + Decimal("0.5")) / steps for step in range(steps))
        bands = [floor(full * (1 - share).ln() / golden.ln()) for share in shares]
    return tuple(_widen(bands))


def _whole_vp(imps: int, bands: tuple[int, ...]) -> Fraction:
    over = sum(1 for band in bands if abs(imps) > band)
    return Fraction(len(bands) + (over if imps >= 0 else -over))


def discrete_vp(imps: int, boards: int) -> Fraction:
    """Return a team's whole VPs for its own match IMPs, won (+) or lost (−) (golden P12).

    >>> discrete_vp(12, 8), discrete_vp(-12, 8)
    (Fraction(14, 1), Fraction(6, 1))
    """
    return _whole_vp(imps, discrete_bands(boards))


@lru_cache(maxsize=256)
def half_bands(boards: int) -> tuple[int, ...]:
    """Return the largest IMP margins for which the winner of a half match scores 5, 6 … 9 of 10 VPs (golden P28).

    They are those of a match of twice the boards won by twice the margin, in five steps instead of ten.

    >>> half_bands(4)
    (0, 3, 7, 11, 17)
    """
    return _bands(2 * boards, 5, part=2)


def half_vp(imps: int, boards: int) -> Fraction:
    """Return a team's whole VPs (0 to 10) in a half match, from its own IMPs, won (+) or lost (−).

    >>> half_vp(7, 4), half_vp(-12, 4)
    (Fraction(7, 1), Fraction(1, 1))
    """
    return _whole_vp(imps, half_bands(boards))


def table_vp(imps: int, table: tuple[tuple[int, str, str], ...]) -> Fraction:
    """Return a team's VPs for its own match IMPs; a line of `table` is (largest margin, winner's VPs, loser's VPs).

    The last line also covers larger margins.

    >>> table_vp(-5, ((2, "15", "15"), (6, "16", "14"), (10, "17", "13")))
    Fraction(14, 1)
    """
    line = next((line for line in table if abs(imps) <= line[0]), table[-1])
    return Fraction(line[1] if imps >= 0 else line[2])


def _widen(bands: list[int]) -> list[int]:
    """Lower the limits of bands until no band is narrower than the one before."""
    while True:
        if bands[1] - bands[0] < 2 * bands[0] + 1:
            bands[0] -= 1
            continue
        for at in range(1, len(bands) - 1):
            if bands[at + 1] - bands[at] < bands[at] - bands[at - 1]:
                bands[at] -= 1
                break
        else:
            return bands


PercentLine = tuple[BoardNumber, tuple[str, ...]]
"""A line of a scale: the most boards, and the percentages up to which a winner has 0, 1, 2 … VPs above average."""

_AVERAGE = 50


class PercentScale(Struct, frozen=True):
    """A table of victory points by percentage and number of boards; the last line also covers longer matches.

    A line of ten limits is for 10–10 to 20–0, a line of five for the half matches of 5–5 to 10–0.
    """

    lines: tuple[PercentLine, ...]

    @property
    def pool(self) -> int:
        """The victory points that the two pairs of a match share between them.

        >>> PercentScale(((4, ("51", "55", "60", "66", "73")),)).pool
        10
        """
        return 2 * len(self.lines[0][1])

    def points(self, percentage: Fraction, boards: int) -> Fraction:
        """Return a pair's victory points for its percentage; exactly on a limit, the points nearer to average.

        >>> five = PercentScale(((9, ("50.92", "52.81", "54.93", "57.45", "61.41")),))
        >>> five.points(Fraction("52.81"), 8), five.points(Fraction("47.18"), 8)
        (Fraction(6, 1), Fraction(3, 1))
        """
        limits = next((limits for most, limits in self.lines if boards <= most), self.lines[-1][1])
        steps = sum(1 for limit in limits if abs(percentage - _AVERAGE) > Fraction(limit) - _AVERAGE)
        return Fraction(len(limits) + (steps if percentage > _AVERAGE else -steps))


def ximpq(sums: Iterable[tuple[Fraction, int]]) -> int:
    """Return a match's XIMPQ, whole IMPs, halves away from zero; `sums`: (sum of comparisons, r(r−1)/2) by board.

    >>> ximpq([(Fraction(36), 36)]), ximpq([(Fraction(-27), 36)]), ximpq([(Fraction(1, 2), 1), (Fraction(1, 2), 3)])
    (6, -5, 1)
    """
    # terms q·√n by n: terms of different square-free n never cancel, nor add up to a half
    terms: dict[int, Fraction] = {}
    for sum_, pairings in sums:
        outside, inside = squarefree(pairings)
        terms[inside] = terms.get(inside, Fraction(0)) + sum_ / pairings * outside
    surds = {inside: factor for inside, factor in terms.items() if factor}
    if not surds.keys() - {1}:
        exact = surds.get(1, Fraction(0))
        whole = (2 * abs(exact) + 1) // 2
        return int(whole if exact >= 0 else -whole)
    digits = 1  # an irrational sum never lies on a half, so more digits always decide it
    while True:
        # bounds of the sum, with each root taken in whole units of √(1/`squared`)
        low, high, squared = Fraction(0), Fraction(0), 100**digits
        unit = isqrt(squared)
        for number, factor in surds.items():
            below = isqrt(number * squared)
            above = below if below * below == number * squared else below + 1
            ends = sorted((factor * below / unit, factor * above / unit))
            low, high = low + ends[0], high + ends[1]
        if (nearest := round(low)) == round(high):
            return nearest
        digits += 1


def squarefree(number: int) -> tuple[int, int]:
    """Return (a, b) with √number = a·√b, where b has no square factor.

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
