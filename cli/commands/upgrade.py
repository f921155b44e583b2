"""upgrade: bring a ledger up to this version."""

import click

from cli.desk.output import Output
from cli.options.commands import MakingCommand
from cli.screens import setups
from cli.terminal.settings import settings


@click.command(cls=MakingCommand)
@click.pass_context
def upgrade(context: click.Context) -> None:
    """Bring a ledger made by an older version up to this one. Events are never changed.

    Guards that somebody took away are put back: triggers and, on a server, the functions by which desks record. What
    else somebody changed beside the ledger is named, and left as it is (exit 3).

    \b
    Examples:
      bridge-ledger upgrade
      bridge-ledger --db club.db upgrade
    """
    context.exit(0 if setups.upgrade_ledger(Output(settings(context))) else 3)
