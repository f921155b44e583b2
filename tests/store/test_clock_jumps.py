"""A clock that jumps in the middle of an evening: nothing is locked by it, and what it said wrongly has a way out."""

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Assigned, Stands
from ledger.laws.profile_loader import load_profile
from ledger.laws.regulations import StageRules
from ledger.office import Office
from ledger.recording import Submission
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.clocks.facts import CorrectClock, with_corrected_times
from ledger.subjects.play.facts import CorrectResult, OpenSession, RecordResult, VoidResult
from ledger.subjects.publications.facts import PublishScores, PublishStanding
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, ImposePenalty, NotifySides, Undo
from ledger.subjects.tournaments.facts import AddSession, AddStage, OpenTournament

MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
JUMPS = {"ten minutes": 10 * MINUTE, "an hour": HOUR, "four months": 120 * DAY}
ALL_DAY = structs.replace(load_profile("default").periods, correction_minutes=1440, appeal_minutes=1440)
MADE, DOWN = Result("4SN="), Result("4SN-1")


class Desk:
    """An evening at one desk: `true` is the time there is, `wrong` what its clock is ahead of it."""

    def __init__(self, store) -> None:
        self.true, self.wrong = time.time_ns() // 1000 - 400 * DAY, 0  # no server takes what is to come
        self.was: dict[tuple[str, int], int] = {}
        self.office = Office(store, "Ahlborn", self.clock)
        profile = structs.replace(load_profile("default"), periods=ALL_DAY)
        self.do(OpenSession("Friday", None, (1, 2), 2, profile), "friday")
        self.do(OpenTournament("Spring", profile), "spring")
        self.do(AddStage("only", "sessions", StageRules()), "spring")
        self.do(AddSession("only", "friday"), "spring")
        for table in ("1", "2", "3"):
            self.do(RecordResult(Where(1, table, f"{table}NS", f"{table}EW"), MADE))

    def clock(self) -> int:
        return self.true + self.wrong

    def do(self, command, session="friday", at=None):
        """A minute later, a command; its events."""
        self.true += MINUTE
        events = self.office.submit(session, command, Submission(occurred_at=at)).events
        self.was |= {(session, envelope.number): self.true for envelope in events}
        return events

    def refused(self, command, session="friday", at=None) -> str:
        with pytest.raises(Refusal) as refused:
            self.do(command, session, at)
        return refused.value.code

    def undo(self, envelope):
        return self.do(Undo(envelope), envelope.session)


@pytest.fixture
def desk(store):
    return Desk(store)


@pytest.mark.parametrize("jump", JUMPS)
def test_one_ruling_with_a_clock_that_was_ahead_locks_nothing(desk, jump):
    desk.wrong = JUMPS[jump]
    (ruling,) = desk.do(GiveRuling(Where(1, "1"), Assigned(DOWN), Grounds(laws=("16B",))))
    desk.wrong = 0
    (standing,) = desk.do(PublishStanding(), "spring")
    desk.undo(standing)
    desk.undo(desk.do(PublishScores())[-1])
    desk.do(VoidResult(Where(1, "2")))
    desk.do(Undo(ruling, "wrong table"))
    desk.do(GiveRuling(Where(1, "1"), Stands(), Grounds(laws=("16B",))))


def test_what_a_person_says_is_still_held_against_the_log(desk):
    (ruling,) = desk.do(GiveRuling(Where(1, "1"), Stands(), Grounds(laws=("16B",))))
    assert desk.refused(PublishScores(), at=ruling.occurred_at - 1) == "out-of-order"
    assert desk.refused(PublishScores(), at=desk.true + HOUR) == "time-in-future"
    desk.do(CorrectResult(Where(1, "3"), DOWN), at=desk.true)


def test_what_happened_before_the_last_event_has_happened_whatever_the_clock_of_this_desk_says(desk):
    (ruling,) = desk.do(GiveRuling(Where(1, "1"), Stands(), Grounds(laws=("16B",))))
    desk.wrong = -HOUR
    assert desk.refused(PublishScores(), at=ruling.recorded_at + 1) == "time-in-future"
    desk.do(PublishScores(), at=ruling.recorded_at)


# Any sequence of jumps


def correction(desk):
    table = Where(1, "2")
    now = desk.office.session("friday").boards[1]
    played = next(each for each in now.values() if each.table == "2")
    desk.do(CorrectResult(table, MADE if played.results[-1].result == DOWN else DOWN, "slip", agreed=("NS", "EW")))


def ruling(desk):
    cases = desk.office.session("friday").rulings
    if cases and not desk.office.session("friday").rulings[max(cases)].withdrawn:
        score = Assigned(DOWN) if cases[max(cases)].judgement.adjustment == Stands() else Stands()
        desk.do(AmendRuling(max(cases), score, Grounds(laws=("16B",)), cause="second-thoughts"))
    else:
        desk.do(GiveRuling(Where(1, "1"), Assigned(DOWN), Grounds(laws=("16B",))))


def undoing(desk):
    *_, last = desk.office.log("friday")
    desk.do(Undo(last, "by mistake"))


def appeal(desk):
    desk.do(LodgeAppeal(max(desk.office.session("friday").rulings, default="R-0001"), "EW", "too much", ("E", "W")))


ACTIONS = {
    "correct": correction,
    "rule": ruling,
    "undo": undoing,
    "appeal": appeal,
    "call": lambda desk: desk.do(AddCall(Where(1, "3"), "slow", "N", "play")),
    "penalty": lambda desk: desk.do(ImposePenalty("1NS", Fraction(1), "MP")),
    "notify": lambda desk: desk.do(NotifySides(max(desk.office.session("friday").rulings, default="R-0001"), True)),
    "void": lambda desk: desk.do(VoidResult(Where(1, "3"), "another board")),
    "publish": lambda desk: desk.do(PublishScores()),
    "publish the standing": lambda desk: desk.do(PublishStanding(), "spring"),
}

NEVER = {"out-of-order", "time-in-future"}

jumps = st.sampled_from([0, 0, 5 * MINUTE, HOUR, DAY, 120 * DAY]).flatmap(lambda by: st.sampled_from([by, -by]))
evenings = st.lists(st.tuples(jumps, st.sampled_from(sorted(ACTIONS))), min_size=1, max_size=14)


def attempt(desk, action):
    """Do it; what the Laws refuse is refused, but nothing for its time of day."""
    code = ""
    try:
        ACTIONS[action](desk)
    except Refusal as refused:
        code = refused.code
    assert code not in NEVER, action


def corrected(desk):
    """What the chief director says when he sees the log: every event by the clock it was recorded with."""
    for name in ("friday", "spring"):
        aheads = {each.number: each.recorded_at - desk.was[name, each.number] for each in desk.office.log(name)}
        numbers = sorted(aheads)
        first_to_last = [number for number in numbers if aheads[number] > 0]
        last_to_first = [number for number in reversed(numbers) if aheads[number] < 0]
        for number in (*first_to_last, *last_to_first):  # so that none is corrected to beyond another
            desk.do(CorrectClock(number, number, aheads[number] // 1_000_000), name)


def holds_after(desk, evening):
    for jump, action in evening:
        desk.wrong = jump
        attempt(desk, action)
    desk.wrong = 0
    for action in ("publish", "publish the standing", "undo", "rule"):
        attempt(desk, action)
    corrected(desk)
    session = desk.office.session("friday")
    for envelope in desk.office.log("friday"):
        told = with_corrected_times(envelope, session.wrong_clocks)
        assert told.recorded_at == told.occurred_at == desk.was["friday", envelope.number]
    published = [desk.was["friday", each.number] for each in session.publications]
    assert [each.at for each in session.publications] == published
    assert session.settled == {number: desk.was["friday", number] for number in session.settled}
    # and the office can publish, undo and rule, as if no clock had ever been wrong
    desk.do(ImposePenalty("2NS", Fraction(1, 7), "MP"))  # so that there is something new to give out
    (given_out,) = desk.do(PublishScores())
    desk.do(Undo(given_out))
    desk.do(PublishScores())
    desk.do(PublishStanding(), "spring")
    desk.do(GiveRuling(Where(1, "2"), Stands(), Grounds(laws=("16B",))))
    undoing(desk)


@settings(deadline=None, max_examples=8)
@given(evenings)
def test_after_any_jumps_the_office_can_publish_undo_and_rule(evening):
    store = Store("sqlite://")
    migrate(store)
    holds_after(Desk(store), evening)
    store.close()


EVENING = (120 * DAY, "rule"), (0, "publish"), (-HOUR, "undo"), (-120 * DAY, "publish"), (HOUR, "correct")


def test_so_it_is_on_every_database(desk):
    holds_after(desk, (*EVENING, (0, "rule"), (DAY, "appeal"), (-DAY, "publish the standing"), (5 * MINUTE, "undo")))
