"""The cards of a board: the deal, and recording it in the imperative.

Dealer and vulnerability follow from the number of the board (Law 2).
"""

from msgspec import Struct

from ledger.bounds.types import BoardNumber
from ledger.bridge.deal import Deal
from ledger.facts.fact import SCORERS, Kind, Stated
from ledger.facts.free_text import FreeText


class DealRecorded(Stated, frozen=True):
    """These are the cards of a board, as it was dealt for the session; not those of a fouled version of it (Law 87)."""

    board: BoardNumber
    deal: Deal


class DealCorrected(Stated, frozen=True):
    """The cards that were recorded of a board were others: these are its own."""

    board: BoardNumber
    deal: Deal
    reason: FreeText = ""


class DealWithdrawn(Stated, frozen=True):
    """The cards that were recorded of a board are not those it was played with; nobody says which are."""

    board: BoardNumber
    reason: FreeText = ""


class RecordDeal(Struct, frozen=True):
    """Record the cards of a board that has none yet."""

    board: int
    deal: Deal


class RecordDeals(Struct, frozen=True):
    """Record the cards of many boards as a file of deals says them, by board."""

    deals: tuple[tuple[int, Deal], ...]


class CorrectDeal(Struct, frozen=True):
    """Say that the cards of a board are others than those recorded."""

    board: int
    deal: Deal
    reason: str = ""


DealCommand = RecordDeal | RecordDeals | CorrectDeal


KINDS = (
    Kind(DealRecorded, "deal-recorded", SCORERS, undone_by=DealWithdrawn),
    Kind(DealCorrected, "deal-corrected", SCORERS, undone_by=DealCorrected),
    Kind(DealWithdrawn, "deal-withdrawn", SCORERS, undone_by=DealRecorded),
)
