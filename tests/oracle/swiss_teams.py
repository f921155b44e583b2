"""A Swiss of teams: victory points over its rounds, byes, and triangles in half matches."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.oracle.evening import Evening
from tests.oracle.figures import nearest
from tests.oracle.matches import Matches
from tests.oracle.teams import TeamBoards
from tests.oracle.ties import Ties


@dataclass(frozen=True)
class Drawn:
    """A round: who met whom, who met nobody, and the three who met one another."""

    round: int
    pairs: Sequence[tuple[str, str]]
    bye: str = ""
    triangle: tuple[str, ...] = ()


@dataclass
class SwissEvent:
    """A Swiss of one session, its rounds, and what a bye is worth."""

    evening: Evening
    rounds: list[Drawn]
    bye: int
    ties: list[str] = field(default_factory=list)
    lot: list[str] = field(default_factory=list)


def standing(event: SwissEvent) -> dict[str, tuple[Fraction, int]]:
    """Everybody's victory points, half matches being halves, a bye in a round that was played; and places."""
    matches = Matches(TeamBoards(event.evening), halves=True)
    totals = matches.totals()
    for drawn in event.rounds:
        if drawn.bye and any(
            each[0] == drawn.round and matches.net(each, team)[1] for each in matches.boards for team in each[1]
        ):
            totals[drawn.bye] = totals.get(drawn.bye, Fraction(0)) + event.bye
    totals = {who: nearest(total, "0.01", "half-up") for who, total in totals.items()}
    ties, found = Ties(matches, totals, event.lot), dict[str, tuple[Fraction, int]]()
    for total in {*totals.values()}:
        place = 1 + sum(1 for each in totals.values() if each > total)
        for group in ties.split(sorted(who for who in totals if totals[who] == total), event.ties):
            found |= dict.fromkeys(group, (total, place))
            place += len(group)
    return found
