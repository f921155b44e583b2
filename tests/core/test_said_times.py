"""Periods go by the time of recording, whatever time is stated and whatever the clock shows."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.decide import Actor, decide
from ledger.errors import Refusal
from ledger.guards.periods import lateness
from ledger.kernel.at_table import Where
from ledger.kernel.fact import TakenBack
from ledger.laws.adjustment import Stands
from ledger.laws.profile_loader import load_profile
from ledger.recording.recorder import put_in_envelopes, read_back
from ledger.session import Session
from ledger.session.cases import Publication
from ledger.session.response import Times
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.clocks.facts import CorrectClock, recorded_times
from ledger.subjects.evolving import evolve
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.play.facts import (
    AmendRegulations,
    CorrectResult,
    ExpectResults,
    OpenSession,
    RecordResult,
    VoidResult,
)
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.reopening import BoardReopened, Reopening
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty, Undo
from ledger.subjects.rulings.state import appeal_deadline, correction_deadline
from ledger.subjects.tournaments.facts import TournamentOpened
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.examination import examine
from ledger.trust.said_in_time import said_in_time
from tests.core.said_times import (
    BEGINS,
    MINUTE,
    PERIOD,
    Play,
    corrections_end,
    evenings,
    late,
    right_evenings,
    scorers_late,
    stated_before_the_opening,
)

AT, OTHER = Where(1, "1"), Where(1, "2")
CORRECTED = CorrectResult(OTHER, Result("3NTN="), "slip")
LODGED = LodgeAppeal("R-0001", "EW", "too much", ("E", "W"))
APPEALED = LodgeAppeal("R-0001", "EW", "too much", ("E", "W"), through="Dan")


class Desk:
    """A log in memory, and the clock of the person recording."""

    def __init__(self):
        self.session, self.log = Session("evening"), []

    def submit(self, command, by, clock, said=None):
        now = max(clock, self.session.recorded_at)
        if said is not None and said > now:
            raise Refusal("time-in-future", "that has not happened yet", "leave --at out")
        actor = Actor(by, clock if said is None else said, by_clock=said in (None, clock), clock=clock)
        response = decide(command, self.session, actor)
        events = tuple(map(read_back, put_in_envelopes(self.session, response, f"c{len(self.log)}", actor, clock)))
        self.session = evolve(self.session, *events)
        self.log += events
        return events

    # in minutes since the session was opened

    def do(self, command, by, clock, said=None):
        return self.submit(command, by, clock * MINUTE, None if said is None else said * MINUTE)

    def refuses(self, command, code, by, clock, said=None):
        with pytest.raises(Refusal) as refused:
            self.do(command, by, clock, said)
        assert refused.value.code == code, refused.value.message
        return refused.value

    @property
    def concerns(self):
        return {int(each.text.split()[0].removeprefix("#")): each for each in said_in_time(self.log, self.session)}


def an_evening(*, officials=True):
    """Opened at 0, three results, published at 10 and recorded then: corrections until 40."""
    desk = Desk()
    desk.do(OpenSession("Evening", None, (1, 2), 2, load_profile("default")), "Chief", 0)
    appointed = (("Chief", "chief-director"), ("Dan", "director"), ("Sara", "scorer")) if officials else ()
    for name, office in appointed:
        desk.do(AppointOfficial(name, office), "Chief", 0)
    for table in ("1", "2", "3"):
        desk.do(RecordResult(Where(1, table, f"{table}NS", f"{table}EW"), Result("4SN=")), "Sara", 1)
    return desk


@pytest.fixture
def desk():
    return an_evening()


@pytest.fixture
def published(desk):
    desk.do(PublishScores(), "Sara", 10)
    return desk


def test_a_scorer_does_not_open_a_period_by_what_he_says_of_the_time(published):
    published.refuses(CORRECTED, "correction-late", "Sara", 41)
    refused = published.refuses(CORRECTED, "correction-late", "Sara", 41, said=20)
    assert "a director" in refused.hint
    published.do(CORRECTED, "Sara", 40, said=20)
    assert published.concerns == {}


def test_a_director_says_that_it_was_in_time_and_check_tells_both_times(published, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    (envelope,) = published.do(CORRECTED, "Dan", 41, said=20)
    concern = published.concerns[envelope.number]
    assert (concern.code, concern.board, concern.table) == ("said-in-time", 1, "2")
    for told in ("by Dan", "recorded 1970-01-01 00:41:00", "happened 1970-01-01 00:20:00", "ended 1970-01-01 00:40:00"):
        assert told in concern.text
    assert not any(examine(published.log, "evening").values())


def test_in_an_open_office_whoever_sits_at_the_desk_says_so_and_check_tells_it():
    desk = an_evening(officials=False)
    desk.do(PublishScores(), "Sara", 10)
    (envelope,) = desk.do(CORRECTED, "Sara", 41, said=20)
    assert list(desk.concerns) == [envelope.number]


def test_what_is_reopened_is_no_matter_of_the_time_that_is_said(published):
    corrected = CorrectResult(OTHER, Result("3NTN="), reopening=Reopening("scoring-error", "the organiser", True))
    reopened, _ = published.do(corrected, "Sara", 41, said=20)
    assert isinstance(reopened.event, BoardReopened)
    assert published.concerns == {}


def test_a_publication_begins_its_periods_when_it_is_recorded(desk):
    desk.do(PublishScores(), "Sara", 240, said=10)
    assert correction_deadline(desk.session) == 270 * MINUTE
    desk.do(CORRECTED, "Sara", 270)
    desk.refuses(VoidResult(AT), "correction-late", "Sara", 271)


def test_the_chief_director_alone_says_that_they_run_from_an_earlier_time(desk):
    from_then = PublishScores(from_then="on the wall since then")
    for by in ("Sara", "Dan"):
        desk.refuses(from_then, "not-your-office", by, 60, said=20)
    desk.refuses(from_then, "nothing-to-change", "Chief", 60)
    desk.refuses(from_then, "out-of-order", "Chief", 60, said=-1)
    desk.do(from_then, "Chief", 60, said=20)
    assert correction_deadline(desk.session) == 50 * MINUTE
    desk.refuses(CORRECTED, "correction-late", "Sara", 60)
    desk.do(CORRECTED, "Dan", 60, said=45)
    desk.refuses(from_then, "nothing-to-change", "Chief", 61, said=60)


@pytest.mark.parametrize("at", [-1, -(10**6)])
def test_nothing_is_said_to_be_of_before_the_opening(published, at):
    for by in ("Sara", "Dan", "Chief"):
        published.refuses(CORRECTED, "out-of-order", by, 20, said=at)
    published.refuses(PublishScores(), "out-of-order", "Chief", 20, said=at)
    published.do(CORRECTED, "Sara", 20, said=0)


def test_a_clock_that_is_set_back_opens_nothing_that_the_log_says_is_over(published):
    published.do(AddCall(AT, "slow", "N", "play"), "Dan", 41)
    for by in ("Sara", "Dan"):
        published.refuses(CORRECTED, "correction-late", by, 20)
    published.refuses(CORRECTED, "correction-late", "Sara", 20, said=15)


def test_a_clock_that_was_ahead_is_put_right_and_the_period_is_open_again(published):
    (ahead,) = published.do(AddCall(AT, "slow", "N", "play"), "Dan", 320)
    refused = published.refuses(CORRECTED, "correction-late", "Sara", 22)
    assert "session clock" in refused.hint
    published.do(CorrectClock(ahead.number, ahead.number, 300 * 60), "Chief", 23)
    published.do(CORRECTED, "Sara", 24)
    published.refuses(VoidResult(AT), "correction-late", "Sara", 41)


def test_what_was_said_to_be_in_time_is_no_concern_once_the_clock_is_put_right(published):
    (ahead,) = published.do(AddCall(AT, "slow", "N", "play"), "Dan", 320)
    published.do(CORRECTED, "Dan", 22, said=20)
    assert len(published.concerns) == 1
    (corrected,) = published.do(CorrectClock(ahead.number, ahead.number, 300 * 60), "Chief", 23)
    assert published.concerns == {}
    published.do(Undo(corrected), "Chief", 24)
    assert len(published.concerns) == 1


def test_a_publication_with_a_clock_that_was_behind_begins_no_period_before_the_log_has_it(desk):
    desk.do(AddCall(AT, "slow", "N", "play"), "Dan", 100)
    desk.do(PublishScores(), "Sara", 20)
    assert correction_deadline(desk.session) == 130 * MINUTE


def test_a_ruling_begins_its_period_when_it_is_recorded(published):
    published.do(GiveRuling(AT, Stands(), Grounds(laws=("16B",))), "Dan", 240, said=20)
    assert appeal_deadline(published.session, published.session.rulings["R-0001"]) == 270 * MINUTE
    published.do(LODGED, "Dan", 270)


def test_an_appeal_recorded_late_is_in_time_where_a_director_says_so(desk):
    desk.do(GiveRuling(AT, Stands(), Grounds(laws=("16B",))), "Dan", 5)
    desk.do(PublishScores(), "Sara", 10)
    desk.refuses(LODGED, "appeal-late", "Dan", 41)
    desk.refuses(APPEALED, "appeal-late", "Sara", 41, said=30)
    (envelope,) = desk.do(LODGED, "Dan", 41, said=30)
    assert desk.concerns[envelope.number].case == "A-0001"
    assert not any(examine(desk.log, "evening").values())


def test_an_appeal_accepted_as_late_is_no_concern(desk):
    desk.do(GiveRuling(AT, Stands(), Grounds(laws=("16B",))), "Dan", 5)
    desk.do(PublishScores(), "Sara", 10)
    late = LodgeAppeal("R-0001", "EW", "too much", ("E", "W"), accept_late="it was on the wall too late")
    desk.do(late, "Dan", 41, said=30)
    assert desk.concerns == {}


def test_a_call_said_to_be_in_time_is_told_and_its_ruling_is_in_time(published):
    (called,) = published.do(AddCall(AT, "slow", "N", "play"), "Dan", 41, said=30)
    published.do(GiveRuling(AT, Stands(), Grounds(laws=("16B",)), call="C-0001"), "Dan", 50)
    assert list(published.concerns) == [called.number]
    published.do(AddCall(OTHER, "slow", "N", "play"), "Dan", 51)  # a call is never too late: no ruling comes of it
    published.refuses(GiveRuling(OTHER, Stands(), Grounds(), call="C-0002"), "ruling-late", "Dan", 52)


def test_a_call_by_a_clock_that_was_set_back_asks_for_no_ruling_in_time(published):
    published.do(ImposePenalty("1NS", Fraction(0), "MP"), "Dan", 41)
    published.do(AddCall(AT, "slow", "N", "play"), "Dan", 20)
    published.refuses(GiveRuling(AT, Stands(), Grounds(), call="C-0001"), "ruling-late", "Dan", 42)


def test_what_is_done_by_recording_it_is_never_said_to_have_been_in_time(desk):
    (published,) = desk.do(PublishScores(), "Sara", 10)
    periods = replace(desk.session.regulations.periods, correction_minutes=600)
    longer = AmendRegulations(replace(desk.session.regulations, periods=periods))
    for by in ("Dan", "Chief"):
        refused = desk.refuses(Undo(published), "correction-late", by, 41, said=20)
        assert "a director" not in refused.hint
        desk.refuses(ExpectResults(7), "correction-late", by, 41, said=20)
        refused = desk.refuses(longer, "correction-late", by, 41, said=20)
        assert ("a director" in refused.hint, "--reopen" in refused.hint) == (False, True)
    desk.do(Undo(published), "Dan", 40, said=20)


def test_a_standing_that_was_given_out_is_not_taken_back_by_what_is_said_of_the_time():
    stream = Tournament("spring", opened=TournamentOpened("spring", load_profile("default")))
    stream.given_out, stream.recorded_at, stream.number = True, 10 * MINUTE, 1
    stream.recorded.append(10 * MINUTE)
    stream.publications = (Publication(1, 10 * MINUTE, 10 * MINUTE, ""),)
    recalled = TakenBack(1, "standing-published")
    assert lateness(recalled, stream, Times(20 * MINUTE, 40 * MINUTE)) is None
    late = lateness(recalled, stream, Times(20 * MINUTE, 41 * MINUTE))
    assert (late.code, late.said_in_time) == ("correction-late", False)


def test_nothing_is_undone_before_it_happened(desk):
    (published,) = desk.do(PublishScores(), "Sara", 10, said=8)
    desk.refuses(Undo(published), "out-of-order", "Chief", 20, said=7)
    desk.do(Undo(published), "Chief", 20, said=8)
    (corrected,) = desk.do(CORRECTED, "Sara", 30)
    desk.refuses(Undo(corrected), "out-of-order", "Dan", 31, said=29)
    desk.do(CorrectClock(corrected.number, corrected.number, 5 * 60), "Chief", 31)
    desk.do(Undo(corrected), "Dan", 32, said=29)


def test_what_is_late_since_the_correction_of_a_clock_was_taken_back_is_told(published):
    (clock,) = published.do(CorrectClock(published.session.number, published.session.number, -20 * 60), "Chief", 31)
    (corrected,) = published.do(CORRECTED, "Sara", 50)
    assert published.concerns == {}
    published.do(Undo(clock), "Chief", 51)
    concern = published.concerns[corrected.number]
    assert (concern.code, concern.board, concern.table) == ("late-by-clock", 1, "2")
    assert list(published.concerns) == [corrected.number]


def test_what_is_late_since_a_clock_was_corrected_is_told_but_not_what_was_reopened(published):
    number = published.session.number
    (corrected,) = published.do(CORRECTED, "Sara", 38)
    reopening = Reopening("scoring-error", "the organiser", True)
    published.do(CorrectResult(OTHER, Result("2NTN="), reopening=reopening), "Sara", 41)
    published.do(CorrectClock(number, number, 9 * 60), "Chief", 42)
    assert {each: concern.code for each, concern in published.concerns.items()} == {corrected.number: "late-by-clock"}


def test_verify_names_what_a_scorer_recorded_late_past_the_program(published):
    (envelope,) = published.do(CORRECTED, "Dan", 41, said=20)
    published.log[-1] = replace(envelope, by="Sara")
    assert [each.number for each in examine(published.log, "evening")["periods"]] == [envelope.number]


# Any commands by any clocks


def play(desk):
    return Play(desk.submit, lambda: desk.session, lambda: desk.log)


@settings(deadline=None, max_examples=150)
@given(evenings)
def test_no_scorer_records_after_a_period_and_whatever_a_director_does_so_is_told(evening):
    desk = Desk()
    under_way = play(desk)
    for attempt in evening:
        under_way.tries(attempt)
    assert scorers_late(desk.log) == []
    assert stated_before_the_opening(desk.log) == []
    assert correction_deadline(desk.session) == corrections_end(desk.log, recorded_times(desk.log))
    then, now = ({each.number for each in late(desk.log, as_known_then=known)} for known in (True, False))
    assert then & now <= desk.concerns.keys()
    assert not any(examine(desk.log, "evening").values())


@settings(deadline=None, max_examples=100)
@given(right_evenings)
def test_where_all_clocks_are_right_and_no_time_is_said_the_periods_are_thirty_minutes(evening):
    desk = Desk()
    under_way = play(desk)
    for attempt in evening:
        began = [each.at for each in desk.session.publications[:1]]
        accepted = under_way.tries(attempt)
        if attempt.action in ("correct", "add"):
            assert accepted == (not began or under_way.now <= began[0] + PERIOD)
    assert {each.code for each in desk.concerns.values()} <= {"late-by-clock"}  # a right clock was corrected
    assert desk.session.opened_at >= BEGINS
