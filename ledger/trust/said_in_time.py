"""Concerns about events that were accepted although recorded after their period, by the corrected clocks.

A director may record late what happened in time: the concern says who did so, and when. Another concern is an event
that was in time by the clock of its day, and is late since that clock was corrected.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from ledger.guards.periods import DeadlineMissed, board_seats, lateness, reopens
from ledger.kernel.fact import Envelope
from ledger.projections.concerns import Concern, ConcernCode
from ledger.session import Stream
from ledger.session.moment import time_to_second
from ledger.session.response import times_of
from ledger.subjects.appeals.facts import AppealLodged
from ledger.subjects.clocks.facts import ClockCorrected, log_with_right_clocks
from ledger.subjects.evolving import walk
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.tournaments.state import session_of


def said_in_time(log: Iterable[Envelope], stream: Stream) -> list[Concern]:
    """Return concerns about late events: stated to be in time, or late by a corrected clock; [] before publication."""
    if not stream.given_out:
        return []
    events = list(islice(log, stream.number))
    is_corrected = any(isinstance(each.event, ClockCorrected) for each in events)
    if not (stream.stated_times or is_corrected):
        return []
    concerns, earlier = list[Concern](), None
    uncorrected = _lateness(events, stream.id)
    for envelope, before, late in _lateness(log_with_right_clocks(events), stream.id):
        late_then = next(uncorrected)[2] if is_corrected else late
        passed_in_time = late_then is None or late_then.said_in_time
        event = envelope.event
        if late and passed_in_time:  # no concern: an appeal accepted as late, a board reopened
            if isinstance(event, AppealLodged):
                passed_otherwise = bool(session_of(stream).appeals[event.case].late)
            else:
                passed_otherwise = isinstance(earlier, BoardReopened) and reopens(earlier, event, before, late)
            if not passed_otherwise:
                kind, _, _ = envelope.name.partition("/")
                times = times_of(envelope, before)
                happened = f", said to have happened {time_to_second(times.said)}" if late.said_in_time else ""
                text = (
                    f"#{envelope.number} {kind}, by {envelope.by}: recorded {time_to_second(times.recorded)}{happened}"
                )
                ended = f"; its time ended {time_to_second(late.ended)}" if late.ended is not None else ""
                by_clocks = "" if late.said_in_time else ", by the clocks as corrected, and nothing reopened the board"
                board, at = board_seats(envelope.event, before)
                case = getattr(envelope.event, "case", None) or None
                code: ConcernCode = "said-in-time" if late.said_in_time else "late-by-clock"
                concerns.append(Concern(code, f"{text}{ended}{by_clocks}", board, None, at.table if at else None, case))
        earlier = event
    return concerns


def _lateness(events: list[Envelope], session_id: str) -> Iterator[tuple[Envelope, Stream, DeadlineMissed | None]]:
    """Yield each event of a log with the stream before it, and the deadline that the event missed (None if none)."""
    for before, envelope in walk(events, session_id):
        late = lateness(envelope.event, before, times_of(envelope, before)) if before.opened else None
        yield envelope, before, late
