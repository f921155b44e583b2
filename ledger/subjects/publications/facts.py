"""Publications: the scores of a session, the standing of a tournament, and their commands."""

from msgspec import Struct

from ledger.kernel.fact import Fact, StreamHead
from ledger.kernel.free_text import FreeText


class PublishedStage(Fact, frozen=True):
    """A stage in a publication; `numbers`: the digest of its places, totals and matches."""

    stage: str
    numbers: str


class StandingPublished(Fact, frozen=True):
    """The standing of a tournament was published, for these stages over all their sessions.

    `heads`: the streams the numbers come from, the tournament's own first. `from_then`: as in `ScoresPublished`.
    """

    stages: tuple[PublishedStage, ...]
    heads: tuple[StreamHead, ...]
    note: FreeText = ""
    from_then: FreeText = ""


class PublishStanding(Struct, frozen=True):
    """Publish the standing of a stage, or of all stages with scores.

    The office fills in `stages` with their numbers, the `heads` these come from, and `settled_at`: the last correction,
    ruling, decision or penalty in any of the sessions (µs UTC). `from_then`: as in `ScoresPublished`.
    """

    note: str = ""
    stage: str | None = None
    stages: tuple[PublishedStage, ...] = ()
    heads: tuple[StreamHead, ...] = ()
    settled_at: int = 0
    from_then: str = ""


class PublishScores(Struct, frozen=True):
    """Publish the official score; `from_then`: why the periods run from the stated time of publication."""

    note: str = ""
    from_then: str = ""


class ScoresPublished(Fact, frozen=True):
    """The official score was published (Laws 79C, 92B); the periods run from the first publication.

    `numbers`: the digest of all published scores, totals and places. `from_then`: why the periods run from the stated
    time of publication, not from the recording; only the chief director may say so.
    """

    numbers: str
    note: FreeText = ""
    from_then: FreeText = ""


class RunningScoresShown(Fact, frozen=True):
    """The office allows places and totals to be shown during play, before publication."""


class ShowRunningScores(RunningScoresShown, frozen=True):
    """Allow places and totals to be shown during play."""
