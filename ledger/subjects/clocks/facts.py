"""Times that a wrong clock said: a correction of them, and how the log reads with it.

The events stay as they were recorded, and in their order: that is their number. What is corrected is when they were.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

from msgspec import structs

from ledger.bounds.types import EventNumber, SecondsAhead
from ledger.kernel.fact import Envelope, Fact, TakenBack
from ledger.kernel.free_text import FreeText

SECOND = 1_000_000
"""In microseconds."""


class ClockCorrected(Fact, frozen=True):
    """The clock of a desk was so many seconds ahead when these events were recorded, or behind where there are fewer
    than none. Both times of theirs are corrected, but for when a person said that something happened (`--at`).

    `first`, `last`: their numbers, both inclusive.
    """

    first: EventNumber
    last: EventNumber
    seconds_ahead: SecondsAhead
    reason: FreeText = ""

    def holds_of(self, number: int) -> bool:
        """Whether it corrects the times of an event."""
        return self.first <= number <= self.last

    @property
    def which(self) -> str:
        """The events it corrects: '#6', '#6 to #9'."""
        return f"#{self.first}" + (f" to #{self.last}" if self.last > self.first else "")

    @property
    def ahead(self) -> int:
        """What the clock was ahead (µs)."""
        return self.seconds_ahead * SECOND


class CorrectClock(ClockCorrected, frozen=True):
    """Say that the clock of a desk was ahead when some events were recorded, or behind."""


ClockCommand = CorrectClock

WrongClocks = Mapping[int, ClockCorrected]
"""The corrections in force, by the numbers of their events. No event has two."""


def wrong_clocks(log: Iterable[Envelope]) -> WrongClocks:
    """The corrections in force at the end of a log."""
    found: dict[int, ClockCorrected] = {}
    for envelope in log:
        if isinstance(envelope.event, ClockCorrected):
            found[envelope.number] = envelope.event
        elif isinstance(envelope.event, TakenBack):
            found.pop(envelope.event.of, None)
    return found


def ahead(number: int, wrong: WrongClocks) -> int:
    """What the clock was ahead with which an event was recorded (µs)."""
    return next((each.ahead for each in wrong.values() if each.holds_of(number)), 0)


def by_person(envelope: Envelope) -> bool:
    """Whether a person said when it happened; else it is what the clock was at."""
    return envelope.occurred_at != envelope.recorded_at


def with_right_times(envelope: Envelope, wrong: WrongClocks) -> Envelope:
    """An event as it is told: its times as they were corrected. Never to be replayed, which corrects them too."""
    by = ahead(envelope.number, wrong)
    if not by:
        return envelope
    happened = envelope.occurred_at if by_person(envelope) else envelope.occurred_at - by
    return structs.replace(envelope, occurred_at=happened, recorded_at=envelope.recorded_at - by)


def recorded_times(log: Iterable[Envelope]) -> list[int]:
    """When the events of a log were on record (µs UTC), as `times_on_record` has it."""
    events = list(log)
    return list(times_on_record((each.recorded_at for each in events), wrong_clocks(events)))


def times_on_record(recorded: Iterable[int], wrong: WrongClocks, first: int = 1) -> Iterator[int]:
    """Yield when events were on record (µs UTC), from #`first` on, by what the clocks said and the corrections of them.

    None before the one before it: where a clock went back and nobody has corrected it, the later time counts, for the
    order is the number.
    """
    times = (at - ahead(number, wrong) for number, at in enumerate(recorded, start=first)) if wrong else recorded
    return accumulate(times, max)


def with_clocks_right(log: Iterable[Envelope]) -> list[Envelope]:
    """A log as clocks that had been right would have made it, to be replayed: its corrections correct nothing more."""
    events = list(log)
    wrong = wrong_clocks(events)
    right = (with_right_times(each, wrong) for each in events)
    return [
        structs.replace(each, event=structs.replace(each.event, seconds_ahead=0))
        if isinstance(each.event, ClockCorrected)
        else each
        for each in right
    ]
