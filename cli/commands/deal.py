"""deal add, correct: the cards of a board."""

import click

import ledger
from cli.desk.desk import Desk
from cli.options.addresses import Address, BoardAndTable
from cli.options.commands import RecordingCommand, Verbs
from cli.options.declared import reason_option
from cli.screens import effects
from ledger.bridge.deal import Deal
from ledger.errors import Misuse


@click.group(cls=Verbs, guide="deals")
def deal() -> None:
    """The cards of a board: `board 7 --deal` shows them."""


_board = click.argument("board", type=BoardAndTable())
_cards = click.argument("cards", metavar="DEAL")


@deal.command(cls=RecordingCommand)
@_board
@_cards
@click.pass_context
def add(context: click.Context, board: Address, cards: str) -> None:
    """Record the cards of a board, as PBN writes them: a seat, a colon, four hands clockwise from it.

    A hand is its spades, hearts, diamonds and clubs with dots between them; a void is left empty. Result files bring
    their deals with them, and `import hands.pbn` records those of a dealt set.

    \b
    Examples:
      bridge-ledger deal add 7 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
      bridge-ledger deal add 8 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2" -n
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.facts.RecordDeal(_whole(board), Deal(cards)))


@deal.command(cls=RecordingCommand)
@_board
@_cards
@reason_option
@click.pass_context
def correct(context: click.Context, board: Address, cards: str, reason: str) -> None:
    """Say that the cards of a board are others than those recorded.

    \b
    Examples:
      bridge-ledger deal correct 7 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.facts.CorrectDeal(_whole(board), Deal(cards), reason))


def _whole(board: Address) -> int:
    if board.table or board.words:
        raise Misuse("usage", "every table has the same cards", f"`deal add {board.board} …`")
    return board.board
