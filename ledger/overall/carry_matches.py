"""What contestants of a stage scored against some of it: in the matches between those who go on."""

from collections.abc import Iterator, Sequence

from ledger.laws.stage_rules import Added
from ledger.overall.figures import UNITS
from ledger.overall.playing import FieldOfPlay
from ledger.projections.matches import Match
from ledger.scoring.derivation import Derivation, derived, given
from ledger.scoring.rule import Rule
from ledger.session.tournament import Tournament


def against_qualifiers(
    tournament: Tournament, fields: Sequence[FieldOfPlay], adds: Added, qualifiers: Sequence[str]
) -> dict[str, Derivation]:
    """What each of them has of the matches between them, in what the stage adds up."""
    found: dict[str, list[Derivation]] = {each: [] for each in qualifiers}
    for entrant, part in _parts(tournament, fields, adds):
        if entrant in found and part.text in found:
            found[entrant].append(part.saying(f"against {part.text}"))
    return {
        entrant: derived(Rule.SUM, "matches between those who go on", parts, unit=UNITS[adds])
        for entrant, parts in found.items()
    }


def _parts(tournament: Tournament, fields: Sequence[FieldOfPlay], adds: Added) -> Iterator[tuple[str, Derivation]]:
    """Every contestant's part of every match, in the words of who its opponent was."""
    for field in fields:
        for match in field.scoreboard.matches.values():
            one, two = (field.entrant(tournament, team) for team in match.teams)
            for team, own, other in zip(match.teams, (one, two), (two, one), strict=True):
                if part := _scored(match, team, adds):
                    yield own, part.saying(other)


def _scored(match: Match, team: str, adds: Added) -> Derivation | None:
    if adds == "victory-points":
        return match.victory_points.get(team)
    if adds == "imps":
        return match.nets[team] if match.boards else None
    if match.void or not match.boards:
        return None
    halves = 1 if match.winner is None else 2 * (match.winner == team)
    return derived(Rule.QUOTIENT, "won", [given(halves, "halves"), given(2, "a match")])
