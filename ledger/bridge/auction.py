"""An auction, and the play of a deal. An auction is the dealer, and every call in turn.

    N: 1C X 1S P 1NT! P 2H=1= P 2S P P P

A call is P, X, XX or a bid. '!' after a call: alerted; '=1=': explained by the first note kept with the auction. An
auction *is* its notation, like a result; it may stop before its end, as on the form of an appeal.

    N: 1S P ^1H P 2S ^ P

'^' before a bid: insufficient, and let stand (Law 27A); '^' alone: this player's turn was skipped by a call out of
rotation that was let stand (Law 29A). An auction the director put right is written as it went after that.

A play is the leader, and the cards each hand played, trick by trick.

    W: D8 D5 DT DA, CA C4 C8 C7, S5 S3 - -

Each trick begins with the card of the opening leader, the next ones follow clockwise, whoever won the trick before;
'-' is a card nobody noted, or that was not played. A play *is* its notation.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ledger.bounds.files import AUCTION, PLAY
from ledger.bridge.board import RANKS, SUITS, Deal, Seat, parse_card
from ledger.bridge.notation import Unreadable
from ledger.bridge.result import STRAINS, Played

CLOCKWISE = (Seat.N, Seat.E, Seat.S, Seat.W)
ALERTED = "!"
_HINT = "the calls in turn from the dealer: 1C (1S) X P 2H P P P"
_CALL = re.compile(
    r"(\()?(\^?)(PASS|P|DBL|RDBL|XX|X|(?<=\^)|[1-7](?:NT|[CDHSN]))(!|=[1-9][0-9]?=)?(\))?(!|=[1-9][0-9]?=)?"
)
SKIPPED = "^"
"""The sign of a turn that was skipped."""
_ALL_PASS = re.compile(r"(ALL\s+PASS|AP)\s*$")
_SYMBOLS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "–": " ", "-": " ", ",": " ", ";": " ", "\ufe0f": ""})
_SHORT = {"PASS": "P", "DBL": "X", "RDBL": "XX"}


class AuctionCall(NamedTuple):
    """A call with its seat; `mark` is '!' for an alert, '=1=' for an explanation in note 1, '' for an unmarked call.

    `call` is '1NT', 'P', 'X', 'XX', or '^' for a turn that was skipped. `insufficient` marks a bid that was not enough.
    """

    seat: Seat
    call: str
    mark: str = ""
    insufficient: bool = False

    @property
    def written(self) -> str:
        """The call with its marks, as an auction is written: '^1H', '1NT!'."""
        return f"{'^' if self.insufficient else ''}{self.call}{self.mark}"

    @property
    def note(self) -> int:
        """The number of the note that explains the call; 0 for none."""
        return int(self.mark.strip("=")) if self.mark.startswith("=") else 0


class Contract(NamedTuple):
    """A contract: level 1–7, strain C D H S N, doubling '' X XX, and declarer."""

    level: int
    strain: str
    doubling: str
    declarer: Seat

    @classmethod
    def of(cls, played: Played) -> "Contract":
        """Return the contract of a result."""
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
        """Read an auction; Unreadable (bad-auction) for any other text, an illegal call, or a low bid without '^'."""
        return _auction(text)

    @classmethod
    def of(cls, dealer: Seat, calls: Sequence[str]) -> "Auction":
        """Return the auction with this dealer and these calls, written as in notation: '1NT!', 'P'."""
        return cls(f"{dealer.value}: {' '.join(calls)}")

    @property
    def calls(self) -> tuple[AuctionCall, ...]:
        """The calls of the auction, in turn."""
        return _calls(self)

    @property
    def is_over(self) -> bool:
        """True if three players have passed in a row after the last bid, or four before any bid."""
        return _is_over([each.call for each in self.calls])

    @property
    def turn(self) -> Seat | None:
        """The seat to call next; None if the auction is over.

        >>> Auction("N: 1C P").turn
        S
        """
        return None if self.is_over else _next_seat(self.calls, self[0])

    @property
    def contract(self) -> Contract | None:
        """The contract of the auction; None if the deal was passed out, or the auction is not over."""
        bid = _last_call(self.calls, _is_bid) if self.is_over else None
        if bid is None:
            return None
        doubled = next((each.call for each in reversed(self.calls) if each.call not in ("P", SKIPPED)), "")
        strain = bid.call[1]
        # declarer is the first of the side to have named the strain (Law 22A)
        named = (each.seat for each in self.calls if _is_bid(each.call) and each.call[1] == strain)
        declarer = next(seat for seat in named if seat.side is bid.seat.side)
        return Contract(int(bid.call[0]), strain, "" if _is_bid(doubled) else doubled, declarer)

    @property
    def passed_out(self) -> bool:
        """True if the auction is over and nobody bid."""
        return self.is_over and all(each.call in ("P", SKIPPED) for each in self.calls)

    def __repr__(self) -> str:
        return str(self)


@lru_cache(maxsize=4096)
def _auction(text: str) -> Auction:
    if len(text) > AUCTION.most:
        raise _bad_auction("it is far too long for an auction", text[:20])
    tidy = text.translate(_SYMBOLS).upper().strip()
    match = re.fullmatch(r"([NESW])\s*:\s*(.*)", tidy, re.DOTALL)
    if not match:
        raise _bad_auction("it does not say who dealt", text)
    words, all_pass = match[2], _ALL_PASS.search(match[2])
    calls = _parse_calls(CLOCKWISE.index(Seat(match[1])), words[: all_pass.start()] if all_pass else words, text)
    while all_pass and not _is_over([each.call for each in calls]):
        calls.append(AuctionCall(_next_seat(calls, match[1]), "P"))
    if all(each.call == SKIPPED for each in calls):
        raise _bad_auction("it has no call", text)
    return str.__new__(Auction, f"{match[1]}: " + " ".join(each.written for each in calls))


def _parse_calls(dealer: int, words: str, text: str) -> list[AuctionCall]:
    """Return the calls of a text in turn; `dealer` is an index of CLOCKWISE, and only one side may be in brackets."""
    calls: list[AuctionCall] = []
    opponents: set[int] = set()
    for at, word in enumerate(words.split()):
        if not (match := _CALL.fullmatch(word)) or bool(match[1]) is not bool(match[5]) or (match[4] and match[6]):
            raise _bad_auction(f"{word} is no call", text, word)
        call = match[3]
        name = SKIPPED if not call else _SHORT.get(call, f"{call[0]}NT" if call[1:] == "N" else call)
        call = AuctionCall(CLOCKWISE[(dealer + at) % 4], name, match[4] or match[6] or "", bool(match[2] and match[3]))
        if _is_over([each.call for each in calls]):
            raise _bad_auction(f"{word} comes after its end", text, word)
        bid = _last_call(calls, _is_bid)
        enough = bid is None or not _is_bid(call.call) or _bid_rank(call.call) > _bid_rank(bid.call)
        if bid and not enough and not call.insufficient:
            raise _bad_auction(f"{word} is not sufficient over {bid.call}", text, word)
        if (call.insufficient and enough) or (call.call == SKIPPED and call.mark):
            raise _bad_auction(f"'^' marks an insufficient bid or a skipped turn, and {word} is neither", text, word)
        if call.call in ("X", "XX"):
            doubled = _last_call(calls, lambda each: each not in ("P", SKIPPED))
            fits = doubled and (_is_bid(doubled.call) if call.call == "X" else doubled.call == "X")
            if not (doubled and fits and doubled.seat.side is not call.seat.side):
                doing = "double" if call.call == "X" else "redouble"
                raise _bad_auction(f"there is nothing for {call.seat.value} to {doing}", text, word)
        opponents |= {at % 2} if match[1] else set()
        if len(opponents) > 1:
            raise _bad_auction(f"{word} is not of the side in brackets: did somebody pass before it", text, word)
        calls.append(call)
    return calls


def _next_seat(calls: Sequence[AuctionCall], dealer: str) -> Seat:
    return CLOCKWISE[(CLOCKWISE.index(Seat(dealer)) + len(calls)) % 4]


def _last_call(calls: Sequence[AuctionCall], is_wanted: Callable[[str], bool]) -> AuctionCall | None:
    return next((each for each in reversed(calls) if is_wanted(each.call)), None)


def _is_bid(call: str) -> bool:
    return call[0].isdigit()


def _bid_rank(bid: str) -> tuple[int, int]:
    return int(bid[0]), STRAINS.index(bid[1])


def _is_over(calls: Sequence[str]) -> bool:
    made_calls = [each for each in calls if each != SKIPPED]
    if any(map(_is_bid, made_calls)):
        return made_calls[-3:] == ["P"] * 3
    return len(made_calls) == len(CLOCKWISE)


@lru_cache(maxsize=4096)
def _calls(auction: str) -> tuple[AuctionCall, ...]:
    return tuple(_parse_calls(CLOCKWISE.index(Seat(auction[0])), auction[3:], auction))


def _bad_auction(why: str, text: str, word: str = "") -> Unreadable:
    at = max(text.upper().find(word), 0)
    marks = ((at, at + len(word)),) if word and text.upper()[at:].startswith(word) else ((0, len(text)),)
    return Unreadable("bad-auction", f"no auction: {why}", text=text, marks=marks, hint=_HINT)


UNKNOWN = "-"
_PLAY_HINT = "the cards of each trick, clockwise from the leader: W: D8 D5 DT DA, CA C4 C8 C7"

Trick = dict[Seat, str]
"""The known cards of a trick, suit first, by seat."""


class Revoke(NamedTuple):
    """A revoke: trick number (from 1), seat, the card played, and a card of the suit led that the seat still held."""

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
        """Read a play; Unreadable for any other text: bad-card for a word that is no card, else bad-play."""
        return _card_play(text)

    @classmethod
    def in_order(cls, leader: Seat, cards: Sequence[str], strain: str) -> "CardPlay":
        """Return the play of these cards, the opening lead first; `strain` is needed to know who wins each trick."""
        rows, first = [], leader
        for at in range(0, len(cards), 4):
            turns = [_clockwise(first)[place] for place in range(len(cards[at : at + 4]))]
            trick = dict(zip(turns, map(parse_card, cards[at : at + 4]), strict=True))
            rows.append(" ".join(trick.get(seat, UNKNOWN) for seat in _clockwise(leader)))
            first = _winner(trick, first, strain) or first
        return cls(f"{leader.value}: {', '.join(rows)}")

    @property
    def leader(self) -> Seat:
        """The seat of the opening lead."""
        return Seat(self[0])

    @property
    def lead(self) -> str | None:
        """The card of the opening lead; None if nobody noted the card."""
        return self.tricks[0].get(self.leader)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The cards of each trick, as far as known, by seat."""
        return _tricks(self)

    def winners(self, strain: str) -> list[Seat | None]:
        """Return the winner of each trick in this strain; None for the first incomplete trick and all later ones."""
        seats: list[Seat | None] = []
        first: Seat | None = self.leader
        for trick in self.tricks:
            first = first and _winner(trick, first, strain)
            seats.append(first)
        return seats

    def first_card_not_held(self, deal: Deal) -> tuple[Seat, str] | None:
        """Return the first card a seat played without having been dealt it, as (seat, card); None if there is none."""
        played = ((seat, card) for trick in self.tricks for seat, card in trick.items())
        return next(((seat, card) for seat, card in played if deal.holder(card) is not seat), None)

    def revokes(self, deal: Deal, strain: str) -> Iterator[Revoke]:
        """Yield each card that did not follow suit although the seat could, up to the first incomplete trick."""
        held = {
            seat: [s + r for s, ranks in zip(SUITS, hand, strict=True) for r in ranks]
            for seat, hand in deal.hands.items()
        }
        winners = self.winners(strain)
        for at, (trick, first) in enumerate(zip(self.tricks, [self.leader, *winners], strict=False), start=1):
            led = trick.get(first) if first else None
            for seat, card in trick.items():
                followers = [each for each in held[seat] if led and each[0] == led[0]]
                if followers and card not in followers:
                    yield Revoke(at, seat, card, followers[-1])
                held[seat] = [each for each in held[seat] if each != card]

    def __repr__(self) -> str:
        return str(self)


@lru_cache(maxsize=4096)
def _card_play(text: str) -> CardPlay:
    if len(text) > PLAY.most:
        raise _bad_play("it is far too long for a play", text[:20])
    match = re.fullmatch(r"([NESW])\s*:\s*(.*)", text.upper().strip(), re.DOTALL)
    rows = [row.split() for row in match[2].split(",")] if match else []
    if not match or len(rows) > len(RANKS) or any(len(row) > len(CLOCKWISE) for row in rows):
        raise _bad_play("it is not a leader and at most thirteen tricks of four cards", text)
    cards = [[card if card == UNKNOWN else parse_card(card) for card in row] for row in rows]
    full_rows = [[*row, *[UNKNOWN] * (len(CLOCKWISE) - len(row))] for row in cards]
    while full_rows and set(full_rows[-1]) == {UNKNOWN}:
        full_rows.pop()
    played = [card for row in full_rows for card in row if card != UNKNOWN]
    if not played:
        raise _bad_play("it has no card", text)
    if twice := next((card for at, card in enumerate(played) if card in played[:at]), None):
        raise _bad_play(f"{twice} was played twice", text)
    return str.__new__(CardPlay, f"{match[1]}: " + ", ".join(" ".join(row) for row in full_rows))


@lru_cache(maxsize=4096)
def _tricks(play: str) -> tuple[Trick, ...]:
    seats = _clockwise(Seat(play[0]))
    rows = [row.split() for row in play[3:].split(",")]
    return tuple({seat: card for seat, card in zip(seats, row, strict=True) if card != UNKNOWN} for row in rows)


def _clockwise(first: Seat) -> list[Seat]:
    at = CLOCKWISE.index(first)
    return [*CLOCKWISE[at:], *CLOCKWISE[:at]]


def _winner(trick: Trick, first: Seat, strain: str) -> Seat | None:
    """Return the seat that wins a complete trick: highest trump, else highest card of the suit led (Law 44E, F)."""
    if len(trick) < len(CLOCKWISE):
        return None
    led = trick[first][0]

    def height(seat: Seat) -> tuple[bool, bool, int]:
        card = trick[seat]
        return card[0] == strain, card[0] == led, -RANKS.index(card[1])

    return max(trick, key=height)


def _bad_play(why: str, text: str) -> Unreadable:
    return Unreadable("bad-play", f"no play: {why}", text=text, marks=((0, len(text)),), hint=_PLAY_HINT)
