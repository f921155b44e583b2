"""result add, correct, void, foul."""

import click

import ledger
from cli.desk import names, notation
from cli.desk.desk import Desk
from cli.desk.options import (
    ReopeningOptions,
    SeatsOptions,
    Writing,
    board_argument,
    declarer_option,
    reason_option,
    takes,
)
from cli.screens import effects

BoardTable = tuple[int, str | None]
_LEAD = click.option("--lead", metavar="CARD", help="The opening lead: SA.")
_RESULT = click.argument("result_")
_SIGNS_ARE_NO_OPTIONS = {"ignore_unknown_options": True}
"""A bare score for East–West begins with a minus."""


@click.group()
def result() -> None:
    """Record, correct and void table results."""


@result.command(cls=Writing, context_settings=_SIGNS_ARE_NO_OPTIONS)
@board_argument
@takes(seats=SeatsOptions)
@_RESULT
@declarer_option
@_LEAD
@takes(late=ReopeningOptions)
@click.pass_context
def add(
    context: click.Context,
    board: BoardTable,
    seats: SeatsOptions,
    result_: str,
    declarer: str | None,
    lead: str | None,
    late: ReopeningOptions,
) -> None:
    """Record a table's result: 4SN= 3NTE+1 5HXE-1 PASS, or a bare score +620.

    \b
    Example:  bridge-ledger result add 23/1 4SN= --ns 1NS --ew 14EW
    """
    desk = Desk(context, writing=True)
    where, read = notation.where(board, seats), notation.result(result_, declarer)
    effects.record(desk, ledger.commands.RecordResult(where, read, lead, reopening=notation.reopening(late)))


@result.command(cls=Writing, context_settings=_SIGNS_ARE_NO_OPTIONS)
@board_argument
@takes(seats=SeatsOptions)
@_RESULT
@declarer_option
@_LEAD
@reason_option
@click.option("--agreed", metavar="SIDES", help="The sides that agree to it (Law 79B): NS,EW.")
@takes(late=ReopeningOptions)
@click.pass_context
def correct(
    context: click.Context,
    board: BoardTable,
    seats: SeatsOptions,
    result_: str,
    declarer: str | None,
    lead: str | None,
    reason: str,
    agreed: str | None,
    late: ReopeningOptions,
) -> None:
    """Put a scoring error right (Law 79C). An irregularity is for `ruling add`.

    \b
    Example:  bridge-ledger result correct 23/1 4SN-1 --agreed NS,EW --reason "ten tricks were written for nine"
    """
    desk = Desk(context, writing=True)
    where, read = notation.where(board, seats), notation.result(result_, declarer)
    sides = names.parse_sides(agreed, "--agreed") if agreed else ()
    command = ledger.commands.CorrectResult(where, read, lead, reason, sides, reopening=notation.reopening(late))
    if desk.before().given_out:
        effects.ask(desk, command, "The scores are out. Correct them?")
    effects.record(desk, command)


@result.command(cls=Writing)
@board_argument
@takes(seats=SeatsOptions)
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def void(context: click.Context, board: BoardTable, seats: SeatsOptions, reason: str, late: ReopeningOptions) -> None:
    """Take away a result that never was: wrong board, wrong table.

    \b
    Example:  bridge-ledger result void 23/1 --reason "entered on the wrong board" --yes
    """
    desk = Desk(context, writing=True)
    command = ledger.commands.VoidResult(notation.where(board, seats), reason, reopening=notation.reopening(late))
    effects.ask_and_record(desk, command, "Void this result?")


@result.command(cls=Writing)
@board_argument
@click.option(
    "--table",
    "tables",
    multiple=True,
    required=True,
    metavar="TABLE",
    help="A table that played this version (can be repeated).",
)
@click.option(
    "--version",
    required=True,
    metavar="NAME",
    help="What to call the version: B; an empty name is the board as it was.",
)
@click.option("--round", "round_", type=click.IntRange(1, 999), help="The round, where teams meet again.")
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def foul(
    context: click.Context,
    board: BoardTable,
    tables: tuple[str, ...],
    version: str,
    round_: int | None,
    reason: str,
    late: ReopeningOptions,
) -> None:
    """Say which tables played another version of a board (Law 87): each version is scored by itself.

    \b
    Example:  bridge-ledger result foul 7 --table 4 --table 5 --table 6 --version B --reason "two cards turned"
    """
    desk = Desk(context, writing=True)
    reopening = notation.reopening(late)
    effects.record(desk, ledger.commands.FoulBoard(board[0], version, tables, reason, round_, reopening=reopening))
