"""import queue: the lines of devices' files, and of others beneath rulings, that wait for a person."""

from typing import Literal

import click

import ledger
from cli.desk.desk import Desk
from cli.options import addresses, notation
from cli.options.commands import QueryGroup, RecordingCommand
from cli.options.declared import reason_option
from cli.screens import effects, lists

Settled = Literal["resolved", "skipped"]


@click.group(cls=QueryGroup, guide="bridgemate", invoke_without_command=True)
@click.pass_context
def queue(context: click.Context) -> None:
    """Lines of Bridgemates' files, and corrections beneath rulings, that wait, each under the number of its event.

    A line waits no longer once its table is decided here, by whatever command (a result, a ruling, that it was not
    played), or once it was put right where it was entered, and the file was read again.

    \b
    Examples:
      bridge-ledger import queue
      bridge-ledger import queue resolve 57 --reason "R-0003"
      bridge-ledger import queue skip 57 --reason "board entered twice"
    """
    if context.invoked_subcommand is None:
        lists.print_queue(Desk(context))


@queue.command(cls=RecordingCommand)
@click.argument("number", metavar="NUMBER")
@reason_option
@click.pass_context
def resolve(context: click.Context, number: str, reason: str) -> None:
    """Say that somebody saw to a line: a result was recorded, a ruling was given.

    \b
    Examples:
      bridge-ledger import queue resolve 57 --reason "R-0003"
    """
    _settle(context, number, "resolved", reason)


@queue.command(cls=RecordingCommand)
@click.argument("number", metavar="NUMBER")
@reason_option
@click.pass_context
def skip(context: click.Context, number: str, reason: str) -> None:
    """Leave a line out, and say why.

    \b
    Examples:
      bridge-ledger import queue skip 57 --reason "board entered twice"
    """
    notation.require_text("the reason", reason, '--reason "board entered twice"')
    _settle(context, number, "skipped", reason)


def _settle(context: click.Context, number: str, outcome: Settled, reason: str) -> None:
    desk = Desk(context, writing=True)
    of = addresses.parse_event(number, "import queue resolve 57: the number that `import queue` shows")
    effects.record(desk, ledger.facts.SettleLine(of, outcome, reason))
