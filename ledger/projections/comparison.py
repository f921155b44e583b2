"""Two contestants of a session compared board by board, each board by what it was worth to either."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import CardLine, scorecard

T = TypeVar("T")


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
    cards = (scorecard(scoreboard, each).lines for each in (first, second))
    lines = ([line for line in card if not line.second_room] for card in cards)  # a team's board has one score
    return [ComparedBoard(*each) for each in pair_lines(*lines, board=lambda line: line.played.board)]


def pair_lines(*cards: Iterable[T], board: Callable[[T], int]) -> Iterator[tuple[int, T | None, T | None]]:
    """Yield each board with a line of either of two cards; None where one has no further line of the board."""
    played = defaultdict[int, tuple[list[T], list[T]]](lambda: ([], []))
    for at, lines in enumerate(cards):
        for line in lines:
            played[board(line)][at].append(line)
    yield from ((number, *pair) for number, both in sorted(played.items()) for pair in zip_longest(*both))
