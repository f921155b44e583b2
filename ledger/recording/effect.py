"""What came of a command: what was recorded, and what it moved."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ledger.decide import Remark, SheetTally
from ledger.errors import OTHERS_UNREAD, Problem
from ledger.kernel.fact import Envelope
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import numbers_digest
from ledger.session import Session, Stream
from ledger.store.log import Head
from ledger.subjects.commands import Command
from ledger.subjects.draws.state import first_slips
from ledger.subjects.register import kind_of
from ledger.subjects.tournaments.state import Tournament
from ledger.trust.seal import Seal

if TYPE_CHECKING:
    from ledger.overall.before_a_draw import UndrawnMatch
    from ledger.recording.tournaments import OverallEffect, Tournaments


class Gathered(NamedTuple):
    """A command with what it rests on, and the other streams that were looked at for it, each where it stood."""

    command: Command
    resting_on: Mapping[str, Head] = {}


@dataclass(eq=False)
class Effect:
    """What came of a command: the events, the session or tournament and its scores before and after, and what moved.

    A session that has just been opened had no scores before. `supposed`: it was on trial, and nothing is recorded;
    `repeated`: it was recorded before. `resting_on`: the other streams it was decided on, each with its last event
    then. `seal`: what a publication was sealed with; `unsealed`: why it was not, though the office has a key.
    `tally`: what became of the lines of a result file. What moved is worked out when it is first asked for, and once.
    """

    events: tuple[Envelope, ...]
    before: Stream
    after: Stream
    scores_before: Scoreboard | None
    scores_after: Scoreboard | None
    tournaments: Callable[[], "Tournaments"] = field(repr=False)
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
    tally: SheetTally = field(default_factory=SheetTally)
    resting_on: Mapping[str, Head] = field(default_factory=dict)
    supposed: bool = False
    repeated: bool = False
    seal: Seal | None = None
    unsealed: Problem | None = None

    def ripple(self) -> Ripple:
        """Who moved, and by how much; nothing where the session has just been opened."""
        return self._ripple

    @cached_property
    def _ripple(self) -> Ripple:
        return ripple(*self._scored) if self._scored else Ripple()

    @property
    def overall(self) -> "OverallEffect | None":
        """What it moves in the tournament; None where the session belongs to none.

        It is looked for where a score is settled after play: while slips come in, the standing over all sessions moves
        with every one of them, and nobody asks. None too where it cannot be told: `overall_untold` says why.
        """
        return self._overall if not isinstance(self._overall, Problem) else None

    @property
    def overall_untold(self) -> Problem | None:
        """Why it cannot be told what it moves in a tournament: a log cannot be read, which stops nobody's own."""
        return self._overall if isinstance(self._overall, Problem) else None

    @cached_property
    def _overall(self) -> "OverallEffect | Problem | None":
        if not any(kind_of(envelope.event).settles for envelope in self.events):
            return None
        from ledger.recording.tournaments import of_a_session, of_its_own

        try:
            tournaments = self.tournaments()
            if isinstance(self.before, Tournament) and isinstance(self.after, Tournament):
                return of_its_own(tournaments, self.before, self.after)
            if self.scores_after is None or (name := tournaments.of_session(self.after.id)) is None:
                return None
            before, after = self._scored or (None, self.scores_after.completed())
            return of_a_session(tournaments, name, before, after)
        except OTHERS_UNREAD as error:
            return error

    @cached_property
    def undrawn(self) -> "list[UndrawnMatch]":
        """The matches that nobody drew, and of which these are the first slips."""
        if self.scores_after is None or not isinstance(self.before, Session):
            return []
        before, after = first_slips(self.before), first_slips(self.scores_after.session)
        new = {first.seating for match, first in after.items() if match not in before}
        with suppress(*OTHERS_UNREAD):  # a log that cannot be read stops nobody's own
            if new and (scores := self.tournaments().around(self.after.id)):
                from ledger.overall.before_a_draw import undrawn_in

                found = undrawn_in(scores.with_scores(self.scores_after), self.after.id)
                return [each for each in found if each.first.seating in new]
        return []

    @cached_property
    def given_out_and_changed(self) -> Stream | None:
        """The session whose scores were given out, or the tournament whose standing was, and are others afterwards.

        Any number counts: a place, a total, a score. None where nothing that was given out changes.
        """
        if self.before.given_out and self._scored:
            before, after = map(numbers_digest, self._scored)
            if before != after:
                return self.before
        return self.overall.before.tournament if self.overall and self.overall.changes_what_is_out else None

    @cached_property
    def _scored(self) -> tuple[Scoreboard, Scoreboard] | None:
        """The scores before and after, every board: those that nothing touched are worked out once for both."""
        before, after = self.scores_before, self.scores_after
        if before is None or after is None:
            return None
        after.go_on_from(before.completed())
        return before, after.completed()
