"""show: one event, or the whole story of a case."""

import click

from cli.desk.desk import Desk
from cli.options import addresses
from cli.options.commands import QueryCommand
from cli.screens import cases, logs


@click.command(cls=QueryCommand)
@click.argument("what")
@click.pass_context
def show(context: click.Context, what: str) -> None:
    """One event (207), or the whole story of a case: a call, a ruling, an appeal, a penalty.

    \b
    Examples:
      bridge-ledger show R-0001
      bridge-ledger show 3                           # an event by its number
    """
    desk = Desk(context)
    if case := addresses.case_named(what):
        cases.show_case(desk, case)
    else:
        number = addresses.parse_event(what, "`show 12`, `show R-0001`, or `show A-0001`")
        logs.show_event(desk, number)
