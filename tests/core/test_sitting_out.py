"""Nobody sits out what it played, and who has met everybody once misses nobody."""

import pytest

from ledger.bridge import Result
from ledger.facts import DeclarePhantom, LeaveUnplayed, RecordResult, SitOut, Undo, Where, WithdrawContestant
from ledger.projections.standings import standings
from ledger.scoring.line import Seating
from tests.core.spec import Evening
from tests.golden.boards import amended


def both_rooms(evening: Evening, board: int, one: str, other: str, round_: int) -> None:
    for room, (ns, ew) in {"open": (one, other), "closed": (other, one)}.items():
        evening.do(RecordResult(Where(board, f"{one}{room}", ns, ew, round_), Result("+50")))


@pytest.fixture
def robin() -> Evening:
    """Four teams; D met C and B, and left before it met A; C met B in the last round."""
    evening = Evening(range(1, 5), 1, contestants=("A", "B", "C", "D"), scoring="teams")
    for board, one, other, round_ in ((1, "A", "B", 1), (1, "C", "D", 1), (2, "A", "C", 2), (2, "B", "D", 2)):
        both_rooms(evening, board, one, other, round_)
    both_rooms(evening, 3, "B", "C", 3)
    evening.do(WithdrawContestant("D", 2))
    return evening


def test_a_team_that_played_the_round_did_not_sit_it_out(robin):
    assert "board 3" in robin.refuses(SitOut("C", (), "D", 3), "played-already").message
    robin.refuses(SitOut("C", (), None, 3), "played-already")
    robin.do(SitOut("A", (), "D", 3))


def test_a_team_that_met_who_left_missed_no_match(robin):
    refusal = robin.refuses(SitOut("C", (), "D", 4), "played-already")
    assert "round 1" in refusal.message
    assert "--of N" in refusal.hint


def test_where_all_meet_twice_a_second_match_is_missed(robin):
    withdrew = next(each for each in robin.log if isinstance(each.event, WithdrawContestant) or "withdrew" in each.name)
    robin.do(Undo(withdrew))
    robin.do(WithdrawContestant("D", 2, of=6))
    robin.do(SitOut("C", (), "D", 4))
    robin.refuses(SitOut("C", (), "D", 5), "nothing-to-change")
    robin.do(SitOut("A", (), "D", 3))
    robin.do(SitOut("A", (), "D", 5))  # it never met D, and has two matches to miss


def test_a_match_is_missed_once(robin):
    (sat,) = robin.do(SitOut("A", (), "D", 3))
    assert f"#{sat.number}" in robin.refuses(SitOut("A", (), "D", 4), "nothing-to-change").message


def test_play_in_a_round_that_was_sat_out_is_refused_too(robin):
    (sat,) = robin.do(SitOut("A", (), "D", 3))
    where = Where(4, "open", "B", "A", 3)
    assert f"`undo {sat.number}`" in robin.refuses(RecordResult(where, Result("+50")), "not-played").hint
    robin.refuses(RecordResult(Where(4, "open", "A", "D", 1), Result("+50")), "not-played")
    robin.refuses(LeaveUnplayed(where, "NS"), "not-played")
    robin.do(RecordResult(Where(4, "open", "B", "A", 4), Result("+50")))


@pytest.mark.parametrize("who", ["3NS", "3EW"])
def test_who_sits_out_has_it_on_either_side(who):
    """Of two boards it played neither, and sat one of them out."""
    pairs = tuple(f"{number}{side}" for side in ("NS", "EW") for number in (1, 2, 3))
    evening = amended(Evening((1, 2), 2, contestants=pairs), "participation", sit_out="60%")
    evening.play(1, ["+50", "+50"])
    evening.do(SitOut(who, (2,), None, 2))
    percent = {row.contestant: row.percent for field in standings(evening.scoreboard) for row in field.rows}
    assert {pair: percent[pair] for pair in ("1NS", "1EW", who)} == {"1NS": 50, "1EW": 50, who: 60}


def test_where_nothing_is_given_for_it_it_is_no_board_and_says_so():
    evening = Evening((1, 2), 1, contestants=("1", "2", "3"))
    evening.do(RecordResult(Where(1, "1", "1", "2", 1), Result("+50")))
    (sat,) = evening.do(SitOut("3", (1,), None, 1))
    told = [score.explain() for score in evening.scoreboard.board(1)[Seating("3", "nobody", 1)].values()]
    assert [(each.text, each.events) for each in told] == [("3 sits out: no board", (sat.number,))] * 2


def test_a_pair_sits_out_the_rest_of_a_round():
    evening = Evening(range(1, 5), 1, contestants=("1", "2", "3", "4"))
    for board in (1, 2):
        evening.do(RecordResult(Where(board, "1", "1", "4", 1), Result("+50")))
    evening.do(WithdrawContestant("4"))
    evening.do(SitOut("1", (3,), "4", 1))
    evening.refuses(SitOut("1", (), None, 1), "played-already")


def test_who_meets_nobody_twice_sits_out_twice():
    evening = Evening(range(1, 5), 1, contestants=("A", "B", "C", "D"), scoring="teams")
    evening.do(DeclarePhantom("D"))
    evening.do(SitOut("A", (), "D", 1))
    evening.do(SitOut("A", (), "D", 4))


def test_a_withdrawal_stands_until_it_is_taken_back(robin):
    same = robin.refuses(WithdrawContestant("D", 2), "nothing-to-change")
    other = robin.refuses(WithdrawContestant("D", 2, of=6, good_reason=True), "nothing-to-change")
    assert "says so" in same.message
    assert "says otherwise of D, and stands: after-round 2" in other.message
    assert "say it anew" in other.hint


def test_by_victory_points_a_match_is_missed_whole():
    """With its boards it would count twice: as the match that was missed, and as boards of one that has its points."""
    evening = Evening((1, 2, 3), 1, "ebu-swiss-pairs", ("1", "2", "3", "4"))
    for round_, (ns, ew) in enumerate((("1", "2"), ("3", "4")), start=1):
        evening.do(RecordResult(Where(round_, "1", ns, ew, round_), Result("+100")))
    evening.do(WithdrawContestant("2", 1))
    assert "--round" in evening.refuses(SitOut("1", (3,), "2", 3), "which-boards").hint
