"""Two contestants of a session compared board by board, each board by what it was worth to either."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import CardLine, Scorecard, scorecard


def worth(line: CardLine) -> Fraction | None:
    """Return what a board was worth on a card: its percentage, or its score where there is none."""
    return line.earned if line.percent is None else line.percent


class ComparedBoard(NamedTuple):
    """A board as two contestants played it; None for one who did not play it."""

    board: int
    first: CardLine | None
    second: CardLine | None

    @property
    def difference(self) -> Fraction | None:
        """The first contestant's score less the second's, in percent if both have one; None if either has no score."""
        first, second = (each and worth(each) for each in (self.first, self.second))
        return None if first is None or second is None else first - second


class Comparison(NamedTuple):
    """The cards of two contestants, and the boards that either played, in order."""

    first: Scorecard
    second: Scorecard
    boards: tuple[ComparedBoard, ...]

    def count(self, sign: int) -> int:
        """Count the boards on which the first contestant scored more (1), as much (0) or less (-1) than the second."""
        known = (each.difference for each in self.boards)
        return sum((each > 0) - (each < 0) == sign for each in known if each is not None)


def compare(scoreboard: Scoreboard, first: str, second: str) -> Comparison:
    """Compare two contestants of a session; of a board played several times, the first plays, then the second ones."""
    cards = scorecard(scoreboard, first), scorecard(scoreboard, second)
    played = defaultdict[int, tuple[list[CardLine], list[CardLine]]](lambda: ([], []))
    for at, card in enumerate(cards):
        for line in card.lines:
            if not line.second_room:  # a team's board has one score
                played[line.played.board][at].append(line)
    boards = (ComparedBoard(board, *lines) for board, both in sorted(played.items()) for lines in zip_longest(*both))
    return Comparison(*cards, tuple(boards))
