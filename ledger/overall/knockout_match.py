"""A match of a bracket as it stands: who plays, what they have, whether it is over, and who goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ledger.events.brackets import BracketMatch, ThreeWayBy
from ledger.overall.knockout_meetings import Encounter, sittings_of
from ledger.overall.knockout_ranking import SideScore, ranking
from ledger.overall.knockout_sides import Sides


@dataclass(frozen=True)
class KnockoutMatch:
    """A match of a bracket as it stands: who plays (None: not known yet), and the meetings of each two of them.

    `due`: in how many sittings it is played. `went_on`: who has played the match that this one feeds, by place.
    """

    drawn: BracketMatch
    sides: Sides
    meetings: tuple[Encounter, ...]
    due: int
    three_way: ThreeWayBy
    went_on: tuple[str | None, ...] = ()

    @property
    def teams(self) -> list[str]:
        """Who plays, as far as it is known."""
        return [side for side in self.sides if side is not None]

    @cached_property
    def sittings(self) -> list[int]:
        """The sittings it was played in so far."""
        return sittings_of([segment for meeting in self.meetings for segment in meeting.segments])

    @property
    def begun(self) -> bool:
        """Whether boards of it were played, or something was decided without."""
        return any(meeting.segments or meeting.decision for meeting in self.meetings)

    @cached_property
    def scores(self) -> list[SideScore]:
        """Everybody's score, the leader's first: matches won, IMPs, and the director's word."""
        return ranking(self.teams, self.meetings, self.three_way)

    @property
    def over(self) -> bool:
        """Whether everything was played that is to be, or said: what is tied then wants more boards, or a word."""
        if None in self.sides or not all(meeting.settled for meeting in self.meetings):
            return False
        return len(self.sittings) >= self.due or all(meeting.decision for meeting in self.meetings)

    @property
    def tied(self) -> bool:
        """Whether the last who would go on and the first who would not have the same."""
        last, first_out = self.scores[self.drawn.survivors - 1 :][:2]
        return last.key == first_out.key

    @property
    def winners(self) -> tuple[str, ...]:
        """Who goes on by what was played and said, the winner first; nobody while it is not over, or tied."""
        if not self.over or self.tied:
            return ()
        return tuple(score.team for score in self.scores[: self.drawn.survivors])

    @property
    def onward(self) -> tuple[str, ...]:
        """Who goes on: who has played on, else who won."""
        won: Sequence[str | None] = self.winners or (None,) * self.drawn.survivors
        pairs = zip(self.went_on or (None,) * self.drawn.survivors, won, strict=True)
        return tuple(team for team in (went or now for went, now in pairs) if team)

    @property
    def is_turned(self) -> bool:
        """Whether somebody has played on who would not now."""
        return bool(self.winners) and {*self.onward} != {*self.winners}

    @property
    def out(self) -> list[str]:
        """Who is out in it."""
        return [team for team in self.teams if team not in self.onward] if self._is_known else []

    @property
    def _is_known(self) -> bool:
        return len(self.onward) == self.drawn.survivors
