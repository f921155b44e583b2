"""standings: the ranked field."""

import click

from cli.desk.desk import Desk
from cli.options.commands import QueryCommand
from cli.screens import rankings


@click.command(cls=QueryCommand)
@click.pass_context
def standings(context: click.Context) -> None:
    """The ranked field, or both fields where there are two winners; in matches, each with what both sides have by then.

    Marks say whom a ruling, a penalty or an open appeal touches; what they mean stands beneath, with the cases.

    \b
    Examples:
      bridge-ledger standings
      bridge-ledger standings --as-of R-0001-     # just before that ruling
    """
    rankings.print_standings(Desk(context))
