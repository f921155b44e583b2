"""What a table bid and played: recorded once, corrected, taken back; and as a file says it."""

import pytest
from msgspec import structs

from ledger.bridge import Result
from ledger.bridge.auction import Auction
from ledger.bridge.card_play import CardPlay
from ledger.bridge.deal import Deal
from ledger.facts import (
    CorrectAuction,
    CorrectSeating,
    ImportSheet,
    LeaveUnplayed,
    OpenSession,
    RecordAuction,
    RecordDeal,
    RecordDeals,
    RecordResult,
    SheetLine,
    Undo,
    VoidResult,
    Where,
    WithdrawRuling,
)
from ledger.facts.auctions import AuctionRecorded, AuctionWithdrawn, PlayRecord
from ledger.laws.adjustment import Artificial, Grade
from ledger.laws.profile_loader import load_profile
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
    assert (gone.event, line(evening).record) == (AuctionWithdrawn(1, "1NS", "1EW", table="1"), PlayRecord())
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
    assert (f"#{told.number} tells how board 2 table 1 was bid" in refusal.message, refusal.hint) == (
        True,
        f"`undo {told.number}` first",
    )
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
