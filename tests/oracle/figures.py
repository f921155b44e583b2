"""IMPs, victory points and rounding, from the printed tables."""

from fractions import Fraction
from math import floor

IMP_STEPS = [
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
]
"""Law 78B: the least difference that is worth 1, 2, 3 … 24 IMPs."""


def imps(difference: int) -> int:
    """IMPs for a difference of scores.

    >>> imps(10), imps(-20), imps(430), imps(-4000)
    (0, -1, 10, -24)
    """
    size = sum(1 for step in IMP_STEPS if abs(difference) >= step)
    return size if difference >= 0 else -size


def up(value: Fraction, unit: Fraction) -> Fraction:
    """The next multiple of a unit that is not less."""
    return -down(-value, unit)


def down(value: Fraction, unit: Fraction) -> Fraction:
    """The next multiple of a unit that is not more."""
    return floor(value / unit) * unit


def nearest(value: Fraction, unit: str, half: str, average: Fraction = Fraction(0)) -> Fraction:
    """Rounded to a unit; what lies exactly between two goes as `half` says.

    >>> nearest(Fraction("6.25"), "0.1", "half-away-from-average", Fraction(7))
    Fraction(31, 5)
    """
    if unit == "exact":
        return value
    low, high = down(value, Fraction(unit)), up(value, Fraction(unit))
    if value - low != high - value:
        return low if value - low < high - value else high
    if half == "half-even":
        return low if (low / Fraction(unit)) % 2 == 0 else high
    if half == "half-up":
        return high
    if half == "half-toward-average":
        return high if value < average else low
    return high if value > average else low
