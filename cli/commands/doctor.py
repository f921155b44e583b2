"""doctor: whether everything is as it should be, on this machine and in the ledger."""

from __future__ import annotations

import click

from cli.desk.options import Standing
from cli.desk.output import Output
from cli.desk.settings import settings
from cli.screens import signs


@click.command(cls=Standing)
@click.pass_context
def doctor(context: click.Context) -> None:
    """Look at everything an evening rests on: this program and its libraries, the terminal, the ledger, its backups.

    Each line is ok, or worth a look, or wrong, with what to type. Nothing is written. Exit 1 if anything is wrong.

    \b
    Examples:
      bridge-ledger doctor
      bridge-ledger --db club.db doctor --json
    """
    if not signs.tell(Output(settings(context))):
        context.exit(1)
