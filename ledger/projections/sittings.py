"""Where everybody sat, board by board: gone through once for all the totals and cards of a scoreboard."""

from collections.abc import Sequence
from functools import lru_cache

from ledger.bridge import Side
from ledger.projections.scoreboard import Scoreboard
from ledger.session import TableBoard

Sitting = tuple[Side, TableBoard]


def boards_of(scoreboard: Scoreboard, contestant: str) -> Sequence[Sitting]:
    """Where a contestant sat, in the order of the boards."""
    return _sittings(scoreboard).get(contestant, ())


@lru_cache(maxsize=1)
def _sittings(scoreboard: Scoreboard) -> dict[str, list[Sitting]]:
    found: dict[str, list[Sitting]] = {}
    for played in scoreboard.session.table_boards():
        for side in Side:
            for contestant in dict.fromkeys(played.seating.contestants(side)):
                found.setdefault(contestant, []).append((side, played))
    return found
