"""How far somebody who follows the log has come, kept in a file: who starts again goes on from there."""

import time
from pathlib import Path

from ledger.errors import Misuse
from ledger.store.position import Position, read_positions, write_positions
from ledger.store.subscription import Subscription

_TIMES_A_SECOND = 4


class KeptPlace:
    """A file of positions, read once; `keep` after what was handed out was dealt with, so that nothing is lost.

    What was dealt with since the last time it was kept is handed out again to who was killed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.positions: dict[str, Position] = read_positions(path)
        self._written = dict(self.positions)
        self._due = 0

    def keep(self, subscription: Subscription, *, now: bool = False) -> None:
        """Keep how far a subscription has come, a few times a second, or in any case. Misuse where it cannot be."""
        clock = time.monotonic_ns()
        if clock < self._due and not now:
            return
        self.positions |= subscription.positions
        if self._written == self.positions:
            return
        try:
            write_positions(self._path, self.positions)
        except OSError as error:
            raise Misuse("bad-file", f"{self._path} cannot be written: {error.strerror}", "another file") from None
        self._written, self._due = dict(self.positions), clock + 10**9 // _TIMES_A_SECOND
