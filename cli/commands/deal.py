"""deal add, correct: the cards of a board."""

import click

import ledger
from cli.desk.desk import Desk
from cli.desk.options import BoardAndTable, Writing, reason_option
from cli.screens import effects
from ledger.bridge.deal import Deal
from ledger.errors import Misuse


@click.group()
def deal() -> None:
    """The cards of a board: `board 7 --deal` shows them."""


_board = click.argument("board", type=BoardAndTable())
_cards = click.argument("cards", metavar="DEAL")


@deal.command(cls=Writing)
@_board
@_cards
@click.pass_context
def add(context: click.Context, board: tuple[int, str | None], cards: str) -> None:
    """Record the cards of a board, as PBN writes them: a seat, a colon, four hands clockwise from it.

    A hand is its spades, hearts, diamonds and clubs with dots between them; a void is left empty. Result files bring
    their deals with them, and `import hands.pbn` records those of a dealt set.

    \b
    Example:
      bridge-ledger deal add 7 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.commands.RecordDeal(_whole(board), Deal(cards)))


@deal.command(cls=Writing)
@_board
@_cards
@reason_option
@click.pass_context
def correct(context: click.Context, board: tuple[int, str | None], cards: str, reason: str) -> None:
    """Say that the cards of a board are others than those recorded.

    \b
    Example:
      bridge-ledger deal correct 7 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.commands.CorrectDeal(_whole(board), Deal(cards), reason))


def _whole(board: tuple[int, str | None]) -> int:
    number, table = board
    if table:
        raise Misuse("usage", "every table has the same cards", f"deal add {number}")
    return number
