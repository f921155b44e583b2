"""One contestant's evening: its best and worst boards, and its scores as declarer, as leader and as defender."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from ledger.bridge import Seat
from ledger.laws.adjustment import Stands
from ledger.projections.standings import CardLine, Scorecard

Role = Literal["declarer", "leader", "defender"]
"""What a player is on a board: declarer, the leader (declarer's left-hand opponent), or the leader's partner."""

ROLES: tuple[Role, ...] = ("declarer", "leader", "defender")

_SHOWN = 3
"""The most boards that are named as best, and as worst."""


class RoleScore(NamedTuple):
    """The average of the boards on which the contestant's player at a seat had a role."""

    role: Role
    seat: Seat
    boards: int
    average: Fraction


class Evening(NamedTuple):
    """A contestant's best and worst boards, and its averages by role; per cent if `in_percent`, else points a board."""

    in_percent: bool
    best: tuple[CardLine, ...]
    worst: tuple[CardLine, ...]
    roles: tuple[RoleScore, ...]

    def worth(self, line: CardLine) -> Fraction:
        """Return the score of a board, in the unit of the evening."""
        return (line.percent if self.in_percent else line.earned) or Fraction(0)


def evening_of(card: Scorecard) -> Evening:
    """Return the evening on a scorecard.

    Boards count that were scored by a result: artificial scores are nobody's best board. By role only table results
    count, since a ruling's contract was not played. A team's score has two rooms, so it has no roles.
    """
    scored = [
        line for line in card.lines if line.earned is not None and line.result and (_stands(line) or line.assigned)
    ]
    evening = Evening(bool(scored) and all(line.percent is not None for line in scored), (), (), ())
    ordered = sorted(scored, key=evening.worth, reverse=True)
    few = min(_SHOWN, len(scored) // 2)
    worths = defaultdict[tuple[Role, Seat], list[Fraction]](list)
    for line in () if card.matches else scored:
        for role, seat in _roles(card.contestant, line):
            worths[role, seat].append(evening.worth(line))
    roles = tuple(
        RoleScore(role, seat, len(values), sum(values, Fraction(0)) / len(values))
        for role in ROLES
        for seat in Seat
        if (values := worths.get((role, seat)))
    )
    worst = sorted(ordered[len(ordered) - few :], key=evening.worth)
    return evening._replace(best=tuple(ordered[:few]), worst=tuple(worst), roles=roles)


def _stands(line: CardLine) -> bool:
    return line.ruling is None or isinstance(line.ruling.adjustment, Stands)


def _roles(contestant: str, line: CardLine) -> Iterator[tuple[Role, Seat]]:
    played = line.result.played if line.result and _stands(line) else None
    if played is None:
        return
    leader = played.declarer.left
    seats: tuple[tuple[Role, Seat], ...] = (
        ("declarer", played.declarer),
        ("leader", leader),
        ("defender", leader.left.left),
    )
    own = [seat for seat in Seat if seat.side is line.side]
    together = line.played.seating.contestants(line.side)
    if len(together) > 1:  # individuals are named in the order of their seats: North or East first
        own = own[together.index(contestant) : together.index(contestant) + 1]
    yield from (each for each in seats if each[1] in own)
