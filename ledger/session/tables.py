"""The tables' side of a session: who played what, and what was recorded of it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from ledger.bridge import Result
from ledger.events.participation import AtTableFact, PlayPostponed, SatOut
from ledger.scoring.line import Seating, natural


class RecordedResult(Struct, frozen=True, gc=False):
    """A result and the number of the event that recorded it."""

    number: int
    result: Result
    lead: str | None
    imported: bool


class Absence(Struct, frozen=True, gc=False):
    """Why a table has no result on a board, and the number of the event that says so."""

    number: int
    fact: AtTableFact | SatOut


class TableBoard(Struct, frozen=True, gc=False):
    """One table's play of one board, as the log has it.

    `results` are the result and its corrections, oldest first, empty where nothing was played; `case` is the ruling in
    force; `events` are the numbers of everything that made it what it is; `versions` are what it was said to have
    played of a fouled board, oldest first; `absence` is why it was not played, where that was said.
    """

    board: int
    seating: Seating
    table: str | None = None
    round: int | None = None
    results: tuple[RecordedResult, ...] = ()
    case: str | None = None
    events: tuple[int, ...] = ()
    versions: tuple[str, ...] = ()
    absence: Absence | None = None

    @property
    def version(self) -> str:
        """The version of a fouled board that was played (Law 87); '' is the board as it was."""
        return self.versions[-1] if self.versions else ""

    @property
    def result(self) -> Result | None:
        """The table result as last corrected."""
        return self.results[-1].result if self.results else None

    @property
    def absent(self) -> AtTableFact | SatOut | None:
        """Why it was not played, as long as neither a result nor a ruling says what it is worth."""
        return None if self.absence is None or self.results or self.case else self.absence.fact

    @property
    def pending(self) -> bool:
        """Whether it is still to be played."""
        return isinstance(self.absent, PlayPostponed)

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
