"""board: the traveller."""

import click

from cli.desk.desk import Desk
from cli.desk.options import Looking, board_argument
from cli.screens import travellers


@click.command(cls=Looking)
@board_argument
@click.pass_context
def board(context: click.Context, board: tuple[int, str | None]) -> None:
    """The traveller of a board: every table's result, what it scores, and where that comes from.

    \b
    Example:  bridge-ledger board 23
    """
    travellers.print_traveller(Desk(context), board[0])
