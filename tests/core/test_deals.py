"""The cards of boards: given what is recorded, when they are said again, by hand or by a file, then the last word."""

import pytest
from msgspec import structs

from ledger.bridge import Result
from ledger.bridge.deal import Deal
from ledger.facts import AddBoards, CorrectDeal, ImportSheet, OpenSession, RecordDeal, SheetLine, Undo, Where
from ledger.facts.deals import DealCorrected, DealRecorded, DealWithdrawn
from ledger.laws.profile_loader import load_profile
from tests.core.spec import Evening

CARDS = "AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
ONE, TWO, THREE, FOUR = (Deal(f"{seat}:{CARDS}") for seat in "NESW")
BOARDS = (1, 2, 3, 4)


@pytest.fixture
def evening():
    return Evening(BOARDS)


def undo(evening, number):
    return evening.do(Undo(evening.log[number - 1]))


def sheet(deals):
    """A file of one line a board, with these deals."""
    opening = OpenSession("Evening", None, BOARDS, 2, load_profile("default"))
    lines = tuple(SheetLine(f"line {at}", Where(at, "1", "1NS", "1EW"), Result("4SN=")) for at in BOARDS)
    return ImportSheet(opening, lines, deals=tuple(deals.items()))


def events(recorded):
    return [each.event for each in recorded if isinstance(each.event, DealRecorded | DealCorrected | DealWithdrawn)]


def test_the_last_word_stands_and_is_taken_back(evening):
    (recorded,) = evening.do(RecordDeal(1, ONE))
    (other,) = evening.do(CorrectDeal(1, TWO, "the next board's"))
    assert (evening.session.deal(1), other.because) == (TWO, (recorded.number,))
    evening.refuses(Undo(evening.log[recorded.number - 1]), "has-dependants")
    (back,) = undo(evening, other.number)
    assert evening.session.deal(1) == ONE
    evening.refuses(Undo(evening.log[other.number - 1]), "has-dependants")
    undo(evening, back.number)
    assert evening.session.deal(1) == TWO


def test_what_is_withdrawn_is_not_known_and_comes_back(evening):
    (recorded,) = evening.do(RecordDeal(1, ONE))
    (gone,) = undo(evening, recorded.number)
    assert evening.session.deal(1) is None
    evening.refuses(CorrectDeal(1, TWO), "no-deal")
    undo(evening, gone.number)
    assert evening.session.deal(1) == ONE


def test_refused(evening):
    evening.refuses(RecordDeal(9, ONE), "no-such-board")
    evening.refuses(CorrectDeal(1, ONE), "no-deal")
    evening.do(RecordDeal(1, ONE))
    evening.refuses(RecordDeal(1, ONE), "nothing-to-change")
    evening.refuses(CorrectDeal(1, ONE), "nothing-to-change")
    evening.refuses(RecordDeal(1, TWO), "deal-exists")


def test_a_board_with_cards_is_not_taken_out(evening):
    (added,) = evening.do(AddBoards((5,)))
    evening.do(RecordDeal(5, ONE))
    evening.refuses(Undo(added), "has-dependants")


def test_a_file_says_its_deals_once(evening):
    assert events(evening.do(sheet({1: ONE, 2: TWO, 99: THREE}))) == [
        DealRecorded(1, ONE, imported=True),
        DealRecorded(2, TWO, imported=True),
    ]
    assert evening.do(sheet({1: ONE, 2: TWO})) == []
    assert events(evening.do(sheet({1: ONE, 2: THREE}))) == [
        DealCorrected(2, THREE, "the file was changed", imported=True)
    ]


def test_what_was_said_by_hand_stays(evening):
    evening.do(sheet({1: ONE, 2: TWO}))
    evening.do(CorrectDeal(1, FOUR))
    assert evening.decide(sheet({1: ONE, 2: TWO})) == ((), (), ())
    response = evening.decide(sheet({1: TWO, 2: TWO}))
    assert (response.uncommitted, [note.where for note in response.notes]) == ((), ["board 1"])
    undo(evening, evening.log[-1].number)
    (withdrawn,) = undo(evening, evening.session.deals[2][-1].number)
    assert withdrawn.event == DealWithdrawn(2)
    assert evening.decide(sheet({1: ONE, 2: TWO})).uncommitted == ()


def test_other_cards_on_most_boards_are_another_evening(evening):
    evening.do(sheet({1: ONE, 2: TWO, 3: THREE, 4: FOUR}))
    others = {1: TWO, 2: THREE, 3: FOUR, 4: FOUR}
    evening.refuses(sheet(others), "other-event")
    assert len(events(evening.do(sheet(others | {3: THREE})))) == 2


def test_other_cards_than_were_recorded_by_hand_are_another_evening_too(evening):
    for board in BOARDS:
        evening.do(RecordDeal(board, ONE))
    evening.refuses(structs.replace(sheet({1: TWO, 2: TWO, 3: TWO})), "other-event")
