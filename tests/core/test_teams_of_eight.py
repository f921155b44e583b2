"""Teams of eight: two pairs of each team in each direction; each result is compared with both in the opposite
direction.
"""

from fractions import Fraction

import pytest

from ledger.bridge import Result, Side
from ledger.bridge.scales import imps
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Awarded, Grade, SelfInflicted, Split, Weighted, parse_weighting
from ledger.projections.checking import check
from ledger.projections.standings import scorecard, standings
from ledger.subjects.matches.facts import ShortenMatch
from ledger.subjects.play.facts import AddBoards, RecordResult, VoidResult
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from ledger.trust.checks import STRICT
from tests.core.spec import Evening

SEATS = {"1": ("X", "Y"), "2": ("X", "Y"), "3": ("Y", "X"), "4": ("Y", "X")}
PLAYED = {"1": "+420", "2": "-50", "3": "+170", "4": "+430"}
"""X's North–Souths have 420 and −50; its East–Wests concede 170 and 430."""


def eight(boards=(1,), played=None, teams=("X", "Y")) -> Evening:
    evening = Evening(boards, winners=1, contestants=teams, scoring="teams-of-eight")
    for board in boards:
        for table, result in (played or PLAYED).items():
            evening.do(RecordResult(Where(board, table, *SEATS[table], 1), Result(result)))
    return evening


def of_x(evening, board=1):
    """Return X's score on a board, asserted to be equal at every table."""
    scores = evening.scoreboard
    found = {
        scores.score(played, Side.NS if played.seating.ns == "X" else Side.EW).derivation().value
        for played in evening.session.boards[board].values()
    }
    (score,) = found
    assert all(not list(agree(evening.session)) for agree in STRICT.values())
    return score


def ruled(adjustment, table="1", **grounds):
    evening = eight()
    evening.do(GiveRuling(Where(1, table), adjustment, Grounds(laws=("12C1",), **grounds)))
    return evening


def test_a_board_is_the_sum_of_its_four_comparisons():
    """420 − 170 = 250 is 6 and 420 − 430 is 0; −50 − 170 = −220 is −6 and −50 − 430 = −480 is −10."""
    evening = eight()
    assert [imps(each) for each in (250, -10, -220, -480)] == [6, 0, -6, -10]
    assert of_x(evening) == -10
    assert evening.score(1, 1, "EW") == 10
    assert check(evening.scoreboard).open == ()


def test_the_match_is_the_sum_of_its_boards_in_imps_for_no_scale_is_published():
    evening = eight((1, 2))
    (match,) = evening.scoreboard.matches.values()
    (field,) = standings(evening.scoreboard)
    assert (match.teams, match.nets["X"].value, match.victory_points) == (("X", "Y"), -20, {})
    assert [(row.contestant, row.total, row.boards) for row in field.rows] == [("Y", 20, 2), ("X", -20, 2)]


def test_a_board_without_all_its_tables_counts_for_nobody_and_is_told():
    evening = eight()
    evening.do(VoidResult(Where(1, "4")))
    scores = evening.scoreboard
    assert not any(scores.counts(played) for played in evening.session.boards[1].values())
    expected = {"two tables each way are not in: nobody scores"}
    assert {each.text for each in check(scores).open if each.code == "no-score"} == expected


def test_four_tables_of_teams_of_four_are_told():
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    for table, result in PLAYED.items():
        evening.do(RecordResult(Where(1, table, *SEATS[table], 1), Result(result)))
    told = {each.text for each in check(evening.scoreboard).open}
    assert told == {"the two teams met at more than two tables: nobody scores"}


def test_a_board_removed_from_a_match_is_worth_its_four_comparisons():
    evening = eight((1, 2))
    evening.do(AddBoards((3,)))
    evening.do(ShortenMatch(("X", "Y"), (1, 2, 3), removed=(3,), fault="Y", round=1))
    assert {match.nets["X"].value for match in evening.scoreboard.matches.values()} == {-20 + 4 * 3}


def test_a_card_has_the_score_of_a_board_once():
    evening = eight()
    for team, total in (("X", -10), ("Y", 10)):
        card = scorecard(evening.scoreboard, team)
        assert [line.earned for line in card.lines if line.earned is not None] == [total]


def test_a_weighting_counts_in_both_its_comparisons():
    """Table 1 counts half as 420 and half as −50: ½(6 + 0) + ½(−6 − 10) − 16 = −21."""
    weighted = Weighted(parse_weighting("50% +420, 50% -50"))
    assert of_x(ruled(weighted, offender="EW")) == Fraction(6, 2) - Fraction(16, 2) - 16


@pytest.mark.parametrize("table", ["1", "3"])
def test_an_artificial_score_takes_the_place_of_its_two_comparisons(table):
    """A+ is 3 IMPs a comparison: 6 instead of those of the table, whichever way X sat there."""
    others = -6 - 10 if table == "1" else 0 - 10
    award = Artificial(Grade("A+"), Grade("A-")) if table == "1" else Artificial(Grade("A-"), Grade("A+"))
    assert of_x(ruled(award, table, offender="EW" if table == "1" else "NS")) == 6 + others


def test_of_two_tables_without_a_result_that_met_no_comparison_is_counted_twice():
    evening = ruled(Artificial(Grade("A+"), Grade("A-")), offender="EW")
    evening.do(GiveRuling(Where(1, "3"), Artificial(Grade("A-"), Grade("A+")), Grounds(offender="NS")))
    assert of_x(evening) == 3 * 3 - 10


def test_what_is_awarded_outright_is_for_the_whole_board_and_stands_alone():
    evening = ruled(Awarded(Fraction(5), Fraction(-5), "out"), offender="EW")
    assert of_x(evening) == 5
    command = GiveRuling(Where(1, "3"), Awarded(Fraction(1), Fraction(-1), "out"), Grounds(offender="NS"))
    evening.refuses(command, "already-ruled")


def test_what_is_awarded_outright_is_at_most_the_end_of_the_scale_in_every_comparison():
    """24 IMPs are the most in one comparison."""
    assert of_x(ruled(Awarded(Fraction(96), Fraction(-96), "out"), offender="EW")) == 96
    command = GiveRuling(Where(1, "1"), Awarded(Fraction(97), Fraction(-97), "out"), Grounds(offender="EW"))
    assert "97 IMP for NS are not between -96 and 96" in eight().refuses(command, "awarded-too-much").message


def test_a_split_leaves_each_team_its_own_score():
    split = Split(parse_weighting("+420"), parse_weighting("+430"))
    evening = eight()
    evening.do(GiveRuling(Where(1, "1"), split, Grounds(offender="EW")))
    assert (evening.score(1, 1, "NS"), evening.score(1, 1, "EW")) == (-10, 10 - (imps(260) - imps(250)))


@pytest.mark.parametrize("table", ["1", "3"])
def test_self_inflicted_damage_is_measured_on_the_board(table):
    """12C1(e): A is the table result, B without the infraction, C without the error: A + max(0, B − max(A, C))."""
    side = "NS" if table == "1" else "EW"
    worse, better, between = ("+170", "+620", "+420") if table == "1" else ("+620", "+170", "+420")
    evening = eight(played=PLAYED | {table: worse})
    a = of_x(evening)
    b, c = (of_x(eight(played=PLAYED | {table: each})) for each in (better, between))
    damage = SelfInflicted(side, parse_weighting(better), parse_weighting(between))
    evening.do(GiveRuling(Where(1, table), damage, Grounds(offender="EW" if side == "NS" else "NS", laws=("12C1(e)",))))
    assert a < c < b
    (own,) = {evening.score(1, int(at), "NS" if SEATS[at][0] == "X" else "EW") for at in SEATS}
    assert own == a + (b - c)
    (theirs,) = {evening.score(1, int(at), "NS" if SEATS[at][0] == "Y" else "EW") for at in SEATS}
    assert theirs == -b


def test_without_damage_the_table_result_stands_for_both_teams():
    """12B1: 170 without the infraction is less than the 620 that X has."""
    evening = eight(played=PLAYED | {"1": "+620"})
    had = of_x(evening)
    damage = SelfInflicted("NS", parse_weighting("+170"), parse_weighting("+420"))
    evening.do(GiveRuling(Where(1, "1"), damage, Grounds(offender="EW", laws=("12C1(e)",))))
    assert (evening.score(1, 1, "NS"), evening.score(1, 1, "EW")) == (had, -had)


def test_the_same_two_tables_each_way_in_another_round_are_another_match():
    evening = eight()
    for table, result in PLAYED.items():
        evening.do(RecordResult(Where(1, table, *SEATS[table], 2), Result(result)))
    assert [match.nets["X"].value for match in evening.scoreboard.matches.values()] == [-10, -10]


def test_results_in_any_order_come_to_the_same():
    orders = [dict(reversed(PLAYED.items())), {each: PLAYED[each] for each in ("3", "1", "4", "2")}]
    assert {of_x(eight(played=order)) for order in orders} == {Fraction(-10)}
