"""Every bound of every quantity, once; code that enforces a bound takes it from these modules.

    tournaments   numbers about a session or a tournament
    events        an event of the log, texts kept outside the log, a seal, a receipt, a line of a bundle
    files         files of other programs and people, and typed texts
    serving       requests of phones to the computer that serves the pages

Events are checked in full where they enter: by the desk that records, by `verify`, and by what imports or checks a
bundle or a receipt. Reading a log checks only the length of each record; the decoding types do the rest
(`events.SHORT`). The database enforces the length of a record and, on a server, the bounds of the envelope. Pure.
"""

from collections.abc import Iterator
from fractions import Fraction
from types import ModuleType
from typing import NamedTuple


class Bounds(NamedTuple):
    """The least and the greatest permitted value of a quantity; `what` is the quantity's name in a refusal."""

    what: str
    least: int
    most: int

    def hold(self, number: int | Fraction) -> bool:
        """Return whether a number lies between the least and the greatest permitted value."""
        return self.least <= number <= self.most

    def __str__(self) -> str:
        return f"{self.what.removesuffix(',')}: {self.least} to {self.most}"


def named_bounds(table: ModuleType) -> Iterator[tuple[str, Bounds]]:
    """Yield (name, bound) for each bound defined in a module, in the order of its file."""
    yield from ((name, each) for name, each in vars(table).items() if isinstance(each, Bounds))
