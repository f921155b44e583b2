"""A derivation as it is printed: who adds up what stands there comes to what stands there."""

from fractions import Fraction

import pytest

from cli.words.derivations import derivation_lines
from ledger.laws.rounding import Rounding
from ledger.scoring.derivation import Rule, derive, leaf, round_to_unit


def test_a_difference_is_printed_with_as_many_decimals_as_it_takes_to_add_up():
    """10.5 less a quarter of 5.5, 1.375, is 9.125: to two decimals 10.50 - 1.38 would be 9.12, and 9.13 is printed."""
    over = leaf(Fraction("5.5"), "what exceeds a quarter", unit="VP")
    off = derive(Rule.PRODUCT, "a quarter of that", [leaf(Fraction(1, 4), "¼"), over], unit="VP")
    actual = leaf(Fraction("10.5"), "actual", unit="VP")
    assert list(derivation_lines(derive(Rule.DIFFERENCE, "mismatch", [actual, off], unit="VP"))) == [
        "     9.125  mismatch = 10.500 − 1.375",
        "      10.500  actual",
        "       1.375  a quarter of that = 0.25 × 5.50",
        "          5.50  what exceeds a quarter",
    ]


def test_what_adds_up_to_two_decimals_has_two_and_so_has_what_never_does():
    half, third = (leaf(Fraction(1, each), "part", unit="MP") for each in (2, 3))
    assert next(derivation_lines(derive(Rule.SUM, "two", [half, half], unit="MP"))) == "      1.00  two = 0.50 + 0.50"
    three = derive(Rule.SUM, "three", [third, third, third], unit="MP")
    assert next(derivation_lines(three)) == "      1.00  three = 0.33 + 0.33 + 0.33"


def test_tables_compared_with_are_gathered_by_what_they_are_worth_the_best_first():
    """Two eighths would add up with three decimals: they are not added up by who reads them, but counted."""
    each = [("table 4 +50: loss", 0), ("table 2 -100: win", Fraction(1, 8)), ("table 3 -50: win", Fraction(1, 8))]
    parts = [leaf(Fraction(worth), text, unit="MP") for text, worth in each]
    half = leaf(Fraction(1, 2), "half", unit="MP")
    weighed = derive(Rule.PRODUCT, "60% of table 5", [half, leaf(Fraction(3, 5), "weight")], unit="MP")
    assert list(derivation_lines(derive(Rule.SUM, "matchpoints", [*parts, weighed], unit="MP"))) == [
        "      0.55  matchpoints",
        "        0.13  each win (2): table 2 -100, table 3 -50",
        "        0.00  each loss (1): table 4 +50",
        "        0.30  60% of table 5 = 0.50 × 0.6",
        "          0.50  half",
    ]


def test_what_was_explained_once_is_not_explained_again():
    half = leaf(Fraction(1, 2), "half", unit="MP")
    weighed = derive(Rule.PRODUCT, "60%", [half, leaf(Fraction(3, 5), "weight")], unit="MP")
    assert list(derivation_lines(derive(Rule.SUM, "two", [weighed, weighed], unit="MP"))) == [
        "      0.60  two = 0.30 + 0.30",
        "        0.30  60% = 0.50 × 0.6",
        "          0.50  half",
        "        0.30  60% = 0.50 × 0.6 (as above)",
    ]


def test_a_sum_of_nothing_is_nothing():
    assert list(derivation_lines(derive(Rule.SUM, "of no match", [], unit="VP"))) == ["      0.00  of no match"]


def test_the_law_or_the_book_and_the_events_stand_behind():
    by_law = leaf(Fraction(60), "average plus", law="12C2(a)", events=(7, 9), unit="%")
    by_book = leaf(Fraction(2), "for a bye", law="White Book 2.1")
    assert [line for each in (by_law, by_book) for line in derivation_lines(each)] == [
        "     60.00  average plus   (Law 12C2(a), #7, #9)",
        "         2  for a bye   (White Book 2.1)",
    ]


def test_imps_over_the_root_of_their_comparisons():
    three, four = (leaf(Fraction(each), "IMPs", unit="IMP") for each in (3, 4))
    one, two = (leaf(Fraction(each), "comparisons") for each in (1, 2))
    told = next(derivation_lines(derive(Rule.XIMPQ, "XIMPQ", [three, one, four, two], unit="IMP")))
    assert told.partition("= ")[2] == "3.00 + 4.00 / √2"


@pytest.mark.parametrize(
    ("exact", "to", "told"), [("2/3", "0.001", "0.667"), ("2/3", "0.0001", "0.6667"), ("1/8", "0.1", "0.10")]
)
def test_what_is_rounded_is_told_as_far_as_it_is_rounded(exact, to, told):
    number = round_to_unit(leaf(Fraction(exact), "exact", unit="VP"), to, Rounding.HALF_EVEN)
    assert next(derivation_lines(number)) == f"{told:>10}  rounded to {to}"
