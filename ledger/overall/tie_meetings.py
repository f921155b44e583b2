"""Who met whom in a stage, in matches or on boards, and what each had of it: what ties are split by."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.bridge import Side
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.stage_matches import stage_matches
from ledger.projections.matches import Match, part_won
from ledger.projections.scoreboard import Scoreboard
from ledger.session.tournament import Tournament


class Met(NamedTuple):
    """Two contestants' match: what each has of it in victory points, or 1, ½ and 0; the IMPs for each; matches won.

    Of pairs who were not in matches: what each has on the boards they played against each other, and nothing else.
    """

    teams: tuple[str, str]
    points: tuple[Fraction, Fraction]
    imps: tuple[Fraction, Fraction] | None = None
    won: tuple[Fraction, Fraction] | None = None


def matches(tournament: Tournament, fields: Sequence[FieldOfPlay], up_to: Mapping[int, int] | None = None) -> list[Met]:
    """Every match of a stage that was played and is not void; `up_to`: the last round of each sitting, if not all."""
    return [
        _match(each.entrants, each.match)
        for each in stage_matches(tournament, fields)
        if each.played and (up_to is None or each.own_round <= up_to[each.of.sitting])
    ]


def _match(teams: tuple[str, str], match: Match) -> Met:
    one, two = match.teams
    won = part_won(match.winner, one), part_won(match.winner, two)
    points = match.victory_points
    worth = (points[one].value, points[two].value) if points else won
    return Met(teams, worth, (match.scores[one].value, match.scores[two].value), won)


def on_boards(tournament: Tournament, fields: Sequence[FieldOfPlay], tied: Sequence[str]) -> list[Met]:
    """What some contestants have on the boards they played against each other, where there are no matches."""
    found = []
    for field in fields:
        if not field.scoreboard.in_matches:
            for labels, points in _boards(field.scoreboard):
                if all(label in field.scoreboard.session.contestants for label in labels):
                    teams = field.entrant(tournament, labels[0]), field.entrant(tournament, labels[1])
                    if {*teams} <= {*tied}:
                        found.append(Met(teams, points))
    return found


def _boards(scoreboard: Scoreboard) -> Iterator[tuple[tuple[str, str], tuple[Fraction, Fraction]]]:
    for played in scoreboard.session.table_boards():
        if all(scoreboard.counts(played, side) for side in Side):
            yield played.seating.pair, (scoreboard.value(played, Side.NS), scoreboard.value(played, Side.EW))
