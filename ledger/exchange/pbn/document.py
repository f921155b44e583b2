"""The records of a PBN file, what each takes over from those before it, and the rows of its tables.

A record ends at an empty line. Many programs write the tags of a match, of a board, or of who plays only once; what a
record does not repeat is that of the record before.

    [ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer;Result\\2R;Names_NS\\11;Names_EW"]
     1  2 4S   N 10 Ash-Birch   "Cedar - Dogwood"

Cells stand apart by spaces, and a cell of several words stands in quotation marks. Programs write names without these,
and nothing at all for an empty cell: then the widths tell the cells apart, as far as the program keeps to them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ledger.bounds.files import CHARACTERS, LINES
from ledger.errors import Misuse
from ledger.exchange.sheet import decoded, read_bytes, require_few, shortened
from ledger.labels import LABEL

Row = dict[str, str]
_COLUMN = re.compile(r"[+-]?([^\\]*)(?:\\+ *([0-9]{0,4}).*)?", re.DOTALL)
_CELL = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\S)|(\S+)')
_OF_WORDS = re.compile(r"name|club|cent(?:er|re)|team|city|country", re.IGNORECASE)
_AS_WRITTEN = {"Setion": "Section"}
"""A column whose name BridgeComposer writes wrong."""


class TableColumn(NamedTuple):
    """A column of a table: its name, and how wide its cells are at least; None where the tag does not say."""

    name: str
    width: int | None

    @property
    def has_words(self) -> bool:
        """Whether a cell may have several words."""
        return bool(_OF_WORDS.search(self.name))


def columns_of(heading: str) -> list[TableColumn]:
    """The columns that a tag names.

    >>> columns_of("-Rank\\\\3R;Names;NrBoards\\\\2R;")
    [TableColumn(name='Rank', width=3), TableColumn(name='Names', width=None), TableColumn(name='NrBoards', width=2)]
    """
    columns = []
    for text in heading.rstrip("; ").split(";") if heading.strip("; ") else ():
        if column := _COLUMN.fullmatch(text.strip()):
            name = column[1].strip()
            columns.append(TableColumn(_AS_WRITTEN.get(name, name), int(column[2]) if column[2] else None))
    return columns


def _cells(line: str, columns: Sequence[TableColumn]) -> list[str] | None:
    words = list(_CELL.finditer(line))
    if len(words) == len(columns):
        return [_text(word) for word in words]
    tabbed = [cell.strip().strip('"') for cell in line.split("\t")]
    if len(tabbed) == len(columns):
        return tabbed
    if len(words) > len(columns) and (cells := _with_names(line, words, columns)):
        return cells
    if cells := _by_width(line, columns):
        return cells
    missing = columns[len(words) :]
    if missing and all(column.has_words for column in missing):
        return [*map(_text, words), *("" for _ in missing)]
    return None


def _text(word: re.Match[str]) -> str:
    return word[2].strip('"') if word[1] is None else re.sub(r"\\(.)", r"\1", word[1])


def _with_names(line: str, words: Sequence[re.Match[str]], columns: Sequence[TableColumn]) -> list[str] | None:
    """The cells of a line whose names are of several words; None where columns of names do not stand together."""
    of_words = [at for at, column in enumerate(columns) if column.has_words]
    if not of_words or of_words[-1] - of_words[0] != len(of_words) - 1:
        return None
    before, after = of_words[0], len(columns) - 1 - of_words[-1]
    end = len(words) - after
    text, own = line[words[before].start() : words[end - 1].end()], columns[before : of_words[-1] + 1]
    cells = [text]
    if len(own) > 1:  # told apart by quotation marks, two spaces, or width; each '' where nothing tells
        ways = (re.split(r'(?<=") +(?=")', text), re.split(r"\s{2,}", text), _by_width(text, own))
        cells = next((way for way in ways if way and len(way) == len(own)), [""] * len(own))
    names = [cell.strip('"') for cell in cells]
    return [*map(_text, words[:before]), *names, *map(_text, words[end:])]


def _by_width(line: str, columns: Sequence[TableColumn]) -> list[str] | None:
    """The cells of a line that keeps to the widths, one space between two cells; None where it does not."""
    cells, at = [], 0
    for column in columns[:-1]:
        if not column.width or line[at + column.width : at + column.width + 1].strip():
            return None
        cells.append(line[at : at + column.width].strip())
        at += column.width + 1
    cells.append(line[at:].strip())
    split = (" " in cell and not column.has_words for cell, column in zip(cells, columns, strict=True))
    return None if any(split) else [cell.strip('"') for cell in cells]


_EMPTY = ("", "-", "?")


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


def contract_of(text: str) -> str:
    """A contract as it is read everywhere: 4SX for '4 S*', 3NTXX for 3NR.

    >>> contract_of("4 s*"), contract_of("3NR"), contract_of("Pass"), contract_of("1NTXX")
    ('4SX', '3NTXX', 'PASS', '1NTXX')
    """
    tidy = text.upper().replace(" ", "").replace("*", "X")
    return re.sub(r"^([1-7](?:[CDHS]|NT))R$", r"\1XX", re.sub(r"^([1-7])N(?!T)", r"\1NT", tidy))


_LINE_END = re.compile(r"\r+\n|\r")  # a CR LF that a program ended with CR LF once more is one end
_STRING = r'"(?:[^"\\\n]|\\.)*"?'
_LEFT_OUT = re.compile(rf"^%[^\n]*|{_STRING}|\{{[^}}]*\}}|(?<![^\s\]]);[^\n]*", re.MULTILINE)
_OF_ONE_LINE = re.compile(rf"^%[^\n]*|{_STRING}|(?<![^\s\]]);[^\n]*", re.MULTILINE)
_COMMENTARY = "\0"
"""It stands where commentary was: a line of commentary alone is no empty line (PBN 2.1, chapter 3)."""

_TAG_WITHIN = re.compile(r'\n[ \t]*\[\w{1,40}[ \t]+"')
_EMPTY_LINE = re.compile(r"\n(?:[ \t\f\v]*\n)+")
_PIECE = re.compile(r'\[\s*(\w{1,40})\s+"((?:[^"\\\n]|\\.)*)"\s*\]|(\[[^\n]*)|([^\[\n]+)')
_MISQUOTED = re.compile(r'\[\s*(\w{1,40})\s+"?(.*)\]', re.DOTALL)
_ESCAPED = re.compile(r'\\(["\\])')


class TextPiece(NamedTuple):
    """A tag with its value, or where `name` is '' a line of text below the tag before."""

    name: str
    text: str


def without_commentary(text: str) -> tuple[str, list[int]]:
    """The text without commentary and escaped lines, and the lines at which commentary begins that holds tags.

    Its closing brace is probably missing, and what it swallows are records. A brace that nothing closes begins no
    commentary.
    """
    holding: list[int] = []

    def left_out(found: re.Match[str]) -> str:
        if found[0].startswith('"'):
            return found[0]
        if _TAG_WITHIN.search(found[0]):
            holding.append(text.count("\n", 0, found.start()) + 1)
        return _COMMENTARY

    end = text.find("\n", text.rfind("}")) + 1 or len(text) if "}" in text else 0
    return _LEFT_OUT.sub(left_out, text[:end]) + _OF_ONE_LINE.sub(left_out, text[end:]), holding


def fragments(text: str) -> Iterator[list[TextPiece]]:
    """Yield what stands between empty lines of a text without commentary: tags, and the lines of text below them."""
    for fragment in _EMPTY_LINE.split(text):
        pieces = []
        for name, value, bracketed, line in _PIECE.findall(fragment):
            tag = _MISQUOTED.fullmatch(bracketed.replace(_COMMENTARY, "").strip()) if bracketed else None
            if tag:
                name, value = tag[1], tag[2].strip().removesuffix('"')
            if name:
                pieces.append(TextPiece(name, _ESCAPED.sub(r"\1", value)))
            elif text_line := (bracketed or line).replace(_COMMENTARY, " ").rstrip():
                pieces.append(TextPiece("", text_line))
        if pieces:
            yield pieces


_GENERATOR = re.compile(r'%\s*(?:<META\s+name=Generator\s+content="([^"]*)"|Creator:\s*(.*))')
_UNSTATED = ("", "?", "-")
_SECTIONS = ("Auction", "Play")
_OF_PLAY = ("Contract", "Declarer", "Result", "Score", *_SECTIONS)
PLAYERS = ("West", "North", "East", "South")


@dataclass(slots=True)
class Game:
    """A record: its tags, by tag the lines of text below it, and by section the notes on it.

    `stated`: the names of the tags that stand in the record itself; the others are taken over from records before it.
    `misread`: lines that look like tags and are none. `contradicted`: tags that the record states in two ways.
    """

    tags: dict[str, str] = field(default_factory=dict)
    below: dict[str, list[str]] = field(default_factory=dict)
    notes: dict[str, dict[str, str]] = field(default_factory=dict)
    stated: frozenset[str] = frozenset()
    misread: list[str] = field(default_factory=list)
    contradicted: list[tuple[str, str, str]] = field(default_factory=list)

    def tag(self, name: str) -> str:
        """What a tag states; '' where it states nothing: it is not there, unknown ('?') or irrelevant ('-')."""
        text = self.tags.get(name, "").strip()
        return "" if text in _UNSTATED else text

    def table(self, name: str) -> Iterator[Row | None]:
        """The rows of a table by column; None for one whose cells nobody can tell apart."""
        columns = columns_of(self.tags.get(name, ""))
        names = [column.name for column in columns]
        for line in self.below.get(name, ()):
            cells = _cells(line, columns)
            yield None if cells is None else dict(zip(names, cells, strict=True))

    @property
    def is_of_play(self) -> bool:
        """Whether it is about a board, or what was played: and not only about the event, or a table of totals."""
        return not self.stated.isdisjoint(("Board", "Deal", *_OF_PLAY))


@dataclass(slots=True)
class Document:
    """A PBN file: its records, what wrote it, and the lines at which commentary begins that swallows tags."""

    games: list[Game]
    program: str
    swallowed: list[int]

    def first(self, *names: str) -> str:
        """What the first record that states one of these tags says in it."""
        return next((text for game in self.games for name in names if (text := game.tag(name))), "")


def read_document(path: Path) -> Document:
    """The records of a PBN file; Misuse (bad-file) where it has none, or more than any has."""
    text = _LINE_END.sub("\n", decoded(read_bytes(path)).replace("\0", ""))
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > CHARACTERS.most:
            at = line.rfind('"', 0, CHARACTERS.most) + 1 or 1
            far = f"{path} line {number}, column {at}: it goes on for more than {CHARACTERS.most} characters"
            raise Misuse("bad-file", far, "is a quotation mark not closed? is it the file you meant?")
    plain, swallowed = without_commentary(text)
    before = _Before()
    games = list(islice(map(before.completed, games_of(fragments(plain))), LINES.most + 1))
    require_few(path, max(len(games), sum(len(lines) for game in games for lines in game.below.values()) // 64))
    if not games:
        raise Misuse("bad-file", f"{path} has no record of PBN", 'records begin with [Event "…"]')
    document = Document(games, "", swallowed)
    named = (found for line in islice(text.split("\n"), 64) if (found := _GENERATOR.match(line)))
    program = (
        next(((found[1] or found[2] or "").strip() for found in named), "")
        or document.first("Application", "Generator")
        or document.first("Site")
    )
    return Document(games, program, swallowed)


# Where a record ends


_ANEW = ("Event", "Board", *_SECTIONS)
_OF_A_NEW_BOARD = ("Event", "Site", "Date", "Board", "Deal", *PLAYERS)
"""By the standard these stand before what was played."""

_OF_ONE_RESULT = ("Declarer", "Contract", "Result", *PLAYERS)
_ENDS = ("Result", "Score")
"""Behind one of these another table's result may begin; before them a tag that stands twice is a slip."""

_OF_ONE_TABLE = ("Room", "Section", "Table", "Deal", "ScoreTable", *_OF_ONE_RESULT)


def games_of(parts: Iterable[list[TextPiece]]) -> Iterator[Game]:
    """Put the records of a file together, each with the tags that stand in the record itself.

    A record ends at an empty line. Where what follows repeats none of its tags, and does not name another board or
    other players, the empty line stands within it: before a table, or between all lines. Without an empty line a record
    ends where a tag says another thing than before.
    """
    reading = _OneGame()
    for pieces in parts:
        tags, names = reading.game.tags.keys(), {piece.name for piece in pieces} - {"Note"}
        played = not tags.isdisjoint(_OF_PLAY)
        if not tags.isdisjoint(names) or (played and names & {*_OF_A_NEW_BOARD}):
            yield reading.game
            reading = _OneGame()
        for piece in pieces:
            if _begins_another(reading.game, piece):
                yield reading.game
                reading = _OneGame()
            reading.add(piece)
    if reading.game.tags:
        yield reading.game


def _begins_another(game: Game, piece: TextPiece) -> bool:
    if piece.name not in game.tags or piece.name == "Note":
        return False
    if piece.name in _ANEW or piece.name == next(iter(game.tags)):
        return True
    if piece.name not in _OF_ONE_TABLE or piece.text == game.tags[piece.name]:
        return False
    return piece.name not in _OF_ONE_RESULT or not game.tags.keys().isdisjoint(_ENDS)


_READ = (*_OF_ONE_TABLE, "Score", "Round", "HomeTeam", "VisitTeam", "PairId_NS", "PairId_EW")
_WITHOUT_BRACKET = re.compile(r'\w{1,40}\s+"[^"]*"\]')


class _OneGame:
    def __init__(self) -> None:
        self.game = Game()
        self._tag = self._section = ""

    def add(self, piece: TextPiece) -> None:
        """Add a tag, or a line of text below the last tag; the first of a tag that stands twice holds (§3.4)."""
        if piece.name:
            first = self.game.tags.setdefault(piece.name, piece.text)
            if first != piece.text and piece.name in _READ:
                self.game.contradicted.append((piece.name, first, piece.text))
            self._tag = piece.name
            self._section = piece.name if piece.name in _SECTIONS else self._section
            if piece.name == "Note":
                number, _, note = piece.text.partition(":")
                self.game.notes.setdefault(self._section, {})[number.strip()] = note.strip()
        elif piece.text.lstrip().startswith("[") or _WITHOUT_BRACKET.fullmatch(piece.text.strip()):
            self.game.misread.append(piece.text.strip())
        elif self._tag:
            self.game.below.setdefault(self._tag, []).append(piece.text)


# What a record takes over


_TOGETHER = (
    (("Event",), ("Event",)),
    (("Date",), ("Date",)),
    (("Stage",), ("Stage",)),
    (("Round", "HomeTeam", "VisitTeam"), ("Round",)),
    (("HomeTeam", "VisitTeam"), ("HomeTeam", "VisitTeam")),
    (("Board", "Deal"), ("Board", "Deal", "Dealer", "Vulnerable")),
)
"""Where a record states none of the first tags, it takes the second over: a match, and the board of another table."""

_NEVER_THE_SAME = ("Contract", "Declarer", *_SECTIONS)
"""'#' is forbidden in them (PBN 2.1, §4.8): it stays there, and is no contract."""


class _Before:
    """What the records before state that later ones may take over.

    By the standard (§4.8) a tag '#' has the value of the nearest record that has the tag, and '##text' holds in all
    records that do not state the tag. As programs write it, what is left out is that of the record before; and who
    plays is who played in the same room, or at the same one of the tables, of the board before.
    """

    def __init__(self) -> None:
        self._nearest: dict[str, str] = {}
        self._lasting: dict[str, str] = {}
        self._tags: dict[str, str] = {}
        self._players: dict[str, dict[str, str]] = {}
        self._at = 0

    def completed(self, game: Game) -> Game:
        game.stated = frozenset(game.tags)
        stated = {}
        for name, value in game.tags.items():
            if value.startswith("##"):
                self._lasting[name] = stated[name] = value[2:]
            elif value == "#" and name not in _NEVER_THE_SAME:
                stated[name] = self._nearest.get(name, "")
            else:
                stated[name] = value
                if name in self._lasting:
                    self._lasting[name] = value
        tags = self._lasting | stated
        for unless, names in _TOGETHER:
            if stated.keys().isdisjoint(unless):
                tags = {name: self._tags[name] for name in names if name in self._tags} | tags
        if game.is_of_play:
            self._seat(tags, anew=not stated.keys().isdisjoint(("Event", "HomeTeam", "VisitTeam")))
        self._nearest |= stated
        self._tags = game.tags = tags
        return game

    def _seat(self, tags: dict[str, str], *, anew: bool) -> None:
        """Add who plays, or keep it for the records of later boards."""
        self._at = self._at + 1 if tags.get("Board") == self._tags.get("Board") else 0
        table = tags.get("Room", "").lower() or str(self._at)
        if tags.keys().isdisjoint(PLAYERS):
            tags |= self._players.get(table, {})
            return
        if anew and self._at == 0:
            self._players.clear()
        self._players[table] = {name: tags[name] for name in PLAYERS if name in tags}
