"""What the Laws and their commentators warn of: given a board that was played, when it is ruled on, then advice."""

import pytest

from ledger.bridge import Result
from ledger.facts import Adjudication, AmendRuling, DecideAppeal, GiveRuling, Grounds, LodgeAppeal, Where
from ledger.laws.adjustment import (
    Artificial,
    Assigned,
    Claim,
    Grade,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    parse_weighting,
)
from ledger.laws.advice import ADVICE
from tests.core.spec import Evening

AT = Where(1, "1")
TABLE_RESULT = "4SN="


@pytest.fixture
def evening():
    """Board 1 with 4SN= at table 1; nothing played on board 2."""
    evening = Evening((1, 2))
    evening.play(1, [TABLE_RESULT, "4SN-1", "3NTN="])
    return evening


def advice(evening, adjustment, board=1, **said):
    where = AT if board == 1 else Where(2, "1", "1NS", "1EW")
    (*_, envelope) = evening.do(GiveRuling(where, adjustment, Grounds(**said)))
    assert set(envelope.event.advice) <= set(ADVICE)
    return envelope.event.advice


def artificial(text):
    return Artificial(*map(Grade, text.split("/")))


def weighted(text):
    return Weighted(parse_weighting(text))


# Artificial scores: whose fault, and how many per cent


@pytest.mark.parametrize(
    ("score", "offender", "advised"),
    [
        ("A-/A+", "EW", True),  # average minus to the side that did nothing
        ("A-/A+", "NS", False),
        ("A+/A-", "EW", False),
        ("60/40", "NS", True),
        ("A+/A", "NS", True),
        ("A/A-", "EW", False),  # North–South partly at fault too
        ("A-/A-", "both", False),
        ("A-/A-", "EW", True),
        ("A+/A-", "both", True),
        ("A+/A-", "outside", True),
        ("A+/A+", "outside", False),
        ("A-/A-", None, False),  # who was at fault was not said
    ],
)
def test_average_minus_is_for_the_side_at_fault(evening, score, offender, advised):
    assert ("FAULT_REVERSED" in advice(evening, artificial(score), board=2, offender=offender)) is advised


@pytest.mark.parametrize(
    ("score", "said", "advised"),
    [
        ("A+/A-", {"offender": "none"}, True),
        ("60/40", {"infraction": False}, True),
        ("A+/A-", {"offender": "EW"}, False),
        ("A+/A-", {}, False),  # who was at fault was not said
        ("A/A", {"offender": "none"}, False),
    ],
)
def test_average_minus_is_for_nobody_where_nobody_is_at_fault(evening, score, said, advised):
    assert ("MINUS_WITHOUT_FAULT" in advice(evening, artificial(score), board=2, **said)) is advised


@pytest.mark.parametrize(("score", "advised"), [("0/100", True), ("55/45", True), ("60/40", False), ("A+/A-", False)])
def test_the_laws_know_three_percentages(evening, score, advised):
    found = advice(evening, artificial(score), board=2, offender="EW")
    assert ("PERCENT_NOT_IN_THE_LAWS" in found) is advised


@pytest.mark.parametrize(
    ("offender", "advised"), [("outside", False), ("none", False), (None, True), ("NS", True), ("both", True)]
)
def test_more_than_100_wants_it_said_that_nobody_is_at_fault(evening, offender, advised):
    found = advice(evening, artificial("A+/A+"), board=2, offender=offender)
    assert ("OVER_100_NEEDS_OUTSIDE_AGENCY" in found) is advised


def test_an_amendment_of_the_grounds_keeps_the_advice_on_more_than_100(evening):
    assert "OVER_100_NEEDS_OUTSIDE_AGENCY" in advice(evening, artificial("A+/A+"), board=2)
    (amended,) = evening.do(AmendRuling("R-0001", None, Grounds(reason="late")))
    assert "OVER_100_NEEDS_OUTSIDE_AGENCY" in amended.event.advice
    (said,) = evening.do(AmendRuling("R-0001", None, Grounds(offender="none")))
    assert said.event.advice == ()
    evening.refuses(AmendRuling("R-0001", None), "nothing-to-change")


# Weightings: what the infraction led to


@pytest.mark.parametrize(
    ("score", "said", "advised"),
    [
        (weighted("90% 3NTN=, 10% 4SN="), {"offender": "NS", "laws": ("16B",)}, True),
        (weighted("90% 3NTN=, 10% 4SN-1"), {"offender": "NS", "laws": ("16B",)}, False),
        (weighted("90% 3NTN=, 10% 4SN="), {"offender": "NS", "legal_route": "most would bid it"}, False),
        (weighted("90% 3NTN=, 10% 4SN="), {"offender": None}, False),
        (weighted("90% 3NTN=, 10% 4SN="), {"offender": "NS", "laws": ("21B1(a)",)}, False),  # misinformation
        (weighted("90% 3NTN=, 10% 4SN="), {"offender": "NS", "laws": ("73E",)}, False),  # deception
        (weighted("90% 3NTN=, 10% 4SN="), {"offender": "NS", "laws": ("73C",)}, True),
        (
            Split(parse_weighting("50% 4SN=, 50% 4SN-1"), parse_weighting("4SN-1")),
            {"offender": "both", "laws": ("16B",)},
            True,
        ),
        (
            SelfInflicted("EW", parse_weighting("50% 4SN=, 50% 4SN-1"), parse_weighting("4SN-2")),
            {"offender": "NS"},
            True,
        ),
        (
            SelfInflicted("EW", parse_weighting("4SN-1"), parse_weighting("50% 4SN=, 50% 4SN-2")),
            {"offender": "NS"},
            False,  # C is what happened with the infraction
        ),
        (Assigned(Result(TABLE_RESULT)), {"offender": "NS"}, False),
    ],
)
def test_the_tainted_result_in_a_weighting(evening, score, said, advised):
    assert ("TAINTED_RESULT" in advice(evening, score, **said)) is advised


MANY = weighted("60% 3NTN=, 40% 4SN=")


@pytest.mark.parametrize(
    "words",
    [
        "4S",
        "S 4S over slow double",
        "4S over slow double",
        "South's 4♠",
        "N pulled to 4S",
        "4 spades opposite the slow pass",
        "over the slow 3NT, 4S",
    ],
)
def test_a_disallowed_call_is_found_in_the_words_of_a_director(evening, words):
    refusal = evening.refuses(
        GiveRuling(AT, MANY, Grounds(offender="NS", laws=("16B",), disallowed=(words,))), "disallowed-outcome"
    )
    assert refusal.message.startswith("4SN= contains the disallowed call 4S")
    said = {"offender": "NS", "laws": ("16B",), "disallowed": (words,), "legal_route": "everybody bids it"}
    assert "DISALLOWED_NOT_CHECKED" not in advice(evening, MANY, **said)


@pytest.mark.parametrize("words", ["PASS", "pass"])
def test_that_it_is_passed_out_may_be_disallowed_like_a_call(evening, words):
    passed = weighted("60% PASS, 40% 4SN=")
    refusal = evening.refuses(
        GiveRuling(AT, passed, Grounds(offender="NS", laws=("16B",), disallowed=(words,))), "disallowed-outcome"
    )
    assert refusal.message.startswith("PASS contains the disallowed call PASS")


@pytest.mark.parametrize("words", ["W 4S over slow double", "5H over slow 4S", "pass of the slow double", "S 4SX"])
def test_words_about_another_call_refuse_nothing(evening, words):
    assert "DISALLOWED_NOT_CHECKED" not in advice(evening, MANY, offender="EW", laws=("16B",), disallowed=(words,))


@pytest.mark.parametrize("words", ["led HK after 4S over 4H", "to 4S, ruffing", "S 4S: H10 at trick 3"])
def test_words_about_a_play_are_held_against_no_outcome(evening, words):
    said = {"offender": "NS", "laws": ("16B",), "disallowed": (words,)}
    assert "DISALLOWED_NOT_CHECKED" in advice(evening, MANY, **said)


def test_what_is_disallowed_is_kept_out_of_b_and_is_what_c_is_about(evening):
    """Law 12C1(e): C is with the infraction, without the error; 12C1(c) is about what happens without it."""
    said = Grounds(offender="EW", laws=("12C1(e)",), disallowed=("E 5H",))
    without, with_it = parse_weighting("4SN="), parse_weighting("5HXE-1")
    evening.refuses(GiveRuling(AT, SelfInflicted("NS", with_it, with_it), said), "disallowed-outcome")
    evening.do(GiveRuling(AT, SelfInflicted("NS", without, with_it), said))
    evening.do(LodgeAppeal("R-0001", "EW", "no error", ("E", "W")))
    weighed = SelfInflicted("NS", without, parse_weighting("50% 5HXE-1, 50% 5HXE-2"))
    (*_, decided) = evening.do(DecideAppeal("A-0001", Adjudication("varied", weighed)))
    assert decided.event.disallowed == ("E 5H",)


@pytest.mark.parametrize("words", ["pull of the slow double", "lead H", "heart lead", "HK at trick 3", "S doubled 4S"])
def test_where_no_call_is_found_or_it_is_a_play_it_is_said(evening, words):
    """A disallowed play is recorded like a call; no outcome says what was led."""
    found = advice(evening, MANY, offender="EW", laws=("16B",), disallowed=(words,))
    assert "DISALLOWED_NOT_CHECKED" in found
    assert evening.log[-1].event.disallowed == (words,)


# Grounds


@pytest.mark.parametrize(
    ("score", "damage", "advised"),
    [
        (Assigned(Result("4SN-1")), False, True),
        (weighted("60% 4SN=, 40% 4SN-1"), False, True),
        (Assigned(Result("4SN-1")), True, False),
        (Assigned(Result("4SN-1")), None, False),
        (Stands(), False, False),
        (Claim(Result("4SN-1")), False, False),
    ],
)
def test_without_damage_nothing_is_adjusted(evening, score, damage, advised):
    assert ("NO_DAMAGE_NO_ADJUSTMENT" in advice(evening, score, damage=damage)) is advised


def test_a_board_that_cannot_be_played_is_not_about_damage(evening):
    assert advice(evening, artificial("A+/A-"), board=2, offender="EW", damage=False) == ()


@pytest.mark.parametrize(
    ("score", "advised"), [(TABLE_RESULT, True), ("4SN-1", False), ("4SS=", False), ("4HN+1", False)]
)
def test_the_table_result_is_not_assigned_but_stands(evening, score, advised):
    assert ("SAME_AS_AT_TABLE" in advice(evening, Assigned(Result(score)))) is advised


@pytest.mark.parametrize(
    ("laws", "score", "advised"),
    [
        (("64A1",), Assigned(Result("4SN-1")), True),
        (("61A", "64A1"), Assigned(Result("4SN-1")), True),
        (("64C1",), Assigned(Result("4SN-1")), False),
        (("64A1",), Stands(), False),
    ],
)
def test_tricks_after_a_revoke_are_no_adjustment(evening, laws, score, advised):
    assert ("RECTIFICATION_NOT_ADJUSTMENT" in advice(evening, score, laws=laws)) is advised


@pytest.mark.parametrize(
    ("said", "advised"),
    [
        ({"laws": ("12B2",)}, True),
        ({"reason": "two tricks are too harsh"}, True),
        ({"reason": "the rectification was Unduly Severe"}, True),
        ({"reason": "West hesitated"}, False),
    ],
)
def test_no_score_is_adjusted_for_severity(evening, said, advised):
    assert ("SEVERITY_NO_GROUND" in advice(evening, Assigned(Result("4SN-1")), **said)) is advised


def test_a_result_that_stands_is_no_adjustment_for_severity(evening):
    assert advice(evening, Stands(), laws=("12B2",), reason="two tricks are not too severe") == ()


ONE, TWO = Assigned(Result("4SN-1")), weighted("50% 4SN-1, 50% 4SN-2")
DAMAGE = SelfInflicted("EW", parse_weighting("4SN-1"), parse_weighting("4SN="))


@pytest.mark.parametrize(
    ("law", "score", "fits"),
    [
        ("12C1(c)", TWO, True),
        ("12C1(c)", artificial("A+/A-"), False),
        ("12C1(d)", artificial("A+/A-"), True),
        ("12C1(d)", ONE, False),
        ("12C1(e)", DAMAGE, True),
        ("12C1(e)", TWO, False),
        ("12C2", ONE, False),
        ("12C2(a)", artificial("A+/A-"), True),
        ("12A1", artificial("A+/A-"), True),
        ("12C1(a)", Claim(Result("4SN-1")), False),  # a claim is ruled on, no score is adjusted
        ("16B", artificial("A+/A-"), True),
        ("88", ONE, False),
    ],
)
def test_a_law_gives_one_kind_of_score(evening, law, score, fits):
    offender = "NS" if score is DAMAGE else "EW"
    assert ("LAW_AND_SCORE" not in advice(evening, score, offender=offender, laws=(law,))) is fits


def test_at_teams_law_86b1_gives_an_assigned_score():
    evening = Evening((1,), winners=1, contestants=("X", "Y"), scoring="teams")
    (*_, envelope) = evening.do(
        GiveRuling(Where(1, "open", "X", "Y"), artificial("A+/A-"), Grounds(offender="EW", laws=("86B1",)))
    )
    assert envelope.event.advice == ("LAW_AND_SCORE",)


# Law 82C: both sides are non-offending


SPLIT = Split(parse_weighting("4SN="), parse_weighting("1/2 4SN=, 1/2 4SN-1"))


@pytest.mark.parametrize("cause", ["director-error", None])
def test_where_the_directors_error_is_put_right_nobody_has_offended(evening, cause):
    advice(evening, Assigned(Result("4SN-1")), offender="NS", laws=("16B",))
    (*_, amended) = evening.do(AmendRuling("R-0001", SPLIT, Grounds(laws=("82C",)), cause=cause))
    assert (amended.event.offender, amended.event.advice) == ("none", ())


def test_who_offended_may_be_said_all_the_same(evening):
    advice(evening, Assigned(Result("4SN-1")), offender="NS", laws=("16B",))
    said = Grounds(laws=("82C",), offender="NS")
    (*_, amended) = evening.do(AmendRuling("R-0001", SPLIT, said, cause="director-error"))
    assert amended.event.offender == "NS"
    assert {"TAINTED_RESULT", "OFFENDER_UNDER_82C"} <= set(amended.event.advice)


@pytest.mark.parametrize("offender", ["EW", "both"])
def test_nobody_has_offended_where_the_directors_error_is_put_right(evening, offender):
    assert "OFFENDER_UNDER_82C" in advice(evening, SPLIT, laws=("82C",), offender=offender)


@pytest.mark.parametrize("said", [{"laws": ("82C",)}, {"laws": ("82C",), "offender": "none"}, {"offender": "EW"}])
def test_where_nobody_offended_or_it_is_no_error_of_his_82c_is_silent(evening, said):
    assert "OFFENDER_UNDER_82C" not in advice(evening, SPLIT, **said)
