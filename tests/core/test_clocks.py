"""A correction of a clock: from then on all that is worked out from times goes by when it was, and no event moves."""

import pytest
from msgspec import structs

from ledger.bridge import Result
from ledger.facts import (
    AddCall,
    Adjudication,
    AppointOfficial,
    CorrectClock,
    CorrectResult,
    DecideAppeal,
    GiveRuling,
    Grounds,
    ImportSheet,
    ImposePenalty,
    LodgeAppeal,
    NotifySides,
    OpenSession,
    PublishScores,
    QueryResult,
    SignRegulations,
    Undo,
    Where,
    WithdrawPenalty,
)
from ledger.facts.clocks import recorded_times, with_right_times, wrong_clocks
from ledger.facts.queue import LineSetAside
from ledger.laws.adjustment import Assigned, Stands
from ledger.session import replay
from ledger.session.moment import iso, number_at
from ledger.session.rulings import appeal_deadline, correction_deadline
from tests.core.spec import MINUTE, Evening

AT, DOWN = Where(1, "1"), Result("4SN-1")
HOUR = 60


@pytest.fixture
def evening():
    found = Evening()
    found.play(1, ["4SN=", "4SN-1"])
    return found


def correct(evening, envelope, hours, at=0):
    return evening.do(CorrectClock(envelope.number, envelope.number, hours * 3600), at=at)[0]


def test_scores_given_out_by_a_clock_that_was_behind_can_be_corrected_in_their_true_period(evening):
    (published,) = evening.do(PublishScores(), at=0)  # at 100 it was
    evening.refuses(CorrectResult(AT, DOWN), "correction-late", at=110)
    evening.refuses(Undo(published), "correction-late", at=110)
    evening.do(CorrectClock(published.number, published.number, -100 * 60), at=110)
    assert correction_deadline(evening.session) == 130 * MINUTE
    evening.do(CorrectResult(AT, DOWN, agreed=("NS", "EW")), at=110)


def test_a_ruling_by_a_clock_that_was_ahead_is_final_when_its_true_period_ends(evening):
    evening.do(PublishScores(), at=0)
    (ruling,) = evening.do(GiveRuling(AT, Stands(), Grounds()), at=25)  # at 5 it was

    def until():
        return appeal_deadline(evening.session, evening.session.rulings["R-0001"])

    assert until() == 55 * MINUTE
    (corrected,) = evening.do(CorrectClock(ruling.number, ruling.number, 20 * 60), at=6)
    assert until() == 35 * MINUTE
    evening.do(Undo(corrected), at=7)
    assert until() == 55 * MINUTE
    assert evening.session.wrong_clocks == {}


def test_what_a_person_said_of_the_time_stays(evening):
    (ruling,) = evening.do(GiveRuling(AT, Stands(), Grounds()), at=HOUR + 5)
    evening.log[-1] = ruling = structs.replace(ruling, occurred_at=3 * MINUTE)
    correct(evening, ruling, 1)
    told = with_right_times(ruling, evening.session.wrong_clocks)
    assert evening.session.rulings["R-0001"].versions[-1].at == told.occurred_at == 3 * MINUTE
    assert told.recorded_at == 5 * MINUTE


def test_an_event_is_corrected_once_and_only_where_there_is_one(evening):
    (ruling,) = evening.do(GiveRuling(AT, Stands(), Grounds()), at=HOUR)
    correct(evening, ruling, 1)
    last = evening.log[-1].number
    evening.refuses(CorrectClock(1, last, 60), "corrected-already")
    evening.refuses(CorrectClock(1, 2, 0), "nothing-to-change")
    for first, last in ((0, 1), (3, 2), (2, 99)):
        evening.refuses(CorrectClock(first, last, 60), "no-such-event")


@pytest.mark.parametrize("ahead", [10**14, -(10**14), 3_155_760_001, -3_155_760_001, 3_155_760_000, 1])
def test_no_time_is_corrected_to_one_that_cannot_be_told(evening, ahead):
    evening.refuses(CorrectClock(1, 1, ahead), "bad-number")


@pytest.mark.parametrize("years", [60, -60])
def test_a_clock_whose_battery_was_flat_is_corrected(evening, years):
    (ruling,) = evening.do(GiveRuling(AT, Stands(), Grounds()), at=70 * 365 * 24 * HOUR)
    correct(evening, ruling, years * 365 * 24)


def test_it_is_the_chief_director_s(evening):
    evening.do(AppointOfficial("Ahlborn", "chief-director"))
    evening.do(AppointOfficial("Berg", "director"), by="Ahlborn")
    evening.refuses(CorrectClock(2, 2, 3600), "not-your-office", by="Berg")
    (corrected,) = evening.do(CorrectClock(2, 2, 3600), by="Ahlborn")
    evening.refuses(Undo(corrected), "not-your-office", by="Berg")
    evening.do(Undo(corrected), by="Ahlborn")


def test_every_time_the_state_knows_is_as_if_the_clock_had_been_right(evening):
    """Each event of an evening, recorded an hour ahead and corrected, leaves the state as at the right time."""
    called = Where(1, "2")
    evening.do(QueryResult(AT, "both asked"), at=1)
    evening.do(AddCall(called, "slow", "N", "play"), at=2)
    evening.do(GiveRuling(called, Assigned(DOWN), Grounds(laws=("16B",)), call="C-0001"), at=3)
    evening.do(NotifySides("R-0001", True), at=4)
    evening.do(ImposePenalty("1NS", 10, "%"), at=5)
    evening.do(WithdrawPenalty("P-0001"), at=6)
    evening.do(Undo(evening.log[-1]), at=7)
    evening.do(PublishScores(), at=8)
    evening.do(LodgeAppeal("R-0001", "EW", "too much", ("E", "W")), at=9)
    evening.do(DecideAppeal("A-0001", Adjudication("upheld")), at=10)
    evening.do(Undo(evening.log[-1]), at=11)
    evening.do(AppointOfficial("spec", "chief-director"), at=12)
    evening.do(SignRegulations(), at=13)
    opening = OpenSession("Evening", None, (1,), 2, evening.session.regulations)
    unread = [(f"a.bws table {table}, board 1", "'X' is no declarer") for table in (3, 4)]
    evening.do(ImportSheet(opening, (), tuple(unread), skip_bad=True, device="a.bws"), at=14)
    assert isinstance(evening.log[-1].event, LineSetAside)
    right = evening.session
    for envelope in evening.log:
        wrong = [_later(each, HOUR) if each is envelope else each for each in evening.log]
        ahead = Evening()
        ahead.log = wrong
        correct(ahead, envelope, 1)
        assert recorded_times(ahead.log)[: right.number] == recorded_times(evening.log)
        found = ahead.session
        found.wrong_clocks, found.number, found.recorded_at = {}, right.number, right.recorded_at
        assert found == right, envelope


def _later(envelope, minutes):
    by = minutes * MINUTE
    return structs.replace(envelope, occurred_at=envelope.occurred_at + by, recorded_at=envelope.recorded_at + by)


def test_as_of_a_time_goes_by_the_numbers_and_the_corrected_times(evening):
    for at in (10, HOUR + 20, 30):
        evening.do(AddCall(Where(1, "2"), "slow", "N", "play"), at=at)
    first, ahead, after = (each.number for each in evening.log[-3:])
    assert number_at(iso(40 * MINUTE), evening.log) == first  # the later time counts while nobody corrects it
    correct(evening, evening.log[-2], 1, at=50)
    at = {minutes: number_at(iso(minutes * MINUTE), evening.log) for minutes in (15, 25, 40)}
    assert at == {15: first, 25: ahead, 40: after}
    assert wrong_clocks(evening.log) == replay(evening.log, "evening").wrong_clocks
