"""The cards of a board, in the imperative."""

from msgspec import Struct

from ledger.bridge.deal import Deal


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
