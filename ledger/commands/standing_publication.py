"""The standing of a tournament, in the imperative."""

from msgspec import Struct

from ledger.events.standing_publication import PublishedStage, StreamHead


class PublishStanding(Struct, frozen=True):
    """Make the standing of a stage available, or of all stages that have scores.

    What the office finds out when it is decided: `stages`, their numbers, which come of these `heads`; `settled_at`,
    when somebody last corrected, ruled, decided or penalised in any of the sessions (µs UTC).
    """

    note: str = ""
    stage: str | None = None
    stages: tuple[PublishedStage, ...] = ()
    heads: tuple[StreamHead, ...] = ()
    settled_at: int = 0
