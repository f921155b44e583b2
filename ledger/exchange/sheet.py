"""What a reader of result files hands to the office: lines, and the figures the file prints of its scores, as it prints
them: kept apart, to be compared with ours.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from ledger.bounds import Bounds
from ledger.bounds.files import LINES, NAME, NOTE, RESULTS, TITLE
from ledger.bounds.tournaments import BOARD
from ledger.bridge import (
    Result,
    Seat,
    Unreadable,
    dealer,
    is_passed_out,
    ns_score,
    parse_card,
    parse_result,
    vulnerability,
)
from ledger.bridge.auction import ALERTED, Auction, CardPlay
from ledger.bridge.board import Deal, Vulnerability
from ledger.errors import Misuse
from ledger.errors.visible import is_plain, visible
from ledger.files import read_file
from ledger.kernel.at_table import PlayRecord, Where
from ledger.labels import TABLE
from ledger.laws.adjustment import Artificial, Grade
from ledger.scoring.forms import FormName
from ledger.subjects.calls.facts import DeviceCall
from ledger.subjects.people.facts import Player
from ledger.subjects.sheets import SheetLine

SHOWN = 20
"""So many characters of what cannot be read are shown."""


def shortened(text: str) -> str:
    """The beginning of a text that is too long to be shown.

    >>> shortened("1" * 1_000_000)
    '11111111111111111111…'
    """
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


class PrintedMatch(NamedTuple):
    """A match as a file prints it: on how many boards, the IMPs of the first team, the victory points of both."""

    boards: int
    imps: str
    victory_points: tuple[str, str]


class PrintedOverall(NamedTuple):
    """What a file prints of a contestant over all sessions of an event: on how many boards, total, percentage, place.

    Each is '' where it is not printed.
    """

    boards: str
    total: str
    percentage: str
    place: str


class LineCrossImps(NamedTuple):
    """Cross-IMPs of a line of teams: of North–South and East–West, and the numbers of the two pairs."""

    ns: str
    ew: str
    ns_pair: str
    ew_pair: str


Unit = Literal["MP", "IMP", "VP", "%"]
"""What a figure of a contestant is in."""

MatchNames = tuple[int | None, str, str]
"""A match: its round, and the two as the file names them."""


@dataclass(slots=True)
class Figures:
    """The figures a file prints: of contestants by their labels, of lines by their places in the file.

    `lines` are what North–South and East–West have on a board, `datums` the datum of a board at Butler; `crossed` and
    `pairs` the cross-IMPs of pairs within teams, on a line and in all, the latter by the number of the pair; `overall`
    what is of several sessions of an event, of which the file is one; `unit` what totals are in, where that is printed.
    """

    totals: dict[str, str] = field(default_factory=dict)
    percentages: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    lines: dict[str, tuple[str, str]] = field(default_factory=dict)
    datums: dict[int, str] = field(default_factory=dict)
    matches: dict[MatchNames, PrintedMatch] = field(default_factory=dict)
    crossed: dict[str, LineCrossImps] = field(default_factory=dict)
    pairs: dict[str, str] = field(default_factory=dict)
    overall: dict[str, PrintedOverall] = field(default_factory=dict)
    unit: Unit | None = None

    def of_contestant(self, label: str, *, total: str = "", percentage: str = "", place: str = "") -> None:
        """Keep what a file prints of a contestant, where it prints anything."""
        for kept, text in (
            (self.totals, total),
            (self.percentages, percentage.removesuffix("%").strip()),
            (self.places, place.strip("= ")),
        ):
            if text:
                kept[label] = shortened(text)

    def of_line(self, place: str, ns: str, ew: str) -> None:
        """Keep what a file prints on a line."""
        if ns or ew:
            self.lines[place] = shortened(ns), shortened(ew)


SIGNED_TRICKS = re.compile(r"=|[+−–-][0-9]{1,2}")
"""Tricks over and under the contract, as people and devices write them."""

NOT_PLAYED = ("NP", "NOT PLAYED", "NOTPLAYED", "NO PLAY", "NOPLAY", "NOT BID", "NOTBID", "LATE PLAY", "LATEPLAY")
"""What stands in place of the contract or the score of a board that was not played."""

_NO_LEAD = ("", "-", "–", "--", "?")


@dataclass(slots=True)
class Sheet:
    """A result file, read: the event it is of, its lines, and what of it could not be read.

    `winners` and `scoring` are None where the file does not say; `swiss`: pairs are ranked by the victory points of
    their matches; `unplayed` are places of lines without a score; `printed` the figures the file prints; `program` is
    what wrote it, as far as the file says; `deals` the cards by board: what cannot be read of them goes to `notes`;
    `expected` how many results there will be, where the file has the movement; `device` the name of the file, where
    devices write it; `partial`: it holds only what is new; `calls` for the director, from devices; `about`: which table
    and board a place is about of which devices said what is no line; `known`: the numbers its movement has, `planned`:
    who is to meet whom in it. `records`: how many results its reader met, each of which is a line, not played, one of
    the `repeats` of another, or `unread`, a problem; `seated`: who sat at each table, as far as that could be read;
    `dealt`: how often it says the cards of a board, and `dealt_again`: how often it only repeats them.
    `stated`: regulations that the file says, by name, as its program need not have them.
    """

    name: str
    title: str
    date: str | None = None
    winners: Literal[1, 2] | None = None
    program: str = ""
    scoring: FormName | None = None
    swiss: bool = False
    contestants: tuple[str, ...] = ()
    lines: list[SheetLine] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    unplayed: list[str] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    printed: Figures = field(default_factory=Figures)
    deals: dict[int, Deal] = field(default_factory=dict)
    expected: int = 0
    device: str = ""
    partial: bool = False
    calls: list[DeviceCall] = field(default_factory=list)
    about: dict[str, Where] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    planned: tuple[tuple[str, str], ...] = ()
    records: int = 0
    unread: int = 0
    repeats: int = 0
    seated: list[SheetLine] = field(default_factory=list)
    dealt: int = 0
    dealt_again: int = 0
    stated: dict[str, str] = field(default_factory=dict)

    def read_record(self, place: str, read: Callable[[str], SheetLine]) -> SheetLine | None:
        """Count a record of a result, and put it where it belongs: a line, not played, or a problem.

        Returns the line, where it is one. Every reader puts every record here: what goes in comes out.
        """
        self.records += 1
        try:
            line = read(place)
        except ValueError as error:
            self.set_aside(place, why(error))
            return None
        if not (line.result or line.adjustment or line.undecided or line.erased):
            self.unplayed.append(place)
            return None
        self.lines.append(line)
        return line

    def set_aside(self, place: str, reason: str) -> None:
        """Leave a record to a person."""
        self.unread += 1
        self.problems.append((place, reason))

    def sit(self, place: str, where: Where) -> Where:
        """Keep who sat at a table, whatever else of the record can be read: two fields show themselves by it."""
        self.seated.append(SheetLine(place, where))
        return where

    def lead(self, place: str, text: str) -> str | None:
        """An opening lead, suit first; left out with a note where it is no card: no score rests on it."""
        try:
            return None if text in _NO_LEAD else parse_card(shortened(text))
        except ValueError as error:
            self.notes.append((place, f"its lead is left out: {why(error)}"))
            return None

    def bring_deal(self, board: int, text: str, place: str) -> None:
        """Keep the cards of a board, in the notation of PBN; a note says where they are no deal, or another's."""
        self.dealt += 1
        try:
            deal = Deal(text)
        except Unreadable as error:
            self.notes.append((place, error.message))
            return
        self.dealt_again += self.deals.get(board) == deal
        if self.deals.setdefault(board, deal) != deal:
            self.notes.append((place, f"board {board} is dealt in another way than before in the file"))

    @property
    def says_anything(self) -> bool:
        """Whether there is anything to record: of a whole evening, once it has a line."""
        return bool(self.lines or self.problems or (self.partial and (self.calls or self.players or self.deals)))

    @property
    def boards(self) -> tuple[int, ...]:
        """The boards of the file."""
        return tuple(sorted({line.where.board for line in self.lines}))


def read_bytes(path: Path, bounds: Bounds = RESULTS) -> bytes:
    """The contents of a result file; Misuse where it cannot be read, or is longer than any is."""
    try:
        return read_file(path, bounds)
    except FileNotFoundError as error:
        raise Misuse("no-such-file", f"{path} is not there", "check the name and the folder") from error
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}"
        raise Misuse("bad-file", message, "is it a file, and may you read it?") from error


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with or without its mark, or what Windows and older programs write."""
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    if wide or b"\0" in data[:4]:
        return data.decode("utf-16" if wide else "utf-16-be" if data[:1] == b"\0" else "utf-16-le", errors="replace")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("iso-8859-1")


def plain_title(text: str, path: Path) -> str:
    """What a file calls its event, or its own name where that could not stand in a log."""
    title = text.strip() if is_plain(text.strip()) and len(text) <= TITLE.most else ""
    return title or visible(path.stem)


def require_vulnerability(board: int, stated: Vulnerability | None) -> None:
    """Refuse (ValueError) a record without a score whose vulnerability is not its board's: nothing shows its score."""
    own = vulnerability(board)
    if stated and stated is not own:
        raise ValueError(f"its vulnerability is {stated.value}, and that of a board {board} is {own.value}")


def board_number(text: str) -> int:
    """A board number as files write it; ValueError where it is none."""
    if not (text.isascii() and text.isdigit() and len(text) <= SHOWN and BOARD.hold(int(text))):
        raise ValueError(f"there is no board {shortened(text) or '(blank)'}")
    return int(text)


def section_letters(text: str, at: int) -> str:
    """Return the letters of a section as a file has them, or a letter by its place where they are no letters."""
    letters = text.strip().upper()
    return letters if letters.isascii() and letters.isalpha() and len(letters) <= 3 else chr(ord("A") + at % 26)


def require_few(path: Path, lines: int) -> None:
    """Misuse where a file has more lines than any has."""
    if lines > LINES.most:
        more = f"{path} has more than {LINES.most} lines, as no result file has"
        raise Misuse("bad-file", more, "is it the file you meant?")


def require_plain(*texts: str | None) -> None:
    """ValueError where a text of a file has what no desk may type."""
    for text in texts:
        if text and not is_plain(text):
            raise ValueError(f"{shortened(text)!r} has a character that steers a screen, or is not seen")


def artificial_score(text: str) -> Artificial | None:
    """The artificial score a line states in place of a score: A6040 is 60 % to North–South, 40 % to East–West."""
    award = re.fullmatch(r"A([0-9]{2})([0-9]{2})", text.upper())
    return Artificial(Grade(award[1]), Grade(award[2])) if award else None


def contract_result(contract: str, declarer: str, tricks: str, score: str, board: int) -> Result | None:
    """The result a line states: by contract, declarer and tricks, or by its score alone; None if not played.

    ValueError where the score it prints is not what the contract scores (SCORE_MISMATCH): never trusted,
    never silently replaced.
    """
    if is_passed_out(contract) or (is_passed_out(score) and not contract):
        return agreeing(parse_result("PASS"), None if is_passed_out(score) or not score else _score(score), board)
    if contract.upper() in NOT_PLAYED or score.upper() in NOT_PLAYED or not (contract or tricks or score):
        return None  # some programs name a declarer of boards nobody played
    stated = _score(score) if score else None
    given = [part for part in (contract, declarer, tricks) if part]
    if not given:
        return parse_result(f"{stated:+d}") if stated is not None else None
    if len(given) < 3:
        raise ValueError("contract, declarer and tricks belong together, and one of them is missing")
    try:
        seat = Seat(declarer.upper())
    except ValueError:
        raise ValueError(f"{shortened(declarer)!r} is no declarer: N, E, S or W") from None
    result = parse_result(f"{shortened(contract)} {seat.value} {shortened(tricks)} tricks")
    return agreeing(result, stated, board)


def agreeing(result: Result, stated: int | None, board: int) -> Result:
    """The result, where North–South's score that stands beside it, if any, is its own; ValueError where it is not."""
    if stated is not None and stated != ns_score(result, board):
        raise ValueError(f"SCORE_MISMATCH: {result} scores {ns_score(result, board):+d}, the line says {stated}")
    return result


def _score(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,5}", text):
        raise ValueError(f"{shortened(text)!r} is no score")
    return int(text)


def table_name(text: str) -> str | None:
    """A table as files name it; ValueError where it could not stand on a traveller."""
    if text and not TABLE.fullmatch(text):
        raise ValueError(f"{shortened(text)!r} is no name for a table")
    return text or None


def round_number(text: str) -> int | None:
    """A round as files number it; ValueError where it is none."""
    if text and not re.fullmatch(r"[0-9]{1,3}", text):
        raise ValueError(f"{shortened(text)!r} is no round")
    return int(text) if text else None


def why(error: ValueError) -> str:
    """What to tell of a line that could not be read."""
    if isinstance(error, Unreadable):
        return error.message
    return str(error).replace("invalid literal for int() with base 10:", "not a number:")


class PairsByName:
    """The pairs of a file, by the names of their players."""

    def __init__(self) -> None:
        self._numbers: dict[frozenset[str], tuple[str, tuple[str, str]]] = {}

    def number(self, *names: str) -> str:
        """The number of two partners; ValueError where one is not named."""
        one, two = names
        if not (one and two):
            raise ValueError("it does not name its players, so nobody can tell the pairs")
        require_plain(one, two)
        return self._numbers.setdefault(frozenset(names), (str(len(self._numbers) + 1), (one, two)))[0]

    def players(self) -> Iterator[Player]:
        """The players of every pair, in their seats."""
        for number, names in self._numbers.values():
            yield from (Player(number, seat, name) for seat, name in enumerate(names, start=1))


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


def require_short(*said: str) -> None:
    """ValueError where a name or a number is none that could stand in a list."""
    require_plain(*said)
    if any(len(each) > NAME.most for each in said):
        raise ValueError(f"more than {NAME.most} characters are no name")


def ask_not_played(where: Where) -> str:
    """Of a board that a table did not play."""
    at = where.typed
    return f"not played: who was at fault? `result not-played {at}`, or `ruling add {at} --artificial …`"
