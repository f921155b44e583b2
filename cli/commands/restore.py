"""restore: a backup in the place of a ledger that is gone."""

from pathlib import Path

import click

from cli.desk.output import Output
from cli.options.commands import MakingCommand
from cli.screens import backups
from cli.terminal.settings import settings, state_folder


@click.command(cls=MakingCommand)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_context
def restore(context: click.Context, file: Path) -> None:
    """Make the ledger of --db from a backup: a file that is not there yet, an empty ledger, or an empty database.

    The backup is checked first, and the ledger after. Nothing is written over: where there is a ledger with anything
    else in it, this is refused; one that has all the events gets back texts and seals that are gone. What was
    acknowledged on this machine and is not in the backup is said.

    \b
    Examples:
      bridge-ledger --db new.db restore /mnt/usb/ledger-2026-03-05.db
      bridge-ledger --db new.db verify --strict
    """
    from ledger.recording.backups import restore_backup  # with the database: a Tab does not wait for it

    out = Output(settings(context))
    backups.say_restored(out, file, restore_backup(out.settings.database, file, state_folder()))
