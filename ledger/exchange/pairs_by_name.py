"""Pairs that a file names only by their players: numbered as they come."""

from collections.abc import Iterator

from ledger.events.people import Player
from ledger.exchange.sheet import require_plain


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
