"""What a reader of result files hands to the office: lines, and the figures the file prints of its scores, as it prints
them: kept apart, to be compared with ours.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from ledger.bounds import Bounds
from ledger.bounds.files import LINES, RESULTS, TITLE
from ledger.bounds.tournaments import BOARD
from ledger.bridge import Result, Seat, Unreadable, is_passed_out, ns_score, parse_card, parse_result
from ledger.bridge.deal import Deal
from ledger.errors import Misuse
from ledger.errors.visible import is_plain, visible
from ledger.facts import Command, DeviceCall, SheetLine, Where
from ledger.facts.people import Player
from ledger.files import read_file
from ledger.labels import TABLE
from ledger.laws.adjustment import Artificial, Grade
from ledger.laws.regulations import Regulations
from ledger.scoring.forms import FormName

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

_NO_LEAD = ("", "-", "–", "--", "?")


@dataclass(slots=True)
class Sheet:
    """A result file, read: the event it is of, its lines, and what of it could not be read.

    `winners` and `scoring` are None where the file does not say; `swiss`: pairs are ranked by the victory points of
    their matches; `unplayed` are places of lines without a score; `printed` the figures the file prints; `program` is
    what wrote it, as far as the file says; `deals` the cards by board: what cannot be read of them goes to `notes`;
    `expected` how many results there will be, where the file has the movement; `device` the name of the file, where
    devices write it; `partial`: it holds only what is new; `calls` for the director, from devices; `about`: which table
    and board a place is about of which devices said what is no line; `known`: the numbers its movement has.
    Of our own file: its `regulations`, its boards, played or not (`more_boards`), and what it says `besides` the
    results, each with its place in the file. `lacks`: the companion that is not at hand, of a file of ours that says
    less than it.
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
    regulations: Regulations | None = None
    more_boards: tuple[int, ...] = ()
    besides: list[tuple[str, Command]] = field(default_factory=list)
    lacks: str = ""

    def lead(self, place: str, text: str) -> str | None:
        """An opening lead, suit first; left out with a note where it is no card: no score rests on it."""
        try:
            return None if text in _NO_LEAD else lead_card(text)
        except ValueError as error:
            self.notes.append((place, f"its lead is left out: {why(error)}"))
            return None

    def bring_deal(self, board: int, text: str, place: str) -> None:
        """Keep the cards of a board, in the notation of PBN; a note says where they are no deal, or another's."""
        try:
            deal = Deal(text)
        except Unreadable as error:
            self.notes.append((place, error.message))
            return
        if self.deals.setdefault(board, deal) != deal:
            self.notes.append((place, f"board {board} is dealt in another way than before in the file"))

    @property
    def says_anything(self) -> bool:
        """Whether there is anything to record: of a whole evening, once it has a line."""
        return bool(self.lines or self.problems or (self.partial and (self.calls or self.players or self.deals)))

    @property
    def boards(self) -> tuple[int, ...]:
        """The boards of the file."""
        return tuple(sorted({*self.more_boards, *(line.where.board for line in self.lines)}))


def read_bytes(path: Path, bounds: Bounds = RESULTS) -> bytes:
    """The contents of a result file; Misuse where it cannot be read, or is longer than any is."""
    try:
        return read_file(path, bounds)
    except FileNotFoundError as error:
        raise Misuse("no-such-file", f"{path} is not there", "check the name and the folder") from error
    except OSError as error:
        raise Misuse(
            "bad-file", f"{path} cannot be read: {error.strerror}", "is it a file, and may you read it?"
        ) from error


def plain_title(text: str, path: Path) -> str:
    """What a file calls its event, or its own name where that could not stand in a log."""
    title = text.strip() if is_plain(text.strip()) and len(text) <= TITLE.most else ""
    return title or visible(path.stem)


def board_number(text: str) -> int:
    """A board number as files write it; ValueError where it is none."""
    if not (text.isascii() and text.isdigit() and len(text) <= SHOWN and BOARD.hold(int(text))):
        raise ValueError(f"there is no board {shortened(text) or '(blank)'}")
    return int(text)


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
    stated = _score(score) if score else None
    if is_passed_out(contract):
        return agreeing(parse_result("PASS"), stated, board)
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


def lead_card(text: str) -> str | None:
    """An opening lead, suit first; None where there is none, ValueError where it is no card."""
    return parse_card(shortened(text)) if text else None


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
