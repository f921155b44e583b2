"""board: the traveller of a board, a line a table, and how often each score was made on it."""

from collections.abc import Sequence

from cli.desk.desk import Desk
from cli.terminal.tables import Layout
from cli.words.scores import Marks, legend, marks_of_line, same_way_lines
from cli.words.travellers import Traveller, frequencies, traveller_of
from ledger.bridge import Side
from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard
from ledger.session.places import require_board


def print_frequencies(desk: Desk, scoreboard: Scoreboard, lines: Sequence[TableBoard], marks: Sequence[Marks]) -> None:
    """The frequencies of a board that is scored against a field; nothing under teams.

    A score is marked with what marks the tables that have it, each line's marks in the order of the lines.
    """
    marked = _marked(scoreboard, lines, marks)
    for found in frequencies(scoreboard, lines):
        desk.say()
        if found.heading:
            desk.say(found.heading)
        rows = [[*row, str(marked.get(row[0], ""))] for row in found.rows]
        desk.table([*found.columns, ""] if marked else found.columns, rows if marked else found.rows)


def _marked(scoreboard: Scoreboard, lines: Sequence[TableBoard], marks: Sequence[Marks]) -> dict[str, Marks]:
    """What marks each score that a marked table has, by how the score is written: '+620'."""
    found: dict[str, Marks] = {}
    for played, own in zip(lines, marks, strict=True):
        sides = Side if own.sources else ()
        for outcome in (each for side in sides for each in scoreboard.counted(scoreboard.line(played), side)):
            found.setdefault(f"{outcome.ns_score:+d}", Marks()).take(own)
    return found


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
