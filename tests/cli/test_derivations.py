"""A derivation as it is printed: who adds up what stands there comes to what stands there."""

from fractions import Fraction

from cli.words.derivations import derivation_lines
from ledger.scoring.derivation import Rule, derived, given


def test_a_difference_is_printed_with_as_many_decimals_as_it_takes_to_add_up():
    """10.5 less a quarter of 5.5, 1.375, is 9.125: to two decimals 10.50 - 1.38 would be 9.12, and 9.13 is printed."""
    over = given(Fraction("5.5"), "what exceeds a quarter", unit="VP")
    off = derived(Rule.PRODUCT, "a quarter of that", [given(Fraction(1, 4), "¼"), over], unit="VP")
    actual = given(Fraction("10.5"), "actual", unit="VP")
    assert list(derivation_lines(derived(Rule.DIFFERENCE, "mismatch", [actual, off], unit="VP"))) == [
        "     9.125  mismatch = 10.500 − 1.375",
        "      10.500  actual",
        "       1.375  a quarter of that = 0.25 × 5.50",
        "          5.50  what exceeds a quarter",
    ]


def test_what_adds_up_to_two_decimals_has_two_and_so_has_what_never_does():
    half, third = (given(Fraction(1, each), "part", unit="MP") for each in (2, 3))
    assert next(derivation_lines(derived(Rule.SUM, "two", [half, half], unit="MP"))) == "      1.00  two = 0.50 + 0.50"
    three = derived(Rule.SUM, "three", [third, third, third], unit="MP")
    assert next(derivation_lines(three)) == "      1.00  three = 0.33 + 0.33 + 0.33"
