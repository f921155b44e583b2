"""report register, report docket: the rulings and the appeals of a session, as they stand."""

import click

from cli.desk.desk import Desk
from cli.desk.options import Looking
from cli.screens import dockets, registers


@click.group()
def report() -> None:
    """Reports of a session: the register of rulings, the docket of appeals."""


@report.command(cls=Looking)
@click.pass_context
def register(context: click.Context) -> None:
    """Every ruling: law, score in force, offender, who gave it when, and until when it may be appealed.

    \b
    Example:  bridge-ledger report register
    """
    registers.print_register(Desk(context))


@report.command(cls=Looking)
@click.pass_context
def docket(context: click.Context) -> None:
    """Every appeal: against which ruling, by whom, how far it has come, the decision, merit and deposit.

    \b
    Example:  bridge-ledger report docket
    """
    dockets.print_docket(Desk(context))
