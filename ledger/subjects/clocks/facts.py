"""Corrections of times recorded by a wrong clock, and the log read with them.

The events and their order stay as recorded; only their times change.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

from msgspec import structs

from ledger.bounds.types import EventNumber, SecondsAhead
from ledger.kernel.fact import Command, Envelope, Fact, TakenBack
from ledger.kernel.free_text import FreeText

SECOND = 1_000_000
"""One second in microseconds."""


class ClockCorrected(Fact, frozen=True):
    """The desk's clock was `seconds_ahead` (negative: behind) while events `first` to `last` were recorded.

    The correction changes the time of recording of each event, and the time of the event unless a person stated it
    (`--at`).
    """

    first: EventNumber
    last: EventNumber
    seconds_ahead: SecondsAhead
    reason: FreeText = ""

    def corrects_event(self, number: int) -> bool:
        """Return whether this correction changes the times of an event."""
        return self.first <= number <= self.last

    @property
    def which(self) -> str:
        """The events with corrected times, in words: '#6', '#6 to #9'."""
        return f"#{self.first}" + (f" to #{self.last}" if self.last > self.first else "")

    @property
    def ahead(self) -> int:
        """The clock's error (µs): positive if the clock was ahead, negative if behind."""
        return self.seconds_ahead * SECOND


class CorrectClock(ClockCorrected, Command, frozen=True):
    """Correct the times of events that a wrong clock recorded."""


WrongClocks = Mapping[int, ClockCorrected]
"""The corrections in force, by the numbers of their own events; no event is corrected twice."""


def wrong_clocks(log: Iterable[Envelope]) -> WrongClocks:
    """Return the clock corrections in a log that were not taken back."""
    corrections: dict[int, ClockCorrected] = {}
    for envelope in log:
        if isinstance(envelope.event, ClockCorrected):
            corrections[envelope.number] = envelope.event
        elif isinstance(envelope.event, TakenBack):
            corrections.pop(envelope.event.of, None)
    return corrections


def clock_error(number: int, wrong: WrongClocks) -> int:
    """Return the error (µs, positive if ahead) of the clock that recorded an event; 0 if the clock was right."""
    return next((each.ahead for each in wrong.values() if each.corrects_event(number)), 0)


def is_time_stated(envelope: Envelope) -> bool:
    """Return whether a person, not the clock, gave the time of an event."""
    return envelope.occurred_at != envelope.recorded_at


def with_corrected_times(envelope: Envelope, wrong: WrongClocks) -> Envelope:
    """Return an event with corrected times, to be shown and not replayed: a replay would correct them again."""
    by = clock_error(envelope.number, wrong)
    if not by:
        return envelope
    happened = envelope.occurred_at if is_time_stated(envelope) else envelope.occurred_at - by
    return structs.replace(envelope, occurred_at=happened, recorded_at=envelope.recorded_at - by)


def recorded_times(log: Iterable[Envelope]) -> list[int]:
    """Return the corrected times at which the events of a log were recorded (µs UTC)."""
    events = list(log)
    return list(times_on_record((each.recorded_at for each in events), wrong_clocks(events)))


def times_on_record(recorded: Iterable[int], wrong: WrongClocks, first: int = 1) -> Iterator[int]:
    """Yield the corrected times at which events from number `first` on were recorded (µs UTC).

    No time is before that of the preceding event: if a clock was set back and not corrected, the later time counts.
    """
    times = (at - clock_error(number, wrong) for number, at in enumerate(recorded, start=first)) if wrong else recorded
    return accumulate(times, max)


def log_with_right_clocks(log: Iterable[Envelope]) -> list[Envelope]:
    """Return a log with the times that right clocks would have recorded; its clock corrections then change nothing."""
    events = list(log)
    wrong = wrong_clocks(events)
    right = (with_corrected_times(each, wrong) for each in events)
    return [
        structs.replace(each, event=structs.replace(each.event, seconds_ahead=0))
        if isinstance(each.event, ClockCorrected)
        else each
        for each in right
    ]
