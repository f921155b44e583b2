"""Make the state from the log: `replay` from event 1, `evolve` by further events.

`evolve` applies every event that `decide` allows; only `decide` refuses. A log with an impossible event is Corrupt.
`suppose_ruled` supposes a ruling that is not recorded.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, NamedTuple, TypeVar, cast

from ledger.errors import Corrupt
from ledger.kernel.fact import Envelope, from_file
from ledger.kernel.in_force import FactsInForce
from ledger.kernel.kind import Reversal
from ledger.laws.adjustment import Adjustment
from ledger.laws.citation import Matter
from ledger.scoring.line import Seating
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.clocks.facts import is_time_stated
from ledger.subjects.register import KIND_OF
from ledger.subjects.rulings.facts import Offender, RulingGiven
from ledger.subjects.tournaments.facts import TournamentOpened
from ledger.subjects.tournaments.state import Tournament

S = TypeVar("S", bound=Stream)

NOT_REPLAYED = (LookupError, AssertionError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""Exceptions raised by an event that `decide` never allows, for example the withdrawal of a ruling never given."""


def replay(events: Iterable[Envelope], stream_id: str) -> Stream:
    """Return the state after the events of a log; Corrupt (bad-log) at an event that is impossible where it stands."""
    stream: Stream = Session(stream_id)
    for envelope in events:
        try:
            stream = _apply(stream, envelope)
        except NOT_REPLAYED as error:
            impossible = f"event #{envelope.number} of session {stream_id} follows from nothing before it: {error!r}"
            earlier = f"`verify` says more; --as-of {envelope.number}- reads the log before this event"
            raise Corrupt("bad-log", impossible, earlier, envelope.number) from error
    return stream


def walk(events: Iterable[Envelope], stream_id: str) -> Iterator[tuple[Stream, Envelope]]:
    """Yield (state before the event, event) for each event of a log; the state changes in place: do not keep it."""
    stream: Stream = Session(stream_id)
    for envelope in events:
        yield stream, envelope
        stream = _apply(stream, envelope)


def snapshot(stream: S) -> S:
    """Return a copy of a state that `walk` changes: later events leave the copy as it is."""
    copied = _copy(stream)
    if isinstance(stream, Session):
        stream._own = set()  # the boards are the copy's too
    return copied


def evolve(stream: S, *events: Envelope) -> S:
    """Return the state after further events; the given state is not changed."""
    later: Stream = _copy(stream)
    for envelope in events:
        later = _apply(later, envelope)
    return cast(S, later)  # only an unopened stream changes its type, to a tournament


def _copy(stream: S) -> S:
    """Return a copy of a state, so that changes in place by `evolve` leave the given state as it is."""
    values = {each.name: getattr(stream, each.name) for each in fields(stream)}
    copies: dict[str, Any] = {
        name: each.copy() for name, each in values.items() if isinstance(each, dict | set | FactsInForce)
    }
    copies |= {name: each[:] for name, each in values.items() if isinstance(each, array)}
    if isinstance(stream, Session):
        # The names from other logs may have been erased there since; and the copy owns no board yet
        copies |= {"named_elsewhere": {}, "_own": set()}
    return replace(stream, **copies)


def _apply(stream: Stream, envelope: Envelope) -> Stream:
    event = envelope.event
    kind = KIND_OF[type(event)]
    if isinstance(event, TournamentOpened):
        stream = Tournament(stream.id, opened=event)
    stream.number, stream.digest = envelope.number, envelope.digest
    recorded = envelope.recorded_at
    stream.recorded.append(recorded)
    if recorded > stream.recorded_at:  # a clock that was set back shortens no period
        stream.recorded_at = recorded
    if kind.settles and not from_file(event):  # lines of a file happened earlier, at an unknown time
        stream.settled[envelope.number] = envelope.occurred_at
    if is_time_stated(envelope):
        stream.stated_times.add(envelope.number)
    kind.evolve(stream, envelope, event)
    if isinstance(kind.undone_by, Reversal):
        stream.reversible[envelope.number] = event, kind
    return stream


class SupposedRuling(NamedTuple):
    """A ruling to be tried out: it replaces ruling `case`, or is added if there is no ruling with that number."""

    case: str
    adjustment: Adjustment
    offender: Offender = "none"
    matters: tuple[Matter, ...] = ()


def suppose_ruled(session: Session, board: int, seating: Seating, supposed: SupposedRuling) -> Session:
    """Return the session as if a ruling had been given on a table's board; other rulings there stay in force."""
    given = RulingGiven(
        case=supposed.case,
        board=board,
        ns=seating.ns,
        ew=seating.ew,
        round=seating.round,
        table=seating.table,
        adjustment=supposed.adjustment,
        offender=supposed.offender,
        matters=supposed.matters,
    )
    return evolve(session, Envelope(session.id, session.number + 1, "", given, "", 0, 0, 0, "", ()))
