"""Advice by the Laws and their commentators: given a played board, when it is ruled on, then advice."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from ledger.bridge import Result, Side
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import (
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    Rectified,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    parse_weighting,
)
from ledger.laws.advice import ADVICE
from ledger.projections.ripple import Stakes, stakes
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import ranks
from ledger.session import Session
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, LodgeAppeal
from ledger.subjects.play.facts import AmendRegulations, RecordResult
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds
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
        "the lead-directing 4S",
        "4 S",
        "the 4S, after a slow 4H",
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


PLAYS = ["led HK after 4S over 4H", "to 4S, ruffing", "4S, and a discard", "4S and the 10 of spades"]


@pytest.mark.parametrize("words", PLAYS)
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


@pytest.mark.parametrize(
    "words", ["pull of the slow double", "lead H", "heart lead", "HK at trick 3", "S doubled 4S", "4S and 5H"]
)
def test_where_no_call_is_found_or_it_is_a_play_it_is_said(evening, words):
    """A disallowed play is recorded like a call; no outcome shows the lead."""
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


@pytest.mark.parametrize(
    ("score", "board", "said"),
    [
        (artificial("A+/A-"), 2, {"offender": "EW", "damage": False}),  # the board cannot be played
        (Rectified(1), 1, {"laws": ("64A1",), "offender": "EW", "damage": False}),
        (Stands(), 1, {"laws": ("12B2",), "reason": "two tricks are not too severe"}),
    ],
)
def test_what_adjusts_nothing_is_neither_about_damage_nor_about_severity(evening, score, board, said):
    assert advice(evening, score, board=board, **said) == ()


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
        (("67B1",), Assigned(Result("4SN-1")), True),
        (("64C1",), Assigned(Result("4SN-1")), False),
        (("64A1",), Rectified(1), False),
        (("64A1",), Stands(), False),
    ],
)
def test_tricks_after_a_revoke_are_no_adjustment(evening, laws, score, advised):
    assert ("RECTIFICATION_NOT_ADJUSTMENT" in advice(evening, score, laws=laws, offender="EW")) is advised


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
        ("12B1", Claim(Result("4SN-1")), False),
        ("12B1", TWO, True),
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
    assert {"TAINTED_RESULT", "OFFENDER_UNDER_DIRECTOR_ERROR"} <= set(amended.event.advice)


@pytest.mark.parametrize("offender", ["EW", "both"])
def test_nobody_has_offended_where_the_directors_error_is_put_right(evening, offender):
    assert "OFFENDER_UNDER_DIRECTOR_ERROR" in advice(evening, SPLIT, laws=("82C",), offender=offender)


@pytest.mark.parametrize("said", [{"laws": ("82C",)}, {"laws": ("82C",), "offender": "none"}, {"offender": "EW"}])
def test_where_nobody_offended_or_it_is_no_error_of_his_82c_is_silent(evening, said):
    assert "OFFENDER_UNDER_DIRECTOR_ERROR" not in advice(evening, SPLIT, **said)


def test_a_superseding_ruling_draws_the_advice_on_more_than_100_too(evening):
    advice(evening, artificial("A+/A-"), board=2, offender="none")
    (amended,) = evening.do(AmendRuling("R-0001", artificial("A+/A+"), Grounds(), cause="second-thoughts"))
    assert "OVER_100_NEEDS_OUTSIDE_AGENCY" in amended.event.advice


# A decision on appeal is judged by the Law of the ruling, where it cites none


def decided(evening, score, cited=(), **grounds):
    """Return the advice on a decision about a ruling with these grounds."""
    evening.do(GiveRuling(AT, Assigned(Result("4SN-1")), Grounds(offender="NS", **grounds)))
    evening.do(LodgeAppeal("R-0001", "NS", signed=("N", "S"), grounds="clear"))
    decision = Adjudication("varied", score, laws=cited, reason="often made")
    return evening.do(DecideAppeal("A-0001", decision))[-1].event.advice


@pytest.mark.parametrize(
    ("ruled", "cited", "advised"),
    [
        (("16B",), (), True),
        (("21B1",), (), False),
        (("40B6",), (), False),
        (("21B1",), ("16B",), True),
        (("16B",), ("21B1",), False),
    ],
)
def test_a_decision_is_advised_by_the_law_it_cites_else_by_that_of_the_ruling(evening, ruled, cited, advised):
    found = decided(evening, weighted("90% 3NTN=, 10% 4SN="), cited, laws=ruled)
    assert ("TAINTED_RESULT" in found) is advised


def test_a_legal_route_that_the_director_stated_holds_for_the_decision(evening):
    route = {"laws": ("16B",), "legal_route": "most would bid it", "disallowed": ("4S",)}
    assert "TAINTED_RESULT" not in decided(evening, weighted("90% 3NTN=, 10% 4SN="), **route)


# What hangs on a ruling: every prospect in question, tried and not recorded


def of(evening: Evening, **more) -> Stakes:
    return stakes(evening.session, evening.session.rulings["R-0001"], **more)


def outcomes(at_stake: Stakes) -> dict[str, Fraction | None]:
    return {prospect.name: at_stake.value(prospect, Side.NS) for prospect in at_stake.prospects}


def test_the_outcomes_are_upheld_table_result_claim_and_the_two_extremes():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1", "5HE-1"])
    evening.rule(1, 1, Assigned(Result("4SN-1")))
    at_stake = of(evening, claim=Assigned(Result("5HE-1")))
    assert outcomes(at_stake) == {
        "upheld": Fraction(1),
        "table result": Fraction(4),
        "as claimed": Fraction(3),
        "all to NS": Fraction(4),
        "all to EW": Fraction(0),
    }


def test_nothing_played_has_no_table_result():
    evening = Evening()
    evening.play(1, [None, "4SN-1", "5HE-1"])
    evening.rule(1, 1, Assigned(Result("4SN-1")))
    assert "table result" not in outcomes(of(evening))


def test_where_nothing_can_change_it_says_so():
    evening = Evening(boards=(1, 2, 3))
    for board in (1, 2, 3):
        evening.play(board, ["4SN=", "PASS"])  # 1NS and 2EW win every board
    evening.rule(1, 1, Stands())
    at_stake = of(evening, cut=1)
    assert not any(at_stake.changes(prospect) for prospect in at_stake.prospects)
    assert at_stake.at_any_result == ()


def test_one_result_between_the_extremes_may_change_a_place_they_do_not():
    """4NS and 5NS are far apart on the board, so a result between theirs parts them; the extremes do not."""
    evening = Evening(boards=(1, 2))
    evening.play(1, ["PASS", "+100", "-100"])
    evening.play(2, ["4SN=", "+50", "+90"])
    evening.rule(1, 1, Assigned(Result("+400")))
    at_stake = of(evening)
    swept = {change.contestant for change in at_stake.at_any_result}
    tried = {change.contestant for prospect in at_stake.prospects for change in prospect.moved.ranks}
    assert tried <= swept


def test_who_qualifies():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1", "5HE-1"])
    evening.rule(1, 1, Stands())
    at_stake = of(evening, cut=1)
    lost = next(prospect for prospect in at_stake.prospects if prospect.name == "all to EW")
    assert at_stake.qualifying(lost) == (["1EW", "3NS"], ["1NS", "2EW"])
    assert at_stake.changes(lost)


def teams(board_results: dict[int, tuple[str, str]]) -> Evening:
    evening = Evening(boards=tuple(board_results), winners=1, contestants=("X", "Y"), scoring="teams")
    for board, (ours, theirs) in board_results.items():
        evening.do(RecordResult(Where(board, "1", "X", "Y"), Result(ours)))
        evening.do(RecordResult(Where(board, "2", "Y", "X"), Result(theirs)))
    return evening


def test_a_match_has_a_winner_to_lose():
    evening = teams({1: ("4SN=", "4SN-1"), 2: ("PASS", "2SN=")})
    evening.do(GiveRuling(Where(1, "1"), Stands(), Grounds()))
    at_stake = of(evening)
    down = next(prospect for prospect in at_stake.prospects if prospect.name == "all to EW")
    assert at_stake.match_now.winner == "X"
    assert at_stake.match(down).winner == "Y"
    lost = at_stake.match(down)
    assert [lost.scores[team].value for team in "XY"] == [0, 24 + 3]
    assert lost.lead == lost.nets["X"].value == -24 - 3


def test_imps_against_a_field_are_bounded_by_the_scale():
    evening = Evening(scoring="cross-imps")
    evening.play(1, ["4SN=", "4SN-1", "5HE-1"])
    evening.rule(1, 1, Stands())
    at_stake = of(evening)
    least, most = Fraction(-24), Fraction(24)
    named = {prospect.name: prospect.adjustment for prospect in at_stake.prospects}
    assert (named["all to NS"], named["all to EW"]) == (Awarded(most, least, "out"), Awarded(least, most, "out"))
    assert (outcomes(at_stake)["all to NS"], outcomes(at_stake)["all to EW"]) == (most, least)
    assert at_stake.at_any_result is None


def test_a_slow_sweep_over_every_result_finds_the_same_places():
    """Trying every result finds no place that the selected kinds of result miss."""
    evening = Evening(boards=(1, 2))
    evening.play(1, ["5HE-1", "4SN=", "4SN-1", "PASS"])
    evening.play(2, ["3NTN=", "3NTN-1", "PASS", "+90"])
    evening.rule(1, 1, Stands())
    now = ranks(evening.scoreboard)
    moved = set()
    for score in range(-7600, 7601, 10):
        supposed = Evening(boards=(1, 2))
        supposed.play(1, [f"{score:+d}" if score else "PASS", "4SN=", "4SN-1", "PASS"])
        supposed.play(2, ["3NTN=", "3NTN-1", "PASS", "+90"])
        moved |= _moved(supposed.session, now)
    assert {change.contestant for change in of(evening).at_any_result} == moved


def _moved(session: Session, now: dict[str, int]) -> set[str]:
    then = ranks(Scoreboard(session))
    return {contestant for contestant in now if now[contestant] != then[contestant]}


def test_undivided_cross_imps_are_bounded_by_the_scale_against_every_other_table():
    """Stakes and awards share one bound: 24 IMPs against each of two tables."""
    evening = Evening(scoring="cross-imps")
    now = evening.session.regulations
    evening.do(AmendRegulations(replace(now, cross_imps=replace(now.cross_imps, divisor="none"))))
    evening.play(1, ["4SN=", "4SN-1", "5HE-1"])
    evening.rule(1, 1, Awarded(Fraction(40), Fraction(-40), "out"))
    most = Awarded(Fraction(48), Fraction(-48), "out")
    assert {prospect.name: prospect.adjustment for prospect in of(evening).prospects}["all to NS"] == most
    command = GiveRuling(evening.where(1, 2), Awarded(Fraction(49), Fraction(-49), "out"), Grounds())
    evening.refuses(command, "awarded-too-much")
