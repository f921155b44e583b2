"""The records of a PBN file, the tags they inherit from earlier records, and the rows of their tables.

A record ends at an empty line. Many programs write the tags of a match, a board or the players only once; a record
without them inherits those of the record before.

    [ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer;Result\\2R;Names_NS\\11;Names_EW"]
     1  2 4S   N 10 Ash-Birch   "Cedar - Dogwood"

Cells are separated by spaces, and a cell of several words is in quotation marks. Programs write names without these,
and nothing for an empty cell: then the widths separate the cells, as far as the program keeps to them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ledger.bounds.files import CHARACTERS, LINES
from ledger.errors import Misuse
from ledger.exchange.sheet import decode_text, read_bytes, require_line_limit, shorten
from ledger.labels import LABEL

Row = dict[str, str]
_COLUMN = re.compile(r"[+-]?([^\\]*)(?:\\+ *([0-9]{0,4}).*)?", re.DOTALL)
_CELL = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\S)|(\S+)')
_OF_WORDS = re.compile(r"name|club|cent(?:er|re)|team|city|country", re.IGNORECASE)
_AS_WRITTEN = {"Setion": "Section"}
"""Misspelt columns of BridgeComposer."""


class TableColumn(NamedTuple):
    """A column of a table: its name, and the minimum width of its cells (None if not stated)."""

    name: str
    width: int | None

    @property
    def has_words(self) -> bool:
        """True if a cell of the column may contain blanks, as names do."""
        return bool(_OF_WORDS.search(self.name))


def columns_of(heading: str) -> list[TableColumn]:
    r"""Return the columns of a table from the value of its tag.

    >>> columns_of("-Rank\\3R;Names;NrBoards\\2R;")
    [TableColumn(name='Rank', width=3), TableColumn(name='Names', width=None), TableColumn(name='NrBoards', width=2)]
    """
    columns = []
    for text in heading.rstrip("; ").split(";") if heading.strip("; ") else ():
        if column := _COLUMN.fullmatch(text.strip()):
            name = column[1].strip()
            columns.append(TableColumn(_AS_WRITTEN.get(name, name), int(column[2]) if column[2] else None))
    return columns


def _split_cells(line: str, columns: Sequence[TableColumn]) -> list[str] | None:
    words = list(_CELL.finditer(line))
    if len(words) == len(columns):
        return [_unquoted(word) for word in words]
    tabbed = [cell.strip().strip('"') for cell in line.split("\t")]
    if len(tabbed) == len(columns):
        return tabbed
    if len(words) > len(columns) and (cells := _cells_with_names(line, words, columns)):
        return cells
    if cells := _cells_by_width(line, columns):
        return cells
    missing = columns[len(words) :]
    if missing and all(column.has_words for column in missing):
        return [*map(_unquoted, words), *("" for _ in missing)]
    return None


def _unquoted(word: re.Match[str]) -> str:
    return word[2].strip('"') if word[1] is None else re.sub(r"\\(.)", r"\1", word[1])


def _cells_with_names(line: str, words: Sequence[re.Match[str]], columns: Sequence[TableColumn]) -> list[str] | None:
    """Split a line into cells where names contain blanks; None if other columns stand between the names."""
    of_words = [at for at, column in enumerate(columns) if column.has_words]
    if not of_words or of_words[-1] - of_words[0] != len(of_words) - 1:
        return None
    before, after = of_words[0], len(columns) - 1 - of_words[-1]
    end = len(words) - after
    text, name_columns = line[words[before].start() : words[end - 1].end()], columns[before : of_words[-1] + 1]
    cells = [text]
    if len(name_columns) > 1:  # separated by quotation marks, two spaces, or width; else all ''
        ways = (re.split(r'(?<=") +(?=")', text), re.split(r"\s{2,}", text), _cells_by_width(text, name_columns))
        cells = next((way for way in ways if way and len(way) == len(name_columns)), [""] * len(name_columns))
    names = [cell.strip('"') for cell in cells]
    return [*map(_unquoted, words[:before]), *names, *map(_unquoted, words[end:])]


def _cells_by_width(line: str, columns: Sequence[TableColumn]) -> list[str] | None:
    """Split a line into cells by the columns' stated widths; None if the line does not keep to them."""
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


def require_cells(row: Row | None) -> Row:
    """Return a table's row; ValueError if it is None, because its cells do not match the columns."""
    if row is None:
        raise ValueError("it has more or fewer cells than its table has columns")
    return row


def cell(row: Row, *columns: str) -> str:
    """Return a row's text in the first of these columns that has one; '' if none has."""
    return next((text for name in columns if (text := row.get(name, "").strip()) not in _EMPTY), "")


def label(section: str, number: str) -> str:
    """Return a contestant's number, with its section's letters before it; ValueError for an invalid label."""
    contestant = f"{letters(section)}{number.upper()}"
    if not LABEL.fullmatch(contestant):
        raise ValueError(f"{shorten(contestant)!r} is no contestant's number")
    return contestant


def letters(section: str) -> str:
    """Return a section if it is named by letters, which precede labels; '' if it is named by a number."""
    return section if section.isascii() and section.isalpha() else ""


def contract_of(text: str) -> str:
    """Return a contract in our notation: 4SX for '4 S*', 3NTXX for '3NR'.

    >>> contract_of("4 s*"), contract_of("3NR"), contract_of("Pass"), contract_of("1NTXX")
    ('4SX', '3NTXX', 'PASS', '1NTXX')
    """
    tidy = text.upper().replace(" ", "").replace("*", "X")
    return re.sub(r"^([1-7](?:[CDHS]|NT))R$", r"\1XX", re.sub(r"^([1-7])N(?!T)", r"\1NT", tidy))


_LINE_END = re.compile(r"\r+\n|\r")  # a CR LF that a program ended with CR LF once more is one end
_STRING = r'"(?:[^"\\\n]|\\.)*"?'
_LEFT_OUT = re.compile(rf"^%[^\n]*|{_STRING}|\{{[^}}]*\}}|(?<![^\s\]]);[^\n]*", re.MULTILINE)
_OF_ONE_LINE = re.compile(rf"^%[^\n]*|{_STRING}|(?<![^\s\]]);[^\n]*", re.MULTILINE)
_COMMENTARY = "\0"  # replaces commentary: a line with commentary alone is no empty line (PBN 2.1, chapter 3)
_TAG_WITHIN = re.compile(r'\n[ \t]*\[\w{1,40}[ \t]+"')
_EMPTY_LINE = re.compile(r"\n(?:[ \t\f\v]*\n)+")
_PIECE = re.compile(r'\[\s*(\w{1,40})\s+"((?:[^"\\\n]|\\.)*)"\s*\]|(\[[^\n]*)|([^\[\n]+)')
_MISQUOTED = re.compile(r'\[\s*(\w{1,40})\s+"?(.*)\]', re.DOTALL)
_ESCAPED = re.compile(r'\\(["\\])')


class TextPiece(NamedTuple):
    """A tag of a PBN file with its value, or a line of text below a tag (with '' as name)."""

    name: str
    text: str


def without_commentary(text: str) -> tuple[str, list[int]]:
    """Return the text without comments and escaped lines, and the line numbers of comments that contain tags.

    Such commentary probably lacks its closing brace, and hides records. An unclosed brace begins no commentary.
    """
    hiding_lines: list[int] = []

    def left_out(match: re.Match[str]) -> str:
        if match[0].startswith('"'):
            return match[0]
        if _TAG_WITHIN.search(match[0]):
            hiding_lines.append(text.count("\n", 0, match.start()) + 1)
        return _COMMENTARY

    end = text.find("\n", text.rfind("}")) + 1 or len(text) if "}" in text else 0
    return _LEFT_OUT.sub(left_out, text[:end]) + _OF_ONE_LINE.sub(left_out, text[end:]), hiding_lines


def fragments(text: str) -> Iterator[list[TextPiece]]:
    """Yield the tags and text lines of each block between empty lines; the text must be without comments."""
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
    """A record of a PBN file: usually a board, with its tags and the lines of text below them."""

    tags: dict[str, str] = field(default_factory=dict)
    below: dict[str, list[str]] = field(default_factory=dict)  # the lines of text below a tag
    notes: dict[str, dict[str, str]] = field(default_factory=dict)  # by section and number
    stated: frozenset[str] = frozenset()  # tags in the record itself; the others are inherited from earlier records
    misread: list[str] = field(default_factory=list)  # lines that look like tags
    contradicted: list[tuple[str, str, str]] = field(default_factory=list)  # tags stated in two ways

    def tag(self, name: str) -> str:
        """Return the value of a tag; '' if the tag is missing, or its value is unknown ('?') or irrelevant ('-')."""
        text = self.tags.get(name, "").strip()
        return "" if text in _UNSTATED else text

    def table(self, name: str) -> Iterator[Row | None]:
        """Yield the rows of a table, cells by column name; None for a row that cannot be split into cells."""
        columns = columns_of(self.tags.get(name, ""))
        names = [column.name for column in columns]
        for line in self.below.get(name, ()):
            cells = _split_cells(line, columns)
            yield None if cells is None else dict(zip(names, cells, strict=True))

    @property
    def is_of_play(self) -> bool:
        """True if the record is about a board or its play; False if only about the event or totals."""
        return not self.stated.isdisjoint(("Board", "Deal", *_OF_PLAY))


@dataclass(slots=True)
class Document:
    """A PBN file: its records, the program that wrote it, and the line numbers of comments that contain tags."""

    games: list[Game]
    program: str
    swallowed: list[int]

    def first(self, *names: str) -> str:
        """Return the value of one of these tags from the first record that has it; '' if no record has one."""
        return next((text for game in self.games for name in names if (text := game.tag(name))), "")


def read_document(path: Path) -> Document:
    """Read a PBN file. Misuse (bad-file): it has no records, too many, or too long a line."""
    text = _LINE_END.sub("\n", decode_text(read_bytes(path)).replace("\0", ""))
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > CHARACTERS.most:
            at = line.rfind('"', 0, CHARACTERS.most) + 1 or 1
            far = f"{path} line {number}, column {at}: it goes on for more than {CHARACTERS.most} characters"
            raise Misuse("bad-file", far, "is a quotation mark not closed? is it the file you meant?")
    plain, swallowed = without_commentary(text)
    before = _EarlierTags()
    games = list(islice(map(before.completed, games_of(fragments(plain))), LINES.most + 1))
    require_line_limit(path, max(len(games), sum(len(lines) for game in games for lines in game.below.values()) // 64))
    if not games:
        raise Misuse("bad-file", f"{path} has no record of PBN", 'records begin with [Event "…"]')
    document = Document(games, "", swallowed)
    named = (match for line in islice(text.split("\n"), 64) if (match := _GENERATOR.match(line)))
    program = next(((match[1] or match[2] or "").strip() for match in named), "")
    document.program = program or document.first("Application", "Generator") or document.first("Site")
    return document


# Where a record ends


_FIRST_OF_RECORD = ("Event", "Board", *_SECTIONS)
_OF_A_NEW_BOARD = ("Event", "Site", "Date", "Board", "Deal", *PLAYERS)
"""Tags that by the standard precede those of the play."""

_OF_ONE_RESULT = ("Declarer", "Contract", "Result", *PLAYERS)
_ENDS = ("Result", "Score")
"""After one of these tags the result of another table may begin; before them a repeated tag is a slip."""

_OF_ONE_TABLE = ("Room", "Section", "Table", "Deal", "ScoreTable", *_OF_ONE_RESULT)


def games_of(parts: Iterable[list[TextPiece]]) -> Iterator[Game]:
    """Yield the records of a file, each with its own tags only, without inherited ones.

    A record ends at an empty line, unless the following lines repeat none of its tags and name no other board or
    players: then the empty line is inside the record, before a table or between all lines. Without empty lines, a
    record ends at a tag with another value than before.
    """
    reading = _GameBuilder()
    for pieces in parts:
        tags, names = reading.game.tags.keys(), {piece.name for piece in pieces} - {"Note"}
        played = not tags.isdisjoint(_OF_PLAY)
        if not tags.isdisjoint(names) or (played and names & {*_OF_A_NEW_BOARD}):
            yield reading.game
            reading = _GameBuilder()
        for piece in pieces:
            if _begins_another(reading.game, piece):
                yield reading.game
                reading = _GameBuilder()
            reading.add(piece)
    if reading.game.tags:
        yield reading.game


def _begins_another(game: Game, piece: TextPiece) -> bool:
    if piece.name not in game.tags or piece.name == "Note":
        return False
    if piece.name in _FIRST_OF_RECORD or piece.name == next(iter(game.tags)):
        return True
    if piece.name not in _OF_ONE_TABLE or piece.text == game.tags[piece.name]:
        return False
    return piece.name not in _OF_ONE_RESULT or not game.tags.keys().isdisjoint(_ENDS)


_READ = (*_OF_ONE_TABLE, "Score", "Round", "HomeTeam", "VisitTeam", "PairId_NS", "PairId_EW")
_WITHOUT_BRACKET = re.compile(r'\w{1,40}\s+"[^"]*"\]')


class _GameBuilder:
    def __init__(self) -> None:
        self.game = Game()
        self._tag = self._section = ""

    def add(self, piece: TextPiece) -> None:
        """Add to the record a tag, or a text line below its last tag; a repeated tag keeps its first value (§3.4)."""
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


# Tags inherited from earlier records


_TOGETHER = (
    (("Event",), ("Event",)),
    (("Date",), ("Date",)),
    (("Stage",), ("Stage",)),
    (("Round", "HomeTeam", "VisitTeam"), ("Round",)),
    (("HomeTeam", "VisitTeam"), ("HomeTeam", "VisitTeam")),
    (("Board", "Deal"), ("Board", "Deal", "Dealer", "Vulnerable")),
)
"""Pairs of tags: a record without the first ones inherits the second ones (the match, the board)."""

_NEVER_THE_SAME = ("Contract", "Declarer", *_SECTIONS)
"""Tags in which '#' is forbidden (PBN 2.1, §4.8): there it is kept, and is no contract."""


class _EarlierTags:
    """The tags of the records read so far, which later records inherit.

    By the standard (§4.8) a tag '#' has the value of the nearest record with that tag, and '##text' holds in all
    records without the tag. In practice a missing tag has the value of the record before; missing players are those of
    the same room, or of the same table in order, of the board before.
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
        """Add the players a record inherits to its tags; if it names players, keep these for later boards' records."""
        self._at = self._at + 1 if tags.get("Board") == self._tags.get("Board") else 0
        table = tags.get("Room", "").lower() or str(self._at)
        if tags.keys().isdisjoint(PLAYERS):
            tags |= self._players.get(table, {})
            return
        if anew and self._at == 0:
            self._players.clear()
        self._players[table] = {name: tags[name] for name in PLAYERS if name in tags}
