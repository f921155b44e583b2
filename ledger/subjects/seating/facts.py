"""Who sat at a table, corrected: contestants, direction, table, round; and the same in the imperative."""

from msgspec import Struct

from ledger.bounds.types import BoardNumber
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Fact
from ledger.kernel.free_text import FreeText
from ledger.scoring.line import Seating
from ledger.subjects.reopening import Reopenable


class CorrectSeating(Reopenable, frozen=True):
    """Say who really sat at a table: `now` has what was recorded wrongly of contestants, table and round.

    `swapped`: North–South and East–West changed places. `exchange`: whoever is named sat where the others are recorded.
    """

    where: Where
    now: Where
    swapped: bool = False
    exchange: bool = False
    reason: str = ""


class Reseated(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table's play of a board: whose it was said to be, and whose it is."""

    was: Seating
    now: Seating


class SeatingCorrected(Fact, frozen=True):
    """Who sat at tables of a board, which way, in which round or at which table had been recorded wrongly (Law 79C).

    What was played, ruled and appealed there stays, and is theirs who sat there. Several tables, where contestants
    were taken for one another.
    """

    board: BoardNumber
    tables: tuple[Reseated, ...]
    reason: FreeText = ""
