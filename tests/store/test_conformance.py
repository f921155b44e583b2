"""What every database must do: one suite, run on each."""

import pytest
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.errors import Conflict, Refusal
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope
from ledger.laws import profile_loader
from ledger.laws.adjustment import Assigned, Stands
from ledger.office import Office
from ledger.recording import Submission
from ledger.recording.sessions import Sessions
from ledger.scoring.line import Seating
from ledger.session.moment import iso, number_at
from ledger.store.chain import GENESIS
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, LodgeAppeal
from ledger.subjects.people.facts import Player
from ledger.subjects.play.facts import ContestantsEntered, CorrectResult, OpenSession, RecordResult
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds
from ledger.subjects.sheets import ImportSheet, SheetLine
from tests.core.spec import blank
from tests.promises import promise

OPEN = OpenSession("Evening", "2026-03-05", (1, 2), 2, profile_loader.load_profile("default"))
MADE = RecordResult(Where(1, "1", "1", "1"), Result("4SN="))


def event(number, session="s", part=0, command="c", contestant="1"):
    return Envelope(
        session, number, "contestants-entered/1", ContestantsEntered((contestant,)), command, part, 5, 6, "me", (1,)
    )


def numbers(store, session="s"):
    return [envelope.number for envelope in store.log.read(session)]


def test_what_is_appended_is_read_back(store):
    (appended,) = store.append([event(1)])
    assert list(store.log.read("s")) == [appended]
    assert appended.digest != GENESIS
    assert store.log.sessions() == ["s"]


def test_digests_chain_and_depend_on_everything(store):
    first, second = store.append([event(1), event(2, part=1)])
    assert second.digest != first.digest
    changes = (
        replace(event(1), recorded_at=7),
        replace(event(1), occurred_at=7),
        replace(event(1), by="you"),
        replace(event(1), because=()),
        replace(event(1), command_id="d"),
        replace(event(1), part=3),
        replace(event(1), session="t"),
        event(1, contestant="2"),
    )
    for number, changed in enumerate(changes):
        (chained,) = store.append([replace(changed, session=f"other-{number}")])
        assert chained.digest != first.digest


@pytest.mark.parametrize("number", [1, 3, 9])
def test_a_wrong_expectation_is_a_conflict_and_records_nothing(store, number):
    store.append([event(1)])
    with pytest.raises(Conflict):
        store.append([event(number, command="d")])
    assert numbers(store) == [1]


def test_a_batch_is_recorded_whole_or_not_at_all(store):
    store.append([event(1)])
    with pytest.raises(Conflict):
        store.append([event(2, command="d"), event(3, command="d")])  # the same part of the same command twice
    assert numbers(store) == [1]


def test_sessions_do_not_see_each_other(store):
    store.append([event(1)])
    store.append([event(1, session="t"), event(2, session="t", part=1)])
    assert numbers(store) == [1]
    assert numbers(store, "t") == [1, 2]
    assert store.log.sessions() == ["s", "t"]


def test_reading_a_prefix(store):
    store.append([event(number, part=number) for number in range(1, 6)])
    assert [envelope.number for envelope in store.log.read("s", 3)] == [1, 2, 3]
    assert list(store.log.read("nobody")) == []


def test_large_batches_are_one_append(store):
    store.append([event(number, part=number) for number in range(1, 2501)])
    assert numbers(store) == list(range(1, 2501))


# Through the office


def test_the_same_command_id_records_once(office):
    office.submit("s", OPEN, Submission("one"))
    first = office.submit("s", MADE, Submission("two"))
    again = office.submit("s", MADE, Submission("two"))
    assert again.repeated
    assert [envelope.number for envelope in again.events] == [envelope.number for envelope in first.events]
    assert again.ripple() == first.ripple()
    assert len(list(office.log("s"))) == 3


@pytest.mark.parametrize("other", [RecordResult(Where(1, "2", "2", "2"), Result("PASS")), OPEN])
def test_a_command_id_is_not_used_for_two_things(office, other):
    """Neither for what might be recorded too, nor for what would be refused."""
    office.submit("s", OPEN, Submission("one"))
    office.submit("s", MADE, Submission("two"))
    with pytest.raises(Refusal) as caught:
        office.submit("s", other, Submission("two"))
    assert caught.value.code == "command-id-reused"


def test_a_dry_run_shows_everything_and_records_nothing(office):
    office.submit("s", OPEN)
    at = office.clock()
    supposed = office.submit("s", MADE, Submission(dry_run=True, occurred_at=at))
    assert supposed.after.boards[1]
    assert len(list(office.log("s"))) == 1
    assert office.submit("s", MADE, Submission(occurred_at=at)).after.boards == supposed.after.boards


class Rushed(Sessions):
    """What a slow desk has read: another one records between its reading and its appending, the first time."""

    rushing = None

    def now(self, session_id):
        found = super().now(session_id)
        if rushing := self.rushing:
            self.rushing = None
            rushing[0].submit(session_id, rushing[1])
        return found


def slow_desk(office, clock, command):
    desk = Office(office.store, "slow", clock)
    desk._recorder.sessions = Rushed(office.store)
    desk._recorder.sessions.rushing = (office, command)
    return desk


@promise("P13")
def test_a_result_is_decided_anew_when_another_desk_was_first(office, ticking):
    office.submit("s", OPEN)
    slow = slow_desk(office, ticking, RecordResult(Where(1, "2", "2", "2"), Result("PASS")))
    outcome = slow.submit("s", MADE)
    assert outcome.events[-1].number == 5
    assert [envelope.number for envelope in office.log("s")] == [1, 2, 3, 4, 5]


@promise("P13")
def test_a_judgement_is_not_made_on_a_board_one_has_not_seen(office, ticking):
    office.submit("s", OPEN)
    office.submit("s", MADE)
    slow = slow_desk(office, ticking, RecordResult(Where(1, "2", "2", "2"), Result("PASS")))
    with pytest.raises(Conflict) as caught:
        slow.submit("s", GiveRuling(Where(1, "1"), Stands(), Grounds(**blank())))
    assert (caught.value.code, caught.value.exit_code) == ("conflict", 4)
    assert not office.session("s").rulings


def test_moments(office):
    office.submit("s", OPEN)
    office.submit("s", MADE)
    office.submit("s", GiveRuling(Where(1, "1"), Stands(), Grounds(**blank())))
    third = list(office.log("s"))[2]
    wanted = {
        "start": 1,
        "end-of-play": 3,
        "@": 4,
        "#2": 2,
        "#2-": 1,
        "R-0001": 4,
        "r-0001-": 3,
        "1970-01-01T00:00+00:00": 0,
        "2100-01-01": 4,
    }
    assert {moment: number_at(moment, office.log("s")) for moment in wanted} == wanted
    assert number_at(iso(third.recorded_at), office.log("s")) == 3


def test_a_judgement_on_a_board_nobody_touched_is_decided_anew(office, ticking):
    office.submit("s", OPEN)
    office.submit("s", MADE)
    elsewhere = RecordResult(Where(2, "2", "2", "2"), Result("PASS"))
    slow = slow_desk(office, ticking, elsewhere)
    outcome = slow.submit("s", GiveRuling(Where(1, "1"), Stands(), Grounds(**blank())))
    assert outcome.events[-1].event.case == "R-0001"
    assert [envelope.number for envelope in office.log("s")] == list(range(1, 7))


@promise("P13")
def test_a_correction_of_what_another_desk_just_corrected_is_handed_back(office, ticking):
    office.submit("s", OPEN)
    office.submit("s", MADE)
    slow = slow_desk(office, ticking, CorrectResult(Where(1, "1"), Result("4SN-1")))
    with pytest.raises(Conflict):
        slow.submit("s", CorrectResult(Where(1, "1"), Result("4SN-2")))
    assert office.session("s").boards[1][Seating("1NS", "1EW", table="1")].result == "4SN-1"


def test_names_are_kept_up_even_where_nothing_else_is_new(office):
    office.submit("s", OPEN)
    sheet = ImportSheet(OPEN, (SheetLine("line 1", Where(1, "1", "1NS", "1EW"), Result("PASS")),))
    for name in ("A. Player", "B. Player"):
        office.submit("s", replace(sheet, players=(Player("1NS", 1, name),)))
        again = office.submit("s", replace(sheet, players=(Player("1NS", 1, name),)))
        assert again.events == ()
    assert office.people.of("s") == [Player("1NS", 1, "B. Player")]


def test_moments_follow_numbers_where_a_clock_was_set_back(store):
    times = iter([10, 10, 20, 20, 25, 25, 18, 18, 30, 30])
    office = Office(store, "spec", lambda: next(times) * 1_000_000)
    office.submit("s", OPEN)
    for table in range(1, 4):
        office.submit("s", RecordResult(Where(2, str(table), str(table), str(table)), Result("PASS")))
    assert (
        number_at("1970-01-01T00:00:22+00:00", office.log("s")) == 3
    )  # before the event of 00:00:25, though 18 follows


# Cases at two desks


def case_lodged(office):
    """A ruling, published, and an appeal against it."""
    office.submit("s", OPEN)
    office.submit("s", MADE)
    office.submit("s", GiveRuling(Where(1, "1"), Stands(), Grounds()))
    office.submit("s", PublishScores())
    office.submit("s", LodgeAppeal("R-0001", "EW", "why", ("E", "W")))


UPHELD = DecideAppeal("A-0001", Adjudication("upheld"))
RESTORED = DecideAppeal("A-0001", Adjudication("table-result-restored"))
AMENDED = AmendRuling("R-0001", Assigned(Result("PASS")), cause="second-thoughts")


@pytest.mark.parametrize(
    ("first", "second"),
    [(UPHELD, RESTORED), (AMENDED, LodgeAppeal("R-0001", "NS", "why", ("N", "S")))],
    ids=["a decision", "a lodging"],
)
def test_what_rests_on_a_case_that_another_desk_just_changed_is_handed_back(office, ticking, first, second):
    case_lodged(office)
    slow = slow_desk(office, ticking, first)
    with pytest.raises(Conflict) as caught:
        slow.submit("s", second)
    assert caught.value.exit_code == 4


def test_a_late_command_sent_twice_is_judged_by_when_it_came_first(office, ticking):
    """The same lodging, sent again after the period: it was in time."""
    office.submit("s", OPEN)
    office.submit("s", MADE)
    office.submit("s", GiveRuling(Where(1, "1"), Stands(), Grounds()))
    office.submit("s", PublishScores())
    lodge = LodgeAppeal("R-0001", "EW", "why", ("E", "W"))
    office.submit("s", lodge, Submission("a lodging"))
    for _ in range(4_000):
        ticking()
    assert office.submit("s", lodge, Submission("a lodging")).repeated


def test_what_has_not_happened_yet_is_not_recorded(office, ticking):
    case_lodged(office)
    with pytest.raises(Refusal) as caught:
        office.submit("s", UPHELD, Submission(occurred_at=ticking() + 3_600_000_000))
    assert caught.value.code == "time-in-future"


@promise("A16")
def test_both_times_are_kept(office, ticking):
    office.submit("s", OPEN, Submission(occurred_at=ticking() - 7_200_000_000))
    at = ticking() - 3_600_000_000
    (entered, envelope) = office.submit("s", MADE, Submission(occurred_at=at)).events
    assert (entered.occurred_at, envelope.occurred_at) == (at, at)
    assert envelope.recorded_at > at + 3_599_000_000
    assert list(office.log("s"))[-1] == envelope
