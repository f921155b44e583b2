"""What a command moves beyond the session it is given in: in the tournament that session belongs to."""

from dataclasses import dataclass
from functools import cached_property

from ledger.overall.aspects import GIVEN_OUT
from ledger.overall.ripple import OverallRipple, overall_ripple
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import overalls
from ledger.projections.scoreboard import Scoreboard
from ledger.recording.tournaments import Tournaments
from ledger.session import Tournament


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
        if self.before.tournament is self.after.tournament:
            return []
        known = {each.stage.name: each.doubtful for each in overalls(self.before)}
        return [each for each in overalls(self.after) if each.doubtful not in ([], known.get(each.stage.name))]

    @property
    def changes_what_is_out(self) -> bool:
        """Whether a stage's standing was given out, and is another afterwards."""
        given_out = self.before.tournament.stages_given_out
        return any(each.stage in given_out and each.kind in GIVEN_OUT for each in self.moved.moved)


def of_a_session(tournaments: Tournaments, name: str, before: Scoreboard | None, after: Scoreboard) -> OverallEffect:
    """What the scores of one of its sessions move in a tournament, all of them worked out.

    The other sessions are as they now are. None of them is read or scored a second time.
    """
    tournament, session = tournaments.stream(name), after.session.id
    others = tournaments.scoreboards(each for each in tournament.sessions if each != session)
    then = tournaments.over(tournament, others | {session: before} if before else others)
    return OverallEffect(name, then, then.with_scores(after))


def of_its_own(tournaments: Tournaments, before: Tournament, after: Tournament) -> OverallEffect:
    """What is said of the tournament itself moves in it: other rules, a session more or less, who is who."""
    scores = tournaments.over(before, tournaments.scoreboards({**before.sessions, **after.sessions}))
    return OverallEffect(after.id, scores, scores.said_otherwise(after))
