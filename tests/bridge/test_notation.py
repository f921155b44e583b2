"""Every notation reads back what it prints, and says what is wrong with what it cannot read."""

import pytest
from hypothesis import given

from ledger.bridge import Result, Seat, Side, Unreadable, parse_result
from ledger.bridge.board import parse_card
from ledger.laws.adjustment import Grade, parse_weighting, weighting_text
from ledger.laws.edition import load_edition
from tests.strategies import played, results, weightings

LAWS, parse_law = load_edition("2017").laws, load_edition("2017").parse


@given(results)
def test_a_result_is_its_own_notation(result):
    assert parse_result(str(result)) == result
    assert repr(result) == str(result)


@given(played)
def test_the_parts_of_a_result_make_it_again(result):
    assert Result.of(*result.played) == result
    assert Result(result.pretty.lower()) == result


@given(weightings())
def test_a_weighting_reads_back(weighting):
    assert parse_weighting(weighting_text(weighting)) == weighting


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("4SN=", "4SN="),
        ("4 ♠ n =", "4SN="),
        ("4Sx N+1", "4SXN+1"),
        ("4S N 10 tricks", "4SN="),
        ("3nte-2", "3NTE-2"),
        ("3NE+1", "3NTE+1"),
        ("2sxxw+1", "2SXXW+1"),
        ("4♥*W=", "4HXW="),
        ("pass", "PASS"),
        ("+620", "+620"),
        ("−50", "-50"),
        ("-0", "+0"),
        ("4SN+0", "4SN="),
    ],
)
def test_what_is_typed_is_echoed_in_one_form(typed, canonical):
    assert str(Result(typed)) == canonical


@pytest.mark.parametrize(
    ("typed", "code", "marked"),
    [
        ("8SN=", "bad-level", "8"),
        ("0SN=", "bad-level", "0"),
        ("4SN+4", "too-many-tricks", "+4"),
        ("7SN-14", "too-few-tricks", "-14"),
        ("4S=", "no-declarer", "4S="),
        ("4S N 14 tricks", "too-many-tricks", "4S N 14 tricks"),
        ("hearts", "bad-result", "hearts"),
        ("", "bad-result", ""),
        ("+625", "bad-score", "+625"),
        ("+7610", "bad-score", "+7610"),
        ("٤SN=", "bad-result", "٤SN="),
        ("4SXXXN=", "bad-result", "4SXXXN="),
        ("9" * 5000 + "SN=", "bad-result", "9" * 5000 + "SN="),
    ],
)
def test_what_cannot_be_read_is_refused_by_name_and_marked(typed, code, marked):
    with pytest.raises(Unreadable) as caught:
        Result(typed)
    assert caught.value.code == code
    assert caught.value.hint
    assert [typed[start:end] for start, end in caught.value.marks] == [marked]


def test_the_declarer_may_be_supplied_but_is_never_guessed():
    assert parse_result("4S=", Seat.W) == "4SW="
    assert Seat.W.side is Side.EW


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("60% 4SN=, 50% 4SN-1", "weights-sum"),
        ("1/3 4SN=, 1/3 4SN-1, 33% PASS", "weights-sum"),
        ("0% 4SN=, 100% 4SN-1", "weight-not-positive"),
        ("60% 4SN=, 4SN-1", "bad-weighting"),
        ("1/0 4SN=, 1/2 PASS", "bad-weighting"),
        ("60% , 40% PASS", "bad-weighting"),
        ("50% 4SN=, 50% 4S-1", "no-declarer"),
    ],
)
def test_weightings_are_never_normalised(typed, code):
    with pytest.raises(Unreadable) as caught:
        parse_weighting(typed)
    assert caught.value.code == code


def test_d37_thirds_and_33_hundredths_are_not_one():
    with pytest.raises(Unreadable, match="299/300"):
        parse_weighting("1/3 4SN=, 1/3 4SN-1, 33/100 4SN-2")


def test_the_same_outcome_twice_is_a_slip():
    with pytest.raises(Unreadable) as caught:
        parse_weighting("30% 4SN=, 30% 4S N 10 tricks, 40% 4SN-1")
    assert caught.value.code == "outcome-twice"
    assert caught.value.hint.startswith("60% 4SN=, 40% 4SN-1, if both are meant")


@pytest.mark.parametrize(
    ("typed", "citation"),
    [
        ("16b", "16B"),
        ("Law 12C1c", "12C1(c)"),
        ("12C1(e)", "12C1(e)"),
        ("86B2b", "86B2(b)"),
        ("82C", "82C"),
        ("7", "7"),
        ("20F5a", "20F5(a)"),
        ("16B1(a)(ii)", "16B1(a)(ii)"),
    ],
)
def test_citations_have_one_form(typed, citation):
    assert parse_law(typed) == citation
    assert parse_law(citation) == citation


@pytest.mark.parametrize("typed", ["61Z3", "0", "94", "12C5", "12C1(f)", "79D", "law", "", "12C3(a)", "22C"])
def test_there_are_no_other_laws(typed):
    with pytest.raises(Unreadable) as caught:
        parse_law(typed)
    assert caught.value.code == "no-such-law"


@pytest.mark.parametrize(
    ("typed", "missing"),
    [
        *((rank, f"of which suit? S{rank}, H{rank}, D{rank} or C{rank}") for rank in "AKQJT98765432"),
        *((f"{suit}1", "1 is no rank; ") for suit in "SHDC"),
        ("huh", "suit and rank: "),
        ("1", "suit and rank: "),
    ],
)
def test_of_what_is_no_card_it_is_said_what_is_missing(typed, missing):
    with pytest.raises(Unreadable) as caught:
        parse_card(typed)
    assert caught.value.hint.startswith(missing)
    assert caught.value.marks == ((0, len(typed)),)


def test_all_93_laws_are_known():
    assert list(LAWS) == list(range(1, 94))


@pytest.mark.parametrize(
    ("typed", "grade"),
    [("A+", "A+"), ("avg-", "A-"), ("A60", "60"), ("60%", "60"), ("47.5", "47.5"), ("a", "A"), ("060", "60")],
)
def test_grades_have_one_form(typed, grade):
    assert Grade(typed) == grade == Grade(grade)


@pytest.mark.parametrize("typed", ["101", "B+", "A++", "", "-5"])
def test_other_grades_are_refused(typed):
    with pytest.raises(Unreadable):
        Grade(typed)
