"""The page on which a player answers a poll: what is asked and shown, and two lines to fill in; on a phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cli.pages.links import NoLinks
from cli.pages.printing import FORM, Press
from cli.words.auctions import mark_text
from cli.words.deals import hand_lines
from cli.words.notation import call_text
from ledger.bounds.files import POLL_ANSWER
from ledger.bridge import dealer, vulnerability
from ledger.bridge.auction import CLOCKWISE, Auction
from ledger.facts.polls import PollOpened

SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}

_VULNERABLE = {"None": "Nobody", "NS": "North–South", "EW": "East–West", "Both": "Everybody"}


class AskedPlayer(NamedTuple):
    """What a player is asked, and on which board."""

    opened: PollOpened
    board: int | None


class ShownPlayer(NamedTuple):
    """The same as it is shown to him: a hand of a seat, the auction in columns; nothing of the table."""

    question: str
    seat: str
    hand: list[str]
    dealer: str
    vulnerable: str
    seats: list[str]
    calls: list[list[str]]


def _shown(asked: AskedPlayer) -> ShownPlayer:
    opened, board = asked
    hand = tuple(opened.hand.split("."))
    return ShownPlayer(
        opened.question,
        SEATS.get(opened.seat or "", ""),
        hand_lines((hand[0], hand[1], hand[2], hand[3]), symbols=True) if len(hand) == 4 else [],
        SEATS[dealer(board).value] if board else "",
        _VULNERABLE[vulnerability(board).value] if board else "",
        *_columns(opened.auction),
    )


def _columns(auction: Auction | None) -> tuple[list[str], list[list[str]]]:
    """Who calls in turn, and what, four in a row."""
    if auction is None:
        return [], []
    first = CLOCKWISE.index(auction.calls[0].seat)
    seats = [CLOCKWISE[(first + at) % 4].value for at in range(4)]
    calls = [call_text(each.call, True) + mark_text(each.mark) for each in auction.calls]
    calls += [] if auction.is_over else ["?"]
    return seats, [calls[at : at + 4] for at in range(0, len(calls), 4)]


def poll_page(press: Press, it: AskedPlayer, chose: str = "", considered: str = "", *, wrong: bool = False) -> str:
    """The page of a link that is good; with what was filled in, where that is `wrong`."""
    with press.speaking():
        return _page(press, it=_shown(it), chose=chose, considered=considered, wrong=wrong, most=POLL_ANSWER.most)


def code_page(press: Press, *, wrong: bool = False) -> str:
    """The page on which a code is typed; `wrong`: the one that was is none."""
    return _page(press, wrong=wrong)


def thanks_page(press: Press) -> str:
    """That it was taken, and by nobody's name."""
    return _page(press, thanks=True)


def _page(press: Press, **view: object) -> str:
    always: Mapping[str, object] = dict.fromkeys(("head", "banner", "it", "thanks", "wrong"))
    still: Mapping[str, object] = {"site": True, "script": ""}  # it does not change while somebody fills it in
    return press.page("poll.html", NoLinks(), {**always, **still, **view}, FORM)
