"""The one walk over the matches of a stage: which were played, in which session, and who of the tournament met.

Whatever asks who met whom, or what anybody has of a match, goes by it: rounds and draws, ties, what is carried of
matches, brackets, cross tables, the ripple. Which of them count is the business of whoever asks.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ledger.facts.tournaments import SessionAdded
from ledger.overall.field_of_play import FieldOfPlay, Scored
from ledger.projections.matches import Match
from ledger.projections.meetings import MatchKey
from ledger.scoring.derivation import Derivation
from ledger.session.tournaments import Tournament


class StageMatch(NamedTuple):
    """A match of a stage: the session it is of, its key there, and the two as the tournament calls them."""

    of: SessionAdded
    key: MatchKey
    entrants: tuple[str, str]
    match: Match

    @property
    def own_round(self) -> int:
        """Its round by the numbers of its session; of which none is known, the first."""
        return self.key[0] or 1

    @property
    def played(self) -> bool:
        """Whether it has boards and somebody won it, or nobody: it is not void."""
        return bool(self.match.boards) and not self.match.void

    def by_entrant(self, worth: dict[str, Derivation]) -> dict[str, Derivation]:
        """What is said of the two by their names in the session, by those they have in the tournament."""
        return {who: worth[team] for who, team in zip(self.entrants, self.match.teams, strict=True) if team in worth}


def stage_matches(tournament: Tournament, fields: Iterable[FieldOfPlay]) -> Iterator[StageMatch]:
    """Every match there is on these scoreboards, field by field, in the order of its scoreboard."""
    for field in fields:
        for key, match in field.scoreboard.matches.items():
            one, two = (field.entrant(tournament, team) for team in match.teams)
            of, _ = field.own(match.teams[0])
            yield StageMatch(of, key, (one, two), match)


def session_matches(tournament: Tournament, sessions: Iterable[Scored]) -> Iterator[StageMatch]:
    """The same of sessions each by itself, whether or not their sections are scored together."""
    return stage_matches(
        tournament, (FieldOfPlay(scoreboard, ((added, scoreboard),)) for added, scoreboard in sessions)
    )
