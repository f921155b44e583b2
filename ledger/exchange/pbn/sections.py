"""The sections Auction and Play of a record of PBN.

[Auction "N"]
1C X 1S =1= Pass
1NT AP
[Note "1:four or more"]
[Play "W"]
D8 D5 DT DA
CA C4 *
"""

import re
from collections.abc import Iterator

from ledger.bridge import Seat, Unreadable
from ledger.bridge.auction import CLOCKWISE, Auction
from ledger.bridge.card_play import UNKNOWN, CardPlay
from ledger.bridge.deal import Deal
from ledger.events.auctions import PlayRecord
from ledger.exchange.pbn.document import Game
from ledger.exchange.play_records import Said, auction_said, play_record, play_said
from ledger.exchange.sheet import Sheet, board_number, shortened

_COMMENTS = re.compile(r"\{[^}]*\}|;[^\n]*|\$[0-9]+")
_JUDGED = re.compile(r"[!?]{1,2}$")
_NOTE = re.compile(r"=([0-9]{1,2})=")
_ENDS = ("*", "+")
_NOT_CALLED = "-"
_MOST = 700
"""Words of a section: an auction has at most 319 calls."""


def game_record(sheet: Sheet, place: str, game: Game) -> PlayRecord | None:
    """The auction and the play of a record, as far as it has them."""
    if not (game.below.keys() & {"Auction", "Play"}):
        return None
    deal = game_deal(game)
    return play_record(sheet, place, lambda: _auction(game), lambda _: _play(game, deal))


def game_deal(game: Game) -> Deal | None:
    """The cards of a record; None where there are none, or not all."""
    try:
        return Deal(game.tag("Deal"))
    except Unreadable:
        return None


def _auction(game: Game) -> tuple[Auction, tuple[str, ...]] | None:
    words = _words(game, "Auction")
    waiting = next((at for at, word in enumerate(words) if word != _NOT_CALLED), len(words))
    calls = list(_calls(words[waiting:], game.notes.get("Auction", {})))
    if not calls:
        return None
    first = CLOCKWISE[(CLOCKWISE.index(_seat(game, "Auction")) + waiting) % 4]
    return auction_said(board_number(game.tag("Board")), first, calls)


def _calls(words: list[str], notes: dict[str, str]) -> Iterator[Said]:
    """Every call with its note, which stands behind it."""
    call, said = "", ""
    for word in words:
        if word.startswith("^"):
            raise ValueError("a call was insufficient or out of turn")
        if found := _NOTE.fullmatch(word):
            said = notes.get(found[1], "alert")
            continue
        if call:
            yield call, said
        call, said = _JUDGED.sub("", word), ""
    if call:
        yield call, said


def _play(game: Game, deal: Deal | None) -> CardPlay | None:
    cards = [_JUDGED.sub("", word) for word in _words(game, "Play") if not word.startswith(("^", "="))]
    if all(card == UNKNOWN for card in cards):
        return None
    rows = [" ".join(cards[at : at + 4]) for at in range(0, len(cards), 4)]
    return play_said(CardPlay(f"{_seat(game, 'Play').value}: {', '.join(rows)}"), deal)


def _seat(game: Game, section: str) -> Seat:
    try:
        return Seat(game.tag(section).upper())
    except ValueError:
        raise ValueError(f"{shortened(game.tag(section)) or 'nobody'} is no seat to begin with") from None


def _words(game: Game, section: str) -> list[str]:
    """The words of a section up to its end, a note by itself, without commentary and what judges a call or card."""
    text = _COMMENTS.sub(" ", "\n".join(game.below.get(section, [])))
    found = re.sub(r"(=[0-9]+=)", r" \1 ", text).split()
    if len(found) > _MOST:
        raise ValueError("it is far too long")
    return found[: next((at for at, word in enumerate(found) if word in _ENDS), len(found))]
