"""Corrections of a table's seating: contestants, direction, table, round."""

from msgspec import Struct

from ledger.bounds.types import BoardNumber
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Fact
from ledger.kernel.free_text import FreeText
from ledger.scoring.line import Seating
from ledger.subjects.reopening import Reopenable


class CorrectSeating(Reopenable, frozen=True):
    """Correct a table's seating on a board; `now`: the right contestants, table or round, if recorded wrongly.

    `swapped`: North–South and East–West change places. `exchange`: the named contestants change places with those
    recorded.
    """

    where: Where
    now: Where
    swapped: bool = False
    exchange: bool = False
    reason: str = ""


class Reseated(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The seating of a table as it was recorded (`was`), and as it was corrected (`now`)."""

    was: Seating
    now: Seating


class SeatingCorrected(Fact, frozen=True):
    """The seating of tables on a board was corrected (Law 79C): contestants, direction, round or table.

    Results, rulings and appeals of a play move with it to the right contestants. Several tables change at once if their
    contestants were exchanged.
    """

    board: BoardNumber
    tables: tuple[Reseated, ...]
    reason: FreeText = ""
