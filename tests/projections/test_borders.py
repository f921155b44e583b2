"""Scores at the borders: one table, one room, two meetings, fields of unequal boards; and the order of what is told."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger.bridge import Result, Side
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Assigned, Grade, SelfInflicted, Stands, certainty, parse_weighting
from ledger.projections.ripple import compare_unless_award, explain
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import scorecard, standings
from ledger.scoring.derivation import recompute
from ledger.session import in_order
from ledger.subjects.play.facts import AmendRegulations, RecordResult
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, ImposePenalty, WithdrawRuling
from tests.core.spec import Evening, blank


def amended(evening: Evening, table: str, **values) -> Evening:
    """The evening under regulations changed in one table, where that changes anything."""
    now = evening.session.regulations
    then = structs.replace(now, **{table: structs.replace(getattr(now, table), **values)})
    if then != now:
        evening.do(AmendRegulations(then))
    return evening


def test_average_plus_on_boards_of_one_table_is_a_share_of_nothing():
    """One table alone: the top is 0, and so are all tops of the other boards (Law 12C2(c) has no average)."""
    evening = Evening(boards=(1, 2))
    evening.play(1, [None])
    evening.play(2, [420])
    evening.rule(1, 1, Artificial(Grade("A+"), Grade("A-")))
    assert evening.scoreboard.top == 0
    assert [evening.score(1, 1, side.value) for side in Side] == [0, 0]


def meet(evening: Evening, board: int, round_: int, swing: int | None) -> None:
    """X against Y on a board: X's room has the swing; None: it is ruled A+ to X."""
    open_room, closed = Where(board, f"{board}-1", "X", "Y", round_), Where(board, f"{board}-2", "Y", "X", round_)
    evening.do(RecordResult(open_room, Result(f"{swing or 0:+d}")))
    evening.do(RecordResult(closed, Result("+0")))
    if swing is None:
        evening.do(GiveRuling(open_room, Artificial(Grade("A+"), Grade("A-")), Grounds(**blank())))


@pytest.mark.parametrize(("window", "imps"), [("match", 5), ("session", Fraction(15, 2))])
def test_the_window_of_average_plus_is_the_match_of_its_round(window, imps):
    """X beat Y by 10 IMPs in round 1 and by 5 in round 2, where a board was spoilt."""
    evening = Evening(boards=(1, 2, 3), winners=1, contestants=("X", "Y"), scoring="teams")
    amended(evening, "artificial", window=window)
    meet(evening, 1, 1, 430)
    meet(evening, 2, 2, 170)
    meet(evening, 3, 2, None)
    assert evening.score(3, "3-1") == imps


def unequal() -> Evening:
    """North–South play two boards each; each East–West pair one of them."""
    evening = Evening(boards=(1, 2))
    for board, first in ((1, 1), (2, 3)):
        for pair, score in ((1, 400), (2, 100)):
            where = Where(board, str(pair), f"{pair}NS", f"{first + pair - 1}EW")
            evening.do(RecordResult(where, Result(f"{score:+d}")))
    return evening


@pytest.mark.parametrize(("factoring", "winner"), [("field", 2), ("session", 4), ("none", 2)])
def test_totals_are_factored_to_the_boards_of_the_field_or_of_the_session(factoring, winner):
    evening = amended(unequal(), "total", factoring=factoring)
    found = {row.contestant: row.exact for field in standings(evening.scoreboard) for row in field.rows}
    assert (found["1NS"], found["2NS"]) == (4, 0)
    assert (found["2EW"], found["4EW"]) == (winner, winner)
    assert (found["1EW"], found["3EW"]) == (0, 0)


@pytest.mark.parametrize("ruling", [None, SelfInflicted("NS", certainty(Result("+420")), certainty(Result("+300")))])
def test_a_board_of_one_room_counts_for_nobody_and_says_why(ruling):
    evening = Evening(winners=1, contestants=("X", "Y"), scoring="teams")
    where = Where(1, "1", "X", "Y", 1)
    evening.do(RecordResult(where, Result("+100")))
    if ruling:
        evening.do(GiveRuling(where, ruling, Grounds(**{**blank(), "offender": "EW", "laws": ("12C1(e)",)})))
    for side in Side:
        score = evening.scoreboard.score(evening.at(1, 1), side)
        assert not score.counts
        why = explain(evening.log, "evening", evening.at(1, 1), side)
        assert (why.derivation.value, why.derivation.text) == (0, "not compared yet")
        assert all(milestone.after is None for milestone in why.milestones)


def test_tables_stand_in_the_order_of_the_tables_not_of_the_pairs():
    evening = Evening()
    for table, pair in (("10", 1), ("2", 9), ("1", 5)):
        evening.do(RecordResult(Where(1, table, f"{pair}NS", f"{pair}EW"), Result(f"{10 * pair:+d}")))
    assert [played.table for played in in_order(evening.session.boards[1])] == ["1", "2", "10"]
    derivation = explain(evening.log, "evening", evening.at(1, 1), Side.NS).derivation
    assert [part.text.split(" +")[0] for part in derivation.parts] == ["table 2", "table 10"]


@pytest.mark.parametrize(("trim", "datum", "said"), [("0", 250, ""), ("1", 100, " without the 1 highest and lowest")])
def test_the_datum_says_what_was_cut_off(trim, datum, said):
    evening = Evening(scoring="butler")
    amended(evening, "butler", trim=trim)
    evening.play(1, [1000, 100, 100, -200])
    assert evening.scoreboard.datum(1) == datum
    derivation = explain(evening.log, "evening", evening.at(1, 2), Side.NS).derivation.parts[1]
    while derivation.text and not derivation.text.startswith("North–South's scores"):
        derivation = derivation.parts[0]
    assert derivation.text == f"North–South's scores{said}"


@pytest.mark.parametrize(
    ("trim", "scores", "datum"),
    [
        ("1/7", [600, 170, 170, -100], 210),  # of four none is left out: 840 by 4
        ("1/7", [1000, 170, 140, 110, -500], 140),  # of five one at each end: 420 by 3
        ("1/7", [1000, 620, 600, 170, 170, -50, -100], 300),  # of seven one: 1,510 by 5
        ("1/7", [1000, 900, *[100] * 7, -500, -500], 100),  # of eleven two, 11/7 in whole results
        ("median", [620, 620, 620, 620, 170, 170, 170], 620),  # D. Stevenson's pages: "halfway"
        ("median", [620, 600, 170, -100], 390),  # 385, the mean of 600 and 170, an exact 5 away from average
    ],
)
def test_a_seventh_at_each_end_or_all_but_the_middle_is_left_out(trim, scores, datum):
    evening = Evening(scoring="butler")
    amended(evening, "butler", trim=trim)
    evening.play(1, scores)
    assert evening.scoreboard.datum(1) == datum
    derivation = explain(evening.log, "evening", evening.at(1, 1), Side.NS).derivation
    assert recompute(derivation) == derivation.value
    left_out = any("in the middle" in part.text for part in flat(derivation))
    assert left_out == (trim == "median")


def flat(derivation):
    return [derivation, *(inner for part in derivation.parts for inner in flat(part))]


def ruled_on(scoreboard: Scoreboard) -> list[str]:
    return [row.contestant for field in standings(scoreboard) for row in field.rows if row.ruled]


def test_a_ruling_that_is_withdrawn_marks_nobody_where_scores_go_on_from_those_before():
    evening = Evening(contestants=("1NS", "2NS", "1EW", "2EW"))
    evening.play(1, [420, -50])
    evening.rule(1, 1, Artificial(Grade("A+"), Grade("A-")))
    with_ruling = Scoreboard(evening.session).completed()
    assert ruled_on(with_ruling) == ["1NS", "1EW"]
    evening.do(WithdrawRuling("R-0001", "wrong table"))
    without = Scoreboard(evening.session, with_ruling)
    assert ruled_on(without) == []
    evening.rule(1, 2, Artificial(Grade("A+"), Grade("A-")))
    assert ruled_on(Scoreboard(evening.session, without.completed())) == ["2NS", "2EW"]


# Of an artificial score that may give way, both figures are told, and the one that was taken is the score


tens = st.integers(-60, 60).map(lambda tens: tens * 10)
grades = st.sampled_from(["A+", "A", "A-"]).map(Grade)
forms = st.sampled_from(["matchpoints", "cross-imps", "butler"])
awards = st.builds(
    Artificial, grades, grades, tens.map(lambda score: parse_weighting(f"60% {score:+d}, 40% {score + 50:+d}"))
)


@settings(max_examples=60, deadline=None)
@given(forms, st.lists(tens, min_size=8, max_size=8), awards, awards, st.booleans())
def test_the_figure_that_was_taken_is_the_score(form, scores, first, second, twice):
    evening = Evening((1, 2), scoring=form)
    evening.play(1, scores[:4])
    evening.play(2, scores[4:])
    evening.rule(1, 1, first)
    if twice:
        evening.rule(2, 2, second)
    board = evening.scoreboard
    for played in (each for each in board.session.table_boards() if each.cases):
        found = compare_unless_award(board, played)
        taken = found.assigned if found.gives_way else found.by_award
        assert board.score(played, found.side).value == taken
        assert (board.line(played).award is None) is found.gives_way


def test_nothing_is_compared_where_nothing_may_give_way():
    evening = Evening()
    evening.play(1, [420, 450])
    case = evening.rule(1, 1, Artificial(Grade("A+"), Grade("A-")))
    assert compare_unless_award(evening.scoreboard, evening.at(1, 1)) is None
    evening.do(AmendRuling(case, Stands(), Grounds()))
    assert compare_unless_award(evening.scoreboard, evening.at(1, 1)) is None


def test_where_the_other_room_is_missing_the_award_counts():
    evening = Evening(winners=1, contestants=("A", "B"), scoring="teams")
    evening.do(RecordResult(Where(1, "open", "A", "B", 1), Result("+400")))
    award = Artificial(Grade("A+"), Grade("A-"), parse_weighting("+400"))
    evening.do(GiveRuling(Where(1, "open"), award, Grounds(offender="EW", laws=("40C",))))
    found = compare_unless_award(evening.scoreboard, evening.at(1, "open"))
    assert (found.assigned, found.by_award, found.gives_way) == (None, 3, False)


# A contestant's scorecard: given an evening, what did each board earn, and what does it come to


def card(evening, contestant):
    return scorecard(evening.scoreboard, contestant)


def result(evening, board, text, ns, ew, **where):
    evening.do(
        RecordResult(Where(board, where.get("table"), ns, ew, where.get("round")), Result(text), where.get("lead"))
    )


@pytest.fixture
def pairs():
    """Two boards at three tables; the East–West pairs move up in the second round."""
    evening = Evening((1, 2))
    for board, results in ((1, ("4SN=", "4SN-1", "4SN+1")), (2, ("2HE=", "2HW+1", "PASS"))):
        for table, text in enumerate(results, start=1):
            ew, lead = (table + board - 2) % 3 + 1, None if text == "PASS" else "SA"
            result(evening, board, text, f"{table}NS", f"{ew}EW", table=str(table), round=board, lead=lead)
    return evening


def test_a_card_is_what_the_contestant_has_everywhere(pairs):
    found = card(pairs, "1EW")
    lines = [(line.played.board, line.side, line.opponents, line.score, line.earned) for line in found.lines]
    assert lines == [(1, Side.EW, "1NS", -420, 2), (2, Side.EW, "3NS", 0, 0)]
    assert [line.percent for line in found.lines] == [50, 0]
    assert [(line.played.lead, line.result) for line in found.lines] == [("SA", "4SN="), (None, "PASS")]


def test_the_boards_of_every_card_make_the_totals(pairs):
    for field in standings(pairs.scoreboard):
        for row in field.rows:
            found = card(pairs, row.contestant)
            assert (found.row, found.of) == (row, len(field.rows))
            assert sum(line.earned for line in found.lines) == row.exact


def test_rulings_and_penalties_stand_on_the_card(pairs):
    pairs.do(GiveRuling(Where(1, "1"), Assigned(Result("4SN-1")), Grounds(offender="NS", laws=("16B",))))
    pairs.do(ImposePenalty("1NS", Fraction(25), "%", ("90B2",)))
    found = card(pairs, "1NS")
    assert [line.ruling and line.ruling.case for line in found.lines] == ["R-0001", None]
    assert found.lines[0].score == 420  # as it was played; what it earned is as it was ruled
    assert found.lines[0].earned == pairs.score(1, 1)
    assert [each.imposed.amount for each in found.penalties] == [25]
    assert found.row.exact == sum(line.earned for line in found.lines) - 1


def test_a_board_that_was_not_played_earns_what_was_ruled(pairs):
    evening = Evening((1,))
    evening.play(1, ["4SN=", "4SN-1"])
    evening.do(GiveRuling(Where(1, "3", "3NS", "3EW"), Artificial(Grade("60"), Grade("40")), Grounds(offender="EW")))
    (line,) = card(evening, "3NS").lines
    assert (line.result, line.score, line.percent) == (None, None, 60)


def test_a_team_has_two_rooms_and_scores_once():
    evening = Evening((1, 2), winners=1, scoring="teams")
    result(evening, 1, "4SN=", "X", "Y", table="open", round=1)
    result(evening, 1, "4SN-1", "Y", "X", table="closed", round=1)
    result(evening, 2, "4SN-1", "Y", "X", table="closed", round=1)
    found = card(evening, "X")
    lines = [(line.played.board, line.side, line.earned, line.second_room) for line in found.lines]
    assert lines == [(1, Side.NS, 10, False), (1, Side.EW, None, True), (2, Side.EW, None, False)]
    assert ([match.teams for match in found.matches], found.unit) == ([("X", "Y")], "VP")


def test_an_individual_is_on_the_card_with_each_partner():
    evening = Evening((1, 2), winners=1)
    result(evening, 1, "4SN=", "1+2", "3+4", table="1")
    result(evening, 1, "4SN-1", "5+6", "7+8", table="2")
    result(evening, 2, "2HE=", "2+3", "1+4", table="1")
    found = card(evening, "1")
    assert [(line.opponents, line.score) for line in found.lines] == [("3+4", 420), ("2+3", 110)]


def test_who_has_not_played_has_an_empty_card():
    found = card(Evening((1,), contestants=("1NS", "1EW")), "1NS")
    assert (found.lines, found.row, found.of) == ((), None, 0)


def test_an_individual_has_its_own_artificial_score():
    """Partners with other averages have other scores for the board; so has each card (Law 12C2(c))."""
    evening = Evening((1, 2), winners=1)
    result(evening, 1, "4SN=", "1+5", "6+7", table="1")
    result(evening, 1, "4SN-1", "2+3", "4+8", table="2")
    at = Where(2, "1", "1+2", "3+4")
    evening.do(GiveRuling(at, Artificial(Grade("A+"), Grade("A-")), Grounds(offender="EW", laws=("12C2(a)",))))
    board, played = evening.scoreboard, evening.at(2, 1)
    earned = {each: next(line.earned for line in card(evening, each).lines if line.played == played) for each in "12"}
    assert earned == {each: board.value(played, Side.NS, each) for each in "12"}
    assert (earned["1"], earned["2"]) == (2, Fraction(6, 5))
