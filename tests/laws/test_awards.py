"""Awards as they are typed and shown: weights, hints, and scores given outright."""

from fractions import Fraction

import pytest

from ledger.bridge import Result, Side, Unreadable
from ledger.laws.adjustment import (
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    list_weightings,
    merge_equal,
    needs_table_result,
    outcomes_without_infraction,
    parse_weighting,
    sort_by_ns_score,
    weighting_text,
)
from ledger.laws.adjustment import weightings as weightings_of
from ledger.laws.edition import load_edition


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


WRITE = 'write "60% 4SN=, 40% 4SN-1" or "2/3 4SN=, 1/3 4SN-1"'


@pytest.mark.parametrize(
    ("text", "code", "message", "marked", "hint"),
    [
        ("60% 4SN=, 4SN-1", "bad-weighting", "'4SN-1' is not a weight and a result", [" 4SN-1"], WRITE),
        ("60% 4SN=, 40%", "bad-weighting", "'40%' is not a weight and a result", ["40%"], None),
        ("60, 5% 4SN=, 40% 4SN-1", "bad-weighting", "'60' is not a weight and a result", ["60"], None),
        ("0% 4SN=, 100% 4SN-1", "weight-not-positive", "a weight of 0% is no weight", ["0%"], "leave that outcome out"),
        ("1/0 4SN=, 1/2 4SN-1", "bad-weighting", "1/0 divides by zero", ["1/0"], "write 1/3 or 33.3%"),
        (
            "0.00001% 4SN=, 99.99999% 4SN-1",
            "bad-weighting",
            "0.00001% is finer than a director weighs",
            ["0.00001%"],
            "use fewer decimals",
        ),
        ("60% 4SN=, 50% 4SN-1", "weights-sum", "the weights add up to 110%, not 100%", ["60%", "50%"], None),
        (" 60 4SN=, 50 4SN-1", "weights-sum", "the weights add up to 110%, not 100%", ["60", "50"], None),
        (
            "30% 4SN=, 40% 4SN-1, 30% 4SN=",
            "outcome-twice",
            "4SN= is in the weighting twice",
            ["30% 4SN=", "30% 4SN="],
            "60% 4SN=, 40% 4SN-1, if both are meant; or is one of them another result?",
        ),
    ],
)
def test_what_is_wrong_with_a_weighting_is_marked_in_it(text, code, message, marked, hint):
    with pytest.raises(Unreadable) as caught:
        parse_weighting(text)
    assert (caught.value.code, caught.value.message, caught.value.text) == (code, message, text)
    assert [text[start:end].strip() for start, end in caught.value.marks] == [each.strip() for each in marked]
    assert hint is None or caught.value.hint == hint


@pytest.mark.parametrize(
    ("part", "hint"),
    [
        ("60", "with a point, where it is a decimal: 60.3%"),
        (" 40% ", '40% of what? "60% 4SN=, 40% 4SN-1", in quotation marks'),
        ("1234", WRITE),
        ("4SN-1", WRITE),
    ],
)
def test_a_part_of_a_weighting_that_is_none_is_hinted_at(part, hint):
    with pytest.raises(Unreadable) as caught:
        parse_weighting(f"60% 4SN=, {part}")
    assert caught.value.hint == hint


@pytest.mark.parametrize(
    "text",
    [
        "60% 4SN=, 40% 4SN-1",
        "60% 4SN=; 40% 4SN-1",
        "60% 4SN= & 40% 4SN-1",
        "60% 4SN= and 40% 4SN-1",
        "60% 4SN= 40% 4SN-1",
        "3/5 4SN=, 2/5 4SN-1",
        "60 % 4SN=, 40 % 4SN-1",
        "60 4SN=, 40 4SN-1",
        "4SN= 60%, 4SN-1 40%",
        "60%4SN=,40%4SN-1",
    ],
)
def test_weights_are_read_as_directors_write_them(text):
    assert weighting_text(parse_weighting(text)) == "60% 4SN=, 40% 4SN-1"


def test_outcomes_stand_in_the_order_of_the_protocol():
    """Descending for North–South, on board 1: +420, +50 for the other side's undertrick, −50."""
    weighting = parse_weighting("30% 4SN-1, 40% 4SN=, 30% 4HE-1")
    assert [str(each.result) for each in sort_by_ns_score(weighting, 1)] == ["4SN=", "4HE-1", "4SN-1"]


def test_the_same_outcome_twice_counts_once():
    (one, other) = parse_weighting("60% 4SN=, 40% 4SN-1")
    assert repr(merge_equal([one, other, one])) == "(120% 4SN=, 40% 4SN-1)"


@pytest.mark.parametrize("text", ["", "A++", "101", "100.5", "60.123", "1234", "B", "60/40"])
def test_what_is_no_artificial_score_is_marked(text):
    with pytest.raises(Unreadable) as caught:
        Grade(text)
    assert (caught.value.code, caught.value.message) == ("bad-artificial", f"{text!r} is not an artificial score")
    assert (caught.value.text, caught.value.marks) == (text, ((0, len(text)),))
    assert caught.value.hint == "A+, A or A- for each side, as in A+/A-; or per cent of the top, as in 60/40"


@pytest.mark.parametrize(
    ("text", "grade", "flat"),
    [
        ("a+", "A+", "3/5"),
        (" AVG ", "A", "1/2"),
        ("A−", "A-", "2/5"),
        ("100%", "100", "1"),
        ("A62.5", "62.5", "5/8"),
        ("0", "0", "0"),
        ("-", "-", "0"),
    ],
)
def test_artificial_scores_as_they_are_typed_and_what_they_are_of_the_top(text, grade, flat):
    assert (Grade(text), Grade(text).flat, Grade(text).nobody) == (grade, Fraction(flat), grade == "-")


@pytest.mark.parametrize(
    ("ns", "ew", "text"),
    [("41/2", "39/2", "20.5/19.5"), ("23", "-23", "23/-23"), ("5/4", "0", "1.25/0"), ("1/3", "2/3", "1/3/2/3")],
)
def test_scores_given_outright_show_the_decimals_they_have(ns, ew, text):
    assert repr(Awarded(Fraction(ns), Fraction(ew), "keep")) == f"awarded {text}, in the field"
    assert repr(Awarded(Fraction(ns), Fraction(ew), "out")) == f"awarded {text}, out of the field"


MADE, DOWN, BOTH = "4SN=", "4SN-1", "60% 4SN=, 40% 4SN-1"
A, AMINUS = Grade("A"), Grade("A-")


@pytest.mark.parametrize(
    ("adjustment", "text", "law", "rests", "weightings"),
    [
        (Assigned(Result(MADE)), f"assigned {MADE}", "12C1(a)", False, {"NS": MADE, "EW": MADE}),
        (Claim(Result(MADE)), f"claim {MADE}", "70", False, {"NS": MADE, "EW": MADE}),
        (Weighted(parse_weighting(BOTH)), f"weighted {BOTH}", "12C1(c)", False, {"NS": BOTH, "EW": BOTH}),
        (
            Split(parse_weighting(MADE), parse_weighting(DOWN)),
            f"split NS: {MADE}; EW: {DOWN}",
            "12C1",
            False,
            {"NS": MADE, "EW": DOWN},
        ),
        (
            Split(parse_weighting(MADE), parse_weighting(BOTH)),
            f"split NS: {MADE}; EW: {BOTH}",
            "12C1(c)",
            False,
            {"NS": MADE, "EW": BOTH},
        ),
        (Artificial(A, AMINUS), "artificial A/A-", "12C2", False, {}),
        (
            Artificial(A, AMINUS, parse_weighting(BOTH)),
            f"artificial A/A- unless {BOTH} is better",
            "12C2",
            False,
            {"unless": BOTH},
        ),
        (
            SelfInflicted("NS", parse_weighting(MADE), parse_weighting(DOWN)),
            f"self-inflicted by NS, B: {MADE}; C: {DOWN}",
            "12C1(e)",
            True,
            {"B": MADE, "C": DOWN},
        ),
        (Awarded(Fraction(1), Fraction(0), "keep"), "awarded 1/0, in the field", None, True, {}),
        (Awarded(Fraction(1), Fraction(0), "out"), "awarded 1/0, out of the field", None, False, {}),
        (Stands(), "the table result stands", None, True, {}),
    ],
    ids=repr,
)
def test_what_each_kind_of_score_states_and_by_which_law(adjustment, text, law, rests, weightings):
    assert repr(adjustment) == text
    assert load_edition("2017").law_of(adjustment) == law
    assert needs_table_result(adjustment) is rests
    stated = {name: weighting_text(each) for name, each in list_weightings(adjustment).items()}
    assert stated == weightings
    without = [weighting_text(each) for each in outcomes_without_infraction(adjustment)]
    assert without == [each for name, each in weightings.items() if name != "C"]
    of_sides = {side.value: weighting_text(each) for side, each in weightings_of(adjustment).items()}
    assert of_sides == {name: each for name, each in weightings.items() if name in ("NS", "EW")}


@pytest.mark.parametrize(("ns", "ew", "alone"), [("A", "A-", None), ("A+", "-", Side.NS), ("-", "60", Side.EW)])
def test_of_an_artificial_score_one_side_may_be_alone(ns, ew, alone):
    award = Artificial(Grade(ns), Grade(ew))
    assert (award.alone, award.of(Side.NS), award.of(Side.EW)) == (alone, ns, ew)


@pytest.mark.parametrize(
    ("grade", "letter", "by_session"),
    [
        ("A+", "A+", True),
        ("A", "A", False),
        ("A-", "A-", True),
        ("60", "A+", False),
        ("50", "A", False),
        ("40", "A-", False),
        ("55", "", False),
    ],
)
def test_which_grade_a_per_cent_stands_for_and_which_look_at_other_boards(grade, letter, by_session):
    assert (Grade(grade).letter, Grade(grade).by_session) == (letter, by_session)
