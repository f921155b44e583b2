"""Victory points: the WBF continuous scale, and the discrete one (spec §2.8; golden P10, P11, P13).

The scales know whole IMPs only; a match that is not in whole ones is rounded before.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import floor

_DIGITS = 50
_CENT = Fraction(1, 100)


@lru_cache(maxsize=256)
def continuous_scale(boards: int) -> tuple[Fraction, ...]:
    """The winner's VPs for a margin of 0, 1, 2 … IMPs, the last being 20; every margin beyond it is 20.

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
    return tuple(_concave(scale))


def continuous_vp(imps: int, boards: int) -> Fraction:
    """A team's VPs for its own match IMPs, won (+) or lost (−).

    >>> continuous_vp(12, 8), continuous_vp(-7, 8)  # golden D13
    (Fraction(1439, 100), Fraction(723, 100))
    """
    scale = continuous_scale(boards)
    vp = scale[min(abs(imps), len(scale) - 1)]
    return vp if imps >= 0 else 20 - vp


@lru_cache(maxsize=256)
def discrete_bands(boards: int) -> tuple[int, ...]:
    """The largest margin that still scores 10, 11 … 19.

    >>> discrete_bands(8)
    (0, 3, 6, 9, 12, 16, 20, 25, 30, 38)
    """
    with localcontext() as context:
        context.prec = _DIGITS
        golden = Decimal(5).sqrt() - 2
        full = 15 * Decimal(boards).sqrt()
        bands = [
            floor(full * (1 - (1 - golden) * (Decimal(k) + Decimal("0.5")) / 10).ln() / golden.ln()) for k in range(10)
        ]
    return tuple(_widening(bands))


def discrete_vp(imps: int, boards: int) -> Fraction:
    """A team's whole VPs for its own match IMPs (golden P12).

    >>> discrete_vp(12, 8), discrete_vp(-12, 8)
    (Fraction(14, 1), Fraction(6, 1))
    """
    vp = 10 + sum(1 for band in discrete_bands(boards) if abs(imps) > band)
    return Fraction(vp if imps >= 0 else 20 - vp)


def table_vp(imps: int, table: tuple[tuple[int, str, str], ...]) -> Fraction:
    """A team's VPs by a table of largest margins with the winner's and the loser's VPs.

    >>> table_vp(-5, ((2, "15", "15"), (6, "16", "14"), (10, "17", "13")))
    Fraction(14, 1)
    """
    line = next((line for line in table if abs(imps) <= line[0]), table[-1])
    return Fraction(line[1] if imps >= 0 else line[2])


def _concave(scale: list[Fraction]) -> list[Fraction]:
    """Raise an entry by 0.01 while a later step would be larger than the one before it, and look again."""
    at = 1
    while at < len(scale) - 1:
        if scale[at + 1] - scale[at] > scale[at] - scale[at - 1]:
            scale[at] += _CENT
            at = max(at - 1, 1)
        else:
            at += 1
    return scale


def _widening(bands: list[int]) -> list[int]:
    """Lower a band while the next would be narrower than the one before it, and look again."""
    while True:
        if bands[1] - bands[0] < 2 * bands[0] + 1:
            bands[0] -= 1
            continue
        for at in range(1, 9):
            if bands[at + 1] - bands[at] < bands[at] - bands[at - 1]:
                bands[at] -= 1
                break
        else:
            return bands
