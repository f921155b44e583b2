"""result add, correct, void, not-played, late-play, foul."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

import ledger
from cli.asking.asking_command import AskingCommand
from cli.desk.desk import Desk
from cli.entry import taken_lines
from cli.options import names, notation
from cli.options.addresses import Address, Addresses, BoardArgument, BoardsArgument
from cli.options.commands import RecordingCommand, Verbs
from cli.options.declared import (
    Options,
    ReallyOptions,
    ReopeningOptions,
    SeatsOptions,
    board_argument,
    declarer_option,
    option,
    reason_option,
    switched_option,
    takes,
)
from cli.screens import effects
from cli.words import vocabulary
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.facts.rulings import Offender

LINES = "-"
"""What stands for the board where the slips come on standard input."""
_LEAD = click.option("--lead", metavar="CARD", help="The opening lead: SA, HT.")
_RESULT = click.argument("result_", metavar="RESULT")
_NOT_PLAYED = ("np", "not-played", "not played", "unplayed", "notplayed")
_ARTIFICIAL = re.compile(r"(A[+-]?|A?[0-9]{2}%?)/(A[+-]?|A?[0-9]{2}%?)", re.IGNORECASE)
_SIGNS_ARE_NO_OPTIONS = {"ignore_unknown_options": True}
"""A bare score for East–West begins with a minus."""


@click.group(cls=Verbs, guide="first-evening")
def result() -> None:
    """Record, correct and void table results."""


class BoardOrLines(BoardArgument):
    """A board and its table; or `-`, where slips are read from standard input."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """The address, or `-`."""
        return LINES if value and tuple(value) == (LINES,) else super().type_cast_value(ctx, value)


@result.command(cls=AskingCommand, context_settings=_SIGNS_ARE_NO_OPTIONS)
@click.argument("board", cls=BoardOrLines, required=False)
@takes(seats=SeatsOptions)
@click.argument("result_", metavar="RESULT", required=False)
@declarer_option
@_LEAD
@switched_option
@takes(late=ReopeningOptions)
@click.pass_context
def add(
    context: click.Context,
    board: Address | str | None,
    seats: SeatsOptions,
    result_: str | None,
    declarer: str | None,
    lead: str | None,
    switched: bool,
    late: ReopeningOptions,
) -> None:
    """Record a table's result: 4SN= 3NTE+1 5HXE-1 PASS, or a bare score +620.

    \b
    Examples:
      bridge-ledger result add 23/1 4SN= --ns 1NS --ew 14EW
      bridge-ledger result add 24/1 4SN= --ns 14EW --ew 1NS --switched
    """
    if (board is None or isinstance(board, str)) and result_ in (None, LINES):
        context.exit(_add_lines(context))
    if board is None or isinstance(board, str) or result_ is None:
        raise Misuse("usage", "RESULT is missing", "`result add 23/1 4SN=`; slips one after the other: `enter`")
    _check_result(board, result_)
    desk = Desk(context, writing=True)
    where, read = notation.where(board, seats, switched=switched), notation.result(result_, declarer)
    card = notation.lead(lead)
    effects.record(desk, ledger.facts.RecordResult(where, read, card, reopening=notation.reopening(late)))


def _check_result(board: Address, text: str) -> None:
    """Refuse what is recorded by another command, and say by which: a board not played, an artificial score."""
    where = "/".join(filter(None, (str(board.board), board.table)))
    if text.casefold() in _NOT_PLAYED:
        raise Misuse("bad-result", f"{text} is no result", f"`result not-played {where}`, with --ns, --ew and --fault")
    if _ARTIFICIAL.fullmatch(text):
        award = f"`ruling add {where} --artificial {text.upper()}`"
        raise Misuse("bad-result", f"{text} is no result: an artificial score is a ruling", award)


def _add_lines(context: click.Context) -> int:
    """Take in the slips on standard input; the exit code. Misuse where options say what each line says itself."""
    given = [name for name, value in context.params.items() if value and value != LINES and name != "board"]
    if given:
        name = given[0].strip("_").replace("_", "-")
        raise Misuse("usage", f"{name} belongs into the lines: each slip says its own", "`help entering`")
    if context.params["board"] is None and sys.stdin.isatty():
        raise Misuse("usage", "which board?", "`result add 23/1 4SN=`; slips one after the other: `enter`")
    return taken_lines.take_in(Desk(context, writing=True))


@result.command(cls=RecordingCommand, context_settings=_SIGNS_ARE_NO_OPTIONS)
@board_argument
@takes(seats=SeatsOptions)
@click.argument("result_", metavar="[RESULT]", required=False)
@takes(really=ReallyOptions)
@declarer_option
@_LEAD
@reason_option
@click.option("--agreed", metavar="SIDES", help="The sides that agree to it (Law 79B): NS,EW.")
@takes(late=ReopeningOptions)
@click.pass_context
def correct(
    context: click.Context,
    board: Address,
    seats: SeatsOptions,
    result_: str | None,
    really: ReallyOptions,
    declarer: str | None,
    lead: str | None,
    reason: str,
    agreed: str | None,
    late: ReopeningOptions,
) -> None:
    """Put a scoring error right (Law 79C): the result, its board, or who sat there. An irregularity: `ruling add`.

    What was ruled and appealed at the table stays, and goes with those who sat there. A result that was entered on the
    wrong board goes to its own, --now-board 10; with --exchange what the table has there comes here.

    \b
    Examples:
      bridge-ledger result correct 23/1 4SN-1 --agreed NS,EW --reason "nine tricks, not ten"
      bridge-ledger result correct 9/2 --now-ns 6     # pair 6 sat North–South
      bridge-ledger result correct 9/3 --swapped      # who sat North–South was East–West
    """
    desk = Desk(context, writing=True)
    where, reopening = notation.where(board, seats), notation.reopening(late)
    if really.now_board:
        _check_only_the_board(really, bool(result_ or declarer or lead or agreed))
        move = ledger.facts.MoveResult(where, really.now_board, really.exchange, reason, reopening=reopening)
        effects.record(desk, move)
        return
    now = notation.really_where(board[0], really)
    command: ledger.facts.CorrectResult | ledger.facts.CorrectSeating
    if now is None:
        read = notation.result(notation.require_result(result_), declarer)
        sides = names.parse_sides(agreed, "--agreed") if agreed else ()
        command = ledger.facts.CorrectResult(where, read, notation.lead(lead), reason, sides, reopening=reopening)
    elif result_ or declarer or lead or agreed:
        raise Misuse("usage", "the result and who sat there are two corrections", "first the one, then the other")
    else:
        command = ledger.facts.CorrectSeating(where, now, really.swapped, really.exchange, reason, reopening=reopening)
    effects.record(desk, command)


def _check_only_the_board(really: ReallyOptions, more: bool) -> None:
    """Refuse to move a result and say something else of it at once."""
    seats = (really.now_ns, really.now_ew, really.now_table, really.now_round, really.swapped, really.switched)
    if more or any(seats):
        hint = "first the one, then the other; --exchange, where each is on the other's board"
        raise Misuse("usage", "the board is corrected by itself", hint)


@result.command(cls=RecordingCommand)
@board_argument
@takes(seats=SeatsOptions)
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def void(context: click.Context, board: Address, seats: SeatsOptions, reason: str, late: ReopeningOptions) -> None:
    """Take away a result that never was: wrong board, wrong table.

    \b
    Examples:
      bridge-ledger result void 23/1 --reason "entered on the wrong board" --yes
      bridge-ledger result void 5/2 -n
    """
    desk = Desk(context, writing=True)
    command = ledger.facts.VoidResult(notation.where(board, seats), reason, reopening=notation.reopening(late))
    effects.ask_and_record(desk, command, "Void this result?")


class FaultOptions(Options):
    """Who was to blame that a board was not played."""

    fault: Offender = option(
        "--fault",
        type=click.Choice(list(vocabulary.FAULTS), case_sensitive=False),
        default="none",
        help="Directly at fault: average minus.",
    )
    partly: Offender = option(
        "--partly",
        type=click.Choice(["NS", "EW", "both", "none"], case_sensitive=False),
        default="none",
        help="Only partly at fault: average. Who is in no way at fault has average plus (Law 12C2(a)).",
    )
    no_score: bool = option("--no-score", is_flag=True, help="No board for either side, as a scheduled sit-out.")
    reason: str = option("--reason", default="", help="Why.")


@result.command("not-played", cls=AskingCommand)
@click.argument("board", cls=BoardsArgument)
@takes(seats=SeatsOptions, blame=FaultOptions, late=ReopeningOptions)
@click.pass_context
def not_played(
    context: click.Context, board: Addresses, seats: SeatsOptions, blame: FaultOptions, late: ReopeningOptions
) -> None:
    """Say that a table did not play a board: each side is scored by whether it was at fault (Law 12C2(a)).

    Several boards are said at once, 16-18/6: all of them are recorded, or none.

    \b
    Examples:
      bridge-ledger result not-played 7/4 --ns 7 --ew 8 --fault EW --reason "slow all round"
      bridge-ledger result not-played 8/4 --ns 7 --ew 8 --no-score
    """
    desk = Desk(context, writing=True)
    if blame.no_score and (blame.fault, blame.partly) != ("none", "none"):
        raise Misuse("usage", "where nobody has a score, fault changes nothing", "leave --no-score or the fault out")
    where, scored = notation.where(board.first, seats), not blame.no_score
    command = ledger.facts.LeaveUnplayed(
        where, blame.fault, blame.partly, scored, blame.reason, board.also, reopening=notation.reopening(late)
    )
    effects.record(desk, command)


@result.command("late-play", cls=RecordingCommand)
@board_argument
@takes(seats=SeatsOptions)
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def late_play(context: click.Context, board: Address, seats: SeatsOptions, reason: str, late: ReopeningOptions) -> None:
    """Say that a table plays a board later: it counts for nothing until `result add` records it.

    \b
    Examples:
      bridge-ledger result late-play 7/5 --ns 5 --ew 6
      bridge-ledger result late-play 8/5 --ns 5 --ew 6 --reason "fouled at table 2"
    """
    desk = Desk(context, writing=True)
    where = notation.where(board, seats)
    effects.record(desk, ledger.facts.PostponePlay(where, reason, reopening=notation.reopening(late)))


@result.command(cls=RecordingCommand)
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
    board: Address,
    tables: tuple[str, ...],
    version: str,
    round_: int | None,
    reason: str,
    late: ReopeningOptions,
) -> None:
    """Say which tables played another version of a board (Law 87): each version is scored by itself.

    \b
    Examples:
      bridge-ledger result foul 9 --table 4 --table 5 --version B --reason "two cards turned"
    """
    desk = Desk(context, writing=True)
    reopening = notation.reopening(late)
    effects.record(desk, ledger.facts.FoulBoard(board[0], version, tables, reason, round_, reopening=reopening))
