"""A clock that jumps in the middle of an evening: nothing is locked by it, and what it said wrongly has a way out."""

import pytest

from ledger.bridge import Result
from ledger.errors import Refusal, Unavailable
from ledger.facts import (
    AddSession,
    AddStage,
    CorrectResult,
    GiveRuling,
    Grounds,
    OpenSession,
    OpenTournament,
    PublishScores,
    PublishStanding,
    RecordResult,
    Undo,
    VoidResult,
    Where,
)
from ledger.laws.adjustment import Assigned, Stands
from ledger.laws.profile_loader import load_profile
from ledger.laws.stage_rules import StageRules
from ledger.office import Office
from ledger.recording.clock_watch import ClockWatch

MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
JUMPS = {"ten minutes": 10 * MINUTE, "an hour": HOUR, "four months": 120 * DAY}
MADE, DOWN = Result("4SN="), Result("4SN-1")


class Desk:
    """An evening at one desk: `true` is the time there is, `wrong` what its clock is ahead of it."""

    def __init__(self, store) -> None:
        self.true, self.wrong = 1_772_748_000_000_000, 0
        self.office = Office(store, "Ahlborn", self.clock)
        profile = load_profile("default")
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
        return self.office.submit(session, command, occurred_at=at).events

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


def test_a_server_says_that_a_clock_is_behind_and_refuses_one_that_is_ahead(desk, store):
    if store.connections.is_sqlite:
        assert store.server_time() is None
        return
    watch, friday = ClockWatch(store, None), desk.office.session("friday")
    doubt = watch.doubt(desk.clock(), friday)  # of March, and it is later by the server
    assert (doubt.what, doubt.now) == ("server", desk.clock())
    watch.is_right(desk.clock())
    assert watch.doubt(desk.clock(), friday) is None
    desk.wrong = 50 * 365 * DAY
    with pytest.raises(Unavailable) as refused:
        desk.do(GiveRuling(Where(1, "1"), Stands(), Grounds(laws=("16B",))))
    assert refused.value.code == "clock-wrong"
