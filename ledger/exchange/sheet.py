"""A result file after reading: its lines, and the figures it prints, kept apart to be compared with ours."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
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
from ledger.bridge.double_dummy import Tricks
from ledger.errors import Misuse
from ledger.errors.visible import unfit, visible
from ledger.files import read_file
from ledger.kernel.at_table import PlayRecord, Where
from ledger.labels import TABLE
from ledger.laws.adjustment import Artificial, Grade
from ledger.scoring.forms import FormName
from ledger.subjects.calls.facts import DeviceCall
from ledger.subjects.people.facts import Player
from ledger.subjects.sheets import SheetLine

SHOWN = 20  # the characters shown of a text that cannot be read


def shorten(text: str) -> str:
    """Return a text, cut after 20 characters.

    >>> shorten("1" * 1_000_000)
    '11111111111111111111…'
    """
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


class PrintedMatch(NamedTuple):
    """A match as printed in a file: its boards, the IMP margin of the first team, and both teams' victory points."""

    boards: int
    imps: str
    victory_points: tuple[str, str]


class PrintedOverall(NamedTuple):
    """A contestant's printed figures over all sessions of an event; '' for a figure not printed."""

    boards: str
    total: str
    percentage: str
    place: str


class LineCrossImps(NamedTuple):
    """The printed cross-IMPs of the two pairs at a table in a match of teams, with the pairs' numbers."""

    ns: str
    ew: str
    ns_pair: str
    ew_pair: str


Unit = Literal["MP", "IMP", "VP", "%"]
"""The unit of a contestant's figure."""

MatchNames = tuple[int | None, str, str]
"""A match: its round, and the names of both sides in the file."""


@dataclass(slots=True)
class Figures:
    """The scores that a file prints, as text: by contestant, by line (its place in the file), board, or match."""

    totals: dict[str, str] = field(default_factory=dict)
    percentages: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    lines: dict[str, tuple[str, str]] = field(default_factory=dict)  # North–South's score, East–West's
    scores: dict[str, int] = field(default_factory=dict)  # North–South's, of lines whose contract scores otherwise
    datums: dict[int, str] = field(default_factory=dict)  # at Butler, by board
    matches: dict[MatchNames, PrintedMatch] = field(default_factory=dict)
    crossed: dict[str, LineCrossImps] = field(default_factory=dict)  # cross-IMPs of pairs within teams
    pairs: dict[str, str] = field(default_factory=dict)  # the totals of these, by the pair's number
    overall: dict[str, PrintedOverall] = field(default_factory=dict)  # of an event of several sessions
    unit: Unit | None = None  # of the totals, if printed

    def of_contestant(self, label: str, *, total: str = "", percentage: str = "", place: str = "") -> None:
        """Keep a contestant's printed figures; skip empty ones."""
        for figures, text in (
            (self.totals, total),
            (self.percentages, percentage.removesuffix("%").strip()),
            (self.places, place.strip("= ")),
        ):
            if text:
                figures[label] = shorten(text)

    def of_line(self, place: str, ns: str, ew: str) -> None:
        """Keep the scores printed for both sides of a line."""
        if ns or ew:
            self.lines[place] = shorten(ns), shorten(ew)


SIGNED_TRICKS = re.compile(r"=|[+−–-][0-9]{1,2}")
"""Tricks relative to the contract, as people and devices write them."""

NOT_PLAYED = ("NP", "NOT PLAYED", "NOTPLAYED", "NO PLAY", "NOPLAY", "NOT BID", "NOTBID", "LATE PLAY", "LATEPLAY")
"""Contracts or scores of a board that was not played."""

_NO_LEAD = ("", "-", "–", "--", "?")


_SCORED_OTHERWISE: ContextVar[list[tuple[int, str]] | None] = ContextVar("scored otherwise", default=None)


@contextmanager
def reading_contracts() -> Iterator[None]:
    """Read a line whose contract and printed score contradict each other by its contract; by its score if it has none.

    The score is kept as a printed figure; a contract that cannot be read is noted.
    """
    token = _SCORED_OTHERWISE.set([])
    try:
        yield
    finally:
        _SCORED_OTHERWISE.reset(token)


@dataclass(slots=True)
class Sheet:
    """The contents of a result file: its event, the lines and figures read from it, and its problems."""

    name: str
    title: str
    date: str | None = None
    winners: Literal[1, 2] | None = None  # None: the file does not state it
    program: str = ""  # the program that wrote the file, if stated
    scoring: FormName | None = None  # None: the file does not state it
    swiss: bool = False  # pairs are ranked by the victory points of their matches
    contestants: tuple[str, ...] = ()
    lines: list[SheetLine] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    unplayed: list[str] = field(default_factory=list)  # places of lines without a score
    players: list[Player] = field(default_factory=list)
    printed: Figures = field(default_factory=Figures)
    deals: dict[int, Deal] = field(default_factory=dict)  # unreadable ones are in the notes
    expected: int = 0  # the number of results, if the file has the movement
    device: str = ""  # the name of a file written by devices
    partial: bool = False  # the file has only new results
    calls: list[DeviceCall] = field(default_factory=list)
    about: dict[str, Where] = field(default_factory=dict)  # table and board of a place without a line, from devices
    known: tuple[str, ...] = ()  # the contestants' labels in the file's movement
    planned: tuple[tuple[str, str], ...] = ()  # the meetings in the file's movement
    records: int = 0  # the results the reader met: each is a line, unplayed, unread, or a repeat
    unread: int = 0
    repeats: int = 0
    seated: list[SheetLine] = field(default_factory=list)  # the readable seats of each table
    dealt: int = 0  # how often the file states the cards of a board
    dealt_again: int = 0  # how often it repeats them
    stated: dict[str, str] = field(default_factory=dict)  # regulations by name
    tricks: dict[Deal, Tricks] = field(default_factory=dict)  # double-dummy tricks

    def read_record(self, place: str, read: Callable[[str], SheetLine]) -> SheetLine | None:
        """Read a record of the file with `read`: add a line (and return it), an unplayed board, or a problem.

        Every reader hands every record to this method, so that none is lost.
        """
        self.records += 1
        otherwise = _SCORED_OTHERWISE.get()
        try:
            line = read(place)
        except ValueError as error:
            self.set_aside(place, reason_of(error))
            return None
        while otherwise:
            score, why = otherwise.pop()
            if why:
                self.notes.append((place, f"{why}: read by its score, {score:+d}"))
            else:
                self.printed.scores[place] = score
        if not (line.result or line.adjustment or line.undecided or line.erased):
            self.unplayed.append(place)
            return None
        self.lines.append(line)
        return line

    def set_aside(self, place: str, reason: str) -> None:
        """Count a record as unread, and add a problem, with its reason, for the director to solve."""
        self.unread += 1
        self.problems.append((place, reason))

    def sit(self, place: str, where: Where) -> Where:
        """Keep the seats of a table, even of an unreadable record, and return them; they show how many fields play."""
        self.seated.append(SheetLine(place, where))
        return where

    def lead(self, place: str, text: str) -> str | None:
        """Return an opening lead, suit first; None if the text states none, or is no card (then a note is added)."""
        try:
            return None if text in _NO_LEAD else parse_card(shorten(text))
        except ValueError as error:
            self.notes.append((place, f"its lead is left out: {reason_of(error)}"))
            return None

    def add_deal(self, board: int, text: str, place: str) -> None:
        """Keep a board's deal (in PBN notation); add a note if it is invalid or differs from an earlier one."""
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
    def has_anything_to_record(self) -> bool:
        """True if the sheet has lines or problems; a partial sheet also counts with calls, players or deals."""
        return bool(self.lines or self.problems or (self.partial and (self.calls or self.players or self.deals)))

    @property
    def boards(self) -> tuple[int, ...]:
        """The numbers of the boards that have lines, sorted."""
        return tuple(sorted({line.where.board for line in self.lines}))


def read_bytes(path: Path, bounds: Bounds = RESULTS) -> bytes:
    """Read the bytes of a file. Misuse (no-such-file, bad-file): it cannot be read, or exceeds the bound."""
    try:
        return read_file(path, bounds)
    except FileNotFoundError as error:
        raise Misuse("no-such-file", f"{path} is not there", "check the name and the folder") from error
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}"
        raise Misuse("bad-file", message, "is it a file, and may you read it?") from error


def decode_text(data: bytes) -> str:
    """Decode a file's text: UTF-8, UTF-16 with or without a byte order mark, or Windows-1252 of older programs."""
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    if wide or b"\0" in data[:4]:
        return data.decode("utf-16" if wide else "utf-16-be" if data[:1] == b"\0" else "utf-16-le", errors="replace")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("iso-8859-1")


def title_or_stem(text: str, path: Path) -> str:
    """Return the event's title; the file's name without its ending if the title is empty or cannot be recorded."""
    title = text.strip() if not unfit(text.strip()) and len(text) <= TITLE.most else ""
    return title or visible(path.stem)


def require_vulnerability(board: int, stated: Vulnerability | None) -> None:
    """Raise ValueError if a record states another vulnerability than its board number has."""
    correct = vulnerability(board)
    if stated and stated is not correct:
        raise ValueError(f"its vulnerability is {stated.value}, and that of a board {board} is {correct.value}")


def board_number(text: str) -> int:
    """Parse a board number from the text in a file; ValueError if the text is no board number."""
    if not (text.isascii() and text.isdigit() and len(text) <= SHOWN and BOARD.hold(int(text))):
        raise ValueError(f"there is no board {shorten(text) or '(blank)'}")
    return int(text)


def section_letters(text: str, at: int) -> str:
    """Return a section's letters; if `text` has none or too many, return the letter of the section's position."""
    letters = text.strip().upper()
    return letters if letters.isascii() and letters.isalpha() and len(letters) <= 3 else chr(ord("A") + at % 26)


def require_line_limit(path: Path, lines: int) -> None:
    """Raise Misuse if a file has more lines than a result file may have."""
    if lines > LINES.most:
        more = f"{path} has more than {LINES.most} lines, as no result file has"
        raise Misuse("bad-file", more, "is it the file you meant?")


def require_plain(*texts: str | None) -> None:
    """Raise ValueError if a text has invisible or control characters, or too many marks on one letter."""
    for text in texts:
        if text and (why := unfit(text)):
            raise ValueError(why)


def artificial_score(text: str) -> Artificial | None:
    """Parse an artificial score: A6040 is 60 % to North–South, 40 % to East–West; None for any other text."""
    award = re.fullmatch(r"A([0-9]{2})([0-9]{2})", text.upper())
    return Artificial(Grade(award[1]), Grade(award[2])) if award else None


def contract_result(contract: str, declarer: str, tricks: str, score: str, board: int) -> Result | None:
    """Return a line's result from contract, declarer and tricks, or from the score alone; None if not played.

    ValueError (SCORE_MISMATCH): the printed score, never trusted nor silently replaced, is not the contract's.
    """
    if is_passed_out(contract) or (is_passed_out(score) and not contract):
        stated = None if is_passed_out(score) or not score else _score(score)
        return require_printed_score(parse_result("PASS"), stated, board)
    if contract.upper() in NOT_PLAYED or score.upper() in NOT_PLAYED or not (contract or tricks or score):
        return None  # some programs name a declarer of boards nobody played
    stated = _score(score) if score else None
    given = [part for part in (contract, declarer, tricks) if part]
    if not given:
        return parse_result(f"{stated:+d}") if stated is not None else None
    try:
        if len(given) < 3:
            raise ValueError("contract, declarer and tricks belong together, and one of them is missing")
        if declarer.upper() not in Seat.__members__:
            raise ValueError(f"{shorten(declarer)!r} is no declarer: N, E, S or W")
        result = parse_result(f"{shorten(contract)} {declarer.upper()} {shorten(tricks)} tricks")
    except ValueError as error:
        if stated is None or (otherwise := _SCORED_OTHERWISE.get()) is None:
            raise
        otherwise.append((stated, reason_of(error)))
        return parse_result(f"{stated:+d}")
    return require_printed_score(result, stated, board)


def require_printed_score(result: Result, stated: int | None, board: int) -> Result:
    """Return the result; ValueError if the printed score for North–South, if any, is another than the result's."""
    if stated is not None and stated != ns_score(result, board):
        if (otherwise := _SCORED_OTHERWISE.get()) is not None:
            otherwise.append((stated, ""))
            return result
        raise ValueError(f"SCORE_MISMATCH: {result} scores {ns_score(result, board):+d}, the line says {stated}")
    return result


def _score(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,5}", text):
        raise ValueError(f"{shorten(text)!r} is no score")
    return int(text)


def table_name(text: str) -> str | None:
    """Return a table's name; None for '', ValueError if the name has characters that no table's name may have."""
    if text and not TABLE.fullmatch(text):
        raise ValueError(f"{shorten(text)!r} is no name for a table")
    return text or None


def round_number(text: str) -> int | None:
    """Return a round's number; None for '', ValueError if the text is no round number."""
    if text and not re.fullmatch(r"[0-9]{1,3}", text):
        raise ValueError(f"{shorten(text)!r} is no round")
    return int(text) if text else None


def reason_of(error: ValueError) -> str:
    """Return an error's message as the reason why a line could not be read."""
    if isinstance(error, Unreadable):
        return error.message
    return str(error).replace("invalid literal for int() with base 10:", "not a number:")


class PairsByName:
    """A numbering of pairs by their players' names, for a file without pair numbers."""

    def __init__(self) -> None:
        self._numbers: dict[frozenset[str], tuple[str, tuple[str, str]]] = {}

    def number(self, *names: str) -> str:
        """Return the number of a pair; a new pair gets the next number. ValueError: a partner has no name."""
        one, two = names
        if not (one and two):
            raise ValueError("it does not name all its players, so its pairs are unknown")
        require_plain(one, two)
        return self._numbers.setdefault(frozenset(names), (str(len(self._numbers) + 1), (one, two)))[0]

    def players(self) -> Iterator[Player]:
        """Yield the players of every pair, in the order of seats."""
        for number, names in self._numbers.values():
            yield from (Player(number, seat, name) for seat, name in enumerate(names, start=1))


_ONLY_ALERTED = ("alert", "alerted")
"""Notes of programs that cannot mark a call as alerted."""

T = TypeVar("T")
Said = tuple[str, str]
"""A call with the file's note on it; '' for none."""


def checked_auction(board: int, first: Seat, calls: Iterable[Said]) -> tuple[Auction, tuple[str, ...]]:
    """Return an auction with its notes, each once; ValueError: a call is impossible, or the first not the dealer's."""
    notes: dict[str, int] = {}
    marked = [call + _mark_of_note(note.strip(), notes) for call, note in calls]
    auction = Auction.of(first, marked)
    if first is not dealer(board):
        raise ValueError(f"it begins with {first.value}, and {dealer(board).value} deals board {board}")
    return auction, tuple(notes)


def _mark_of_note(note: str, notes: dict[str, int]) -> str:
    if not note:
        return ""
    if note.rstrip(".!").casefold() in (*_ONLY_ALERTED, ""):
        return ALERTED
    require_plain(note)
    if not NOTE.hold(len(note)):
        raise ValueError(f"a note is far too long: {shorten(note)}")
    return f"={notes.setdefault(note, len(notes) + 1)}="


def checked_play(play: CardPlay, deal: Deal | None) -> CardPlay:
    """Return the play; ValueError if a card was not in the hand that played it."""
    if deal and (wrong := play.first_card_not_held(deal)):
        seat, card = wrong
        raise ValueError(f"{seat.value} plays {card}, and {deal.holder(card).value} has it")
    return play


def play_record(
    sheet: Sheet,
    place: str,
    auction: Callable[[], tuple[Auction, tuple[str, ...]] | None],
    play: Callable[[Auction | None], CardPlay | None],
) -> PlayRecord | None:
    """Return a table's auction and play; an impossible one is left out, with a note. None if neither is left."""
    bid, notes = _read_or_note(sheet, place, "auction", auction) or (None, ())
    played = _read_or_note(sheet, place, "play", lambda: play(bid))
    return PlayRecord(bid, played, notes) if bid or played else None


def _read_or_note(sheet: Sheet, place: str, what: str, read: Callable[[], T | None]) -> T | None:
    try:
        return read()
    except ValueError as error:
        reason = reason_of(error).removeprefix(f"no {what}: ")
        sheet.notes.append((place, f"its {what} is left out: {shorten(reason) if len(reason) > 200 else reason}"))
        return None


def require_short(*names: str) -> None:
    """Raise ValueError if a name or number is too long, or has invisible or control characters."""
    require_plain(*names)
    if any(len(each) > NAME.most for each in names):
        raise ValueError(f"more than {NAME.most} characters are no name")


def not_played_question(where: Where) -> str:
    """Return the question for the director about a board that a table did not play."""
    at = where.typed
    return f"not played: who was at fault? `result not-played {at}`, or `ruling add {at} --artificial NS/EW`"
