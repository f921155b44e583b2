"""A board on the screen: the traveller as tables or as JSON, its datum, and the frequencies."""

from collections.abc import Sequence

from cli.desk.desk import Desk
from cli.desk.tables import Layout
from cli.screens.frequencies import print_frequencies
from cli.screens.same_way import same_way_lines
from cli.screens.score_marks import Marks, legend, marks_of_line
from cli.screens.travellers import Traveller, traveller_of
from ledger.session.places import require_board


def print_traveller(desk: Desk, board: int) -> None:
    """The traveller, as tables or as JSON; refused where the board is not in the session."""
    scoreboard = desk.scoreboard()
    require_board(scoreboard.session, board)
    traveller = traveller_of(scoreboard, board, symbols=desk.symbols)
    if desk.settings.json:
        desk.json_at("board/1", scoreboard.session, traveller.json())
    else:
        _print(desk, traveller)


def _print(desk: Desk, traveller: Traveller) -> None:
    """The board as players know it."""
    if not desk.settings.plain:
        desk.say(traveller.heading(), "")
    session = traveller.scoreboard.session
    marks = [marks_of_line(session, played) for played in traveller.lines]
    _print_lines(desk, traveller, marks)
    if not desk.settings.plain:
        datum = traveller.scoreboard.datum(traveller.board)
        if datum is not None:
            desk.say("", f"Datum: {datum:+d}")
        print_frequencies(desk, traveller.scoreboard, traveller.lines, marks)
        desk.legend(legend(marks))
        for lines in same_way_lines(traveller.scoreboard, traveller.board):
            desk.hint("", *lines)


def _print_lines(desk: Desk, traveller: Traveller, marks: Sequence[Marks]) -> None:
    if not traveller.lines and not desk.settings.plain:
        desk.hint("no result yet: `result add` records one, `ruling add` an award where nobody can play it")
        return
    columns, unit = traveller.columns, traveller.scoreboard.unit
    lines = [traveller.rows(played) for played in traveller.lines]
    no_tables = all(not row[0].strip("–") for rows in lines for row in rows)
    if not desk.settings.plain and any(map(str, marks)):
        at = columns.index("source")
        columns.insert(at, "")
        for rows, mark in zip(lines, marks, strict=True):
            for number, row in enumerate(rows):
                row.insert(at, "" if number else str(mark))
    spare = ("source", "lead", "table") if no_tables else ("source", "lead")
    desk.table(columns, [row for rows in lines for row in rows], layout=Layout(spare=(*spare, f">{unit} EW")))
