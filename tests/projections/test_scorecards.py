"""A contestant's scorecard: given an evening, what did each board earn, and what does it come to."""

from fractions import Fraction

import pytest

from ledger.bridge import Result, Side
from ledger.facts import GiveRuling, Grounds, ImposePenalty, RecordResult, Where
from ledger.laws.adjustment import Artificial, Assigned, Grade
from ledger.projections.scorecards import scorecard
from ledger.projections.standings import standings
from tests.core.spec import Evening


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
