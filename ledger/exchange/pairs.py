"""Pairs in result files: whether a file that numbers them plainly holds one field or two; and those that a file names
only by their players, numbered as they come.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from ledger.exchange.sheet import require_plain
from ledger.facts import SheetLine
from ledger.facts.people import Player
from ledger.labels import direction


def two_fields(lines: Sequence[SheetLine]) -> bool:
    """Whether the numbers of a file say the direction, 1NS and 1EW, or sit in both."""
    labels = (label for line in lines for label in (line.where.ns, line.where.ew) if label)
    return any(direction(label) for label in labels) or sits_both_ways(lines)


def sits_both_ways(lines: Sequence[SheetLine]) -> bool:
    """Whether on most boards a number sits North–South and East–West, as no pair can: two fields of one numbering."""
    seated: dict[int, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for line in lines:
        for number, sitting in zip((line.where.ns, line.where.ew), seated[line.where.board], strict=True):
            if number and number.lstrip(ascii_uppercase).isdigit():
                sitting.add(number)
    both = sum(1 for ns, ew in seated.values() if ns & ew)
    return both >= 2 and 2 * both > len(seated)


class PairsByName:
    """The pairs of a file, by the names of their players."""

    def __init__(self) -> None:
        self._numbers: dict[frozenset[str], tuple[str, tuple[str, str]]] = {}

    def number(self, *names: str) -> str:
        """The number of two partners; ValueError where one is not named."""
        one, two = names
        if not (one and two):
            raise ValueError("it does not name its players, so nobody can tell the pairs")
        require_plain(one, two)
        return self._numbers.setdefault(frozenset(names), (str(len(self._numbers) + 1), (one, two)))[0]

    def players(self) -> Iterator[Player]:
        """The players of every pair, in their seats."""
        for number, names in self._numbers.values():
            yield from (Player(number, seat, name) for seat, name in enumerate(names, start=1))
