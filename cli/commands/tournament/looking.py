"""tournament list, show."""

import click

from cli.commands.tournament.group import TOURNAMENT, tournament
from cli.desk.desk import Desk
from cli.options.commands import QueryCommand, WholeLedgerCommand
from cli.screens.tournaments import overview


@tournament.command("list", cls=WholeLedgerCommand)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the tournaments of the database.

    \b
    Examples:
      bridge-ledger tournament list
    """
    overview.list_tournaments(Desk(context))


@tournament.command(cls=QueryCommand)
@TOURNAMENT
@click.pass_context
def show(context: click.Context, named: str | None) -> None:
    """Show a tournament: its stages and their sessions.

    Each stage says how its scores come together.

    \b
    Examples:
      bridge-ledger tournament show
    """
    overview.show_tournament(Desk(context), named)
