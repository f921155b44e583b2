"""Facts that name seats follow a correction of the seats; later facts survive its undoing."""

import pytest

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.kernel.fact import TakenBack
from ledger.laws.adjustment import Artificial, Assigned, Grade
from ledger.projections.standings import standings
from ledger.scoring.line import Seating
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.matches.facts import FindMismatch, ShortenMatch, VoidMatch
from ledger.subjects.participation.facts import (
    BoardNotPlayed,
    DeclarePhantom,
    LeaveUnplayed,
    PlayPostponed,
    PostponePlay,
    SitOut,
    WithdrawContestant,
)
from ledger.subjects.play.facts import RecordResult, VoidResult
from ledger.subjects.queries import ConfirmResult, QueryResult
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, Undo, WithdrawRuling
from ledger.subjects.seating.facts import CorrectSeating
from tests.core.spec import Evening, blank

GAME = Result("3NTN=")
PLUS = Artificial(Grade("A+"), Grade("A+"))
AT = Where(1, "4", "7", "8")
LESS = Where(1, None, "7", "8")
NOW = Seating("9", "8", None, "4")


@pytest.fixture
def evening() -> Evening:
    """Three tables of a board that were played: 1 v 2, 3 v 4, 5 v 6; 7 and 8 have a table of their own."""
    evening = Evening((1,), 1, contestants=tuple(map(str, range(1, 13))))
    evening.play(1, [420, 420, 50])
    return evening


def undo(evening: Evening, event) -> None:
    evening.do(Undo(event, "said wrongly"))


def reseated(where=None, **now) -> CorrectSeating:
    return CorrectSeating(where or Where(1, "4"), Where(1, **(now or {"ns": "9"})), reason="the slip says 9")


def names(evening: Evening) -> list[str]:
    return [f"{seating.ns}-{seating.ew}" for seating in evening.session.boards[1]]


def absence(evening: Evening, table=4) -> type | None:
    said = evening.at(1, table).absence
    return type(said.fact) if said else None


# What was said of who takes part


@pytest.mark.parametrize("command", [PostponePlay(AT), LeaveUnplayed(AT), PostponePlay(LESS), LeaveUnplayed(LESS)])
def test_what_was_said_of_a_table_is_taken_back_where_it_is_now(evening, command):
    (said,) = evening.do(command)
    where = Where(1, command.where.table, "7", "8")
    evening.do(reseated(where, ns="9", table="4"))
    assert {fact.seating for fact in evening.session.participation.facts.values()} == {NOW}
    assert evening.at(1, 4).absence.fact.seating == NOW
    undo(evening, said)
    assert names(evening) == ["1-2", "3-4", "5-6"]
    assert evening.session.expected == 3
    undo(evening, evening.log[-1])
    assert names(evening)[3:] == ["9-8"]
    assert type(said.event) is absence(evening)


def test_what_was_taken_back_comes_back_to_the_seats_of_the_play(evening):
    (late,) = evening.do(PostponePlay(AT))
    undo(evening, late)
    recalled = evening.log[-1]
    evening.do(RecordResult(AT, GAME))
    evening.do(reseated())
    assert "3NTN=" in evening.refuses(Undo(recalled), "has-dependants").message
    evening.do(VoidResult(Where(1, "4")))
    undo(evening, recalled)
    assert names(evening)[3:] == ["9-8"]


def test_what_was_restored_gives_way_to_what_was_said_later(evening):
    (late,) = evening.do(PostponePlay(AT))
    undo(evening, late)
    recalled = evening.log[-1]
    (unplayed,) = evening.do(LeaveUnplayed(AT))
    undo(evening, recalled)
    assert absence(evening) is BoardNotPlayed
    undo(evening, unplayed)
    assert absence(evening) is PlayPostponed
    evening.do(RecordResult(AT, GAME))


def test_a_sit_out_said_twice_holds_until_both_are_taken_back(evening):
    (first,) = evening.do(SitOut("7", (1,), None, 1))
    undo(evening, first)
    recalled = evening.log[-1]
    (again,) = evening.do(SitOut("7", (1,), None, 1))
    undo(evening, recalled)
    undo(evening, again)
    assert names(evening)[3:] == ["7-nobody"]
    undo(evening, first)
    assert len(names(evening)) == 3


def test_who_has_played_since_is_not_nobody_again(evening):
    (phantom,) = evening.do(DeclarePhantom("8"))
    (sat_out,) = evening.do(SitOut("7", (1,), "8", 1))
    undo(evening, sat_out)
    kept = evening.log[-1]
    undo(evening, phantom)
    recalled = evening.log[-1]
    assert "8 takes part" in evening.refuses(Undo(kept), "takes-part").message
    evening.do(RecordResult(AT, GAME))
    assert "8 has a score" in evening.refuses(Undo(recalled), "takes-part").message


def test_who_has_played_on_since_did_not_withdraw(evening):
    evening.do(RecordResult(Where(1, "4", "7", "8", 1), GAME))
    (withdrew,) = evening.do(WithdrawContestant("7", 1))
    undo(evening, withdrew)
    recalled = evening.log[-1]
    evening.do(reseated(round=2))
    assert "7 played in round 2" in evening.refuses(Undo(recalled), "takes-part").message


def test_a_late_play_that_was_voided_and_taken_back_is_none_when_it_is_recorded_again(evening):
    (late,) = evening.do(PostponePlay(AT))
    evening.do(RecordResult(AT, GAME))
    evening.do(VoidResult(AT))
    assert absence(evening) is PlayPostponed
    undo(evening, late)
    evening.do(RecordResult(AT, GAME))
    evening.do(VoidResult(AT))
    assert len(names(evening)) == 3


def test_a_board_that_was_not_played_has_no_result_beside_a_ruling_either(evening):
    evening.do(LeaveUnplayed(AT))
    evening.do(GiveRuling(AT, PLUS, Grounds(**blank())))
    evening.refuses(RecordResult(AT, GAME), "not-played")


def test_nobody_is_seated_who_is_not_there(evening):
    evening.do(RecordResult(Where(1, "4", "7", "8", 2), GAME))
    (phantom,) = evening.do(DeclarePhantom("12"))
    assert f"undo {phantom.number}" in evening.refuses(reseated(ns="12"), "not-there").hint
    evening.do(WithdrawContestant("8", 2))
    assert "withdrew after round 2" in evening.refuses(reseated(round=3), "not-there").message
    evening.do(reseated())


def test_who_waited_for_nobody_is_seated_anew(evening):
    evening.do(PostponePlay(AT))
    evening.do(DeclarePhantom("8"))
    evening.do(reseated())
    assert names(evening)[3:] == ["9-8"]


# Sit-outs


def test_a_sit_out_has_no_seats_to_correct(evening):
    (sat_out,) = evening.do(SitOut("7", (1,), None, 1))
    for command in (
        reseated(Where(1, None, "7"), ew="9"),
        reseated(Where(1, None, "7"), table="4"),
        CorrectSeating(Where(1, "3"), Where(1, ns="7"), exchange=True),
    ):
        refused = evening.refuses(command, "not-played")
        assert f"7 sits out board 1 (#{sat_out.number})" in refused.message
        assert f"`undo {sat_out.number}`" in refused.hint
    assert "sits out" in evening.refuses(CorrectSeating(Where(1, "3"), Where(1, ns="7")), "not-played").message
    undo(evening, sat_out)
    evening.do(reseated(Where(1, "3"), ns="7"))
    evening.do(SitOut("5", (1,), None, 1))


# Two tables that cannot be told apart


def test_a_teams_table_does_not_take_the_place_of_another():
    evening = teams()
    evening.do(RecordResult(Where(3, None, "A", "B", 1), GAME))
    evening.do(RecordResult(Where(3, None, "A", "C", 1), GAME))
    to_b = CorrectSeating(Where(3, None, "A", "C"), Where(3, ew="B"))
    assert "A v B already" in evening.refuses(to_b, "table-twice").message
    evening.do(CorrectSeating(Where(3, None, "A", "C"), Where(3, ew="B", round=2)))
    assert len(evening.session.boards[3]) == 2


# Queries


def test_what_was_asked_is_answered_and_taken_back_where_the_table_is_now(evening):
    (queried,) = evening.do(QueryResult(Where(1, "3"), "really?"))
    (corrected,) = evening.do(reseated(Where(1, "3")))
    (said,) = evening.do(ConfirmResult(Where(1, "3"), ("NS",)))
    assert f"#{said.number}" in evening.refuses(Undo(queried), "has-dependants").message
    undo(evening, corrected)
    undo(evening, said)
    evening.do(reseated(Where(1, "3")))
    (back,) = evening.do(Undo(queried))
    assert back.event == TakenBack(queried.number, "result-queried")
    assert evening.at(1, 3).queries == evening.at(1, 3).confirmations == ()
    assert "was taken back" in evening.refuses(Undo(queried), "undo-nothing").message


def test_what_was_asked_of_others_is_not_theirs_who_sit_there_now(evening):
    """The query of 5 v 6 goes with its play, although 3 is said to have met 6 since."""
    (queried,) = evening.do(QueryResult(Where(1, "3"), "really?"))
    evening.do(CorrectSeating(Where(1, "3"), Where(1, ns="3", ew="4", table="2"), exchange=True))
    (back,) = evening.do(Undo(queried))
    assert back.event == TakenBack(queried.number, "result-queried")


def test_what_was_asked_of_a_result_that_was_voided_is_not_taken_back(evening):
    (queried,) = evening.do(QueryResult(Where(1, "3"), "really?"))
    evening.do(reseated(Where(1, "3")))
    evening.do(VoidResult(Where(1, "3")))
    assert "voided" in evening.refuses(Undo(queried), "undo-nothing").message


# Rulings


def test_a_ruling_comes_back_to_a_table_that_has_said_more_since(evening):
    evening.do(GiveRuling(LESS, PLUS, Grounds(**blank())))
    (withdrawn,) = evening.do(WithdrawRuling("R-0001"))
    evening.do(RecordResult(AT, GAME))
    evening.do(reseated())
    undo(evening, withdrawn)
    assert evening.at(1, 4).cases == ("R-0001",)
    assert evening.session.rulings["R-0001"].seating == NOW
    evening.do(AmendRuling("R-0001", Assigned(GAME)))
    undo(evening, evening.log[-1])
    evening.do(WithdrawRuling("R-0001"))
    assert evening.at(1, 4).cases == ()
    assert names(evening)[3:] == ["9-8"]


def test_a_ruling_on_corrected_seats_speaks_of_who_sat_there(evening):
    evening.do(AddCall(AT, "slow", "N", "play"))
    evening.do(GiveRuling(AT, PLUS, Grounds(**blank()), call="C-0001"))
    evening.do(reseated())
    alone = AmendRuling("R-0001", Artificial(Grade("A+"), Grade("-")))
    assert "9 v 8" in evening.refuses(alone, "bad-artificial").message


# What was found of matches


def teams() -> Evening:
    """A met B in round 1, both rooms of two boards of three; C is there as well."""
    evening = Evening((1, 2, 3), 1, contestants=("A", "B", "C"), scoring="teams")
    for board in (1, 2):
        evening.do(RecordResult(Where(board, "o", "A", "B", 1), Result("+420")))
        evening.do(RecordResult(Where(board, "c", "B", "A", 1), Result("+400")))
    return evening


def against_c(board=1) -> CorrectSeating:
    return CorrectSeating(Where(board, "o"), Where(board, ew="C"), reason="the draw says C")


def test_a_table_is_not_taken_out_of_a_match_of_which_something_was_found():
    evening = teams()
    (shortened,) = evening.do(ShortenMatch(("B", "A"), (1, 2, 3), removed=(3,), fault="B", round=1))
    for command in (against_c(), CorrectSeating(Where(1, "o"), Where(1, round=2))):
        refused = evening.refuses(command, "has-dependants")
        assert f"#{shortened.number}" in refused.message
        assert f"`undo {shortened.number}`" in refused.hint
    evening.do(CorrectSeating(Where(1, "o"), Where(1), swapped=True))
    undo(evening, evening.log[-1])
    undo(evening, shortened)
    evening.do(against_c())


def test_a_table_may_come_into_a_match_of_which_something_was_found():
    """Typed right after the finding, or typed wrongly and corrected, it is one: the finding is of the match."""
    evening = teams()
    (corrected,) = evening.do(against_c(2))
    evening.do(ShortenMatch(("A", "B"), (1, 2, 3), removed=(3,), fault="B", round=1))
    undo(evening, corrected)
    (match,) = evening.scoreboard.matches.values()
    assert match.note == "shortened"
    evening.refuses(against_c(2), "has-dependants")


def test_a_table_of_a_board_the_finding_is_not_about_is_corrected():
    evening = teams()
    evening.do(VoidMatch(("A", "B"), (1, 3), fault="B", round=1))
    evening.do(against_c(2))
    evening.refuses(against_c(1), "has-dependants")


def test_seats_are_not_put_back_out_of_a_match_of_which_something_was_found_since():
    evening = teams()
    for board in (1, 2):
        (corrected,) = evening.do(against_c(board))
    evening.do(VoidMatch(("A", "C"), (1, 2), fault="C", round=1))
    assert "A v C" in evening.refuses(Undo(corrected), "has-dependants").message


def test_who_is_said_to_have_met_the_wrong_opponent_met_it():
    evening = Evening((1, 2), 1, "ebu-swiss-pairs", ("1", "2", "3", "4", "5"))
    evening.do(RecordResult(Where(1, "1", "1", "2", 1), Result("+420")))
    evening.do(RecordResult(Where(2, "1", "1", "3", 2), Result("+420")))
    (found,) = evening.do(FindMismatch(contestant="1", opponent="3", round=2, correct=("4",), at_fault=False))
    refused = evening.refuses(CorrectSeating(Where(2, "1"), Where(2, ew="5")), "has-dependants")
    assert f"#{found.number}" in refused.message
    evening.do(CorrectSeating(Where(2, "1"), Where(2, table="7")))


def test_a_finding_that_was_taken_back_is_found_again():
    evening = teams()
    before = standings(evening.scoreboard)
    (found,) = evening.do(ShortenMatch(("A", "B"), (1, 2, 3), removed=(3,), fault="B", round=1))
    after = standings(evening.scoreboard)
    (withdrawn,) = evening.do(Undo(found))
    (restored,) = evening.do(Undo(withdrawn, "right after all"))
    assert withdrawn.event == TakenBack(found.number, "match-shortened")
    assert restored.event == TakenBack(found.number, "match-shortened", again=True, reason="right after all")
    assert standings(evening.scoreboard) == after
    assert "is in force again" in evening.refuses(Undo(withdrawn), "undo-nothing").message
    undo(evening, restored)
    assert standings(evening.scoreboard) == before
    assert "already" in evening.refuses(Undo(restored), "undo-nothing").message


def test_a_finding_gives_way_to_what_was_found_since():
    evening = teams()
    (found,) = evening.do(ShortenMatch(("A", "B"), (1, 2, 3), removed=(3,), fault="B", round=1))
    (withdrawn,) = evening.do(Undo(found))
    (anew,) = evening.do(VoidMatch(("B", "A"), (1, 2, 3), fault="A", round=1))
    assert f"#{anew.number}" in evening.refuses(Undo(withdrawn), "found-already").message
    undo(evening, anew)
    undo(evening, withdrawn)


def test_a_mismatch_comes_back_only_while_the_two_have_met():
    evening = Evening((1, 2), 1, "ebu-swiss-pairs", ("1", "2", "3", "4", "5"))
    evening.do(RecordResult(Where(1, "1", "1", "2", 1), Result("+420")))
    evening.do(RecordResult(Where(2, "1", "1", "3", 2), Result("+420")))
    (found,) = evening.do(FindMismatch(contestant="1", opponent="3", round=2, correct=("4",), at_fault=False))
    (withdrawn,) = evening.do(Undo(found))
    evening.do(CorrectSeating(Where(2, "1"), Where(2, ew="5")))
    assert "did not meet 3" in evening.refuses(Undo(withdrawn), "no-such-match").message


def test_who_is_nobody_may_be_named_at_a_board_that_was_not_played_but_not_at_a_result(evening):
    """A board that was not played is nobody's result."""
    evening.do(DeclarePhantom("9"))
    for table, command in (("4", LeaveUnplayed), ("5", None)):
        where = Where(1, table, *(("7", "8") if command else ("10", "11")), 2)
        evening.do(command(where) if command else RecordResult(where, GAME))
    evening.refuses(reseated(Where(1, "5"), ns="9"), "not-there")
    evening.do(reseated(Where(1, "4"), ns="9"))
    assert "9-8" in names(evening)
