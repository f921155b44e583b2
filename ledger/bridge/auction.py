"""An auction, and the play of a deal. An auction is who dealt, and every call in turn.

    N: 1C X 1S P 1NT! P 2H=1= P 2S P P P

A call is P, X, XX or a bid. '!' after it: it was alerted; '=1=': the first of the notes kept with the auction explains
it. An auction *is* its notation, like a result; it may stop short of its end, as on the form of an appeal.

    N: 1S P ^1H P 2S ^ P

'^' before a bid: it was insufficient, and bid on (Law 27A); '^' by itself: this player's turn was passed over, by a
call out of rotation that was let stand (Law 29A). An auction that the director put right is written as it then went.

A play is who led, and the cards each hand played, trick by trick.

    W: D8 D5 DT DA, CA C4 C8 C7, S5 S3 - -

The first card of each trick is that of the hand that made the opening lead, the next ones follow clockwise, whoever won
the trick before; '-' is a card nobody noted, or that was not played. A play *is* its notation.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ledger.bounds.files import AUCTION, PLAY
from ledger.bridge.board import RANKS, SUITS, Deal, Seat, parse_card
from ledger.bridge.notation import Unreadable
from ledger.bridge.result import Played

CLOCKWISE = (Seat.N, Seat.E, Seat.S, Seat.W)
ALERTED = "!"
_STRAINS = "CDHSN"
_HINT = "the calls in turn from the dealer: 1C (1S) X P 2H P P P"
_CALL = re.compile(
    r"(\()?(\^?)(PASS|P|DBL|RDBL|XX|X|(?<=\^)|[1-7](?:NT|[CDHSN]))(!|=[1-9][0-9]?=)?(\))?(!|=[1-9][0-9]?=)?"
)
SKIPPED = "^"
"""Stands where a player's turn was passed over."""
_ALL_PASS = re.compile(r"(ALL\s+PASS|AP)\s*$")
_SYMBOLS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "–": " ", "-": " ", ",": " ", ";": " ", "\ufe0f": ""})
_SHORT = {"PASS": "P", "DBL": "X", "RDBL": "XX"}


class AuctionCall(NamedTuple):
    """A call: whose, which ('1NT', 'P', 'X', 'XX'), and its mark: '', '!' or the number of a note, '=1='.

    `insufficient`: it was a bid that was not enough. Where the turn was passed over, the call is '^'.
    """

    seat: Seat
    call: str
    mark: str = ""
    insufficient: bool = False

    @property
    def written(self) -> str:
        """The call in the notation."""
        return f"{'^' if self.insufficient else ''}{self.call}{self.mark}"

    @property
    def note(self) -> int:
        """The number of the note that explains it; 0 where none does."""
        return int(self.mark.strip("=")) if self.mark.startswith("=") else 0


class Contract(NamedTuple):
    """What an auction ends in: level 1–7, strain C D H S N, doubling '' X XX, and who declares."""

    level: int
    strain: str
    doubling: str
    declarer: Seat

    @classmethod
    def of(cls, played: Played) -> "Contract":
        """The contract of a result."""
        return cls(*played[:4])

    def __str__(self) -> str:
        return f"{self.level}{'NT' if self.strain == 'N' else self.strain}{self.doubling}{self.declarer.value}"


class Auction(str):
    """The calls of a deal, in the canonical notation.

    >>> Auction("n: 1♣ (X) 1S - pass 1nt all pass")
    N: 1C X 1S P 1NT P P P
    >>> str(Auction("N: 1C 1S AP").contract)
    '1SE'
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "Auction":
        """Read an auction; Unreadable (bad-auction) where it is none that the Laws let stand without more ado."""
        return _auction(text)

    @classmethod
    def of(cls, dealer: Seat, calls: Sequence[str]) -> "Auction":
        """The auction of these calls, each with its mark."""
        return cls(f"{dealer.value}: {' '.join(calls)}")

    @property
    def calls(self) -> tuple[AuctionCall, ...]:
        """Every call in turn."""
        return _calls(self)

    @property
    def is_over(self) -> bool:
        """Whether three players passed after the last bid, or all four at once."""
        return _is_over([each.call for each in self.calls])

    @property
    def turn(self) -> Seat | None:
        """Who is to call next; None where it is over.

        >>> Auction("N: 1C P").turn
        S
        """
        return None if self.is_over else _after(self.calls, self[0])

    @property
    def contract(self) -> Contract | None:
        """What it ends in; None where it was passed out, or is not over."""
        bid = _last(self.calls, _is_bid) if self.is_over else None
        if bid is None:
            return None
        doubled = next((each.call for each in reversed(self.calls) if each.call not in ("P", SKIPPED)), "")
        strain = bid.call[1]
        # Who first named its strain for the side (Law 22A)
        named = (each.seat for each in self.calls if _is_bid(each.call) and each.call[1] == strain)
        declarer = next(seat for seat in named if seat.side is bid.seat.side)
        return Contract(int(bid.call[0]), strain, "" if _is_bid(doubled) else doubled, declarer)

    @property
    def passed_out(self) -> bool:
        """Whether nobody bid."""
        return self.is_over and all(each.call in ("P", SKIPPED) for each in self.calls)

    def __repr__(self) -> str:
        return str(self)


@lru_cache(maxsize=4096)
def _auction(text: str) -> Auction:
    if len(text) > AUCTION.most:
        raise _bad("it is far too long for an auction", text[:20])
    tidy = text.translate(_SYMBOLS).upper().strip()
    found = re.fullmatch(r"([NESW])\s*:\s*(.*)", tidy, re.DOTALL)
    if not found:
        raise _bad("it does not say who dealt", text)
    said, all_pass = found[2], _ALL_PASS.search(found[2])
    calls = _in_turn(CLOCKWISE.index(Seat(found[1])), said[: all_pass.start()] if all_pass else said, text)
    while all_pass and not _is_over([each.call for each in calls]):
        calls.append(AuctionCall(_after(calls, found[1]), "P"))
    if all(each.call == SKIPPED for each in calls):
        raise _bad("it has no call", text)
    return str.__new__(Auction, f"{found[1]}: " + " ".join(each.written for each in calls))


def _in_turn(dealer: int, said: str, text: str) -> list[AuctionCall]:
    """The calls, each by whose turn it is; what stands in brackets are those of one side."""
    calls: list[AuctionCall] = []
    opponents: set[int] = set()
    for at, word in enumerate(said.split()):
        if not (found := _CALL.fullmatch(word)) or bool(found[1]) is not bool(found[5]) or (found[4] and found[6]):
            raise _bad(f"{word} is no call", text, word)
        call = found[3]
        named = SKIPPED if not call else _SHORT.get(call, f"{call[0]}NT" if call[1:] == "N" else call)
        call = AuctionCall(CLOCKWISE[(dealer + at) % 4], named, found[4] or found[6] or "", bool(found[2] and found[3]))
        _check(calls, call, text, word)
        opponents |= {at % 2} if found[1] else set()
        if len(opponents) > 1:
            raise _bad(f"{word} is not of the side in brackets: did somebody pass before it", text, word)
        calls.append(call)
    return calls


def _after(calls: Sequence[AuctionCall], dealer: str) -> Seat:
    return CLOCKWISE[(CLOCKWISE.index(Seat(dealer)) + len(calls)) % 4]


def _check(calls: Sequence[AuctionCall], call: AuctionCall, text: str, word: str) -> None:
    """Refuse a call after the end, an insufficient bid that does not say so, and a double of nothing (Laws 18, 19)."""
    if _is_over([each.call for each in calls]):
        raise _bad(f"{word} comes after its end", text, word)
    bid = _last(calls, _is_bid)
    enough = bid is None or not _is_bid(call.call) or _height(call.call) > _height(bid.call)
    if bid and not enough and not call.insufficient:
        raise _bad(f"{word} is not sufficient over {bid.call}", text, word)
    if (call.insufficient and enough) or (call.call == SKIPPED and call.mark):
        raise _bad(f"{word} is no insufficient bid, and no turn that was passed over", text, word)
    if call.call in ("X", "XX"):
        said = _last(calls, lambda each: each not in ("P", SKIPPED))
        fits = said and (_is_bid(said.call) if call.call == "X" else said.call == "X")
        if not (said and fits and said.seat.side is not call.seat.side):
            doing = "double" if call.call == "X" else "redouble"
            raise _bad(f"there is nothing for {call.seat.value} to {doing}", text, word)


def _last(calls: Sequence[AuctionCall], is_such: Callable[[str], bool]) -> AuctionCall | None:
    return next((each for each in reversed(calls) if is_such(each.call)), None)


def _is_bid(call: str) -> bool:
    return call[0].isdigit()


def _height(bid: str) -> tuple[int, int]:
    return int(bid[0]), _STRAINS.index(bid[1])


def _is_over(calls: Sequence[str]) -> bool:
    said = [each for each in calls if each != SKIPPED]
    if any(map(_is_bid, said)):
        return said[-3:] == ["P"] * 3
    return len(said) == len(CLOCKWISE)


@lru_cache(maxsize=4096)
def _calls(auction: str) -> tuple[AuctionCall, ...]:
    return tuple(_in_turn(CLOCKWISE.index(Seat(auction[0])), auction[3:], auction))


def _bad(why: str, text: str, word: str = "") -> Unreadable:
    """What is no auction, marked where the call stands that is none."""
    at = max(text.upper().find(word), 0)
    marks = ((at, at + len(word)),) if word and text.upper()[at:].startswith(word) else ((0, len(text)),)
    return Unreadable("bad-auction", f"no auction: {why}", text=text, marks=marks, hint=_HINT)


UNKNOWN = "-"
_PLAY_HINT = "the cards of each trick, clockwise from the leader: W: D8 D5 DT DA, CA C4 C8 C7"

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
        raise _bad_play("it is far too long for a play", text[:20])
    found = re.fullmatch(r"([NESW])\s*:\s*(.*)", text.upper().strip(), re.DOTALL)
    rows = [row.split() for row in found[2].split(",")] if found else []
    if not found or len(rows) > len(RANKS) or any(len(row) > len(CLOCKWISE) for row in rows):
        raise _bad_play("it is not who led, and at most thirteen tricks of four cards", text)
    cards = [[card if card == UNKNOWN else parse_card(card) for card in row] for row in rows]
    whole = [[*row, *[UNKNOWN] * (len(CLOCKWISE) - len(row))] for row in cards]
    while whole and set(whole[-1]) == {UNKNOWN}:
        whole.pop()
    played = [card for row in whole for card in row if card != UNKNOWN]
    if not played:
        raise _bad_play("no card is in it", text)
    if twice := next((card for at, card in enumerate(played) if card in played[:at]), None):
        raise _bad_play(f"{twice} was played twice", text)
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


def _bad_play(why: str, text: str) -> Unreadable:
    return Unreadable("bad-play", f"no play: {why}", text=text, marks=((0, len(text)),), hint=_PLAY_HINT)
