"""How a text is folded to the width of a screen, by the cells its letters take."""

import re
import sys
from collections.abc import Iterable, Iterator
from unicodedata import combining, east_asian_width

from cli.terminal.screen import SafeText, shown

_BETWEEN_WORDS = re.compile(r" (?=(?:[^`]*`[^`]*`)*[^`]*$)")

_PAINT = re.compile(r"\x1b\[[0-9;]*m")

_FURTHER = "  "


def cells(text: str) -> int:
    """How many columns of a screen a text takes: two for a letter of East Asia, none for an accent by itself.

    >>> cells("4♠N="), cells("小林"), cells("e\\u0301")
    (4, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(letter: str) -> int:
    if combining(letter) or letter == "\ufe0f":
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def folded(text: str, width: int) -> list[str]:
    """A text as lines no wider than that, broken between words, and within one only where it alone is too wide.

    >>> folded("Player 081 & Player 082", 12)
    ['Player 081 &', 'Player 082']
    """
    lines: list[str] = []
    for word in text.split(" "):
        if lines and cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.extend(_pieces(word, width))
    return [line.rstrip() for line in lines] or [""]


def _pieces(word: str, width: int) -> Iterator[str]:
    """A word in pieces of a width; an accent stays with its letter."""
    piece = ""
    for letter in word:
        if piece and cells(piece) + _cells_of(letter) > width:
            yield piece
            piece = ""
        piece += letter
    yield piece


def hanging(text: str, width: int, indent: int) -> list[str]:
    """A text folded, all but its first line moved in.

    >>> hanging("#7  22:00  board 3: 4SN=", 14, 4)
    ['#7  22:00', '    board 3:', '    4SN=']
    """
    if cells(text) <= width:
        return [text]
    first, *others = folded(text, width)
    rest = text[len(first) :].lstrip() if others else ""
    return [first, *(" " * indent + line for line in folded(rest, max(width - indent, 1)))] if rest else [first]


def told(text: str, width: int) -> list[str]:
    """A line of prose folded at its words, further lines moved in; what stands in backticks stays whole, to be copied.

    >>> told("Facts: `call facts C-0001 …`   Ruling: later", 24)
    ['Facts:', '  `call facts C-0001 …`', '  Ruling: later']
    """
    if columns(text) <= width:
        return [text]
    lines: list[str] = []
    for word in _BETWEEN_WORDS.split(text):
        if lines and (columns(lines[-1]) + 1 + columns(word) <= width or not lines[-1].strip()):
            lines[-1] += f" {word}"
        elif word or not lines:
            lines.append(f"{_FURTHER if lines else ''}{word}")
    return [line.rstrip() for line in lines]


def folded_aside(lines: Iterable[str]) -> Iterator[str]:
    """Lines for stderr, folded where that is a terminal."""
    if not sys.stderr.isatty():
        yield from lines
        return
    import shutil

    width = shutil.get_terminal_size().columns
    for line in lines:
        yield from map(SafeText, told(shown(line), width))


def columns(text: str) -> int:
    """How many columns a text takes without what paints it."""
    return cells(_PAINT.sub("", text))


def entries(text: str, width: int) -> list[str]:
    """Entries with three blanks between them, as many in a line as there is room for.

    >>> entries("R ruling: R-0001   PP penalty: P-0001", 24)
    ['R ruling: R-0001', 'PP penalty: P-0001']
    """
    lines: list[str] = []
    for entry in text.split("   "):
        if lines and cells(lines[-1]) + 3 + cells(entry) <= width:
            lines[-1] += f"   {entry}"
        else:
            lines.extend(hanging(entry, width, 2))
    return lines
