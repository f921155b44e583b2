"""A match of a bracket as it stands: who is to play and who did, what they have, who is first, whether it is over, and
who goes on: of two who leads, of three by matches won and by IMPs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ledger.facts.brackets import BracketDrawn, BracketMatch, BracketSide, ThreeWayBy
from ledger.overall.knockout_meetings import Encounter, sittings_of
from ledger.projections.matches import part_won

Sides = tuple[str | None, ...]

Candidates = Mapping[str, frozenset[str]]
"""Everybody who can come to play in a match, by its name."""


def candidates(drawn: BracketDrawn) -> Candidates:
    """Who can come to play in each match."""
    found: dict[str, frozenset[str]] = {}
    for match in drawn.matches:
        found[match.name] = frozenset().union(*(_of_side(side, found) for side in match.sides))
    return found


def _of_side(side: BracketSide, found: Candidates) -> frozenset[str]:
    return found[side.feeder] if side.feeder else frozenset({side.entrant})


def may_meet_again(pair: tuple[str, str], match: BracketMatch, drawn: BracketDrawn, known: Candidates) -> bool:
    """Whether two who meet in a match can meet in a later one: two go on from a match of three."""
    for later in drawn.matches:
        sides = [_of_side(side, known) for side in later.sides]
        for at, one in enumerate(sides):
            for two in (*sides[:at], *sides[at + 1 :]):
                if later.round > match.round and pair[0] in one and pair[1] in two:
                    return True
    return False


def who_plays(
    expected: Sequence[str | None], may_be: Sequence[frozenset[str]], met: Sequence[tuple[str, str]]
) -> Sides:
    """Who plays: two of those who may have met, the last time, if one of them at least is expected; else as expected.

    So a match that was played stays that of those who played it, when a late ruling turns one before it; and two who
    play for another place in the same stage, both of them out, do not play the final by that.
    """
    if len(expected) != 2:
        return tuple(expected)
    best, found = 0, (expected[0], expected[1])
    for one, two in (order for pair in met for order in (pair, pair[::-1])):
        if one in may_be[0] and two in may_be[1]:
            fits = [is_ is None or is_ == team for is_, team in zip(expected, (one, two), strict=True)]
            if sum(fits) and sum(fits) >= best:
                best, found = sum(fits), (one, two)
    return found


class SideScore(NamedTuple):
    """What a team has in a match: how many of its meetings it won (a tie is half of one), its IMPs less the others'.

    `word`: what the director said of its meetings, those it wins by it less those it loses. `key` ranks by it, largest
    first.
    """

    team: str
    won: Fraction
    imps: Fraction
    word: int
    key: tuple[Fraction, Fraction, int]


def ranking(teams: Sequence[str], meetings: Sequence[Encounter], by: ThreeWayBy) -> list[SideScore]:
    """The leader first; who has the same in the order of the bracket."""
    scores = [_score(team, [each for each in meetings if team in each.teams], by) for team in teams]
    return sorted(scores, key=lambda score: score.key, reverse=True)


def _score(team: str, own: Sequence[Encounter], by: ThreeWayBy) -> SideScore:
    met = [each for each in own if each.segments or each.decision]
    won = sum((part_won(each.winner, team) for each in met), Fraction(0))
    imps = sum((each.lead(team) for each in met), Fraction(0))
    said = [each.decision[1] for each in met if each.decision]
    word = sum(1 if each.winner == team else -1 for each in said if each.how == "director")
    key = (won, imps, word) if by == "wins" or len(own) == 1 else (imps, won, word)
    return SideScore(team, won, imps, word, key)


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
    def out(self) -> list[str]:
        """Who is out in it."""
        return [team for team in self.teams if team not in self.onward] if self._is_known else []

    @property
    def _is_known(self) -> bool:
        return len(self.onward) == self.drawn.survivors
