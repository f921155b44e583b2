"""Both sides' scores at every table of a board, and which of them a change moved."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from ledger.bridge import Side
from ledger.scoring.board import ScoredBoard
from ledger.scoring.line import Line, Seating
from ledger.scoring.score import Pair, Score


class BoardScores(Mapping[Seating, Mapping[Side, Score]]):
    """The scores of a board, explained only where that is asked for; a fouled board has several parts."""

    def __init__(self, *parts: ScoredBoard) -> None:
        self._parts = parts

    @cached_property
    def pairs(self) -> Mapping[Seating, Pair]:
        """What both sides have at each table."""
        if len(self._parts) == 1:
            return self._parts[0].pairs()
        return {seating: pair for part in self._parts for seating, pair in part.pairs().items()}

    @cached_property
    def short(self) -> dict[Seating, Fraction]:
        """How much of a whole board each table lacks; only those that lack some."""
        return {line.seating: part.short for part in self._parts if part.short for line in part.field.lines}

    @cached_property
    def _lines(self) -> dict[Seating, tuple[ScoredBoard, Line]]:
        return {line.seating: (part, line) for part in self._parts for line in part.field.lines}

    def __getitem__(self, seating: Seating) -> Mapping[Side, Score]:
        part, line = self._lines[seating]
        return {side: part.score(line, side) for side in Side}

    def score_of(self, seating: Seating, side: Side, contestant: str) -> Score:
        """What one contestant of a side has: of two individuals each may have a score of his own."""
        part, line = self._lines[seating]
        return part.score(line.as_of(contestant), side)

    def shared_out(self, seating: Seating) -> bool:
        """Whether what one side of a table has the other has not, where nothing was ruled."""
        return self._lines[seating][0].shared_out

    def line(self, seating: Seating) -> Line:
        """How a table's board counts, once its award was compared with what else it might be."""
        return self._lines[seating][1]

    def __iter__(self) -> Iterator[Seating]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def part(self, seating: Seating) -> ScoredBoard:
        """The board a table's line was scored on: of a fouled board, its own version."""
        return self._lines[seating][0]

    @property
    def datum(self) -> int | None:
        """The datum of the board; None where its versions have one each, or the form has none."""
        return self._parts[0].datum() if len(self._parts) == 1 else None


def moved_pairs(
    before: Mapping[Seating, Pair], after: Mapping[Seating, Pair]
) -> Iterator[tuple[Seating, Pair | None, Pair | None]]:
    """The tables where a board is not worth what it was, and both sides' scores before and after; None: not there."""
    if not before:
        yield from ((seating, None, now) for seating, now in after.items())
        return
    same: dict[tuple[int, int], bool] = {}
    for seating, now in after.items():
        was = before.get(seating)
        kind = (id(was), id(now))  # tables with the same result share their pair
        if kind not in same:
            same[kind] = was == now
        if not same[kind]:
            yield seating, was, now
    yield from ((seating, was, None) for seating, was in before.items() if seating not in after)
