"""What a table bid and played: the auction, and the cards trick by trick."""

from msgspec import Struct

from ledger.bridge.auction import Auction
from ledger.bridge.card_play import CardPlay
from ledger.events.free_text import FreeText
from ledger.events.play import AtTable


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
