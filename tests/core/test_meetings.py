"""What tells one score of a board from another: board, round, table and seats.

Teams meet again, and nothing is lost.
"""

from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.bridge import Result, Side
from ledger.facts import (
    CorrectResult,
    Envelope,
    FoulBoard,
    GiveRuling,
    Grounds,
    ImportSheet,
    OpenSession,
    RecordResult,
    SheetLine,
    Undo,
    VoidResult,
    Where,
)
from ledger.facts.play import BoardFouled, ResultCorrected, ResultVoided
from ledger.facts.reopening import BoardReopened
from ledger.facts.rulings import RulingGiven
from ledger.facts.upcasting import UPCASTERS
from ledger.laws import profile_loader
from ledger.laws.adjustment import Artificial, Assigned, Grade, Stands
from ledger.laws.regulations import ArtificialRegulations, BoardRounding, Further, Regulations
from ledger.laws.rounding import Rounding
from ledger.projections.standings import numbers_digest, standings
from ledger.scoring.line import Seating
from ledger.scoring.teams import other_room
from ledger.session import evolve
from tests.core.spec import Evening

MADE, DOWN, GAME, EVEN = Result("4SN="), Result("4SN-1"), Result("3NTN="), Result("PASS")


def teams(*boards: int, scoring="teams") -> Evening:
    return Evening(boards=boards or (1,), winners=1, contestants=("H", "A", "Z"), scoring=scoring)


def room(table, round_=None, ns="H", ew="A", board=1) -> Where:
    return Where(board, table, ns, ew, round_)


def back(table, round_=None, board=1) -> Where:
    return room(table, round_, "A", "H", board)


def test_both_rooms_sitting_the_same_way_are_two_lines_and_neither_counts():
    evening = teams()
    evening.do(RecordResult(room("open", 1), MADE))
    evening.do(RecordResult(room("closed", 1), DOWN))
    assert {played.table: played.result for played in evening.session.table_boards()} == {"open": MADE, "closed": DOWN}
    assert not any(evening.scoreboard.score(played, Side.NS).counts for played in evening.session.table_boards())
    assert [match.boards for match in evening.scoreboard.matches.values()] == [0]


def test_a_result_is_never_replaced_by_another_that_is_added():
    evening = teams()
    evening.do(RecordResult(room("open", 1), MADE))
    for again in (room("open", 1), room("open"), room(None, 1), Where(1, "open"), Where(1, "open", None, None, 1)):
        assert "result correct" in evening.refuses(RecordResult(again, DOWN), "result-exists").hint
    assert "result correct" in evening.refuses(RecordResult(back("open", 1), DOWN), "table-twice").hint


@pytest.fixture
def twice() -> Evening:
    """Two teams meet twice, in the same rooms with the same board: H wins the first by 10 IMPs, A the second by 10."""
    evening = teams()
    for round_, ours, theirs in ((1, MADE, DOWN), (2, DOWN, MADE)):
        evening.do(RecordResult(room("open", round_), ours))
        evening.do(RecordResult(back("closed", round_), theirs))
    return evening


def test_a_second_meeting_is_another_match(twice):
    found = [(match.round, match.boards, match.nets["H"].value) for match in twice.scoreboard.matches.values()]
    assert found == [(1, 1, 10), (2, 1, -10)]
    assert {row.contestant: row.boards for row in standings(twice.scoreboard)[0].rows} == {"H": 2, "A": 2}


def test_a_knockout_over_all_its_sets_counts_every_board_of_each_once():
    evening = teams(scoring="knockout")
    for round_ in (1, 2, 3):
        evening.do(RecordResult(room("open", round_), MADE))
        evening.do(RecordResult(back("closed", round_), DOWN))
    (match,) = evening.scoreboard.matches.values()
    assert (match.boards, match.scores["H"].value, match.scores["A"].value) == (3, 30, 0)


def test_what_is_done_to_one_meeting_leaves_the_other(twice):
    twice.refuses(CorrectResult(Where(1, "open"), GAME), "bad-table")
    (corrected,) = twice.do(CorrectResult(Where(1, "open", round=2), GAME))
    assert corrected.event == ResultCorrected(1, "H", "A", GAME, round=2, table="open")
    (voided,) = twice.do(VoidResult(Where(1, "closed", round=1)))
    assert voided.event == ResultVoided(1, "A", "H", round=1, table="closed")
    (ruled,) = twice.do(GiveRuling(Where(1, "open", round=2), Assigned(EVEN), Grounds()))
    assert ruled.event.seating == Seating("H", "A", 2, "open")
    by_round = {(each.round, each.table): (each.result, each.cases) for each in twice.session.table_boards()}
    assert by_round == {(1, "open"): (MADE, ()), (2, "open"): (GAME, ("R-0001",)), (2, "closed"): (MADE, ())}
    twice.do(Undo(voided))
    assert [(match.round, match.boards) for match in twice.scoreboard.matches.values()] == [(1, 1), (2, 1)]


def test_the_round_is_filled_in_where_two_teams_have_met_in_one_only(twice):
    evening = teams(1, 2)
    evening.do(RecordResult(room("open", 3), MADE))
    assert evening.do(RecordResult(back("closed"), DOWN))[-1].event.round == 3
    plus = Artificial(Grade("A+"), Grade("A-"))
    assert evening.do(GiveRuling(room(None, board=2), plus, Grounds()))[-1].event.round == 3
    assert [(match.round, match.boards) for match in evening.scoreboard.matches.values()] == [(3, 2)]
    assert twice.do(RecordResult(room("third", ns="H", ew="Z"), MADE))[-1].event.round is None


def test_a_result_completes_the_line_a_ruling_began():
    evening = teams()
    evening.do(GiveRuling(room(None), Artificial(Grade("A+"), Grade("A-")), Grounds()))
    evening.do(RecordResult(room("open", 1), MADE))
    (played,) = evening.session.table_boards()
    assert (played.result, played.cases, played.table, played.round) == (MADE, ("R-0001",), "open", 1)
    evening.do(CorrectResult(room("open", 1), DOWN))
    (played,) = evening.session.table_boards()
    assert played.result == DOWN


# The other room


H, A = ("H", "A"), ("A", "H")


def paired(*rooms: tuple[tuple[str, str], int | None]) -> set[frozenset[int]]:
    """Which rooms belong together, by their places in the list."""
    board = {Seating(*seats, round_, str(at)): at for at, (seats, round_) in enumerate(rooms)}
    found = {frozenset((at, other_room(board, seating))) for seating, at in board.items()}
    return {pair for pair in found if None not in pair}


@pytest.mark.parametrize(
    ("rooms", "pairs"),
    [
        ([(H, 1), (A, 1)], [(0, 1)]),
        ([(H, None), (A, None)], [(0, 1)]),
        ([(H, 1), (A, 2)], []),
        ([(H, 1), (H, 1)], []),
        ([(H, 1), (H, 1), (A, 1)], []),
        ([(H, 1), (A, 1), (H, 2), (A, 2)], [(0, 1), (2, 3)]),
        ([(H, None), (A, 1)], [(0, 1)]),
        ([(H, None), (A, 1), (A, 2)], []),
        ([(H, None), (A, 1), (H, 2), (A, 2)], [(0, 1), (2, 3)]),
        ([(H, None), (A, 1), (H, 2)], [(0, 1)]),
        ([(H, None), (H, None), (A, 1)], []),
        ([(H, 1), (A, 1), (H, None)], [(0, 1)]),
        ([(("H", "Z"), 1), (A, 1)], []),
    ],
)
def test_the_other_room(rooms, pairs):
    for order in (range(len(rooms)), range(len(rooms) - 1, -1, -1)):
        found = paired(*(rooms[at] for at in order))
        assert {frozenset(order[each] for each in pair) for pair in found} == {frozenset(pair) for pair in pairs}


lines = st.lists(
    st.tuples(st.sampled_from([H, A, ("H", "Z"), ("Z", "H")]), st.sampled_from([1, 2, 3]), st.sampled_from("oc")),
    min_size=2,
    max_size=10,
    unique_by=lambda line: (line[1], line[2], frozenset(line[0])),
)


@settings(max_examples=60, deadline=None)
@given(lines=lines, data=st.data(), scoring=st.sampled_from(["teams", "knockout", "board-a-match"]))
def test_the_order_of_typing_never_changes_a_score(lines, data, scoring):
    """Rooms and rounds in any order: the same boards, matches and places."""
    results = [data.draw(st.sampled_from([MADE, DOWN, GAME, EVEN])) for _ in lines]
    typed = [
        RecordResult(Where(1, table, *seats, round_), result)
        for (seats, round_, table), result in zip(lines, results, strict=True)
    ]
    shown = []
    for order in (typed, data.draw(st.permutations(typed))):
        evening = teams(scoring=scoring)
        for command in order:
            evening.do(command)
        assert len(list(evening.session.table_boards())) == len(lines)
        shown.append((numbers_digest(evening.scoreboard), by_match(evening)))
    assert shown[0] == shown[1]


def by_match(evening):
    return [
        (match.round, frozenset(match.teams), match.boards, {team: score.value for team, score in match.scores.items()})
        for match in evening.scoreboard.matches.values()
    ]


# Result files


def sheet(*lines: SheetLine, **more) -> ImportSheet:
    opening = OpenSession("cup", None, (1, 2), 1, profile_loader.load_profile("default"), ("H", "A", "Z"), "teams")
    return ImportSheet(opening, lines, **more)


def round_robin(made=MADE) -> list[SheetLine]:
    """A double round robin of three teams, both rounds with boards 1 and 2 in the same rooms."""
    found = []
    for leg, board in product((0, 3), (1, 2)):
        for at, (one, two) in enumerate((("H", "A"), ("A", "Z"), ("Z", "H")), start=1):
            for table, seats in (("open", (one, two)), ("closed", (two, one))):
                line = f"line {len(found)}"
                found.append(SheetLine(line, Where(board, table, *seats, leg + at), made if table == "open" else DOWN))
    return found


def imported(*lines: SheetLine) -> Evening:
    evening = Evening.__new__(Evening)
    evening.log = []
    evening.do(sheet(*lines))
    return evening


def test_a_double_round_robin_keeps_every_result():
    lines = round_robin()
    evening = imported(*lines)
    assert len(list(evening.session.table_boards())) == len(lines) == 24
    assert [(match.round, match.boards) for match in evening.scoreboard.matches.values()] == [
        (at, 2) for at in range(1, 7)
    ]
    assert evening.decide(sheet(*lines)).uncommitted == ()


def test_a_file_that_was_changed_corrects_the_meeting_it_changed():
    lines = round_robin()
    evening = imported(*lines)
    at = next(at for at, line in enumerate(lines) if line.where.round == 4)
    lines[at] = SheetLine("line", lines[at].where, GAME)
    (corrected,) = evening.do(sheet(*lines))
    where = lines[at].where
    assert corrected.event.seating == Seating(where.ns, where.ew, 4, where.table)


def test_a_file_that_contradicts_more_than_half_of_what_is_recorded_is_of_another_evening():
    evening, half = imported(*round_robin()), round_robin(GAME)
    assert len(evening.decide(sheet(*half)).uncommitted) == 12
    one_more = [half[0], SheetLine("one more", half[1].where, GAME), *half[2:]]
    assert "contradicts 13 of the 24" in evening.refuses(sheet(*one_more), "other-event").message


def test_lines_of_a_file_that_are_one_tables_or_may_be_two():
    where = Where(1, "open", "H", "A", 1)
    again = sheet(SheetLine("one", where, MADE), SheetLine("two", where, DOWN))
    assert "stands twice" in teams(1, 2).refuses(again, "bad-lines").message
    evening = imported(*round_robin())
    assert (
        "which round" in evening.refuses(sheet(SheetLine("one", Where(1, None, "H", "A"), MADE)), "bad-lines").message
    )
    turned = sheet(SheetLine("one", where, MADE), SheetLine("two", Where(1, "open", "A", "H", 1), DOWN))
    assert "another line" in teams(1, 2).refuses(turned, "bad-lines").message


# Events of version 1, which named a table's play by its seats alone


def read(name: str, **body):
    return UPCASTERS[name, 1](body)


def test_regulations_that_knew_fewer_awards_are_read_with_the_same_meaning():
    board = {"unit": "1", "rounding": "toward-nos"}
    artificial = {"imps": 2, "session_imps": "plus", "window": "match", "first": 3, "then": "A-"}
    recorded = {"regulations": {"profile": "own", "title": "Own", "imps": {"board": board}, "artificial": artificial}}
    for name in ("session-opened", "regulations-amended"):
        found = msgspec.convert(read(name, **recorded)["regulations"], Regulations)
        assert found.imps.last == found.imps.board == BoardRounding("1", Rounding.TOWARD_NOS)
        assert found.artificial == ArtificialRegulations(2, -2, "plus", "match", further=(Further("A+", 3, "A-"),))
    never = {"regulations": {**recorded["regulations"], "artificial": {**artificial, "first": 0}}}
    assert read("session-opened", **never)["regulations"]["artificial"]["further"] == []


def test_what_was_recorded_by_seats_alone_is_found_by_them():
    evening = Evening()
    evening.play(1, [420, -50])
    seats = {"board": 1, "ns": "1NS", "ew": "1EW"}
    assert read("result-corrected", **seats, result="PASS") == {**seats, "result": "PASS", "round": None, "table": None}
    assert read("result-voided", **seats) == {**seats, "round": None, "table": None}
    after = evolve(evening.session, envelope(evening, ResultCorrected(1, "1NS", "1EW", EVEN)))
    assert after.boards[1][Seating("1NS", "1EW", table="1")].result == EVEN
    after = evolve(after, envelope(evening, ResultVoided(1, "1NS", "1EW")))
    assert [played.table for played in after.table_boards()] == ["2"]


def test_what_names_a_table_no_longer_there_changes_nothing(twice):
    """`evolve` is total: seats that two meetings share name neither."""
    for event in (
        ResultCorrected(1, "H", "A", EVEN),
        ResultVoided(1, "H", "A"),
        BoardFouled(1, "B", (Seating("H", "A"),)),
    ):
        assert evolve(twice.session, envelope(twice, event)).boards == twice.session.boards


def test_other_events_of_version_1():
    fouled = read("board-fouled", board=1, tables=[["1NS", "1EW"]], version="B")
    assert fouled == {"board": 1, "tables": [{"ns": "1NS", "ew": "1EW"}], "version": "B"}
    assert read("ruling-given", case="R-0001", table="1") == {"case": "R-0001", "table": "1", "round": None}
    assert read("director-called", case="C-0001") == {"case": "C-0001", "round": None}
    reopened = {"cause": "authority", "authority": "the authority"}
    assert read("board-reopened", **reopened) == reopened
    assert read("board-reopened", **reopened, board=1, ns="1NS", ew="1EW") == {
        **reopened,
        "board": 1,
        "at": {"ns": "1NS", "ew": "1EW"},
    }


def test_a_ruling_of_version_1_is_on_the_table_its_seats_name():
    evening = Evening()
    evening.play(1, [420])
    given_ = RulingGiven(case="R-0001", board=1, ns="1NS", ew="1EW", adjustment=Stands())
    session = evolve(evening.session, envelope(evening, given_))
    (played,) = session.table_boards()
    assert (played.cases, session.rulings["R-0001"].seating) == (("R-0001",), Seating("1NS", "1EW", table="1"))
    assert BoardReopened("authority", "WHO", 1, Seating("1NS", "1EW")).at.may_be(played.seating)


def test_fouled_tables_are_named_in_full():
    evening = Evening()
    evening.play(1, [420, -50])
    assert evening.do(FoulBoard(1, "B", ("2",)))[0].event.tables == (Seating("2NS", "2EW", table="2"),)


def envelope(evening: Evening, event) -> Envelope:
    return Envelope("evening", evening.session.number + 1, "", event, "", 0, 0, 0, "spec", ())
