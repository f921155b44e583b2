"""The tables of one board, or of one version of a fouled one: how each counts, which count in the same way, and how
often each score counts: what a score is compared with, thousands of tables at a time.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from ledger.bridge import Side
from ledger.scoring.line import Entry, Line, Seating

T = TypeVar("T")


class Field:
    """Thousands of tables share a few results, so a board is worked out by kinds: tables that count in the same way.

    `kinds` has one line for each; `line` makes the line of a table, where somebody asks for it by name.
    """

    def __init__(
        self,
        seatings: Sequence[Seating],
        keys: Sequence[Hashable],
        kinds: Mapping[Hashable, Line],
        line: Callable[[Seating], Line],
        versions: Sequence["Field"] = (),
    ) -> None:
        """`keys`: which of the kinds each seating is, in the same order; `versions`: those of a fouled board."""
        self.seatings = seatings
        self.kinds = kinds
        self._keys = keys
        self._line = line
        self.versions = versions

    @classmethod
    def of(cls, lines: Iterable[Line]) -> "Field":
        """A field in which every table is a kind of its own.

        >>> len(Field.of([]).lines)
        0
        """
        own = {line.seating: line for line in lines}
        return cls(list(own), list(own), dict[Hashable, Line](own.items()), own.__getitem__)

    @cached_property
    def lines(self) -> list[Line]:
        """Every table's own line."""
        return [self._line(seating) for seating in self.seatings]

    def at(self, seating: Seating) -> Line:
        """A table's own line, as the others of the field see it."""
        return self._line(seating)

    @cached_property
    def compared(self) -> list[Line]:
        """The lines that count for others."""
        return [line for line in self.lines if line.entries is not None]

    @cached_property
    def by_kind(self) -> list[tuple[Line, int]]:
        """A line of each kind, and how many tables are of it."""
        tables = Counter(self._keys)
        return [(line, tables[key]) for key, line in self.kinds.items()]

    def entries(self, side: Side) -> list[tuple[Entry, int]]:
        """How tables count for a side's field, and how many count so."""
        return [(line.entry(side), tables) for line, tables in self.by_kind if line.in_field(side)]

    @property
    def awarded(self) -> list[Line]:
        """The lines whose score a ruling states instead of a result."""
        return [line for line in self.kinds.values() if line.award is not None]

    def results(self, side: Side) -> int:
        """How many tables count for the others of a side's field."""
        return sum(tables for line, tables in self.by_kind if line.in_field(side))

    def by_table(self, of_kind: Callable[[Line], T]) -> dict[Seating, T]:
        """What every table has, worked out once for each kind."""
        found = {key: of_kind(line) for key, line in self.kinds.items()}
        return dict(zip(self.seatings, map(found.__getitem__, self._keys), strict=True))

    def replacing(self, lines: Sequence[Line]) -> "Field":
        """This field with other lines at their tables; a table with a ruling is a kind of its own."""
        other = {line.seating: line for line in lines}
        kinds: dict[Hashable, Line] = {
            key: other.get(line.seating, line) if key == line.seating else line for key, line in self.kinds.items()
        }
        own_line = self._line
        return Field(
            self.seatings, self._keys, kinds, lambda seating: other.get(seating) or own_line(seating), self.versions
        )


def frequencies(entries: Iterable[tuple[Entry, int]]) -> dict[int, Fraction | int]:
    """How often each North–South score counts: `entries` are how tables count, and how many count so."""
    found: dict[int, Fraction | int] = {}
    for entry, tables in entries:
        for outcome in entry:
            found[outcome.ns_score] = found.get(outcome.ns_score, 0) + outcome.weight * tables
    return found
