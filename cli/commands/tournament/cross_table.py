"""tournament cross-table."""

import click

from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk.desk import Desk
from cli.options.commands import QueryCommand
from cli.screens.tournaments import overalls


@tournament.command("cross-table", cls=QueryCommand)
@click.argument("stage", metavar="STAGE")
@TOURNAMENT
@click.pass_context
def cross_table(context: click.Context, stage: str, named: str | None) -> None:
    """What each has against each in a stage, over all its sessions; who has still to meet whom.

    \b
    Examples:
      bridge-ledger tournament cross-table league
    """
    overalls.print_cross_table(Desk(context), named, stage)
