"""What a command moves beyond the session it is given in: in the tournament that session belongs to."""

from dataclasses import dataclass
from functools import cached_property

from ledger.overall.aspects import GIVEN_OUT
from ledger.overall.ripple import OverallRipple, overall_ripple
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import Overall, overalls
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.tournaments import Tournaments
from ledger.session import Session


@dataclass(frozen=True)
class OverallEffect:
    """A tournament before a command and after it, and what moved."""

    name: str
    before: TournamentScores
    after: TournamentScores

    @cached_property
    def moved(self) -> OverallRipple:
        """Everything of the tournament that moved."""
        return overall_ripple(self.before, self.after)

    @cached_property
    def doubtful(self) -> list[Overall]:
        """The stages of which something is to be said since a session was added, or since they have other rules."""
        if self.before.stream is self.after.stream:
            return []
        known = {each.stage.name: each.doubtful for each in overalls(self.before)}
        return [each for each in overalls(self.after) if each.doubtful not in ([], known.get(each.stage.name))]

    @property
    def changes_what_is_out(self) -> bool:
        """Whether a stage's standing was given out, and is another afterwards."""
        given_out = self.before.tournament.given_out
        return any(each.stage in given_out and each.kind in GIVEN_OUT for each in self.moved.moved)


def of_a_session(tournaments: Tournaments, name: str, before: Scoreboard | None, after: Scoreboard) -> OverallEffect:
    """What the scores of one of its sessions move in a tournament, all of them worked out.

    The other sessions are as they now are. None of them is read or scored a second time.
    """
    stream = tournaments.stream(name)
    others = tournaments.scoreboards(each for each in stream.in_tournament.sessions if each != after.session.id)
    beside = TournamentScores(stream, others)
    return OverallEffect(name, beside.with_scores(before) if before else beside, beside.with_scores(after))


def of_its_own(tournaments: Tournaments, before: Session, after: Session) -> OverallEffect:
    """What is said of the tournament itself moves in it: other rules, a session more or less, who is who."""
    said = {**before.in_tournament.sessions, **after.in_tournament.sessions}
    scores = TournamentScores(before, tournaments.scoreboards(said))
    return OverallEffect(after.id, scores, scores.said_otherwise(after))
