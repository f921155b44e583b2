"""Files of devices against statements at the desk: lines put right, taken back, and waiting."""

import pytest
from msgspec import structs

from ledger.bridge import Result
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Assigned, Grade, Stands
from ledger.projections.finality import outdated_rulings
from ledger.subjects.appeals.facts import Adjudication, DecideAppeal, LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.participation.facts import LeaveUnplayed
from ledger.subjects.people.facts import NamePlayers, Player, PlayersNamed
from ledger.subjects.play.facts import (
    CorrectResult,
    EnterContestants,
    OpenSession,
    RecordResult,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    VoidResult,
)
from ledger.subjects.queue.facts import LineSetAside, LineSettled, SettleLine
from ledger.subjects.queue.state import waiting_lines
from ledger.subjects.rulings.facts import (
    AmendRuling,
    ConfirmRuling,
    GiveRuling,
    Grounds,
    RulingGiven,
    RulingWithdrawn,
    Undo,
    WithdrawRuling,
)
from ledger.subjects.seating.facts import SeatingCorrected
from ledger.subjects.sheets import ImportSheet, SheetLine
from tests.core.spec import Evening

MADE, DOWN = Result("4SN="), Result("4SN-1")
HALF = Artificial(Grade("60"), Grade("40"))
FILE = "thursday.bws"
AT = Where(1, "1")


class Device(Evening):
    """An evening read from a file: line t is of table t, pairs 2t-1 and 2t."""

    def __init__(self):
        self.log = []

    def says(self, *lines, problems=(), **more):
        """Import the file as it is now and return the events."""
        opening = OpenSession("Thursday", None, (1,), 1, profile_loader.load_profile("default"))
        command = ImportSheet(opening, lines, problems, skip_bad=True, device=FILE, **more)
        recorded = [each.event for each in self.do(command)]
        assert not self.do(command), "the same again is nothing new"
        return recorded

    @property
    def waiting(self):
        return [each.line.why for each in waiting_lines(self.session)]


def line(table, result=None, adjustment=None, **more):
    where = Where(1, str(table), str(2 * table - 1), str(2 * table), 1)
    return SheetLine(f"{FILE} table {table}, round 1, board 1", where, result, adjustment, **more)


def kinds(events):
    return [type(each) for each in events]


@pytest.fixture
def device():
    evening = Device()
    evening.says(line(1, MADE), line(2, DOWN))
    return evening


def test_a_row_that_was_written_over_is_corrected_with_the_old_value_kept(device):
    (corrected,) = device.says(line(1, DOWN), line(2, DOWN))
    assert (type(corrected), corrected.imported) == (ResultCorrected, True)
    assert [result.result for result in device.at(1, 1).results] == [MADE, DOWN]


def test_a_row_that_was_erased_is_voided_and_comes_back(device):
    (voided,) = device.says(line(1, MADE, erased=True), line(2, DOWN))
    assert (type(voided), voided.imported) == (ResultVoided, True)
    (back,) = device.says(line(1, MADE), line(2, DOWN))
    assert (type(back), back.result) == (ResultRecorded, MADE)
    assert not device.session.queue.lines


def test_what_was_voided_at_the_desk_stays_so(device):
    device.do(VoidResult(AT))
    assert device.says(line(1, MADE), line(2, DOWN)) == []


def test_what_was_corrected_at_the_desk_is_not_undone_by_the_old_row(device):
    device.do(CorrectResult(AT, DOWN))
    assert device.says(line(1, MADE), line(2, DOWN)) == []
    assert device.at(1, 1).result == DOWN


def test_a_row_erased_after_it_was_corrected_at_the_desk_waits_for_a_person(device):
    device.do(CorrectResult(AT, DOWN))
    assert kinds(device.says(line(1, MADE, erased=True), line(2, DOWN))) == [LineSetAside]
    assert (device.at(1, 1).result, "corrected here since" in device.waiting[0]) == (DOWN, True)


def test_an_award_that_was_erased_is_withdrawn(device):
    assert kinds(device.says(line(1, MADE, HALF), line(2, DOWN))) == [RulingGiven]
    erased = device.says(line(1, MADE, erased=True), line(2, DOWN))
    assert kinds(erased) == [RulingWithdrawn, ResultVoided]


def test_whose_row_was_erased_frees_the_table_for_others(device):
    there = Where(1, "1", "7", "8", 1)
    now = SheetLine(f"{FILE} table 1, round 1, board 1", there, MADE)
    recorded = device.says(line(1, MADE, erased=True), now, line(2, DOWN))
    assert [type(each).__name__ for each in recorded] == ["ResultVoided", "ContestantsEntered", "ResultRecorded"]
    assert device.at(1, 1).seating.pair == ("7", "8")


def test_a_wrong_direction_found_later_turns_the_table(device):
    turned = SheetLine(f"{FILE} table 1, round 1, board 1", Where(1, "1", "2", "1", 1, switched=True), MADE)
    assert kinds(device.says(turned, line(2, DOWN))) == [SeatingCorrected]
    assert (device.at(1, 1).seating.pair, device.at(1, 1).result) == (("2", "1"), MADE)


# The queue


def undecided(table=3):
    return line(table, undecided="the director is to decide")


AT_3 = Where(1, "3", "5", "6", 1)
DECIDED = [
    RecordResult(AT_3, MADE),
    RecordResult(Where(1, None, "5", "6"), MADE),
    LeaveUnplayed(AT_3),
    GiveRuling(AT_3, HALF, Grounds()),
]


@pytest.mark.parametrize("command", DECIDED, ids=["result", "without a table", "not played", "ruling"])
def test_what_a_person_is_to_say_waits_until_one_said_it_and_again_where_that_is_taken_back(device, command):
    says = (line(1, MADE), line(2, DOWN), undecided())
    assert kinds(device.says(*says)) == [LineSetAside]
    number = device.log[-1].number
    device.do(command)
    assert device.waiting == []
    assert device.says(*says) == []
    device.refuses(SettleLine(number, "resolved"), "not-waiting")
    device.do(Undo(next(each for each in reversed(device.log) if each.number > number and each.event.seating)))
    assert device.waiting == ["the director is to decide"]
    assert device.says(*says) == []


def test_what_is_said_of_another_table_settles_nothing(device):
    device.says(line(1, MADE), line(2, DOWN), undecided())
    device.do(RecordResult(Where(1, "4", "7", "8", 1), MADE))
    device.do(CorrectResult(AT, DOWN))
    assert device.waiting == ["the director is to decide"]


@pytest.mark.parametrize(
    "command",
    [CorrectResult(AT, DOWN), VoidResult(AT), GiveRuling(AT, HALF, Grounds())],
    ids=["corrected", "voided", "ruled"],
)
def test_a_result_that_stays_till_then_is_put_right_at_the_desk(device, command):
    device.says(undecided(1), line(2, DOWN))
    assert len(device.waiting) == 1
    device.do(command)
    assert device.waiting == []
    device.do(Undo(device.log[-1]))
    assert len(device.waiting) == 1


def test_a_result_that_was_put_right_and_then_voided_waits_no_longer(device):
    device.says(undecided(1), line(2, DOWN))
    device.do(CorrectResult(AT, DOWN))
    device.do(VoidResult(AT))
    assert device.waiting == []


def test_a_row_erased_under_a_ruling_waits_until_its_result_is_gone_too(device):
    device.do(GiveRuling(AT, HALF, Grounds()))
    assert kinds(device.says(line(1, MADE, erased=True), line(2, DOWN))) == [LineSetAside]
    stays = "erased where it was entered: R-0001 stands on it, and it stays so"
    assert device.waiting == [f"{stays}; `ruling withdraw R-0001`, if it never was"]
    device.do(WithdrawRuling("R-0001", "not there"))
    assert len(device.waiting) == 1
    device.do(VoidResult(AT))
    assert device.waiting == []


@pytest.mark.parametrize(("read", "played"), [(1, None), (None, 1), (1, 1), (None, None)])
def test_a_line_that_cannot_be_read_is_decided_at_the_table_it_is_about(device, read, played):
    device.says(line(1, MADE), line(2, DOWN), problems=UNREAD, about={UNREAD[0][0]: Where(1, "3", round=read)})
    device.do(RecordResult(Where(1, "3", "5", "6", played), MADE))
    assert device.waiting == []


def test_what_is_said_of_its_table_in_another_round_does_not_decide_it(device):
    device.says(line(1, MADE), line(2, DOWN), problems=UNREAD, about={UNREAD[0][0]: Where(1, "3", round=2)})
    device.do(RecordResult(AT_3, MADE))
    assert device.waiting == ["'X' is no declarer"]


def test_a_result_of_a_board_that_was_not_played_says_what_it_is_and_what_to_type(device):
    device.do(LeaveUnplayed(AT_3))
    number = device.log[-1].number
    assert kinds(device.says(line(1, MADE), line(2, DOWN), line(3, MADE))) == [LineSetAside]
    assert device.waiting == [
        f"it says 4SN=, and board 1 table 3 was not played (#{number}): `undo {number}`, if it was; "
        "`result add 1/3 --ns 5 --ew 6 4SN=` records it"
    ]
    device.do(Undo(device.log[-2]))
    assert kinds(device.says(line(1, MADE), line(2, DOWN), line(3, MADE))) == [ResultRecorded, LineSettled]


def test_a_result_stays_while_the_director_is_to_decide(device):
    assert kinds(device.says(line(1, undecided="the director is to decide"), line(2, DOWN))) == [LineSetAside]
    assert device.waiting == ["the director is to decide; 4SN= (#3) stays till then"]


UNREAD = ((f"{FILE} table 3, round 1, board 1", "'X' is no declarer"),)


def test_a_line_that_cannot_be_read_waits_until_it_was_put_right(device):
    assert kinds(device.says(line(1, MADE), line(2, DOWN), problems=UNREAD)) == [LineSetAside]
    recorded = device.says(line(1, MADE), line(2, DOWN), line(3, MADE))
    assert kinds(recorded)[1:] == [ResultRecorded, LineSettled]
    assert device.waiting == []


def test_the_same_line_wrong_again_after_it_was_put_right_waits_again(device):
    device.says(line(1, MADE), line(2, DOWN), problems=UNREAD)
    device.says(line(1, MADE), line(2, DOWN))
    assert kinds(device.says(line(1, MADE), line(2, DOWN), problems=UNREAD)) == [LineSetAside]


@pytest.mark.parametrize("outcome", ["resolved", "skipped"])
def test_who_saw_to_a_line_is_not_asked_again(device, outcome):
    device.says(line(1, MADE), line(2, DOWN), problems=UNREAD)
    number = device.log[-1].number
    device.do(SettleLine(number, outcome, "nobody sat there"))
    assert device.says(line(1, MADE), line(2, DOWN), problems=UNREAD) == []
    assert f"`undo {number + 1}`" in device.refuses(SettleLine(number, outcome), "not-waiting").hint
    device.do(Undo(device.log[-1]))
    assert device.waiting == ["'X' is no declarer"]
    with pytest.raises(Refusal, match="waits again"):
        device.do(Undo(next(each for each in device.log if isinstance(each.event, LineSettled))))


def test_a_line_in_the_queue_no_longer_stops_an_import(device):
    opening = OpenSession("Thursday", None, (1,), 1, profile_loader.load_profile("default"))
    again = ImportSheet(opening, (line(1, MADE), line(2, DOWN)), UNREAD, device=FILE)
    device.refuses(again, "bad-lines")
    device.says(line(1, MADE), line(2, DOWN), problems=UNREAD)
    assert device.do(again) == []


def test_what_never_waited_is_not_settled(device):
    device.refuses(SettleLine(1, "resolved"), "not-waiting")


def test_another_file_settles_nothing_of_this_one(device):
    device.says(line(1, MADE), line(2, DOWN), problems=UNREAD)
    opening = OpenSession("Thursday", None, (1,), 1, profile_loader.load_profile("default"))
    assert device.do(ImportSheet(opening, (), (), skip_bad=True, device="calls.json")) == []


# Names


def test_who_was_named_at_the_desk_stays_until_the_file_names_another(device):
    def named(name):
        return device.says(line(1, MADE), line(2, DOWN), players=(Player("1", 1, name, "7"),))

    assert kinds(named("Jane R.")) == [PlayersNamed]
    device.do(NamePlayers((Player("1", 1, "Jane Roe", "7"),)))
    assert named("Jane R.") == []
    assert device.session.players["1", 1].name == "Jane Roe"
    assert kinds(named("Joan Roe")) == [PlayersNamed]


def test_a_line_of_pairs_that_sit_elsewhere_names_what_helps_and_never_what_is_refused(device):
    moved = SheetLine(f"{FILE} table 3, round 1, board 1", Where(1, "3", "1", "5", 1), MADE)
    device.says(line(2, DOWN), moved)
    (why,) = device.waiting
    assert "1 has a score on board 1 already, against 2" in why
    assert "`result void 1/1 --ns 1 --ew 2`" in why
    assert "result add" not in why
    device.refuses(RecordResult(Where(1, "3", "1", "5"), MADE), "played-already")


def test_a_row_erased_under_a_ruling_is_told_of_once(device):
    device.do(GiveRuling(AT, HALF, Grounds()))
    opening = OpenSession("Thursday", None, (1,), 1, profile_loader.load_profile("default"))
    said = device.decide(ImportSheet(opening, (line(1, MADE, erased=True), line(2, DOWN)), skip_bad=True, device=FILE))
    assert len(said.skipped) == 1
    assert not any("no longer in the file" in note.why for note in said.notes)


# A row that is written over beneath a ruling: the director looks again


def ruled(device):
    """Return a table with a ruling on the device's result at that time."""
    device.says(line(1, MADE), line(2, DOWN))
    device.do(GiveRuling(AT, Stands(), Grounds(reason="no damage")))


def test_a_row_written_over_beneath_a_ruling_is_taken_and_put_to_the_director(device):
    ruled(device)
    events = device.says(line(1, DOWN), line(2, DOWN))
    assert kinds(events) == [ResultCorrected, LineSetAside]
    (why,) = device.waiting
    assert why == "R-0001 was given on 4SN=, now 4SN-1: does it still hold?"
    (told,) = outdated_rulings(device.session)
    assert (told.ruling.case, told.was.result, told.now.result) == ("R-0001", MADE, DOWN)


LOOKED_AGAIN = [
    AmendRuling("R-0001", None, Grounds(facts="nine tricks")),
    AmendRuling("R-0001", Assigned(MADE), Grounds(offender="EW")),
    ConfirmRuling("R-0001", "no difference"),
    CorrectResult(AT, MADE),
]


@pytest.mark.parametrize("command", LOOKED_AGAIN, ids=repr)
def test_who_looked_at_the_ruling_again_is_not_asked_any_more(device, command):
    ruled(device)
    file = line(1, DOWN), line(2, DOWN)
    device.says(*file)
    device.do(command)
    assert (device.waiting, outdated_rulings(device.session)) == ([], [])
    device.says(*file)
    assert device.waiting == []


def test_a_line_of_the_queue_that_was_seen_to_leaves_the_ruling_to_a_director(device):
    ruled(device)
    file = line(1, DOWN), line(2, DOWN)
    device.says(*file)
    device.do(SettleLine(device.log[-1].number, "resolved", "the lead made no difference"))
    assert not device.says(*file)
    assert device.waiting == []
    assert [each.ruling.case for each in outdated_rulings(device.session)] == ["R-0001"]
    device.do(ConfirmRuling("R-0001"))
    assert outdated_rulings(device.session) == []


def test_a_row_put_back_as_it_was_ruled_on_asks_nothing(device):
    ruled(device)
    device.says(line(1, DOWN), line(2, DOWN))
    assert kinds(device.says(line(1, MADE), line(2, DOWN))) == [ResultCorrected, LineSettled]
    assert device.waiting == []


def test_the_first_result_of_a_table_changes_nothing_that_was_ruled_on(device):
    device.says(line(1, MADE), line(2, DOWN))
    third = Where(1, "3", "5", "6", 1)
    device.do(EnterContestants(("5", "6")))
    device.do(AddCall(third, "begun, not finished", "N", "play"))
    device.do(GiveRuling(third, HALF, call="C-0001"))
    device.says(line(1, MADE), line(2, DOWN), line(3, MADE))
    assert (device.waiting, outdated_rulings(device.session)) == ([], [])


def test_an_earlier_ruling_that_comes_back_stands_on_what_was_there_when_it_was_given(device):
    ruled(device)
    device.says(line(1, DOWN), line(2, DOWN))
    device.do(AmendRuling("R-0001", Assigned(MADE), Grounds(offender="EW"), cause="second-thoughts"))
    assert outdated_rulings(device.session) == []
    device.do(WithdrawRuling("R-0002"))
    assert [each.ruling.case for each in outdated_rulings(device.session)] == ["R-0001"]


def test_a_confirmation_that_is_taken_back_waits_again(device):
    ruled(device)
    device.says(line(1, DOWN), line(2, DOWN))
    before = device.waiting
    device.do(ConfirmRuling("R-0001"))
    assert device.waiting == []
    device.do(Undo(device.log[-1]))
    assert device.waiting == before != []


def test_a_decision_on_what_is_there_now_leaves_the_queue(device):
    ruled(device)
    device.do(LodgeAppeal("R-0001", "EW", "too little", ("E", "W")))
    device.says(line(1, DOWN), line(2, DOWN))
    assert len(device.waiting) == 1
    device.do(DecideAppeal("A-0001", Adjudication("upheld")))
    assert (device.waiting, outdated_rulings(device.session)) == ([], [])


def test_seats_that_a_device_turns_round_beneath_a_ruling_wait_too(device):
    ruled(device)
    turned = SheetLine(f"{FILE} table 1, round 1, board 1", Where(1, "1", "2", "1", 1, switched=True), MADE)
    assert kinds(device.says(turned, line(2, DOWN))) == [SeatingCorrected, LineSetAside]
    assert device.waiting == ["R-0001 was given on 1 v 2, now 2 v 1: does it still hold?"]


# The same from a file that no device writes


def of_file(device, *lines):
    """Return the events of a file whose lines are numbered; the second import adds none."""
    opening = OpenSession("Thursday", None, (1,), 1, profile_loader.load_profile("default"))
    numbered = [structs.replace(each, place=f"evening.csv line {at}") for at, each in enumerate(lines, start=2)]
    recorded = [each.event for each in device.do(ImportSheet(opening, tuple(numbered)))]
    assert not device.do(ImportSheet(opening, tuple(numbered)))
    return recorded


def test_what_a_file_corrects_beneath_a_ruling_waits_once_wherever_its_line_moves(device):
    ruled(device)
    assert kinds(of_file(device, line(1, DOWN), line(2, DOWN))) == [ResultCorrected, LineSetAside]
    assert device.waiting == ["R-0001 was given on 4SN=, now 4SN-1: does it still hold?"]
    assert of_file(device, line(2, DOWN), line(1, DOWN)) == []
    assert kinds(of_file(device, line(1, MADE), line(2, DOWN))) == [ResultCorrected]
    assert (device.waiting, outdated_rulings(device.session)) == ([], [])
