"""How much anything can be: every bound there is stands here once, and whoever keeps it takes it from here.

    tournaments   numbers that are said of a session or a tournament
    events        one event of the log, the words beside it, a seal, a receipt, a line of a bundle
    files         what other programs and people write, and what is typed
    serving       what phones may ask of the computer that serves the pages

A bound of an event is kept in full where an event enters: by the desk that records, by `verify`, and by what imports or
checks a bundle or a receipt. Reading a log asks each record for its length alone; the types that decode it do the rest
(`events.SHORT`). The database keeps the length of a record and, on a server, what stands beside a body. Pure.
"""

from collections.abc import Iterator
from fractions import Fraction
from types import ModuleType
from typing import NamedTuple


class Bounds(NamedTuple):
    """The least and the most; what it is of, as a refusal names it."""

    what: str
    least: int
    most: int

    def hold(self, said: int | Fraction) -> bool:
        """Whether a number is within them."""
        return self.least <= said <= self.most

    def __str__(self) -> str:
        """How it is told: 'the bytes of a record: 2 to 1048576'."""
        return f"{self.what.removesuffix(',')}: {self.least} to {self.most}"


def named(table: ModuleType) -> Iterator[tuple[str, Bounds]]:
    """The bounds that stand in one of the modules here, by name, in their order."""
    yield from ((name, each) for name, each in vars(table).items() if isinstance(each, Bounds))
