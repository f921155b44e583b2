"""The cross table of an all-play-all: who met whom over all sessions of the stage, what each has against each, who left
before the end, and the totals.

Who loses a match because its opponent withdrew after half has the best of its own average over the event, the converse
of the average of who withdrew, and a share of the victory points; where there are none, an average plus on the first
boards and an average on the rest (White Book 2025 §2.4; golden U04, U05).

What a withdrawal makes of the scores is a matter of the whole event (White Book 2025 §2.4): so the sessions are asked
for their matches as if nobody had withdrawn, and half is half of the matches of the stage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from ledger.labels import Phrase, natural
from ledger.overall.field_of_play import session_matches
from ledger.overall.figures import UNITS, in_units
from ledger.overall.places import went_on_without
from ledger.overall.scores import TournamentScores
from ledger.projections.match_boards import scale
from ledger.projections.matches import taken
from ledger.projections.scoreboard import Scoreboard, average, by_boards, indemnity
from ledger.projections.tally import places
from ledger.scoring.derivation import Derivation, Rule, derived
from ledger.session.state import PartPlayed
from ledger.subjects.participation.facts import ContestantWithdrew
from ledger.subjects.tournaments.facts import SessionAdded

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
    """Who withdrew, by which event, and how far it had come; before half of the stage all against it is cancelled."""

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
    sessions: list[tuple[SessionAdded, Scoreboard]] = []
    for added, scoreboard in scores.played(stage):
        if scoreboard.in_matches:
            session = scoreboard.session
            without = session.participation.without_withdrawals()
            same = without is session.participation
            sessions.append((added, scoreboard if same else Scoreboard(replace(session, participation=without))))
    field = scores.playing(sessions)
    points = all(scale(scoreboard) for _, scoreboard in sessions)
    played = (each for each in session_matches(scores.tournament, sessions) if each.match.boards)
    matches = [
        LeagueMatch(
            each.of, each.match.boards, each.by_entrant(each.match.victory_points if points else each.match.nets)
        )
        for each in played
    ]
    meets = max(Counter(met.pair for met in matches).values(), default=1)
    said = {each.entrant: each for each in _left(scores, stage, sessions, matches, meets * (len(field) - 1))}
    return AllMet(sessions, field, matches, meets, said)


def _left(
    scores: TournamentScores,
    stage: str,
    sessions: Sequence[tuple[SessionAdded, Scoreboard]],
    matches: Sequence[LeagueMatch],
    whole: int,
) -> Iterator[Leaver]:
    """Who withdrew, in a session or between two; who does so after the last sitting has played the stage."""
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


def matches_to_play(scores: TournamentScores, stage: str) -> list[tuple[str, str]]:
    """The matches of an all-play-all still to play: of nobody who left, none void or missed, none before the first."""
    if scores.tournament.stages[stage].format != "all-play-all":
        return []
    found = all_met(scores, stage)
    gone = {*found.left, *scores.tournament.qualified.withdrawn}
    settled = {
        frozenset(each.entrants) for each in session_matches(scores.tournament, found.sessions) if each.match.void
    }
    settled |= {
        frozenset(scores.tournament.entrant_of(added.session, each) for each in (missed.fact.contestant, opponent))
        for added, scoreboard in found.sessions
        for missed in scoreboard.missed_matches
        if (opponent := missed.fact.opponent)
    }
    unmet = (pair for pair, _ in found.unmet()) if found.matches else ()
    return [pair for pair in unmet if gone.isdisjoint(pair) and frozenset(pair) not in settled]


@dataclass(frozen=True)
class CrossCell:
    """What one has of a match against another; `counts` not where it was cancelled, `lost` where it was not played."""

    worth: Derivation
    counts: bool = True
    lost: bool = False


@dataclass(frozen=True)
class CrossTable:
    """Everybody against everybody, by place; `unmet`: each two who have matches left to play, and how many."""

    unit: str
    meets: int
    entrants: tuple[str, ...]
    ranks: Mapping[str, int]
    totals: Mapping[str, Derivation]
    cells: Mapping[tuple[str, str], tuple[CrossCell, ...]]
    unmet: tuple[tuple[tuple[str, str], int], ...]
    left: Mapping[str, Leaver]

    def matches(self, entrant: str) -> int:
        """How many matches that count somebody has played."""
        return sum(
            each.counts and not each.lost for (own, _), cells in self.cells.items() if own == entrant for each in cells
        )


def cross_table(scores: TournamentScores, stage: str) -> CrossTable | None:
    """The cross table of a stage, its totals rounded as the stage's; None where no session of it has matches."""
    found = all_met(scores, stage)
    if not found.sessions:
        return None
    unmet = tuple(found.unmet())
    played = _played(found)
    lost: _Cells = {}
    scoreboard, boards = found.sessions[-1][1], Counter(met.boards for met in found.matches).most_common(1)
    for pair, times in unmet:
        for own, other in (pair, pair[::-1]):
            left = found.left.get(other)
            if left and not left.cancelled and own not in found.left:
                if scale(scoreboard):
                    ours, theirs = _average(found.counted, own), _average(found.counted, other)
                    worth = indemnity(scoreboard, ours, other, theirs)
                else:
                    worth = by_boards(scoreboard, range(1, boards[0][0] + 1) if boards else (), lost=True)
                worth = worth.saying(Phrase("against %(other)s, not played: %(other)s withdrew", other=other))
                lost[own, other] = (*played.get((own, other), ()), *(CrossCell(worth, lost=True),) * times)
    cells = played | lost
    rules = scores.tournament.stages[stage].rules
    exact: dict[str, Derivation] = {}
    for entrant in found.field:
        counting = [cell for (team, _), row in cells.items() if team == entrant for cell in row if cell.counts]
        beside = [part for added, at in found.sessions for part in _beside(scores, found, entrant, added, at)]
        text = Phrase.counted(
            "%(entrant)s: %(number)s match",
            "%(entrant)s: %(number)s matches",
            sum(not cell.lost for cell in counting),
            entrant=entrant,
        )
        exact[entrant] = derived(Rule.SUM, text, [*(cell.worth for cell in counting), *beside], unit=found.unit)
    of_stage = found.unit == UNITS[rules.adds]
    totals = {each: in_units(total, rules) for each, total in exact.items()} if of_stage else exact
    gone = {each.entrant for each in found.left.values() if not each.keeps_place}
    ranks = places([each for each in found.field if each not in gone], {e: t.value for e, t in totals.items()})
    order = sorted(found.field, key=lambda each: (ranks.get(each, len(found.field) + 1), natural(each)))
    to_play = tuple((pair, times) for pair, times in unmet if found.left.keys().isdisjoint(pair))
    return CrossTable(found.unit, found.meets, tuple(order), ranks, totals, cells, to_play, found.left)


_Cells = dict[tuple[str, str], tuple[CrossCell, ...]]


def _played(found: AllMet) -> _Cells:
    cells: _Cells = {}
    counted = found.counted
    for met in found.matches:
        one, two = met.worth
        for own, other in ((one, two), (two, one)):
            text = Phrase.counted(
                "against %(other)s, %(session)s: %(number)s board",
                "against %(other)s, %(session)s: %(number)s boards",
                met.boards,
                other=other,
                session=met.of.session,
            )
            cell = CrossCell(met.worth[own].saying(text), counts=met in counted)
            cells[own, other] = (*cells.get((own, other), ()), cell)
    return cells


def _average(counted: Sequence[LeagueMatch], team: str) -> Derivation | None:
    return average(team, [met.worth[team] for met in counted if team in met.worth])


def _beside(
    scores: TournamentScores, found: AllMet, entrant: str, added: SessionAdded, scoreboard: Scoreboard
) -> Iterator[Derivation]:
    def named(contestant: str) -> str:
        return scores.tournament.entrant_of(added.session, contestant)

    for each in scoreboard.missed_matches:
        if named(each.fact.contestant) == entrant and not (
            each.fact.opponent and named(each.fact.opponent) in found.left
        ):
            yield each.worth
    for penalty in scoreboard.session.penalties_in_force():
        if penalty.imposed.unit == "VP" and named(penalty.imposed.contestant) == entrant:
            yield taken(scoreboard, penalty)
