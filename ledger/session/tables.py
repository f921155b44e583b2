"""The tables' side of a session: who played what, and what was recorded of it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from ledger.bridge import Result
from ledger.scoring.line import Seating, natural


class RecordedResult(Struct, frozen=True, gc=False):
    """A result and the number of the event that recorded it."""

    number: int
    result: Result
    lead: str | None
    imported: bool


class TableBoard(Struct, frozen=True, gc=False):
    """One table's play of one board, as the log has it.

    `results` are the result and its corrections, oldest first, empty where nothing was played; `cases` are the rulings
    in force, in the order of their numbers; `events` are the numbers of everything that made it what it is; `versions`
    are what it was said to have played of a fouled board, oldest first.
    """

    board: int
    seating: Seating
    table: str | None = None
    round: int | None = None
    results: tuple[RecordedResult, ...] = ()
    cases: tuple[str, ...] = ()
    events: tuple[int, ...] = ()
    versions: tuple[str, ...] = ()

    @property
    def version(self) -> str:
        """The version of a fouled board that was played (Law 87); '' is the board as it was."""
        return self.versions[-1] if self.versions else ""

    @property
    def result(self) -> Result | None:
        """The table result as last corrected."""
        return self.results[-1].result if self.results else None

    @property
    def lead(self) -> str | None:
        """The opening lead, where it was recorded."""
        return self.results[-1].lead if self.results else None

    @property
    def name(self) -> str:
        """How the office calls it: 'board 23 table 1', or who met there."""
        where = f"table {self.table}" if self.table else str(self.seating)
        return f"board {self.board} {where}"


class CarryOver(NamedTuple):
    """What a team brings into its match, and the event that says so."""

    number: int
    imps: Fraction


Board = Mapping[Seating, TableBoard]


def in_order(board: Board) -> list[TableBoard]:
    """The lines of a board as a traveller has them: by table, or by North–South's number, and by round."""
    return sorted(board.values(), key=_by_table)


def _by_table(played: TableBoard) -> tuple[tuple[int, str], tuple[int, str], int]:
    return natural(played.table or ""), natural(played.seating.ns), played.round or 0
