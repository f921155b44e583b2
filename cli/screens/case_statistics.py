"""What the record says of rulings and appeals, asked for at a desk: tables on a screen, or JSON."""

from __future__ import annotations

from collections.abc import Sequence

from cli.desk.case_selection import CasesWanted, SessionLeftOut, gathered
from cli.desk.desk import Desk
from cli.words.case_statistics import CaseFigure, statistics_tables
from cli.words.casebook import sessions_left_out
from ledger import exact_text


def print_statistics(desk: Desk, wanted: CasesWanted, *, by_year: bool) -> None:
    """The tables, or JSON with the cases each figure is made of."""
    found = gathered(desk, wanted, by_year=by_year)
    tables = statistics_tables(found.over, whole=found.whole)
    if desk.settings.json:
        left_out = [{"session": name, "why": why} for name, why in found.left_out]
        told = [
            {
                "title": table.title,
                "columns": list(table.columns),
                "rows": [
                    {"label": row.label, "figures": [_figure_json(each) for each in row.figures]} for row in table.rows
                ],
                "note": table.note,
            }
            for table in tables
        ]
        desk.json("statistics/1", {"tables": told, "left_out": left_out})
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


def _figure_json(figure: CaseFigure) -> dict[str, object]:
    exact = None if figure.value is None else exact_text(figure.value)
    cases = [{"session": each.session, "case": each.case} for each in figure.cases]
    return {"text": figure.text, "exact": exact, "cases": cases}
