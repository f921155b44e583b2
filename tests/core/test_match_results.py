"""Matches of which nothing but the result is known: in IMPs, in points of board-a-match, in victory points."""

from fractions import Fraction

import pytest

from ledger.bridge import Result
from ledger.facts import AddSession, DrawBracket, PublishScores, RecordResult, ScoreMatch, SetCarryOver, Undo, Where
from ledger.laws.stage_rules import StageRules
from ledger.overall.qualifying import open_matters
from ledger.overall.standing import bracket
from ledger.projections.as_commands import besides
from ledger.projections.standings import standings
from ledger.scoring.derivation import Derivation, recomputed
from tests.core.congress import Congress
from tests.core.spec import Evening

EIGHT = tuple(range(1, 9))


def teams(scoring="teams", *, boards=EIGHT) -> Evening:
    return Evening(boards, 1, contestants=("A", "B", "C", "D"), scoring=scoring)


def told(one: str, two: str, *scores: str, boards=EIGHT, **more) -> ScoreMatch:
    return ScoreMatch((one, two), boards, scores=tuple(map(Fraction, scores)), **more)


def only(evening: Evening):
    (match,) = evening.scoreboard.matches.values()
    return match


def test_imps_are_told_for_each_side_and_converted_by_the_number_of_boards():
    evening = teams()
    evening.do(told("A", "B", "34", "20", round=1))
    match = only(evening)
    assert {team: score.value for team, score in match.scores.items()} == {"A": 34, "B": 20}
    assert {team: score.value for team, score in match.nets.items()} == {"A": 14, "B": -14}
    assert (match.boards, match.winner, match.lead, match.balanced) == (8, "A", 14, True)
    assert sum(points.value for points in match.victory_points.values()) == 20
    assert match.victory_points["A"].value > 13
    assert all(recomputed(each) == each.value for each in (*match.scores.values(), *match.victory_points.values()))
    (field,) = standings(evening.scoreboard)
    assert [(row.contestant, row.boards) for row in field.rows][:2] == [("A", 8), ("B", 8)]


@pytest.mark.parametrize(("scoring", "scores"), [("teams", ("34", "20")), ("board-a-match", ("5.5", "2.5"))])
def test_what_was_told_names_the_event_that_told_it(scoring, scores):
    evening = teams(scoring)
    event = evening.do(told("A", "B", *scores, round=1))[-1].number
    for score, text in zip(only(evening).scores.values(), scores, strict=True):
        found = [part for part in given_in(score) if part.text.endswith("on 8 boards not kept")]
        assert Fraction(text) in {abs(part.value) for part in found}
        assert {part.events for part in found} == {(event,)}


def given_in(derivation: Derivation) -> list[Derivation]:
    """The numbers that a derivation begins with."""
    return [each for part in derivation.parts for each in given_in(part)] if derivation.parts else [derivation]


def test_victory_points_are_as_they_were_told_and_say_who_won():
    evening = teams()
    evening.do(told("A", "B", "5.5", "14.5", round=1, in_points=True))
    match = only(evening)
    assert {team: points.value for team, points in match.victory_points.items()} == {"A": Fraction(11, 2), "B": 14.5}
    assert (match.winner, match.lead, match.boards) == ("B", 0, 8)


def test_of_board_a_match_they_are_points():
    evening = teams("board-a-match")
    evening.do(told("A", "B", "5.5", "2.5", round=1))
    match = only(evening)
    assert {team: score.value for team, score in match.scores.items()} == {"A": Fraction(11, 2), "B": Fraction(5, 2)}
    assert (match.winner, match.balanced) == ("A", True)
    evening.refuses(told("C", "D", "5.5", "3", round=1), "bad-number")


def test_what_was_recorded_of_its_boards_counts_for_nothing_and_other_boards_count_beside_it():
    evening = teams("knockout", boards=(1, 2))
    for board in (1, 2):
        evening.do(RecordResult(Where(board, "1", "A", "B", 1), Result("+420")))
        evening.do(RecordResult(Where(board, "2", "B", "A", 1), Result("-50")))
    evening.do(told("A", "B", "3", "1", boards=(1,)))
    evening.do(SetCarryOver("B", Fraction(5, 2)))
    match = only(evening)
    assert {team: score.value for team, score in match.scores.items()} == {"A": 13, "B": Fraction(7, 2)}
    evening.do(Undo(next(each for each in evening.log if each.name.startswith("match-scored"))))
    assert only(evening).scores["A"].value == 20


def test_a_match_of_a_bracket_is_won_by_it_with_what_is_carried_in():
    congress = Congress("ko", format_="knockout")
    congress.do(DrawBracket("ko", ("A", "D", "C", "B")))
    congress.do(AddSession("ko", "friday"))
    evening = teams("knockout")
    evening.do(told("A", "B", "34", "20"))
    evening.do(SetCarryOver("B", Fraction(29, 2)))
    found = bracket(congress.over(friday=evening), "ko")
    assert found.matches["SF1"].winners == ("B",)
    assert found.matches["SF1"].meetings[0].missing == 0


def test_it_is_said_again_in_our_own_file():
    evening = teams()
    said = told("A", "B", "34", "20", round=1)
    evening.do(said)
    assert said in list(besides(evening.session))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (told("A", "B", "34", "-20", round=1), "bad-number"),
        (told("A", "B", "14", "7", round=1, in_points=True), "bad-number"),
        (told("A", "B", "3", "2", boards=(), round=1), "no-such-board"),
    ],
)
def test_what_is_no_result_of_a_match_is_refused(command, code):
    teams().refuses(command, code)


def test_a_second_result_of_the_same_match_is_refused():
    evening = teams()
    evening.do(told("A", "B", "34", "20", round=1))
    evening.refuses(told("B", "A", "20", "34", round=1), "found-already")
    Evening((1,)).refuses(told("1", "2", "3", "2", boards=(1,)), "no-matches")
    teams("knockout").refuses(told("A", "B", "12", "8", in_points=True), "no-matches")


def test_scores_that_are_of_such_matches_alone_are_given_out_and_taken_back_with_them():
    evening = teams()
    evening.refuses(PublishScores(), "no-result")
    (told_in,) = evening.do(told("A", "B", "34", "20", round=1))
    evening.do(PublishScores())
    evening.do(Undo(told_in))
    evening.refuses(PublishScores(), "no-result")


@pytest.mark.parametrize("format_", ["sessions", "swiss", "all-play-all"])
def test_a_cut_waits_for_nothing_where_matches_are_known_by_their_results(format_):
    congress, evening = Congress("league", format_=format_, rules=StageRules("victory-points")), teams()
    congress.do(AddSession("league", "friday"))
    assert [each.code for each in open_matters(congress.over(friday=evening), "league")] == ["no-results"]
    evening.do(told("A", "B", "34", "20", round=1))
    assert open_matters(congress.over(friday=evening), "league") == ()
