"""LIN, as Bridge Base Online writes it: a match in two rooms, or a session of pairs, with auctions and play.

The file has no scores: a result is what `rs` states for the board, or else what auction, play and claim come to. The
home team sits North–South in the open room.

The head of the file comes before the tables' plays of the boards. A file is codes and values, each before
a '|':

    vg|Final,Segment 1,I,1,16,Reds,0,Blues,0|
    rs|4HN+1,4HN=,3NSx-1,PASS|
    pn|South,West,North,East,South,West,North,East|
    qx|o1|md|3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,|sv|o|mb|1N|an|15-17|mb|p|…|pc|SJ|…|mc|11|
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from ledger.bounds.files import CALLS, LINES, STATED
from ledger.bridge import Result, Seat, Unreadable, parse_result
from ledger.bridge.auction import CLOCKWISE, Auction, CardPlay
from ledger.bridge.board import RANKS, SUITS, Deal, Hand, Vulnerability
from ledger.errors import Misuse
from ledger.exchange.sheet import (
    PairsByName,
    Said,
    Sheet,
    board_number,
    checked_auction,
    checked_play,
    play_record,
    read_bytes,
    reason_of,
    require_line_limit,
    require_plain,
    require_vulnerability,
    shorten,
    title_or_stem,
)
from ledger.kernel.at_table import PlayRecord, Where
from ledger.scoring.forms import FormName
from ledger.subjects.sheets import SheetLine

SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)
"""The order of players and hands; dealers are 1 to 4 in it."""

_SUIT = re.compile(r"([SHDC])([2-9TJQKA]*)")


@dataclass(slots=True)
class PlayedHand:
    """A table's play of a board: `room` is 'o' (open), 'c' (closed) or ''; `number` is the board's label.

    `names` are the players' in the order of SEATS; `calls` pairs of a call and its explanation; `claimed` declarer's
    tricks.
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
        """The dealer that the file states; None if the file states none."""
        return SEATS[int(self.dealt[0]) - 1] if self.dealt[:1] in ("1", "2", "3", "4") else None

    def deal(self) -> Deal:
        """Return the deal; a missing fourth hand is the remaining cards. ValueError: the hands are no deal."""
        text = self.dealt[1:].upper().replace("10", "T")
        hands: dict[Seat, Hand] = {}
        for seat, part in zip(SEATS, [*text.split(","), "", "", ""][:4], strict=True):
            suits = dict(_SUIT.findall(part.strip()))
            if "".join(suit + suits[suit] for suit in suits) != part.strip():
                raise ValueError(f"{shorten(part)!r} is no hand of LIN")
            spades, hearts, diamonds, clubs = (suits.get(suit, "") for suit in SUITS)
            hands[seat] = spades, hearts, diamonds, clubs
        empty = [seat for seat, hand in hands.items() if not any(hand)]
        if len(empty) == 1:
            taken = ["".join(hand[at] for hand in hands.values()) for at in range(len(SUITS))]
            spades, hearts, diamonds, clubs = ("".join(rank for rank in RANKS if rank not in suit) for suit in taken)
            hands[empty[0]] = spades, hearts, diamonds, clubs
        return Deal.of(hands)


@dataclass(slots=True)
class LinFile:
    """A LIN file: its `head` (values of the codes before the first board), and its hands."""

    head: dict[str, list[str]] = field(default_factory=dict)
    hands: list[PlayedHand] = field(default_factory=list)


def _split_hands(text: str, lin: LinFile) -> Iterator[PlayedHand]:
    """Yield a file's hands: each begins at the code qx, or without qx at the next players or cards."""
    hand: PlayedHand | None = None
    words = text.split("|")
    codes, values = (each.strip().lower() for each in words[::2]), map(str.strip, words[1::2])
    for code, value in zip(codes, values, strict=False):
        if code in ("vg", "rs") or (code == "pn" and hand is None and "vg" in lin.head):
            lin.head.setdefault(code, [each.strip() for each in value.split(",")])
            continue
        begins = code == "qx" or (code in ("pn", "md") and hand is None)
        if code in ("pn", "md") and hand and hand.dealt:
            # the players of a labelled hand may stand behind its cards
            begins = bool(code == "md" or not hand.number or hand.names or hand.calls)
        if begins:
            if hand and (hand.dealt or hand.calls):
                yield hand
            hand = PlayedHand()
        if hand:
            match code:
                case "qx" if match := re.match(r"([oc])([0-9]{1,5})", value.lower()):
                    hand.room, hand.number = match[1], match[2]
                case "ah" if match := re.search(r"([0-9]{1,5})\s*$", value):
                    hand.number = match[1]
                case "pn":
                    hand.names = [each.strip() for each in value.split(",")]
                case "md":
                    hand.dealt = value[: CALLS.most]
                case "sv":
                    hand.vulnerable = value[:1].lower()
                case "mb" if len(hand.calls) < CALLS.most:
                    hand.calls.append((value, ""))
                case "an" if hand.calls:
                    hand.calls[-1] = (hand.calls[-1][0], value)
                case "pc" if len(hand.cards) < CALLS.most:
                    hand.cards.append(value)
                case "mc":
                    hand.claimed = value
    if hand and (hand.dealt or hand.calls):
        yield hand


_ROOMS = {"o": "open", "c": "closed"}
_FORMS: dict[str, FormName] = {"P": "matchpoints", "I": "cross-imps"}

_VULNERABLE = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "n": Vulnerability.NS,
    "e": Vulnerability.EW,
    "b": Vulnerability.BOTH,
}

_RESULT = re.compile(r"([1-7](?:NT|[CDHSN]))(X{0,2})([NESW])(X{0,2})(=|[+-][0-9]{1,2})")
_CALLS = re.compile(r"([1-7][CDHSN]T?|PASS|P|DBL|D|XX|X|RDBL|R)(!?)")
_SHORT = {"D": "X", "DBL": "X", "R": "XX", "RDBL": "XX"}
Seats = tuple[str, str]


def read_lin(path: Path) -> Sheet:
    """Read a LIN file. Misuse (bad-file): the file has no boards."""
    data, file = read_bytes(path), LinFile()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("iso-8859-1")
    file.hands.extend(islice(_split_hands(text, file), LINES.most + 1))
    require_line_limit(path, len(file.hands))
    if not (file.hands or file.head.get("rs")):
        message = f"{path} has no board of LIN"
        raise Misuse("bad-file", message, "boards have their cards behind md|, results behind rs|")
    title = " ".join(part for part in file.head.get("vg", [])[:2] if part)
    sheet = Sheet(path.stem, title_or_stem(title, path), program="Bridge Base Online")
    _Reading(sheet, file, path.name).read()
    return sheet


class _Reading:
    def __init__(self, sheet: Sheet, file: LinFile, name: str) -> None:
        self.sheet, self.file, self.name = sheet, file, name
        self.head = [*file.head.get("vg", []), *[""] * 9]
        # the results before the boards: two a board, of the open and of the closed room
        text, results = self.head[3], file.head.get("rs", [])
        first = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 1
        if any(results[2 * STATED.most :]):
            more = f"it says results of more than {STATED.most} boards before them, and the rest was not read"
            sheet.problems.append((name, more))
        before = enumerate(results[: 2 * STATED.most])
        self.stated = {("oc"[at % 2], str(first + at // 2)): stated for at, stated in before}
        teams = (
            any(hand.room == "c" for hand in file.hands)
            or any(stated for (room, _), stated in self.stated.items() if room == "c")
            # two teams are named, though the closed room is not in the file; 'P' means pairs
            or (self._teams == (self.head[5], self.head[7]) and self.head[2].upper() in ("I", "B"))
        )
        self.pairs = None if teams else PairsByName()

    def read(self) -> None:
        played = [hand for hand in self.file.hands if hand.calls or hand.cards or self.stated.get(self._key_of(hand))]
        for hand in (each for each in self.file.hands if each.dealt):
            place = self._place(hand.room, hand.number)
            try:
                self.sheet.add_deal(board_number(hand.number), str(hand.deal()), place)
            except ValueError as error:
                self.sheet.dealt += 1
                self.sheet.notes.append((place, reason_of(error)))
        for hand in played:
            self.sheet.read_record(self._place(hand.room, hand.number), partial(self._line, hand))
        read = {self._key_of(hand) for hand in played}
        for (room, number), stated in self.stated.items():
            if self.pairs is None and (room, number) not in read and stated:

                def bare_line(place: str, room: str = room, number: str = number, stated: str = stated) -> SheetLine:
                    return SheetLine(place, self._where(board_number(number), room, []), _result(stated))

                self.sheet.read_record(self._place(room, number), bare_line)
        sheet = self.sheet
        if self.pairs is None:
            sheet.scoring, sheet.winners = "board-a-match" if self.head[2].upper() == "B" else "teams", 1
            # IMPs carried over: a knockout match counts them, a league does not
            for team, carried in zip(self._teams, (self.head[6], self.head[8]), strict=True):
                if re.fullmatch(r"-?[0-9]{1,4}(\.[0-9]{1,2})?", carried) and set(carried) - set("0.-"):
                    carries = f"{team} carries over {carried} IMPs: with --scoring knockout, `session carry-over`"
                    sheet.notes.append((self.name, f"{carries} records that"))
        elif played:
            sheet.scoring = _FORMS.get(self.head[2].upper())
            sheet.players = list(self.pairs.players())
        who = (hand for line in sheet.lines for hand in (line.where.ns, line.where.ew) if hand)
        sheet.contestants = tuple(dict.fromkeys(who))

    def _place(self, room: str, number: str) -> str:
        return f"{self.name} board {number or '?'}" + (f" {_ROOMS[room]} room" if room and self.pairs is None else "")

    def _key_of(self, hand: PlayedHand) -> tuple[str, str]:
        return hand.room, hand.number

    def _line(self, hand: PlayedHand, place: str) -> SheetLine:
        board = board_number(hand.number)
        require_vulnerability(board, _VULNERABLE.get(hand.vulnerable))
        deal = self.sheet.deals.get(board)

        def auction() -> tuple[Auction, tuple[str, ...]] | None:
            calls = list(_read_calls(hand))
            return checked_auction(board, hand.dealer or CLOCKWISE[(board - 1) % 4], calls) if calls else None

        def play(bid: Auction | None) -> CardPlay | None:
            contract = bid.contract if bid else None
            if not (hand.cards and contract):
                return None
            leader = CLOCKWISE[(CLOCKWISE.index(contract.declarer) + 1) % 4]
            return checked_play(CardPlay.in_order(leader, hand.cards, contract.strain), deal)

        record = play_record(self.sheet, place, auction, play)
        stated = self.stated.get(self._key_of(hand), "")
        result = _result(stated) if stated else _result_of_record(record, hand)
        if result is None:
            return SheetLine(place, Where(board))
        lead = record.play.lead if record and record.play else None
        return SheetLine(place, self._where(board, hand.room, hand.names), result, lead=lead, record=record)

    def _where(self, board: int, room: str, names: list[str]) -> Where:
        if self.pairs is None:
            ns, ew = self._teams if room != "c" else self._teams[::-1]
        else:
            south, west, north, east = ([*(names or self.file.head.get("pn", [])), *[""] * 4])[:4]
            ns, ew = self.pairs.number(north, south), self.pairs.number(east, west)
        require_plain(ns, ew)
        return Where(board, _ROOMS[room] if self.pairs is None and room else None, ns, ew)

    @property
    def _teams(self) -> Seats:
        home, visit = self.head[5], self.head[7]
        return (home, visit) if home and visit and home != visit else ("Home", "Visitors")


def _result(text: str) -> Result:
    tidy = text.upper().replace(" ", "")
    if match := _RESULT.fullmatch(tidy):
        return parse_result(f"{match[1]}{match[2] or match[4]}{match[3]}{match[5]}")
    if tidy in ("PASS", "P", "AP", "PASSED"):
        return parse_result("PASS")
    raise ValueError(f"{shorten(text)!r} is no result")


def _result_of_record(record: PlayRecord | None, hand: PlayedHand) -> Result | None:
    """Return the result of auction, play and claim; None if unfinished. ValueError: auction or claim is unreadable."""
    auction = record.auction if record else None
    if hand.calls and auction is None:
        raise ValueError("it states no result, and its auction cannot be read")
    if auction and auction.passed_out:
        return parse_result("PASS")
    contract = auction.contract if auction else None
    if contract is None:
        return None
    level, strain, doubling, declarer = contract
    if claimed := hand.claimed:
        if not (claimed.isascii() and claimed.isdigit() and int(claimed[:3]) <= 13):
            raise ValueError(f"{shorten(claimed)!r} is no number of tricks")
        return Result.of(level, strain, doubling, declarer, int(claimed))
    won = record.play.winners(strain) if record and record.play else []
    if len(won) < 13 or None in won:
        return None
    return Result.of(level, strain, doubling, declarer, sum(1 for seat in won if seat and seat.side is declarer.side))


def _read_calls(hand: PlayedHand) -> Iterator[Said]:
    for text, explanation in hand.calls:
        tidy = text.upper().replace(" ", "")
        matches = list(_CALLS.finditer(tidy))
        if "".join(match[0] for match in matches) != tidy:
            raise Unreadable("bad-auction", f"{shorten(text)!r} is no call")
        for match in matches:
            explained = explanation if match is matches[-1] else ""
            yield _SHORT.get(match[1], match[1]), explained or ("alert" if match[2] else "")
