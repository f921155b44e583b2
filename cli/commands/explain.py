"""explain: why a score is what it is."""

import click

from cli.desk.desk import Desk
from cli.options import notation
from cli.options.addresses import Address, BoardArgument
from cli.options.commands import QueryCommand
from cli.options.declared import SeatsOptions, takes
from cli.screens import explanations
from ledger.errors import Misuse


@click.command(cls=QueryCommand)
@click.argument("board", cls=BoardArgument, required=False)
@takes(seats=SeatsOptions)
@click.option("--side", type=click.Choice(["NS", "EW"], case_sensitive=False), help="Whose score [default: NS].")
@click.option("--contestant", metavar="CONTESTANT", help="Whose score; without a board, the session total.")
@click.pass_context
def explain(
    context: click.Context, board: Address | None, seats: SeatsOptions, side: str | None, contestant: str | None
) -> None:
    """Why a score is what it is: the events behind it, and the arithmetic, step by step.

    \b
    Examples:
      bridge-ledger explain 23/1 --side NS
      bridge-ledger explain 23 14EW                  # that pair's own score
      bridge-ledger explain --contestant 14EW        # its session total
    """
    desk = Desk(context)
    if board:
        explanations.explain_score(desk, notation.where(board, seats), side, contestant)
    elif contestant:
        explanations.explain_total(desk, contestant)
    else:
        either = "a board and a table: `explain 23/1`; or --contestant 7 for a total"
        raise Misuse("usage", "explain what?", either)
