"""stakes: what hangs on an appeal."""

import click

from cli.desk.desk import Desk
from cli.options.commands import QueryCommand
from cli.options.declared import case_argument
from cli.screens import appeal_outcomes


@click.command(cls=QueryCommand)
@case_argument
@click.option(
    "--cut",
    type=click.IntRange(1),
    metavar="N",
    help="How many qualify (of each field): who would come in, who drop out.",
)
@click.pass_context
def stakes(context: click.Context, case: str, cut: int | None) -> None:
    """What hangs on an appeal (or on a ruling, before any): for every outcome in question, what would change.

    The prospects: the ruling upheld, the table result, what the appellant claims, and the two extremes, all to one
    side. Places are told also over every single result there can be on the board. Nothing is recorded. Where the
    session belongs to a tournament, what would change over all of its sessions stands beside it, and --cut is of its
    stage: who would be in, out, or level for the last place.

    \b
    Examples:
      bridge-ledger stakes A-0001 --cut 8
      bridge-ledger stakes R-0001
    """
    appeal_outcomes.print_stakes(Desk(context), case, cut)
