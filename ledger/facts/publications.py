"""What was given out: the scores of a session, the standing of a tournament; and the same in the imperative."""

from msgspec import Struct

from ledger.facts.fact import DIRECTORS, SCORERS, Fact, Kind
from ledger.facts.free_text import FreeText
from ledger.facts.heads import StreamHead


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


class PublishScores(Struct, frozen=True):
    """Make the official score available."""

    note: str = ""


class ScoresPublished(Fact, frozen=True):
    """The official score was made available (Laws 79C, 92B): the periods run from the first time.

    `numbers` is the digest of every score, total and place that was given out.
    """

    numbers: str
    note: FreeText = ""


class PublicationRecalled(Fact, frozen=True):
    """Scores were published too early, and are not official after all."""

    reason: FreeText = ""


class RunningScoresShown(Fact, frozen=True):
    """Places and totals may be shown while play goes on, before the scores are published: the office's choice."""


class RunningScoresHidden(Fact, frozen=True):
    """Nothing is shown any more before the scores are published."""

    reason: FreeText = ""


class ShowRunningScores(RunningScoresShown, frozen=True):
    """Let places and totals be shown while play goes on."""


KINDS = (
    Kind(StandingPublished, "standing-published", SCORERS, undone_by=PublicationRecalled),
    Kind(ScoresPublished, "scores-published", SCORERS, undone_by=PublicationRecalled),
    Kind(RunningScoresShown, "running-scores-shown", SCORERS, undone_by=RunningScoresHidden),
    Kind(RunningScoresHidden, "running-scores-hidden", SCORERS),
    Kind(PublicationRecalled, "publication-recalled", DIRECTORS, period="correction"),
)
