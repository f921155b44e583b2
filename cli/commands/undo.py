"""undo: take an event or a case back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import screens
from cli.desk.commands import RecordingCommand
from cli.desk.desk import Desk
from cli.options import addresses, notation
from cli.options.declared import ReopeningOptions, reason_option, takes

if TYPE_CHECKING:
    from ledger.kernel.fact import Envelope


@click.command(cls=RecordingCommand)
@click.argument("what")
@reason_option
@takes(late=ReopeningOptions)
def undo(desk: Desk, what: str, reason: str, late: ReopeningOptions) -> None:
    """Take back an event (207), a case (R-0001, A-0001, C-0001, P-0001, M-0001), or the last event (@).

    Nothing is deleted: an event that compensates it is recorded. Of an appeal its last step goes first: taken further,
    decided, lodged.

    \b
    Examples:
      bridge-ledger undo R-0002 --reason "wrong board" --yes
      bridge-ledger undo 12 -n
    """
    from cli.words import events  # loads the session: `--help` and Tab do without
    from ledger.subjects.rulings.facts import Undo

    case = addresses.case_named(what)
    reopening = notation.reopening(late)
    target = _event_to_undo(desk, what.strip(), case)
    command = Undo(target, reason, whole_case=case is not None, reopening=reopening)
    stream = desk.office.stream(desk.session_id)
    effect = screens.effects.ask_and_record(desk, command, f"Take back {events.headline(target, stream)}?")
    if target.name.startswith("round-drawn/"):
        screens.tournaments.late.print_leftover_movements(desk, effect)


def _event_to_undo(desk: Desk, what: str, case: str | None) -> Envelope:
    """Return the event to undo: by number, for a case, or for '@' the last one (not a signature: the event signed)."""
    from cli.words import cases  # loads the session: `--help` and Tab do without
    from ledger.subjects.office.facts import SigningEvent  # loads the log: `--help` and Tab do without
    from ledger.subjects.tournaments.state import session_of

    stream = desk.deciding_stream()
    if case:
        number = cases.event_to_undo(session_of(stream), case)
    elif what == "@":
        number = stream.number
    else:
        number = addresses.parse_event(what, "`undo 12`, or `undo R-0001`")
    envelope = desk.office.event(stream.id, number)
    if what == "@" and isinstance(envelope.event, SigningEvent) and envelope.because:
        return desk.office.event(stream.id, envelope.because[-1])  # the event that was signed, not its signature
    return envelope
