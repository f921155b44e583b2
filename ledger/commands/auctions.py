"""What a table bid and played, in the imperative."""

from msgspec import Struct

from ledger.bridge.auction import Auction
from ledger.commands.rulings import Where


class RecordAuction(Struct, frozen=True):
    """Record the auction of a table that has none yet; `notes` explain the calls marked '=1=', '=2=' …, in order."""

    where: Where
    auction: Auction
    notes: tuple[str, ...] = ()


class CorrectAuction(Struct, frozen=True):
    """Say that a table's auction was another than the one recorded."""

    where: Where
    auction: Auction
    notes: tuple[str, ...] = ()
    reason: str = ""


AuctionCommand = RecordAuction | CorrectAuction
