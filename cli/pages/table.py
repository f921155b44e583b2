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
    """A table under its caption; a heading that starts with '>' is of numbers.

    `sought`: the column one looks for, or two beside each other, which a narrow screen keeps in sight. `aside`: what
    only a wide one shows, because it is told elsewhere too.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[TableRow]
    note: str = ""
    sought: Sequence[str] = ()
    aside: frozenset[str] = frozenset()


class Outline(NamedTuple):
    """A number and how it comes about: line by line how deep it stands under the first, a value, and what is said."""

    anchor: str
    heading: str
    lines: list[tuple[int, str, str]]


def without_empty(table: PageTable) -> PageTable:
    """The table without the columns in which nothing stands."""
    said = [at for at, _ in enumerate(table.columns) if any(row.cells[at].text for row in table.rows)]
    rows = [TableRow([row.cells[at] for at in said], row.anchor) for row in table.rows]
    return table._replace(columns=[table.columns[at] for at in said], rows=rows)


def plain_row(cells: Sequence[str], anchor: str = "") -> TableRow:
    """A line of texts that lead nowhere but by the cases and events they name."""
    return TableRow([Cell(text) for text in cells], anchor)
