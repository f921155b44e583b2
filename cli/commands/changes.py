"""changes: what is new."""

from __future__ import annotations

import click

from cli.desk.output import Output
from cli.options.commands import WholeLedgerCommand
from cli.screens import releases
from cli.terminal.settings import settings


@click.command(cls=WholeLedgerCommand)
@click.option("--since", metavar="VERSION", help="Only what is newer than this version.")
@click.pass_context
def changes(context: click.Context, since: str | None) -> None:
    """Say what is new, the newest version first, and which events and which database this version reads and writes.

    \b
    Examples:
      bridge-ledger changes
      bridge-ledger changes --since 0.1.0
    """
    found = releases.since(since) if since else releases.releases()
    releases.print_releases(Output(settings(context)), found)
