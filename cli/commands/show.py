"""show: one event, or the whole story of a case."""

import click

from cli.desk import references
from cli.desk.desk import Desk
from cli.desk.options import Looking
from cli.screens import cases, single_events


@click.command(cls=Looking)
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
    if case := references.case_named(what):
        cases.show_case(desk, case)
    else:
        number = references.parse_event(what, "`show 12`, `show R-0001`, or `show A-0001`")
        single_events.show_event(desk, number)
