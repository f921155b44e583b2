"""Who was scored together: a session by itself, or the sections of one across the field."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ledger.events.tournaments import SessionAdded
from ledger.overall.sections import Merged, SectionOfSession, merged, no_field
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Row, standings
from ledger.session.tournament import Tournament

Scored = tuple[SessionAdded, Scoreboard]
"""A session of the tournament and its scores."""


@dataclass(frozen=True, eq=False)
class FieldOfPlay:
    """A scoreboard, and the sessions whose contestants are on it; `note` says why they are not scored together.

    `together`: the sections as one session, where they are scored across the field.
    """

    scoreboard: Scoreboard
    sections: tuple[Scored, ...]
    together: Merged | None = None
    note: str = ""

    @cached_property
    def rows(self) -> list[Row]:
        """Everybody in the standings of the field, who has a place and who has none."""
        return [row for ranking in standings(self.scoreboard) for row in ranking.rows]

    @property
    def sitting(self) -> int:
        """Which sitting of the stage it is of."""
        return self.sections[0][0].sitting

    def own(self, label: str) -> tuple[SessionAdded, str]:
        """Which contestant of which session somebody on the scoreboard is."""
        return self.together.own[label] if self.together else (self.sections[0][0], label)

    def entrant(self, tournament: Tournament, label: str) -> str:
        """Which contestant of the tournament somebody on the scoreboard is."""
        of, contestant = self.own(label)
        return tournament.entrant_of(of.session, contestant)

    def own_number(self, number: int) -> int:
        """The number an event has in its session."""
        return self.together.own_number(number) if self.together else number


def apart(sections: tuple[Scored, ...], before: FieldOfPlay | None) -> list[FieldOfPlay]:
    """Sections each by itself."""
    return [FieldOfPlay(each[1], (each,)) for each in sections]


def across(sections: tuple[Scored, ...], before: FieldOfPlay | None) -> list[FieldOfPlay]:
    """Sections as one field, from `before` on where nothing moved; each by itself, with a note, where they cannot be.

    Teams meet in their section and are compared with nobody else: there is nothing to score across.
    """
    if sections[0][1].teams:
        return apart(sections, before)
    own = tuple(SectionOfSession(added, scoreboard.session) for added, scoreboard in sections)
    if why := no_field(own):
        return [FieldOfPlay(each[1], (each,), note=f"{why}: each section is scored by itself") for each in sections]
    together = merged(own, before.together if before else None)
    scoreboard = Scoreboard(together.session, before.scoreboard if before else None)
    return [FieldOfPlay(scoreboard.completed(), sections, together)]


Scoring = Callable[[tuple[Scored, ...], FieldOfPlay | None], list[FieldOfPlay]]
"""How sections of one sitting become fields; what they were before is gone on from."""
