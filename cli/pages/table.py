"""Tables as a page shows them; the templates draw them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from cli.pages.periods import Spell
from cli.views.tables import PAGE, AnswerTable
from ledger.projections.names import is_team_name, players_text


class Cell(NamedTuple):
    """A cell of a table: its text, its link, the mark of a changed value, and whether the text is a person's name.

    `changed`: '', 'changed' by a ruling, or the direction of the change, 'up' or 'down'. `beside`: small text after it,
    such as the number of a named pair. `spells`: the texts of several spans of time, the first of which is `text`.
    """

    text: str
    href: str | None = None
    changed: str = ""
    name: bool = False
    beside: str = ""
    spells: tuple[Spell, ...] = ()


def mark_move(before: Fraction | int | None, after: Fraction | int | None) -> str:
    """Return the mark of a number that rose or fell, 'up' or 'down'; 'changed' if one is missing, '' if equal."""
    if before == after:
        return ""
    return "changed" if before is None or after is None else "up" if after > before else "down"


def person(label: str, names: Mapping[str, str], href: str | None = None) -> Cell:
    """Return a cell with a contestant's players and, in small type, its number; the number alone without names."""
    players = players_text(label, names)
    return Cell(players or label, href, name=True, beside=label if players else "")


def contestant_cell(label: str, names: Mapping[str, str], href: str | None = None) -> Cell:
    """Return a contestant's cell for the standings: like `person`, but a named team has its players in small type."""
    cell = person(label, names, href)
    return cell._replace(beside=names.get(label, "")) if is_team_name(label) else cell


PLAIN = frozenset({"seat", "contract", "ruling", "rulings", "source", "standing", "EW", "goes on to"})
"""Columns whose cells need no heading in front of them."""


class TableRow(NamedTuple):
    """A row of a table; `anchor` is the name by which an address refers to it.

    `again`: it continues the row above. A narrow screen leaves such rows out, and shows their text `below` the name of
    the row they continue.
    """

    cells: list[Cell]
    anchor: str = ""
    again: bool = False
    below: tuple[str, ...] = ()


class PageTable(NamedTuple):
    """A table with its caption; columns whose heading starts with '>' contain numbers.

    `aside`: columns that a narrow screen shows `under` another column, the name of the row. `places`: for rows that a
    narrow screen shows on two lines, each column's place by its name in the stylesheet. `spare`: columns left out on
    paper. `named`: the caption is a name, and not translated.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[TableRow]
    note: str = ""
    aside: frozenset[str] = frozenset()
    under: str = ""
    places: Mapping[str, str] = {}
    spare: frozenset[str] = frozenset()
    named: bool = False

    def mark(self, column: str) -> str:
        """Return the CSS classes of the cells in a column."""
        spare = " spare" if column in self.spare else ""
        place = " aside" if column in self.aside else f" at-{self.places[column]}" if column in self.places else ""
        return place + spare


class Outline(NamedTuple):
    """A number and its derivation line by line: depth (from 1), value, text."""

    anchor: str
    heading: str
    lines: list[tuple[int, str, str]]


def drop_empty_columns(table: PageTable, always: int = 0) -> PageTable:
    """Return the table without its empty columns; the first `always` columns stay in any case."""
    kept = [at for at, _ in enumerate(table.columns) if at < always or any(row.cells[at].text for row in table.rows)]
    rows = [row._replace(cells=[row.cells[at] for at in kept]) for row in table.rows]
    return table._replace(columns=[table.columns[at] for at in kept], rows=rows)


def page_table(caption: str, table: AnswerTable, cells: Mapping[str, Callable[[Any], Cell]] = {}) -> PageTable:
    """Return an answer's table as a page shows it; `cells`: the functions that make the cells of some fields."""
    columns, texts = table.shown(PAGE)
    led = [cells.get(column.field) for column in columns]
    rows = [
        TableRow([cell(row) if cell else Cell(text) for cell, text in zip(led, row_texts, strict=True)])
        for row, row_texts in zip(table.rows, texts, strict=True)
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
    """Return a row of texts, with links only for cases and events named in them."""
    return TableRow([Cell(text) for text in cells])


def facts_table(facts: Mapping[str, str]) -> PageTable:
    """Return the table on the front page of an audit."""
    columns = ["what", "as recorded"]
    return PageTable("Front page", columns, [plain_row(each) for each in facts.items()])


SHOWN = 60
"""The most rows shown of scores and places that moved."""


def omitted_text(many: int) -> str:
    """Say how many of `many` changes a table leaves out: '+ 12'; '' if it shows all."""
    return f"+ {many - SHOWN}" if many > SHOWN else ""


def moved_totals_table(caption: str, rows: Sequence[TableRow], many: int) -> PageTable:
    """Return a table of totals and places before and after; `many` contestants changed, `rows` are the first."""
    columns = ["contestant", ">total before", ">total after", ">place before", ">place after"]
    return PageTable(caption, columns, rows, omitted_text(many), frozenset(columns[1::2]), under="contestant")
