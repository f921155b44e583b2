"""Print the statistics of rulings and appeals, as tables or JSON."""

from collections.abc import Sequence

from cli.desk.case_selection import CaseChoice, SessionLeftOut, gather_statistics
from cli.desk.desk import Desk
from cli.words.case_statistics import CaseFigure, statistics_tables
from cli.words.casebook import sessions_left_out
from ledger import exact_text


def print_statistics(desk: Desk, wanted: CaseChoice, *, by_year: bool) -> None:
    """Print the statistics of rulings and appeals; the JSON lists the cases behind each figure."""
    gathering = gather_statistics(desk, wanted, by_year=by_year)
    tables = statistics_tables(gathering.over, whole=gathering.whole)
    if desk.settings.json:
        left_out = [{"session": name, "why": why} for name, why in gathering.left_out]
        values = [
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
        desk.json("statistics/1", {"tables": values, "left_out": left_out})
        return
    for number, table in enumerate(tables):
        rows = [(row.label, *(figure.text for figure in row.figures)) for row in table.rows]
        desk.say(*[""] * bool(number), table.title)
        desk.table(["", *(f">{column}" for column in table.columns)], rows, indent=2)
        if table.note and not desk.settings.plain:
            desk.say(f"  {table.note}")
    print_left_out_sessions(desk, gathering.left_out)


def print_left_out_sessions(desk: Desk, left_out: Sequence[SessionLeftOut]) -> None:
    """List the sessions that statistics or a casebook leave out because their log does not verify, and why."""
    heading, lines = sessions_left_out(left_out)
    if heading:
        desk.aside("", heading, *(f"  {line}" for line in lines))


def _figure_json(figure: CaseFigure) -> dict[str, object]:
    exact = None if figure.value is None else exact_text(figure.value)
    cases = [{"session": each.session, "case": each.case} for each in figure.cases]
    return {"text": figure.text, "exact": exact, "cases": cases}
