"""Auctions and plays of tables: recorded once, corrected, undone, and imported from files."""

import pytest
from msgspec import structs

from ledger.bridge import Result
from ledger.bridge.auction import Auction, CardPlay
from ledger.bridge.board import Deal
from ledger.kernel.at_table import PlayRecord, Where
from ledger.kernel.fact import TakenBack
from ledger.laws.adjustment import Artificial, Grade
from ledger.laws.profile_loader import load_profile
from ledger.subjects.deals import (
    AuctionRecorded,
    CorrectAuction,
    CorrectDeal,
    DealCorrected,
    DealRecorded,
    RecordAuction,
    RecordDeal,
    RecordDeals,
)
from ledger.subjects.participation.facts import LeaveUnplayed
from ledger.subjects.play.facts import AddBoards, OpenSession, RecordResult, VoidResult
from ledger.subjects.rulings.facts import Undo, WithdrawRuling
from ledger.subjects.seating.facts import CorrectSeating
from ledger.subjects.sheets import ImportSheet, SheetLine
from tests.core.spec import Evening

ONE = Auction("N: 1NT P P P")
TWO = Auction("N: 1C 1S P P P")
TWO_ON_BOARD_2 = Auction("E: 1NT P P P")
NOTED = Auction("N: 1NT=1= P P P")
PLAY = CardPlay("E: SA S2 S3 S4")
AT = Where(1, "1")
CARDS = "AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
DEALS = [Deal(f"{seat}:{CARDS}") for seat in "NESW"]


@pytest.fixture
def evening():
    evening = Evening((1, 2))
    evening.do(RecordResult(Where(1, "1", "1NS", "1EW"), Result("1NTN=")))
    return evening


def undo(evening, number=None):
    return evening.do(Undo(evening.log[number - 1] if number else evening.log[-1]))


def line(evening, table="1"):
    return next(played for played in evening.session.table_boards() if played.table == table)


def test_the_last_word_stands_and_is_taken_back(evening):
    (first,) = evening.do(RecordAuction(AT, ONE))
    evening.refuses(RecordAuction(AT, TWO), "auction-exists")
    (second,) = evening.do(CorrectAuction(AT, TWO, reason="both sides agree"))
    assert (line(evening).record.auction, second.because) == (TWO, (first.number,))
    evening.refuses(Undo(first), "has-dependants")
    (back,) = undo(evening)
    assert line(evening).record.auction == ONE
    undo(evening, back.number)
    assert line(evening).record.auction == TWO
    undo(evening)
    (gone,) = evening.do(CorrectAuction(AT, NOTED, ("12 to 14",)))
    assert line(evening).record.notes == ("12 to 14",)
    undo(evening, gone.number)
    assert line(evening).record == PlayRecord(ONE)


def test_the_first_taken_back_leaves_nothing(evening):
    evening.do(RecordAuction(AT, ONE))
    (gone,) = undo(evening)
    taken_back = TakenBack(gone.number - 1, "auction-recorded")
    assert (gone.event, line(evening).record) == (taken_back, PlayRecord())
    evening.refuses(CorrectAuction(AT, ONE), "no-auction")
    (again,) = undo(evening)
    assert again.event == AuctionRecorded(1, "1NS", "1EW", PlayRecord(ONE), table="1")


def test_refused(evening):
    evening.refuses(RecordAuction(Where(1, "7"), ONE), "no-such-table")
    evening.refuses(RecordAuction(AT, Auction("E: 1NT P P P")), "other-dealer")
    evening.refuses(RecordAuction(AT, NOTED), "other-notes")
    evening.refuses(RecordAuction(AT, ONE, ("of no call",)), "other-notes")
    evening.refuses(CorrectAuction(AT, ONE), "no-auction")
    evening.do(RecordAuction(AT, ONE))
    evening.refuses(CorrectAuction(AT, ONE), "nothing-to-change")


def test_it_goes_with_the_seats_and_with_the_result(evening):
    (said,) = evening.do(RecordAuction(AT, ONE))
    evening.do(CorrectSeating(AT, Where(1, ns="2NS")))
    assert (line(evening).seating.ns, line(evening).record.auction) == ("2NS", ONE)
    evening.do(VoidResult(AT))
    evening.refuses(Undo(said), "has-dependants")
    undo(evening)
    assert line(evening).record.auction == ONE
    undo(evening, said.number)
    assert line(evening).record == PlayRecord()


def sheet(record, result="1NTN="):
    opening = OpenSession("Evening", None, (1, 2), 2, load_profile("default"))
    return ImportSheet(opening, (SheetLine("line 1", AT_SEATS, Result(result), record=record),))


AT_SEATS = Where(2, "3", "3NS", "3EW")


def recorded(evening, command):
    return [each.event for each in evening.do(command) if isinstance(each.event, AuctionRecorded)]


def test_what_all_of_a_table_rests_on_is_not_taken_back_beneath_its_auction(evening):
    at = Where(2, "1", "1NS", "1EW")
    (unplayed,) = evening.do(LeaveUnplayed(at))
    (told,) = evening.do(RecordAuction(at, TWO_ON_BOARD_2))
    refusal = evening.refuses(Undo(unplayed), "has-dependants")
    actual = (f"#{told.number} tells how board 2 table 1 was bid" in refusal.message, refusal.hint)
    assert actual == (True, f"`undo {told.number}` first")
    undo(evening)
    undo(evening, unplayed.number)
    assert [played.board for played in evening.session.table_boards()] == [1]


def test_nor_is_a_ruling_on_what_was_not_played(evening):
    case = evening.rule(2, 1, Artificial(Grade("A+"), Grade("A-")))
    at = Where(2, "1", "1NS", "1EW")
    (told,) = evening.do(RecordAuction(at, TWO_ON_BOARD_2))
    evening.refuses(WithdrawRuling(case), "has-dependants")
    undo(evening, told.number)
    evening.do(WithdrawRuling(case))
    assert [played.board for played in evening.session.table_boards()] == [1]


def test_a_file_says_it_once_and_what_was_said_by_hand_stays(evening):
    eastern, other = (Auction(str(each).replace("N:", "E:")) for each in (NOTED, TWO))
    record = PlayRecord(eastern, PLAY, ("12 to 14",))
    assert [each.record for each in recorded(evening, sheet(record))] == [record]
    assert recorded(evening, sheet(record)) == []
    changed = structs.replace(record, notes=("15 to 17",))
    assert [each.reason for each in recorded(evening, sheet(changed))] == ["the file was changed"]
    evening.do(CorrectAuction(AT_SEATS, other))
    assert line(evening, "3").record == PlayRecord(other, PLAY)
    assert recorded(evening, sheet(changed)) == []
    response = evening.decide(sheet(record))
    assert (response.uncommitted, [note.where for note in response.notes]) == ((), ["line 1"])


def test_a_line_left_out_leaves_its_auction_out(evening):
    record = PlayRecord(Auction("E: 1NT P P P"))
    evening.do(VoidResult(AT))
    opening = OpenSession("Evening", None, (1, 2), 2, load_profile("default"))
    lines = (
        SheetLine("line 1", AT_SEATS, Result("1NTN="), record=record),
        SheetLine("line 2", AT_SEATS, Result("1NTN="), record=record),
    )
    assert len(recorded(evening, ImportSheet(opening, lines, skip_bad=True))) == 1


def test_a_dealt_set(evening):
    deals = tuple(zip((1, 2, 9), DEALS, strict=False))
    response = evening.decide(RecordDeals(deals))
    assert [note.where for note in response.notes] == ["board 9"]
    assert len(evening.do(RecordDeals(deals))) == 2
    assert evening.do(RecordDeals(deals)) == []
    evening.refuses(RecordDeals(((1, DEALS[3]), (2, DEALS[1]))), "deal-exists")
    evening.refuses(RecordDeals(((8, DEALS[0]), (9, DEALS[1]))), "no-such-board")
    evening.refuses(RecordDeal(1, DEALS[2]), "deal-exists")


# The cards of boards: given what is recorded, when they are said again, by hand or by a file, then the last word


FIRST, SECOND, THIRD, FOURTH = (Deal(f"{seat}:{CARDS}") for seat in "NESW")
BOARDS = (1, 2, 3, 4)


@pytest.fixture
def four_boards():
    return Evening(BOARDS)


def undo_number(four_boards, number):
    return four_boards.do(Undo(four_boards.log[number - 1]))


def deal_sheet(deals):
    """Return a file with these deals, a line for each board."""
    opening = OpenSession("Evening", None, BOARDS, 2, load_profile("default"))
    lines = tuple(SheetLine(f"line {at}", Where(at, "1", "1NS", "1EW"), Result("4SN=")) for at in BOARDS)
    return ImportSheet(opening, lines, deals=tuple(deals.items()))


def events(recorded):
    return [each.event for each in recorded if isinstance(each.event, DealRecorded | DealCorrected | TakenBack)]


def test_the_last_deal_stands_and_is_taken_back(four_boards):
    (recorded,) = four_boards.do(RecordDeal(1, FIRST))
    (other,) = four_boards.do(CorrectDeal(1, SECOND, "the next board's"))
    assert (four_boards.session.deal(1), other.because) == (SECOND, (recorded.number,))
    four_boards.refuses(Undo(four_boards.log[recorded.number - 1]), "has-dependants")
    (back,) = undo_number(four_boards, other.number)
    assert four_boards.session.deal(1) == FIRST
    four_boards.refuses(Undo(four_boards.log[other.number - 1]), "has-dependants")
    undo_number(four_boards, back.number)
    assert four_boards.session.deal(1) == SECOND


def test_what_is_withdrawn_is_not_known_and_comes_back(four_boards):
    (recorded,) = four_boards.do(RecordDeal(1, FIRST))
    (gone,) = undo_number(four_boards, recorded.number)
    assert four_boards.session.deal(1) is None
    four_boards.refuses(CorrectDeal(1, SECOND), "no-deal")
    undo_number(four_boards, gone.number)
    assert four_boards.session.deal(1) == FIRST


def test_deals_refused(four_boards):
    four_boards.refuses(RecordDeal(9, FIRST), "no-such-board")
    four_boards.refuses(CorrectDeal(1, FIRST), "no-deal")
    four_boards.do(RecordDeal(1, FIRST))
    four_boards.refuses(RecordDeal(1, FIRST), "nothing-to-change")
    four_boards.refuses(CorrectDeal(1, FIRST), "nothing-to-change")
    four_boards.refuses(RecordDeal(1, SECOND), "deal-exists")


def test_a_board_with_cards_is_not_taken_out(four_boards):
    (added,) = four_boards.do(AddBoards((5,)))
    four_boards.do(RecordDeal(5, FIRST))
    four_boards.refuses(Undo(added), "has-dependants")


def test_a_file_says_its_deals_once(four_boards):
    expected = [DealRecorded(1, FIRST, imported=True), DealRecorded(2, SECOND, imported=True)]
    assert events(four_boards.do(deal_sheet({1: FIRST, 2: SECOND, 99: THIRD}))) == expected
    assert four_boards.do(deal_sheet({1: FIRST, 2: SECOND})) == []
    expected = [DealCorrected(2, THIRD, "the file was changed", imported=True)]
    assert events(four_boards.do(deal_sheet({1: FIRST, 2: THIRD}))) == expected


def test_what_was_said_by_hand_stays(four_boards):
    four_boards.do(deal_sheet({1: FIRST, 2: SECOND}))
    four_boards.do(CorrectDeal(1, FOURTH))
    assert four_boards.decide(deal_sheet({1: FIRST, 2: SECOND}))[:3] == ((), (), ())
    response = four_boards.decide(deal_sheet({1: SECOND, 2: SECOND}))
    assert (response.uncommitted, [note.where for note in response.notes]) == ((), ["board 1"])
    undo_number(four_boards, four_boards.log[-1].number)
    number = four_boards.session.deals[2][-1].number
    (withdrawn,) = undo_number(four_boards, number)
    assert withdrawn.event == TakenBack(number, "deal-recorded")
    assert four_boards.decide(deal_sheet({1: FIRST, 2: SECOND})).uncommitted == ()


def test_other_cards_on_most_boards_are_another_evening(four_boards):
    four_boards.do(deal_sheet({1: FIRST, 2: SECOND, 3: THIRD, 4: FOURTH}))
    others = {1: SECOND, 2: THIRD, 3: FOURTH, 4: FOURTH}
    four_boards.refuses(deal_sheet(others), "other-event")
    assert len(events(four_boards.do(deal_sheet(others | {3: THIRD})))) == 2


def test_other_cards_than_were_recorded_by_hand_are_another_evening_too(four_boards):
    for board in BOARDS:
        four_boards.do(RecordDeal(board, FIRST))
    four_boards.refuses(structs.replace(deal_sheet({1: SECOND, 2: SECOND, 3: SECOND})), "other-event")
