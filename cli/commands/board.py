"""board: the traveller, and the cards."""

import click

from cli.desk.desk import Desk
from cli.desk.options import Looking, board_argument
from cli.screens import deals, travellers


@click.command(cls=Looking)
@board_argument
@click.option("--deal", "cards", is_flag=True, help="The cards of the board instead, as a newspaper prints them.")
@click.pass_context
def board(context: click.Context, board: tuple[int, str | None], cards: bool) -> None:
    """The traveller of a board: every table's result, what it scores, and where that comes from.

    \b
    Examples:
      bridge-ledger board 23
      bridge-ledger board 23 --deal
    """
    desk = Desk(context)
    (deals.print_deal if cards else travellers.print_traveller)(desk, board[0])
