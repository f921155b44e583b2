"""The standing of a tournament, in the imperative."""

from msgspec import Struct

from ledger.events.standing_publication import PublishedStage, StreamHead


class PublishStanding(Struct, frozen=True):
    """Make the standing of stages available: these numbers, which come of these streams; none has no scores yet.

    `settled_at`: when somebody last corrected, ruled, decided or penalised in any of the sessions (µs UTC).
    """

    stages: tuple[PublishedStage, ...]
    heads: tuple[StreamHead, ...]
    settled_at: int
    note: str = ""
