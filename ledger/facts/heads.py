"""What was decided on: how far the other streams had come that were looked at; in an event, and in what leads to it."""

from msgspec import Struct

from ledger.bounds.types import EventNumber
from ledger.facts.fact import Event, Fact


class StreamHead(Fact, frozen=True):
    """How far a stream had come: its last event by number, and the digest of its log up to there (64 hex digits)."""

    session: str
    number: EventNumber
    digest: str


class DecidedOn(Fact, frozen=True, kw_only=True):
    """What was decided in sight of other streams: `heads`, how far each of those looked at had come, by name.

    They stood so when it was recorded; one that was not here is not among them. In its own stream it rests on all that
    is before it.
    """

    heads: tuple[StreamHead, ...] = ()


class DecideOn(Struct, frozen=True, kw_only=True):
    """What is decided in sight of other streams: the office finds their `heads` when it is."""

    heads: tuple[StreamHead, ...] = ()


def heads_of(event: Event) -> tuple[StreamHead, ...]:
    """How far other streams had come that an event rests on; a publication names its own before them."""
    found: tuple[StreamHead, ...] = getattr(event, "heads", ())
    return found
