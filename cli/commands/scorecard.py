"""scorecard: a contestant's evening, board by board."""

import click

from cli.desk.desk import Desk
from cli.options.commands import QueryCommand
from cli.screens import scorecards


@click.command(cls=QueryCommand)
@click.argument("contestant")
@click.pass_context
def scorecard(context: click.Context, contestant: str) -> None:
    """A contestant's card: on every board whom it met, what was played, and what that earned; with rulings and place.

    A pair, a team (both rooms of each board) or an individual. The score is the contestant's own plus or minus.

    \b
    Examples:
      bridge-ledger scorecard 7NS
      bridge-ledger scorecard 7NS --as-of R-0001-     # just before that ruling
    """
    scorecards.print_scorecard(Desk(context), contestant)
