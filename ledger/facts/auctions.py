"""What a table bid and played: the auction, and the cards trick by trick; and the same in the imperative."""

from msgspec import Struct

from ledger.bridge.auction import Auction
from ledger.bridge.card_play import CardPlay
from ledger.facts.at_table import AtTable, Where
from ledger.facts.fact import SCORERS, Kind
from ledger.facts.free_text import FreeText


class PlayRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The record of a table's auction and play, as far as it is known.

    `notes`: what players said of the calls that are marked '=1=', '=2=' …, in this order.
    """

    auction: Auction | None = None
    play: CardPlay | None = None
    notes: tuple[FreeText, ...] = ()


class AuctionRecorded(AtTable, frozen=True):
    """This is what a table bid and played, as far as it is known; what was said of that before was not so."""

    record: PlayRecord
    reason: FreeText = ""


class AuctionWithdrawn(AtTable, frozen=True):
    """What was said last of a table's auction and play is taken back; what was said before holds again, if anything."""

    reason: FreeText = ""


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


KINDS = (
    Kind(AuctionRecorded, "auction-recorded", SCORERS, undone_by=AuctionWithdrawn),
    Kind(AuctionWithdrawn, "auction-withdrawn", SCORERS, undone_by=AuctionRecorded),
)
