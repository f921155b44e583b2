"""Invariants of matchpoints (spec §16), for every board Hypothesis can deal."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger.bridge import Side
from ledger.laws import profile_loader
from ledger.laws.adjustment import Assigned, Weighted
from ledger.laws.adjustment import weightings as sides_of
from ledger.scoring.board import BoardScores
from ledger.scoring.board import score_board as scored_board
from ledger.scoring.line import Field, Line, Outcome, Seating
from ledger.scoring.matchpoints import MatchpointBoard
from tests.core.spec import Evening
from tests.strategies import balanced, weightings


def half_scale(regulations):
    return structs.replace(regulations, matchpoints=structs.replace(regulations.matchpoints, scale="1/0.5/0"))


def score_board(of, expected, regulations):
    return BoardScores(scored_board(MatchpointBoard, Field.of(of), expected, regulations))


DEFAULT, HALF = profile_loader.load_profile("default"), half_scale(profile_loader.load_profile("default"))
METHODS = ("neuberg", "small-groups", "acbl-groups", "shrink", "own-top", "proportion")
scores = st.integers(-20, 20).map(lambda tens: tens * 10)
entries = st.one_of(
    scores.map(lambda ns: (Outcome(1, ns),)),
    weightings().map(
        lambda parts: tuple(Outcome(part.weight, hash(part.result) % 41 * 10 - 200, str(part.result)) for part in parts)
    ),
)
boards = st.lists(entries, min_size=1, max_size=9)


def lines(board, *, ew=None):
    return [
        Line(Seating(f"{at}NS", f"{at}EW"), str(at), {Side.NS: entry, Side.EW: (ew or board)[at]})
        for at, entry in enumerate(board)
    ]


def column(scored, side):
    return [scores[side].value for scores in scored.values()]


def test_on_the_half_scale_each_outcome_says_whose_matchpoints_were_carried():
    board = lines(
        [(Outcome(Fraction(3, 5), 420, "4S="), Outcome(Fraction(2, 5), -50, "4S-1")), *session_play_of(100, 90)]
    )
    score = score_board(board, 4, HALF).score_of(board[0].seating, Side.NS, "0NS").derivation()
    said = {part.text for weighed in score.parts for part in (weighed, *weighed.parts)}
    assert {"4S= on the 1/½/0 scale", "4S-1 on the 1/½/0 scale"} <= said
    plain = (
        score_board(lines(session_play_of(420, 100, 90)), 4, HALF)
        .score_of(Seating("0NS", "0EW"), Side.NS, "0NS")
        .derivation()
    )
    assert plain.text == "on the 1/½/0 scale"


def test_on_the_whole_scale_what_is_carried_is_compared_with_others_alone():
    board = lines(session_play_of(420, 100, 90))
    score = score_board(board, 4, DEFAULT).score_of(board[0].seating, Side.NS, "0NS").derivation()
    assert score.text == "Neuberg: 3 results carried to 4"


def session_play_of(*scores):
    return [(Outcome(1, score),) for score in scores]


@given(boards)
def test_a_balanced_board_keeps_its_sum(board):
    tables = len(board)
    assert sum(column(score_board(lines(board), tables, DEFAULT), Side.NS)) == tables * (tables - 1)


@given(boards, st.integers(0, 6))
def test_neuberg_scales_the_sum(board, missing):
    actual, expected = len(board), len(board) + missing
    assert sum(column(score_board(lines(board), expected, DEFAULT), Side.NS)) == actual * (expected - 1)


@pytest.mark.parametrize(
    ("results", "expected", "small"), [(2, 5, False), (2, 6, True), (3, 8, False), (3, 9, True), (4, 12, False)]
)
def test_up_to_three_results_of_three_times_as_many_are_a_small_group(results, expected, small):
    """White Book: 60%, and 5% a matchpoint from the middle; any other is carried by Neuberg's formula."""
    rules = structs.replace(DEFAULT.matchpoints, fewer_results="small-groups")
    board = [(Outcome(1, 100 * at),) for at in range(results)]
    (*_, best) = column(score_board(lines(board), expected, structs.replace(DEFAULT, matchpoints=rules)), Side.NS)
    by_formula = (2 * results - 1) * Fraction(expected, results) - 1
    assert best == (2 * (expected - 1) * Fraction(60 + 5 * (results - 1), 100) if small else by_formula)


@given(boards)
def test_the_two_sides_share_the_top(board):
    for at_table in score_board(lines(board), len(board) + 1, DEFAULT).values():
        assert at_table[Side.NS].value + at_table[Side.EW].value == 2 * len(board)


@given(boards, boards)
def test_turning_every_table_turns_every_score(board, other):
    size = min(len(board), len(other))
    ns, ew = board[:size], other[:size]
    turned = [
        [tuple(outcome._replace(ns_score=-outcome.ns_score) for outcome in entry) for entry in entries]
        for entries in (ew, ns)
    ]
    scored, mirrored = (
        score_board(lines(ns, ew=ew), size, DEFAULT),
        score_board(lines(turned[0], ew=turned[1]), size, DEFAULT),
    )
    assert column(scored, Side.NS) == column(mirrored, Side.EW)
    assert column(scored, Side.EW) == column(mirrored, Side.NS)


@given(boards, st.integers(0, 3), st.sampled_from(METHODS))
def test_the_half_scale_is_half(board, missing, method):
    expected = len(board) + missing
    rules = structs.replace(DEFAULT, matchpoints=structs.replace(DEFAULT.matchpoints, fewer_results=method))
    full, half = (score_board(lines(board), expected, regulations) for regulations in (rules, half_scale(rules)))
    assert [2 * value for value in column(half, Side.NS)] == column(full, Side.NS)


@given(boards, st.randoms())
def test_the_order_of_the_tables_and_of_the_weights_does_not_matter(board, random):
    shuffled = list(lines(board))
    random.shuffle(shuffled)
    turned = [
        Line(line.seating, line.table, {side: tuple(reversed(entry)) for side, entry in line.entries.items()})
        for line in shuffled
    ]
    once, again = score_board(lines(board), len(board), DEFAULT), score_board(turned, len(board), DEFAULT)
    assert {seating: once[seating][Side.NS].value for seating in once} == {
        seating: again[seating][Side.NS].value for seating in again
    }


tables = st.lists(scores, min_size=2, max_size=6)


@given(tables, balanced)
@settings(max_examples=30)
def test_a_balanced_ruling_moves_matchpoints_and_makes_none(played, ruling):
    evening = Evening()
    evening.play(1, played)
    evening.rule(1, 1, ruling)
    assert sum(evening.column(1)) == len(played) * (len(played) - 1)
    assert sides_of(ruling)[Side.NS] == sides_of(ruling)[Side.EW]


@given(tables, weightings())
@settings(max_examples=30)
def test_weighting_commutes_with_neuberg(played, weighting):
    """Neuberg is linear: weighting carried matchpoints is carrying weighted matchpoints."""

    def ruled(adjustment):
        evening = Evening(boards=[1, 2])
        evening.play(2, [0] * (len(played) + 2))
        evening.play(1, played)
        evening.rule(1, 1, adjustment)
        return evening.score(1, 1)

    singly = sum((part.weight * ruled(Assigned(part.result)) for part in weighting), Fraction(0))
    assert ruled(Weighted(weighting)) == singly
