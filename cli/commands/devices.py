"""devices start, follow, status."""

from __future__ import annotations

from pathlib import Path

import click

from cli.desk import device_line
from cli.desk.desk import Desk
from cli.options.commands import RecordingCommand, Verbs, WholeLedgerCommand
from cli.options.declared import MEMBERS_LIST, takes
from cli.options.devices import ConnectorOptions
from cli.screens import devices as screen


@click.group(cls=Verbs, guide="devices")
def devices() -> None:
    """The Bridgemates on the tables, through their Data Connector: tell them the session, and hear what they say."""


@devices.command(cls=RecordingCommand)
@click.option(
    "--settings", type=click.Path(path_type=Path), metavar="FILE", help="What is asked and shown at the table."
)
@click.option("--anew", is_flag=True, help="From the beginning, though the devices have the session.")
@takes(connector=ConnectorOptions)
@click.pass_context
def start(context: click.Context, settings: Path | None, anew: bool, connector: ConnectorOptions) -> None:
    """Tell the devices who meets whom on which boards, who the players are and how the cards lie; or go on with it.

    What cannot be said to devices is refused before anything is sent: individuals, boards that are not in a row, names
    of teams. Nothing is recorded here.

    \b
    Examples:
      bridge-ledger devices start
      bridge-ledger devices start --settings bridgemates.json
      bridge-ledger devices start -n
    """
    screen.start(Desk(context, writing=True), device_line.line_to(connector), settings, anew=anew)


@devices.command(cls=RecordingCommand)
@click.option("--members", **MEMBERS_LIST)
@takes(connector=ConnectorOptions)
@click.pass_context
def follow(context: click.Context, members: Path | None, connector: ConnectorOptions) -> None:
    """Record what the devices say, until Ctrl-C: results, corrections, calls, players; and tell them what changes here.

    What needs a person waits in the queue: `import queue`. It may be killed and started again, on another computer too.

    \b
    Examples:
      bridge-ledger devices follow
      bridge-ledger devices follow --members members.csv --json
    """
    screen.follow(Desk(context, writing=True), device_line.line_to(connector), members)


@devices.command(cls=WholeLedgerCommand)
@takes(connector=ConnectorOptions)
@click.pass_context
def status(context: click.Context, connector: ConnectorOptions) -> None:
    """Show whether the devices are heard, what they have, and what of the evening is missing, waits, or is late.

    \b
    Examples:
      bridge-ledger devices status
      bridge-ledger devices status --json
    """
    screen.show_status(Desk(context), device_line.line_to(connector))
