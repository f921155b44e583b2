"""The cards of the boards, where the hand records were loaded into the Bridgemates."""

from ledger.bridge import Seat
from ledger.bridge.deal import Deal
from ledger.exchange.bridgemate.access_rows import Row
from ledger.exchange.bridgemate.tables import number, text
from ledger.exchange.sheet import board_number, why

_SEATS = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")


def deals_of(rows: list[Row], notes: list[tuple[str, str]]) -> dict[int, Deal]:
    """The deal of each board; what is none, or what another section has otherwise, is told in the notes."""
    found: dict[int, Deal] = {}
    for row in rows:
        board, hands = number(row, "Board"), _hands(row)
        if not "".join(hands.values()).replace(".", ""):
            continue
        try:
            deal = Deal("N:" + " ".join(hands.values()))
            if found.setdefault(board_number(str(board)), deal) != deal:
                raise ValueError("the sections have other cards on it: the first section's are recorded")
        except ValueError as error:
            notes.append((f"hand record of board {board}", why(error)))
    return found


def _hands(row: Row) -> dict[Seat, str]:
    """The four hands, each with dots between its suits."""
    return {seat: ".".join(text(row, f"{name}{suit}") for suit in _SUITS) for seat, name in _SEATS.items()}
