"""How matches went on: what each side has after every one, and after every set of a knockout match."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from ledger.bridge import Side
from ledger.projections.match_boards import MatchTables, match_tables, playable
from ledger.projections.matches import Match
from ledger.projections.meetings import MatchKey
from ledger.projections.victory_points import scale
from ledger.session import TableBoard

if TYPE_CHECKING:
    from ledger.projections.scoreboard import Scoreboard


class MatchSet(NamedTuple):
    """A set of a knockout match: its round, the boards that count, and what each side has of them."""

    round: int
    boards: int
    scores: dict[str, Fraction]


def totals_after(scoreboard: Scoreboard) -> dict[MatchKey, dict[str, Fraction]]:
    """What each of the two has after a match, of all their matches up to its round; penalties in VPs not taken off.

    In victory points, or where there are none in what they won less what they lost. Nothing where nobody plays twice.
    """
    played = [(key, match) for key, match in scoreboard.matches.items() if match.boards]
    if scoreboard.form.one_match or len({key[0] for key, _ in played}) < 2:
        return {}
    earned: dict[int, list[tuple[str, Fraction]]] = {}
    for (round_, _), match in played:
        earned.setdefault(round_, []).extend((team, _worth(scoreboard, match, team)) for team in match.teams)
    for each in scoreboard.missed_matches:
        earned.setdefault(each.fact.round or 0, []).append((each.fact.contestant, each.worth.value))
    by_then, found = dict[str, Fraction](), dict[MatchKey, dict[str, Fraction]]()
    for round_ in sorted(earned):
        for team, worth in earned[round_]:
            by_then[team] = by_then.get(team, Fraction(0)) + worth
        found |= {key: {team: by_then[team] for team in match.teams} for key, match in played if key[0] == round_}
    return found


def _worth(scoreboard: Scoreboard, match: Match, team: str) -> Fraction:
    return (match.victory_points if scale(scoreboard) else match.nets)[team].value


def sets_of(scoreboard: Scoreboard) -> dict[MatchKey, list[MatchSet]]:
    """The sets of every knockout match that has several, in order."""
    if not scoreboard.form.one_match:
        return {}
    found = {each.key: _sets(scoreboard, each) for each in match_tables(scoreboard)}
    return {key: sets for key, sets in found.items() if len(sets) > 1}


def _sets(scoreboard: Scoreboard, tables: MatchTables) -> list[MatchSet]:
    match, found = scoreboard.matches[tables.key], []
    for round_, group in groupby(sorted(tables.by_round.items()), key=lambda each: each[0][0]):
        counted = [
            each for each in playable([played for _, played in group], tables.finding) if scoreboard.counts(each)
        ]
        scores = {team: _on_boards(scoreboard, team, counted, match) for team in match.teams}
        found.append(MatchSet(round_, len(counted), scores))
    return found


def _on_boards(scoreboard: Scoreboard, team: str, counted: list[TableBoard], match: Match) -> Fraction:
    """What a team has of boards: where they balance, of those it won."""
    own = (scoreboard.value(each, Side.NS if each.seating.ns == team else Side.EW) for each in counted)
    return sum((max(value, Fraction(0)) if match.balanced else value for value in own), Fraction(0))
