"""What a page shows in rows and columns; the templates draw it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Cell(NamedTuple):
    """A field of a table: what it says, where that leads, whether it has changed, and who it names."""

    text: str
    href: str | None = None
    changed: bool = False
    name: bool = False


class TableRow(NamedTuple):
    """A line of a table; `anchor` is its name in an address."""

    cells: list[Cell]
    anchor: str = ""


class PageTable(NamedTuple):
    """A table under its caption; a heading that starts with '>' is of numbers."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[TableRow]
    note: str = ""


class Outline(NamedTuple):
    """A number and how it comes about: line by line how deep it stands under the first, a value, and what is said."""

    anchor: str
    heading: str
    lines: list[tuple[int, str, str]]


def plain_row(cells: Sequence[str], anchor: str = "") -> TableRow:
    """A line of texts that lead nowhere but by the cases and events they name."""
    return TableRow([Cell(text) for text in cells], anchor)
