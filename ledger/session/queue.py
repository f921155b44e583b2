"""The lines of result files that wait, or waited, for a person."""

from msgspec import Struct

from ledger.events.queue import LineSetAside, LineSettled


class WaitingLine(Struct, frozen=True):
    """A line that was set aside: the number of that event, when it was (µs UTC), and how it was settled, if it was.

    `settled_by` is the number of the event that says so.
    """

    number: int
    line: LineSetAside
    at: int
    settled: LineSettled | None = None
    settled_by: int = 0
