"""An event as it stands in the log: what happened, in its envelope."""

from msgspec import Struct

from ledger.events.fact import Fact

Event = Fact
"""Something that happened: one of the kinds in `ledger.events.register`."""


class Envelope(Struct, frozen=True, gc=False):
    """An event with its number in the session, times (µs UTC), author and digest.

    `because` are the numbers of the events it answers (its causation); `command_id` and `part` make recording
    idempotent: the part-th event of that command.
    """

    session: str
    number: int
    name: str
    event: Event
    command_id: str
    part: int
    occurred_at: int
    recorded_at: int
    by: str
    because: tuple[int, ...]
    digest: bytes = b""
