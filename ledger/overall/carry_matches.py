"""What contestants of a stage scored against some of it: in the matches between those who go on.

Of sessions that is what each match gave; of a knockout a match of its bracket, however many segments it had, and who
went on from it.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from ledger.laws.stage_rules import Added
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS
from ledger.overall.knockout import Bracket
from ledger.overall.stage_matches import StageMatch, stage_matches
from ledger.projections.matches import part_won
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule
from ledger.session.tournament import Tournament

Part = tuple[tuple[str, str], Derivation]
"""Somebody's part of a match: whose, against whom, and what."""


def against_qualifiers(parts: Iterable[Part], adds: Added, qualifiers: Sequence[str]) -> dict[str, Derivation]:
    """What each of them has of the matches between them, in what the stage adds up."""
    found: dict[str, list[Derivation]] = {each: [] for each in qualifiers}
    for (entrant, other), part in parts:
        if entrant in found and other in found:
            found[entrant].append(part.saying(f"against {other}"))
    return {
        entrant: derived(Rule.SUM, "matches between those who go on", parts, unit=UNITS[adds])
        for entrant, parts in found.items()
    }


def of_bracket(drawn: Bracket) -> Iterator[Part]:
    """Everybody's part of every match of a bracket that is over; of three who met, of each two."""
    for match in drawn.matches.values():
        for meeting in match.meetings if match.onward else ():
            winner = meeting.winner if len(match.teams) > 2 else match.onward[0]
            for who, other in permutations(meeting.teams):
                yield (who, other), given(part_won(winner, who), "won")


def of_sessions(tournament: Tournament, fields: Sequence[FieldOfPlay], adds: Added) -> Iterator[Part]:
    """Everybody's part of every match of the sessions."""
    for met in stage_matches(tournament, fields):
        for who, other, team in zip(met.entrants, met.entrants[::-1], met.match.teams, strict=True):
            if part := _scored(met, team, adds):
                yield (who, other), part


def _scored(met: StageMatch, team: str, adds: Added) -> Derivation | None:
    if adds == "victory-points":
        return met.match.victory_points.get(team)
    if adds == "imps":
        return met.match.nets[team] if met.match.boards else None
    return given(part_won(met.match.winner, team), "won") if met.played else None
