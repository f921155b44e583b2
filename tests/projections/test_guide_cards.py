"""Guide cards: where everybody goes next, and the boards; who sits out."""

import pytest

from ledger.errors import Refusal
from ledger.movements.mitchell import mitchell
from ledger.movements.movement import put_labels
from ledger.movements.plan import PlannedTable
from ledger.projections.planned import (
    NextSeat,
    guide_card,
    guide_card_tables,
    order_contestants,
    require_plan,
    rounds_without_opponent,
)
from ledger.session import Session
from ledger.subjects.movement.state import MovementPlan

FIVE = MovementPlan(put_labels(mitchell(5), boards_per_set=2))
HALF = MovementPlan(put_labels(mitchell(5, missing="ew"), boards_per_set=2))


def test_of_a_mitchell_ns_stay_ew_go_up_and_the_boards_go_down():
    first, *_, last = guide_card(FIVE, "2")
    assert first.ns_next == NextSeat(2, "2", "NS")
    assert first.ew_next == NextSeat(2, "3", "EW")
    assert first.boards_to == "1"
    assert (last.ns_next, last.ew_next, last.boards_to) == (None, None, "")


def test_every_seat_a_card_sends_to_is_taken_by_who_is_sent_there():
    checked = 0
    for table in guide_card_tables(FIVE):
        for line in guide_card(FIVE, table):
            for who, seat in ((line.planned.ns, line.ns_next), (line.planned.ew, line.ew_next)):
                if seat:
                    there = FIVE.at[seat.round, seat.table]
                    assert who == (there.ns if seat.side == "NS" else there.ew)
                    checked += 1
    assert checked == 5 * 4 * 2


def test_ten_stands_after_nine_and_north_south_first():
    plan = MovementPlan(put_labels(mitchell(11), boards_per_set=1))
    assert order_contestants(plan)[8:12] == ("9NS", "10NS", "11NS", "1EW")
    assert guide_card_tables(plan)[8:] == ("9", "10", "11")


def test_at_a_half_table_each_sits_out_once():
    out = {each: rounds_without_opponent(HALF, each) for each in order_contestants(HALF)}
    assert {each: len(rounds) for each, rounds in out.items() if rounds} == dict.fromkeys(
        ["1NS", "2NS", "3NS", "4NS", "5NS"], 1
    )


def test_the_boards_of_a_half_table_rest_there_and_go_on():
    """Table 5 begins with boards 9–10 and nobody East–West; in round 2 they are at table 4."""
    first = guide_card(HALF, "5")[0]
    assert (first.planned.boards, first.boards, first.boards_to) == ((), (9, 10), "4")
    for table in guide_card_tables(HALF):
        lines = guide_card(HALF, table)
        assert all(line.boards for line in lines)
        assert all(line.boards_to and line.boards_round == line.planned.round + 1 for line in lines[:-1])


def test_boards_that_pause_on_a_relay_are_told_with_the_round_of_their_next_table():
    plan = MovementPlan(
        [
            PlannedTable(1, "1", "1", "2", (1,)),
            PlannedTable(1, "2", "3", "4", (2,)),
            PlannedTable(2, "1", "1", "3", (2,)),
            PlannedTable(2, "2", "2", "4", (3,)),
            PlannedTable(3, "1", "1", "4", (3,)),
            PlannedTable(3, "2", "2", "3", (1,)),
        ]
    )
    assert [(line.boards_to, line.boards_round) for line in guide_card(plan, "1")] == [("2", 3), ("", 0), ("", 0)]


def test_shared_boards_go_to_both_tables_that_share():
    plan = MovementPlan(
        [
            *(PlannedTable(1, table, f"{table}NS", f"{table}EW", (at,)) for at, table in enumerate("123", start=1)),
            PlannedTable(2, "1", "1NS", "3EW", (2,)),
            PlannedTable(2, "2", "2NS", "1EW", (3,)),
            PlannedTable(2, "3", "3NS", "2EW", (2,)),
        ]
    )
    assert guide_card(plan, "2", [frozenset({"1", "3"})])[0].boards_to == "1, 3"
    assert guide_card(plan, "2")[0].boards_to == ""


def test_a_team_s_other_pair_is_told_where_it_goes_itself():
    plan = MovementPlan(
        [
            PlannedTable(1, "1", "A", "B", (1,)),
            PlannedTable(1, "2", "B", "A", (1,)),
            PlannedTable(2, "1", "A", "C", (2,)),
            PlannedTable(2, "3", "C", "A", (2,)),
        ]
    )
    assert guide_card(plan, "1")[0].ns_next == NextSeat(2, "1", "NS")
    assert guide_card(plan, "2")[0].ew_next == NextSeat(2, "3", "EW")
    assert guide_card(plan, "2")[0].ns_next is None


def test_without_a_movement_there_are_no_cards():
    with pytest.raises(Refusal, match="no movement was laid down"):
        require_plan(Session("thursday"))
