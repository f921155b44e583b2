"""What is cut from a datum, and the most that one comparison can be; what a score in other words rests on."""

import pytest

from ledger.bridge import Side
from ledger.scoring.derivation import given
from tests.golden.boards import amended, field
from tests.trust_checks import holds


@pytest.mark.parametrize(("tables", "datum"), [(9, 400), (10, 420), (29, 420), (30, 420)])
def test_a_twentieth_is_cut_at_each_end_half_a_result_is_one(tables, datum):
    """Of 9 results none is cut, of 10 to 29 one at each end, of 30 two; else the ends would lower the datum."""
    ends = [1430, -800] * (2 if tables == 30 else 1)
    evening = field([420] * (tables - len(ends)) + ends, scoring="butler")
    assert amended(evening, "butler", trim="5%").scoreboard.datum(1) == datum


@pytest.mark.parametrize(
    ("scores", "cut"), [([420, 420, 100, 100], True), ([420, 170, -50], True), ([420, 170], False)]
)
def test_that_something_is_cut_is_said_though_others_have_the_same_score(scores, cut):
    evening = amended(field(scores, scoring="butler"), "butler", trim="1")
    said = texts(evening.scoreboard.score(evening.at(1, 1), Side.NS).derivation())
    assert ("North–South's scores without the 1 highest and lowest" in said) is cut
    assert ("North–South's scores" in said) is not cut


def texts(node):
    return [node.text, *(text for part in node.parts for text in texts(part))]


def test_east_west_see_the_datum_with_their_own_sign():
    evening = field([420, 400, 380], scoring="butler")
    (own, datum) = evening.scoreboard.score(evening.at(1, 1), Side.EW).derivation().parts
    assert (own.value, datum.value, datum.text) == (-420, -400, "datum for East–West")


@pytest.mark.parametrize(("scores", "datum"), [([420], 420), ([420, -50], 190), ([420, -50, 170], 170)])
def test_where_nothing_would_be_left_nothing_is_cut(scores, datum):
    """One result is cut at each end: of three one is left, of one or two all of them count."""
    assert amended(field(scores, scoring="butler"), "butler", trim="1").scoreboard.datum(1) == datum


def test_no_comparison_is_more_than_it_may_be_nor_less():
    """+1430 against −800 and −750: 20 IMPs each, at most 17 of them; and for who had −800 as many lost."""
    evening = amended(field([1430, -800, -750], scoring="cross-imps"), "cross_imps", most=17, divisor="none")
    scores = [evening.scoreboard.score(evening.at(1, table), Side.NS).derivation() for table in (1, 2, 3)]
    assert all(map(holds, scores))
    assert [score.value for score in scores] == [34, -19, -15]
    assert [part.value for part in scores[1].parts] == [-17, -2]
    assert [sum("limited to" in text for text in texts(score)) for score in scores] == [2, 1, 1]
    just = amended(field([1430, -800], scoring="cross-imps"), "cross_imps", most=19, divisor="none")
    score = just.scoreboard.score(just.at(1, 1), Side.NS).derivation()
    assert (score.value, [text for text in texts(score) if "limited to" in text]) == (19, [])


def test_in_other_words_a_score_rests_on_what_is_said_and_else_on_what_it_did():
    score = given(3, "as it was", events=(4,))
    assert score.saying("in other words").events == (4,)
    assert score.saying("in other words", events=(7, 9)).events == (7, 9)
