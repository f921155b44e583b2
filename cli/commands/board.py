"""board: the traveller, and the cards."""

import click

from cli.desk.desk import Desk
from cli.desk.options import Looking, board_argument
from cli.screens import boards, deals


@click.command(cls=Looking)
@board_argument
@click.option("--deal", "cards", is_flag=True, help="The cards of the board instead, as a newspaper prints them.")
@click.option("--tricks", is_flag=True, help="With --deal: the tricks of every declarer at double dummy.")
@click.pass_context
def board(context: click.Context, board: tuple[int, str | None], cards: bool, tricks: bool) -> None:
    """The traveller of a board: every table's result, what it scores, and where that comes from.

    \b
    Examples:
      bridge-ledger board 23
      bridge-ledger board 23 --deal
      bridge-ledger board 23 --deal --tricks
    """
    desk = Desk(context)
    if cards or tricks:
        deals.print_deal(desk, board[0], with_tricks=tricks)
    else:
        boards.print_traveller(desk, board[0])
