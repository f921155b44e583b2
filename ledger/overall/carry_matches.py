"""What contestants of a stage scored against some of it: in the matches between those who go on."""

from collections.abc import Iterator, Sequence

from ledger.laws.stage_rules import Added
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS
from ledger.overall.stage_matches import StageMatch, stage_matches
from ledger.projections.matches import part_won
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule
from ledger.session.tournament import Tournament


def against_qualifiers(
    tournament: Tournament, fields: Sequence[FieldOfPlay], adds: Added, qualifiers: Sequence[str]
) -> dict[str, Derivation]:
    """What each of them has of the matches between them, in what the stage adds up."""
    found: dict[str, list[Derivation]] = {each: [] for each in qualifiers}
    for (entrant, other), part in _parts(tournament, fields, adds):
        if entrant in found and other in found:
            found[entrant].append(part.saying(f"against {other}"))
    return {
        entrant: derived(Rule.SUM, "matches between those who go on", parts, unit=UNITS[adds])
        for entrant, parts in found.items()
    }


def _parts(
    tournament: Tournament, fields: Sequence[FieldOfPlay], adds: Added
) -> Iterator[tuple[tuple[str, str], Derivation]]:
    """Everybody's part of every match: whose, against whom, and what."""
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
