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

from ledger.facts.participation import ContestantWithdrew
from ledger.facts.tournaments import SessionAdded
from ledger.labels import natural
from ledger.labels.phrases import Phrase
from ledger.overall.figures import UNITS
from ledger.overall.marking import went_on_without
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_matches import StageMatch, session_matches
from ledger.overall.totals import in_units
from ledger.projections.matches import taken
from ledger.projections.missed_matches import average, by_boards, indemnity
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.tally import places
from ledger.projections.victory_points import scale
from ledger.scoring.derivation import Derivation, Rule, derived
from ledger.session.state import PartPlayed

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
    """The cross table of a stage; None where no session of it has matches.

    Totals are rounded as the stage rounds them, where they are what it adds up: who is level there is level here.
    """
    found = all_met(scores, stage)
    if not found.sessions:
        return None
    unmet = tuple(found.unmet())
    played = _played(found)
    cells = played | _lost(found, played, unmet)
    rules = scores.tournament.stages[stage].rules
    exact = {each: _total(scores, found, each, cells) for each in found.field}
    of_stage = found.unit == UNITS[rules.adds]
    totals = {each: in_units(total, rules) for each, total in exact.items()} if of_stage else exact
    gone = {each.entrant for each in found.left.values() if not each.keeps_place}
    ranks = places([each for each in found.field if each not in gone], {e: t.value for e, t in totals.items()})
    order = sorted(found.field, key=lambda each: (ranks.get(each, len(found.field) + 1), natural(each)))
    to_play = tuple((pair, times) for pair, times in unmet if found.left.keys().isdisjoint(pair))
    return CrossTable(found.unit, found.meets, tuple(order), ranks, totals, cells, to_play, found.left)


_Cells = dict[tuple[str, str], tuple[CrossCell, ...]]


def _played(found: AllMet) -> _Cells:
    """The matches that were played, in order of the sessions."""
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


def _lost(found: AllMet, played: _Cells, unmet: Sequence[tuple[tuple[str, str], int]]) -> _Cells:
    """What everybody has of the matches it loses against those who withdrew after half."""
    cells: _Cells = {}
    for pair, times in unmet:
        for own, other in (pair, pair[::-1]):
            left = found.left.get(other)
            if left and not left.cancelled and own not in found.left:
                worth = _indemnity(found, own, other).saying(
                    Phrase("against %(other)s, not played: %(other)s withdrew", other=other)
                )
                cells[own, other] = (*played.get((own, other), ()), *(CrossCell(worth, lost=True),) * times)
    return cells


def _indemnity(found: AllMet, own: str, other: str) -> Derivation:
    """What one has of a match its opponent did not come to any more."""
    scoreboard = found.sessions[-1][1]
    if scale(scoreboard):
        return indemnity(scoreboard, _average(found.counted, own), other, _average(found.counted, other))
    boards = Counter(met.boards for met in found.matches).most_common(1)
    return by_boards(scoreboard, range(1, boards[0][0] + 1) if boards else (), lost=True)


def _average(counted: Sequence[LeagueMatch], team: str) -> Derivation | None:
    return average(team, [met.worth[team] for met in counted if team in met.worth])


def _total(scores: TournamentScores, found: AllMet, entrant: str, cells: _Cells) -> Derivation:
    """A contestant's total: its matches, what it has for those it lost or sat out, less its penalties in VPs."""
    own = [cell for (team, _), row in cells.items() if team == entrant for cell in row if cell.counts]
    played = sum(not cell.lost for cell in own)
    beside = [part for added, at in found.sessions for part in _beside(scores, found, entrant, added, at)]
    text = Phrase.counted("%(entrant)s: %(number)s match", "%(entrant)s: %(number)s matches", played, entrant=entrant)
    return derived(Rule.SUM, text, [*(cell.worth for cell in own), *beside], unit=found.unit)


def _beside(
    scores: TournamentScores, found: AllMet, entrant: str, added: SessionAdded, scoreboard: Scoreboard
) -> Iterator[Derivation]:
    """What a session has of somebody beside its matches: sit-outs that are worth something, and penalties in VPs."""

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
