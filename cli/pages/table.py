"""What a page shows in rows and columns; the templates draw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ledger.projections.names import is_team_name, players_text


class Cell(NamedTuple):
    """A field of a table: what it says, where that leads, whether it has changed, and who it names.

    `beside`: what stands small beside it: the number of a pair whose names it says.
    """

    text: str
    href: str | None = None
    changed: bool = False
    name: bool = False
    beside: str = ""


def person(label: str, names: Mapping[str, str], href: str | None = None) -> Cell:
    """Who a contestant is: the players, with its number small beside them; the number alone where nobody is known."""
    players = players_text(label, names)
    return Cell(players or label, href, name=True, beside=label if players else "")


def entered(label: str, names: Mapping[str, str], href: str | None = None) -> Cell:
    """The same where the field is listed: of a team that has a name its players too, small beside it."""
    found = person(label, names, href)
    return found._replace(beside=names.get(label, "")) if is_team_name(label) else found


PLAIN = frozenset({"seat", "contract", "ruling", "rulings", "source", "standing", "EW", "goes on to"})
"""Columns whose fields say by themselves what they are."""


class TableRow(NamedTuple):
    """A line of a table; `anchor` is its name in an address.

    `again`: it goes on with the line above; a narrow screen has no such lines, and tells what they say `below` the name
    of the line that they go on with.
    """

    cells: list[Cell]
    anchor: str = ""
    again: bool = False
    below: tuple[str, ...] = ()


class PageTable(NamedTuple):
    """A table under its caption; a heading that starts with '>' is of numbers.

    `aside`: columns that only a wide screen shows as such; a narrow one tells what stands in them `under` another, the
    name of the line. `places`: of a line that a narrow screen shows in two rows, where in them each column stands, by
    the name it has in the stylesheet. `spare`: columns for which there is no room on paper.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[TableRow]
    note: str = ""
    aside: frozenset[str] = frozenset()
    under: str = ""
    places: Mapping[str, str] = {}
    spare: frozenset[str] = frozenset()

    def mark(self, column: str) -> str:
        """By what the stylesheet knows the fields of a column."""
        spare = " spare" if column in self.spare else ""
        place = " aside" if column in self.aside else f" at-{self.places[column]}" if column in self.places else ""
        return place + spare


class Outline(NamedTuple):
    """A number and how it comes about: line by line how deep it stands under the first, a value, and what is said."""

    anchor: str
    heading: str
    lines: list[tuple[int, str, str]]


def without_empty(table: PageTable) -> PageTable:
    """The table without the columns in which nothing stands."""
    said = [at for at, _ in enumerate(table.columns) if any(row.cells[at].text for row in table.rows)]
    rows = [row._replace(cells=[row.cells[at] for at in said]) for row in table.rows]
    return table._replace(columns=[table.columns[at] for at in said], rows=rows)


def plain_row(cells: Sequence[str], anchor: str = "") -> TableRow:
    """A line of texts that lead nowhere but by the cases and events they name."""
    return TableRow([Cell(text) for text in cells], anchor)
