"""auction add, correct: what a table bid."""

import click

import ledger
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.addresses import Address
from cli.options.commands import RecordingCommand, Verbs
from cli.options.declared import SeatsOptions, board_argument, reason_option, takes
from cli.screens import effects
from ledger.bridge import dealer
from ledger.bridge.auction import Auction


@click.group(cls=Verbs, guide="deals")
def auction() -> None:
    """What a table bid: `board 7/3 --auction` shows it, and the play where a file brought it."""


_calls = click.argument("calls")
_notes = click.option(
    "--note", "notes", multiple=True, metavar="TEXT", help="What =1= stands for, then =2= … (can be repeated)."
)


@auction.command(cls=RecordingCommand)
@board_argument
@_calls
@takes(seats=SeatsOptions)
@_notes
@click.pass_context
def add(context: click.Context, board: Address, calls: str, seats: SeatsOptions, notes: tuple[str, ...]) -> None:
    """Record the auction of a table, call by call from the dealer, with every pass.

    P, X, XX; "all pass" for the last ones; opponents' calls may stand in brackets. A "!" after a call: it was alerted;
    =1= after it: the first --note explains it. It may stop at the call that is in question. Result files as PBN and LIN
    bring their auctions with them.

    \b
    Examples:
      bridge-ledger auction add 7/3 "1C (1S) X P 2H all pass"
      bridge-ledger auction add 7/3 "1NT=1= X P! 2H P P P" --note "12 to 14"
    """
    desk = Desk(context, writing=True)
    where = notation.where(board, seats)
    effects.record(desk, ledger.facts.RecordAuction(where, _auction(board[0], calls), notes))


@auction.command(cls=RecordingCommand)
@board_argument
@_calls
@takes(seats=SeatsOptions)
@_notes
@reason_option
@click.pass_context
def correct(
    context: click.Context, board: Address, calls: str, seats: SeatsOptions, notes: tuple[str, ...], reason: str
) -> None:
    """Say that a table's auction was another than the one recorded.

    \b
    Examples:
      bridge-ledger auction correct 7/3 "1C 1S X 2S 3H all pass" --reason "both sides agree"
    """
    desk = Desk(context, writing=True)
    where = notation.where(board, seats)
    effects.record(desk, ledger.facts.CorrectAuction(where, _auction(board[0], calls), notes, reason))


def _auction(board: int, calls: str) -> Auction:
    """The calls from the dealer of the board, who need not be named."""
    return Auction(calls if calls[1:2] == ":" else f"{dealer(board).value}: {calls}")
