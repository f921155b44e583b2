"""Corrected seatings: results, rulings and appeals of the play move with it."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.bridge import Result, Side
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Assigned, Grade, Stands
from ledger.laws.profile_loader import load_profile
from ledger.movements.plan import PlannedTable
from ledger.projections.artificial import boards_seated_same_way
from ledger.projections.ripple import explain, ripple, stakes
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings, total_derivation
from ledger.scoring.line import Seating
from ledger.subjects.appeals.facts import LodgeAppeal
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.play.facts import (
    AddBoards,
    BoardsAdded,
    BoardsRemoved,
    CorrectResult,
    FoulBoard,
    OpenSession,
    RecordResult,
    VoidResult,
)
from ledger.subjects.publications.facts import PublishScores
from ledger.subjects.reopening import BoardReopened, Reopening
from ledger.subjects.rulings.facts import AmendRuling, GiveRuling, Grounds, Undo, WithdrawRuling
from ledger.subjects.seating.facts import CorrectSeating, Reseated, SeatingCorrected
from ledger.subjects.sheets import ImportSheet, SheetLine
from tests.core.evenings_by_plan import PlannedEvening, mitchell
from tests.core.spec import Evening

MADE, DOWN, GAME, EVEN = Result("4SN="), Result("4SN-1"), Result("3NTN="), Result("PASS")
SIXTY = Artificial(Grade("60"), Grade("60"))
LISTED = tuple(str(number) for number in range(1, 13))


def pairs(boards=(1,), results=(MADE, DOWN, GAME), **more) -> Evening:
    """Pair 1 v 2 at table 1, 3 v 4 at table 2, … of every board."""
    evening = Evening(boards, winners=1, contestants=LISTED, **more)
    for board in boards:
        evening.play(board, [str(result) for result in results])
    return evening


def teams(*boards: int) -> Evening:
    return Evening(boards or (1,), winners=1, contestants=("H", "A", "Z"), scoring="teams")


def at(table, board=1, **said) -> Where:
    return Where(board, str(table), **said)


def seats(said, /, board=1, swapped=False, exchange=False, reason="", reopening=None, **now) -> CorrectSeating:
    """Return the command that corrects a table's recorded seats to the right ones."""
    really = Where(board, **now)
    return CorrectSeating(at(said, board), really, swapped, exchange, reason, reopening=reopening)


def shown(evening: Evening) -> object:
    """Return every contestant's total and place, and every match."""
    scoreboard = evening.scoreboard
    fields = standings(scoreboard)
    ranked = [[(row.contestant, row.exact, row.rank, row.boards) for row in field.rows] for field in fields]
    played = scoreboard.matches.values() if scoreboard.teams else []
    found = [(each.round, {*each.teams}, each.boards, {t: s.value for t, s in each.scores.items()}) for each in played]
    return ranked, found


def seated(evening: Evening, board=1) -> dict[str | None, tuple[str, str]]:
    return {played.table: played.seating.pair for played in evening.session.boards[board].values()}


# What is corrected, and what goes with it


def test_another_contestant_sat_there():
    evening, right = pairs(), Evening(winners=1, contestants=LISTED)
    (corrected,) = evening.do(seats(3, ns="9", reason="the slip"))
    moved = Reseated(Seating("5", "6", None, "3"), Seating("9", "6", None, "3"))
    assert corrected.event == SeatingCorrected(1, (moved,), "the slip")
    assert corrected.because == (5,)
    for table, (ns, ew), result in ((1, "12", MADE), (2, "34", DOWN), (3, "96", GAME)):
        right.do(RecordResult(Where(1, str(table), ns, ew), result))
    assert shown(evening) == shown(right)


def test_everything_on_the_tables_play_goes_with_it():
    evening = pairs()
    evening.do(AddCall(at(3), "slow", "N", "auction"))
    evening.do(FoulBoard(1, "B", ("3",)))
    evening.do(GiveRuling(at(3), Stands(), Grounds(), call="C-0001"))
    evening.do(WithdrawRuling("R-0001"))
    evening.do(GiveRuling(at(3), Assigned(DOWN), Grounds(offender="NS"), call="C-0001"))
    evening.do(LodgeAppeal("R-0002", "NS", "too much", ("N", "S")))
    corrected = evening.do(seats(3, ns="9", table="7"))[-1]
    now = Seating("9", "6", None, "7")
    session = evening.session
    played = session.boards[1][now]
    assert (played.cases, played.version, played.result) == (("R-0002",), "B", GAME)
    assert {ruling.seating for ruling in session.rulings.values()} == {now}
    assert (session.calls["C-0001"].called.ns, session.calls["C-0001"].called.table) == ("9", "7")
    assert stakes(session, session.rulings["R-0002"]).now.score(played, Side.NS).counts
    evening.do(CorrectResult(at(7), EVEN))
    evening.do(AmendRuling("R-0002", Assigned(MADE), cause="director-error"))
    evening.do(Undo(evening.log[-1]))
    evening.do(Undo(corrected, "wrong"))
    assert seated(evening)["3"] == ("5", "6")
    assert evening.at(1, 3).result == EVEN
    assert evening.session.calls["C-0001"].called.table == "3"


def test_a_ruling_withdrawn_from_corrected_seats_comes_back_to_them():
    evening = pairs(results=(MADE, DOWN))
    evening.do(GiveRuling(Where(1, "3", "5", "6"), SIXTY, Grounds()))
    evening.do(seats(3, ns="9", table="7"))
    (withdrawn,) = evening.do(WithdrawRuling("R-0001"))
    assert "7" not in seated(evening)
    evening.do(Undo(withdrawn))
    assert seated(evening)["7"] == ("9", "6")


def test_a_fouled_table_is_taken_back_where_it_is_now():
    evening = pairs()
    (fouled,) = evening.do(FoulBoard(1, "B", ("2", "3")))
    evening.do(seats(3, ns="9"))
    evening.do(Undo(fouled))
    assert {played.version for played in evening.session.table_boards()} == {""}


def test_a_call_to_corrected_seats_can_be_ruled_on():
    evening = pairs()
    evening.do(AddCall(at(3), "slow", "N", "auction"))
    evening.do(seats(3, ns="9"))
    assert evening.do(GiveRuling(at(3), Assigned(DOWN), Grounds(), call="C-0001"))


def test_contestants_taken_for_one_another_change_places():
    evening = pairs()
    assert "--exchange" in evening.refuses(seats(3, ew="4"), "played-already").hint
    (corrected,) = evening.do(seats(3, ew="4", exchange=True))
    assert seated(evening) == {"1": ("1", "2"), "2": ("3", "6"), "3": ("5", "4")}
    evening.do(seats(3, ns="3", ew="6", exchange=True))
    assert seated(evening) == {"1": ("1", "2"), "2": ("5", "4"), "3": ("3", "6")}
    evening.do(seats(3, table="2", exchange=True))
    assert seated(evening) == {"1": ("1", "2"), "3": ("5", "4"), "2": ("3", "6")}
    assert f"#{corrected.number + 2}" in evening.refuses(Undo(corrected), "has-dependants").message


def test_what_cannot_be_is_refused_with_the_seats_named():
    evening = pairs()
    for command, code, named in (
        (seats(3, ns="1"), "played-already", "1 has a score on board 1 already, against 2"),
        (seats(3, ns="6"), "pair-against-itself", "6 cannot play"),
        (seats(3, ns="77"), "no-such-contestant", "77 is not entered"),
        (seats(3, ns="5"), "nothing-to-change", "5 v 6"),
        (seats(3, table="1"), "table-twice", "1 v 2"),
        (seats(9, ns="7"), "no-such-table", "table 9"),
        (seats(3, ns="7", exchange=True), "no-such-table", "7 has no other line on board 1"),
        (seats(3, ns="1", ew="4", switched=True), "wrong-field", "no direction"),
    ):
        assert named in evening.refuses(command, code).message
    evening.refuses(seats(3, board=7, ns="1"), "no-such-board")
    assert "two rooms" in teams_met().refuses(seats("open", ns="Z", exchange=True), "bad-table").message


def test_one_contestant_is_exchanged_with_one_other():
    evening = pairs()
    refused = evening.refuses(seats(3, ns="6", ew="4", exchange=True), "played-already")
    assert "would sit at two tables" in refused.message


def teams_met() -> Evening:
    evening = teams(1, 2)
    evening.do(RecordResult(Where(1, "open", "H", "A", 1), MADE))
    evening.do(RecordResult(Where(1, "closed", "A", "H", 1), DOWN))
    return evening


def test_it_has_the_period_of_scoring_errors_and_its_own_reopening():
    evening = pairs()
    evening.do(PublishScores())
    evening.refuses(seats(3, ns="9"), "correction-late", at=100)
    late = Reopening("scoring-error", "the organiser", beyond_doubt=True)
    reopening, corrected = evening.do(seats(3, ns="9", reopening=late), at=100)
    assert isinstance(reopening.event, BoardReopened)
    assert reopening.event.at == Seating("5", "6", None, "3")
    assert reopening.number in corrected.because


def test_no_correction_happened_before_the_session_was_opened():
    evening = pairs()
    for command in (CorrectResult(at(3), EVEN), VoidResult(at(3)), seats(3, ns="9")):
        assert "opened" in evening.refuses(command, "out-of-order", at=-1).message


def test_nothing_is_said_to_be_of_before_the_session_was_opened():
    evening = Evening()
    added = RecordResult(evening.where(1, 1), Result("4SN="))
    evening.refuses(added, "out-of-order", at=-1)
    evening.do(added)
    for command in (CorrectResult(Where(1, "1"), Result("4SN+1")), seats(1, board=1, ns="9NS")):
        assert "was opened" in evening.refuses(command, "out-of-order", at=-1).message
        evening.do(command)


def test_a_contestant_who_only_changed_seats_has_one_change():
    evening = pairs()
    before = evening.scoreboard
    evening.do(seats(3, ns="9"))
    assert {change.contestant for change in ripple(before, evening.scoreboard).changes} == {"5", "9"}
    before = evening.scoreboard
    evening.do(seats(3, ew="4", exchange=True))
    moved = ripple(before, evening.scoreboard).changes
    assert {change.contestant: (change.before, change.after) for change in moved} == {"4": (4, 2), "6": (2, 4)}


def test_an_explanation_goes_back_before_the_seats_were_corrected():
    evening = pairs()
    evening.do(GiveRuling(at(3), Assigned(DOWN), Grounds()))
    evening.do(seats(3, ew="4", exchange=True))
    why = explain(evening.log, "evening", evening.at(1, 3), Side.NS)
    assert [(each.envelope.number, each.before, each.after) for each in why.milestones[-2:]] == [(6, 2, 1), (7, 1, 1)]


# Two fields, and a table that was arrow-switched


def two_fields() -> Evening:
    evening = Evening(contestants=tuple(f"{number}{side}" for side in ("NS", "EW") for number in range(1, 5)))
    evening.play(1, [420, 170])
    return evening


def test_an_arrow_switched_table_is_said_to_be_one():
    evening = two_fields()
    turned = Where(1, "3", "3EW", "3NS")
    assert "--switched" in evening.refuses(RecordResult(turned, GAME), "wrong-field").hint
    refusal = evening.refuses(RecordResult(Where(1, "3", "3NS", "3EW", switched=True), GAME), "wrong-field")
    assert "--switched" in refusal.hint
    evening.do(RecordResult(Where(1, "3", "3", "3", switched=True), GAME))
    assert seated(evening)["3"] == ("3EW", "3NS")


def test_in_one_field_nobody_sits_the_other_way_whatever_the_names_end_in():
    evening = Evening(winners=1, contestants=("VIEW", "LENS"), scoring="teams")
    refused = evening.refuses(RecordResult(Where(1, "1", "VIEW", "LENS", switched=True), GAME), "wrong-field")
    assert refused.message == "contestants have no direction in one field"


def test_who_sat_the_other_way_is_compared_with_those_who_held_the_same_cards():
    """+420, +170 and +400 North–South: 3EW, who sat there, has 2 of 4; it is ranked East–West, with 50%."""
    evening = two_fields()
    evening.do(RecordResult(Where(1, "3", "3EW", "3NS", switched=True), Result("+400")))
    assert [evening.score(1, table) for table in (1, 2, 3)] == [4, 0, 2]
    by_side = {
        each.direction: {row.contestant: row.percent for row in each.rows} for each in standings(evening.scoreboard)
    }
    assert by_side[Side.EW] == {"2EW": 100, "3EW": 50, "1EW": 0}
    assert by_side[Side.NS] == {"1NS": 100, "3NS": 50, "2NS": 0}
    assert total_derivation(evening.scoreboard, "3EW").value == 2
    (corrected,) = evening.do(seats(3, swapped=True))
    assert seated(evening)["3"] == ("3NS", "3EW")
    evening.do(Undo(corrected))
    assert seated(evening)["3"] == ("3EW", "3NS")
    evening.do(seats(3, ns="4"))  # a table that was switched stays so
    assert seated(evening)["3"] == ("4EW", "3NS")


def test_in_one_field_any_pair_sits_any_way():
    evening = pairs((1, 2))
    evening.do(seats(3, board=2, swapped=True))
    assert seated(evening, 2)["3"] == ("6", "5")
    assert {row.contestant: row.boards for row in standings(evening.scoreboard)[0].rows} == dict.fromkeys("123456", 2)
    assert next(row.exact for row in standings(evening.scoreboard)[0].rows if row.contestant == "5") == 2 + 2


# Teams: rooms and rounds


def test_both_rooms_the_same_way_round_are_ruled_on_once_or_put_right():
    evening = teams()
    evening.do(RecordResult(Where(1, "open", "H", "A", 1), MADE))
    evening.do(RecordResult(Where(1, "closed", "H", "A", 1), DOWN))
    assert [played.board for played in boards_seated_same_way(evening.session)] == [1]
    assert shown(evening)[0] == [[]]
    (ruled,) = evening.do(GiveRuling(at("closed"), Artificial(Grade("A+"), Grade("A-")), Grounds("EW", ("86B2",))))
    assert ruled.event.advice == ()
    assert [(match.boards, match.scores["H"].value) for match in evening.scoreboard.matches.values()] == [(1, 3)]
    scores = {each.table: evening.scoreboard.score(each, Side.NS).value for each in evening.session.table_boards()}
    assert scores == {"open": 3, "closed": 3}, "the board has one score, whichever room is asked"
    assert {row.contestant: row.boards for row in standings(evening.scoreboard)[0].rows} == {"H": 1, "A": 1}
    again = GiveRuling(at("open"), Artificial(Grade("A-"), Grade("A+")), Grounds(laws=("86B2",)))
    evening.refuses(again, "already-ruled")
    evening.do(WithdrawRuling("R-0001"))
    evening.do(seats("closed", swapped=True))
    assert boards_seated_same_way(evening.session) == []
    assert [(match.boards, match.scores["H"].value) for match in evening.scoreboard.matches.values()] == [(1, 10)]


def test_a_round_is_asked_for_where_several_fit():
    evening = teams_met()
    evening.do(RecordResult(Where(2, "open", "H", "A", 3), MADE))
    refused = evening.refuses(RecordResult(Where(2, "closed", "A", "H"), DOWN), "which-round")
    assert "rounds 1, 3" in refused.message


def test_a_round_nobody_said_is_asked_for_before_there_is_another():
    evening = teams(1, 2)
    evening.do(RecordResult(Where(1, "open", "H", "A"), MADE))
    refused = evening.refuses(RecordResult(Where(1, "open", "H", "A", 2), MADE), "result-exists")
    assert "--now-round" in refused.hint
    again = evening.refuses(RecordResult(Where(1, "2open", "H", "A", 2), MADE), "which-round")
    assert "result correct 1/open --ns H --ew A --now-round" in again.hint
    evening.do(RecordResult(Where(2, "open", "H", "A", 2), MADE))
    evening.refuses(RecordResult(Where(2, "closed", "A", "H", 3), MADE), "which-round")
    (said,) = evening.do(seats("open", round=1))
    evening.do(RecordResult(Where(1, "2open", "H", "A", 2), MADE))
    assert "round 2" in evening.refuses(Undo(said), "which-round").message


def test_two_corrections_are_taken_back_one_after_the_other():
    evening = teams(1)
    evening.do(RecordResult(Where(1, "open", "H", "A"), MADE))
    (first,) = evening.do(seats("open", round=2))
    (second,) = evening.do(seats("open", table="7"))
    assert f"#{second.number} corrected the seats since" in evening.refuses(Undo(first), "has-dependants").message
    evening.do(Undo(second))
    evening.do(Undo(first))
    (played,) = evening.session.table_boards()
    assert played.seating == Seating("H", "A", None, "open")


# Boards


def test_boards_are_added_at_the_desk_and_taken_out_again():
    evening = pairs()
    (added,) = evening.do(AddBoards((25, 26, 1)))
    assert added.event == BoardsAdded((25, 26))
    evening.refuses(AddBoards((25,)), "nothing-to-change")
    evening.refuses(AddBoards((10_000,)), "no-such-board")
    (removed,) = evening.do(Undo(added))
    assert removed.event == BoardsRemoved((25, 26))
    assert list(evening.session.boards) == [1]
    evening.refuses(Undo(added), "undo-nothing")
    evening.do(Undo(removed))
    evening.refuses(Undo(removed), "undo-nothing")
    assert list(evening.session.boards) == [1, 25, 26]


@pytest.mark.parametrize("what", ["result", "voided", "ruling", "call"])
def test_a_board_somebody_recorded_anything_on_stays(what):
    evening = pairs()
    (added,) = evening.do(AddBoards((25,)))
    where = Where(25, "1", "1", "2")
    if what == "ruling":
        evening.do(GiveRuling(where, SIXTY, Grounds()))
        evening.do(WithdrawRuling("R-0001"))
    elif what == "call":
        evening.do(AddCall(where, "slow", "N", "auction"))
    else:
        evening.do(RecordResult(where, MADE))
        evening.do(VoidResult(where)) if what == "voided" else None
    evening.refuses(Undo(added), "has-dependants")
    assert 25 in evening.session.boards


# Result files


def sheet(*lines: tuple[str, str, str, str], **more) -> ImportSheet:
    opening = OpenSession("e", None, (1,), 1, load_profile("default"))
    found = [SheetLine(f"line {n}", Where(1, t, ns, ew), Result(said)) for n, (t, ns, ew, said) in enumerate(lines, 1)]
    return ImportSheet(opening, tuple(found), **more)


THREE = (("1", "1", "2", "4SN="), ("2", "3", "4", "4SN-1"), ("3", "5", "6", "3NTN="))


def imported(*lines) -> Evening:
    evening = Evening.__new__(Evening)
    evening.log = []
    evening.do(sheet(*lines))
    return evening


def test_a_file_imported_again_leaves_seats_that_were_corrected():
    evening = imported(*THREE)
    evening.do(seats(3, ns="9"))
    response = evening.decide(sheet(*THREE))
    assert response.uncommitted == ()
    assert [note.why for note in response.notes] == ["board 1, 5 v 6: corrected here to 9 v 6 since #7, and stays so"]
    (corrected,) = evening.do(sheet(*THREE[:2], ("3", "5", "6", "3NTN+1")))
    assert corrected.event.seating == Seating("9", "6", None, "3")
    assert evening.decide(sheet(*THREE[:2], ("3", "9", "6", "3NTN+1"))).notes == ()
    evening.do(VoidResult(at(3)))
    assert evening.decide(sheet(*THREE[:2], ("3", "5", "6", "3NTN+1"))).uncommitted == ()


@pytest.mark.parametrize("exchanged", [{"ns": "3"}, {"ew": "4"}, {"ns": "3", "ew": "4"}])
def test_a_file_is_told_apart_from_one_corrected_likewise(exchanged):
    """The file as it was, and with an equal correction: neither undoes the exchange."""
    evening = imported(*THREE)
    evening.do(seats(3, **exchanged, exchange=True))
    after = shown(evening)
    now = seated(evening)
    for lines in (THREE, [(table, *now[table], said) for table, _, _, said in THREE]):
        assert evening.decide(sheet(*lines)).uncommitted == ()
    assert shown(evening) == after


def test_a_file_says_that_a_table_was_arrow_switched():
    opening = OpenSession("e", None, (1,), 2, load_profile("default"))
    lines = [SheetLine("line 1", Where(1, "1", "1EW", "1NS"), MADE)]
    evening = Evening.__new__(Evening)
    evening.log = []
    evening.do(ImportSheet(opening, tuple(lines)))
    assert seated(evening) == {"1": ("1EW", "1NS")}
    half = SheetLine("line 2", Where(1, "2", "2NS", "3NS"), MADE)
    evening.refuses(ImportSheet(opening, (*lines, half)), "bad-lines")


def test_a_file_that_leaves_the_round_open_where_teams_meet_again_is_refused():
    opening = OpenSession("e", None, (1, 2), 1, load_profile("default"), ("H", "A"), "teams")
    said = [(1, "open", 1), (2, "open", 2), (2, "closed", None)]
    lines = [SheetLine(f"line {t}{b}", Where(b, t, *("HA" if t == "open" else "AH"), r), MADE) for b, t, r in said]
    for order in (lines, lines[::-1]):
        refused = teams(1, 2).refuses(ImportSheet(opening, tuple(order)), "bad-lines")
        assert "rounds 1, 2" in refused.message


def test_the_segments_of_a_knockout_are_one_match_in_a_file_too():
    """A board without a named segment belongs to the match as well."""
    opening = OpenSession("e", None, (1, 2, 3), 1, load_profile("default"), ("H", "A"), "knockout")
    said = [(1, "open", 1), (2, "open", 2), (3, "open", None)]
    lines = [SheetLine(f"line {b}", Where(b, t, "H", "A", r), MADE) for b, t, r in said]
    for order in (lines, lines[::-1]):
        evening = Evening.__new__(Evening)
        evening.log = []
        evening.do(ImportSheet(opening, tuple(order)))
        assert len(list(evening.session.table_boards())) == 3


# Typing wrong seats and correcting them is typing them right at once


def evening_of(form: str) -> Evening:
    if form in ("teams", "board-a-match", "knockout"):
        return Evening((1, 2), winners=1, contestants=("H", "A", "Z"), scoring=form)
    return Evening((1, 2), winners=1, contestants=LISTED, scoring=form)


def right_lines(form: str) -> list[Where]:
    if form in ("teams", "board-a-match", "knockout"):
        return [
            Where(b, t, *("HA" if t == "open" else "AH"), r) for b in (1, 2) for r in (1, 2) for t in ("open", "closed")
        ]
    return [Where(b, str(t), str(2 * t - 1), str(2 * t)) for b in (1, 2) for t in (1, 2, 3)]


@settings(max_examples=60, deadline=None)
@given(
    data=st.data(), form=st.sampled_from(["matchpoints", "butler", "cross-imps", "teams", "board-a-match", "knockout"])
)
def test_typed_wrong_and_corrected_is_typed_right(data, form):
    """A wrong line corrected later scores as one typed right: with rulings between, in any order, in every form."""
    lines = right_lines(form)
    at_ = data.draw(st.integers(0, len(lines) - 1))
    wrong, said = wrongly(data, form, lines[at_])
    results = [data.draw(st.sampled_from([MADE, DOWN, GAME, EVEN])) for _ in lines]
    ruled = data.draw(st.booleans())
    order = data.draw(st.permutations(range(len(lines))))
    typed, corrected = evening_of(form), evening_of(form)
    for each in order:
        typed.do(RecordResult(lines[each], results[each]))
    for each in range(len(lines)):
        corrected.do(RecordResult(wrong if each == at_ else lines[each], results[each]))
        if each == at_ and ruled:
            corrected.do(GiveRuling(wrong, Assigned(DOWN), Grounds()))
    if ruled:
        typed.do(GiveRuling(lines[at_], Assigned(DOWN), Grounds()))
    before = shown(corrected)
    (event,) = corrected.do(CorrectSeating(wrong, Where(wrong.board, **said)))
    assert shown(corrected) == shown(typed)
    corrected.do(Undo(event))
    assert shown(corrected) == before


def wrongly(data, form: str, right: Where) -> tuple[Where, dict[str, object]]:
    """Return a wrongly typed line, and the command that corrects it."""
    teams_ = form in ("teams", "board-a-match", "knockout")
    what = data.draw(st.sampled_from(["ns", "ew", "round"] if teams_ else ["ns", "ew", "table"]))
    free = {"ns": "Z" if teams_ else "11", "ew": "Z" if teams_ else "12", "round": 3, "table": "9"}[what]
    wrong = {"table": right.table, "ns": right.ns, "ew": right.ew, "round": right.round, what: free}
    return Where(right.board, **wrong), {what: getattr(right, what)}


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_segments_typed_in_any_order_score_the_same(data):
    """Three segments with equal boards, their rounds typed in any order."""
    rooms = [(r, b, t) for r in (1, 2, 3) for b in (1, 2) for t in ("open", "closed")]
    results = {room: data.draw(st.sampled_from([MADE, DOWN, GAME, EVEN])) for room in rooms}
    found = []
    for order in (rooms, rooms[::-1], data.draw(st.permutations(rooms))):
        evening = Evening((1, 2), winners=1, contestants=("H", "A"), scoring="knockout")
        for round_, board, table in order:
            seats_ = ("H", "A") if table == "open" else ("A", "H")
            evening.do(RecordResult(Where(board, table, *seats_, round_), results[round_, board, table]))
        found.append(shown(evening))
    assert found[0] == found[1] == found[2]


def test_a_scoreboard_goes_on_over_corrected_seats():
    evening = pairs((1, 2))
    warm = Scoreboard(evening.session).completed()
    assert standings(warm)
    evening.do(seats(3, ns="9"))
    later, anew = Scoreboard(evening.session, warm).completed(), Scoreboard(evening.session)
    assert standings(later) == standings(anew)
    assert Fraction(later.tally.sums.boards["5"]) == 1


# A result typed with its pairs, in a session with a movement: its round, and whom a refusal names


OF_THREE = mitchell(3)


@pytest.mark.parametrize(
    ("where", "round_"),
    [
        (Where(5, "3", "3", "6"), 1),
        (Where(1, "3", "3", "5"), 2),
        (Where(5, "3", "6", "3"), 1),  # turned round at the table
        (Where(5, None, "3", "6"), 1),
        (Where(5, "3", "3", "6", 2), 2),  # what is typed is recorded
        (Where(5, "9", "3", "6"), 1),  # they are to meet, at another table
        (Where(1, "3", "3", "6"), 2),  # they are not to meet on it: the table has it in that round
    ],
)
def test_a_result_typed_with_its_pairs_keeps_its_round(where, round_):
    evening = PlannedEvening(OF_THREE)
    evening.do(RecordResult(where, MADE))
    [played] = evening.session.boards[where.board].values()
    assert (played.seating.pair, played.seating.table, played.round) == ((where.ns, where.ew), where.table, round_)


def test_in_a_movement_that_shares_boards_the_pairs_say_the_round():
    sharing = [PlannedTable(1, "1", "1", "2", (1, 2)), PlannedTable(2, "1", "3", "4", (1, 2))]
    evening = PlannedEvening(sharing)
    evening.do(RecordResult(Where(1, "1", "3", "4"), MADE))
    assert [played.round for played in evening.session.boards[1].values()] == [2]


def test_a_wrong_number_is_told_with_whom_the_movement_has_there():
    evening = PlannedEvening(OF_THREE, contestants=tuple("123456"))
    evening.do(RecordResult(Where(5, "3"), MADE))
    planned = "planned: round 2, table 1: 1 v 6, boards 3–4"
    taken = evening.refuses(RecordResult(Where(3, "1", "1", "7"), MADE), "no-such-contestant")
    assert planned in taken.message
    assert taken.hint.startswith("is it 1 v 6, as planned? ")
    evening.do(RecordResult(Where(3, "3", "3", "4"), MADE))
    taken = evening.refuses(RecordResult(Where(3, "1", "1", "4"), MADE), "played-already")
    assert planned in taken.message
    assert taken.hint.startswith("is it 1 v 6, as planned? ")
    assert planned in evening.refuses(RecordResult(Where(3, "1", "1", "1"), MADE), "pair-against-itself").message


def test_a_refusal_of_what_is_planned_names_nothing_else():
    evening = PlannedEvening(OF_THREE)
    evening.do(RecordResult(Where(5, "2", "3", "1"), MADE))
    assert "planned" not in evening.refuses(RecordResult(Where(5, "3"), MADE), "played-already").message
