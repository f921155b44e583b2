"""The play of a deal: who led, and the cards each hand played, trick by trick.

    W: D8 D5 DT DA, CA C4 C8 C7, S5 S3 - -

The first card of each trick is that of the hand that made the opening lead, the next ones follow clockwise, whoever won
the trick before; '-' is a card nobody noted, or that was not played. A play *is* its notation.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ledger.bounds.files import PLAY
from ledger.bridge.auction import CLOCKWISE
from ledger.bridge.board import Seat
from ledger.bridge.deal import RANKS, SUITS, Deal, parse_card
from ledger.bridge.notation import Unreadable

UNKNOWN = "-"
_HINT = "the cards of each trick, clockwise from the leader: W: D8 D5 DT DA, CA C4 C8 C7"

Trick = dict[Seat, str]
"""The cards of a trick that are known, suit first, by who played them."""


class Revoke(NamedTuple):
    """A card that did not follow suit, in which trick (from 1), and one that would have."""

    trick: int
    seat: Seat
    card: str
    held: str


class CardPlay(str):
    """The cards of a deal as they were played, in the canonical notation.

    >>> play = CardPlay("w: d8 d5 d10 da, ca c4 c8")
    >>> play
    W: D8 D5 DT DA, CA C4 C8 -
    >>> play.winners("H")
    [S, None]
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "CardPlay":
        """Read a play; Unreadable (bad-play) where it is none."""
        return _card_play(text)

    @classmethod
    def in_order(cls, leader: Seat, cards: Sequence[str], strain: str) -> "CardPlay":
        """The play of cards that are given in the order they were played, at this strain; ValueError where none is."""
        rows, first = [], leader
        for at in range(0, len(cards), 4):
            turns = [_clockwise(first)[place] for place in range(len(cards[at : at + 4]))]
            trick = dict(zip(turns, map(parse_card, cards[at : at + 4]), strict=True))
            rows.append(" ".join(trick.get(seat, UNKNOWN) for seat in _clockwise(leader)))
            first = _winner(trick, first, strain) or first
        return cls(f"{leader.value}: {', '.join(rows)}")

    @property
    def leader(self) -> Seat:
        """Who made the opening lead."""
        return Seat(self[0])

    @property
    def lead(self) -> str | None:
        """The opening lead, where it was noted."""
        return self.tricks[0].get(self.leader)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """What is known of every trick."""
        return _tricks(self)

    def winners(self, strain: str) -> list[Seat | None]:
        """Who won each trick at this strain; None from the first on that is not whole, as nobody knows."""
        found: list[Seat | None] = []
        first: Seat | None = self.leader
        for trick in self.tricks:
            first = first and _winner(trick, first, strain)
            found.append(first)
        return found

    def not_held(self, deal: Deal) -> tuple[Seat, str] | None:
        """The first card that another hand had, and who is said to have played it; None where there is none."""
        played = ((seat, card) for trick in self.tricks for seat, card in trick.items())
        return next(((seat, card) for seat, card in played if deal.holder(card) is not seat), None)

    def revokes(self, deal: Deal, strain: str) -> Iterator[Revoke]:
        """Every card that did not follow suit though the hand could have."""
        held = {
            seat: [s + r for s, ranks in zip(SUITS, hand, strict=True) for r in ranks]
            for seat, hand in deal.hands.items()
        }
        winners = self.winners(strain)
        for at, (trick, first) in enumerate(zip(self.tricks, [self.leader, *winners], strict=False), start=1):
            led = trick.get(first) if first else None
            for seat, card in trick.items():
                could = [each for each in held[seat] if led and each[0] == led[0]]
                if could and card not in could:
                    yield Revoke(at, seat, card, could[-1])
                held[seat] = [each for each in held[seat] if each != card]

    def __repr__(self) -> str:
        return str(self)


@lru_cache(maxsize=4096)
def _card_play(text: str) -> CardPlay:
    if len(text) > PLAY.most:
        raise _bad("it is far too long for a play", text[:20])
    found = re.fullmatch(r"([NESW])\s*:\s*(.*)", text.upper().strip(), re.DOTALL)
    rows = [row.split() for row in found[2].split(",")] if found else []
    if not found or len(rows) > len(RANKS) or any(len(row) > len(CLOCKWISE) for row in rows):
        raise _bad("it is not who led, and at most thirteen tricks of four cards", text)
    cards = [[card if card == UNKNOWN else parse_card(card) for card in row] for row in rows]
    whole = [[*row, *[UNKNOWN] * (len(CLOCKWISE) - len(row))] for row in cards]
    while whole and set(whole[-1]) == {UNKNOWN}:
        whole.pop()
    played = [card for row in whole for card in row if card != UNKNOWN]
    if not played:
        raise _bad("no card is in it", text)
    if twice := next((card for at, card in enumerate(played) if card in played[:at]), None):
        raise _bad(f"{twice} was played twice", text)
    return str.__new__(CardPlay, f"{found[1]}: " + ", ".join(" ".join(row) for row in whole))


@lru_cache(maxsize=4096)
def _tricks(play: str) -> tuple[Trick, ...]:
    seats = _clockwise(Seat(play[0]))
    rows = [row.split() for row in play[3:].split(",")]
    return tuple({seat: card for seat, card in zip(seats, row, strict=True) if card != UNKNOWN} for row in rows)


def _clockwise(first: Seat) -> list[Seat]:
    at = CLOCKWISE.index(first)
    return [*CLOCKWISE[at:], *CLOCKWISE[:at]]


def _winner(trick: Trick, first: Seat, strain: str) -> Seat | None:
    """Who won a trick that is whole: the highest trump, else the highest card of the suit led (Law 44E, F)."""
    if len(trick) < len(CLOCKWISE):
        return None
    led = trick[first][0]

    def height(seat: Seat) -> tuple[bool, bool, int]:
        card = trick[seat]
        return card[0] == strain, card[0] == led, -RANKS.index(card[1])

    return max(trick, key=height)


def _bad(why: str, text: str) -> Unreadable:
    return Unreadable("bad-play", f"no play: {why}", text=text, marks=((0, len(text)),), hint=_HINT)
