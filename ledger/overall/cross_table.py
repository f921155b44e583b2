"""The cross table of an all-play-all: what each has against each, over all sessions of the stage, and the totals.

Who loses a match because its opponent withdrew after half has the best of its own average over the event, the converse
of the average of who withdrew, and a share of the victory points; where there are none, an average plus on the first
boards and an average on the rest (White Book 2025 §2.4; golden U04, U05).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.events.tournaments import SessionAdded
from ledger.labels.order import natural
from ledger.overall.all_met import AllMet, LeagueMatch, Leaver, all_met
from ledger.overall.figures import UNITS
from ledger.overall.scores import TournamentScores
from ledger.overall.totals import in_units
from ledger.projections.matches import taken
from ledger.projections.missed_matches import average, by_boards, indemnity
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.tally import places
from ledger.projections.victory_points import scale
from ledger.scoring.derivation import Derivation, derived
from ledger.scoring.rule import Rule


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
            text = f"against {other}, {met.of.session}: {met.boards} board{'' if met.boards == 1 else 's'}"
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
                worth = _indemnity(found, own, other).saying(f"against {other}, not played: {other} withdrew")
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
    text = f"{entrant}: {played} match{'' if played == 1 else 'es'}"
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
