"""Scores as they are printed, and as JSON."""

from collections.abc import Sequence
from fractions import Fraction

from ledger.laws.rounding import Rounding, decimal_text, exact_text, short_text

ScoreJson = dict[str, str]


def score_json(value: Fraction | None, mode: Rounding = Rounding.HALF_UP) -> ScoreJson | None:
    """A number for JSON: exact, and as text to two decimals."""
    return None if value is None else {"exact": exact_text(value), "text": decimal_text(value, 2, mode)}


def score_text(value: Fraction | None, mode: Rounding = Rounding.HALF_UP) -> str:
    """A number for a table: two decimals, or a dash."""
    return "–" if value is None else decimal_text(value, 2, mode)


def own_scores_text(scores: Sequence[Fraction | None], mode: Rounding = Rounding.HALF_UP) -> str:
    """What a side has: '2.40'; or what each of two individuals has who differ: '4.00 / 2.40'."""
    return " / ".join(score_text(score, mode) for score in scores)


def signed_text(value: Fraction) -> str:
    """A difference: +3.20."""
    return f"{'+' if value > 0 else ''}{decimal_text(value)}"


def places_of(value: Fraction, mode: Rounding = Rounding.HALF_UP) -> int:
    """How many decimals a number wants, two at most: a column has as many as the one that wants most."""
    return len(short_text(value, 2, mode).partition(".")[2])
