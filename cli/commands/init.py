"""init: make a new ledger."""

import click

from cli.desk.output import Output
from cli.options.commands import MakingCommand
from cli.screens import setups
from cli.terminal.settings import settings


@click.command(cls=MakingCommand)
@click.option(
    "--grant-writer",
    "writers",
    multiple=True,
    metavar="ROLE",
    help="PostgreSQL: let a role record, through the owner's functions alone (can be repeated).",
)
@click.option(
    "--grant-reader",
    "readers",
    multiple=True,
    metavar="ROLE",
    help="PostgreSQL: let a role look, and record nothing (can be repeated).",
)
@click.option(
    "--grant-names",
    "names",
    multiple=True,
    metavar="ROLE",
    help="PostgreSQL: let a role read names and what was said, and erase them (can be repeated).",
)
@click.option("--spread", is_flag=True, help="PostgreSQL with Citus: spread the ledger over the workers.")
@click.option("--here", metavar="SERVER", help="PostgreSQL: which of several servers this is.")
@click.option(
    "--server",
    "servers",
    multiple=True,
    metavar="SERVER[=NAMES]",
    help="How the names begin that a server keeps; the others' without (can be repeated).",
)
@click.pass_context
def init(
    context: click.Context,
    writers: tuple[str, ...],
    readers: tuple[str, ...],
    names: tuple[str, ...],
    spread: bool,
    here: str | None,
    servers: tuple[str, ...],
) -> None:
    """Make a new ledger; one that is there is left as it is.

    \b
    Examples:
      bridge-ledger init
      bridge-ledger --db postgresql+psycopg://owner@coordinator/ledger init --spread --grant-writer desk
      bridge-ledger --db postgresql+psycopg://owner@oslo/ledger init --here oslo --server oslo --server bergen=bergen-
    """
    out = Output(settings(context))
    setups.require_possible(out, (*writers, *readers, *names), spread, here or "", servers)
    setups.make_ledger(out, writers, readers, names)
    if spread:
        setups.spread_ledger(out)
    if here or servers:
        setups.keep_homes(out, here or "", servers)
