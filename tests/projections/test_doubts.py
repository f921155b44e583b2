"""Which results one slip of the pen explains better: which slip is told, and what correcting it would move."""

import pytest

from ledger.bridge import Result
from ledger.bridge.board import Deal
from ledger.bridge.double_dummy import parse_tricks
from ledger.kernel.at_table import Where
from ledger.projections.checking import check
from ledger.projections.concerns import Concern
from ledger.projections.doubts import SlipModel as Look
from ledger.projections.doubts import doubtful_results
from ledger.subjects.deals import RecordDeal
from ledger.subjects.play.facts import CorrectResult, FoulBoard, RecordResult
from ledger.subjects.queries import ConfirmResult
from ledger.subjects.rulings.facts import Undo
from tests.core.spec import Evening

CARDS = "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
"""Nine spades, 23 points for North–South; the ace and the king of hearts are East's."""
TRICKS = parse_tricks("9a7779a7774466644666")
FIELD = ("4SN=", "4SN+1", "4SN=", "3SN+1", "4SN=", "4SN+1", "4SN-1")


def result(evening, board, text, ns, ew, *, round_=None, table=None, lead=None):
    evening.do(RecordResult(Where(board, table, ns, ew, round_), Result(text), lead))


def field(*results, leads=(), deal=None):
    """Board 1 at as many tables as there are results."""
    evening = Evening()
    for table, played in enumerate(results, start=1):
        lead = leads[table - 1] if leads else None
        result(evening, 1, played, f"{table}NS", f"{table}EW", table=str(table), lead=lead)
    if deal:
        evening.do(RecordDeal(1, Deal(deal)))
    return evening


def told(evening, tricks=None) -> list[tuple[str | None, str, str]]:
    """The table, the kind of slip and the result it would be."""
    look = Look(evening.scoreboard.session, tricks)
    doubts = filter(None, map(look.doubt, evening.scoreboard.session.table_boards()))
    return [(each.played.table, each.slip.kind, str(each.slip.result)) for each in doubts]


def concerns(evening, tricks=None) -> list[Concern]:
    return doubtful_results(evening.scoreboard, tricks)


@pytest.mark.parametrize(
    ("odd", "lead", "expected"),
    [
        ("4SW=", None, ("side", "4SN=")),
        ("4SE+1", "DQ", ("side", "4SN+1")),  # East has it: North declared
        ("4SS=", "DQ", ("partner", "4SN=")),
        ("4HN=", "CQ", ("strain", "4SN=")),
        ("4SN-2", "DQ", None),
        ("4SN+2", "DQ", None),
        ("3NTN=", "CQ", None),
        ("5HXE-5", None, None),  # a sacrifice
    ],
)
def test_with_the_cards_one_slip_is_told(odd, lead, expected):
    leads = ["DQ"] * len(FIELD) + [lead]
    evening = field(*FIELD, odd, leads=leads, deal=CARDS)
    assert told(evening, {1: TRICKS}) == ([("8", *expected)] if expected else [])


@pytest.mark.parametrize(
    ("odd", "expected"),
    [("4SW=", ("side", "4SN=")), ("-420", ("score", "+420")), ("4SS=", None), ("4SN-3", None), ("3NTN=", None)],
)
def test_without_cards_the_other_tables_show_it(odd, expected):
    assert told(field(*FIELD[:-1], odd)) == ([("7", *expected)] if expected else [])


def test_an_evening_as_it_should_be():
    assert told(field(*FIELD, leads=["DQ"] * len(FIELD), deal=CARDS), {1: TRICKS}) == []
    assert told(field("4SN=")) == []  # nothing to compare


def test_a_single_result_is_held_against_the_cards():
    assert told(field("3SE=", deal=CARDS), {1: TRICKS}) == [("1", "side", "3SN=")]


def test_it_says_what_speaks_for_the_slip_and_what_correcting_it_would_move():
    leads = ["DQ"] * 8
    [concern] = concerns(field(*FIELD, "4SE+1", leads=leads, deal=CARDS), {1: TRICKS})
    assert (concern.code, concern.board, concern.table) == ("likely-slip", 1, "8")
    assert concern.text == (
        "4SE+1 (-450): 4SN+1 (+450)?; 7 of 7 others played spades by NS, E has the DQ that was led, "
        "double dummy has 4 tricks; it would move 16 scores, 8NS 0.00 → 12.00 MP"
    )


def test_the_worst_come_first():
    evening = Evening((1, 2))
    for board in (1, 2):
        for table, played in enumerate((*FIELD, "4SW=") if board == 2 else ("2SN=", "2SN+1", "2SN=", "2SE="), start=1):
            result(evening, board, played, f"{table}NS", f"{table}EW", table=str(table), round_=1)
        evening.do(RecordDeal(board, Deal(CARDS)))
    assert [each.board for each in concerns(evening, {1: TRICKS, 2: TRICKS})] == [2, 1]
    open_ = [
        each.board for each in check(evening.scoreboard, {1: TRICKS, 2: TRICKS}).open if each.code == "likely-slip"
    ]
    assert open_ == [2, 1]


def test_versions_of_a_fouled_board_are_not_compared():
    evening = field(*FIELD, "4SW=", deal=CARDS)
    evening.do(FoulBoard(1, "B", ("8",)))
    assert told(evening, {1: TRICKS}) == []


def test_leads_that_nobody_writes_down_with_care_prove_little():
    """In an evening in which half of the leads are from a wrong hand, one more tells nothing of the declarer."""
    half = ["DQ", "HT", "DQ", "HT", "DQ", "HT", "DQ", "HT"]
    assert told(field(*FIELD, "4SS=", leads=half, deal=CARDS), {1: TRICKS}) == []


def test_no_lead_is_the_leaders():
    """South's hearts are led by East at two tables: the cards are of another board, and are held against nothing."""
    evening = field("4SN=", "4SN+1", leads=("HT", "H9"), deal=CARDS)
    assert [(each.code, each.board) for each in concerns(evening)] == [("other-cards", 1)]
    assert concerns(field("4SN=", "4SN+1", leads=("HT", "HA"), deal=CARDS)) == []


# Between boards


def two_boards(table5):
    """Boards 1 and 2 at eighteen tables: slams in spades by North–South, and hearts by East–West."""
    evening = Evening((1, 2))
    for table in map(str, (1, 2, 3, 4, *range(6, 20))):
        result(evening, 1, "6SN=", f"{table}NS", f"{table}EW", table=table, round_=1, lead="DQ")
        result(evening, 2, "4HE=", f"{table}NS", f"{table}EW", table=table, round_=1)
    for board, played in table5.items():
        result(
            evening, board, played, "5NS", "5EW", table="5", round_=1, lead="DQ" if played.startswith("6S") else None
        )
    return evening


@pytest.mark.parametrize(
    ("table5", "text"),
    [
        ({1: "4HE-1", 2: "6SN+1"}, "4HE-1 here and 6SN+1 on board 2: are the two exchanged?"),
        ({2: "6SN="}, "6SN= (+1430): is it of board 1?"),
        ({1: "6SN=", 2: "6SN="}, "6SN= (+1430): board 1 again?"),
    ],
)
def test_slips_between_two_boards_are_told_once(table5, text):
    [concern] = concerns(two_boards(table5))
    assert (concern.table, concern.text.partition(";")[0]) == ("5", text)


@pytest.mark.parametrize("table5", [{1: "6SN+1", 2: "4HE-1"}, {1: "3HE-1", 2: "3NTN-3"}, {1: "6SN=", 2: "4HE+1"}])
def test_boards_that_are_where_they_were_played(table5):
    assert concerns(two_boards(table5)) == []


# Settled


def test_an_official_who_looked_settles_it_and_says_why():
    evening = field(*FIELD, "4SW=")
    said = evening.do(ConfirmResult(Where(1, "8"), (), "the traveller has it so"))
    assert [each.code for each in check(evening.scoreboard).open] == []
    [settled] = check(evening.scoreboard).worked_off
    assert (settled.concern.code, settled.how, settled.number) == (
        *("likely-slip", f"{said[-1].by} looked: the traveller has it so"),
        said[-1].number,
    )
    evening.do(CorrectResult(Where(1, "8"), Result("4SE="), None))
    assert [each.code for each in check(evening.scoreboard).open] == ["likely-slip"]


def test_it_is_open_again_when_that_is_taken_back():
    evening = field(*FIELD, "4SW=")
    said = evening.do(ConfirmResult(Where(1, "8"), (), "the traveller has it so"))
    evening.do(Undo(said[-1]))
    assert [each.code for each in check(evening.scoreboard).open] == ["likely-slip"]
