"""Sides and seats of a table; dealer and vulnerability of a board number (Law 2); cards and deals.

    N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543

A deal is the fifty-two cards of a board, in the notation of PBN. The first hand is that of the seat before the colon,
the next ones follow clockwise; a hand is its spades, hearts, diamonds and clubs. A deal *is* its notation, like a
result: from North, ranks from the ace down.
"""

import re
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

from ledger.bounds.files import DEAL
from ledger.bridge.notation import Unreadable, plain_letters


class Side(Enum):
    """A side of a table: North–South or East–West."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        """The opposing side.

        >>> Side.NS.other
        EW
        """
        return Side.EW if self is Side.NS else Side.NS

    def __repr__(self) -> str:
        return self.value


class Seat(Enum):
    """A compass seat of a table."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def side(self) -> Side:
        """The side of this seat.

        >>> Seat.W.side
        EW
        """
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    @property
    def left(self) -> "Seat":
        """The seat to the left; the seat to declarer's left makes the opening lead (Law 22B1).

        >>> Seat.W.left
        N
        """
        return Seat("NESW"[("NESW".index(self.value) + 1) % 4])

    def __repr__(self) -> str:
        return self.value


class Vulnerability(Enum):
    """The vulnerable sides of a board."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    BOTH = "Both"

    def covers(self, side: Side) -> bool:
        """Return whether a side is vulnerable.

        >>> Vulnerability.NS.covers(Side.EW)
        False
        """
        return self is Vulnerability.BOTH or self.value == side.value

    def __repr__(self) -> str:
        return self.value


_NONE, _NS, _EW, _BOTH = Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH
_CYCLE = (_NONE, _NS, _EW, _BOTH, _NS, _EW, _BOTH, _NONE, _EW, _BOTH, _NONE, _NS, _BOTH, _NONE, _NS, _EW)
_DEALERS = (Seat.N, Seat.E, Seat.S, Seat.W)


def dealer(board: int) -> Seat:
    """Return the dealer of a board (Law 2).

    >>> dealer(1), dealer(4), dealer(18)
    (N, W, E)
    """
    return _DEALERS[(board - 1) % 4]


def vulnerability(board: int) -> Vulnerability:
    """Return the vulnerability of a board; boards 17, 33 … repeat board 1 (Law 2).

    >>> vulnerability(1), vulnerability(4), vulnerability(23)
    (None, Both, Both)
    """
    return _CYCLE[(board - 1) % 16]


def is_vulnerable(board: int, side: Side) -> bool:
    """Return whether a side is vulnerable on a board.

    >>> is_vulnerable(2, Side.NS)
    True
    """
    return vulnerability(board).covers(side)


_SUIT_FIRST = re.compile(r"([CDHS])([2-9TJQKA])")
_RANK_FIRST = re.compile(r"([2-9TJQKA])([CDHS])")


def parse_card(text: str) -> str:
    """Read a typed card and return suit and rank, 'SA'; Unreadable (bad-card) if the text is no card.

    >>> parse_card("sa"), parse_card("♥10"), parse_card("TD")
    ('SA', 'HT', 'DT')
    """
    tidy = plain_letters(text).upper().replace(" ", "").replace("10", "T")
    if match := _SUIT_FIRST.fullmatch(tidy):
        return match[1] + match[2]
    if match := _RANK_FIRST.fullmatch(tidy):
        return match[2] + match[1]
    hint = "suit and rank: SA, H10 or HT, D2"
    if tidy in ("A", "K", "Q", "J", "T", *"23456789"):
        hint = f"of which suit? S{tidy}, H{tidy}, D{tidy} or C{tidy}"
    elif tidy[:1] in ("S", "H", "D", "C") and len(tidy) == 2:
        hint = f"{tidy[1]} is no rank; {hint}"
    raise Unreadable("bad-card", f"{text!r} is no card", text=text, marks=((0, len(text)),), hint=hint)


SUITS = "SHDC"
RANKS = "AKQJT98765432"
_CLOCKWISE = (Seat.N, Seat.E, Seat.S, Seat.W)
_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}

_HINT = (
    "as PBN has it, four hands clockwise, each spades.hearts.diamonds.clubs: "
    "'N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543'"
)

Hand = tuple[str, str, str, str]
"""A hand's spades, hearts, diamonds and clubs, ranks from the ace down: ('AKQ32', 'J54', 'K7', 'A98')."""


class Deal(str):
    """The cards of a board, in the canonical notation.

    >>> deal = Deal("e:t9.akq.qj5.qj1076 j654.T987.A86.K2 87.632.T9432.543 AKQ32.J54.K7.A98")
    >>> deal
    N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543
    >>> deal.hands[Seat.S]
    ('J654', 'T987', 'A86', 'K2')
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "Deal":
        """Read a deal; Unreadable (bad-deal) for any other text."""
        return _deal(text)

    @classmethod
    def of(cls, hands: Mapping[Seat, Hand]) -> "Deal":
        """Return the deal of four hands; Unreadable (bad-deal) unless they make up the pack."""
        return cls("N:" + " ".join(".".join(hands.get(seat, ())) for seat in _CLOCKWISE))

    @property
    def hands(self) -> dict[Seat, Hand]:
        """The four hands by seat, clockwise from North."""
        return dict(zip(_CLOCKWISE, map(_split_suits, self[2:].split(" ")), strict=True))

    def holder(self, card: str) -> Seat:
        """Return the seat that was dealt a card; the card is written suit first: 'SA'."""
        suit, rank = SUITS.index(card[0]), card[1]
        return next(seat for seat, hand in self.hands.items() if rank in hand[suit])

    def __repr__(self) -> str:
        return str(self)


@lru_cache(maxsize=1024)
def _deal(text: str) -> Deal:
    if len(text) > DEAL.most:
        raise _bad_deal("it is far too long for a deal", text[:20])
    tidy = text.strip().upper().replace("10", "T")
    match = re.fullmatch(r"([NESW])\s*:\s*(.*)", tidy)
    given_hands = match[2].split() if match else []
    if not match or len(given_hands) != 4:
        raise _bad_deal("it is not a seat and four hands", text)
    first = "NESW".index(match[1])
    hands: dict[Seat, Hand] = {}
    for at, seat in enumerate(_CLOCKWISE):
        written = given_hands[(at - first) % 4]
        suits = [suit.replace("-", "") for suit in written.split(".")]
        if len(suits) != len(SUITS) or set("".join(suits)) - set(RANKS):
            raise _bad_deal(f"{_SEATS[seat.value]}'s {written} is not four suits with dots between them", text, written)
        spades, hearts, diamonds, clubs = ("".join(sorted(suit, key=RANKS.index)) for suit in suits)
        hands[seat] = spades, hearts, diamonds, clubs
    # Every card once, and thirteen in every hand.
    held: dict[str, Seat] = {}
    dealt = (
        (seat, suit + rank)
        for seat, hand in hands.items()
        for suit, ranks in zip(SUITS, hand, strict=True)
        for rank in ranks
    )
    for seat, card in dealt:
        if card in held:
            twice = " and ".join(dict.fromkeys((_SEATS[held[card].value], _SEATS[seat.value])))
            raise _bad_deal(f"{card} is there twice: {twice}", text)
        held[card] = seat
    for seat, hand in hands.items():
        if (cards := sum(map(len, hand))) != len(RANKS):
            raise _bad_deal(f"{_SEATS[seat.value]} has {cards} cards, not 13", text, ".".join(hand))
    return str.__new__(Deal, "N:" + " ".join(".".join(hands[seat]) for seat in _CLOCKWISE))


def _split_suits(hand: str) -> Hand:
    spades, hearts, diamonds, clubs = hand.split(".")
    return spades, hearts, diamonds, clubs


def _bad_deal(why: str, text: str, hand: str = "") -> Unreadable:
    at = max(text.upper().find(hand), 0)
    marks = ((at, at + len(hand)),) if hand and text.upper()[at:].startswith(hand) else ((0, len(text)),)
    return Unreadable("bad-deal", f"no deal: {why}", text=text, marks=marks, hint=_HINT)
