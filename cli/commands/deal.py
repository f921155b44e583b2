"""deal add, correct: the cards of a board; auction add, correct: what a table bid."""

import click

from cli import screens
from cli.desk.commands import RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.addresses import Address, BoardAndTable
from cli.options.declared import SeatsOptions, board_argument, reason_option, takes
from ledger.bridge import dealer
from ledger.bridge.auction import Auction
from ledger.bridge.board import Deal
from ledger.errors import Misuse


@click.group(cls=Verbs, guide="deals")
def deal() -> None:
    """The cards of a board: `board 7 --deal` shows them."""


_board = click.argument("board", type=BoardAndTable())
_cards = click.argument("cards", metavar="DEAL")


@deal.command(cls=RecordingCommand)
@_board
@_cards
def add(desk: Desk, board: Address, cards: str) -> None:
    """Record the cards of a board, as PBN writes them: a seat, a colon, four hands clockwise from it.

    A hand is its spades, hearts, diamonds and clubs with dots between them; a void is left empty. Result files bring
    their deals with them, and `import hands.pbn` records those of a dealt set.

    \b
    Examples:
      bridge-ledger deal add 7 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
      bridge-ledger deal add 8 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2" -n
    """
    from ledger.subjects.deals import RecordDeal

    screens.effects.record(desk, RecordDeal(_require_whole_board(board), Deal(cards)))


@deal.command(cls=RecordingCommand)
@_board
@_cards
@reason_option
def correct(desk: Desk, board: Address, cards: str, reason: str) -> None:
    """Correct the recorded cards of a board.

    \b
    Examples:
      bridge-ledger deal correct 7 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
    """
    from ledger.subjects.deals import CorrectDeal

    screens.effects.record(desk, CorrectDeal(_require_whole_board(board), Deal(cards), reason))


def _require_whole_board(board: Address) -> int:
    if board.table or board.words:
        raise Misuse("usage", "every table has the same cards", f"`deal add {board.board} DEAL`")
    return board.board


@click.group(cls=Verbs, guide="deals")
def auction() -> None:
    """The auction of a table: `board 7/3 --auction` shows it, with the play if a file brought it."""


_calls = click.argument("calls")
_notes = click.option(
    "--note", "notes", multiple=True, metavar="TEXT", help="What =1= stands for, then =2= … (can be repeated)."
)


@auction.command("add", cls=RecordingCommand)
@board_argument
@_calls
@takes(seats=SeatsOptions)
@_notes
def add_auction(desk: Desk, board: Address, calls: str, seats: SeatsOptions, notes: tuple[str, ...]) -> None:
    """Record the auction of a table, call by call from the dealer, with every pass.

    P, X, XX; "all pass" for the last ones; opponents' calls may stand in brackets. A "!" after a call: it was alerted;
    =1= after it: the first --note explains it. It may stop at the call that is in question. Result files as PBN and LIN
    bring their auctions with them.

    \b
    Examples:
      bridge-ledger auction add 7/3 "1C (1S) X P 2H all pass"
      bridge-ledger auction add 7/3 "1NT=1= X P! 2H P P P" --note "12 to 14"
    """
    from ledger.subjects.deals import RecordAuction

    where = notation.where(board, seats)
    screens.effects.record(desk, RecordAuction(where, _parse_auction(board[0], calls), notes))


@auction.command("correct", cls=RecordingCommand)
@board_argument
@_calls
@takes(seats=SeatsOptions)
@_notes
@reason_option
def correct_auction(
    desk: Desk, board: Address, calls: str, seats: SeatsOptions, notes: tuple[str, ...], reason: str
) -> None:
    """Correct the recorded auction of a table.

    \b
    Examples:
      bridge-ledger auction correct 7/3 "1C 1S X 2S 3H all pass" --reason "both sides agree"
    """
    from ledger.subjects.deals import CorrectAuction

    where = notation.where(board, seats)
    screens.effects.record(desk, CorrectAuction(where, _parse_auction(board[0], calls), notes, reason))


def _parse_auction(board: int, calls: str) -> Auction:
    return Auction(calls if calls[1:2] == ":" else f"{dealer(board).value}: {calls}")
