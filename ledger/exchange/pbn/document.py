"""The text of a PBN file: its records, their tags, the tables below a tag, row by row, and the sections Auction and
Play.

    [Auction "N"]
    1C X 1S =1= Pass
    1NT AP
    [Note "1:four or more"]
    [Play "W"]
    D8 D5 DT DA
    CA C4 *
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from ledger.bounds.files import CHARACTERS, LINES, WORDS
from ledger.bridge import Seat, Unreadable
from ledger.bridge.auction import CLOCKWISE, SKIPPED, Auction
from ledger.bridge.card_play import UNKNOWN, CardPlay
from ledger.bridge.deal import Deal
from ledger.errors import Misuse
from ledger.exchange.play_records import Said, auction_said, play_record, play_said
from ledger.exchange.sheet import Sheet, board_number, read_bytes, require_few, shortened
from ledger.facts.auctions import PlayRecord
from ledger.labels import LABEL

_TAG = re.compile(r'\[\s*(\w{1,40})\s+"([^"\\]*(?:\\.[^"\\]*)*)"\s*\]')

_COLUMN = re.compile(r"[+-]?(\w{1,40})(?:\\[0-9]{0,4}[LR]?)?")

_CELL = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s"]+)')

_GENERATOR = re.compile(r'%\s*(?:<META\s+name=Generator\s+content="([^"]*)"|Creator:\s*(.*))')

_UNSTATED = ("", "?", "-")

_WITH_NOTES = ("Auction", "Play")


@dataclass(slots=True)
class Game:
    """A record: its tags, by tag the lines that stand below it, and by section the notes on it."""

    tags: dict[str, str] = field(default_factory=dict)
    below: dict[str, list[str]] = field(default_factory=dict)
    notes: dict[str, dict[str, str]] = field(default_factory=dict)

    def tag(self, name: str) -> str:
        """What a tag states; '' where it states nothing: it is not there, unknown ('?') or irrelevant ('-')."""
        text = self.tags.get(name, "").strip()
        return "" if text in _UNSTATED else text

    def table(self, name: str) -> Iterator[dict[str, str] | None]:
        """The rows of a table by column; None for one that has more or fewer cells than the table has columns."""
        columns = [
            found[1] for each in self.tags.get(name, "").split(";") if (found := _COLUMN.fullmatch(each.strip()))
        ]
        for line in self.below.get(name, []):
            cells = [quoted or plain for quoted, plain in _CELL.findall(line)]
            yield dict(zip(columns, cells, strict=True)) if len(cells) == len(columns) else None


@dataclass(slots=True)
class Document:
    """A PBN file: its records, and what wrote it."""

    games: list[Game]
    program: str

    def first(self, *names: str) -> str:
        """What the first record that states one of these tags says in it."""
        return next((text for game in self.games for name in names if (text := game.tag(name))), "")


def read_document(path: Path) -> Document:
    """The records of a PBN file; Misuse (bad-file) where it has none, or more than any has."""
    text = _decoded(read_bytes(path))
    _require_short(path, text)
    games = list(islice(_games(text), LINES.most + 1))
    require_few(path, max(len(games), sum(len(lines) for game in games for lines in game.below.values()) // 64))
    if not games:
        raise Misuse("bad-file", f"{path} has no record of PBN", 'records begin with [Event "…"]')
    found = Document(games, "")
    return Document(games, _generator(text) or found.first("Application", "Generator") or found.first("Site"))


def _require_short(path: Path, text: str) -> None:
    """Misuse (bad-file) where a value goes on and on: its quotation mark was never closed, or it is no PBN."""
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > CHARACTERS.most:
            at = line.rfind('"', 0, CHARACTERS.most) + 1 or 1
            far = f"{path} line {number}, column {at}: it goes on for more than {CHARACTERS.most} characters"
            raise Misuse("bad-file", far, "is a quotation mark not closed? is it the file you meant?")


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


def _generator(text: str) -> str:
    """The program that wrote the file, as its head says."""
    for line in islice(text.splitlines(), 64):
        if found := _GENERATOR.match(line):
            return (found[1] or found[2] or "").strip()
    return ""


def _games(text: str) -> Iterator[Game]:
    """A record begins with its event, or where a board is named anew; what states '#' states what the last one did."""
    game, last, tag, section = Game(), Game(), "", ""
    for line in _plain_lines(text):
        found = _TAG.findall(line)
        for name, value in found:
            if game.tags and (name == "Event" or (name == "Board" and name in game.tags)):
                yield game
                game, last = Game(), game
            if name not in game.tags:
                game.tags[name] = last.tags.get(name, "") if value.startswith("#") else value
            tag, section = name, name if name in _WITH_NOTES else section
            if name == "Note":
                number, _, said = value.partition(":")
                game.notes.setdefault(section, {})[number.strip()] = re.sub(r"\\(.)", r"\1", said).strip()
        if tag and not found:
            game.below.setdefault(tag, []).append(line)
    if game.tags:
        yield game


def _plain_lines(text: str) -> Iterator[str]:
    """The lines without directives and commentary."""
    within = False
    for line in text.splitlines():
        if within or line.startswith("{"):
            within = "}" not in line
        elif line.strip() and not line.startswith(("%", ";")):
            yield line


_EMPTY = ("", "-", "?")

Row = dict[str, str]


def whole(row: Row | None) -> Row:
    """The row; ValueError where its cells are not those of the table."""
    if row is None:
        raise ValueError("it has more or fewer cells than its table has columns")
    return row


def cell(row: Row, *columns: str) -> str:
    """What the first of these columns that is stated says; '' where none is."""
    return next((text for name in columns if (text := row.get(name, "").strip()) not in _EMPTY), "")


def label(section: str, number: str) -> str:
    """A contestant's number, with the letter of its section before it; ValueError where it is none."""
    contestant = f"{letters(section)}{number.upper()}"
    if not LABEL.fullmatch(contestant):
        raise ValueError(f"{shortened(contestant)!r} is no contestant's number")
    return contestant


def letters(section: str) -> str:
    """The letters of a section; a section that is told by a number tells no contestants apart."""
    return section if section.isascii() and section.isalpha() else ""


_COMMENTS = re.compile(r"\{[^}]*\}|;[^\n]*|\$[0-9]+")

_JUDGED = re.compile(r"[!?]{1,2}$")

_NOTE = re.compile(r"=([0-9]{1,2})=")

_IRREGULAR = re.compile(r"\^[IS]", re.IGNORECASE)

_INSUFFICIENT, _PASSED_OVER = "^I", "^S"

_ENDS = ("*", "+")

_NOT_CALLED = "-"


def game_record(sheet: Sheet, place: str, game: Game) -> PlayRecord | None:
    """The auction and the play of a record, as far as it has them."""
    if not (game.below.keys() & {"Auction", "Play"}):
        return None
    deal = game_deal(game)
    return play_record(sheet, place, lambda: _auction(game), lambda _: _play(game, deal))


def game_deal(game: Game) -> Deal | None:
    """The cards of a record; None where there are none, or not all."""
    try:
        return Deal(game.tag("Deal"))
    except Unreadable:
        return None


def _auction(game: Game) -> tuple[Auction, tuple[str, ...]] | None:
    words = _words(game, "Auction")
    waiting = next((at for at, word in enumerate(words) if word != _NOT_CALLED), len(words))
    calls = list(_calls(words[waiting:], game.notes.get("Auction", {})))
    if not calls:
        return None
    first = CLOCKWISE[(CLOCKWISE.index(_seat(game, "Auction")) + waiting) % 4]
    return auction_said(board_number(game.tag("Board")), first, calls)


def _calls(words: list[str], notes: dict[str, str]) -> Iterator[Said]:
    """Every call with its note, which stands behind it."""
    call, said, insufficient = "", "", ""
    for word in words:
        if found := _NOTE.fullmatch(word):
            said = notes.get(found[1], "alert")
            continue
        if word.upper() == _INSUFFICIENT:
            insufficient = "^"
            continue
        if call:
            yield call, said
        call, said, insufficient = insufficient + _regular(_JUDGED.sub("", word)), "", ""
    if call:
        yield call, "" if call.upper() == "AP" else said


def _regular(word: str) -> str:
    """A call, or a turn that was passed over, as an auction has it; ValueError where it is another irregularity."""
    if word.upper() == _PASSED_OVER:
        return SKIPPED
    if word.startswith("^"):
        raise ValueError(f"{shortened(word)} is no irregularity of an auction")
    return word


def _play(game: Game, deal: Deal | None) -> CardPlay | None:
    cards = [_JUDGED.sub("", word) for word in _words(game, "Play") if not word.startswith(("^", "="))]
    if all(card == UNKNOWN for card in cards):
        return None
    rows = [" ".join(cards[at : at + 4]) for at in range(0, len(cards), 4)]
    return play_said(CardPlay(f"{_seat(game, 'Play').value}: {', '.join(rows)}"), deal)


def _seat(game: Game, section: str) -> Seat:
    try:
        return Seat(game.tag(section).upper())
    except ValueError:
        raise ValueError(f"{shortened(game.tag(section)) or 'nobody'} is no seat to begin with") from None


def _words(game: Game, section: str) -> list[str]:
    """The words of a section up to its end, a note by itself, without commentary and what judges a call or card."""
    text = _COMMENTS.sub(" ", "\n".join(game.below.get(section, [])))
    found = _IRREGULAR.sub(r" \g<0> ", re.sub(r"(=[0-9]+=)", r" \1 ", text)).split()
    if len(found) > WORDS.most:
        raise ValueError("it is far too long")
    return found[: next((at for at, word in enumerate(found) if word in _ENDS), len(found))]
