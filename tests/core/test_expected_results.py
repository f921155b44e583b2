"""How many results a board should have, where somebody says so: one table more on one board changes no other."""

from fractions import Fraction

import pytest

from ledger.facts import ExpectResults, GiveRuling, Grounds, Undo
from ledger.facts.play import ResultsExpected
from ledger.laws.adjustment import Artificial, Grade
from ledger.projections.as_commands import besides
from ledger.projections.checking import check
from ledger.trust.checks import STRICT
from tests.core.spec import Evening
from tests.golden.boards import amended

BOTH = (420, 100, -50), (420, 100, -50, -100)
"""Board 1 was played at three tables, and board 2 at one more."""


def evening(scoring="matchpoints", said=None, profile="default"):
    found = Evening((1, 2), scoring=scoring, profile=profile)
    for board, scores in enumerate(BOTH, start=1):
        found.play(board, scores)
    if said:
        found.do(ExpectResults(said))
    return found


def test_a_table_more_on_one_board_raises_the_top_of_all_where_nothing_is_said():
    """Neuberg: (4 + 1) × 4/3 − 1 = 17/3 of a top of 6."""
    assert evening().scoreboard.top == 6
    assert evening().column(1) == [Fraction(17, 3), 3, Fraction(1, 3)]


def test_the_number_of_results_that_is_said_is_what_every_board_is_scored_to():
    """Three results: a top of 4. With a table more a board is worth the same share of it: 6, 4, 2, 0 of 6."""
    said = evening(said=3)
    assert said.scoreboard.top == 4
    assert (said.column(1), said.column(2)) == ([4, 2, 0], [4, Fraction(8, 3), Fraction(4, 3), 0])
    assert said.column(2, "EW") == [0, Fraction(4, 3), Fraction(8, 3), 4]
    assert all(not list(agree(said.session)) for agree in STRICT.values())
    assert check(said.scoreboard).open == check(evening().scoreboard).open


def test_more_than_any_board_has_is_what_is_still_missing():
    """Neuberg carries both: (4 + 1) × 5/3 − 1 = 22/3, and (6 + 1) × 5/4 − 1 = 31/4, of a top of 8."""
    said = evening(said=5)
    assert (said.scoreboard.top, said.score(1, 1), said.score(2, 1)) == (8, Fraction(22, 3), Fraction(31, 4))


@pytest.mark.parametrize("way", ["neuberg", "small-groups", "acbl-groups", "shrink", "proportion"])
def test_no_score_is_beyond_the_top_however_fewer_results_are_scored(way):
    said = amended(evening(said=3), "matchpoints", fewer_results=way)
    assert said.column(2) == [4, Fraction(8, 3), Fraction(4, 3), 0]


def test_artificial_scores_are_of_the_top_that_is_said():
    said = evening(said=3)
    said.do(GiveRuling(said.where(2, 4), Artificial(Grade("60"), Grade("40")), Grounds()))
    assert said.score(2, 4) == Fraction(60 * 4, 100)


def test_a_sum_of_cross_imps_is_of_the_comparisons_that_are_said():
    """With the sum undivided: of three comparisons each score counts two thirds where three results are expected."""
    plain, said = (amended(evening("cross-imps", number), "cross_imps", divisor="none") for number in (None, 3))
    assert plain.score(1, 1) == said.score(1, 1) * Fraction(3, 2)
    assert said.score(2, 1) == plain.score(2, 1) * Fraction(2, 3)


def test_it_is_taken_back_and_said_again():
    said = evening(said=3)
    said.do(ExpectResults(5, "a table is to come"))
    said.do(Undo(said.log[-1]))
    assert said.log[-1].event == ResultsExpected(3)
    said.do(ExpectResults(None))
    assert said.scoreboard.top == 6
    said.refuses(ExpectResults(None), "nothing-to-change")
    first = next(each for each in said.log if isinstance(each.event, ResultsExpected))
    said.refuses(Undo(first), "has-dependants")


@pytest.mark.parametrize("results", [0, 1, -3])
def test_what_is_no_field_is_refused(results):
    evening().refuses(ExpectResults(results), "bad-number")


@pytest.mark.parametrize("scoring", ["butler", "teams"])
def test_where_nothing_hangs_on_it_it_is_refused(scoring):
    Evening(scoring=scoring, winners=1).refuses(ExpectResults(3), "wrong-unit")


def test_it_goes_along_in_our_own_file():
    assert ExpectResults(3) in besides(evening(said=3).session)
    assert not [each for each in besides(evening().session) if isinstance(each, ExpectResults)]
