"""How the log makes the state: `replay` from event 1, `evolve` by one more event.

`evolve` is total: whatever stands in the log can be replayed; refusing is the business of `decide`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ledger.errors import Corrupt
from ledger.events import Envelope
from ledger.events.fact import from_file
from ledger.events.register import KINDS
from ledger.session import (
    evolving_appeals,
    evolving_auctions,
    evolving_calls,
    evolving_deals,
    evolving_matches,
    evolving_office,
    evolving_participation,
    evolving_people,
    evolving_queries,
    evolving_queue,
    evolving_rulings,
    evolving_seats,
    evolving_tables,
    evolving_tournaments,
)
from ledger.session.state import Evolving, Session

EVOLVE: Evolving = {
    **evolving_tables.EVOLVE,
    **evolving_participation.EVOLVE,
    **evolving_people.EVOLVE,
    **evolving_seats.EVOLVE,
    **evolving_deals.EVOLVE,
    **evolving_auctions.EVOLVE,
    **evolving_queries.EVOLVE,
    **evolving_queue.EVOLVE,
    **evolving_calls.EVOLVE,
    **evolving_rulings.EVOLVE,
    **evolving_matches.EVOLVE,
    **evolving_appeals.EVOLVE,
    **evolving_office.EVOLVE,
    **evolving_tournaments.EVOLVE,
}
"""What each kind of event does to the session."""

_SETTLING = frozenset(kind.event for kind in KINDS if kind.settles)


NOT_REPLAYED = (LookupError, AssertionError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What replaying raises where a log says what `decide` never lets pass: a ruling withdrawn that was never given."""


def replay(events: Iterable[Envelope], session_id: str) -> Session:
    """The session after these events; Corrupt (bad-log) at the first that no office can have recorded there."""
    session = Session(session_id)
    for envelope in events:
        try:
            _apply(session, envelope)
        except NOT_REPLAYED as error:
            impossible = f"event #{envelope.number} of session {session_id} follows from nothing before it: {error!r}"
            earlier = f"`verify` says more; what was before is read with --as-of {envelope.number}-"
            raise Corrupt("bad-log", impossible, earlier, envelope.number) from error
    return session


def walk(events: Iterable[Envelope], session_id: str) -> Iterator[tuple[Session, Envelope]]:
    """Each event with the session as it was just before it: one session that changes under way, never to be kept."""
    session = Session(session_id)
    for envelope in events:
        yield session, envelope
        _apply(session, envelope)


def evolve(session: Session, *events: Envelope) -> Session:
    """The session after more events; the session given is left as it was."""
    later = replace(
        session,
        boards=dict(session.boards),
        rulings=dict(session.rulings),
        voided=dict(session.voided),
        deals=dict(session.deals),
        penalties=dict(session.penalties),
        contestants=dict(session.contestants),
        carry_over=dict(session.carry_over),
        findings=dict(session.findings),
        withdrawn_findings=dict(session.withdrawn_findings),
        calls=dict(session.calls),
        appeals=dict(session.appeals),
        signed=dict(session.signed),
        queue=dict(session.queue),
        _own=set(),
    )
    for envelope in events:
        _apply(later, envelope)
    return later


def _apply(session: Session, envelope: Envelope) -> None:
    event = envelope.event
    kind = type(event)
    session.number, session.digest, session.recorded_at = envelope.number, envelope.digest, envelope.recorded_at
    if kind in _SETTLING and not from_file(event):
        session.settled_at = max(session.settled_at, envelope.occurred_at)
    EVOLVE[kind](session, envelope, event)
