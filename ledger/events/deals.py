"""The cards of a board: the deal. Dealer and vulnerability follow from the number of the board (Law 2)."""

from ledger.bridge.deal import Deal
from ledger.events.fact import Stated
from ledger.events.free_text import FreeText


class DealRecorded(Stated, frozen=True):
    """These are the cards of a board, as it was dealt for the session; not those of a fouled version of it (Law 87)."""

    board: int
    deal: Deal


class DealCorrected(Stated, frozen=True):
    """The cards that were recorded of a board were others: these are its own."""

    board: int
    deal: Deal
    reason: FreeText = ""


class DealWithdrawn(Stated, frozen=True):
    """The cards that were recorded of a board are not those it was played with; nobody says which are."""

    board: int
    reason: FreeText = ""
