"""doctor: whether everything is as it should be, on this machine and in the ledger."""

from __future__ import annotations

import click

from cli.desk.output import Output
from cli.options.commands import WholeLedgerCommand
from cli.screens import doctor as screens_doctor
from cli.terminal.settings import settings


@click.command(cls=WholeLedgerCommand)
@click.pass_context
def doctor(context: click.Context) -> None:
    """Look at everything an evening rests on: this program and its libraries, the terminal, the ledger, its backups.

    Each line is ok, or worth a look, or wrong, with what to type. Nothing is written. Exit 1 if anything is wrong.

    \b
    Examples:
      bridge-ledger doctor
      bridge-ledger --db club.db doctor --json
    """
    if not screens_doctor.tell(Output(settings(context))):
        context.exit(1)
