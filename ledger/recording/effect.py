"""The effect of a command: the recorded events, and the changed scores of the session and its tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ledger.bridge.double_dummy import Tricks
from ledger.decide import Remark, SheetTally
from ledger.errors import UNREADABLE_STREAM, Problem
from ledger.kernel.fact import Command, Envelope
from ledger.projections.concerns import Concern
from ledger.projections.doubts import doubtful_results
from ledger.projections.planned import boards_still_to_play
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import numbers_digest
from ledger.session import Session, Stream
from ledger.store.log import Head
from ledger.subjects.draws.state import first_plays_of_matches
from ledger.subjects.movement.state import plan_of
from ledger.subjects.play.facts import ResultCorrected, ResultRecorded
from ledger.subjects.register import kind_of
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.seal import Seal

if TYPE_CHECKING:
    from ledger.overall.aspects import OverallRipple
    from ledger.overall.before_a_draw import UndrawnMatch
    from ledger.overall.scores import TournamentScores
    from ledger.overall.stage_standing import Overall
    from ledger.recording.tournaments import Tournaments


KnownTricks = Callable[[Session], Mapping[int, Tricks]]
"""A function that returns the double-dummy tricks of a session's deals, as far as they are known."""


class Gathered(NamedTuple):
    """A command, completed with facts from other streams; `resting_on`: by stream, the head at which it was read."""

    command: Command
    resting_on: Mapping[str, Head] = {}


@dataclass(eq=False)
class Effect:
    """The effect of a command: its events, and the session's (or tournament's) state and scores before and after.

    A tournament has no scores here, and a session just opened has no `scores_before`. `skipped`, `tally`: the lines of
    an imported file that were not recorded, and the counts of its lines; `notes`: remarks on the command. `resting_on`:
    the heads of the other streams on which the command was decided. `supposed`: a dry run; `repeated`: the command was
    recorded before. `seal`: the seal of a publication; `unsealed`: why the office's key could not seal it. The changes
    of scores are computed when first asked for.
    """

    events: tuple[Envelope, ...]
    before: Stream
    after: Stream
    scores_before: Scoreboard | None
    scores_after: Scoreboard | None
    tournaments: Callable[[], Tournaments] = field(repr=False)
    known_tricks: KnownTricks = field(repr=False)
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
    tally: SheetTally = field(default_factory=SheetTally)
    resting_on: Mapping[str, Head] = field(default_factory=dict)
    supposed: bool = False
    repeated: bool = False
    seal: Seal | None = None
    unsealed: Problem | None = None

    def ripple(self) -> Ripple:
        """Return the changes in the session's scores; no changes if the session had no scores before."""
        return self._ripple

    @cached_property
    def _ripple(self) -> Ripple:
        return ripple(*self._scored) if self._scored else Ripple()

    @cached_property
    def doubts(self) -> list[Concern]:
        """The doubts about the results recorded, and about all results of a board that is complete now, worst first."""
        new = [each.event for each in self.events if isinstance(each.event, ResultRecorded | ResultCorrected)]
        if not new or self.scores_after is None:
            return []
        session = self.scores_after.session
        plan, boards = plan_of(session), {each.board for each in new}
        complete = boards - boards_still_to_play(session, plan, boards) if plan else set()
        plays = [each for board in complete for each in session.boards[board].values()]
        plays += filter(None, (session.line(each.board, each.seating) for each in new if each.board not in complete))
        return doubtful_results(
            self.scores_after, self.known_tricks(session), (each for each in plays if not each.confirmed)
        )

    @property
    def overall(self) -> OverallEffect | None:
        """The effect on the tournament; None without one, with an `overall_trouble`, or for a command of results alone.

        During play every result would move the standing, so results alone are not followed up.
        """
        return self._overall if not isinstance(self._overall, Problem) else None

    @property
    def overall_trouble(self) -> Problem | None:
        """The error that leaves the effect on the tournament unknown (an unreadable log); None without an error."""
        return self._overall if isinstance(self._overall, Problem) else None

    @cached_property
    def _overall(self) -> OverallEffect | Problem | None:
        if not any(kind_of(envelope.event).settles for envelope in self.events):
            return None
        try:
            tournaments = self.tournaments()
            if isinstance(self.before, Tournament) and isinstance(self.after, Tournament):
                return effect_of_tournament(tournaments, self.before, self.after)
            if self.scores_after is None or (name := tournaments.of_session(self.after.id)) is None:
                return None
            before, after = self._scored or (None, self.scores_after.completed())
            return effect_of_session(tournaments, name, before, after)
        except UNREADABLE_STREAM as error:
            return error

    @cached_property
    def undrawn(self) -> list[UndrawnMatch]:
        """The matches that got their first result by this command, though no draw contains them."""
        if self.scores_after is None or not isinstance(self.before, Session):
            return []
        before, after = first_plays_of_matches(self.before), first_plays_of_matches(self.scores_after.session)
        new = {first.seating for match, first in after.items() if match not in before}
        with suppress(*UNREADABLE_STREAM):  # another stream's unreadable log must not stop this command
            if new and (scores := self.tournaments().around(self.after.id)):
                from ledger.overall.before_a_draw import find_undrawn_matches

                matches = find_undrawn_matches(scores.with_scores(self.scores_after), self.after.id)
                return [each for each in matches if each.first.seating in new]
        return []

    @cached_property
    def publication_changed(self) -> Stream | None:
        """The session or tournament whose published scores or places this command changes; None if it changes none."""
        if self.before.given_out and self._scored:
            before, after = map(numbers_digest, self._scored)
            if before != after:
                return self.before
        return self.overall.before.tournament if self.overall and self.overall.changes_publication else None

    @cached_property
    def _scored(self) -> tuple[Scoreboard, Scoreboard] | None:
        """The session's scores before and after the command, completely computed; None if either does not exist."""
        before, after = self.scores_before, self.scores_after
        if before is None or after is None:
            return None
        after.reuse_from(before.completed())
        return before, after.completed()


@dataclass(frozen=True)
class OverallEffect:
    """The effect of a command on a tournament: the tournament's scores before and after."""

    name: str
    before: TournamentScores
    after: TournamentScores

    @cached_property
    def moved(self) -> OverallRipple:
        """The changes in the tournament's standings."""
        from ledger.overall.aspects import overall_ripple

        return overall_ripple(self.before, self.after)

    @cached_property
    def stages_with_concerns(self) -> list[Overall]:
        """The standings that have new concerns because the command changed the tournament's sessions or rules."""
        if self.before.tournament is self.after.tournament:
            return []
        from ledger.overall.standing import overalls

        known = {each.stage.name: each.concerns for each in overalls(self.before)}
        return [each for each in overalls(self.after) if each.concerns not in ([], known.get(each.stage.name))]

    @property
    def changes_publication(self) -> bool:
        """True if the command changes a stage's published standing."""
        from ledger.overall.aspects import GIVEN_OUT

        given_out = self.before.tournament.published_stages
        return any(each.stage in given_out and each.kind in GIVEN_OUT for each in self.moved.moved)


def effect_of_session(
    tournaments: Tournaments, name: str, before: Scoreboard | None, after: Scoreboard
) -> OverallEffect:
    """Return the effect that a session's new scores have on its tournament."""
    tournament, session = tournaments.stream(name), after.session.id
    boards = tournaments.scoreboards(each for each in tournament.sessions if each != session)
    scores = tournaments.over(tournament, boards | {session: before} if before else boards)
    return OverallEffect(name, scores, scores.with_scores(after))


def effect_of_tournament(tournaments: Tournaments, before: Tournament, after: Tournament) -> OverallEffect:
    """Return the effect of a change in a tournament itself: in its rules, sessions or contestants' identities."""
    scores = tournaments.over(before, tournaments.scoreboards({**before.sessions, **after.sessions}))
    return OverallEffect(after.id, scores, scores.with_tournament(after))
