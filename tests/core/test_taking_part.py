"""Participation: recorded, refused and undone, with its effect on every score."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ledger.bridge import Result, Side
from ledger.errors import Refusal
from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Artificial, Awarded, Grade
from ledger.laws.profile_loader import load_profile
from ledger.movements.plan import PlannedTable
from ledger.projections import scored_session
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import ranks, standings
from ledger.scoring.line import Seating
from ledger.subjects.calls.facts import AddCall
from ledger.subjects.evolving import evolve
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.participation.facts import (
    DeclarePhantom,
    DisqualifyContestant,
    LeaveUnplayed,
    PostponePlay,
    SeatSubstitute,
    SitOut,
    WithdrawContestant,
    WithholdStanding,
)
from ledger.subjects.participation.state import postponed_boards
from ledger.subjects.people.facts import Player
from ledger.subjects.play.facts import (
    CloseSession,
    ContestantsRemoved,
    EnterContestants,
    OpenSession,
    RecordResult,
    RemoveContestants,
    VoidResult,
)
from ledger.subjects.rulings.facts import GiveRuling, Grounds, ImposePenalty, Undo, WithdrawRuling
from ledger.subjects.seating.facts import CorrectSeating
from ledger.subjects.sheets import ImportSheet, SheetLine
from tests.core.spec import Evening, blank
from tests.golden.boards import amended
from tests.trust_checks import sound

PAIRS = tuple(str(each) for each in range(1, 7))
ROUNDS = (  # six pairs meet each other once: who sits North–South, and East–West
    (("1", "6"), ("2", "5"), ("3", "4")),
    (("2", "6"), ("3", "1"), ("4", "5")),
    (("3", "6"), ("4", "2"), ("5", "1")),
    (("4", "6"), ("5", "3"), ("1", "2")),
    (("5", "6"), ("1", "4"), ("2", "3")),
)
tens = st.integers(-80, 80).map(lambda tens: f"{tens * 10:+d}")
scores = st.lists(tens, min_size=15, max_size=15)
forms = st.sampled_from(["matchpoints", "cross-imps", "butler"])


def results(scores, without=(), scoring="matchpoints", rounds=5):
    """Return results of six pairs, a board a round; tables without a result are left out."""
    for at, tables in enumerate(ROUNDS[:rounds], start=1):
        for table, (ns, ew) in enumerate(tables, start=1):
            if not {ns, ew} & set(without):
                yield RecordResult(Where(at, str(table), ns, ew, at), Result(scores[3 * at - 4 + table]))


def evening_of(commands, scoring="matchpoints", boards=5, contestants=PAIRS) -> Evening:
    evening = Evening(boards=range(1, boards + 1), winners=1, contestants=contestants, scoring=scoring)
    for command in commands:
        evening.do(command)
    return evening


def everything(evening: Evening, without=()) -> object:
    """Return the scores of all further contestants: boards, totals, percentages, places."""
    scoreboard = evening.scoreboard
    boards = {
        (played.board, played.seating, side): scoreboard.score(played, side).value
        for played in evening.session.table_boards()
        for side in Side
        if not set(played.seating.everyone) & set(without)
    }
    rows = [
        (row.contestant, row.exact, row.total, row.percent, row.boards, row.rank)
        for field in standings(scoreboard)
        for row in field.rows
        if row.contestant not in without and row.boards
    ]
    return boards, rows


# As if he had never played


@settings(max_examples=40, deadline=None)
@given(scores, forms, st.sampled_from(PAIRS))
def test_who_withdraws_before_half_never_played(given_, form, gone):
    """The session without him, scored by itself, is the session he withdrew from."""
    later = [each for each in results(given_) if each.where.round > 2 and gone not in (each.where.ns, each.where.ew)]
    first = list(results(given_, rounds=2))
    withdrawn = evening_of([*first, WithdrawContestant(gone, 2), *later], form)
    never = evening_of(results(given_, {gone}), form)
    assert everything(withdrawn, {gone}) == everything(never)
    assert gone not in ranks(withdrawn.scoreboard)
    assert sound(withdrawn.session)


TEAMS = ("A", "B", "C", "D")
ROBIN = ((("A", "B"), ("C", "D")), (("A", "C"), ("B", "D")), (("A", "D"), ("B", "C")))


def matches_of(scores, without=()):
    """A round robin of four teams, two boards a match."""
    for at, (round_, board, pair) in enumerate(
        (round_, board, pair) for round_, pairs in enumerate(ROBIN, 1) for pair in pairs for board in (1, 2)
    ):
        if not set(pair) & set(without):
            ns, ew = pair
            yield RecordResult(Where(board, f"{ns}o", ns, ew, round_), Result(scores[at]))
            yield RecordResult(Where(board, f"{ns}c", ew, ns, round_), Result("+50"))


@settings(max_examples=25, deadline=None)
@given(scores, st.sampled_from(["teams", "board-a-match"]), st.sampled_from(TEAMS), st.booleans())
def test_a_team_that_withdraws_before_half_never_played(given_, form, gone, fined):
    fine = [ImposePenalty("A", Fraction(1), "points" if form == "board-a-match" else "VP")] if fined else []
    own = [each for each in matches_of(given_) if each.where.round == 1 or gone not in (each.where.ns, each.where.ew)]
    withdrawn = evening_of([*own, *fine, WithdrawContestant(gone, 1)], form, 2, TEAMS)
    never = evening_of([*matches_of(given_, {gone}), *fine], form, 2, TEAMS)
    assert everything(withdrawn, {gone}) == everything(never, {gone})
    assert sound(withdrawn.session)


@settings(max_examples=40, deadline=None)
@given(scores, forms, st.data())
def test_the_order_of_typing_changes_no_score(given_, form, data):
    """Withdrawals, standing and boards not played among the results, in whatever order they are typed."""
    said = [
        WithdrawContestant("6", 3),
        WithholdStanding("2"),
        LeaveUnplayed(Where(4, "9", "3", "5", 4), "EW"),
        PostponePlay(Where(5, "8", "1", "4", 5)),
    ]
    skipped = {(4, "5", "3"), (5, "1", "4")}
    told = [
        each
        for each in results(given_)
        if not (each.where.round > 3 and "6" in (each.where.ns, each.where.ew))
        and (each.where.board, each.where.ns, each.where.ew) not in skipped
    ]
    one, other = (evening_of(told + said, form), Evening(range(1, 6), 1, contestants=PAIRS, scoring=form))
    for command in [told[0], *data.draw(st.permutations([*told[1:], *said]))]:  # 6 has played: a board of its own first
        other.do(command)
    assert everything(one) == everything(other)


# A scoreboard that goes on notices


statements = st.sampled_from(
    [
        WithdrawContestant("6", 2),
        WithdrawContestant("1"),
        WithholdStanding("3"),
        DisqualifyContestant("2", "the organiser"),
        DeclarePhantom("9"),
        SitOut("4", (6,), None, 6),
        SitOut("5", (6,), "6", 6),
        SitOut("5", (6,), "9", 6),
        LeaveUnplayed(Where(6, "1", "1", "2"), "NS"),
        LeaveUnplayed(Where(6, "2", "3", "9"), "EW"),
        LeaveUnplayed(Where(1, "7", "7", "8"), scored=False),
        PostponePlay(Where(6, "3", "7", "8")),
        RecordResult(Where(6, "3", "7", "8"), Result("+420")),
        VoidResult(Where(6, "3")),
        VoidResult(Where(1, "1")),
        GiveRuling(Where(2, "1"), Artificial(Grade("A+"), Grade("A-")), Grounds(**blank())),
        GiveRuling(Where(6, "1", "1", "2"), Artificial(Grade("A"), Grade("A")), Grounds(**blank())),
        GiveRuling(Where(1, "2"), Awarded(Fraction(1), Fraction(1), "out"), Grounds(**blank())),
        "undo",
    ]
)


@settings(max_examples=60, deadline=None)
@given(scores, forms, st.sampled_from(["none", "60%", "own-average"]), st.lists(statements, max_size=9), st.data())
def test_a_scoreboard_that_goes_on_is_the_one_that_begins_anew(given_, form, rule, story, data):
    evening = amended(evening_of(results(given_), form, 6, (*PAIRS, "7", "8", "9")), "participation", sit_out=rule)
    warm = Scoreboard(evening.session).completed()
    for command in story:
        meant = Undo(data.draw(st.sampled_from(evening.log))) if command == "undo" else command
        try:
            new = evening.do(meant)
        except Refusal:
            continue
        warm = Scoreboard(evolve(warm.session, *new), warm).completed()
        anew = Scoreboard(evening.session)
        assert {board: dict(warm.board(board).pairs) for board in warm.session.boards} == {
            board: dict(anew.board(board).pairs) for board in warm.session.boards
        }
        assert standings(warm) == standings(anew)
        assert sound(evening.session)


staying = statements.filter(lambda each: each != "undo" and not isinstance(each, VoidResult))


@settings(max_examples=30, deadline=None)
@given(scores, st.lists(staying, max_size=6))
def test_what_is_taken_back_was_never_said(given_, story):
    """With every statement undone, last first, every score is as before.

    No result is voided: undoing that records it anew, and its first recording is no longer the last event on it.
    """
    evening = evening_of(results(given_), contestants=(*PAIRS, "7", "8", "9"), boards=6)
    before, begun = everything(evening), len(evening.log)
    for command in story:
        try:
            evening.do(command)
        except Refusal:
            continue
    for envelope in reversed(evening.log[begun:]):
        if envelope.name.partition("/")[0] != "contestants-entered":
            evening.do(Undo(envelope))
    assert everything(evening) == before


# What is refused, and what is still open


@pytest.fixture
def evening() -> Evening:
    return evening_of(results(["+100"] * 15, rounds=3), boards=6, contestants=(*PAIRS, "7", "8", "9"))


def test_who_never_played_does_not_withdraw(evening):
    assert "contestant phantom 7" in evening.refuses(WithdrawContestant("7"), "never-played").hint
    evening.refuses(WithdrawContestant("1", after_round=2), "takes-part")
    evening.refuses(DeclarePhantom("1"), "takes-part")


def test_who_is_not_there_scores_nothing(evening):
    evening.do(DeclarePhantom("9"))
    evening.do(WithdrawContestant("6", 3))
    evening.refuses(RecordResult(Where(6, "1", "8", "9"), Result("PASS")), "not-there")
    evening.refuses(RecordResult(Where(6, "1", "1", "6", 4), Result("PASS")), "not-there")
    evening.refuses(SitOut("1", (6,), "2"), "takes-part")
    evening.refuses(SitOut("1", (), "6", 4), "which-boards")
    evening.refuses(SitOut("1"), "which-boards")


@pytest.mark.parametrize("scoring", ["matchpoints", "teams"])
def test_where_scores_stand_a_withdrawal_before_half_cancels_none(scoring):
    """As in a Swiss: who left after one round of five is not ranked, and whom it met keeps what it has."""
    if scoring == "teams":
        rooms = (("o", "A", "B", "+420"), ("c", "B", "A", "-50"), ("p", "C", "D", "+100"), ("d", "D", "C", "+100"))
        commands = [RecordResult(Where(1, table, ns, ew, 1), Result(score)) for table, ns, ew, score in rooms]
        left = evening_of(commands, scoring, contestants=TEAMS)
    else:
        left = evening_of(results(["+100"] * 15, rounds=1))
    gone = "A" if scoring == "teams" else "1"
    before = everything(left, without=(gone,))
    (withdrawn,) = left.do(WithdrawContestant(gone, 1))
    assert everything(left, without=(gone,)) != before
    left.do(Undo(withdrawn))
    left.do(WithdrawContestant(gone, 1, stand=True))
    rows = {row.contestant: row for field in standings(left.scoreboard) for row in field.rows}
    assert (rows[gone].rank, rows[gone].mark.standing) == (None, "withdrawn")
    assert [(row.contestant, row.total, row.boards) for row in rows.values() if row.contestant != gone] == [
        (who, total, boards) for who, _, total, _, boards, _ in before[1]
    ]
    assert sound(left.session)


def test_what_is_scored_only_where_there_is_a_top(evening):
    evening.refuses(WithdrawContestant("6", fine=Fraction(10)), "wrong-unit")
    evening.refuses(WithdrawContestant("6", good_reason=True, fine=Fraction(41)), "wrong-unit")
    imps = evening_of(results(["+100"] * 15), "butler")
    imps.refuses(WithdrawContestant("6", good_reason=True, fine=Fraction(10)), "wrong-unit")


def test_a_substitute_sits_in_one_place_at_a_time(evening):
    refusal = evening.refuses(SeatSubstitute("7", "N", 3, (2,), (("2", 1),)), "sits-elsewhere")
    assert "2, which sits NS in round 2: board 2 table 1" in refusal.message
    (seated,) = evening.do(SeatSubstitute("7", "N", 3, (4,), (("2", 1),)))
    assert seated.event.plays_for == "2"
    evening.do(SeatSubstitute("3", "S", 3, (1,)))
    evening.refuses(SeatSubstitute("4", "S", 3, (1,), (("3", 3),)), "sits-elsewhere")
    evening.do(SeatSubstitute("4", "S", 3, (2,), (("3", 3),)))  # it sat with 3 in round 1 only
    assert evening.log[-1].event.plays_for is None
    row = next(row for field in standings(evening.scoreboard) for row in field.rows if row.contestant == "7")
    assert row.mark.standing == "substitute"
    two = Evening(contestants=("1NS", "1EW"))
    two.refuses(SeatSubstitute("1NS", "E", 3), "wrong-field")


def test_what_later_events_rest_on_is_not_taken_back(evening):
    (withdrawn,) = evening.do(WithdrawContestant("6", 3))
    (sat_out,) = evening.do(SitOut("4", (4,), "6", 4))
    assert f"#{sat_out.number}" in evening.refuses(Undo(withdrawn), "has-dependants").message
    (unplayed,) = evening.do(LeaveUnplayed(Where(5, "1", "1", "4")))
    ruled = GiveRuling(Where(5, "1"), Artificial(Grade("A"), Grade("A")), Grounds(**blank()))
    evening.do(ruled)
    assert "R-0001" in evening.refuses(Undo(unplayed), "has-dependants").message
    evening.do(WithdrawRuling("R-0001"))
    evening.do(Undo(unplayed))
    evening.refuses(Undo(unplayed), "undo-nothing")


def test_a_late_play_is_open_until_it_has_a_result(evening):
    _, before = everything(evening)
    (late,) = evening.do(PostponePlay(Where(4, "1", "4", "6", 4)))
    assert everything(evening)[1] == before
    assert [played.name for played in postponed_boards(evening.session)] == ["board 4 table 1"]
    assert "board 4 table 1" in evening.refuses(CloseSession(), "cases-open").message
    (played,) = evening.do(RecordResult(Where(4, "1"), Result("+100")))
    assert postponed_boards(evening.session) == []
    assert f"#{played.number}" in evening.refuses(Undo(late), "has-dependants").message
    evening.do(VoidResult(Where(4, "1")))
    assert [played.name for played in postponed_boards(evening.session)] == ["board 4 table 1"]
    evening.do(Undo(evening.log[-1]))
    evening.do(Undo(evening.log[-1]))
    evening.do(LeaveUnplayed(Where(4, "1"), "both"))
    assert postponed_boards(evening.session) == []
    evening.refuses(RecordResult(Where(4, "1"), Result("+100")), "not-played")
    evening.do(Undo(evening.log[-1]))
    assert [played.name for played in postponed_boards(evening.session)] == ["board 4 table 1"]


def test_a_board_of_teams_is_not_played_once():
    """Both rooms would say what the board is worth: whichever is typed second is refused."""
    rooms = [Where(1, "o", "A", "B", 1), Where(1, "c", "B", "A", 1)]
    for first, second in (rooms, rooms[::-1]):
        evening = evening_of([LeaveUnplayed(first, "NS")], "teams", 1, TEAMS)
        assert "#3" in evening.refuses(LeaveUnplayed(second, "NS"), "already-ruled").message
        evening.do(LeaveUnplayed(second, scored=False))
        award = GiveRuling(second, Artificial(Grade("A"), Grade("A")), Grounds(**blank()))
        evening.refuses(award, "already-ruled")


def test_nor_where_the_two_rooms_are_said_to_sit_the_same_way_round():
    """Law 86B2: the board has one award, whichever team is at fault in which room."""
    rooms = [Where(1, "o", "A", "B", 1), Where(1, "c", "A", "B", 1)]
    evening = evening_of([LeaveUnplayed(rooms[0], "NS")], "teams", 1, TEAMS)
    refusal = evening.refuses(LeaveUnplayed(rooms[1], "EW"), "already-ruled")
    assert "`undo 3`, then record the board once" in refusal.hint
    award = GiveRuling(rooms[1], Artificial(Grade("A"), Grade("A")), Grounds(**blank()))
    evening.refuses(award, "already-ruled")
    evening.do(Undo(evening.log[2]))
    evening.do(LeaveUnplayed(rooms[1], "both"))
    (played,) = evening.session.table_boards()
    assert [evening.scoreboard.score(played, side).value for side in Side] == [-3, -3]
    assert sound(evening.session)


@pytest.mark.parametrize("order", list(combinations(range(3), 2)))
def test_two_sit_out_the_same_board(evening, order):
    sitting = [SitOut(contestant, (6,), None, 6) for contestant in ("7", "8", "9")]
    for at in order:
        evening.do(sitting[at])
    envelope = evening.log[-1]
    evening.do(Undo(envelope))
    evening.do(Undo(evening.log[-1]))
    assert len(evening.session.boards[6]) == 2
    assert all(row.contestant in PAIRS for field in standings(evening.scoreboard) for row in field.rows)


def test_a_board_played_later_at_a_table_nobody_had_named_is_one_line():
    evening = Evening()
    evening.play(1, [420, 420, -50])
    evening.do(PostponePlay(Where(1, ns="4NS", ew="4EW")))
    evening.do(RecordResult(Where(1, "4", "4NS", "4EW"), Result("+420")))
    assert len(evening.session.boards[1]) == evening.session.expected == 4


def test_a_line_of_a_file_about_who_is_absent_leaves_the_rest_of_the_file(evening):
    evening.do(DeclarePhantom("9"))
    evening.do(LeaveUnplayed(Where(4, "1", "4", "6", 4)))
    lines = [(5, "1", "1", "4"), (4, "1", "4", "6"), (6, "3", "8", "9")]
    sheet = ImportSheet(
        OpenSession("e", None, (1, 2, 3, 4, 5, 6), 1, load_profile("default")),
        tuple(
            SheetLine(f"line {at}", Where(board, table, ns, ew, board), Result("+100"))
            for at, (board, table, ns, ew) in enumerate(lines, start=1)
        ),
    )
    refusal = evening.refuses(sheet, "bad-lines")
    assert "2 lines need a person: line 2: board 4 table 1 was not played" in refusal.message
    response = evening.decide(structs.replace(sheet, skip_bad=True))
    assert [remark.where for remark in response.skipped] == ["line 2", "line 3"]
    assert [each.event.board for each in response.uncommitted] == [5]


def test_a_team_whose_name_ends_like_a_direction_sits_on_both_sides():
    friday = Evening(boards=(1,), winners=1, scoring="teams", contestants=("LIONS", "CREW"))
    (seated,) = friday.do(SeatSubstitute("LIONS", "E", 3))
    assert seated.event.seat == "E"


# Entered by mistake


def entered():
    """Six pairs and two that are not meant, who met nobody yet."""
    evening = Evening((1, 2), winners=1, contestants=PAIRS)
    evening.do(EnterContestants(("7", "8"), (Player("7", 1, "Ann Bell"), Player("7", 2, "Carl Dunn"))))
    return evening


def test_who_was_entered_by_mistake_is_taken_out_and_the_number_and_the_names_are_free_again():
    evening = entered()
    evening.do(RemoveContestants(("7",), "it was to be 17"))
    assert "7" not in evening.session.contestants
    assert not [each for each in evening.session.players.values() if each.contestant == "7"]
    evening.do(EnterContestants(("17",), (Player("17", 1, "Ann Bell"), Player("17", 2, "Carl Dunn"))))
    evening.do(EnterContestants(("7",), (Player("7", 1, "Eve Ford"), Player("7", 2, "Gus Hall"))))
    assert evening.session.players["7", 1].name == "Eve Ford"
    evening.refuses(RemoveContestants(("19",)), "no-such-contestant")


def test_the_undo_of_an_entry_takes_out_all_of_it_and_is_itself_said_by_entering_anew():
    evening = entered()
    number = evening.session.number - 1
    (removed,) = evening.do(Undo(evening.log[number - 1]))
    assert removed.event == ContestantsRemoved(("7", "8"))
    assert set(evening.session.contestants) == set(PAIRS)
    evening.refuses(Undo(evening.log[number - 1]), "undo-nothing")
    refusal = evening.refuses(Undo(removed), "undo-nothing")
    assert refusal.hint == "`session enter 7,8`"


RECORDED = {
    "a result": lambda evening: evening.do(RecordResult(Where(1, "1", "7", "2"), Result("4SN="))),
    "a result that was voided": lambda evening: (
        evening.do(RecordResult(Where(1, "1", "7", "2"), Result("4SN="))),
        evening.do(VoidResult(Where(1, "1", "7", "2"))),
    ),
    "a seat that was corrected": lambda evening: (
        evening.do(RecordResult(Where(1, "1", "7", "2"), Result("4SN="))),
        evening.do(CorrectSeating(Where(1, "1"), Where(1, ns="1"))),
    ),
    "a movement": lambda evening: evening.do(SetMovement((PlannedTable(1, "1", "7", "2", (1, 2)),))),
    "nobody is": lambda evening: evening.do(DeclarePhantom("7")),
    "a penalty": lambda evening: evening.do(ImposePenalty("7", Fraction(1), "MP")),
    "a call": lambda evening: evening.do(AddCall(Where(1, "1", "7", "2"), "a hesitation", "N", "auction")),
}


@pytest.mark.parametrize("recorded", RECORDED)
def test_nobody_is_taken_out_of_whom_anything_was_ever_recorded(recorded):
    evening = entered()
    RECORDED[recorded](evening)
    refusal = evening.refuses(RemoveContestants(("8", "7")), "has-dependants")
    assert "is about 7" in refusal.message
    evening.do(RemoveContestants(("8",)))


def test_where_nothing_is_cancelled_scoring_asks_it_of_no_table(monkeypatch):
    """A simultaneous has thousands of tables."""
    evening = Evening((1,))
    evening.play(1, [50, 100])
    monkeypatch.setattr(scored_session, "is_cancelled", None)
    assert [evening.score(1, table) for table in (1, 2)] == [0, 2]


# Nobody sits out what it played, and who has met everybody once misses nobody


def both_rooms(evening: Evening, board: int, one: str, other: str, round_: int) -> None:
    for room, (ns, ew) in {"open": (one, other), "closed": (other, one)}.items():
        evening.do(RecordResult(Where(board, f"{one}{room}", ns, ew, round_), Result("+50")))


@pytest.fixture
def robin() -> Evening:
    """Four teams; D met C and B, and left before it met A; C met B in the last round."""
    evening = Evening(range(1, 5), 1, contestants=("A", "B", "C", "D"), scoring="teams")
    for board, one, other, round_ in ((1, "A", "B", 1), (1, "C", "D", 1), (2, "A", "C", 2), (2, "B", "D", 2)):
        both_rooms(evening, board, one, other, round_)
    both_rooms(evening, 3, "B", "C", 3)
    evening.do(WithdrawContestant("D", 2))
    return evening


def test_a_team_that_played_the_round_did_not_sit_it_out(robin):
    assert "board 3" in robin.refuses(SitOut("C", (), "D", 3), "played-already").message
    robin.refuses(SitOut("C", (), None, 3), "played-already")
    robin.do(SitOut("A", (), "D", 3))


def test_a_team_that_met_who_left_missed_no_match(robin):
    refusal = robin.refuses(SitOut("C", (), "D", 4), "played-already")
    assert "round 1" in refusal.message
    assert "--of N" in refusal.hint


def test_where_all_meet_twice_a_second_match_is_missed(robin):
    withdrew = next(each for each in robin.log if isinstance(each.event, WithdrawContestant) or "withdrew" in each.name)
    robin.do(Undo(withdrew))
    robin.do(WithdrawContestant("D", 2, of=6))
    robin.do(SitOut("C", (), "D", 4))
    robin.refuses(SitOut("C", (), "D", 5), "nothing-to-change")
    robin.do(SitOut("A", (), "D", 3))
    robin.do(SitOut("A", (), "D", 5))  # it never met D, and has two matches to miss


def test_a_match_is_missed_once(robin):
    (sat,) = robin.do(SitOut("A", (), "D", 3))
    assert f"#{sat.number}" in robin.refuses(SitOut("A", (), "D", 4), "nothing-to-change").message


def test_play_in_a_round_that_was_sat_out_is_refused_too(robin):
    (sat,) = robin.do(SitOut("A", (), "D", 3))
    where = Where(4, "open", "B", "A", 3)
    assert f"`undo {sat.number}`" in robin.refuses(RecordResult(where, Result("+50")), "not-played").hint
    robin.refuses(RecordResult(Where(4, "open", "A", "D", 1), Result("+50")), "not-played")
    robin.refuses(LeaveUnplayed(where, "NS"), "not-played")
    robin.do(RecordResult(Where(4, "open", "B", "A", 4), Result("+50")))


@pytest.mark.parametrize("who", ["3NS", "3EW"])
def test_who_sits_out_has_it_on_either_side(who):
    """The contestant played neither of two boards, and sat one of them out."""
    pairs = tuple(f"{number}{side}" for side in ("NS", "EW") for number in (1, 2, 3))
    evening = amended(Evening((1, 2), 2, contestants=pairs), "participation", sit_out="60%")
    evening.play(1, ["+50", "+50"])
    evening.do(SitOut(who, (2,), None, 2))
    percent = {row.contestant: row.percent for field in standings(evening.scoreboard) for row in field.rows}
    assert {pair: percent[pair] for pair in ("1NS", "1EW", who)} == {"1NS": 50, "1EW": 50, who: 60}


def test_sixty_percent_for_a_sit_out_is_flat_where_a_director_s_sixty_is_average_plus():
    """1NS has 2 of 2 on board 1, and 60% of board 2: 1.2, and not the 2 of its average."""
    pairs = tuple(f"{number}{side}" for side in ("NS", "EW") for number in (1, 2))
    evening = amended(Evening((1, 2), 2, contestants=pairs), "participation", sit_out="60%")
    amended(evening, "artificial", percents="grades")
    evening.play(1, ["+50", "-50"])
    evening.do(SitOut("1NS", (2,), None, 2))
    totals = {row.contestant: row.total for field in standings(evening.scoreboard) for row in field.rows}
    assert totals["1NS"] == Fraction("3.2")


def test_where_nothing_is_given_for_it_it_is_no_board_and_says_so():
    evening = Evening((1, 2), 1, contestants=("1", "2", "3"))
    evening.do(RecordResult(Where(1, "1", "1", "2", 1), Result("+50")))
    (sat,) = evening.do(SitOut("3", (1,), None, 1))
    told = [score.explain() for score in evening.scoreboard.board(1)[Seating("3", "nobody", 1)].values()]
    assert [(each.text, each.events) for each in told] == [("3 sits out: no board", (sat.number,))] * 2


def test_a_pair_sits_out_the_rest_of_a_round():
    evening = Evening(range(1, 5), 1, contestants=("1", "2", "3", "4"))
    for board in (1, 2):
        evening.do(RecordResult(Where(board, "1", "1", "4", 1), Result("+50")))
    evening.do(WithdrawContestant("4"))
    evening.do(SitOut("1", (3,), "4", 1))
    evening.refuses(SitOut("1", (), None, 1), "played-already")


def test_who_meets_nobody_twice_sits_out_twice():
    evening = Evening(range(1, 5), 1, contestants=("A", "B", "C", "D"), scoring="teams")
    evening.do(DeclarePhantom("D"))
    evening.do(SitOut("A", (), "D", 1))
    evening.do(SitOut("A", (), "D", 4))


def test_a_withdrawal_stands_until_it_is_taken_back(robin):
    same = robin.refuses(WithdrawContestant("D", 2), "nothing-to-change")
    other = robin.refuses(WithdrawContestant("D", 2, of=6, good_reason=True), "nothing-to-change")
    assert "records this of D already" in same.message
    assert "records something else of D: after-round 2" in other.message
    assert "then repeat this command" in other.hint


def test_by_victory_points_a_match_is_missed_whole():
    """Its boards would count twice: as the missed match, and as boards of a match with points."""
    evening = Evening((1, 2, 3), 1, "ebu-swiss-pairs", ("1", "2", "3", "4"))
    for round_, (ns, ew) in enumerate((("1", "2"), ("3", "4")), start=1):
        evening.do(RecordResult(Where(round_, "1", ns, ew, round_), Result("+100")))
    evening.do(WithdrawContestant("2", 1))
    assert "--round" in evening.refuses(SitOut("1", (3,), "2", 3), "which-boards").hint


def left_after_one_round(ns: str, ew: str, contestants: tuple[str, ...], *, winners: int = 1) -> Evening:
    """The first named has played board 1, and left."""
    evening = Evening((1, 2, 3), winners, contestants=contestants)
    evening.do(RecordResult(Where(1, "1", ns, ew, 1), Result("+50")))
    evening.do(WithdrawContestant(contestants[0], 1))
    return evening


@pytest.mark.parametrize("round_", [2, 3, None])
@pytest.mark.parametrize("winners", [1, 2])
def test_one_pair_alone_misses_who_left_on_a_board(winners, round_):
    labels = ("3NS", "1EW", "4EW", "5EW") if winners == 2 else ("3", "1", "4", "5")
    evening = left_after_one_round(*labels[:2], labels, winners=winners)
    (sat,) = evening.do(SitOut(labels[3], (2,), labels[0], 2))
    assert f"`undo {sat.number}`" in evening.refuses(SitOut(labels[2], (2,), labels[0], round_), "not-played").hint
    evening.do(SitOut(labels[2], (3,), labels[0], 3))


def test_of_individuals_three_miss_who_left_in_the_same_round_and_no_fourth():
    evening = left_after_one_round("1+2", "3+4", tuple("12345678"))
    sat = [evening.do(SitOut(who, (2,), "1", 2))[0] for who in "34"]
    evening.refuses(SitOut("5", (2,), "1", 3), "not-played")
    evening.do(SitOut("5", (2,), "1", 2))
    evening.refuses(SitOut("6", (2,), "1", 2), "not-played")
    (undone,) = evening.do(Undo(sat[0]))
    evening.do(SitOut("6", (2,), "1", 2))
    evening.refuses(Undo(undone), "not-played")
