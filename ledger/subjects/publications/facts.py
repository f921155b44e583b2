"""What was given out: the scores of a session, the standing of a tournament; and the same in the imperative."""

from msgspec import Struct

from ledger.kernel.fact import Fact, StreamHead
from ledger.kernel.free_text import FreeText


class PublishedStage(Fact, frozen=True):
    """A stage whose standing was given out: `numbers` is the digest of every place, total and match of it."""

    stage: str
    numbers: str


class StandingPublished(Fact, frozen=True):
    """The standing of a tournament was made available: of these stages, over all of their sessions.

    `heads`: of which streams the numbers come, the tournament's own first. `from_then`: as of a session's scores.
    """

    stages: tuple[PublishedStage, ...]
    heads: tuple[StreamHead, ...]
    note: FreeText = ""
    from_then: FreeText = ""


class PublishStanding(Struct, frozen=True):
    """Make the standing of a stage available, or of all stages that have scores.

    What the office finds out when it is decided: `stages`, their numbers, which come of these `heads`; `settled_at`,
    when somebody last corrected, ruled, decided or penalised in any of the sessions (µs UTC). `from_then`: why the
    periods run from when it is said to have been published.
    """

    note: str = ""
    stage: str | None = None
    stages: tuple[PublishedStage, ...] = ()
    heads: tuple[StreamHead, ...] = ()
    settled_at: int = 0
    from_then: str = ""


class PublishScores(Struct, frozen=True):
    """Make the official score available; `from_then`: why the periods run from when it is said to have been."""

    note: str = ""
    from_then: str = ""


class ScoresPublished(Fact, frozen=True):
    """The official score was made available (Laws 79C, 92B): the periods run from the first time.

    `numbers` is the digest of every score, total and place that was given out. The periods run from when this was
    recorded; `from_then`: why from when it happened instead, which is for the chief director to say.
    """

    numbers: str
    note: FreeText = ""
    from_then: FreeText = ""


class RunningScoresShown(Fact, frozen=True):
    """Places and totals may be shown while play goes on, before the scores are published: the office's choice."""


class ShowRunningScores(RunningScoresShown, frozen=True):
    """Let places and totals be shown while play goes on."""
