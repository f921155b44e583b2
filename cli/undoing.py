"""undo."""

import re

import click

from cli.desk import Desk
from cli.recorded import ask, report, submit
from cli.settings import Writing
from cli.wording import headline
from ledger.bridge import Unreadable
from ledger.commands import Undo
from ledger.decide.penalties import require_penalty
from ledger.decide.rulings import require_case


@click.command(cls=Writing)
@click.argument("what")
@click.option("--reason", default="", help="Why.")
@click.pass_context
def undo(context: click.Context, what: str, reason: str) -> None:
    """Take back an event (207), a case (R-0001), or the last event (@).

    Nothing is deleted: an event that compensates it is recorded.

    \b
    Examples:
      bridge-ledger undo R-0002 --reason "wrong board"
      bridge-ledger undo 12
    """
    desk = Desk(context, writing=True)
    session_id = desk.session_id
    command = _command(desk, session_id, what.strip().upper(), reason)
    ask(desk, session_id, command, f"Take back {headline(command.target, desk.office.session(session_id))}?")
    report(desk, submit(desk, session_id, command))


def _command(desk: Desk, session_id: str, what: str, reason: str) -> Undo:
    office = desk.office
    session = office.before(session_id, desk.settings.command_id)
    if re.fullmatch(r"R-[0-9]+", what):
        return Undo(office.event(session_id, require_case(session, what).given_at), reason, whole_case=True)
    if re.fullmatch(r"P-[0-9]+", what):
        return Undo(office.event(session_id, require_penalty(session, what).number), reason)
    if what == "@":
        return Undo(office.event(session_id, session.number), reason)
    if not (number := re.fullmatch(r"#?([0-9]{1,15})", what)):
        raise Unreadable(
            "usage",
            f"{what!r} is no event and no case",
            text=what,
            marks=((0, len(what)),),
            hint="undo 12, or undo R-0001",
        )
    return Undo(office.event(session_id, int(number[1])), reason)
