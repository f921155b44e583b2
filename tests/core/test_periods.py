"""The clock: when periods begin and end, and what must come before what."""

import pytest
from msgspec import structs
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.facts import (
    AddCall,
    Adjudication,
    AmendRegulations,
    AmendRuling,
    DecideAppeal,
    FoulBoard,
    GiveRuling,
    Grounds,
    HearAppeal,
    ImposePenalty,
    LodgeAppeal,
    NotifySides,
    PublishScores,
    RecordResult,
    Reopening,
    SetCarryOver,
    Undo,
    Where,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.facts.reopening import BoardReopened
from ledger.laws import profile_loader
from ledger.laws.adjustment import Assigned, Stands
from ledger.scoring.line import Seating
from ledger.session.rulings import appeal_deadline, correction_deadline, ruling_state
from ledger.trust.examination import examine
from tests.core.spec import MINUTE, Evening

AT = Where(1, "1")
MADE, DOWN = Result("4SN="), Result("4SN-1")
FROM_ABOVE = Reopening("authority", "the authority")
LODGE = LodgeAppeal("R-0001", "EW", "why", ("E", "W"))


@pytest.fixture
def evening():
    """Three results, a ruling at minute 5, published at minute 10."""
    evening = Evening()
    evening.play(1, ["5HE-1", "4SN=", "4SN-1"])
    evening.do(GiveRuling(AT, Assigned(MADE), Grounds()), at=5)
    evening.do(PublishScores(), at=10)
    return evening


def state(evening, at, case="R-0001"):
    return ruling_state(evening.session, evening.session.rulings[case], at * MINUTE)


def until(evening, case="R-0001"):
    """The minute a ruling may be appealed until."""
    deadline = appeal_deadline(evening.session, evening.session.rulings[case])
    return None if deadline is None else deadline // MINUTE


def notified(evening):
    """Periods that begin when both sides are told."""
    now = evening.session.regulations
    periods = structs.replace(now.periods, later_rulings="notified")
    evening.do(AmendRegulations(structs.replace(now, periods=periods, profile="told")), at=10)


def test_a_ruling_has_its_period_from_the_official_score_or_from_when_it_was_given_later(evening):
    evening.do(GiveRuling(Where(1, "2"), Stands(), Grounds()), at=25)
    assert (until(evening), until(evening, "R-0002")) == (40, 55)
    assert [state(evening, at) for at in (40, 41)] == ["standing", "final"]


def test_publishing_again_begins_no_new_period(evening):
    evening.do(RecordResult(Where(1, "4", "4NS", "4EW"), Result("PASS")), at=30)
    evening.do(PublishScores(), at=35)
    assert until(evening) == 40


def test_amending_the_grounds_begins_no_new_period_and_a_new_score_does(evening):
    evening.do(AmendRuling("R-0001", None, Grounds(facts="ten seconds")), at=30)
    assert until(evening) == 40
    evening.do(AmendRuling("R-0001", Assigned(DOWN), cause="second-thoughts"), at=35)
    assert until(evening, "R-0002") == 65


def test_a_score_that_comes_back_into_force_can_be_appealed_from_then(evening):
    evening.do(AmendRuling("R-0001", Assigned(DOWN), cause="second-thoughts"), at=35)
    evening.do(WithdrawRuling("R-0002", "wrong table"), at=60)
    assert (state(evening, 60), until(evening)) == ("standing", 90)
    evening.do(WithdrawRuling("R-0001", "wrong table"), at=61)
    evening.do(Undo(evening.log[-1]), at=62)
    assert until(evening) == 92


def test_a_period_may_begin_when_both_sides_are_told(evening):
    notified(evening)
    assert until(evening) is None
    evening.do(NotifySides("R-0001", False), at=20)
    assert until(evening) == 50
    evening.do(NotifySides("R-0001", True), at=30)  # the right to appeal, told later: the first time counts
    assert until(evening) == 50


def test_nobody_was_told_of_the_ruling_that_follows_a_provisional_one(evening):
    notified(evening)
    evening.do(GiveRuling(Where(1, "2"), Stands(), Grounds(), provisional=True, notified=True), at=12)
    evening.do(AmendRuling("R-0002", Assigned(DOWN)), at=60)
    assert (until(evening, "R-0002"), state(evening, 200, "R-0002")) == (None, "standing")
    evening.do(NotifySides("R-0002", True), at=70)
    assert until(evening, "R-0002") == 100


OUT_OF_ORDER = {
    "told before it was given": (NotifySides("R-0001", True), 4),
    "superseded before it was given": (AmendRuling("R-0001", Assigned(DOWN), cause="second-thoughts"), 4),
    "withdrawn before it was given": (WithdrawRuling("R-0001", "wrong"), 4),
    "appealed before it was given": (LODGE, 4),
}


@pytest.mark.parametrize("early", OUT_OF_ORDER)
def test_nothing_happens_before_what_it_follows(evening, early):
    command, at = OUT_OF_ORDER[early]
    evening.refuses(command, "out-of-order", at=at)


def test_a_ruling_comes_after_its_call_and_a_decision_after_its_hearing(evening):
    evening.do(AddCall(Where(1, "2"), "slow", "N", "play"), at=20)
    evening.refuses(GiveRuling(Where(1, "2"), Stands(), Grounds(), call="C-0001"), "out-of-order", at=19)
    evening.do(LODGE, at=21)
    evening.do(HearAppeal("A-0001", ("Berg",)), at=30)
    evening.refuses(DecideAppeal("A-0001", Adjudication("upheld")), "out-of-order", at=29)


def opened_on_day_ten(**evening):
    """An evening whose results are typed on the tenth day."""
    evening = Evening(**evening)
    evening.play(1, ["4SN=", "4SN-1"])
    evening.log[:] = [replace(each, occurred_at=10 * DAY * MINUTE) for each in evening.log]
    return evening


DAY = 24 * 60


def test_typed_scores_were_not_out_long_before_the_session_was_opened():
    evening = opened_on_day_ten()
    evening.refuses(PublishScores(), "out-of-order", at=9 * DAY - 1)
    evening.do(PublishScores(), at=9 * DAY)  # typed the day after
    last_week = opened_on_day_ten(date="1970-01-04")
    last_week.refuses(PublishScores(), "out-of-order", at=2 * DAY - 1)
    last_week.do(PublishScores(), at=3 * DAY)


def test_a_publication_said_late_is_taken_back_as_long_as_its_period_would_run_from_then():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    evening.do(PublishScores(), at=10)
    said = evening.log.pop()
    evening.log.append(replace(said, recorded_at=100 * MINUTE))
    evening.refuses(Undo(evening.log[-1]), "correction-late", at=131)
    evening.do(Undo(evening.log[-1]), at=130)
    assert evening.session.publications == ()
    evening.do(PublishScores(), at=100)
    assert correction_deadline(evening.session) == 130 * MINUTE


def test_scores_were_not_out_before_the_last_thing_they_contain():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    evening.do(GiveRuling(AT, Stands(), Grounds()), at=5)
    evening.refuses(PublishScores(), "out-of-order", at=4)
    evening.do(PublishScores(), at=5)


def test_a_publication_is_taken_back_only_while_scores_can_be_corrected(evening):
    published = evening.log[-1]
    evening.refuses(Undo(published), "correction-late", at=41)
    evening.refuses(Undo(published, reopening=FROM_ABOVE), "correction-late", at=41)
    evening.do(Undo(published), at=40)
    assert until(evening) is None
    evening.refuses(AmendRuling("R-0001", Assigned(DOWN)), "needs-cause", at=41)  # it was out, all the same


LATE = {
    "regulations": AmendRegulations(profile_loader.load_profile("ebu")),
    "a penalty": ImposePenalty("1NS", 1, "MP"),
    "a penalty taken back": WithdrawPenalty("P-0001"),
    "a fouled board": FoulBoard(1, "B", ("1", "2")),
}


@pytest.mark.parametrize("what", LATE)
def test_whatever_changes_the_score_knows_the_period(evening, what):
    evening.do(ImposePenalty("2NS", 1, "MP"), at=11)
    evening.do(AmendRuling("R-0001", None, Grounds(facts="x")), at=12)
    evening.refuses(LATE[what], "correction-late", at=41)
    first, *_ = evening.do(replace(LATE[what], reopening=reopening(what)), at=41)
    assert isinstance(first.event, BoardReopened)


def reopening(what):
    return FROM_ABOVE if what == "a penalty" else Reopening("79C2", "the organiser", True)


def test_79c2_corrects_what_was_recorded_or_worked_out_wrongly_beyond_doubt_and_no_judgement(evening):
    """A scoring error may be corrected late, whoever made it: not the scorer's alone (Law 79C2)."""
    in_doubt = Reopening("79C2", "the organiser")
    for command in LATE.values():
        if isinstance(command, WithdrawPenalty):
            evening.do(ImposePenalty("2NS", 1, "MP"), at=11)
        assert "doubt" in evening.refuses(replace(command, reopening=in_doubt), "correction-late", at=60).message
        evening.decide(replace(command, reopening=Reopening("79C2", "the organiser", True)), at=60)
    for judged in (AmendRuling("R-0001", Assigned(DOWN), cause="second-thoughts"), WithdrawRuling("R-0001", "wrong")):
        certain = replace(judged, reopening=Reopening("79C2", "the organiser", True))
        assert "judgement" in evening.refuses(certain, "final", at=60).message


def test_a_penalty_with_an_appeal_and_a_warning_know_no_period(evening):
    evening.do(LODGE, at=20)
    evening.do(ImposePenalty("1EW", 1, "MP", beside="A-0001"), at=500)
    evening.do(ImposePenalty("1EW", 0, "MP"), at=500)


def test_carry_over_knows_the_period():
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="knockout")
    evening.do(RecordResult(Where(1, "1", "X", "Y"), MADE))
    evening.do(PublishScores(), at=10)
    evening.refuses(SetCarryOver("X", 5), "correction-late", at=41)
    evening.do(SetCarryOver("X", 5, reopening=Reopening("79C2", "the organiser", True)), at=41)


def test_what_was_reopened_answers_the_event_that_reopened_it(evening):
    reopened, given = evening.do(GiveRuling(Where(1, "2"), Stands(), Grounds(), reopening=FROM_ABOVE), at=100)
    assert reopened.number in given.because
    assert (reopened.event.board, reopened.event.at) == (1, Seating("2NS", "2EW", table="2"))
    assert not any(examine(evening.log, "evening").values()), "late, and on whose authority stands beside it"
