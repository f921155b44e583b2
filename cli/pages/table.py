"""What a page shows in rows and columns; the templates draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cli.pages.periods import Spell
from cli.views.tables import PAGE, AnswerTable
from ledger.projections.names import is_team_name, players_text


class Cell(NamedTuple):
    """A field of a table: what it says, where that leads, whether it has changed, and who it names.

    `beside`: what stands small beside it: the number of a pair whose names it says. `spells`: what it says in each of
    several spells, where that is not the same; `text` is the first.
    """

    text: str
    href: str | None = None
    changed: bool = False
    name: bool = False
    beside: str = ""
    spells: tuple[Spell, ...] = ()


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


def without_empty(table: PageTable, always: int = 0) -> PageTable:
    """The table without the columns in which nothing stands; of the first so many, with those too."""
    said = [at for at, _ in enumerate(table.columns) if at < always or any(row.cells[at].text for row in table.rows)]
    rows = [row._replace(cells=[row.cells[at] for at in said]) for row in table.rows]
    return table._replace(columns=[table.columns[at] for at in said], rows=rows)


def page_table(caption: str, table: AnswerTable, cells: Mapping[str, Callable[[Any], Cell]] = {}) -> PageTable:
    """A table of an answer as a page shows it; `cells`: the fields that lead somewhere, or are said otherwise."""
    columns, texts = table.shown(PAGE)
    led = [cells.get(column.field) for column in columns]
    rows = [
        TableRow([cell(row) if cell else Cell(text) for cell, text in zip(led, said, strict=True)])
        for row, said in zip(table.rows, texts, strict=True)
    ]
    return PageTable(
        caption,
        [column.title for column in columns],
        rows,
        aside=frozenset(column.title for column in columns if column.aside),
        under=next((column.title for column in columns if column.under), ""),
        spare=frozenset(column.title for column in columns if column.unprinted),
    )


def plain_row(cells: Sequence[str]) -> TableRow:
    """A line of texts that lead nowhere but by the cases and events they name."""
    return TableRow([Cell(text) for text in cells])


def facts_table(said: Mapping[str, str]) -> PageTable:
    """The front page of an audit."""
    columns = ["what", "as recorded"]
    return PageTable("Front page", columns, [plain_row(each) for each in said.items()])


SHOWN = 60
"""So many lines of what moved are shown."""


def left_text(many: int) -> str:
    """How many of so many lines are not shown: '+ 12'; '' where all are."""
    return f"+ {many - SHOWN}" if many > SHOWN else ""


def totals_moved(caption: str, rows: Sequence[TableRow], many: int) -> PageTable:
    """Totals and places before and after, of the first of so many contestants."""
    columns = ["contestant", ">total before", ">total after", ">place before", ">place after"]
    return PageTable(caption, columns, rows, left_text(many), frozenset(columns[1::2]), under="contestant")
