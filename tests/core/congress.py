"""A tournament's stream without a database, as `spec.Evening` is a session's."""

from dataclasses import replace

from ledger.kernel.fact import StreamHead
from ledger.laws import profile_loader
from ledger.laws.regulations import StageRules
from ledger.overall.scores import TournamentScores
from ledger.subjects.publications.facts import PublishedStage, PublishStanding
from ledger.subjects.tournaments.facts import AddStage, OpenTournament, StageFormat
from tests.core.spec import Evening


class Congress(Evening):
    """A tournament in memory, with these stages."""

    def __init__(self, *stages: str, format_: StageFormat = "sessions", rules: StageRules | None = None):
        self.log = []
        self.do(OpenTournament("Congress", profile_loader.load_profile("default")))
        for stage in stages:
            self.do(AddStage(stage, format_, rules or StageRules()))

    @property
    def tournament(self):
        return self.session

    def publish(self, *heads: StreamHead, **numbers: str) -> PublishStanding:
        """Return the command that publishes these stages, with their numbers, over sessions that had come so far."""
        own = StreamHead(self.session.id, self.session.number, self.session.digest.hex())
        stages = tuple(PublishedStage(stage, said) for stage, said in numbers.items())
        return PublishStanding(stages=stages, heads=(own, *heads))

    def over(self, **evenings: Evening) -> TournamentScores:
        """Return the tournament scored over these evenings, by the names they were added with."""
        return TournamentScores(self.session, {name: each.scoreboard for name, each in evenings.items()})


def evening(*results: str) -> Evening:
    """Return an evening of one board with these results at its tables."""
    found = Evening()
    found.play(1, results)
    return found


def as_told(standing):
    """Return the rows of a standing with the derivation of every number."""
    return [
        replace(
            row,
            total=row.total.derivation(),
            figures=tuple(each._replace(value=each.value.derivation()) for each in row.figures),
            counted=tuple(each._replace(value=each.value.derivation()) for each in row.counted),
        )
        for row in standing.rows
    ]
