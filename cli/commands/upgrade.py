"""upgrade: bring a ledger up to this version."""

import click

from cli.desk.options import Standing
from cli.desk.output import Output
from cli.desk.settings import settings
from cli.screens import setups


@click.command(cls=Standing)
@click.pass_context
def upgrade(context: click.Context) -> None:
    """Bring a ledger made by an older version up to this one. Events are never changed.

    \b
    Examples:
      bridge-ledger upgrade
      bridge-ledger --db club.db upgrade
    """
    setups.upgrade_ledger(Output(settings(context)))
