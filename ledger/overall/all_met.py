"""Who met whom in an all-play-all, over all sessions of the stage, and who left it before its end.

What a withdrawal makes of the scores is a matter of the whole event (White Book 2025 §2.4): so the sessions are asked
for their matches as if nobody had withdrawn, and half is half of the matches of the stage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from ledger.events.participation import ContestantWithdrew
from ledger.events.tournaments import SessionAdded
from ledger.overall.marking import went_on_without
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_matches import StageMatch, session_matches
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.victory_points import scale
from ledger.scoring.derivation import Derivation
from ledger.session.participation import PartPlayed

Pair = frozenset[str]


class LeagueMatch(NamedTuple):
    """A match of two: in which session, with how many boards, what each has of it, by its name in the tournament."""

    of: SessionAdded
    boards: int
    worth: dict[str, Derivation]

    @property
    def pair(self) -> Pair:
        """The two."""
        return frozenset(self.worth)


class Leaver(NamedTuple):
    """Who withdrew, where that is said (the event, of a session or of the tournament itself), and how far it had come.

    Before half of the stage all scores against it are cancelled; after half they stand.
    """

    entrant: str
    session: str
    number: int
    part: PartPlayed
    good_reason: bool = False

    @property
    def cancelled(self) -> bool:
        """Whether its scores are cancelled."""
        return self.part.before_half

    @property
    def keeps_place(self) -> bool:
        """Whether it is ranked with what it has: for a good reason, after half."""
        return self.good_reason and not self.cancelled


class AllMet(NamedTuple):
    """The sessions of a stage as if nobody had withdrawn, everybody who takes part, the matches, and who left."""

    sessions: list[tuple[SessionAdded, Scoreboard]]
    field: list[str]
    matches: list[LeagueMatch]
    meets: int
    left: dict[str, Leaver]

    @property
    def unit(self) -> str:
        """What matches are in: victory points, or IMPs where a session has no scale."""
        in_points = all(scale(scoreboard) for _, scoreboard in self.sessions)
        return "VP" if in_points else self.sessions[0][1].unit

    @property
    def counted(self) -> list[LeagueMatch]:
        """The matches that were not cancelled."""
        gone = {each.entrant for each in self.left.values() if each.cancelled}
        return [met for met in self.matches if gone.isdisjoint(met.pair)]

    def unmet(self) -> Iterator[tuple[tuple[str, str], int]]:
        """Each two who still have matches to play, and how many."""
        times = Counter(met.pair for met in self.matches)
        for pair in combinations(self.field, 2):
            if short := self.meets - times[frozenset(pair)]:
                yield pair, short


def all_met(scores: TournamentScores, stage: str) -> AllMet:
    """Everything of a stage in which all play all; how often two meet is what the most have played."""
    sessions = [(added, _standing(scoreboard)) for added, scoreboard in scores.played(stage) if scoreboard.in_matches]
    field = scores.playing(sessions)
    points = all(scale(scoreboard) for _, scoreboard in sessions)
    played = (each for each in session_matches(scores.tournament, sessions) if each.match.boards)
    matches = [_met(each, each.match.victory_points if points else each.match.nets) for each in played]
    meets = max(Counter(met.pair for met in matches).values(), default=1)
    said = {each.entrant: each for each in _left(scores, stage, sessions, matches, meets * (len(field) - 1))}
    return AllMet(sessions, field, matches, meets, said)


def _standing(scoreboard: Scoreboard) -> Scoreboard:
    """A session's scores as if nobody had withdrawn in it."""
    session = scoreboard.session
    without = session.participation.without_withdrawals()
    return scoreboard if without is session.participation else Scoreboard(replace(session, participation=without))


def _met(met: StageMatch, worth: dict[str, Derivation]) -> LeagueMatch:
    return LeagueMatch(met.of, met.match.boards, met.by_entrant(worth))


def _left(
    scores: TournamentScores,
    stage: str,
    sessions: Sequence[tuple[SessionAdded, Scoreboard]],
    matches: Sequence[LeagueMatch],
    whole: int,
) -> Iterator[Leaver]:
    """Who withdrew, in a session or between two of them; matches it was to play may be said in the session.

    Who withdraws after the last sitting has played the stage, and leaves those that come after it.
    """
    played = Counter(entrant for met in matches for entrant in met.pair)
    for entrant, withdrawn in scores.tournament.qualified.withdrawn.items():
        if withdrawn.said.stage == stage and went_on_without(scores.tournament, withdrawn):
            yield Leaver(
                entrant,
                scores.tournament.id,
                withdrawn.number,
                PartPlayed(played[entrant], whole),
                withdrawn.said.good_reason,
            )
    for added, _ in sessions:
        for number, fact in scores.scoreboards[added.session].session.participation.all(ContestantWithdrew):
            entrant = scores.tournament.entrant_of(added.session, fact.contestant)
            part = PartPlayed(played[entrant], fact.of or whole, fact.stand)
            yield Leaver(entrant, added.session, number, part, fact.good_reason)
