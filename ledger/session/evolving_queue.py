"""How lines that wait for a person, and their settling, change the session."""

from msgspec.structs import replace

from ledger.events import Envelope
from ledger.events.queue import LineSetAside, LineSettled
from ledger.session.queue import WaitingLine
from ledger.session.state import Session
from ledger.session.stream import Evolving


def _set_aside(session: Session, envelope: Envelope, event: LineSetAside) -> None:
    session.queue[envelope.number] = WaitingLine(envelope.number, event, envelope.occurred_at)


def _settle(session: Session, envelope: Envelope, event: LineSettled) -> None:
    session.queue[event.of] = replace(session.queue[event.of], settled=event, settled_by=envelope.number)


EVOLVE: Evolving = {LineSetAside: _set_aside, LineSettled: _settle}
