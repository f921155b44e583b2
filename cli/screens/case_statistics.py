"""What the record says of rulings and appeals, asked for at a desk: tables on a screen, or JSON."""

from __future__ import annotations

from collections.abc import Sequence

from cli.desk.case_figures import gathered
from cli.desk.case_selection import CasesWanted, SessionLeftOut
from cli.desk.desk import Desk
from cli.words.case_search import sessions_left_out
from cli.words.case_statistics import CaseFigure, FigureTable, statistics_tables
from ledger.laws.rounding import exact_text
from ledger.projections.case_statistics import CaseAt


def print_statistics(desk: Desk, wanted: CasesWanted, *, by_year: bool) -> None:
    """The tables, or JSON with the cases each figure is made of."""
    found = gathered(desk, wanted, by_year=by_year)
    tables = statistics_tables(found.over, whole=found.whole)
    if desk.settings.json:
        left_out = [{"session": name, "why": why} for name, why in found.left_out]
        desk.json("statistics/1", {"tables": [_table_json(each) for each in tables], "left_out": left_out})
        return
    for number, table in enumerate(tables):
        rows = [(row.label, *(figure.text for figure in row.figures)) for row in table.rows]
        desk.say(*[""] * bool(number), table.title)
        desk.table(["", *(f">{column}" for column in table.columns)], rows, indent=2)
        if table.note and not desk.settings.plain:
            desk.say(f"  {table.note}")
    say_left_out(desk, found.left_out)


def say_left_out(desk: Desk, left_out: Sequence[SessionLeftOut]) -> None:
    """What is not in the figures, or the book, because it does not hold: counted, and by name with the reason."""
    heading, lines = sessions_left_out(left_out)
    if heading:
        desk.aside("", heading, *(f"  {line}" for line in lines))


def _table_json(table: FigureTable) -> dict[str, object]:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [{"label": row.label, "figures": [_figure_json(each) for each in row.figures]} for row in table.rows],
        "note": table.note,
    }


def _figure_json(figure: CaseFigure) -> dict[str, object]:
    exact = None if figure.value is None else exact_text(figure.value)
    return {"text": figure.text, "exact": exact, "cases": [_case_json(each) for each in figure.cases]}


def _case_json(at: CaseAt) -> dict[str, str]:
    return {"session": at.session, "case": at.case}
