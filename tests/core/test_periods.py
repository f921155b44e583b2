"""Periods: their beginning and end, and the order of times."""

import pytest
from msgspec import structs
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import Assigned, Stands
from ledger.scoring.line import Seating
from ledger.session.moment import iso, number_at
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, HearAppeal, LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.clocks.facts import CorrectClock, recorded_times, with_corrected_times, wrong_clocks
from ledger.subjects.evolving import replay
from ledger.subjects.office.facts import AppointOfficial, SignRegulations
from ledger.subjects.play.facts import (
    AmendRegulations,
    CorrectResult,
    FoulBoard,
    OpenSession,
    RecordResult,
    SetCarryOver,
)
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.queries import QueryResult
from ledger.subjects.queue.facts import LineSetAside
from ledger.subjects.reopening import BoardReopened, Reopening
from ledger.subjects.rulings.facts import (
    AmendRuling,
    GiveRuling,
    Grounds,
    ImposePenalty,
    NotifySides,
    Undo,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.subjects.rulings.state import appeal_deadline, correction_deadline, ruling_state
from ledger.subjects.sheets import ImportSheet
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
    """Return the minute in which the appeal period of a ruling ends."""
    deadline = appeal_deadline(evening.session, evening.session.rulings[case])
    return None if deadline is None else deadline // MINUTE


def notified(evening):
    """Return regulations whose appeal periods begin when both sides are told."""
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
    evening.do(GiveRuling(Where(1, "2"), Stands(), Grounds()), at=12)
    assert until(evening, "R-0002") is None
    evening.do(NotifySides("R-0002", False), at=20)
    assert until(evening, "R-0002") == 50
    evening.do(NotifySides("R-0002", True), at=30)  # the right to appeal, told later: the first time counts
    assert until(evening, "R-0002") == 50


def test_a_ruling_given_before_the_official_score_has_the_period_from_that_whenever_both_sides_are_told(evening):
    notified(evening)
    assert until(evening) == 40
    evening.do(NotifySides("R-0001", True), at=20)
    assert until(evening) == 40


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


@pytest.mark.parametrize("why", ["", "on the wall since then"])
def test_a_publication_is_taken_back_as_long_as_its_period_would_run_from_when_it_was_recorded(why):
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    evening.do(PublishScores(from_then=why), at=10)
    said = evening.log.pop()
    evening.log.append(replace(said, recorded_at=100 * MINUTE))
    assert correction_deadline(evening.session) == (40 if why else 130) * MINUTE
    evening.refuses(Undo(evening.log[-1]), "correction-late", at=131)
    evening.do(Undo(evening.log[-1]), at=130)
    assert evening.session.publications == ()
    evening.do(PublishScores(), at=131)
    assert correction_deadline(evening.session) == 161 * MINUTE


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
    evening.refuses(AmendRuling("R-0001", Assigned(DOWN)), "needs-cause", at=41)  # although recalled, it was published


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
    return FROM_ABOVE if what == "a penalty" else Reopening("scoring-error", "the organiser", True)


def test_79c2_corrects_what_was_recorded_or_worked_out_wrongly_beyond_doubt_and_no_judgement(evening):
    """A scoring error may be corrected late, whoever made it: not the scorer's alone (Law 79C2)."""
    in_doubt = Reopening("scoring-error", "the organiser")
    for command in LATE.values():
        if isinstance(command, WithdrawPenalty):
            evening.do(ImposePenalty("2NS", 1, "MP"), at=11)
        assert "doubt" in evening.refuses(replace(command, reopening=in_doubt), "correction-late", at=60).message
        evening.decide(replace(command, reopening=Reopening("scoring-error", "the organiser", True)), at=60)
    for judged in (AmendRuling("R-0001", Assigned(DOWN), cause="second-thoughts"), WithdrawRuling("R-0001", "wrong")):
        certain = replace(judged, reopening=Reopening("scoring-error", "the organiser", True))
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
    evening.do(SetCarryOver("X", 5, reopening=Reopening("scoring-error", "the organiser", True)), at=41)


def test_what_was_reopened_answers_the_event_that_reopened_it(evening):
    reopened, given = evening.do(GiveRuling(Where(1, "2"), Stands(), Grounds(), reopening=FROM_ABOVE), at=100)
    assert reopened.number in given.because
    assert (reopened.event.board, reopened.event.at) == (1, Seating("2NS", "2EW", table="2"))
    assert not any(examine(evening.log, "evening").values()), "late, and on whose authority stands beside it"


# A correction of a clock: from then on all that is worked out from times goes by when it was, and no event moves


THERE, ONE_DOWN = Where(1, "1"), Result("4SN-1")
HOUR = 60


@pytest.fixture
def clocked():
    found = Evening()
    found.play(1, ["4SN=", "4SN-1"])
    return found


def correct(clocked, envelope, hours, at=0):
    return clocked.do(CorrectClock(envelope.number, envelope.number, hours * 3600), at=at)[0]


def test_scores_given_out_by_a_clock_that_was_behind_can_be_corrected_in_their_true_period(clocked):
    (published,) = clocked.do(PublishScores(), at=0)  # at 100 it was
    clocked.refuses(CorrectResult(THERE, ONE_DOWN), "correction-late", at=110)
    clocked.refuses(Undo(published), "correction-late", at=110)
    clocked.do(CorrectClock(published.number, published.number, -100 * 60), at=110)
    assert correction_deadline(clocked.session) == 130 * MINUTE
    clocked.do(CorrectResult(THERE, ONE_DOWN, agreed=("NS", "EW")), at=110)


def test_a_ruling_by_a_clock_that_was_ahead_is_final_when_its_true_period_ends(clocked):
    clocked.do(PublishScores(), at=0)
    (ruling,) = clocked.do(GiveRuling(THERE, Stands(), Grounds()), at=25)  # at 5 it was

    def until():
        return appeal_deadline(clocked.session, clocked.session.rulings["R-0001"])

    assert until() == 55 * MINUTE
    (corrected,) = clocked.do(CorrectClock(ruling.number, ruling.number, 20 * 60), at=6)
    assert until() == 35 * MINUTE
    clocked.do(Undo(corrected), at=7)
    assert until() == 55 * MINUTE
    assert clocked.session.wrong_clocks == {}


def test_what_a_person_said_of_the_time_stays(clocked):
    (ruling,) = clocked.do(GiveRuling(THERE, Stands(), Grounds()), at=HOUR + 5)
    clocked.log[-1] = ruling = structs.replace(ruling, occurred_at=3 * MINUTE)
    correct(clocked, ruling, 1)
    told = with_corrected_times(ruling, clocked.session.wrong_clocks)
    assert clocked.session.rulings["R-0001"].versions[-1].at == told.occurred_at == 3 * MINUTE
    assert told.recorded_at == 5 * MINUTE


def test_an_event_is_corrected_once_and_only_where_there_is_one(clocked):
    (ruling,) = clocked.do(GiveRuling(THERE, Stands(), Grounds()), at=HOUR)
    correct(clocked, ruling, 1)
    last = clocked.log[-1].number
    clocked.refuses(CorrectClock(1, last, 60), "corrected-already")
    clocked.refuses(CorrectClock(1, 2, 0), "nothing-to-change")
    for first, last in ((0, 1), (3, 2), (2, 99)):
        clocked.refuses(CorrectClock(first, last, 60), "no-such-event")


def calls(clocked, *times):
    """Record a call at each time in minutes and return their numbers."""
    return [clocked.do(AddCall(Where(1, "2"), "slow", "N", "play"), at=at)[0].number for at in times]


def minutes(clocked, number, ahead, at):
    return clocked.do(CorrectClock(number, number, ahead * 60), at=at)


def refused_minutes(clocked, number, ahead, at):
    return clocked.refuses(CorrectClock(number, number, ahead * 60), "out-of-order", at=at)


def test_no_event_is_corrected_to_after_now_or_after_the_event_after_it(clocked):
    first, second = calls(clocked, 10, 20)
    assert "--behind 10min at most" in refused_minutes(clocked, first, -11, at=60).hint
    assert "--behind 40min at most" in refused_minutes(clocked, second, -41, at=60).hint
    assert "--behind 5min at most" in refused_minutes(clocked, first, -900 * 24 * HOUR, at=15).hint
    minutes(clocked, second, -40, at=60)
    minutes(clocked, first, -50, at=60)


def test_no_event_is_corrected_to_before_the_event_before_it(clocked):
    first, second = calls(clocked, 10, 20)
    refused = refused_minutes(clocked, second, 11, at=60)
    assert (f"#{second} would be" in refused.message, "--ahead 10min at most" in refused.hint) == (True, True)
    minutes(clocked, first, 5, at=60)
    assert "--ahead 15min at most" in refused_minutes(clocked, second, 16, at=60).hint


def test_of_events_together_each_is_held_against_those_before_and_after(clocked):
    first, second, third, _ = calls(clocked, 10, 30, 20, 40)
    assert "--ahead 10min at" in clocked.refuses(CorrectClock(second, third, 11 * 60), "out-of-order", at=60).hint
    assert "--behind 10min at" in clocked.refuses(CorrectClock(second, third, -11 * 60), "out-of-order", at=60).hint
    assert "cannot have been behind" in clocked.refuses(CorrectClock(first, first, -60), "out-of-order", at=5).hint


def test_clocks_that_were_ahead_and_behind_are_corrected_one_after_the_other(clocked):
    ahead, behind, far_behind = calls(clocked, 90, 20, 15)  # at 30, 35 and 40 it was
    minutes(clocked, ahead, 60, at=60)
    refused = refused_minutes(clocked, behind, -15, at=60)
    assert f"if the clock of #{far_behind} was wrong, correct that first" in refused.hint
    minutes(clocked, far_behind, -25, at=60)
    minutes(clocked, behind, -15, at=60)
    assert recorded_times(clocked.log)[ahead - 1 : far_behind] == [30 * MINUTE, 35 * MINUTE, 40 * MINUTE]


@pytest.mark.parametrize("ahead", [10**14, -(10**14), 3_155_760_001, -3_155_760_001, 3_155_760_000, 1])
def test_no_time_is_corrected_to_one_that_cannot_be_told(clocked, ahead):
    clocked.refuses(CorrectClock(1, 1, ahead), "bad-number")


@pytest.mark.parametrize("years", [60, -60])
def test_a_clock_whose_battery_was_flat_is_corrected(clocked, years):
    (ruling,) = clocked.do(GiveRuling(THERE, Stands(), Grounds()), at=70 * 365 * 24 * HOUR)
    correct(clocked, ruling, years * 365 * 24, at=140 * 365 * 24 * HOUR)


def test_it_is_the_chief_director_s(clocked):
    clocked.do(AppointOfficial("Ahlborn", "chief-director"))
    (appointed,) = clocked.do(AppointOfficial("Berg", "director"), by="Ahlborn", at=HOUR)
    ahead = CorrectClock(appointed.number, appointed.number, 3600)
    clocked.refuses(ahead, "not-your-office", by="Berg")
    (corrected,) = clocked.do(ahead, by="Ahlborn")
    clocked.refuses(Undo(corrected), "not-your-office", by="Berg")
    clocked.do(Undo(corrected), by="Ahlborn")


def test_every_time_the_state_knows_is_as_if_the_clock_had_been_right(clocked):
    """An evening whose events are recorded an hour ahead and corrected has the state of the right times."""
    called = Where(1, "2")
    clocked.do(QueryResult(THERE, "both asked"), at=1)
    clocked.do(AddCall(called, "slow", "N", "play"), at=2)
    clocked.do(GiveRuling(called, Assigned(ONE_DOWN), Grounds(laws=("16B",)), call="C-0001"), at=3)
    clocked.do(NotifySides("R-0001", True), at=4)
    clocked.do(ImposePenalty("1NS", 10, "%"), at=5)
    clocked.do(WithdrawPenalty("P-0001"), at=6)
    clocked.do(Undo(clocked.log[-1]), at=7)
    clocked.do(PublishScores(), at=8)
    clocked.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")), at=9)
    clocked.do(DecideAppeal("A-0001", Adjudication("upheld")), at=10)
    clocked.do(Undo(clocked.log[-1]), at=11)
    clocked.do(AppointOfficial("spec", "chief-director"), at=12)
    clocked.do(SignRegulations(), at=13)
    opening = OpenSession("Evening", None, (1,), 2, clocked.session.regulations)
    unread = [(f"a.bws table {table}, board 1", "'X' is no declarer") for table in (3, 4)]
    clocked.do(ImportSheet(opening, (), tuple(unread), skip_bad=True, device="a.bws"), at=14)
    assert isinstance(clocked.log[-1].event, LineSetAside)
    right = clocked.session
    for envelope in clocked.log:
        wrong = [_later(each, HOUR) if each is envelope else each for each in clocked.log]
        ahead = Evening()
        ahead.log = wrong
        correct(ahead, envelope, 1)
        assert recorded_times(ahead.log)[: right.number] == recorded_times(clocked.log)
        found = ahead.session
        found.wrong_clocks, found.number, found.recorded_at = {}, right.number, right.recorded_at
        assert found == right, envelope


def _later(envelope, minutes):
    by = minutes * MINUTE
    return structs.replace(envelope, occurred_at=envelope.occurred_at + by, recorded_at=envelope.recorded_at + by)


def test_as_of_a_time_goes_by_the_numbers_and_the_corrected_times(clocked):
    for at in (10, HOUR + 20, 30):
        clocked.do(AddCall(Where(1, "2"), "slow", "N", "play"), at=at)
    first, ahead, after = (each.number for each in clocked.log[-3:])
    assert number_at(iso(40 * MINUTE), clocked.log) == first  # the later time counts while nobody corrects it
    correct(clocked, clocked.log[-2], 1, at=50)
    at = {minutes: number_at(iso(minutes * MINUTE), clocked.log) for minutes in (15, 25, 40)}
    assert at == {15: first, 25: ahead, 40: after}
    assert wrong_clocks(clocked.log) == replay(clocked.log, "evening").wrong_clocks
