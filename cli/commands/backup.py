"""backup: a copy of the whole ledger."""

from pathlib import Path

import click

from cli.desk.output import Output
from cli.options.commands import WholeLedgerCommand
from cli.screens import backups
from cli.terminal.settings import settings, state_folder


@click.command(cls=WholeLedgerCommand)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--overwrite", is_flag=True, help="In the place of a file of that name, once the new one is whole.")
@click.pass_context
def backup(context: click.Context, file: Path, overwrite: bool) -> None:
    """Copy the whole ledger to a file while desks record: every session, seal and name up to one moment.

    The copy is checked as `verify` does before it has its name; one that does not hold is kept as FILE.unsound. Only
    its owner reads it. On PostgreSQL it is a dump by `pg_dump`. When, how many, and how to try that they can be
    restored: `help backups`.

    \b
    Examples:
      bridge-ledger backup thursday.bak
      bridge-ledger backup thursday.bak --overwrite
    """
    from ledger.recording.backups import write_backup  # with the database: a Tab does not wait for it

    out = Output(settings(context))
    made = write_backup(out.settings.database, file, overwrite=overwrite, state=state_folder())
    backups.say(out, "backup/1", f"{made.path}: ", made)
