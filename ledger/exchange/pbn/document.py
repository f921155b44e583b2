"""The text of a PBN file: its records, their tags, and the tables below a tag."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from ledger.errors import Misuse
from ledger.exchange.sheet import MOST_LINES, read_bytes, require_few

_TAG = re.compile(r'\[\s*(\w{1,40})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_COLUMN = re.compile(r"[+-]?(\w{1,40})(?:\\[0-9]{0,4}[LR]?)?")
_CELL = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)')
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
    games = list(islice(_games(text), MOST_LINES + 1))
    require_few(path, max(len(games), sum(len(lines) for game in games for lines in game.below.values()) // 64))
    if not games:
        raise Misuse("bad-file", f"{path} has no record of PBN", 'records begin with [Event "…"]')
    found = Document(games, "")
    return Document(games, _generator(text) or found.first("Application", "Generator") or found.first("Site"))


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
