"""The cross table of an all-play-all: each contestant's score against each, withdrawals, and totals.

A withdrawal concerns the whole event (White Book 2025 §2.4; golden U04, U05): the sessions are scored as if nobody had
withdrawn, and "half" means half the matches of the stage. An opponent of a contestant who withdrew after half gets the
best of its own average, the converse of the withdrawn contestant's average, and a share of the victory points; without
victory points an average plus on the first boards and an average on the remaining ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from ledger.labels import Phrase, natural
from ledger.overall.field_of_play import session_matches
from ledger.overall.figures import UNITS, round_total
from ledger.overall.places import stage_went_on_since
from ledger.overall.scores import TournamentScores
from ledger.projections.match_boards import scale
from ledger.projections.matches import deduct
from ledger.projections.scoreboard import Scoreboard, average, by_boards, indemnity
from ledger.projections.tally import places
from ledger.scoring.derivation import Derivation, Rule, derive
from ledger.session.state import PartPlayed
from ledger.subjects.participation.facts import ContestantWithdrew
from ledger.subjects.tournaments.facts import SessionAdded

Pair = frozenset[str]


class LeagueMatch(NamedTuple):
    """A match of an all-play-all: its session, its number of boards, and each contestant's score."""

    of: SessionAdded
    boards: int
    worth: dict[str, Derivation]

    @property
    def pair(self) -> Pair:
        """The two contestants of the match."""
        return frozenset(self.worth)


class Leaver(NamedTuple):
    """A contestant who withdrew: the event that records the withdrawal, and the part of the stage it had played."""

    entrant: str
    session: str
    number: int
    part: PartPlayed
    good_reason: bool = False

    @property
    def cancelled(self) -> bool:
        """True if the contestant's scores are cancelled: it withdrew before half of the stage."""
        return self.part.before_half

    @property
    def keeps_place(self) -> bool:
        """True if the contestant is ranked with its score: it withdrew after half, for a good reason."""
        return self.good_reason and not self.cancelled


class League(NamedTuple):
    """An all-play-all scored as if nobody had withdrawn; `meets`: matches due for each pair; `left`: withdrawals."""

    sessions: list[tuple[SessionAdded, Scoreboard]]
    field: list[str]
    matches: list[LeagueMatch]
    meets: int
    left: dict[str, Leaver]

    @property
    def unit(self) -> str:
        """The unit of match scores: 'VP' if all sessions have victory points, else the first session's unit."""
        in_points = all(scale(scoreboard) for _, scoreboard in self.sessions)
        return "VP" if in_points else self.sessions[0][1].unit

    @property
    def counted(self) -> list[LeagueMatch]:
        """The matches that count: those without a contestant who withdrew before half of the stage."""
        gone = {each.entrant for each in self.left.values() if each.cancelled}
        return [met for met in self.matches if gone.isdisjoint(met.pair)]

    def unmet(self) -> Iterator[tuple[tuple[str, str], int]]:
        """Yield each pair that still has matches to play, with the number of these matches."""
        times = Counter(met.pair for met in self.matches)
        for pair in combinations(self.field, 2):
            if short := self.meets - times[frozenset(pair)]:
                yield pair, short


def collect_league(scores: TournamentScores, stage: str) -> League:
    """Return an all-play-all stage with its matches; each pair is due to meet as often as the pair that met most."""
    sessions: list[tuple[SessionAdded, Scoreboard]] = []
    for added, scoreboard in scores.played(stage):
        if scoreboard.in_matches:
            session = scoreboard.session
            # A withdrawal concerns the whole event (White Book 2025 §2.4), so the session must not score it by itself
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
    left = {each.entrant: each for each in _find_leavers(scores, stage, sessions, matches, meets * (len(field) - 1))}
    return League(sessions, field, matches, meets, left)


def _find_leavers(
    scores: TournamentScores,
    stage: str,
    sessions: Sequence[tuple[SessionAdded, Scoreboard]],
    matches: Sequence[LeagueMatch],
    whole: int,
) -> Iterator[Leaver]:
    """Yield the contestants who withdrew from the stage; withdrawals after the last sitting are left out."""
    played = Counter(entrant for met in matches for entrant in met.pair)
    for entrant, withdrawn in scores.tournament.qualified.withdrawn.items():
        if withdrawn.said.stage == stage and stage_went_on_since(scores.tournament, withdrawn):
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


def list_matches_to_play(scores: TournamentScores, stage: str) -> list[tuple[str, str]]:
    """Return the pairs of an all-play-all still to meet; [] before the first match, or for a stage of another format.

    Left out: contestants who withdrew, and matches that are void or were scored as missed.
    """
    if scores.tournament.stages[stage].format != "all-play-all":
        return []
    played = collect_league(scores, stage)
    gone = {*played.left, *scores.tournament.qualified.withdrawn}
    settled = {
        frozenset(each.entrants) for each in session_matches(scores.tournament, played.sessions) if each.match.void
    }
    settled |= {
        frozenset(scores.tournament.entrant_of(added.session, each) for each in (missed.fact.contestant, opponent))
        for added, scoreboard in played.sessions
        for missed in scoreboard.missed_matches
        if (opponent := missed.fact.opponent)
    }
    unmet = (pair for pair, _ in played.unmet()) if played.matches else ()
    return [pair for pair in unmet if gone.isdisjoint(pair) and frozenset(pair) not in settled]


@dataclass(frozen=True)
class CrossCell:
    """A contestant's score for a match; `counts`: False if cancelled; `lost`: True if the match was not played."""

    worth: Derivation
    counts: bool = True
    lost: bool = False


@dataclass(frozen=True)
class CrossTable:
    """Each contestant's scores against every opponent, by place; `unmet`: pairs with matches to play, and how many."""

    unit: str
    meets: int
    entrants: tuple[str, ...]
    ranks: Mapping[str, int]
    totals: Mapping[str, Derivation]
    cells: Mapping[tuple[str, str], tuple[CrossCell, ...]]
    unmet: tuple[tuple[tuple[str, str], int], ...]
    left: Mapping[str, Leaver]

    def matches(self, entrant: str) -> int:
        """Return how many of a contestant's matches were played and count."""
        return sum(
            each.counts and not each.lost
            for (team, _), cells in self.cells.items()
            if team == entrant
            for each in cells
        )


def cross_table(scores: TournamentScores, stage: str) -> CrossTable | None:
    """Return the cross table of a stage, totals rounded by its rules if in its unit; None if no session has matches."""
    league = collect_league(scores, stage)
    if not league.sessions:
        return None
    unmet = tuple(league.unmet())
    played = _fill_played_cells(league)
    lost: _Cells = {}
    scoreboard, boards = league.sessions[-1][1], Counter(met.boards for met in league.matches).most_common(1)
    for pair, times in unmet:
        for team, opponent in (pair, pair[::-1]):
            leaver = league.left.get(opponent)
            if leaver and not leaver.cancelled and team not in league.left:
                if scale(scoreboard):
                    ours, theirs = _derive_average(league.counted, team), _derive_average(league.counted, opponent)
                    worth = indemnity(scoreboard, ours, opponent, theirs)
                else:
                    worth = by_boards(scoreboard, range(1, boards[0][0] + 1) if boards else (), lost=True)
                worth = worth.saying(Phrase("against %(other)s, not played: %(other)s withdrew", other=opponent))
                lost[team, opponent] = (*played.get((team, opponent), ()), *(CrossCell(worth, lost=True),) * times)
    cells = played | lost
    rules = scores.tournament.stages[stage].rules
    exact: dict[str, Derivation] = {}
    for entrant in league.field:
        counting = [cell for (team, _), row in cells.items() if team == entrant for cell in row if cell.counts]
        beside = [
            part
            for added, at in league.sessions
            for part in _yield_missed_and_penalties(scores, league, entrant, added, at)
        ]
        text = Phrase.counted(
            "%(entrant)s: %(number)s match",
            "%(entrant)s: %(number)s matches",
            sum(not cell.lost for cell in counting),
            entrant=entrant,
        )
        exact[entrant] = derive(Rule.SUM, text, [*(cell.worth for cell in counting), *beside], unit=league.unit)
    of_stage = league.unit == UNITS[rules.adds]
    totals = {each: round_total(total, rules) for each, total in exact.items()} if of_stage else exact
    gone = {each.entrant for each in league.left.values() if not each.keeps_place}
    ranks = places([each for each in league.field if each not in gone], {e: t.value for e, t in totals.items()})
    order = sorted(league.field, key=lambda each: (ranks.get(each, len(league.field) + 1), natural(each)))
    to_play = tuple((pair, times) for pair, times in unmet if league.left.keys().isdisjoint(pair))
    return CrossTable(league.unit, league.meets, tuple(order), ranks, totals, cells, to_play, league.left)


_Cells = dict[tuple[str, str], tuple[CrossCell, ...]]


def _fill_played_cells(league: League) -> _Cells:
    cells: _Cells = {}
    counted = league.counted
    for met in league.matches:
        one, two = met.worth
        for team, opponent in ((one, two), (two, one)):
            text = Phrase.counted(
                "against %(other)s, %(session)s: %(number)s board",
                "against %(other)s, %(session)s: %(number)s boards",
                met.boards,
                other=opponent,
                session=met.of.session,
            )
            cell = CrossCell(met.worth[team].saying(text), counts=met in counted)
            cells[team, opponent] = (*cells.get((team, opponent), ()), cell)
    return cells


def _derive_average(counted: Sequence[LeagueMatch], team: str) -> Derivation | None:
    return average(team, [met.worth[team] for met in counted if team in met.worth])


def _yield_missed_and_penalties(
    scores: TournamentScores, league: League, entrant: str, added: SessionAdded, scoreboard: Scoreboard
) -> Iterator[Derivation]:
    def named(contestant: str) -> str:
        return scores.tournament.entrant_of(added.session, contestant)

    for missed in scoreboard.missed_matches:
        if named(missed.fact.contestant) == entrant and not (
            missed.fact.opponent and named(missed.fact.opponent) in league.left
        ):
            yield missed.worth
    for penalty in scoreboard.session.penalties_in_force():
        if penalty.imposed.unit == "VP" and named(penalty.imposed.contestant) == entrant:
            yield deduct(scoreboard, penalty)
