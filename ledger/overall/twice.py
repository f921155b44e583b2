"""Who has two scores of one sitting, as nobody can: entered late in one of its sessions, and playing in another.

A session does not know what is played beside it: so this is told of the standing, and nobody is kept from his table.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ledger.overall.figures import Figure


class ScoredTwice(NamedTuple):
    """A contestant of the tournament and its scores of one sitting, by section; all of them are added up."""

    figures: tuple[Figure, ...]

    @property
    def text(self) -> str:
        """'Oslo has 2 scores of sitting 1, as Oslo of friday_a and as Oslo of friday_b'."""
        where = " and ".join(f"as {each.contestant} of {each.of.session}" for each in self.figures)
        first = self.figures[0]
        return f"{first.entrant} has {len(self.figures)} scores of sitting {first.of.sitting}, {where}"


def scored_twice(figures: Sequence[Figure]) -> Iterator[ScoredTwice]:
    """The sittings of which a contestant has several scores; `figures` are one's, by sitting."""
    played = (each for each in figures if each.boards)  # a bye has none
    for _, own in groupby(played, lambda each: each.of.sitting):
        if len(together := tuple(own)) > 1:
            yield ScoredTwice(together)
