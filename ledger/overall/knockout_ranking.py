"""Who is first in a match of a knockout: of two who leads, of three by matches won and by IMPs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ledger.events.brackets import ThreeWayBy
from ledger.overall.knockout_meetings import Encounter
from ledger.projections.matches import part_won


class SideScore(NamedTuple):
    """What a team has in a match: how many of its meetings it won (a tie is half of one), its IMPs less the others'.

    `word`: what the director said of its meetings, those it wins by it less those it loses. `key` ranks by it, largest
    first.
    """

    team: str
    won: Fraction
    imps: Fraction
    word: int
    key: tuple[Fraction, Fraction, int]


def ranking(teams: Sequence[str], meetings: Sequence[Encounter], by: ThreeWayBy) -> list[SideScore]:
    """The leader first; who has the same in the order of the bracket."""
    scores = [_score(team, [each for each in meetings if team in each.teams], by) for team in teams]
    return sorted(scores, key=lambda score: score.key, reverse=True)


def _score(team: str, own: Sequence[Encounter], by: ThreeWayBy) -> SideScore:
    met = [each for each in own if each.segments or each.decision]
    won = sum((part_won(each.winner, team) for each in met), Fraction(0))
    imps = sum((each.lead(team) for each in met), Fraction(0))
    said = [each.decision[1] for each in met if each.decision]
    word = sum(1 if each.winner == team else -1 for each in said if each.how == "director")
    key = (won, imps, word) if by == "wins" or len(own) == 1 else (imps, won, word)
    return SideScore(team, won, imps, word, key)
