"""What was recorded after its period, as the clocks are known to have been, and passed all the same: a concern each.

A director may record late what happened in time: whoever asks is told who said so, and when. What was in time by
the clocks as they were taken then, and is late since one was corrected or its correction taken back, nobody let pass.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from ledger.guards.periods import DeadlineMissed, lateness, place, reopens
from ledger.kernel.fact import Envelope
from ledger.projections.concerns import Concern, ConcernCode
from ledger.session import Stream
from ledger.session.moment import exactly
from ledger.session.response import times_of
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.clocks.facts import ClockCorrected, with_clocks_right
from ledger.subjects.evolving import walk
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.tournaments.state import session_of


def said_in_time(log: Iterable[Envelope], stream: Stream) -> list[Concern]:
    """List what a log has of it, as clocks were corrected and as far as the stream has come."""
    if not stream.given_out:
        return []
    events = list(islice(log, stream.number))
    is_corrected = any(isinstance(each.event, ClockCorrected) for each in events)
    if not (stream.said_when or is_corrected):
        return []
    concerns, earlier = list[Concern](), None
    then = _lateness(events, stream.id)
    for envelope, before, late in _lateness(with_clocks_right(events), stream.id):
        late_then = next(then)[2] if is_corrected else late
        passed_in_time = late_then is None or late_then.said_in_time
        event = envelope.event
        if late and passed_in_time:  # but what needed no time to pass: the appeal accepted as late, its board reopened
            if isinstance(event, AppealLodged):
                passed_otherwise = bool(session_of(stream).appeals[event.case].late)
            else:
                passed_otherwise = isinstance(earlier, BoardReopened) and reopens(earlier, event, before, late)
            if not passed_otherwise:
                concerns.append(_concern(envelope, before, late))
        earlier = event
    return concerns


def _lateness(events: list[Envelope], session_id: str) -> Iterator[tuple[Envelope, Stream, DeadlineMissed | None]]:
    """Yield each event of a log with the stream before it, and why it is late by the clocks as the log has them."""
    for before, envelope in walk(events, session_id):
        late = lateness(envelope.event, before, times_of(envelope, before)) if before.opened else None
        yield envelope, before, late


def _concern(envelope: Envelope, before: Stream, late: DeadlineMissed) -> Concern:
    kind, _, _ = envelope.name.partition("/")
    times = times_of(envelope, before)
    said = f", said to have happened {exactly(times.said)}" if late.said_in_time else ""
    text = f"#{envelope.number} {kind}, by {envelope.by}: recorded {exactly(times.recorded)}{said}"
    ended = f"; its time ended {exactly(late.ended)}" if late.ended is not None else ""
    by_clocks = (
        "" if late.said_in_time else ", as the clocks are taken to have been now, and nothing reopened the board"
    )
    board, at = place(envelope.event, before)
    case = getattr(envelope.event, "case", None) or None
    code: ConcernCode = "said-in-time" if late.said_in_time else "late-by-clock"
    return Concern(code, f"{text}{ended}{by_clocks}", board, None, at.table if at else None, case)
