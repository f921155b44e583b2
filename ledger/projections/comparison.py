"""Two contestants of a session compared board by board, each board by what it was worth to either."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import CardLine, scorecard


class ComparedBoard(NamedTuple):
    """A board as two contestants played it; None for one who did not play it."""

    board: int
    first: CardLine | None
    second: CardLine | None

    @property
    def difference(self) -> Fraction | None:
        """The first contestant's score less the second's, in percent if both have one; None if either has no score."""
        first, second = (each and each.worth for each in (self.first, self.second))
        return None if first is None or second is None else first - second


def compare(scoreboard: Scoreboard, first: str, second: str) -> list[ComparedBoard]:
    """Compare two contestants of a session; of a board played several times, the first plays, then the second ones."""
    played = defaultdict[int, tuple[list[CardLine], list[CardLine]]](lambda: ([], []))
    for at, contestant in enumerate((first, second)):
        for line in scorecard(scoreboard, contestant).lines:
            if not line.second_room:  # a team's board has one score
                played[line.played.board][at].append(line)
    return [ComparedBoard(board, *lines) for board, both in sorted(played.items()) for lines in zip_longest(*both)]
