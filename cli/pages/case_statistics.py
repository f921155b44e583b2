"""What the record says of rulings and appeals, on a page: each figure leads to the cases it is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cli.pages.links import NoLinks
from cli.pages.printing import Press, in_its_language
from cli.pages.table import Cell, PageTable, TableRow
from cli.words.case_search import sessions_left_out
from cli.words.case_statistics import FigureTable, Spanned, statistics_tables
from ledger.projections.case_statistics import CaseAt

Named = Callable[[CaseAt], Cell]
"""What a case is called, and where it stands."""


class FigureCases(NamedTuple):
    """The cases a figure is made of: where it is, what it says, and each with where it stands."""

    anchor: str
    figure: str
    cases: Sequence[Cell]


class FiguresPage(NamedTuple):
    """Tables of figures, and beneath them the cases of each."""

    tables: Sequence[PageTable]
    cases: Sequence[FigureCases]


@in_its_language
def statistics_page(press: Press, over: Spanned, left_out: Sequence[tuple[str, str]], *, whole: bool) -> str:
    """The page; its cases stand on no page. `left_out`: sessions that are not in it, and why."""
    found = figures(over, lambda at: Cell(f"{at.session} {at.case}"), whole=whole)
    return press.page(
        "statistics.html", NoLinks(), {"head": None, "figures": found, "left_out": sessions_left_out(left_out)}
    )


def figures(over: Spanned, named: Named, *, whole: bool = False, people: bool = True) -> FiguresPage:
    """The tables with the lists they lead to; `whole` and `people` as in `statistics_tables`."""
    listed: list[FigureCases] = []
    tables = [_table(each, listed, named) for each in statistics_tables(over, whole=whole, people=people)]
    return FiguresPage(tables, listed)


def _table(table: FigureTable, listed: list[FigureCases], named: Named) -> PageTable:
    """A table; the cases of each of its figures are put to the list."""
    rows = []
    for row in table.rows:
        cells = [Cell(row.label)]
        for column, figure in zip(table.columns, row.figures, strict=True):
            anchor = f"f{len(listed) + 1}"
            cells.append(Cell(figure.text, f"#{anchor}" if figure.cases else None))
            if figure.cases:
                told = ", ".join(filter(None, (table.title, row.label, column)))
                listed.append(FigureCases(anchor, f"{told}: {figure.text}", [named(at) for at in figure.cases]))
        rows.append(TableRow(cells))
    return PageTable(table.title, ["", *(f">{column}" for column in table.columns)], rows, table.note)
