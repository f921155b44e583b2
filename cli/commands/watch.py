"""watch: one screen that keeps itself up to date."""

import click

from cli.desk.desk import Desk
from cli.options.commands import WholeLedgerCommand
from cli.shell import watching


@click.command(cls=WholeLedgerCommand)
@click.option("--once", is_flag=True, help="Print it once; so it is where the output is no terminal.")
@click.pass_context
def watch(context: click.Context, once: bool) -> None:
    """Show what waits, what runs out and who leads, on one screen that keeps itself up to date; q leaves it.

    Open calls and how long they wait, provisional rulings, rulings on a result that was corrected since, open
    appeals, periods and the minutes left, lines in the queue, queried results, tables that are late, the top of the
    ranking, and what was recorded last.

    Of a tournament, all its sessions: what is open in which, the cuts, the draws, and the top of each stage.

    \b
    Examples:
      bridge-ledger watch
      bridge-ledger watch --once
    """
    context.exit(watching.watch(Desk(context), once=once))
