"""enter: slips one after the other, on a terminal."""

import click

from cli.desk.desk import Desk
from cli.entry import starting
from cli.options import names
from cli.options.commands import RecordingCommand
from cli.terminal.settings import settings


@click.command(cls=RecordingCommand)
@click.option("--board", "boards", metavar="BOARDS", help="These boards only: 5, 5-8.")
@click.option("--tables", metavar="TABLES", help="How many tables there are, or what they are called: 13, open,closed.")
@click.option("--section", metavar="NAME", default="", help="The tables of one section only: A for A1, A2, …")
@click.option("--by-round", is_flag=True, help="Table by table, the boards of a round together, as on round slips.")
@click.option(
    "--per-round", type=click.IntRange(1, 99), metavar="N", help="How many boards a round [default: as recorded]."
)
@click.option("--again", is_flag=True, help="Ask slips that are in, too: a second reading.")
@click.pass_context
def enter(
    context: click.Context,
    boards: str | None,
    tables: str | None,
    section: str,
    by_round: bool,
    per_round: int | None,
    again: bool,
) -> None:
    """Enter slips one after the other, board by board, in the words scorers use: 4sn= sa, 3nn-1, p, -620.

    What is read of a line, and what it scores, stands above it while it is typed. Arrow up goes back to the slip
    before; ? shows what else can be typed. A slip that was acknowledged is recorded; starting again goes on with those
    that are missing. Lines from a file: `result add - < slips.txt`.

    \b
    Examples:
      bridge-ledger enter
      bridge-ledger enter --by-round --per-round 2 --tables 13
    """
    wanted = names.parse_boards(boards) if boards else ()
    plan = starting.plan(wanted, tables, section.upper(), by_round=by_round, per_round=per_round, again=again)
    starting.require_terminal(settings(context))
    starting.enter_slips(Desk(context, writing=True), plan)
