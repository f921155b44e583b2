"""A bracket filled with what was played and said: match by match, in order of rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from ledger.events.brackets import BracketDrawn, BracketMatch, BracketSide
from ledger.overall.knockout_match import KnockoutMatch
from ledger.overall.knockout_meetings import Encounter, Segment, segments, sittings_of
from ledger.overall.knockout_sides import Candidates, candidates, may_meet_again, who_plays
from ledger.overall.scores import TournamentScores


class Filling:
    """A bracket being filled, match by match in order of rounds; `left` are the segments no match has taken."""

    def __init__(self, scores: TournamentScores, drawn: BracketDrawn) -> None:
        self.knockouts = scores.tournament.knockouts
        self.drawn = drawn
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
        self.left = tuple(each for each in self.left if each not in taken)
        meetings = tuple(self._meeting(match, pair, taken) for pair in pairs)
        found = self.found[match.name] = KnockoutMatch(match, sides, meetings, due, self.drawn.three_way)
        if found.begun:
            self._went_on |= {
                (side.feeder, side.place): team for side, team in zip(match.sides, sides, strict=True) if side.feeder
            }

    def _meeting(self, match: BracketMatch, pair: tuple[str, str], taken: Sequence[Segment]) -> Encounter:
        own = tuple(each for each in taken if {*each.teams} == {*pair})
        return Encounter(pair, own, self.knockouts.decision(self.drawn.stage, match.name, frozenset(pair)))

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
            if met and (len(pairs) > 1 or Encounter(pairs[0], tuple(taken)).leads):
                return taken
        return own

    def with_who_went_on(self, match: KnockoutMatch) -> KnockoutMatch:
        """A match with who has played the ones it feeds."""
        places = range(1, match.drawn.survivors + 1)
        return replace(match, went_on=tuple(self._went_on.get((match.drawn.name, place)) for place in places))
