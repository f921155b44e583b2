"""A movement changed while it is played: who leaves, who comes late, a round less, other boards, another movement."""

import pytest

from ledger.errors import Refusal
from ledger.movements import plan
from ledger.movements.kinds import build
from ledger.movements.mitchell import mitchell
from ledger.movements.movement import put_labels
from ledger.movements.plan import PlannedTable, faults

FIVE = put_labels(mitchell(5), boards_per_set=2)
HALF = put_labels(mitchell(5, missing="ew"), boards_per_set=2)


def seated(tables, contestant):
    return [each for each in tables if contestant in (each.ns, each.ew)]


def test_who_leaves_is_nowhere_from_then_on_and_who_would_meet_him_sits_out():
    left = plan.without(FIVE, "3EW", 3)
    assert [each.round for each in seated(left, "3EW")] == [1, 2]
    alone = [(each.round, each.ns, each.boards) for each in left if not each.ew]
    planned = [(each.round, each.ns, each.boards) for each in FIVE if each.ew == "3EW" and each.round >= 3]
    assert alone == planned, "the boards still lie there"
    assert len(alone) == 3
    assert [each for each in left if each.round < 3] == [each for each in FIVE if each.round < 3]


def test_a_table_at_which_nobody_is_left_is_taken_away():
    left = plan.without(plan.without(FIVE, "3EW", 1), "1NS", 1)
    meeting = [each for each in FIVE if (each.ns, each.ew) == ("1NS", "3EW")]
    assert len(meeting) == 1
    assert len(left) == len(FIVE) - 1


def test_of_two_individuals_who_play_together_neither_can():
    one = PlannedTable(1, "1", "1+2", "3+4", (1,))
    assert plan.without([one], "2") == (PlannedTable(1, "1", "", "3+4", (1,)),)


def test_who_comes_late_has_the_boards_that_the_other_side_has_not_played():
    late = plan.seated(HALF, "5EW", 2)
    assert [each for each in late if each.round >= 2] == [each for each in FIVE if each.round >= 2]
    assert faults(late) == []


@pytest.mark.parametrize("tables", [4, 6, 8])
def test_a_late_pair_of_a_movement_that_shares_makes_tables_share(tables):
    half = put_labels(mitchell(tables, share=True, missing="ns"), boards_per_set=2)
    whole = plan.seated(half, f"{tables}NS")
    sharing = plan.list_sharing_tables(whole, ())
    assert sharing == (("1", str(tables)),)
    assert faults(whole, sharing=[frozenset(each) for each in sharing]) == []


def test_who_takes_the_seats_of_another_sits_where_that_one_would():
    late = plan.seated(FIVE, "9EW", 4, gone="3EW")
    assert [each.round for each in seated(late, "3EW")] == [1, 2, 3]
    assert [each.round for each in seated(late, "9EW")] == [4, 5]
    assert faults(late) == []


def test_a_round_less():
    assert {each.round for each in plan.shortened(FIVE, 4)} == {1, 2, 3, 4}


def test_other_boards_and_other_rows():
    other = plan.with_boards(FIVE, 2, "3", (11, 12))
    assert [each for each in other if each not in FIVE] == [PlannedTable(2, "3", "3NS", "2EW", (11, 12))]
    row = PlannedTable(2, "3", "3NS", "4EW", (1,))
    anew = plan.with_rows(FIVE, [row])
    assert row in anew
    assert len(anew) == len(FIVE)


def test_another_movement_from_a_round_on_leaves_the_rounds_before():
    larger = put_labels(mitchell(7), boards_per_set=1)
    joined = plan.from_round(FIVE, larger, 3)
    assert [each for each in joined if each.round < 3] == [each for each in FIVE if each.round < 3]
    assert [each for each in joined if each.round >= 3] == [each for each in larger if each.round >= 3]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda: plan.without(FIVE, "9EW"), "9EW sits nowhere from round 1 on"),
        (lambda: plan.without(FIVE, "3EW", 6), "3EW sits nowhere from round 6 on"),
        (lambda: plan.seated(FIVE, "6EW", 2), "no seat is empty from round 2 on"),
        (lambda: plan.seated(FIVE, "6EW", 2, gone="7EW"), "7EW sits nowhere from round 2 on"),
        (lambda: plan.seated(plan.without(HALF, "1NS"), "9", 1), "in round 1 several seats are empty"),
        (lambda: plan.shortened(FIVE, 5), "the movement has 5 rounds; it cannot end after round 5"),
        (lambda: plan.with_boards(FIVE, 6, "3", (1,)), "the movement has no table 3 in round 6"),
        (lambda: plan.from_round(FIVE, FIVE, 6), "that movement has no round 6"),
    ],
)
def test_what_cannot_be_changed_is_refused(change, said):
    with pytest.raises(Refusal) as error:
        change()
    assert error.value.code == "bad-movement"
    assert error.value.message == said
    assert error.value.hint


def test_the_last_rounds_are_turned():
    turned = plan.turned(FIVE, 2)
    assert [each for each in turned if each.round <= 3] == [each for each in FIVE if each.round <= 3]
    last = [(each.ns, each.ew) for each in turned if each.round > 3]
    assert last == [(each.ew, each.ns) for each in FIVE if each.round > 3]
    assert plan.turned(FIVE, 0) == FIVE


@pytest.mark.parametrize("cut", [1, 2, 3])
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(
    ("name", "pairs"), [("mitchell", 14), ("mitchell", 26), ("hesitation", 12), ("hesitation", 16)]
)
def test_ended_early_and_turned_it_is_as_if_laid_down_so(name, pairs, times, cut):
    """Also where rounds that are left were turned already, and at the table at which nobody is turned."""
    whole = put_labels(
        build(name, contestants=pairs, rounds=None, winners=1, share=False, skip=False), boards_per_set=2
    )
    last = max(each.round for each in whole) - cut
    wanted = build(name, contestants=pairs, rounds=last, winners=1, share=False, skip=False, switched=times)
    assert plan.turned(plan.shortened(whole, last), times) == put_labels(wanted, boards_per_set=2)
