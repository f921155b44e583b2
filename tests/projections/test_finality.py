"""Whether scores are final is one value: until when they may change, and what is still to be decided."""

import pytest
from msgspec.structs import replace

from cli.words.finality import finality_lines
from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Assigned
from ledger.projections.checking import check
from ledger.projections.finality import case_finality, finality
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.play.facts import AmendRegulations, CloseSession
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.queries import QueryResult
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, ImposePenalty, NotifySides
from tests.core.spec import MINUTE, Evening

AT, MADE, DOWN = Where(1, "1"), Assigned(Result("4SN=")), Assigned(Result("4SN-1"))
LODGE = LodgeAppeal("R-0001", "EW", "why", ("E", "W"))


@pytest.fixture
def evening():
    """Three results, published at minute 10: half an hour for corrections and appeals."""
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN=", "4SN-1"])
    evening.do(PublishScores(), at=10)
    return evening


def with_periods(evening, **said):
    rules = evening.session.regulations
    periods = replace(rules.periods, **said)
    evening.do(AmendRegulations(replace(rules, profile="own", periods=periods), "the club's"), at=11)


def state(evening, minute):
    return finality(evening.session).state(minute * MINUTE)


def undecided(evening):
    return [(each.code, each.case) for each in finality(evening.session).undecided]


def test_scores_are_provisional_until_the_last_moment_of_the_period_and_then_final(evening):
    assert [state(evening, minute) for minute in (11, 40, 41)] == ["provisional", "provisional", "final"]
    assert finality(evening.session).at == 40 * MINUTE


def test_scores_that_are_not_published_are_never_final():
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN="])
    assert (state(evening, 500), finality(evening.session).at) == ("unpublished", None)


def test_the_latest_appeal_period_of_a_ruling_or_a_penalty_counts(evening):
    evening.do(GiveRuling(AT, MADE, Grounds()), at=39)
    assert (finality(evening.session).at, state(evening, 41)) == (69 * MINUTE, "provisional")
    evening.do(ImposePenalty("1NS", 10, "%", "again", ()), at=40)
    found = finality(evening.session)
    later = {"R-0001": 69 * MINUTE, "P-0001": 70 * MINUTE}
    assert found.periods == (40 * MINUTE, 40 * MINUTE, 40 * MINUTE, later)
    assert (found.at, state(evening, 71)) == (70 * MINUTE, "final")


def test_an_appeal_keeps_scores_provisional_until_it_is_decided(evening):
    evening.do(GiveRuling(AT, MADE, Grounds()), at=20)
    evening.do(LODGE, at=21)
    assert (undecided(evening), state(evening, 500)) == ([("open-appeal", "A-0001")], "provisional")
    evening.do(DecideAppeal("A-0001", Adjudication("upheld", reason="so")), at=60)
    assert (undecided(evening), state(evening, 61)) == ([], "final")


def test_a_ruling_that_was_remitted_is_to_be_given_again(evening):
    evening.do(GiveRuling(AT, MADE, Grounds()), at=20)
    evening.do(LODGE, at=21)
    evening.do(DecideAppeal("A-0001", Adjudication("remitted", reason="anew")), at=60)
    assert undecided(evening) == [("ordered-ruling", "R-0001")]
    ruling = evening.session.rulings["R-0001"]
    assert case_finality(evening.session, ruling, 61 * MINUTE).state == "ordered"
    evening.do(AmendRuling("R-0001", DOWN, Grounds(), cause="order", order="A-0001"), at=62)
    assert (undecided(evening), finality(evening.session).at) == ([], 92 * MINUTE)


def test_calls_queries_and_provisional_rulings_are_to_be_decided(evening):
    evening.do(AddCall(AT, "hesitation", "NS", "play"), at=12)
    evening.do(QueryResult(Where(1, "2"), "is it right?"), at=13)
    evening.do(GiveRuling(Where(1, "3"), MADE, Grounds(), provisional=True), at=14)
    assert {code for code, _ in undecided(evening)} == {"open-call", "queried", "provisional-ruling"}
    assert state(evening, 500) == "provisional"


@pytest.mark.parametrize("minute", [41, 600])
def test_a_call_or_a_query_that_comes_too_late_leaves_final_scores_final(evening, minute):
    evening.do(AddCall(AT, "hesitation", "NS", "play"), at=minute)
    evening.do(QueryResult(Where(1, "2"), "is it right?"), at=minute)
    assert (undecided(evening), state(evening, minute + 1)) == ([], "final")


def test_a_call_in_time_waits_for_its_ruling_after_the_period(evening):
    evening.do(AddCall(AT, "hesitation", "NS", "play"), at=40)
    assert (undecided(evening), state(evening, 600)) == ([("open-call", "C-0001")], "provisional")


def test_a_ruling_nobody_was_told_of_keeps_scores_provisional_where_its_period_begins_with_that(evening):
    with_periods(evening, later_rulings="notified")
    evening.do(GiveRuling(AT, MADE, Grounds()), at=20)
    found = finality(evening.session)
    assert (found.untold, found.at, found.state(500 * MINUTE)) == (("R-0001",), None, "provisional")
    evening.do(NotifySides("R-0001", right_to_appeal=True), at=50)
    assert finality(evening.session).at == 80 * MINUTE


def test_check_lists_a_ruling_nobody_was_told_of_and_none_given_before_the_publication():
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN=", "4SN-1"])
    evening.do(GiveRuling(Where(1, "2"), MADE, Grounds()), at=5)
    evening.do(PublishScores(), at=10)
    with_periods(evening, later_rulings="notified")
    evening.do(GiveRuling(AT, MADE, Grounds()), at=20)
    listed = [(each.code, each.case) for each in check(evening.scoreboard).open]
    assert [each for each in listed if each[0] == "untold-ruling"] == [("untold-ruling", "R-0002")]
    assert finality(evening.session).untold == ("R-0002",)
    evening.do(NotifySides("R-0002", right_to_appeal=True), at=50)
    assert "untold-ruling" not in {each.code for each in check(evening.scoreboard).open}


def test_rulings_are_possible_as_long_as_corrections_and_appeals_only_in_their_own_time(evening):
    with_periods(evening, correction_minutes=600)
    periods = finality(evening.session).periods
    assert periods == (610 * MINUTE, 610 * MINUTE, 40 * MINUTE, {})
    first, *_ = finality_lines(finality(evening.session), 41 * MINUTE, counting=False)
    assert "Corrections and rulings are possible until" in first
    assert "Appeals were possible until" in first
    evening.do(GiveRuling(AT, MADE, Grounds()), at=100)
    evening.do(GiveRuling(Where(1, "2"), MADE, Grounds()), at=200)
    evening.refuses(LODGE, "appeal-late", at=131)
    assert finality(evening.session).periods.later_appeals == {"R-0001": 130 * MINUTE, "R-0002": 230 * MINUTE}


def test_final_scores_say_the_end_of_each_period(evening):
    evening.do(GiveRuling(AT, MADE, Grounds()), at=20)
    (line,) = finality_lines(finality(evening.session), 51 * MINUTE, counting=False)
    assert line.startswith("The scores are final. Corrections, rulings and appeals were possible until")
    assert "An appeal was possible against R-0001 until" in line


def test_a_later_ruling_keeps_the_end_of_its_period_while_another_is_under_appeal(evening):
    evening.do(GiveRuling(AT, MADE, Grounds()), at=20)
    evening.do(LODGE, at=21)
    evening.do(GiveRuling(Where(1, "2"), MADE, Grounds()), at=25)
    first, *_ = finality_lines(finality(evening.session), 300 * MINUTE, counting=False)
    assert "An appeal was possible against R-0001 until" in first
    assert "R-0002 until" in first


def test_scores_on_one_board_wait_for_its_own_rulings_alone(evening):
    evening.do(GiveRuling(AT, MADE, Grounds()), at=20)
    evening.do(LODGE, at=21)
    found = finality(evening.session)
    assert (found.at, found.of_board(1, ["R-0001"]).at) == (None, None)
    assert found.of_board(2, []).at == 40 * MINUTE


def test_a_closed_session_waits_for_nothing_that_was_left_open(evening):
    evening.do(AddCall(AT, "hesitation", "NS", "play"), at=12)
    evening.do(CloseSession("over"), at=50)
    assert state(evening, 51) == "final"
