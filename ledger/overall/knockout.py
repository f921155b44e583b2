"""A knockout stage: its bracket as it was drawn, filled by what was played and said; who is out, and who goes on.

Nothing is recorded of who goes on: it follows from the scores of the sessions, and from the director's word. Who has
played the next match went on to it, whatever a later ruling makes of the match before: `Bracket.turned` names those.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from ledger.facts.brackets import BracketDrawn, BracketMatch, BracketSide
from ledger.overall.knockout_match import Candidates, KnockoutMatch, candidates, may_meet_again, who_plays
from ledger.overall.knockout_meetings import CarriedForward, Encounter, Segment, segments, sittings_of
from ledger.overall.scores import TournamentScores


class BracketFilling:
    """A bracket being filled, match by match in order of rounds; `left` are the segments no match has taken.

    `in_match`: who has been in one already.
    """

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
        sides = who_plays([self._expected(side) for side in match.sides], self._may_be(match), met)
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

    def _expected(self, side: BracketSide) -> str | None:
        """Who is to play by the bracket and by what was played before."""
        if not side.feeder:
            return side.entrant
        won = self.found[side.feeder].winners
        return won[side.place - 1] if won else None

    def _may_be(self, match: BracketMatch) -> list[frozenset[str]]:
        return [self.candidates[side.feeder] if side.feeder else frozenset({side.entrant}) for side in match.sides]

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
    """The places a contestant of a bracket has, from `first` to `last`, the matches it won, and where it went out.

    No places while it is still in; `match` is its last one, as far as is known.
    """

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
        return list(self._turned())

    def _turned(self) -> Iterator[ReversedMatch]:
        for match in self.matches.values():
            for into, side, team in self._fed.get(match.drawn.name, ()):
                if into.begun and match.winners:
                    now = match.winners[side.place - 1]
                    if team is not None and team != now:
                        yield ReversedMatch(self.drawn.stage, match.drawn.name, team, now, into.drawn.name)

    @property
    def places(self) -> list[KnockoutPlace]:
        """Everybody's place by rounds survived, the best first, who is still in before who is out."""
        placed = [self._place(team) for team in dict.fromkeys(_field(self.drawn))]
        return sorted(placed, key=lambda place: place.first or 0)

    def _place(self, team: str) -> KnockoutPlace:
        """A contestant's place: who went out in the same round shares it."""
        own = self._of_teams.get(team, [])
        won = sum(team in match.onward for match in own)
        last = own[-1] if own else None
        if last is None or not (team in last.out or (last is self.rounds[-1][0] and team in last.onward)):
            return KnockoutPlace(team, won, last)
        gone = [self._losers(number) for number in range(1, last.drawn.round + 1)]
        left = len(_field(self.drawn)) - sum(gone)
        places = (left + 1, left + gone[-1]) if team in last.out else (1, left)
        return KnockoutPlace(team, won, last, *places)

    @cached_property
    def _of_teams(self) -> dict[str, list[KnockoutMatch]]:
        """The matches of each, in order of rounds."""
        found: dict[str, list[KnockoutMatch]] = {}
        for match in self.matches.values():
            for team in dict.fromkeys(match.teams):
                found.setdefault(team, []).append(match)
        return found

    @cached_property
    def _fed(self) -> dict[str, list[tuple[KnockoutMatch, BracketSide, str | None]]]:
        """Where each match leads: into which, for which of its places, and who plays there."""
        found: dict[str, list[tuple[KnockoutMatch, BracketSide, str | None]]] = {}
        for into in self.matches.values():
            for side, team in zip(into.drawn.sides, into.sides, strict=True):
                found.setdefault(side.feeder, []).append((into, side, team))
        return found

    def _losers(self, number: int) -> int:
        """How many go out in a round."""
        return sum(len(match.sides) - match.drawn.survivors for match in self.rounds[number - 1])


def _field(drawn: BracketDrawn) -> list[str]:
    return [side.entrant for match in drawn.matches for side in match.sides if side.entrant]


def filled(scores: TournamentScores, drawn: BracketDrawn, carried: CarriedForward) -> Bracket:
    """A bracket as the sessions now stand, with what is carried into it."""
    filling = BracketFilling(scores, drawn, carried)
    for match in drawn.matches:
        filling.fill(match)
    return Bracket(
        drawn, {name: filling.with_who_went_on(match) for name, match in filling.found.items()}, filling.left
    )
