"""A contestant's evening: best and worst boards, and averages as declarer, leader and defender."""

from fractions import Fraction

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Assigned, Grade
from ledger.projections.evening import evening_of
from ledger.projections.standings import scorecard
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from tests.core.spec import Evening


def played(*boards: list[str]) -> Evening:
    """Boards that were played at tables 1, 2 …, by 1NS v 1EW, 2NS v 2EW …"""
    evening = Evening(boards=range(1, len(boards) + 1))
    for board, results in enumerate(boards, start=1):
        evening.play(board, results)
    return evening


def told(evening: Evening, contestant: str) -> tuple[list[int], list[int], dict[tuple[str, str], tuple[int, Fraction]]]:
    found = evening_of(scorecard(evening.scoreboard, contestant))
    roles = {(each.role, each.seat.value): (each.boards, each.average) for each in found.roles}
    return [line.played.board for line in found.best], [line.played.board for line in found.worst], roles


FOUR = (["4SN=", "4SN-1", "4SN-2"], ["4SN-1", "4SN=", "4SN="], ["4HE=", "4HE-1", "4HE="], ["PASS", "1SS=", "1SS="])


def test_best_and_worst_boards_are_those_of_the_highest_and_the_lowest_share_of_the_top():
    best, worst, _ = told(played(*FOUR), "1NS")
    assert (best, worst) == ([1, 3], [2, 4])


def test_an_average_counts_the_boards_of_a_role_exactly():
    _, _, roles = told(played(*FOUR), "1NS")
    # of four match points: 4 and 0 as declarer North, 1 when South led to 4H by East; a passed-out deal has no roles
    assert roles == {
        ("declarer", "N"): (2, Fraction(50)),
        ("leader", "S"): (1, Fraction(25)),
        ("defender", "N"): (1, Fraction(25)),
    }


def test_the_leader_sits_to_the_left_of_the_declarer():
    _, _, roles = told(played(*FOUR), "1EW")
    assert roles[("leader", "E")] == (2, Fraction(50))
    assert roles[("declarer", "E")] == (1, Fraction(75))


def test_an_assigned_score_is_a_board_of_the_evening_and_its_contract_is_nobodys():
    evening = played(*FOUR)
    evening.do(GiveRuling(Where(1, "1"), Assigned(Result("4HE=")), Grounds()))
    best, worst, roles = told(evening, "1NS")
    assert (best, worst) == ([3, 1], [2, 4])
    assert roles[("declarer", "N")] == (1, Fraction(0))


def test_an_artificial_score_is_no_board_of_the_evening():
    evening = played(*FOUR)
    evening.do(GiveRuling(Where(1, "1"), Artificial(Grade("A+"), Grade("A-")), Grounds()))
    best, worst, _ = told(evening, "1NS")
    assert (best, worst) == ([3], [4])


def test_a_contestant_without_results_has_an_empty_evening():
    evening = Evening(contestants=("1NS", "1EW"))
    assert told(evening, "1NS") == ([], [], {})
