"""What cannot be in a movement, sentence by sentence."""

import pytest

from ledger.movements.plan import PlannedTable, faults


def at(round_, table, ns, ew, *boards):
    return PlannedTable(round_, str(table), ns, ew, boards)


@pytest.mark.parametrize(
    ("tables", "options", "said"),
    [
        ([at(3, 2, "7", "1", 1), at(3, 5, "4", "7", 2)], {}, "in round 3 pair 7 is at tables 2 and 5"),
        (
            [at(1, 2, "7", "1", 1), at(1, 5, "7", "4", 2), at(1, 11, "9", "7", 3)],
            {},
            "in round 1 pair 7 is at tables 2, 5 and 11",
        ),
        ([at(1, 2, "7NS", "1EW", 1), at(1, 5, "7NS", "4EW", 2)], {}, "in round 1 pair 7NS is at tables 2 and 5"),
        ([at(2, 3, "7", "7", 1)], {}, "in round 2 pair 7 meets itself at table 3"),
        ([at(2, 3, "1+2", "3+1", 1)], {}, "in round 2 player 1 meets itself at table 3"),
        ([at(2, 3, "1+1", "3+4", 1)], {}, "in round 2 player 1 sits twice at table 3"),
        ([at(2, 3, "1+2", "3+4", 1), at(2, 4, "5+6", "2+8", 2)], {}, "in round 2 player 2 is at tables 3 and 4"),
        (
            [at(2, 1, "7", "3", 12), at(6, 1, "7", "11", 12)],
            {},
            "7 plays board 12 twice: in round 2 against 3, in round 6 against 11",
        ),
        (
            [at(2, 1, "7", "3", 10, 11, 12), at(6, 1, "11", "7", 10, 11, 12)],
            {},
            "7 plays boards 10–12 twice: in round 2 against 3, in round 6 against 11",
        ),
        (
            [at(1, 1, "7", "3", 4), at(2, 1, "7", "5", 4), at(3, 1, "7", "9", 4)],
            {},
            "7 plays board 4 3 times: in round 1 against 3, in round 2 against 5, in round 3 against 9",
        ),
        (
            [at(4, 2, "1", "3", 10, 11, 12), at(4, 6, "2", "4", 10, 11, 12)],
            {},
            "in round 4 tables 2 and 6 both have boards 10–12, and are not said to share them",
        ),
        (
            [at(4, 1, "1", "2", 1), at(4, 2, "3", "4", 1), at(4, 3, "5", "6", 1)],
            {"copies": 2},
            "in round 4 tables 1, 2 and 3 all have board 1, of which there are 2, and are not said to share them",
        ),
        (
            [at(4, 1, "1", "2", 1), at(4, 2, "3", "4", 1), at(4, 3, "5", "6", 1)],
            {"sharing": [frozenset("12")]},
            "in round 4 tables 1, 2 and 3 all have board 1, and are not said to share them",
        ),
        (
            [at(1, 1, "Oslo", "Rome", 1), at(2, 1, "Oslo", "Malta", 1)],
            {"teams": True},
            "Oslo plays board 1 NS twice: in round 1 against Rome, in round 2 against Malta",
        ),
        (
            [at(1, 1, "Oslo", "Rome", 1), at(1, 2, "Oslo", "Malta", 2)],
            {"teams": True},
            "in round 1 team Oslo is at tables 1 and 2 NS",
        ),
        ([at(1, 1, "Oslo", "Oslo", 1)], {"teams": True}, "in round 1 team Oslo meets itself at table 1"),
    ],
)
def test_what_cannot_be_is_one_plain_sentence(tables, options, said):
    assert faults(tables, **options) == [said]


@pytest.mark.parametrize(
    ("tables", "options"),
    [
        ([at(1, 1, "1", "2", 1), at(1, 2, "3", "", 1)], {}),  # nobody plays at table 2
        ([at(1, 1, "1", "2", 1), at(1, 2, "3", "4", 1)], {"sharing": [frozenset("12")]}),
        ([at(1, 1, "1", "2", 1), at(1, 2, "3", "4", 1)], {"copies": 2}),
        ([at(1, 1, "1", "2", 1), at(1, 2, "3", "4", 1), at(1, 3, "5", "6", 1)], {"copies": 2, "sharing": [{"1", "2"}]}),
        ([at(1, 1, "Oslo", "Rome", 1), at(1, 2, "Rome", "Oslo", 1)], {"teams": True, "sharing": [frozenset("12")]}),
        ([at(1, 1, "1NS", "1EW", 1)], {}),
        ([], {}),
    ],
)
def test_what_can_be_played_has_no_fault(tables, options):
    assert faults(tables, **options) == []


def test_every_fault_is_told():
    tables = [at(1, 1, "1", "2", 1), at(1, 2, "1", "3", 1), at(2, 1, "4", "4", 1)]
    assert faults(tables) == [
        "in round 2 pair 4 meets itself at table 1",
        "in round 1 pair 1 is at tables 1 and 2",
        "1 plays board 1 twice: in round 1 against 2, in round 1 against 3",
        "in round 1 tables 1 and 2 both have board 1, and are not said to share them",
    ]
