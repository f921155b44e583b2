"""A board on the screen: the traveller as tables or as JSON, its datum, and the frequencies."""

from cli.desk.desk import Desk
from cli.screens.frequencies import print_frequencies
from cli.screens.same_way import same_way_lines
from cli.screens.travellers import Traveller, traveller_of
from ledger.session.places import require_board

_NARROW = 80
_LEFT_OUT_WHERE_NARROW = ("lead", "source")


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
    _print_lines(desk, traveller)
    if not desk.settings.plain:
        datum = traveller.scoreboard.datum(traveller.board)
        if datum is not None:
            desk.say("", f"Datum: {datum:+d}")
        print_frequencies(desk, traveller.scoreboard, traveller.lines)
        for lines in same_way_lines(traveller.scoreboard, traveller.board):
            desk.say("", *lines)


def _print_lines(desk: Desk, traveller: Traveller) -> None:
    if not traveller.lines and not desk.settings.plain:
        desk.say("no result yet: `result add` records one, `ruling add` an award where nobody can play it")
        return
    columns = traveller.columns
    rows = [row for played in traveller.lines for row in traveller.rows(played)]
    if desk.width < _NARROW and not desk.settings.plain:
        kept = [at for at, column in enumerate(columns) if column not in _LEFT_OUT_WHERE_NARROW]
        columns, rows = [columns[at] for at in kept], [[row[at] for at in kept] for row in rows]
    desk.table(columns, rows)
