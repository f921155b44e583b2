"""Awards as they are typed and shown: weights, hints, and scores given outright."""

from fractions import Fraction

import pytest

from ledger.bridge import Unreadable
from ledger.laws.adjustment import Awarded, parse_weighting


def test_no_weight_is_finer_than_a_millionth():
    finest = parse_weighting("1/1000000 4SN=, 999999/1000000 4SN-1")
    assert finest[0].weight == Fraction(1, 1_000_000)
    with pytest.raises(Unreadable) as caught:
        parse_weighting("1/1000001 4SN=, 1000000/1000001 4SN-1")
    assert caught.value.code == "bad-weighting"
    assert caught.value.message == "1/1000001 is finer than a director weighs"


def test_blanks_before_a_weighting_separate_nothing():
    assert parse_weighting("  60% 4SN= 40% 4SN-1") == parse_weighting("60% 4SN=, 40% 4SN-1")


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("40% 4SN=, 30% 4SN-1, 20% 4SN-2", "the weights add up to 90%, not 100%", "10% are missing"),
        ("40% 4SN=, 40% 4SN-1, 40% 4SN-2", "the weights add up to 120%, not 100%", "20% are too many"),
        ("1/3 4SN=, 1/3 4SN-1, 1/2 4SN-2", "the weights add up to 7/6, not 100%", "1/6 are too many"),
        ("60% 4SN=, 50% 4SN-1", "the weights add up to 110%, not 100%", "60% and 40%, or 50% and 50%?"),
        ("100% 4SN=, 50% 4SN-1", "the weights add up to 150%, not 100%", "50% are too many"),
    ],
)
def test_weights_that_do_not_add_up_are_told_by_how_much(text, message, hint):
    with pytest.raises(Unreadable) as caught:
        parse_weighting(text)
    assert (caught.value.code, caught.value.message, caught.value.hint) == ("weights-sum", message, hint)


@pytest.mark.parametrize(
    ("ns", "ew", "text"),
    [("41/2", "39/2", "20.5/19.5"), ("23", "-23", "23/-23"), ("5/4", "0", "1.25/0"), ("1/3", "2/3", "1/3/2/3")],
)
def test_scores_given_outright_show_the_decimals_they_have(ns, ew, text):
    assert repr(Awarded(Fraction(ns), Fraction(ew), "keep")) == f"awarded {text}, in the field"
    assert repr(Awarded(Fraction(ns), Fraction(ew), "out")) == f"awarded {text}, out of the field"
