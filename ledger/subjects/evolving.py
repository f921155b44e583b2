"""How the log makes the state: `replay` from event 1, `evolve` by one more event.

`evolve` is total: whatever stands in the log can be replayed; refusing is the business of `decide`. `if_ruled` is the
session as it would be if a table's board were ruled otherwise: nothing is recorded.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, NamedTuple, TypeVar, cast

from ledger.errors import Corrupt
from ledger.kernel.fact import Envelope, from_file
from ledger.kernel.in_force import FactsInForce
from ledger.laws.adjustment import Adjustment
from ledger.scoring.line import Seating
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.clocks.facts import by_person
from ledger.subjects.register import KIND_OF, kind_of
from ledger.subjects.rulings.facts import Offender, RulingGiven
from ledger.subjects.tournaments.facts import TournamentOpened
from ledger.subjects.tournaments.state import Tournament

S = TypeVar("S", bound=Stream)

NOT_REPLAYED = (LookupError, AssertionError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What replaying raises where a log says what `decide` never lets pass: a ruling withdrawn that was never given."""


def replay(events: Iterable[Envelope], stream_id: str) -> Stream:
    """What the first event opens, or a session before it; Corrupt (bad-log) at the first that follows from nothing."""
    stream: Stream = Session(stream_id)
    for envelope in events:
        try:
            stream = _apply(stream, envelope)
        except NOT_REPLAYED as error:
            impossible = f"event #{envelope.number} of session {stream_id} follows from nothing before it: {error!r}"
            earlier = f"`verify` says more; what was before is read with --as-of {envelope.number}-"
            raise Corrupt("bad-log", impossible, earlier, envelope.number) from error
    return stream


def walk(events: Iterable[Envelope], stream_id: str) -> Iterator[tuple[Stream, Envelope]]:
    """Each event with the stream as it was just before it: one state that changes under way, never to be kept."""
    stream: Stream = Session(stream_id)
    for envelope in events:
        yield stream, envelope
        stream = _apply(stream, envelope)


def evolve(stream: S, *events: Envelope) -> S:
    """The same after more events; what is given is left as it was."""
    later: Stream = _copied(stream)
    for envelope in events:
        later = _apply(later, envelope)
    return cast(S, later)  # only a stream that nobody opened yet becomes a tournament


def _copied(stream: S) -> S:
    """Return a stream that shares no table, list or set that `evolve` changes in place with the one it is given."""
    values = {each.name: getattr(stream, each.name) for each in fields(stream)}
    own: dict[str, Any] = {
        name: each.copy() for name, each in values.items() if isinstance(each, dict | set | FactsInForce)
    }
    own |= {name: each[:] for name, each in values.items() if isinstance(each, array)}
    if isinstance(stream, Session):
        # not of this log: what was told of others may have been erased there since; and no board is its own yet
        own |= {"named_elsewhere": {}, "_own": set()}
    return replace(stream, **own)


def _apply(stream: Stream, envelope: Envelope) -> Stream:
    event = envelope.event
    kind = KIND_OF[type(event)]
    if isinstance(event, TournamentOpened):
        stream = Tournament(stream.id, opened=event)
    stream.number, stream.digest = envelope.number, envelope.digest
    recorded = envelope.recorded_at
    stream.recorded.append(recorded)
    if recorded > stream.recorded_at:  # a clock that was set back moves nothing
        stream.recorded_at = recorded
    if kind_of(event).settles and not from_file(event):
        stream.settled[envelope.number] = envelope.occurred_at
    if by_person(envelope):
        stream.said_when.add(envelope.number)
    kind.evolve(stream, envelope, event)
    if kind.reversible:
        stream.reversible[envelope.number] = event, kind
    return stream


class SupposedRuling(NamedTuple):
    """What might be ruled, in the place of the ruling `case`; beside those there are where none has that number."""

    case: str
    adjustment: Adjustment
    offender: Offender = "none"
    laws: tuple[str, ...] = ()


def if_ruled(session: Session, board: int, seating: Seating, supposed: SupposedRuling) -> Session:
    """The session if this were in force, whatever was decided on that ruling; the others at the table stay in force."""
    given = RulingGiven(
        case=supposed.case,
        board=board,
        ns=seating.ns,
        ew=seating.ew,
        round=seating.round,
        table=seating.table,
        adjustment=supposed.adjustment,
        offender=supposed.offender,
        laws=supposed.laws,
    )
    return evolve(session, Envelope(session.id, session.number + 1, "", given, "", 0, 0, 0, "", ()))
