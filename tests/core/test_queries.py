"""Queries of results: given a result, when it is queried, confirmed or corrected, then which sides have confirmed."""

from fractions import Fraction

import pytest

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.kernel.fact import TakenBack
from ledger.labels import TABLE
from ledger.laws.adjustment import Artificial, Assigned, Grade
from ledger.laws.profile_loader import load_profile
from ledger.projections.checking import check
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.office.facts import AppointOfficial
from ledger.subjects.participation.facts import BoardNotPlayed, LeaveUnplayed
from ledger.subjects.play.facts import (
    CorrectResult,
    ExpectResults,
    MoveResult,
    OpenSession,
    RecordResult,
    ResultRecorded,
    ResultsExpected,
    ResultVoided,
    VoidResult,
)
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.queries import ConfirmResult, QueryResult, ResultConfirmed, ResultQueried
from ledger.subjects.rulings.facts import (
    AmendRuling,
    GiveRuling,
    Grounds,
    NotifySides,
    RulingGiven,
    RulingWithdrawn,
    Undo,
)
from ledger.subjects.sheets import ImportSheet, SheetLine
from ledger.trust.checks import STRICT
from tests.core.spec import Evening
from tests.golden.boards import amended

AT = Where(1, "1")
BOTH = ("NS", "EW")


@pytest.fixture
def evening():
    evening = Evening()
    evening.play(1, ["4SN=", "4SN-1"])
    return evening


def undo(evening, number):
    return evening.do(Undo(evening.log[number - 1]))


def test_a_query_is_open_until_both_sides_confirm(evening):
    (queried,) = evening.do(QueryResult(AT, "both sides asked"))
    assert queried.event == ResultQueried(1, "1NS", "1EW", "both sides asked", table="1")
    assert queried.because == (evening.at(1, 1).results[-1].number,)
    (one,) = evening.do(ConfirmResult(AT, ("NS",)))
    assert one.because == (queried.because[0], queried.number)
    assert [query.number for query in evening.at(1, 1).open_queries] == [queried.number]
    (other,) = evening.do(ConfirmResult(AT, ("EW",), "by telephone"))
    assert other.event == ResultConfirmed(1, "1NS", "1EW", ("EW",), "by telephone", table="1")
    assert (evening.at(1, 1).open_queries, evening.at(1, 1).confirmed) == ((), True)


def test_no_score_moves(evening):
    before = evening.column(1)
    evening.do(QueryResult(AT, "ten tricks?"))
    evening.do(ConfirmResult(AT, BOTH))
    assert evening.column(1) == before
    assert evening.at(1, 1).events == (evening.at(1, 1).results[-1].number,)


def test_a_correction_closes_the_query_and_says_who_agreed(evening):
    evening.do(QueryResult(AT, "ten tricks?"))
    (corrected,) = evening.do(CorrectResult(AT, Result("4SN-1"), agreed=BOTH))
    assert corrected.event.agreed == BOTH
    assert (evening.at(1, 1).open_queries, evening.at(1, 1).confirmed) == ((), True)
    undo(evening, corrected.number)
    assert [query.question for query in evening.at(1, 1).open_queries] == [
        "ten tricks?"
    ]  # the result that was queried is there again


def test_what_was_confirmed_is_open_again_when_the_result_changes(evening):
    evening.do(ConfirmResult(AT, BOTH))
    evening.do(CorrectResult(AT, Result("4SN+1")))
    assert evening.at(1, 1).confirmed_by == set()
    evening.do(CorrectResult(AT, Result("4SN=")))
    assert evening.at(1, 1).confirmed


def test_a_lead_that_is_corrected_is_another_result(evening):
    evening.do(ConfirmResult(AT, BOTH))
    evening.do(CorrectResult(AT, Result("4SN="), lead="SA"))
    assert not evening.at(1, 1).confirmed


def test_a_result_that_is_queried_again_is_to_be_confirmed_again(evening):
    evening.do(ConfirmResult(AT, BOTH))
    evening.do(QueryResult(AT, "East says nine"))
    assert not evening.at(1, 1).confirmed
    evening.do(QueryResult(AT, "and North too"))
    evening.refuses(QueryResult(AT, "and North too"), "nothing-to-change")
    assert len(evening.at(1, 1).open_queries) == 2


def test_what_cannot_be_asked_or_said(evening):
    evening.refuses(QueryResult(Where(1, "9"), "?"), "no-such-table")
    evening.refuses(QueryResult(Where(9, "1"), "?"), "no-such-board")
    evening.do(ConfirmResult(AT, ("NS",)))
    evening.refuses(ConfirmResult(AT, ("NS",)), "nothing-to-change")
    evening.do(AppointOfficial("Ann", "chief-director"))
    evening.refuses(QueryResult(AT, "?"), "not-your-office", by="passer-by")


def test_a_query_is_taken_back(evening):
    (queried,) = evening.do(QueryResult(AT, "wrong table"))
    (back,) = undo(evening, queried.number)
    assert back.event == TakenBack(queried.number, "result-queried")
    assert evening.at(1, 1).open_queries == ()
    evening.refuses(Undo(evening.log[queried.number - 1]), "undo-nothing")
    evening.refuses(Undo(back), "undo-nothing")


def test_the_last_goes_first(evening):
    (first,) = evening.do(QueryResult(AT, "one"))
    evening.do(QueryResult(AT, "two"))
    evening.refuses(Undo(first), "has-dependants")


def test_what_was_asked_of_a_voided_result_stays_with_it(evening):
    (queried,) = evening.do(QueryResult(AT, "ten tricks?"))
    evening.do(VoidResult(AT))
    evening.refuses(Undo(queried), "undo-nothing")
    evening.do(RecordResult(evening.where(1, 1), Result("4SN=")))
    assert [query.number for query in evening.at(1, 1).open_queries] == [queried.number]


def test_asking_knows_no_period(evening):
    evening.do(PublishScores())
    evening.do(QueryResult(AT, "ten tricks?"), at=600)
    evening.do(ConfirmResult(AT, BOTH), at=601)
    assert evening.at(1, 1).confirmed


# Lines of a file about one table's play: the same twice counts once, and of those that contradict none counts


MADE, DOWN = Result("4SN="), Result("4SN-1")


def sheet(*lines, scoring="matchpoints", skip_bad=True):
    opening = OpenSession("Thursday", None, (1, 2), 1, load_profile("default"), (), scoring)
    placed = (SheetLine(f"line {at}", where, result, lead=lead) for at, (where, result, lead) in enumerate(lines, 1))
    return ImportSheet(opening, tuple(placed), skip_bad=skip_bad)


def at(ns, ew, result=MADE, *, board=1, table=None, round_=None, lead=None):
    return Where(board, table, ns, ew, round_), result, lead


def opened():
    evening = Evening.__new__(Evening)
    evening.log = []
    return evening


def recorded(*lines, **said):
    """Return the seats of the recorded results, the lines left out, and the lines taken once."""
    response = opened().decide(sheet(*lines, **said))
    results = [each.event for each in response.uncommitted if type(each.event).__name__ == "ResultRecorded"]
    once = [each.where for each in response.notes if "taken once" in each.why]
    return [str(each.seating) for each in results], [each.where for each in response.skipped], once


OTHER = at("5", "6", table="3")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((at("1", "2"), at("1", "2")), (["1 v 2", "5 v 6"], [], ["line 2"])),
        ((at("1", "2", table="1"), at("1", "2", lead="SA")), (["1 v 2", "5 v 6"], [], ["line 2"])),
        ((at("1", "2"), at("1", "2", DOWN)), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2"), at("1", "2"), at("1", "2", DOWN)), (["5 v 6"], ["line 1", "line 2", "line 3"], [])),
        ((at("1", "2", table="1"), at("1", "2", table="2")), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2"), at("1", "4")), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2"), at("2", "1")), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2", table="1"), at("3", "4", table="1")), (["5 v 6"], ["line 1", "line 2"], [])),
        ((at("1", "2", table="1"), at("3", "4", table="2")), (["1 v 2", "3 v 4", "5 v 6"], [], [])),
    ],
)
def test_pairs(lines, found):
    assert recorded(*lines, OTHER) == found


@pytest.mark.parametrize(
    ("lines", "left_out", "once"),
    [
        ((at("H", "A", round_=1), at("H", "A", DOWN, round_=2)), [], []),  # they met twice
        ((at("H", "A", round_=1), at("A", "H", DOWN, round_=1)), [], []),  # two rooms
        ((at("H", "A", round_=1, table="open"), at("H", "A", round_=1)), [], ["line 2"]),
        ((at("H", "A", round_=1, table="open"), at("H", "A", DOWN, round_=1)), ["line 1", "line 2"], []),
        ((at("H", "A", round_=1, table="1"), at("A", "H", DOWN, round_=1, table="1")), ["line 1", "line 2"], []),
    ],
)
def test_teams(lines, left_out, once):
    _, *found = recorded(*lines, at("X", "Y", round_=1), scoring="teams")
    assert found == [left_out, once]


def test_without_skip_bad_they_stop_the_import_and_both_are_named():
    refusal = opened().refuses(sheet(at("1", "2"), at("1", "2", DOWN), skip_bad=False), "bad-lines")
    assert "line 1: board 1, 1 v 2 stands twice: 4SN= here, 4SN-1 in line 2; line 2: " in refusal.message
    assert opened().decide(sheet(at("1", "2"), at("1", "2"), skip_bad=False)).skipped == ()


def test_what_is_recorded_stays_and_what_contradicts_it_later_is_set_aside():
    evening = opened()
    evening.do(sheet(at("1", "2"), OTHER))
    later = evening.decide(sheet(at("1", "2"), at("1", "2", DOWN), OTHER))
    assert (later.uncommitted, [each.where for each in later.skipped]) == ((), ["line 2"])
    elsewhere = evening.decide(sheet(at("1", "2"), at("2", "3", board=1), OTHER))
    assert [each.where for each in elsewhere.skipped] == ["line 2"]
    assert not any("no longer in the file" in each.why for each in (*later.notes, *elsewhere.notes))


def test_many_lines_that_contradict_each_other_take_no_time():
    lines = [at("1", "2", Result(f"+{score * 10}"), table=f"T{score}") for score in range(700)] * 20
    seats, left_out, _ = recorded(*lines, OTHER)
    assert (seats, len(left_out)) == (["5 v 6"], 14_000)


# How many results a board should have, where somebody says so: one table more on one board changes no other


EXPECTED = (420, 100, -50), (420, 100, -50, -100)
"""Board 1 was played at three tables, and board 2 at one more."""


def hall(scoring="matchpoints", said=None, profile="default"):
    found = Evening((1, 2), scoring=scoring, profile=profile)
    for board, scores in enumerate(EXPECTED, start=1):
        found.play(board, scores)
    if said:
        found.do(ExpectResults(said))
    return found


def test_a_table_more_on_one_board_raises_the_top_of_all_where_nothing_is_said():
    """Neuberg: (4 + 1) × 4/3 − 1 = 17/3 of a top of 6."""
    assert hall().scoreboard.top == 6
    assert hall().column(1) == [Fraction(17, 3), 3, Fraction(1, 3)]


def test_the_number_of_results_that_is_said_is_what_every_board_is_scored_to():
    """Three results: a top of 4. With one more table a board keeps its shares: 6, 4, 2, 0 of 6."""
    said = hall(said=3)
    assert said.scoreboard.top == 4
    assert (said.column(1), said.column(2)) == ([4, 2, 0], [4, Fraction(8, 3), Fraction(4, 3), 0])
    assert said.column(2, "EW") == [0, Fraction(4, 3), Fraction(8, 3), 4]
    assert all(not list(agree(said.session)) for agree in STRICT.values())
    assert check(said.scoreboard).open == check(hall().scoreboard).open


def test_more_than_any_board_has_is_what_is_still_missing():
    """Neuberg carries both: (4 + 1) × 5/3 − 1 = 22/3, and (6 + 1) × 5/4 − 1 = 31/4, of a top of 8."""
    said = hall(said=5)
    assert (said.scoreboard.top, said.score(1, 1), said.score(2, 1)) == (8, Fraction(22, 3), Fraction(31, 4))


@pytest.mark.parametrize("way", ["neuberg", "small-groups", "acbl-groups", "shrink", "proportion"])
def test_no_score_is_beyond_the_top_however_fewer_results_are_scored(way):
    said = amended(hall(said=3), "matchpoints", fewer_results=way)
    assert said.column(2) == [4, Fraction(8, 3), Fraction(4, 3), 0]


def test_artificial_scores_are_of_the_top_that_is_said():
    said = hall(said=3)
    said.do(GiveRuling(said.where(2, 4), Artificial(Grade("60"), Grade("40")), Grounds()))
    assert said.score(2, 4) == Fraction(60 * 4, 100)


def test_a_sum_of_cross_imps_is_of_the_comparisons_that_are_said():
    """With the sum undivided: of three comparisons each score counts two thirds where three results are expected."""
    plain, said = (amended(hall("cross-imps", number), "cross_imps", divisor="none") for number in (None, 3))
    assert plain.score(1, 1) == said.score(1, 1) * Fraction(3, 2)
    assert said.score(2, 1) == plain.score(2, 1) * Fraction(2, 3)


def test_it_is_taken_back_and_said_again():
    said = hall(said=3)
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
    hall().refuses(ExpectResults(results), "bad-number")


@pytest.mark.parametrize("scoring", ["butler", "teams"])
def test_where_nothing_hangs_on_it_it_is_refused(scoring):
    Evening(scoring=scoring, winners=1).refuses(ExpectResults(3), "wrong-unit")


# What was entered in the wrong place is moved in one go: a result to its board, a ruling to its table


@pytest.fixture
def misplaced():
    found = Evening((1, 2, 3))
    found.play(1, ["4SN=", "4SN-1"])
    found.play(2, ["3NTE=", None])
    return found


def results(misplaced, board):
    return {played.table: str(played.result) for played in misplaced.session.boards[board].values()}


def test_a_result_on_the_wrong_board_goes_to_its_own(misplaced):
    recorded = misplaced.do(MoveResult(Where(1, "2"), 2, reason="the slip says 2"))
    assert [type(each.event) for each in recorded] == [ResultVoided, ResultRecorded]
    assert (results(misplaced, 1), results(misplaced, 2)) == ({"1": "4SN="}, {"1": "3NTE=", "2": "4SN-1"})
    before = misplaced.session
    for each in reversed(recorded):
        misplaced.do(Undo(each))
    assert (results(misplaced, 1), results(misplaced, 2)) == ({"1": "4SN=", "2": "4SN-1"}, {"1": "3NTE="})
    assert before.boards[1].keys() < misplaced.session.boards[1].keys()


def test_two_results_on_each_others_board_are_exchanged(misplaced):
    misplaced.refuses(MoveResult(Where(1, "1"), 2), "table-twice")
    misplaced.do(MoveResult(Where(1, "1"), 2, exchange=True))
    assert (results(misplaced, 1), results(misplaced, 2)) == ({"1": "3NTE=", "2": "4SN-1"}, {"1": "4SN="})


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (MoveResult(Where(1, "1"), 9), "no-such-board"),
        (MoveResult(Where(1, "1"), 1), "nothing-to-change"),
        (MoveResult(Where(3, "1"), 1), "no-such-table"),
        (MoveResult(Where(1, "2"), 3, exchange=True), "no-such-table"),
    ],
)
def test_what_cannot_be_moved(misplaced, command, code):
    misplaced.refuses(command, code)


def test_a_result_that_was_ruled_on_stays_until_the_ruling_is_withdrawn(misplaced):
    misplaced.rule(1, 2, Assigned(MADE))
    assert "R-0001" in misplaced.refuses(MoveResult(Where(1, "2"), 2), "has-dependants").hint


def test_a_ruling_at_the_wrong_table_is_given_at_the_right_one(misplaced):
    grounds = Grounds(offender="EW", laws=("16B",), facts="slow", reason="on the form")
    misplaced.do(GiveRuling(Where(1, "2"), Assigned(MADE), grounds))
    recorded = misplaced.do(AmendRuling("R-0001", None, table="1", grounds=Grounds(reason="it was table 1")))
    assert [type(each.event) for each in recorded] == [RulingWithdrawn, RulingGiven]
    given = recorded[-1].event
    expected = ("R-0002", "1NS", "EW", ("16B",), "it was table 1")
    assert (given.case, given.ns, given.offender, given.laws, given.reason) == expected
    assert (misplaced.at(1, 2).cases, misplaced.at(1, 1).cases) == ((), ("R-0002",))


def test_a_ruling_that_was_appealed_is_not_moved(misplaced):
    misplaced.do(GiveRuling(Where(1, "2"), Assigned(MADE), Grounds(offender="EW")))
    misplaced.do(NotifySides("R-0001", True))
    misplaced.do(LodgeAppeal("R-0001", "EW", "no", ("E", "W")))
    misplaced.refuses(AmendRuling("R-0001", None, table="1"), "has-dependants")


def test_a_ruling_stays_at_the_table_where_it_is(misplaced):
    misplaced.do(GiveRuling(Where(1, "2"), Assigned(MADE), Grounds(offender="EW")))
    misplaced.refuses(AmendRuling("R-0001", None, table="2"), "nothing-to-change")
    misplaced.refuses(AmendRuling("R-0001", None, table="7"), "no-such-table")


def test_a_table_that_did_not_come_to_several_boards(misplaced):
    recorded = misplaced.do(LeaveUnplayed(Where(2, "2", "2NS", "2EW"), "EW", also=(3,)))
    assert [(each.event.board, each.event.fault) for each in recorded] == [(2, "EW"), (3, "EW")]
    assert all(isinstance(each.event, BoardNotPlayed) for each in recorded)


def test_nothing_is_recorded_where_one_of_several_boards_was_played(misplaced):
    misplaced.do(RecordResult(Where(3, "2", "2NS", "2EW"), DOWN))
    misplaced.refuses(LeaveUnplayed(Where(2, "2", "2NS", "2EW"), also=(3,)), "result-exists")


# What tables may be called


@pytest.mark.parametrize("name", ["1", "A12", "99999", "open", "1 closed", "Vugraph 2"])
def test_a_table_has_a_short_name_or_a_number(name):
    assert TABLE.fullmatch(name)


@pytest.mark.parametrize("name", ["123456", "9" * 20, "A123456", "", "x" * 21])
def test_a_number_as_long_as_no_table_has_is_none(name):
    assert not TABLE.fullmatch(name)
