"""The standing of a tournament, given out."""

from ledger.events.fact import Fact
from ledger.events.free_text import FreeText


class StreamHead(Fact, frozen=True):
    """How far a stream had come: its last event by number, and the digest of its log up to there (64 hex digits)."""

    session: str
    number: int
    digest: str


class PublishedStage(Fact, frozen=True):
    """A stage whose standing was given out: `numbers` is the digest of every place, total and match of it."""

    stage: str
    numbers: str


class StandingPublished(Fact, frozen=True):
    """The standing of a tournament was made available: of these stages, over all of their sessions.

    `heads`: of which streams the numbers come, the tournament's own first.
    """

    stages: tuple[PublishedStage, ...]
    heads: tuple[StreamHead, ...]
    note: FreeText = ""
