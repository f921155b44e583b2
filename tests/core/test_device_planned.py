"""Files of devices, and others, against the movement; and numbers of no contestant."""

import pytest
from msgspec.structs import replace

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Grade
from ledger.projections.checking import check
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.movement.state import movements
from ledger.subjects.play.facts import (
    ContestantsEntered,
    CorrectResult,
    EnterContestants,
    OpenSession,
    RecordResult,
    ResultCorrected,
    ResultRecorded,
    VoidResult,
)
from ledger.subjects.queries import ConfirmResult
from ledger.subjects.queue.facts import LineSetAside, LineSettled
from ledger.subjects.queue.state import waiting_lines
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from ledger.subjects.seating.facts import CorrectSeating, SeatingCorrected
from ledger.subjects.sheets import ImportSheet, SheetLine
from tests.core.evenings_by_plan import PlannedEvening, mitchell

MADE = Result("4SN=")
FILE = "thursday.bws"
FIVE = mitchell(5, rounds=3)
KNOWN = tuple(map(str, range(1, 11)))


class Device(PlannedEvening):
    """An evening with a movement, and the file of its devices."""

    def __init__(self, *, planned=True):
        super().__init__(FIVE)
        if not planned:
            self.log = self.log[:1]

    def says(self, *lines, device=FILE, **more):
        """Import the file as it is now and return the events and remarks."""
        boards = tuple(self.session.boards)
        opening = OpenSession("Evening", None, boards, 1, profile_loader.load_profile("default"))
        command = ImportSheet(opening, lines, skip_bad=True, device=device, **more)
        notes = [each.why for each in self.decide(command).notes]
        return [each.event for each in self.do(command)], notes

    @property
    def waiting(self):
        return [each.line.why for each in waiting_lines(self.session)]


def line(table=1, board=1, ns="1", ew="6", round_=1, **more):
    place = f"{FILE} table {table}, round {round_}, board {board}"
    return SheetLine(place, Where(board, str(table), ns, ew, round_, more.pop("switched", False)), MADE, **more)


def kinds(events):
    return [type(each) for each in events if not isinstance(each, ContestantsEntered)]


@pytest.fixture
def device():
    return Device()


def test_what_is_as_planned_is_recorded(device):
    events, notes = device.says(line(), line(board=2))
    assert kinds(events) == [ResultRecorded, ResultRecorded]
    assert notes == []


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        (line(ew="7"), "others are to sit there; planned: round 1, table 1: 1 v 6, boards 1–2"),
        (line(board=9), "they have other boards; planned: round 1, table 1: 1 v 6, boards 1–2"),
        (
            line(round_=2),
            "they play it in another round, or at another table; planned: round 1, table 1: 1 v 6, boards 1–2",
        ),
        (line(ns="6", ew="1"), "they sit the other way round; planned: round 1, table 1: 1 v 6, boards 1–2"),
    ],
    ids=["contestants", "board", "round", "direction"],
)
def test_what_is_otherwise_waits_with_the_plan_beside_it(device, odd, why):
    events, _ = device.says(odd, line(table=2, board=3, ns="2", ew="7"))
    assert kinds(events) == [ResultRecorded, LineSetAside]
    typed = f"result add {odd.where.typed} 4SN="
    assert device.waiting == [f"it says 4SN=, and {why}; `{typed}` records it"]
    device.do(RecordResult(odd.where, MADE))
    assert device.waiting == [], "it was recorded at the desk, as it was said to be possible"
    assert ResultRecorded not in kinds(device.says(odd)[0])
    assert [each.code for each in check(device.scoreboard).open if each.code != "no-score"] == ["not-as-planned"]


def test_a_queued_line_closes_itself_when_the_row_is_corrected(device):
    assert kinds(device.says(line(ew="7"))[0]) == [LineSetAside]
    assert kinds(device.says(line())[0]) == [ResultRecorded, LineSettled]
    assert device.waiting == []


def test_a_line_in_the_queue_is_not_missing_as_well(device):
    device.play_planned(*(each for each in FIVE if each.round > 1 or each.table != "1"))
    device.says(line(ew="7"), line(board=2))
    assert [each.code for each in check(device.scoreboard).open] == ["set-aside"]


def test_a_device_that_says_itself_that_they_sat_the_other_way_is_believed(device):
    events, _ = device.says(line(ns="6", ew="1", switched=True))
    assert kinds(events) == [ResultRecorded]


def test_seats_that_were_corrected_here_are_held_against_the_plan_as_corrected(device):
    device.do(RecordResult(Where(1, "1", "1", "7", 1), MADE))
    device.do(CorrectSeating(Where(1, "1"), Where(1, "1", "1", "6"), reason="the slip"))
    assert kinds(device.says(line(ew="7"))[0]) == []
    assert device.waiting == []


def test_another_file_is_recorded_and_told_of(device):
    events, notes = device.says(line(ew="7"), device="")
    assert kinds(events) == [ResultRecorded]
    assert notes == ["others are to sit there; planned: round 1, table 1: 1 v 6, boards 1–2"]


# Rows that are written over


def test_who_sat_there_is_put_right_by_the_row_that_is_written_over():
    device = Device(planned=False)
    other = line(table=2, ns="2", ew="7")
    assert kinds(device.says(line(ew="9"), other)[0]) == [ResultRecorded, ResultRecorded]
    assert kinds(device.says(line(), other)[0]) == [SeatingCorrected]
    assert device.waiting == []
    assert {str(each) for each in device.session.boards[1]} == {"1 v 6", "2 v 7"}
    assert "6" in device.session.contestants
    assert kinds(device.says(line(), other)[0]) == []


def test_a_row_written_over_with_another_result_too_is_followed_in_both():
    device = Device(planned=False)
    device.says(line(ew="9"))
    now = replace(line(), result=Result("4SN-1"))
    assert kinds(device.says(now)[0]) == [SeatingCorrected, ResultCorrected]
    (played,) = device.session.boards[1].values()
    assert (str(played.seating), str(played.result)) == ("1 v 6", "4SN-1")


@pytest.mark.parametrize(
    "command",
    [
        CorrectResult(Where(1, "1"), Result("4SN-1"), reason="the slip"),
        ConfirmResult(Where(1, "1"), ("NS",), "asked"),
        GiveRuling(Where(1, "1"), Artificial(Grade("A"), Grade("A")), Grounds()),
    ],
    ids=["corrected", "confirmed", "ruled"],
)
def test_of_what_somebody_said_more_here_a_person_sees_to_it(command):
    device = Device(planned=False)
    device.says(line(ew="9"))
    device.do(command)
    assert kinds(device.says(line())[0]) == [LineSetAside]


def test_who_came_with_several_rows_is_entered_once():
    device = Device(planned=False)
    device.says(line(ew="9"), line(board=2, ew="9"))
    events, _ = device.says(line(), line(board=2))
    assert [each.contestants for each in events if isinstance(each, ContestantsEntered)] == [("6",)]
    assert kinds(events) == [SeatingCorrected, SeatingCorrected]


@pytest.mark.parametrize(
    ("by", "more", "said"),
    [
        (20, {}, "board 1 has 1 v 6 here, and 21 v 26 there"),
        (0, {"erased": True}, "board 1 table 1 has 4SN= here, and nothing there"),
    ],
)
def test_a_file_with_others_at_most_tables_or_nobody_is_another_evenings(by, more, said):
    device, tables = Device(planned=False), [(table, board) for table in (1, 2, 3) for board in (1, 2)]
    device.says(*(line(table, board, str(table), str(table + 5)) for table, board in tables))
    others = tuple(line(table, board, str(table + by), str(table + 5 + by), **more) for table, board in tables)
    opening = OpenSession("Evening", None, tuple(range(1, 11)), 1, profile_loader.load_profile("default"))
    refusal = device.refuses(ImportSheet(opening, others, skip_bad=True, device=FILE), "other-event")
    assert said in refusal.message


def test_what_was_recorded_before_the_movement_and_voided_here_is_put_to_nobody():
    device = Device(planned=False)
    device.says(line(ew="7"))
    device.do(VoidResult(Where(1, "1"), "it never was"))
    device.do(SetMovement(FIVE))
    assert kinds(device.says(line(ew="7"))[0]) == []
    assert device.waiting == []


def test_who_has_the_board_elsewhere_is_for_a_person():
    device = Device(planned=False)
    other = line(table=2, ns="2", ew="7")
    device.says(line(ew="9"), other)
    assert SeatingCorrected not in kinds(device.says(line(ew="7"), other)[0])
    assert len(device.waiting) > 0


def test_a_row_written_over_otherwise_than_planned_is_for_a_person(device):
    device.says(line())
    assert kinds(device.says(line(ew="7"))[0]) == [LineSetAside]


# Nobody's numbers


def test_a_number_that_is_nobodys_is_not_recorded_and_nobody_is_entered(device):
    events, _ = device.says(line(ew="33"))
    assert [type(each) for each in events] == [LineSetAside]
    assert device.waiting == [
        "it says 4SN=, and 33 is nobody's number; planned: round 1, table 1: 1 v 6, boards 1–2; "
        "correct it at the table, or enter a late contestant: `session enter 33`"
    ]
    assert kinds(device.says(line())[0]) == [ResultRecorded, LineSettled]
    assert "33" not in device.session.contestants


def test_who_was_entered_late_waits_as_others_do_that_are_not_planned_there(device):
    device.says(line(ew="33"))
    device.do(EnterContestants(("33",)))
    device.says(line(ew="33"))
    (why,) = device.waiting
    assert "`result add" in why


def test_without_a_movement_the_devices_own_says_who_there_is():
    device = Device(planned=False)
    events, _ = device.says(line(ew="33"), line(table=2, ns="2", ew="7"), known=KNOWN)
    assert kinds(events) == [ResultRecorded, LineSetAside]
    assert "33 is nobody's number; correct it at the table" in device.waiting[0]
    expected = [ResultRecorded, LineSettled]
    assert kinds(device.says(line(ew="9"), line(table=2, ns="2", ew="7"), known=KNOWN)[0]) == expected


def test_a_device_that_has_no_movement_knows_of_everybody():
    device = Device(planned=False)
    assert kinds(device.says(line(ew="33"))[0]) == [ResultRecorded]


def test_a_number_that_was_entered_is_somebodys():
    device = Device(planned=False)
    device.do(EnterContestants(("33",)))
    assert kinds(device.says(line(ew="33"), known=KNOWN)[0]) == [ResultRecorded]


def test_a_movement_that_was_changed_says_who_there_is(device):
    device.says(line(ew="33"))
    changed = [each if each.ew != "6" else replace(each, ew="33") for each in FIVE]
    device.do(SetMovement(tuple(changed)))
    assert kinds(device.says(line(ew="33"))[0]) == [ResultRecorded, LineSettled]


def test_of_two_who_change_a_movement_the_later_one_is_told():
    """Both edit a copy of the whole plan: without the refusal the first edit would be lost."""
    device = Device()
    ((number, _),) = movements(device.session)
    device.do(SetMovement(FIVE[1:], instead_of=number))
    refusal = device.refuses(SetMovement(FIVE[2:], instead_of=number), "has-dependants")
    assert "the movement was changed meanwhile" in refusal.message
