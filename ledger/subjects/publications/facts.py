"""Publications: the scores of a session, the standing of a tournament, and their commands."""

from ledger.kernel.fact import Command, Fact, StreamHead, TournamentCommand
from ledger.kernel.free_text import FreeText


class PublishedStage(Fact, frozen=True):
    """A stage in a published standing; `numbers`: the digest of the stage's places, totals and matches."""

    stage: str
    numbers: str


class StandingPublished(Fact, frozen=True):
    """The standing of a tournament's stages was published, each over all its sessions.

    `heads`: the last events of the tournament and of its sessions, from which the standing was computed. `from_then`:
    as in `ScoresPublished`.
    """

    stages: tuple[PublishedStage, ...]
    heads: tuple[StreamHead, ...]
    note: FreeText = ""
    from_then: FreeText = ""


class PublishStanding(TournamentCommand, frozen=True):
    """Publish the standing of one stage, or of all stages with scores.

    The office fills in `stages` with their numbers, the `heads` these come from, and `settled_at`: the last correction,
    ruling, decision or penalty in any of the sessions (µs UTC). `from_then`: as in `ScoresPublished`.
    """

    note: str = ""
    stage: str | None = None
    stages: tuple[PublishedStage, ...] = ()
    heads: tuple[StreamHead, ...] = ()
    settled_at: int = 0
    from_then: str = ""


class PublishScores(Command, frozen=True):
    """Publish the scores of a session; `from_then`: why the periods begin at the stated time.

    Without `from_then` they begin when the publication is recorded.
    """

    note: str = ""
    from_then: str = ""


class ScoresPublished(Fact, frozen=True):
    """The official scores of a session were published; the correction and appeal periods begin (Laws 79C, 92B).

    A later publication begins no new period. `numbers`: the digest of all published scores, totals and places.
    `from_then`: why the periods begin at the stated time of publication, not at its recording; only the chief director
    may say so.
    """

    numbers: str
    note: FreeText = ""
    from_then: FreeText = ""


class RunningScoresShown(Fact, frozen=True):
    """The office allowed the hall to see places and totals during play, before publication."""


class ShowRunningScores(RunningScoresShown, Command, frozen=True):
    """Allow the hall to see places and totals during play, before publication."""
