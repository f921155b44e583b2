"""Rounding: the only place where exact numbers become shorter, and only where a regulation says so."""

import re
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple


class Rounding(Enum):
    """The ways to round a number between two units (spec §3)."""

    HALF_EVEN = "half-even"
    HALF_UP = "half-up"
    HALF_AWAY_FROM_AVERAGE = "half-away-from-average"
    HALF_TOWARD_AVERAGE = "half-toward-average"
    TOWARD_NOS = "toward-nos"  # up for a non-offender, down for an offender, else a half away from average


def round_to(value: Fraction, unit: Fraction, mode: Rounding, average: Fraction = Fraction(0)) -> Fraction:
    """Round to a multiple of `unit`; in some modes a half goes towards or away from `average` (golden D31, D32).

    >>> round_to(Fraction("6.25"), Fraction("0.1"), Rounding.HALF_AWAY_FROM_AVERAGE, Fraction(7))
    Fraction(31, 5)
    >>> round_to(Fraction("562.005"), Fraction("0.01"), Rounding.HALF_EVEN)
    Fraction(562, 1)
    """
    units = units_of(value, unit, mode, average)
    return Fraction(units * unit.numerator, unit.denominator)


def units_of(value: Fraction, unit: Fraction, mode: Rounding, average: Fraction = Fraction(0)) -> int:
    """Return a number divided by a unit, rounded to an integer.

    >>> units_of(Fraction("6.25"), Fraction("0.1"), Rounding.HALF_UP)
    63
    """
    return units_of_ratio(value.numerator, value.denominator, unit, mode, average)


def units_of_ratio(
    numerator: int, denominator: int, unit: Fraction, mode: Rounding, average: Fraction = Fraction(0)
) -> int:
    """Return a ratio divided by a unit, rounded to an integer; the ratio need not be in lowest terms."""
    # In integers, as thousands of totals are rounded at a time
    size = denominator * unit.numerator
    below, remainder = divmod(numerator * unit.denominator, size)
    if 2 * remainder == size:
        return below + _half_goes_up(mode, below, Fraction(numerator, denominator), average)
    return below + (2 * remainder > size)


def _half_goes_up(mode: Rounding, below: int, value: Fraction, average: Fraction) -> bool:
    match mode:
        case Rounding.HALF_EVEN:
            return below % 2 == 1
        case Rounding.HALF_UP:
            return True
        case Rounding.HALF_AWAY_FROM_AVERAGE | Rounding.TOWARD_NOS:
            return value > average
        case Rounding.HALF_TOWARD_AVERAGE:
            return value < average


def round_for(value: Fraction, unit: Fraction, *, up: bool) -> Fraction:
    """Round to a multiple of `unit`: up for non-offenders, down for offenders (golden S22, S23).

    >>> round_for(Fraction("11.405"), Fraction("0.1"), up=True)
    Fraction(23, 2)
    """
    units = value / unit
    return unit * (ceil(units) if up else floor(units))


class RoundTo(NamedTuple):
    """A rule to round to multiples of `unit`; in some modes a half goes towards or away from `average`.

    `up`: under regulations that favour non-offenders, True for their score and False for the offenders'; None: by
    `mode`.
    """

    unit: Fraction
    mode: Rounding
    average: Fraction = Fraction(0)
    up: bool | None = None

    def of(self, exact: Fraction) -> Fraction:
        """Return the number rounded.

        >>> RoundTo(Fraction("0.1"), Rounding.HALF_UP).of(Fraction("6.25"))
        Fraction(63, 10)
        """
        if self.up is not None:
            return round_for(exact, self.unit, up=self.up)
        return round_to(exact, self.unit, self.mode, self.average)


def round_by_regulation(exact: Fraction, unit: str, mode: Rounding) -> Fraction:
    """Round a number to a unit as regulations state it ('0.01', 'exact').

    >>> round_by_regulation(Fraction("6.25"), "0.1", Rounding.HALF_UP)
    Fraction(63, 10)
    >>> round_by_regulation(Fraction("6.25"), "exact", Rounding.HALF_UP)
    Fraction(25, 4)
    """
    return exact if unit == "exact" else RoundTo(Fraction(unit), mode).of(exact)


def read_decimal(text: str) -> Fraction:
    """Read a decimal number; ValueError for anything else, or for more digits than a score can have.

    >>> read_decimal("20.5")
    Fraction(41, 2)
    """
    if not re.fullmatch(r"-?[0-9]{1,6}(?:\.[0-9]{1,6})?", text.strip(), re.ASCII):
        raise ValueError(f"{text.strip()[:20]!r} is no number")
    return Fraction(text.strip())


def read_fraction(text: str) -> Fraction:
    """Read a decimal number or a fraction, so that a third can be stated exactly; ValueError for any other text.

    >>> read_fraction("8.5"), read_fraction("17/2"), read_fraction("1/3")
    (Fraction(17, 2), Fraction(17, 2), Fraction(1, 3))
    """
    if re.fullmatch(r"-?[0-9]{1,6}/[1-9][0-9]{0,5}", text.strip(), re.ASCII):
        return Fraction(text.strip())
    return read_decimal(text)


@lru_cache(maxsize=65536)
def decimal_text(value: Fraction, places: int = 2, mode: Rounding = Rounding.HALF_UP) -> str:
    """Format a number with fixed decimals; a number and its negative get the same digits.

    >>> decimal_text(Fraction(36, 5)), decimal_text(Fraction(1, 8)), decimal_text(Fraction(-1, 8))
    ('7.20', '0.13', '-0.13')
    >>> decimal_text(Fraction(1, 2), 0, Rounding.HALF_EVEN)
    '0'
    """
    units = units_of(abs(value), Fraction(1, 10**places), mode)
    digits = f"{units:0{places + 1}d}"
    sign = "-" if units and value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def short_text(value: Fraction, places: int = 2, mode: Rounding = Rounding.HALF_UP) -> str:
    """Format a number for a sentence: rounded to `places` decimals, without trailing zeros.

    >>> short_text(Fraction(2)), short_text(Fraction(1, 2)), short_text(Fraction(200, 3))
    ('2', '0.5', '66.67')
    """
    text = decimal_text(value, places, mode)
    return text.rstrip("0").rstrip(".") if "." in text else text


def stated_text(value: Fraction) -> str:
    """Format a number exactly: as a decimal with up to six places, else as a fraction.

    >>> stated_text(Fraction(11, 2)), stated_text(Fraction(1, 3))
    ('5.5', '1/3')
    """
    short = short_text(value, 6)
    return short if Fraction(short) == value else exact_text(value)


def exact_text(value: Fraction) -> str:
    """Format a number exactly, as an integer or p/q.

    >>> exact_text(Fraction(36, 5)), exact_text(Fraction(4))
    ('36/5', '4')
    """
    return str(value)
