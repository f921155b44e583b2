"""Folding of text to the screen's width, and tables with columns as wide as their content."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from cli.terminal.screen import Ink, SafeText, bold, ink_text, make_safe

_GAPS = (3, 2)
"""Blanks between two columns: the usual gap, and a narrower one."""

_LEAST_GAP = 1

_LEAST_FOLDED = 9
"""The least width to which a column of text is narrowed."""

_NARROWEST = 12


class _Cell(NamedTuple):
    text: SafeText
    ink: Ink | None = None


class Layout(NamedTuple):
    """The ways to narrow a table: columns it can omit, in order, and columns it can print below each row."""

    spare: Sequence[str] = ()
    beneath: Sequence[str] = ()


def draw_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    *,
    indent: int = 0,
    colour: bool = False,
    layout: Layout | None = None,
) -> list[SafeText]:
    """Return a table as lines; '>' at the beginning of a heading aligns its column of numbers right."""
    if not columns:
        return []
    grid = [[_Cell(make_safe(text), getattr(text, "ink", None)) for text in row] for row in rows]
    table = _Table(tuple(columns), grid, width - indent, colour)
    return [SafeText(" " * indent + line) if line else SafeText() for line in table.lines(layout or Layout())]


class _Table(NamedTuple):
    columns: tuple[str, ...]
    rows: Sequence[Sequence[_Cell]]
    room: int
    colour: bool
    under: Sequence[Sequence[str]] = ()

    def lines(self, layout: Layout) -> Iterator[str]:
        """Yield the lines of the widest form that fits the screen; if none fits, one block of lines for each row."""
        narrowed = list(self._narrower_forms(layout))
        for table, gap in narrowed:
            widths = table._widths()
            if table._total(widths, gap) <= self.room:
                return table._drawn(widths, gap)
        closest = narrowed[-1][0]
        if squeezed := closest._squeezed(_LEAST_GAP + 1) or closest._squeezed(_LEAST_GAP):
            return closest._drawn(squeezed, _LEAST_GAP if closest._total(squeezed, _LEAST_GAP + 1) > self.room else 2)
        return iter(cards(self.columns, [[cell.text for cell in row] for row in self.rows], self.room))

    def _narrower_forms(self, layout: Layout) -> Iterator[tuple["_Table", int]]:
        """Yield ever narrower forms of the table, each with the number of blanks between its columns."""
        # A narrow screen first omits columns that are empty in every row.
        filled = {at for row in self.rows for at, cell in enumerate(row) if cell.text.strip(" –")}
        spare = [column for at, column in enumerate(self.columns) if at not in filled and column]
        spare += layout.spare
        for beneath in ((), layout.beneath) if layout.beneath else ((),):
            for spared in range(len(spare) + 1):
                table = self._without_columns(spare[:spared], beneath)
                yield from ((table, gap) for gap in _GAPS)
            yield table, _LEAST_GAP

    def _without_columns(self, spared: Sequence[str], beneath: Sequence[str]) -> "_Table":
        gone, below = {*spared, *beneath}, [at for at, column in enumerate(self.columns) if column in beneath]
        kept = [at for at, column in enumerate(self.columns) if column not in gone]
        under = [[row[at].text for at in below if row[at].text.strip()] for row in self.rows] if below else ()
        rows = [[row[at] for at in kept] for row in self.rows]
        return _Table(tuple(self.columns[at] for at in kept), rows, self.room, self.colour, under)

    def _widths(self) -> list[int]:
        headings = [cells(column.lstrip(">")) for column in self.columns]
        return [max([least, *(cells(row[at].text) for row in self.rows)]) for at, least in enumerate(headings)]

    @staticmethod
    def _total(widths: Sequence[int], gap: int) -> int:
        return sum(widths) + gap * (len(widths) - 1)

    def _squeezed(self, gap: int) -> list[int] | None:
        """Return column widths that fit the screen, taken from the widest texts; None if nothing fits."""
        widths = self._widths()
        texts = [at for at, column in enumerate(self.columns) if not column.startswith(">")]
        too_wide = self._total(widths, gap) - self.room
        while too_wide > 0:
            longest = max(texts, key=lambda at: widths[at], default=None)
            least = max(_LEAST_FOLDED, len(self.columns[longest])) if longest is not None else 0
            if longest is None or widths[longest] <= least:
                return None
            widths[longest] -= 1
            too_wide -= 1
        return widths

    def _drawn(self, widths: Sequence[int], gap: int) -> Iterator[str]:
        heading = self._line([_Cell(make_safe(column.lstrip(">"))) for column in self.columns], widths, gap)
        yield bold(heading) if self.colour and heading else heading
        for at, row in enumerate(self.rows):
            texts = [
                [cell]
                if cells(cell.text) <= width  # folding would lose its indentation
                else [_Cell(SafeText(line), cell.ink) for line in fold(cell.text, width)]
                for cell, width in zip(row, widths, strict=True)
            ]
            for line in range(max(map(len, texts))):
                yield self._line([each[line] if line < len(each) else _Cell(SafeText()) for each in texts], widths, gap)
            for text in self.under[at : at + 1]:
                yield from (f"  {line}" for line in fold("   ".join(text), self.room - 2) if line)

    def _line(self, row: Sequence[_Cell], widths: Sequence[int], gap: int) -> str:
        padded = []
        for cell, width, column in zip(row, widths, self.columns, strict=True):
            text = ink_text(cell.text, cell.ink) if self.colour else cell.text
            room = " " * (width - cells(cell.text))
            padded.append(room + text if column.startswith(">") else text + room)
        return (" " * gap).join(padded).rstrip()


def cards(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[SafeText]:
    """Yield each row as a block of lines, one for each field that is not empty, with the headings at the left.

    A row with an empty first field continues the row above if a text there ends in a colon.

    >>> list(map(str, cards(["table", "score"], [["1", "weighted:"], ["", "4SN="], ["2", "PASS"]], 40)))
    ['table  1', 'score  weighted:', 'score  4SN=', '', 'table  2', 'score  PASS']
    """
    names = [column.lstrip(">") for column in columns]
    longest = max(map(len, names))
    goes_on = False
    for number, row in enumerate(rows):
        goes_on = any(value.endswith(":") for value in row) or (goes_on and not row[0])
        if number and (row[0] or not goes_on):
            yield SafeText()
        for name, value in zip(names, row, strict=True):
            if value and value != "–":
                for at, text in enumerate(fold(make_safe(value), max(width - longest - 2, _NARROWEST))):
                    yield SafeText(f"{'' if at else name:<{longest}}  {text}".rstrip())


_BETWEEN_WORDS = re.compile(r" (?=(?:[^`]*`[^`]*`)*[^`]*$)")

_PAINT_CODE = re.compile(r"\x1b\[[0-9;]*m")

_LATER_INDENT = "  "


def cells(text: str) -> int:
    """Return the number of screen columns of a text: two for an East Asian letter, none for a combining accent.

    >>> cells("4♠N="), cells("小林"), cells("e\\u0301")
    (4, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_cells_of_letter, text))


def _cells_of_letter(letter: str) -> int:
    if combining(letter) or letter == "\ufe0f":
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def fold(text: str, width: int) -> list[str]:
    """Fold a text to lines of at most `width`, between words if possible.

    >>> fold("Player 081 & Player 082", 12)
    ['Player 081 &', 'Player 082']
    """
    lines: list[str] = []
    for word in text.split(" "):
        if lines and cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        else:
            piece = ""  # cut a long word, but keep an accent with its letter
            for letter in word:
                if piece and cells(piece) + _cells_of_letter(letter) > width:
                    lines.append(piece)
                    piece = ""
                piece += letter
            lines.append(piece)
    return [line.rstrip() for line in lines] or [""]


def fold_hanging(text: str, width: int, indent: int) -> list[str]:
    """Fold a text to lines of at most `width`; indent all lines but the first.

    >>> fold_hanging("#7  22:00  board 3: 4SN=", 14, 4)
    ['#7  22:00', '    board 3:', '    4SN=']
    """
    if cells(text) <= width:
        return [text]
    first, *more = fold(text, width)
    tail = text[len(first) :].lstrip() if more else ""
    return [first, *(" " * indent + line for line in fold(tail, max(width - indent, 1)))] if tail else [first]


def fold_prose(text: str, width: int) -> list[str]:
    """Fold a line of prose between words and indent the later lines; text in backticks is never broken.

    >>> fold_prose("Facts: `call facts C-0001 …`   Ruling: later", 24)
    ['Facts:', '  `call facts C-0001 …`', '  Ruling: later']
    """
    if columns(text) <= width:
        return [text]
    lines: list[str] = []
    for word in _BETWEEN_WORDS.split(text):
        if lines and (columns(lines[-1]) + 1 + columns(word) <= width or not lines[-1].strip()):
            lines[-1] += f" {word}"
        elif word or not lines:
            lines.append(f"{_LATER_INDENT if lines else ''}{word}")
    return [line.rstrip() for line in lines]


def fold_for_stderr(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines for stderr, wrapped to the width of the terminal if stderr is one."""
    if not sys.stderr.isatty():
        yield from lines
        return
    import shutil

    width = shutil.get_terminal_size().columns
    for line in lines:
        yield from map(SafeText, fold_prose(make_safe(line), width))


def columns(text: str) -> int:
    """Return the number of screen columns that a text takes; colour codes take none."""
    return cells(_PAINT_CODE.sub("", text))


def entries(text: str, width: int) -> list[str]:
    """Fold a text between its entries, which three blanks separate; put as many on a line as fit.

    >>> entries("R ruling: R-0001   PP penalty: P-0001", 24)
    ['R ruling: R-0001', 'PP penalty: P-0001']
    """
    lines: list[str] = []
    for entry in text.split("   "):
        if lines and cells(lines[-1]) + 3 + cells(entry) <= width:
            lines[-1] += f"   {entry}"
        else:
            lines.extend(fold_hanging(entry, width, 2))
    return lines
