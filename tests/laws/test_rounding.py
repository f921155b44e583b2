"""Rounding: golden D31 and D32, and what no rounding may do."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.laws.rounding import Rounding, decimal_text, round_to, short_text

units = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 4), Fraction(1, 100)])
values = st.fractions(-1000, 1000)


@given(values, units, st.sampled_from(Rounding), st.integers(-5, 5))
def test_rounding_moves_by_at_most_half_a_unit_and_lands_on_one(value, unit, mode, average):
    rounded = round_to(value, unit, mode, Fraction(average))
    assert abs(rounded - value) <= unit / 2
    assert (rounded / unit).denominator == 1
    assert round_to(rounded, unit, mode, Fraction(average)) == rounded


@given(values, units, st.integers(-5, 5))
def test_halves_away_from_average_stay_balanced(value, unit, average):
    """The two sides of a balanced score round to a balanced score."""
    mode, around = Rounding.HALF_AWAY_FROM_AVERAGE, Fraction(average) * unit
    assert round_to(value, unit, mode, around) + round_to(2 * around - value, unit, mode, around) == 2 * around


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        (Rounding.HALF_AWAY_FROM_AVERAGE, [-2, 3, -3, 0]),
        (Rounding.HALF_TOWARD_AVERAGE, [-2, 2, -2, 0]),
        (Rounding.HALF_EVEN, [-2, 2, -2, 0]),
        (Rounding.HALF_UP, [-2, 3, -2, 0]),
    ],
)
def test_golden_d31_rounding_directions(mode, expected):
    values = [Fraction(-17, 10), Fraction(5, 2), Fraction(-5, 2), Fraction(9, 20)]
    assert [round_to(value, Fraction(1), mode) for value in values] == expected


@pytest.mark.parametrize(
    ("mode", "expected"),
    [(Rounding.HALF_AWAY_FROM_AVERAGE, ["6.2", "7.8"]), (Rounding.HALF_TOWARD_AVERAGE, ["6.3", "7.7"])],
)
def test_golden_d32_rounding_around_the_average(mode, expected):
    assert [round_to(Fraction(text), Fraction(1, 10), mode, Fraction(7)) for text in ("6.25", "7.75")] == list(
        map(Fraction, expected)
    )


@given(values)
def test_text_has_as_many_decimals_as_asked(value):
    assert Fraction(decimal_text(value)) == round_to(value, Fraction(1, 100), Rounding.HALF_AWAY_FROM_AVERAGE)
    assert decimal_text(-value) in (f"-{decimal_text(value)}", decimal_text(value).removeprefix("-"))
    assert decimal_text(value).rpartition(".")[2].isdigit()
    assert Fraction(short_text(value)) == Fraction(decimal_text(value))
    assert not decimal_text(value).startswith("-0.00")


@pytest.mark.parametrize(("value", "places", "told"), [("-1/1000", 2, "0.00"), ("-1/3", 0, "0"), ("-1/2", 0, "-1")])
def test_what_is_rounded_to_nothing_has_no_sign(value, places, told):
    assert decimal_text(Fraction(value), places) == told
