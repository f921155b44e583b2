"""Total points (Law 78C), and matches scored by several forms at once: Patton, hybrid. Figures worked out by hand."""

from fractions import Fraction

import pytest
from msgspec import structs

from ledger.bridge import Result, Side
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Grade, Weighted, parse_weighting
from ledger.laws.profile_loader import change_regulations, load_profile
from ledger.projections.match_boards import total_unit
from ledger.projections.standings import standings
from ledger.scoring.derivation import recompute
from ledger.subjects.matches.facts import ScoreMatch, ShortenMatch
from ledger.subjects.play.facts import AmendRegulations, RecordResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from tests.core.spec import Evening

AGGREGATE = '[["total-points", [[50, "4", "4"], [500, "6", "2"], [501, "8", "0"]]]]'
BY_BOARDS = '[["board-a-match", [[0, "10", "10"], [1, "13", "7"], [2, "16", "4"], [4, "20", "0"]]]]'


def match(scoring, *scores, boards=4, **rules) -> Evening:
    """Bern v Oslo: what Bern made North–South in the open room, and what Oslo made there in the closed one."""
    evening = Evening(range(1, boards + 1), 1, "default", ("Bern", "Oslo"), scoring)
    if rules:
        stated = {name.replace("__", "."): value for name, value in rules.items()}
        evening.do(AmendRegulations(change_regulations(load_profile("default"), stated), "as advertised"))
    for board, (one, other) in enumerate(scores, start=1):
        evening.do(RecordResult(Where(board, "open", "Bern", "Oslo", 1), Result(f"{one:+d}")))
        evening.do(RecordResult(Where(board, "closed", "Oslo", "Bern", 1), Result(f"{other:+d}")))
    return evening


def points(evening: Evening) -> dict[str, Fraction]:
    (found,) = evening.scoreboard.matches.values()
    for each in (*found.victory_points.values(), *found.nets.values()):
        assert recompute(each) == each.value
    return {team: each.value for team, each in found.victory_points.items()}


def totals(evening: Evening) -> dict[str, Fraction]:
    return {row.contestant: row.total for ranking in standings(evening.scoreboard) for row in ranking.rows}


def test_total_points_are_the_difference_of_the_rooms():
    """420 − 170, 100 − 620 and 50 − 50: 250 less 520 are −270 (Law 78C)."""
    evening = match("total-points", (420, 170), (100, 620), (50, 50))
    assert totals(evening) == {"Bern": -270, "Oslo": 270}
    assert total_unit(evening.scoreboard) == "points"
    score = evening.scoreboard.score(evening.scoreboard.session.boards[1][evening.at(1, "open").seating], Side.NS)
    assert score.derivation().parts[0].text.endswith("+250")


def test_total_points_are_converted_by_a_table_alone():
    table = '[[100, "10", "10"], [400, "13", "7"], [401, "20", "0"]]'
    evening = match("total-points", (420, 170), (100, 620), matches__vp="table", matches__table=table)
    assert points(evening) == {"Bern": 7, "Oslo": 13}
    assert points(match("total-points", (420, 170))) == {}


def test_an_artificial_score_moves_no_total_points_and_a_weighted_one_its_part():
    """Half of 420 and half of −50 are 185, and 185 − 170 is 15."""
    evening = match("total-points", (420, 170), (100, 100))
    evening.do(GiveRuling(Where(2, "open"), Artificial(Grade("A+"), Grade("A-")), Grounds(laws=("86B2",))))
    assert totals(evening) == {"Bern": 250, "Oslo": -250}
    evening.do(GiveRuling(Where(1, "open"), Weighted(parse_weighting("50% +420, 50% -50")), Grounds(laws=("12C1(c)",))))
    assert totals(evening) == {"Bern": 15, "Oslo": -15}


def test_patton_adds_the_aggregate_to_the_boards():
    """P. Hackett's example: three of four boards won are 6 of 8, and a level aggregate 4 of 8: 10 of 16.

    Bern wins 10, 10 and 20 points, and loses 40.
    """
    evening = match(
        *("board-a-match", (110, 100), (120, 110), (140, 120), (100, 140)),
        board_a_match__scale="2/1/0",
        matches__also=AGGREGATE,
    )
    assert points(evening) == {"Bern": 10, "Oslo": 6}
    assert totals(evening) == {"Bern": 10, "Oslo": 6}
    assert total_unit(evening.scoreboard) == "VP"
    (found,) = evening.scoreboard.matches.values()
    assert found.pool == 16


def test_a_hybrid_adds_the_boards_to_the_victory_points_of_the_imps():
    """11 IMPs over 4 boards, and three boards to one: a margin of 2 by 1, ½ and 0 is 16–4."""
    scores = (420, -50), (110, 100), (120, 110), (100, 140)
    alone = points(match("teams", *scores))
    both = points(match("teams", *scores, matches__also=BY_BOARDS))
    assert both == {"Bern": alone["Bern"] + 16, "Oslo": alone["Oslo"] + 4}
    plain = points(match("teams", *scores, matches__vp="none", matches__also=BY_BOARDS))
    assert plain == {"Bern": 9 + 16, "Oslo": -9 + 4}


def test_a_removed_board_counts_where_the_form_has_an_average():
    """Three boards won, and A+ for both on the fourth: 6 + 1.2 of the boards; 40 points are 4–4."""
    evening = match(
        *("board-a-match", (110, 100), (120, 110), (140, 120)), board_a_match__scale="2/1/0", matches__also=AGGREGATE
    )
    evening.do(ShortenMatch(("Bern", "Oslo"), (1, 2, 3, 4), round=1, removed=(4,)))
    assert points(evening) == {"Bern": Fraction("11.2"), "Oslo": Fraction("5.2")}


def test_a_result_without_boards_says_its_victory_points():
    evening = match("board-a-match", matches__also=AGGREGATE)
    told = ScoreMatch(("Bern", "Oslo"), (1, 2), round=1, scores=(Fraction(3), Fraction(1)))
    evening.refuses(told, "wrong-unit")
    evening.do(structs.replace(told, in_points=True))
    assert points(evening) == {"Bern": 3, "Oslo": 1}
    aggregate = match("total-points")
    aggregate.do(structs.replace(told, scores=(Fraction(900), Fraction(400))))
    assert totals(aggregate) == {"Bern": 500, "Oslo": -500}


@pytest.mark.parametrize(
    ("also", "says"),
    [
        ('[["teams", []]]', "margins rising"),
        ('[["teams", [[5, "10", "10"], [5, "20", "0"]]]]', "margins rising"),
        ('[["teams", [[5, "9", "10"]]]]', "the winner has 9 and the loser 10"),
        ('[["teams", [[5, "10", "10"]]], ["teams", [[5, "10", "10"]]]]', "each form only once"),
        ('[["butler", [[5, "10", "10"]]]]', "Invalid enum value 'butler'"),
    ],
)
def test_a_table_that_gives_no_points_is_refused(also, says):
    with pytest.raises(Exception, match=says):
        change_regulations(load_profile("default"), {"matches.also": also})
