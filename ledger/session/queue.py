"""The lines of result files that wait, or waited, for a person."""

from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from ledger.events.queue import LineSetAside, LineSettled
from ledger.session.in_force import FactsInForce


class WaitingLine(Struct, frozen=True):
    """A line that was set aside: the number of that event, when it was (µs UTC), and how it was settled, if it was.

    `settled_by` is the number of the event that says so.
    """

    number: int
    line: LineSetAside
    at: int
    settled: LineSettled | None = None
    settled_by: int = 0


@dataclass(slots=True)
class Queue(FactsInForce[WaitingLine]):
    """The lines that nobody settled; those that were settled are taken back by what settled them."""

    @property
    def lines(self) -> list[WaitingLine]:
        """All of them, oldest first."""
        settled = (
            replace(line, settled=by.event, settled_by=by.number)
            for line, by in self.taken_back.values()
            if isinstance(by.event, LineSettled)
        )
        return sorted([*self.facts.values(), *settled], key=lambda each: each.number)
