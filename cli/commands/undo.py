"""undo."""

import re
from typing import Any

import click

from cli.desk.desk import Desk
from cli.desk.notation import reopening, reopening_options
from cli.desk.settings import Writing
from cli.screens.recorded import ask, report, submit
from cli.screens.wording import headline
from ledger.bridge import Unreadable
from ledger.commands import Reopening, Undo
from ledger.session import Session
from ledger.session.case_numbers import require_appeal, require_case, require_open_call, require_penalty


@click.command(cls=Writing)
@click.argument("what")
@click.option("--reason", default="", help="Why.")
@reopening_options
@click.pass_context
def undo(context: click.Context, /, what: str, reason: str, **options: Any) -> None:
    """Take back an event (207), a case (R-0001, A-0001, C-0001, P-0001), or the last event (@).

    Nothing is deleted: an event that compensates it is recorded.

    \b
    Examples:
      bridge-ledger undo R-0002 --reason "wrong board"
      bridge-ledger undo 12
    """
    desk = Desk(context, writing=True)
    session_id = desk.session_id
    command = _command(desk, session_id, what.strip().upper(), reason, reopening(options))
    ask(desk, session_id, command, f"Take back {headline(command.target, desk.office.session(session_id))}?")
    report(desk, submit(desk, session_id, command))


def _command(desk: Desk, session_id: str, what: str, reason: str, reopened: Reopening | None) -> Undo:
    office = desk.office
    session = office.before(session_id, desk.settings.command_id)
    if re.fullmatch(r"[RAPC]-[0-9]+", what):
        return Undo(office.event(session_id, _first_event(session, what)), reason, whole_case=True, reopening=reopened)
    if what == "@":
        return Undo(office.event(session_id, session.number), reason, reopening=reopened)
    if not (number := re.fullmatch(r"#?([0-9]{1,15})", what)):
        raise Unreadable(
            "usage",
            f"{what!r} is no event and no case",
            text=what,
            marks=((0, len(what)),),
            hint="undo 12, or undo R-0001",
        )
    return Undo(office.event(session_id, int(number[1])), reason, reopening=reopened)


def _first_event(session: Session, case: str) -> int:
    """The number of the event that began a case."""
    match case[0]:
        case "R":
            return require_case(session, case).number
        case "A":
            return require_appeal(session, case).number
        case "C":
            return require_open_call(session, case).number
        case _:
            return require_penalty(session, case).number
