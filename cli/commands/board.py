"""board: the traveller, and the cards."""

import click

from cli.desk.desk import Desk
from cli.options import notation
from cli.options.addresses import Address
from cli.options.commands import QueryCommand
from cli.options.declared import SeatsOptions, board_argument, takes
from cli.screens import boards, deals


@click.command(cls=QueryCommand)
@board_argument
@click.option("--deal", "cards", is_flag=True, help="The cards of the board instead, as a newspaper prints them.")
@click.option("--tricks", is_flag=True, help="With --deal: the tricks of every declarer at double dummy.")
@click.option("--auction", is_flag=True, help="What a table bid and played instead.")
@takes(seats=SeatsOptions)
@click.pass_context
def board(
    context: click.Context, board: Address, cards: bool, tricks: bool, auction: bool, seats: SeatsOptions
) -> None:
    """The traveller of a board: every table's result, what it scores, and where that comes from.

    With --deal and a table, its auction and play stand under the cards, as far as they are known.

    \b
    Examples:
      bridge-ledger board 23
      bridge-ledger board 7/3                  # one table of it
      bridge-ledger board 7 --as-of end-of-play # as it was when play ended
    """
    desk = Desk(context)
    where = notation.where(board, seats)
    if cards or tricks:
        deals.print_deal(desk, where, with_tricks=tricks)
    elif auction:
        deals.print_auction(desk, where)
    else:
        boards.print_traveller(desk, board[0])
