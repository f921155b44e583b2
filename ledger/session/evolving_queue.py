"""How lines that wait for a person, and their settling, change the session."""

from ledger.events import Envelope
from ledger.events.queue import LineSetAside, LineSettled
from ledger.session.queue import WaitingLine
from ledger.session.state import Session
from ledger.session.stream import Evolving


def _set_aside(session: Session, envelope: Envelope, event: LineSetAside) -> None:
    session.queue.state(envelope, WaitingLine(envelope.number, event, envelope.occurred_at))


def _settle(session: Session, envelope: Envelope, event: LineSettled) -> None:
    if not session.queue.take_back(envelope):
        raise KeyError(event.of)


EVOLVE: Evolving = {LineSetAside: _set_aside, LineSettled: _settle}
