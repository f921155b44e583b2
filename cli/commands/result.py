"""result add, correct, void."""

from typing import Any

import click

from cli.desk.desk import Desk
from cli.desk.notation import BoardAndTable, reopening, reopening_options, seat, where, where_options
from cli.desk.settings import Writing
from cli.screens.recorded import ask, report, submit
from ledger.bridge import parse_result
from ledger.commands import CorrectResult, FoulBoard, RecordResult, VoidResult

_declarer = click.option(
    "--declarer",
    type=click.Choice(list("NESW"), case_sensitive=False),
    help="Who declares, where the result does not say.",
)
_lead = click.option("--lead", metavar="CARD", help="The opening lead: SA.")
_reason = click.option("--reason", default="", help="Why.")


@click.group()
def result() -> None:
    """Record, correct and void table results."""


@result.command(cls=Writing, context_settings={"ignore_unknown_options": True})
@where_options
@click.argument("result_")
@_declarer
@_lead
@reopening_options
@click.pass_context
def add(
    context: click.Context,
    /,
    board: tuple[int, str | None],
    table: str | None,
    ns: str | None,
    ew: str | None,
    result_: str,
    round_: int | None,
    declarer: str | None,
    lead: str | None,
    **options: Any,
) -> None:
    """Record a table's result: 4SN= 3NTE+1 5HXE-1 PASS, or a bare score +620.

    \b
    Example:  bridge-ledger result add 23/1 4SN= --ns 1NS --ew 14EW
    """
    desk = Desk(context, writing=True)
    command = RecordResult(
        where(board, table, ns, ew, round_), parse_result(result_, seat(declarer)), lead, reopening=reopening(options)
    )
    report(desk, submit(desk, desk.session_id, command))


@result.command(cls=Writing, context_settings={"ignore_unknown_options": True})
@where_options
@click.argument("result_")
@_declarer
@_lead
@_reason
@reopening_options
@click.pass_context
def correct(
    context: click.Context,
    /,
    board: tuple[int, str | None],
    table: str | None,
    ns: str | None,
    ew: str | None,
    round_: int | None,
    result_: str,
    declarer: str | None,
    lead: str | None,
    reason: str,
    **options: Any,
) -> None:
    """Put a scoring error right (Law 79C). An irregularity is for `ruling add`.

    \b
    Example:  bridge-ledger result correct 23/1 4SN-1 --reason "both sides agree"
    """
    desk = Desk(context, writing=True)
    session_id, result = desk.session_id, parse_result(result_, seat(declarer))
    command = CorrectResult(where(board, table, ns, ew, round_), result, lead, reason, reopening=reopening(options))
    if desk.office.before(session_id, desk.settings.command_id).given_out:
        ask(desk, session_id, command, "The scores are out. Correct them?")
    report(desk, submit(desk, session_id, command))


@result.command(cls=Writing)
@where_options
@_reason
@reopening_options
@click.pass_context
def void(
    context: click.Context,
    /,
    board: tuple[int, str | None],
    table: str | None,
    ns: str | None,
    ew: str | None,
    round_: int | None,
    reason: str,
    **options: Any,
) -> None:
    """Take away a result that never was: wrong board, wrong table.

    \b
    Example:  bridge-ledger result void 23/1 --reason "entered on the wrong board" --yes
    """
    desk = Desk(context, writing=True)
    session_id, command = (
        desk.session_id,
        VoidResult(where(board, table, ns, ew, round_), reason, reopening=reopening(options)),
    )
    ask(desk, session_id, command, "Void this result?")
    report(desk, submit(desk, session_id, command))


@result.command(cls=Writing)
@click.argument("board", type=BoardAndTable())
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
@_reason
@reopening_options
@click.pass_context
def foul(
    context: click.Context,
    /,
    board: tuple[int, str | None],
    tables: tuple[str, ...],
    version: str,
    reason: str,
    **options: Any,
) -> None:
    """Say which tables played another version of a board (Law 87): each version is scored by itself.

    \b
    Example:  bridge-ledger result foul 7 --table 4 --table 5 --table 6 --version B --reason "two cards turned"
    """
    desk = Desk(context, writing=True)
    report(
        desk, submit(desk, desk.session_id, FoulBoard(board[0], version, tables, reason, reopening=reopening(options)))
    )
