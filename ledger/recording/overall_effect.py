"""What a command moves beyond the session it is given in: in the tournament that session belongs to.

It is looked for where a score is settled after play: while slips come in, the standing over all sessions moves with
every one of them, and nobody asks.
"""

from dataclasses import dataclass
from functools import cached_property

from ledger.events.register import KIND_OF
from ledger.overall.aspects import GIVEN_OUT
from ledger.overall.ripple import OverallRipple, overall_ripple
from ledger.overall.scores import TournamentScores
from ledger.overall.standing import Overall, overalls
from ledger.recording.effect import Effect
from ledger.recording.tournaments import Tournaments
from ledger.session import Stream, Tournament


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
        known = {each.stage.name: each.doubtful for each in overalls(self.before)}
        return [each for each in overalls(self.after) if each.doubtful not in ([], known.get(each.stage.name))]

    @property
    def changes_what_is_out(self) -> bool:
        """Whether a stage's standing was given out, and is another afterwards."""
        given_out = self.before.tournament.stages_given_out
        return any(each.stage in given_out and each.kind in GIVEN_OUT for each in self.moved.moved)


def overall_effect(tournaments: Tournaments, effect: Effect) -> OverallEffect | None:
    """What a command moves in a tournament; None where it belongs to none, or settles nothing.

    The other sessions are as they now are. None of them is read or scored a second time.
    """
    if isinstance(effect.after, Tournament):
        return _of_its_own(tournaments, effect.before, effect.after) if _settles(effect) else None
    name = tournaments.of_session(effect.after.id) if _settles(effect) else None
    if name is None or effect.scores_after is None:
        return None
    tournament = tournaments.stream(name)
    others = tournaments.scoreboards(each for each in tournament.sessions if each != effect.after.id)
    beside = TournamentScores(tournament, others)
    after = effect.scores_after.completed()
    before = beside.with_scores(effect.scores_before.completed()) if effect.scores_before else beside
    return OverallEffect(name, before, beside.with_scores(after))


def _of_its_own(tournaments: Tournaments, before: Stream, after: Tournament) -> OverallEffect | None:
    """What is said of the tournament itself: other rules, a session more or less, who is who."""
    if not isinstance(before, Tournament):
        return None
    scores = TournamentScores(before, tournaments.scoreboards({**before.sessions, **after.sessions}))
    return OverallEffect(after.id, scores, scores.said_otherwise(after))


def _settles(effect: Effect) -> bool:
    return any(KIND_OF[type(envelope.event)].settles for envelope in effect.events)
