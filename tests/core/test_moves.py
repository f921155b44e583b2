"""What was entered in the wrong place is moved in one go: a result to its board, a ruling to its table."""

import pytest

from ledger.bridge import Result
from ledger.facts import (
    AmendRuling,
    GiveRuling,
    Grounds,
    LeaveUnplayed,
    LodgeAppeal,
    MoveResult,
    NotifySides,
    RecordResult,
    Undo,
    Where,
)
from ledger.facts.participation import BoardNotPlayed
from ledger.facts.play import ResultRecorded, ResultVoided
from ledger.facts.rulings import RulingGiven, RulingWithdrawn
from ledger.laws.adjustment import Assigned
from tests.core.spec import Evening

MADE, DOWN = Result("4SN="), Result("4SN-1")


@pytest.fixture
def evening():
    found = Evening((1, 2, 3))
    found.play(1, ["4SN=", "4SN-1"])
    found.play(2, ["3NTE=", None])
    return found


def results(evening, board):
    return {played.table: str(played.result) for played in evening.session.boards[board].values()}


def test_a_result_on_the_wrong_board_goes_to_its_own(evening):
    recorded = evening.do(MoveResult(Where(1, "2"), 2, reason="the slip says 2"))
    assert [type(each.event) for each in recorded] == [ResultVoided, ResultRecorded]
    assert (results(evening, 1), results(evening, 2)) == ({"1": "4SN="}, {"1": "3NTE=", "2": "4SN-1"})
    before = evening.session
    for each in reversed(recorded):
        evening.do(Undo(each))
    assert (results(evening, 1), results(evening, 2)) == ({"1": "4SN=", "2": "4SN-1"}, {"1": "3NTE="})
    assert before.boards[1].keys() < evening.session.boards[1].keys()


def test_two_results_on_each_others_board_are_exchanged(evening):
    evening.refuses(MoveResult(Where(1, "1"), 2), "table-twice")
    evening.do(MoveResult(Where(1, "1"), 2, exchange=True))
    assert (results(evening, 1), results(evening, 2)) == ({"1": "3NTE=", "2": "4SN-1"}, {"1": "4SN="})


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (MoveResult(Where(1, "1"), 9), "no-such-board"),
        (MoveResult(Where(1, "1"), 1), "nothing-to-change"),
        (MoveResult(Where(3, "1"), 1), "no-such-table"),
        (MoveResult(Where(1, "2"), 3, exchange=True), "no-such-table"),
    ],
)
def test_what_cannot_be_moved(evening, command, code):
    evening.refuses(command, code)


def test_a_result_that_was_ruled_on_stays_until_the_ruling_is_withdrawn(evening):
    evening.rule(1, 2, Assigned(MADE))
    assert "R-0001" in evening.refuses(MoveResult(Where(1, "2"), 2), "has-dependants").hint


def test_a_ruling_at_the_wrong_table_is_given_at_the_right_one(evening):
    grounds = Grounds(offender="EW", laws=("16B",), facts="slow", reason="on the form")
    evening.do(GiveRuling(Where(1, "2"), Assigned(MADE), grounds))
    recorded = evening.do(AmendRuling("R-0001", None, table="1", grounds=Grounds(reason="it was table 1")))
    assert [type(each.event) for each in recorded] == [RulingWithdrawn, RulingGiven]
    given = recorded[-1].event
    assert (given.case, given.ns, given.offender, given.laws, given.reason) == (
        "R-0002",
        "1NS",
        "EW",
        ("16B",),
        "it was table 1",
    )
    assert (evening.at(1, 2).cases, evening.at(1, 1).cases) == ((), ("R-0002",))


def test_a_ruling_that_was_appealed_is_not_moved(evening):
    evening.do(GiveRuling(Where(1, "2"), Assigned(MADE), Grounds(offender="EW")))
    evening.do(NotifySides("R-0001", True))
    evening.do(LodgeAppeal("R-0001", "EW", "no", ("E", "W")))
    evening.refuses(AmendRuling("R-0001", None, table="1"), "has-dependants")


def test_a_ruling_stays_at_the_table_where_it_is(evening):
    evening.do(GiveRuling(Where(1, "2"), Assigned(MADE), Grounds(offender="EW")))
    evening.refuses(AmendRuling("R-0001", None, table="2"), "nothing-to-change")
    evening.refuses(AmendRuling("R-0001", None, table="7"), "no-such-table")


def test_a_table_that_did_not_come_to_several_boards(evening):
    recorded = evening.do(LeaveUnplayed(Where(2, "2", "2NS", "2EW"), "EW", also=(3,)))
    assert [(each.event.board, each.event.fault) for each in recorded] == [(2, "EW"), (3, "EW")]
    assert all(isinstance(each.event, BoardNotPlayed) for each in recorded)


def test_nothing_is_recorded_where_one_of_several_boards_was_played(evening):
    evening.do(RecordResult(Where(3, "2", "2NS", "2EW"), DOWN))
    evening.refuses(LeaveUnplayed(Where(2, "2", "2NS", "2EW"), also=(3,)), "result-exists")
