"""A knockout stage: its bracket as drawn, filled with matches played and the director's decisions.

Qualifying for the next match is not recorded: it follows from scores and the director's word. A team that has played
the next match stays in it, whatever a later ruling makes of the earlier match: `Bracket.turned` lists these matches.
"""

from __future__ import annotations

from collections import defaultdict
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
"""The teams that can reach a match, by the match's name."""


def candidates(drawn: BracketDrawn) -> Candidates:
    """Return the teams that can reach each match of a bracket, by the match's name."""
    reachable: dict[str, frozenset[str]] = {}
    for match in drawn.matches:
        reachable[match.name] = frozenset().union(*(_teams_of_side(side, reachable) for side in match.sides))
    return reachable


def _teams_of_side(side: BracketSide, known: Candidates) -> frozenset[str]:
    return known[side.feeder] if side.feeder else frozenset({side.entrant})


def can_meet_again(pair: tuple[str, str], match: BracketMatch, drawn: BracketDrawn, known: Candidates) -> bool:
    """Return whether two teams of a match can meet in a later one, as two of three teams that both go on can."""
    for later in drawn.matches:
        sides = [_teams_of_side(side, known) for side in later.sides]
        for at, one in enumerate(sides):
            for two in (*sides[:at], *sides[at + 1 :]):
                if later.round > match.round and pair[0] in one and pair[1] in two:
                    return True
    return False


def choose_teams(
    expected: Sequence[str | None], may_be: Sequence[frozenset[str]], met: Sequence[tuple[str, str]]
) -> Sides:
    """Return a match's teams: two candidates who met, if one fits `expected` (None fits any), else `expected`."""
    if len(expected) != 2:
        return tuple(expected)
    # A played match keeps its teams when a late ruling turns an earlier one; losers who meet for another place do not
    # thereby play the final.
    best, teams = 0, (expected[0], expected[1])
    for one, two in (order for pair in met for order in (pair, pair[::-1])):
        if one in may_be[0] and two in may_be[1]:
            fits = [is_ is None or is_ == team for is_, team in zip(expected, (one, two), strict=True)]
            if sum(fits) and sum(fits) >= best:
                best, teams = sum(fits), (one, two)
    return teams


class SideScore(NamedTuple):
    """A team's score in a match: meetings won (a tie is half of one), and IMPs less those of its opponents.

    `word`: meetings won less meetings lost by the director's decision. `key`: the sort key, largest first.
    """

    team: str
    won: Fraction
    imps: Fraction
    word: int
    key: tuple[Fraction, Fraction, int]


def ranking(teams: Sequence[str], meetings: Sequence[Encounter], by: ThreeWayBy) -> list[SideScore]:
    """Return the scores of the teams, the leader first; teams with equal scores in the order of the bracket."""
    scores: list[SideScore] = []
    for team in teams:
        meetings_of = [each for each in meetings if team in each.teams]
        met = [each for each in meetings_of if each.segments or each.decision]
        won = sum((part_won(each.winner, team) for each in met), Fraction(0))
        imps = sum((each.lead(team) for each in met), Fraction(0))
        decisions = [each.decision[1] for each in met if each.decision]
        word = sum(1 if each.winner == team else -1 for each in decisions if each.how == "director")
        key = (won, imps, word) if by == "wins" or len(meetings_of) == 1 else (imps, won, word)
        scores.append(SideScore(team, won, imps, word, key))
    return sorted(scores, key=lambda score: score.key, reverse=True)


@dataclass(frozen=True)
class KnockoutMatch:
    """A match of a bracket as it stands: its teams (None: not known yet), and the meeting of each pair of teams.

    `due`: the number of sittings. `went_on`: for each place, the team that has already played the next match, or None.
    """

    drawn: BracketMatch
    sides: Sides
    meetings: tuple[Encounter, ...]
    due: int
    three_way: ThreeWayBy
    went_on: tuple[str | None, ...] = ()

    @property
    def teams(self) -> list[str]:
        """The teams of the match that are known so far."""
        return [side for side in self.sides if side is not None]

    @cached_property
    def sittings(self) -> list[int]:
        """The sittings in which the match was played so far."""
        return sittings_of([segment for meeting in self.meetings for segment in meeting.segments])

    @property
    def begun(self) -> bool:
        """True if boards of the match were played, or a decision on the match is recorded."""
        return any(meeting.segments or meeting.decision for meeting in self.meetings)

    @cached_property
    def scores(self) -> list[SideScore]:
        """The scores of the match's teams, the leader first."""
        return ranking(self.teams, self.meetings, self.three_way)

    @property
    def over(self) -> bool:
        """True if every meeting of known teams is decided, or has all boards of the due sittings (even if tied)."""
        if None in self.sides or not all(meeting.settled for meeting in self.meetings):
            return False
        return len(self.sittings) >= self.due or all(meeting.decision for meeting in self.meetings)

    @property
    def tied(self) -> bool:
        """True if the last team to go on and the first team out have equal scores."""
        last, first_out = self.scores[self.drawn.survivors - 1 :][:2]
        return last.key == first_out.key

    @property
    def winners(self) -> tuple[str, ...]:
        """The teams that go on by score or decision, the winner first; none while the match is open or tied."""
        if not self.over or self.tied:
            return ()
        return tuple(score.team for score in self.scores[: self.drawn.survivors])

    @property
    def onward(self) -> tuple[str, ...]:
        """The teams that go on: those that have played the next match, else the winners."""
        won: Sequence[str | None] = self.winners or (None,) * self.drawn.survivors
        pairs = zip(self.went_on or (None,) * self.drawn.survivors, won, strict=True)
        return tuple(team for team in (went or winner for went, winner in pairs) if team)

    @property
    def out(self) -> list[str]:
        """The teams that the match eliminates; none before all winners are known."""
        known = len(self.onward) == self.drawn.survivors
        return [team for team in self.teams if team not in self.onward] if known else []


class BracketFilling:
    """A bracket while it is filled; `left`: segments no match has taken yet; `in_match`: teams already in a match."""

    def __init__(self, scores: TournamentScores, drawn: BracketDrawn, carried: CarriedForward) -> None:
        self.knockouts = scores.tournament.knockouts
        self.drawn = drawn
        self.carried = carried
        self.in_match = set[str]()
        self.left = tuple(segments(scores, drawn.stage))
        self.candidates: Candidates = candidates(drawn)
        self.matches: dict[str, KnockoutMatch] = {}
        self._went_on: dict[tuple[str, int], str | None] = {}

    def fill(self, match: BracketMatch) -> None:
        """Fill a match with its teams, segments and decisions; earlier rounds must be filled first."""
        decisions = [each for _, each in self.knockouts.of_stage(self.drawn.stage) if each.match == match.name]
        met = [*((each.winner, each.loser) for each in decisions), *(segment.teams for segment in self.left)]
        expected = list[str | None]()
        for side in match.sides:
            won = self.matches[side.feeder].winners if side.feeder else None
            expected.append((won[side.place - 1] if won else None) if side.feeder else side.entrant)
        may_be = [self.candidates[side.feeder] if side.feeder else frozenset({side.entrant}) for side in match.sides]
        sides = choose_teams(expected, may_be, met)
        teams = [team for team in sides if team is not None]
        due = self.drawn.segments[min(match.round, len(self.drawn.segments)) - 1] if self.drawn.segments else 1
        pairs = list(combinations(teams, 2))
        taken = self._take_segments(match, pairs, due)
        meetings = tuple(self._make_meeting(match, pair, taken) for pair in pairs)
        self.left = tuple(each for each in self.left if each not in taken)
        self.in_match.update(teams)
        filled_match = self.matches[match.name] = KnockoutMatch(match, sides, meetings, due, self.drawn.three_way)
        if filled_match.begun:
            self._went_on |= {
                (side.feeder, side.place): team for side, team in zip(match.sides, sides, strict=True) if side.feeder
            }

    def _make_meeting(self, match: BracketMatch, pair: tuple[str, str], taken: Sequence[Segment]) -> Encounter:
        played = tuple(each for each in taken if {*each.teams} == {*pair})
        decision = self.knockouts.decision(self.drawn.stage, match.name, frozenset(pair))
        return Encounter(pair, played, decision, self.carried.of_match(pair, self.in_match))

    def _take_segments(self, match: BracketMatch, pairs: Sequence[tuple[str, str]], due: int) -> list[Segment]:
        """Return the segments of a match: all that its pairs played, or the first ones if they may meet again.

        The first ones are those of the sittings due, of more sittings until all pairs have met, and of more while a
        match of two is tied.
        """
        two = {frozenset(pair) for pair in pairs}
        played = [each for each in self.left if frozenset(each.teams) in two]
        if not any(can_meet_again(pair, match, self.drawn, self.candidates) for pair in pairs):
            return played
        sittings = sittings_of(played)
        for count in range(due, len(sittings)):
            taken = [each for each in played if each.of.sitting in sittings[:count]]
            met = {frozenset(each.teams) for each in taken} == two
            if met and (len(pairs) > 1 or self._make_meeting(match, pairs[0], taken).leads):
                return taken
        return played

    def add_teams_that_went_on(self, match: KnockoutMatch) -> KnockoutMatch:
        """Return a match with `went_on` set: the teams that have already played the next match."""
        places = range(1, match.drawn.survivors + 1)
        return replace(match, went_on=tuple(self._went_on.get((match.drawn.name, place)) for place in places))


@dataclass(frozen=True)
class ReversedMatch:
    """A match whose winner by the current scores is not the team that has already played the next match."""

    stage: str
    match: str
    went_on: str
    winner: str
    into: str


@dataclass(frozen=True)
class KnockoutPlace:
    """A team's range of places (None while it is still in the bracket), matches won, and last match."""

    entrant: str
    won: int
    match: KnockoutMatch | None
    first: int | None = None
    last: int | None = None

    @property
    def is_out(self) -> bool:
        """True if the team is eliminated."""
        return self.match is not None and self.entrant in self.match.out


@dataclass(frozen=True)
class Bracket:
    """The bracket of a stage, its matches by name in order of rounds; `beside`: segments that fit no match."""

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
        """The matches whose winner is not the team that has already played the next match."""
        fed = defaultdict[str, list[tuple[KnockoutMatch, BracketSide, str | None]]](list)
        for into in self.matches.values():
            for side, team in zip(into.drawn.sides, into.sides, strict=True):
                fed[side.feeder].append((into, side, team))
        turned: list[ReversedMatch] = []
        for match in self.matches.values():
            for into, side, team in fed[match.drawn.name]:
                if into.begun and match.winners:
                    winner = match.winners[side.place - 1]
                    if team is not None and team != winner:
                        names = self.drawn.stage, match.drawn.name
                        turned.append(ReversedMatch(*names, team, winner, into.drawn.name))
        return turned

    @property
    def places(self) -> list[KnockoutPlace]:
        """The places of the teams by rounds survived; teams still in the bracket come first."""
        field, placed, of_teams = (
            field_of(self.drawn),
            list[KnockoutPlace](),
            defaultdict[str, list[KnockoutMatch]](list),
        )
        for match in self.matches.values():
            for team in dict.fromkeys(match.teams):
                of_teams[team].append(match)
        for team in field:
            played = of_teams[team]
            won = sum(team in match.onward for match in played)
            last = played[-1] if played else None
            if last is None or not (team in last.out or (last is self.rounds[-1][0] and team in last.onward)):
                placed.append(KnockoutPlace(team, won, last))
                continue
            gone = [
                sum(len(match.sides) - match.drawn.survivors for match in matches)
                for matches in self.rounds[: last.drawn.round]
            ]
            ahead = len(field) - sum(gone)
            placed.append(
                KnockoutPlace(team, won, last, *((ahead + 1, ahead + gone[-1]) if team in last.out else (1, ahead)))
            )
        return sorted(placed, key=lambda place: place.first or 0)


def fill_bracket(scores: TournamentScores, drawn: BracketDrawn, carried: CarriedForward) -> Bracket:
    """Return a drawn bracket filled with the matches played in the sessions and with carry-forwards."""
    filling = BracketFilling(scores, drawn, carried)
    for match in drawn.matches:
        filling.fill(match)
    return Bracket(
        drawn, {name: filling.add_teams_that_went_on(match) for name, match in filling.matches.items()}, filling.left
    )
