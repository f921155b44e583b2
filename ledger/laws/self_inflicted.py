"""Law 12C1(e): the A/B/C method (Barker 2009, 2011; White Book; golden S05, S11, D25–D27).

All numbers from the non-offenders' view, in the unit of the form of scoring: A the table result, B without the
infraction, C with the infraction but without the error or gamble.
"""

from fractions import Fraction
from typing import Literal

Case = Literal["no-damage", "all-self-inflicted", "no-self-inflicted", "partial"]


def damage_case(a: Fraction, b: Fraction, c: Fraction) -> Case:
    """Which of the four cases it is; at the borders the number is the same either way.

    >>> damage_case(Fraction(-8), Fraction(0), Fraction(-3))
    'partial'
    """
    if b <= a:
        return "no-damage"
    if b <= c:
        return "all-self-inflicted"
    return "no-self-inflicted" if c <= a else "partial"


def damaged_side_score(a: Fraction, b: Fraction, c: Fraction) -> Fraction:
    """What the non-offenders score: the table result, and the real damage given back.

    >>> damaged_side_score(Fraction(-8), Fraction(0), Fraction(-3))
    Fraction(-5, 1)
    """
    return a if b <= a else a + max(Fraction(0), b - max(a, c))
