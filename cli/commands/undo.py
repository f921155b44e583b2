"""undo: take an event or a case back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import ledger
from cli.desk import notation, references
from cli.desk.desk import Desk
from cli.desk.options import ReopeningOptions, Writing, reason_option, takes
from cli.screens import cases, consent, headlines

if TYPE_CHECKING:
    from ledger.events import Envelope


@click.command(cls=Writing)
@click.argument("what")
@reason_option
@takes(late=ReopeningOptions)
@click.pass_context
def undo(context: click.Context, what: str, reason: str, late: ReopeningOptions) -> None:
    """Take back an event (207), a case (R-0001, A-0001, C-0001, P-0001), or the last event (@).

    Nothing is deleted: an event that compensates it is recorded.

    \b
    Examples:
      bridge-ledger undo R-0002 --reason "wrong board" --yes
      bridge-ledger undo 12 -n
    """
    desk, case = Desk(context, writing=True), references.case_named(what)
    reopening = notation.reopening(late)
    target = _target(desk, what.strip(), case)
    command = ledger.commands.Undo(target, reason, whole_case=case is not None, reopening=reopening)
    now = desk.office.stream(desk.session_id)
    consent.ask_and_record(desk, command, f"Take back {headlines.headline(target, now)}?")


def _target(desk: Desk, what: str, case: str | None) -> Envelope:
    """The event meant: the one numbered, the last, or the one that began a case."""
    from ledger.events.office import JudgementSigned  # with the log: a Tab does not wait for it
    from ledger.session import session_of

    stream = desk.stream_before()
    if case:
        number = cases.first_event(session_of(stream), case)
    elif what == "@":
        number = stream.number
    else:
        number = references.parse_event(what, "`undo 12`, or `undo R-0001`")
    found = desk.office.event(stream.id, number)
    if what == "@" and isinstance(found.event, JudgementSigned) and found.because:
        return desk.office.event(stream.id, found.because[-1])  # the last that was said, not the signature under it
    return found
