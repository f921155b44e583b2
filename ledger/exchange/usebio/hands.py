"""The hands of the boards in a USEBIO file."""

from xml.etree.ElementTree import Element

from ledger.bridge import Seat
from ledger.exchange.sheet import Sheet, board_number, shortened, why
from ledger.exchange.usebio.document import text_of

_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_MOST = 100
"""Characters of a suit, with room for blanks and tens."""


def read_hands(sheet: Sheet, root: Element, file: str) -> None:
    """The deal of every board that the file gives all four hands of."""
    for handset in root.iter("HANDSET"):
        for board in handset.findall("BOARD"):
            text = text_of(board, "BOARD_NUMBER")
            place = f"{file} hands of board {shortened(text)}"
            try:
                number, hands = board_number(text), _hands(board)
            except ValueError as error:
                sheet.notes.append((place, why(error)))
                continue
            if len(hands) == len(Seat):
                sheet.bring_deal(number, "N:" + " ".join(hands[seat] for seat in "NESW"), place)


def _hands(board: Element) -> dict[str, str]:
    """Each hand by its seat, as PBN writes it; a void is an empty element."""
    found = {}
    for hand in board.findall("HAND"):
        suits = [text_of(hand, suit).replace(" ", "") for suit in _SUITS]
        if any(len(suit) > _MOST for suit in suits):
            raise ValueError("a suit is longer than any is")
        found[text_of(hand, "DIRECTION").upper()[:1]] = ".".join(suits)
    return {seat: hand for seat, hand in found.items() if seat in {each.value for each in Seat}}
