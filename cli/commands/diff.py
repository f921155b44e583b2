"""diff: what changed between two moments."""

import click

from cli.desk.desk import Desk
from cli.options.commands import QueryCommand
from cli.screens import logs
from ledger.errors import Misuse


@click.command(cls=QueryCommand)
@click.argument("earlier")
@click.argument("later")
@click.option("--board", type=int, help="Only this board.")
@click.option("--contestant", help="Only this contestant.")
@click.option("--exit-code", is_flag=True, help="Exit 1 where something differs.")
@click.pass_context
def diff(
    context: click.Context, earlier: str, later: str, board: int | None, contestant: str | None, exit_code: bool
) -> None:
    """What changed between two moments: every score that moved, and every place.

    \b
    Examples:
      bridge-ledger diff R-0001- @               # everything since just before that ruling
      bridge-ledger diff end-of-play @           # what rulings and corrections did
    """
    desk = Desk(context)
    if desk.settings.as_of:
        raise Misuse("usage", "diff takes its two moments as arguments", "diff R-0001- 210")
    if logs.print_difference(desk, earlier, later, board, contestant) and exit_code:
        context.exit(1)
