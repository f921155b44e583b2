"""A session held against its movement: what is otherwise, what is missing, how far the evening is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.kernel.at_table import Where
from ledger.labels import tables_text
from ledger.laws.adjustment import Artificial, Grade
from ledger.movements.plan import PlannedTable
from ledger.projections.checking import check
from ledger.projections.planned import find_progress, late_slips
from ledger.scoring.line import Seating
from ledger.subjects.movement.facts import MovementSet, SetMovement
from ledger.subjects.movement.state import plan_of
from ledger.subjects.participation.facts import DeclarePhantom, PostponePlay, SitOut, WithdrawContestant
from ledger.subjects.play.facts import RecordResult, RemoveBoards
from ledger.subjects.queries import ConfirmResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds, Undo
from ledger.subjects.seating.facts import CorrectSeating
from tests.core.evenings_by_plan import MADE, PlannedEvening, mitchell, where
from tests.core.spec import Evening, blank

FIVE = mitchell(5, rounds=3)
AVERAGE = Artificial(Grade("A"), Grade("A"))


def open_of(evening, code):
    return [each.text for each in check(evening.scoreboard).open if each.code == code]


def otherwise(evening):
    return open_of(evening, "not-as-planned")


def missing(evening):
    return open_of(evening, "no-score")


def evening_but(round_=2, table="3", **other):
    """Two rounds, in which all is played as planned but the first board of a table of a round."""
    evening = PlannedEvening(mitchell(5, rounds=2))
    odd = evening.planned(round_, table)
    for each in evening.tables:
        evening.play_planned(each, boards=each.boards[1:] if each == odd else each.boards)
    evening.do(RecordResult(where(odd, other.pop("board", odd.boards[0]), **other), MADE))
    return evening


def test_a_session_played_by_its_movement_raises_nothing():
    evening = PlannedEvening(FIVE)
    evening.play_planned()
    assert check(evening.scoreboard).open == ()
    assert str(find_progress(evening.session)) == "all 3 rounds are in"


def test_others_with_a_board_that_is_never_at_their_table_are_held_against_what_it_was_to_play():
    plan = plan_of(PlannedEvening(FIVE).session)
    planned = plan.at[2, "3"]
    board = next(
        each
        for table in plan.tables
        for each in table.boards
        if not any(each in other.boards for other in plan.tables if other.table == "3")
    )
    elsewhere = next(each for each in plan.of_round(1) if each.table != "3" and board not in each.boards)
    deviation = plan.deviation(board, Seating(elsewhere.ns, elsewhere.ew, 2, "3"))
    assert (deviation.what, deviation.planned) == ("contestants", planned)


@settings(max_examples=25, deadline=None)
@given(tables=st.sampled_from([3, 5, 7]), rounds=st.integers(1, 3), per_round=st.integers(1, 3), data=st.data())
def test_a_session_played_by_its_movement_raises_nothing_and_any_one_altered_row_is_caught(
    tables, rounds, per_round, data
):
    plan = mitchell(tables, rounds=rounds, per_round=per_round)
    evening = PlannedEvening(plan)
    odd = data.draw(st.sampled_from(plan))
    at = data.draw(st.sampled_from(odd.boards))
    for each in plan:
        for board in each.boards:
            if (each, board) != (odd, at):
                evening.play_planned(each, boards=[board])
    full, last = len(evening.log), where(odd, at)
    evening.do(RecordResult(last, MADE))
    assert check(evening.scoreboard).open == ()
    del evening.log[full:]
    altered = data.draw(
        st.sampled_from(
            [
                replace(last, ns="90"),
                replace(last, ew="91"),
                replace(last, ns=odd.ew, ew=odd.ns),
                replace(last, table="77"),
                replace(last, round=rounds + 1),
            ]
        )
    )
    evening.do(RecordResult(altered, MADE))
    assert len(otherwise(evening)) == 1


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"ns": "90"}, "90 is in no round of the movement; planned: round 2, table 3: 3 v 7, boards 7–8"),
        ({"ns": "7", "ew": "3"}, "they sit the other way round; planned: round 2, table 3: 3 v 7, boards 7–8"),
        (
            {"round": 1},
            "they play it in another round, or at another table; planned: round 2, table 3: 3 v 7, boards 7–8",
        ),
        ({"board": 1}, "they have other boards; planned: round 2, table 3: 3 v 7, boards 7–8"),
    ],
    ids=["nobody", "direction", "round", "board"],
)
def test_what_is_otherwise_is_told_with_what_is_planned(other, says):
    evening = evening_but(**other)
    assert otherwise(evening) == [says]


def test_other_contestants_are_told_with_who_is_to_sit_there():
    evening = PlannedEvening(FIVE)
    evening.do(RecordResult(Where(1, "1", "1", "7", 1), MADE))
    assert otherwise(evening) == ["others are to sit there; planned: round 1, table 1: 1 v 6, boards 1–2"]


def test_a_wrong_board_is_missing_from_its_table_too():
    evening = evening_but(board=1)
    assert missing(evening) == ["round 2, table 3: board 7"]


def test_rows_without_round_or_table_are_held_by_who_met():
    evening = PlannedEvening(FIVE)
    evening.do(RecordResult(Where(1, None, "1", "6"), MADE))
    assert otherwise(evening) == []
    evening.do(RecordResult(Where(2, None, "1", "8"), MADE))
    assert len(otherwise(evening)) == 1


def test_of_two_teams_a_row_without_table_is_of_the_room_in_which_they_sit_like_that():
    rooms = (PlannedTable(1, "open", "X", "Y", (1, 2)), PlannedTable(1, "closed", "Y", "X", (1, 2)))
    evening = Evening((1, 2), 1, contestants=("X", "Y"), scoring="teams")
    evening.do(SetMovement(rooms, copies=2))
    evening.do(RecordResult(Where(1, None, "X", "Y", 1), MADE))
    assert missing(evening) == ["round 1, table closed: boards 1–2", "round 1, table open: board 2"]


@pytest.mark.parametrize(("law", "left"), [("15A", 0), ("12C2", 1)])
def test_a_ruling_under_law_15_and_no_other_silences_it(law, left):
    evening = evening_but(board=1)
    grounds = Grounds(**{**blank(), "laws": (law,), "reason": "they took the wrong boards"})
    evening.do(GiveRuling(Where(1, "3", "3", "7", 2), AVERAGE, grounds))
    assert len(otherwise(evening)) == left


def test_both_sides_that_confirm_the_result_settle_it():
    evening = evening_but(board=1)
    evening.do(ConfirmResult(Where(1, "3", "3", "7", 2), ("NS", "EW"), "they did play it"))
    found = check(evening.scoreboard)
    assert [each.concern.code for each in found.worked_off] == ["not-as-planned"]


def test_a_correction_of_the_seats_silences_it():
    evening = evening_but(ns="90")
    evening.do(CorrectSeating(Where(7, "3"), Where(7, "3", "3", "7", 2), reason="the slip said 90"))
    assert otherwise(evening) == []
    assert missing(evening) == []


def test_a_change_of_the_movement_silences_it():
    evening = evening_but(ns="90")
    odd = evening.planned(2, "3")
    now = [PlannedTable(2, "3", "90", "7", odd.boards) if each == odd else each for each in evening.tables]
    evening.do(SetMovement(tuple(now)))
    assert len(otherwise(evening)) == 1, "the second board of the round was played by 3"


def test_the_movement_taken_back_says_nothing_more():
    evening = evening_but(ns="90")
    (set_,) = (each for each in evening.log if isinstance(each.event, MovementSet))
    evening.do(Undo(set_))
    assert otherwise(evening) == []
    assert find_progress(evening.session) is None


# What is missing


def test_before_the_first_slip_all_rounds_are_missing():
    assert missing(PlannedEvening(FIVE)) == ["rounds 1–3: no results of tables 1–5"]


def test_what_is_missing_is_told_together():
    evening = PlannedEvening(FIVE)
    for each in evening.tables:
        if each.round == 1 and each.table in "12":
            continue
        if each.round < 3:
            evening.play_planned(each, boards=each.boards[1:] if (each.round, each.table) == (2, "4") else each.boards)
    expected = ["round 1: no results of tables 1–2", "round 2, table 4: board 9", "round 3: no results of tables 1–5"]
    assert missing(evening) == expected
    assert str(find_progress(evening.session)) == "round 2 of 3"


def test_the_last_round_is_missed_too():
    evening = PlannedEvening(FIVE)
    evening.play_planned(*(each for each in FIVE if each.round < 3 or each.table != "5"))
    assert missing(evening) == ["round 3, table 5: boards 3–4"]


def test_who_sits_out_by_the_movement_is_not_missed():
    half = tuple(replace(each, ew="") if each.ew == "10" else each for each in FIVE)
    evening = PlannedEvening(half)
    evening.play_planned()
    assert check(evening.scoreboard).open == ()


def test_nobody_misses_slips_of_a_phantom():
    evening = PlannedEvening(FIVE)
    evening.play_planned(*(each for each in FIVE if each.ew != "10"))
    assert len(missing(evening)) == 3
    evening.do(DeclarePhantom("10"))
    assert missing(evening) == []


@pytest.mark.parametrize("after", [None, 1, 2])
def test_of_who_withdrew_only_the_rounds_before_are_missed(after):
    evening = PlannedEvening(FIVE)
    first = evening.planned(1, "5")
    evening.play_planned(*(each for each in FIVE if each.ew != "10" or each == first))
    of_second, of_third = "round 2, table 1: boards 3–4", "round 3, table 2: boards 7–8"
    assert missing(evening) == [of_second, of_third]
    evening.do(WithdrawContestant("10", after_round=after))
    assert missing(evening) == ([of_second] if after == 2 else [])


def test_a_sit_out_that_was_said_is_not_missed():
    evening = PlannedEvening(FIVE)
    odd = evening.planned(2, "3")
    evening.play_planned(*(each for each in FIVE if each != odd))
    evening.do(SitOut("3", odd.boards, round=2))
    assert missing(evening) == []


def test_boards_to_play_later_boards_removed_and_boards_ruled_on_are_not_missed():
    evening = PlannedEvening(FIVE)
    odd, other = evening.planned(2, "3"), evening.planned(1, "1")
    evening.play_planned(*(each for each in FIVE if each not in (odd, other)))
    for board in odd.boards:
        evening.do(PostponePlay(where(odd, board)))
    evening.do(GiveRuling(where(other, 1), AVERAGE, Grounds(**{**blank(), "reason": "not played", "laws": ("12C2",)})))
    assert missing(evening) == ["round 1, table 1: board 2"]


def test_a_board_that_was_removed_is_missed_by_nobody():
    evening = PlannedEvening(FIVE)
    evening.play_planned(*(each for each in FIVE if 9 not in each.boards))
    assert missing(evening)
    evening.do(RemoveBoards((9, 10)))
    assert missing(evening) == []


def test_slips_are_late_of_rounds_before_the_last_that_was_begun():
    evening = PlannedEvening(mitchell(5, rounds=2))
    early, now = evening.planned(1, "1"), evening.planned(2, "3")
    evening.play_planned(*(each for each in evening.tables if each not in (early, now)))
    assert [(each.planned, each.boards, each.whole) for each in late_slips(evening.session)] == [
        (early, early.boards, True)
    ]


# Sections


def test_a_section_without_a_movement_is_looked_at_as_ever():
    planned = tuple(
        replace(each, table=f"A{each.table}", ns=f"A{each.ns}", ew=f"A{each.ew}") for each in mitchell(3, rounds=1)
    )
    evening = Evening(range(1, 7), winners=1)
    evening.do(SetMovement(planned, section="A"))
    for each in planned:
        for board in each.boards:
            evening.do(RecordResult(where(each, board), MADE))
    assert check(evening.scoreboard).open == ()
    for board in (1, 2):
        evening.do(RecordResult(Where(board, "B1", "B1", "B2", 1), MADE))
        evening.do(RecordResult(Where(board, "B2", "B3", "B4", 1), MADE))
    evening.do(RecordResult(Where(3, "B1", "B1", "B2", 1), MADE))
    assert otherwise(evening) == []
    assert any("board" in text for text in missing(evening))
    evening.do(RecordResult(where(planned[0], 6, ns="A9", ew="A8"), MADE))
    (told,) = otherwise(evening)
    assert told.startswith("A9 is in no round of the movement; planned: round 1, table A1: ")


def test_tables_are_told_as_ranges():
    assert tables_text(["2", "10", "9", "1"]) == "tables 1–2, 9–10"
