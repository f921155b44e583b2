"""The text of a LIN file: what stands before the boards, and each table's play of a board.

A file is codes and values, each before a '|':

    vg|Final,Segment 1,I,1,16,Reds,0,Blues,0|
    rs|4HN+1,4HN=,3NSx-1,PASS|
    pn|South,West,North,East,South,West,North,East|
    qx|o1|md|3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,|sv|o|mb|1N|an|15-17|mb|p|…|pc|SJ|…|mc|11|
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from ledger.bridge import Seat
from ledger.bridge.deal import RANKS, SUITS, Deal, Hand
from ledger.errors import Misuse
from ledger.exchange.sheet import MOST_LINES, read_bytes, require_few, shortened

SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)
"""The order of players, hands and dealers (1 to 4)."""

_SUIT = re.compile(r"([SHDC])([2-9TJQKA]*)")
_MOST_WORDS = 400


@dataclass(slots=True)
class PlayedHand:
    """A table's play of a board: `room` is 'o', 'c' or '', `number` the board's as it is labelled.

    `names` are its players' in the order of SEATS; `calls` each with its explanation; `claimed` the tricks of declarer.
    """

    room: str = ""
    number: str = ""
    names: list[str] = field(default_factory=list)
    dealt: str = ""
    vulnerable: str = ""
    calls: list[tuple[str, str]] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    claimed: str = ""

    @property
    def dealer(self) -> Seat | None:
        """Who deals, as the file says."""
        return SEATS[int(self.dealt[0]) - 1] if self.dealt[:1] in ("1", "2", "3", "4") else None

    def deal(self) -> Deal:
        """The four hands; the last may be left out. ValueError where they are none."""
        text = self.dealt[1:].upper().replace("10", "T")
        hands = dict(zip(SEATS, map(_hand, [*text.split(","), "", "", ""][:4]), strict=True))
        empty = [seat for seat, hand in hands.items() if not any(hand)]
        if len(empty) == 1:
            hands[empty[0]] = _rest(list(hands.values()))
        return Deal.of(hands)


@dataclass(slots=True)
class LinFile:
    """What stands before the boards (`head`, the fields of each code), and the boards."""

    head: dict[str, list[str]] = field(default_factory=dict)
    hands: list[PlayedHand] = field(default_factory=list)


def read_lin_file(path: Path) -> LinFile:
    """The boards of a LIN file; Misuse (bad-file) where it has none, or more than any has."""
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("iso-8859-1")
    found = LinFile()
    for hand in islice(_hands(text, found), MOST_LINES + 1):
        found.hands.append(hand)
    require_few(path, len(found.hands))
    if not (found.hands or found.head.get("rs")):
        raise Misuse(
            "bad-file", f"{path} has no board of LIN", "boards have their cards behind md|, results behind rs|"
        )
    return found


def _hands(text: str, found: LinFile) -> Iterator[PlayedHand]:
    """A hand begins with qx, or, without that, where players or cards are named anew."""
    hand: PlayedHand | None = None
    for code, value in _nodes(text):
        if code in ("vg", "rs") or (code == "pn" and hand is None and "vg" in found.head):
            found.head.setdefault(code, [each.strip() for each in value.split(",")])
            continue
        begins = code == "qx" or (code in ("pn", "md") and (hand is None or _is_another(hand, code)))
        if begins:
            if hand and (hand.dealt or hand.calls):
                yield hand
            hand = PlayedHand()
        if hand:
            _take(hand, code, value)
    if hand and (hand.dealt or hand.calls):
        yield hand


def _is_another(hand: PlayedHand, code: str) -> bool:
    """Whether players or cards are of the next hand; the players of a labelled one may stand behind its cards."""
    if code == "md" or not hand.number:
        return bool(hand.dealt)
    return bool(hand.dealt and (hand.names or hand.calls))


def _nodes(text: str) -> Iterator[tuple[str, str]]:
    words = text.split("|")
    for code, value in zip(words[::2], words[1::2], strict=False):
        yield code.strip().lower(), value.strip()


def _take(hand: PlayedHand, code: str, value: str) -> None:
    """What a code says of the hand; most say how it is shown."""
    match code:
        case "qx" if found := re.match(r"([oc])([0-9]{1,5})", value.lower()):
            hand.room, hand.number = found[1], found[2]
        case "ah" if found := re.search(r"([0-9]{1,5})\s*$", value):
            hand.number = found[1]
        case "pn":
            hand.names = [each.strip() for each in value.split(",")]
        case "md":
            hand.dealt = value[:_MOST_WORDS]
        case "sv":
            hand.vulnerable = value[:1].lower()
        case "mb" if len(hand.calls) < _MOST_WORDS:
            hand.calls.append((value, ""))
        case "an" if hand.calls:
            hand.calls[-1] = (hand.calls[-1][0], value)
        case "pc" if len(hand.cards) < _MOST_WORDS:
            hand.cards.append(value)
        case "mc":
            hand.claimed = value


def _hand(text: str) -> Hand:
    suits = dict(_SUIT.findall(text.strip()))
    if "".join(suit + suits[suit] for suit in suits) != text.strip():
        raise ValueError(f"{shortened(text)!r} is no hand of LIN")
    spades, hearts, diamonds, clubs = (suits.get(suit, "") for suit in SUITS)
    return spades, hearts, diamonds, clubs


def _rest(hands: list[Hand]) -> Hand:
    """The cards that the other hands have not."""
    taken = ["".join(hand[at] for hand in hands) for at in range(len(SUITS))]
    spades, hearts, diamonds, clubs = ("".join(rank for rank in RANKS if rank not in suit) for suit in taken)
    return spades, hearts, diamonds, clubs
