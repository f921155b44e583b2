"""A session as it will be once what was decided so far of a file is recorded."""

from collections.abc import Sequence

from ledger.decide.response import ProposedEvent
from ledger.facts import Envelope
from ledger.session import Session, evolve


def supposing(session: Session, uncommitted: Sequence[ProposedEvent]) -> Session:
    """The session as it will be when these events are recorded, which what follows is checked against."""
    numbered = enumerate(uncommitted, start=session.number + 1)
    return evolve(session, *(Envelope(session.id, at, "", it.event, "", 0, 0, 0, "", ()) for at, it in numbered))
