"""A knockout stage: its bracket as it was drawn, filled by what was played and said; who is out, and who goes on.

Nothing is recorded of who goes on: it follows from the scores of the sessions, and from the director's word. Who has
played the next match went on to it, whatever a later ruling makes of the match before: `Bracket.turned` names those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ledger.overall.knockout_meetings import CarriedForward, Encounter, Segment, segments, sittings_of
from ledger.overall.scores import TournamentScores
from ledger.projections.matches import part_won
from ledger.subjects.brackets.facts import BracketDrawn, BracketMatch, BracketSide, ThreeWayBy
from ledger.subjects.brackets.state import field_of

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
    scores: list[SideScore] = []
    for team in teams:
        own = [each for each in meetings if team in each.teams]
        met = [each for each in own if each.segments or each.decision]
        won = sum((part_won(each.winner, team) for each in met), Fraction(0))
        imps = sum((each.lead(team) for each in met), Fraction(0))
        said = [each.decision[1] for each in met if each.decision]
        word = sum(1 if each.winner == team else -1 for each in said if each.how == "director")
        key = (won, imps, word) if by == "wins" or len(own) == 1 else (imps, won, word)
        scores.append(SideScore(team, won, imps, word, key))
    return sorted(scores, key=lambda score: score.key, reverse=True)


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
        known = len(self.onward) == self.drawn.survivors
        return [team for team in self.teams if team not in self.onward] if known else []


class BracketFilling:
    """A bracket being filled; `left`: segments no match has taken; `in_match`: who has been in one already."""

    def __init__(self, scores: TournamentScores, drawn: BracketDrawn, carried: CarriedForward) -> None:
        self.knockouts = scores.tournament.knockouts
        self.drawn = drawn
        self.carried = carried
        self.in_match = set[str]()
        self.left = tuple(segments(scores, drawn.stage))
        self.candidates: Candidates = candidates(drawn)
        self.found: dict[str, KnockoutMatch] = {}
        self._went_on: dict[tuple[str, int], str | None] = {}

    def fill(self, match: BracketMatch) -> None:
        """A match with who plays it and what they have."""
        said = [each for _, each in self.knockouts.of_stage(self.drawn.stage) if each.match == match.name]
        met = [*((each.winner, each.loser) for each in said), *(segment.teams for segment in self.left)]
        expected = list[str | None]()
        for side in match.sides:
            won = self.found[side.feeder].winners if side.feeder else None
            expected.append((won[side.place - 1] if won else None) if side.feeder else side.entrant)
        may_be = [self.candidates[side.feeder] if side.feeder else frozenset({side.entrant}) for side in match.sides]
        sides = who_plays(expected, may_be, met)
        teams = [team for team in sides if team is not None]
        due = self.drawn.segments[min(match.round, len(self.drawn.segments)) - 1] if self.drawn.segments else 1
        pairs = list(combinations(teams, 2))
        taken = self._taken(match, pairs, due)
        meetings = tuple(self._meeting(match, pair, taken) for pair in pairs)
        self.left = tuple(each for each in self.left if each not in taken)
        self.in_match.update(teams)
        found = self.found[match.name] = KnockoutMatch(match, sides, meetings, due, self.drawn.three_way)
        if found.begun:
            self._went_on |= {
                (side.feeder, side.place): team for side, team in zip(match.sides, sides, strict=True) if side.feeder
            }

    def _meeting(self, match: BracketMatch, pair: tuple[str, str], taken: Sequence[Segment]) -> Encounter:
        own = tuple(each for each in taken if {*each.teams} == {*pair})
        decision = self.knockouts.decision(self.drawn.stage, match.name, frozenset(pair))
        return Encounter(pair, own, decision, self.carried.of_match(pair, self.in_match))

    def _taken(self, match: BracketMatch, pairs: Sequence[tuple[str, str]], due: int) -> list[Segment]:
        """The segments of a match: all that its pairs played, or, where they may meet again, as many as it takes.

        Those are the sittings that are due, more until each two have met, and more while a match of two is tied.
        """
        two = {frozenset(pair) for pair in pairs}
        own = [each for each in self.left if frozenset(each.teams) in two]
        if not any(may_meet_again(pair, match, self.drawn, self.candidates) for pair in pairs):
            return own
        sittings = sittings_of(own)
        for count in range(due, len(sittings)):
            taken = [each for each in own if each.of.sitting in sittings[:count]]
            met = {frozenset(each.teams) for each in taken} == two
            if met and (len(pairs) > 1 or self._meeting(match, pairs[0], taken).leads):
                return taken
        return own

    def with_who_went_on(self, match: KnockoutMatch) -> KnockoutMatch:
        """A match with who has played the ones it feeds."""
        places = range(1, match.drawn.survivors + 1)
        return replace(match, went_on=tuple(self._went_on.get((match.drawn.name, place)) for place in places))


@dataclass(frozen=True)
class ReversedMatch:
    """A match that has another winner now than who has played on from it: nothing changes by itself."""

    stage: str
    match: str
    went_on: str
    winner: str
    into: str


@dataclass(frozen=True)
class KnockoutPlace:
    """From which to which place (none while it is in), the matches won, where it went out, and its last match."""

    entrant: str
    won: int
    match: KnockoutMatch | None
    first: int | None = None
    last: int | None = None

    @property
    def is_out(self) -> bool:
        """Whether it is out."""
        return self.match is not None and self.entrant in self.match.out


@dataclass(frozen=True)
class Bracket:
    """The bracket of a stage at one moment, its matches by name in order of rounds."""

    drawn: BracketDrawn
    matches: Mapping[str, KnockoutMatch]
    beside: tuple[Segment, ...] = ()

    @cached_property
    def rounds(self) -> list[list[KnockoutMatch]]:
        """The matches round by round."""
        last = max(match.drawn.round for match in self.matches.values())
        return [[match for match in self.matches.values() if match.drawn.round == at] for at in range(1, last + 1)]

    @property
    def turned(self) -> list[ReversedMatch]:
        """The matches whose winner is not who has played on."""
        found: list[ReversedMatch] = []
        for match in self.matches.values():
            for into, side, team in self._fed.get(match.drawn.name, ()):
                if into.begun and match.winners:
                    now = match.winners[side.place - 1]
                    if team is not None and team != now:
                        found.append(ReversedMatch(self.drawn.stage, match.drawn.name, team, now, into.drawn.name))
        return found

    @property
    def places(self) -> list[KnockoutPlace]:
        """Everybody's place by rounds survived, the best first, who is still in before who is out."""
        field, placed = field_of(self.drawn), list[KnockoutPlace]()
        for team in field:
            own = self._of_teams.get(team, [])
            won = sum(team in match.onward for match in own)
            last = own[-1] if own else None
            if last is None or not (team in last.out or (last is self.rounds[-1][0] and team in last.onward)):
                placed.append(KnockoutPlace(team, won, last))
                continue
            gone = [
                sum(len(match.sides) - match.drawn.survivors for match in matches)
                for matches in self.rounds[: last.drawn.round]
            ]
            left = len(field) - sum(gone)
            placed.append(
                KnockoutPlace(team, won, last, *((left + 1, left + gone[-1]) if team in last.out else (1, left)))
            )
        return sorted(placed, key=lambda place: place.first or 0)

    @cached_property
    def _of_teams(self) -> dict[str, list[KnockoutMatch]]:
        found: dict[str, list[KnockoutMatch]] = {}
        for match in self.matches.values():
            for team in dict.fromkeys(match.teams):
                found.setdefault(team, []).append(match)
        return found

    @cached_property
    def _fed(self) -> dict[str, list[tuple[KnockoutMatch, BracketSide, str | None]]]:
        found: dict[str, list[tuple[KnockoutMatch, BracketSide, str | None]]] = {}
        for into in self.matches.values():
            for side, team in zip(into.drawn.sides, into.sides, strict=True):
                found.setdefault(side.feeder, []).append((into, side, team))
        return found


def filled(scores: TournamentScores, drawn: BracketDrawn, carried: CarriedForward) -> Bracket:
    """A bracket as the sessions now stand, with what is carried into it."""
    filling = BracketFilling(scores, drawn, carried)
    for match in drawn.matches:
        filling.fill(match)
    return Bracket(
        drawn, {name: filling.with_who_went_on(match) for name, match in filling.found.items()}, filling.left
    )
