"""The sections Auction and Play of a record of PBN, as they are written."""

from collections.abc import Iterator

from ledger.bridge.auction import ALERTED, Auction, AuctionCall
from ledger.bridge.card_play import UNKNOWN, CardPlay
from ledger.events.auctions import PlayRecord
from ledger.exchange.writing.given_out import GivenOut

_ALERT = "Alert"
"""The note on a call that was alerted, where nobody said what it is."""

_CALLS = {"P": "Pass"}
_UNFINISHED = "*"
_ALL_TRICKS = 13


def section_lines(out: GivenOut, record: PlayRecord) -> list[str]:
    """The auction with its notes, and the play; without its words, an explained call is one that was alerted."""
    notes = [out.said(note) for note in record.notes]
    found = list(_auction(record.auction, notes)) if record.auction else []
    return found + (list(_play(record.play)) if record.play else [])


def _auction(auction: Auction, notes: list[str]) -> Iterator[str]:
    said = [_said(call, notes) for call in auction.calls]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(filter(None, said)), start=1)}
    words = [
        _CALLS.get(call.call, call.call) + _reference(each, numbers)
        for call, each in zip(auction.calls, said, strict=True)
    ]
    words += [] if auction.is_over else [_UNFINISHED]
    yield f'[Auction "{auction.calls[0].seat.value}"]'
    yield from (" ".join(words[at : at + 4]) for at in range(0, len(words), 4))
    yield from (f'[Note "{number}:{_escaped(each)}"]' for each, number in numbers.items())


def _said(call: AuctionCall, notes: list[str]) -> str:
    """What a note says of a call; '' where there is none."""
    if call.mark == ALERTED:
        return _ALERT
    known = notes[call.note - 1] if 0 < call.note <= len(notes) else ""
    return known or (_ALERT if call.note else "")


def _reference(said: str, numbers: dict[str, int]) -> str:
    return f" ={numbers[said]}=" if said else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _play(play: CardPlay) -> Iterator[str]:
    yield f'[Play "{play.leader.value}"]'
    rows = play[3:].split(", ")
    yield from rows
    if len(rows) < _ALL_TRICKS or UNKNOWN in rows[-1]:
        yield _UNFINISHED
