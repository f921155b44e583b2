"""What a file says a table bid and played, checked: what cannot have been is told, and the result beside it stays."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from ledger.bounds.files import NOTE
from ledger.bridge import Seat, dealer
from ledger.bridge.auction import ALERTED, Auction
from ledger.bridge.card_play import CardPlay
from ledger.bridge.deal import Deal
from ledger.exchange.sheet import Sheet, require_plain, shortened, why
from ledger.facts.auctions import PlayRecord

_ONLY_ALERTED = ("alert", "alerted")
"""What a note says where a program has no other way to tell that a call was alerted."""

T = TypeVar("T")
Said = tuple[str, str]
"""A call, and what the file says of it; '' for nothing."""


def auction_said(board: int, first: Seat, calls: Iterable[Said]) -> tuple[Auction, tuple[str, ...]]:
    """The auction of these calls with the notes on them, each once; ValueError where it cannot have been."""
    notes: dict[str, int] = {}
    marked = [call + _mark(said.strip(), notes) for call, said in calls]
    auction = Auction.of(first, marked)
    if first is not dealer(board):
        raise ValueError(f"it begins with {first.value}, and {dealer(board).value} deals board {board}")
    return auction, tuple(notes)


def _mark(said: str, notes: dict[str, int]) -> str:
    if not said:
        return ""
    if said.rstrip(".!").casefold() in (*_ONLY_ALERTED, ""):
        return ALERTED
    require_plain(said)
    if not NOTE.hold(len(said)):
        raise ValueError(f"a note is far too long: {shortened(said)}")
    return f"={notes.setdefault(said, len(notes) + 1)}="


def play_said(play: CardPlay, deal: Deal | None) -> CardPlay:
    """The play, where every card was in the hand that played it; ValueError where one was not."""
    if deal and (wrong := play.not_held(deal)):
        seat, card = wrong
        raise ValueError(f"{seat.value} plays {card}, and {deal.holder(card).value} has it")
    return play


def play_record(
    sheet: Sheet,
    place: str,
    auction: Callable[[], tuple[Auction, tuple[str, ...]] | None],
    play: Callable[[Auction | None], CardPlay | None],
) -> PlayRecord | None:
    """What is known of a table's auction and play; a note says where the file has either, and it cannot have been."""
    bid, notes = _unless_wrong(sheet, place, "auction", auction) or (None, ())
    played = _unless_wrong(sheet, place, "play", lambda: play(bid))
    return PlayRecord(bid, played, notes) if bid or played else None


def _unless_wrong(sheet: Sheet, place: str, what: str, read: Callable[[], T | None]) -> T | None:
    try:
        return read()
    except ValueError as error:
        told = why(error).removeprefix(f"no {what}: ")
        sheet.notes.append((place, f"its {what} is left out: {shortened(told) if len(told) > 200 else told}"))
        return None
