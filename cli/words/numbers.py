"""Numbers as the language of the page writes them. The ledger has rounded them; here a point becomes a comma."""

from fractions import Fraction

from cli.words.language import number_text
from ledger.laws import rounding
from ledger.laws.adjustment import Grade
from ledger.laws.adjustment import weight_text as exact_weight_text
from ledger.laws.rounding import Rounding


def decimal_text(value: Fraction, places: int = 2, mode: Rounding = Rounding.HALF_UP) -> str:
    """A number with a fixed number of decimals."""
    return number_text(rounding.decimal_text(value, places, mode))


def short_text(value: Fraction, places: int = 2, mode: Rounding = Rounding.HALF_UP) -> str:
    """A number for a sentence: no decimals it does not need."""
    return number_text(rounding.short_text(value, places, mode))


def stated_text(value: Fraction) -> str:
    """A number as it was stated: short where that is all of it, else the fraction."""
    return number_text(rounding.stated_text(value))


def grade_text(grade: Grade) -> str:
    """An artificial score of one side: 'A+', '60', '33.33'."""
    return number_text(grade)


def percent_text(percent: Fraction, mode: Rounding = Rounding.HALF_UP) -> str:
    """A percentage, to two decimals: '61.45%'."""
    return number_text(f"{rounding.decimal_text(percent, 2, mode)}%")


def weight_text(weight: Fraction) -> str:
    """What part of a score: '60%', '1/3'."""
    return number_text(exact_weight_text(weight))
