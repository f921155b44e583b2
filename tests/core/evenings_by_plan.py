"""Evenings played by a movement: a Mitchell of an odd number of tables, and results of it."""

from collections.abc import Iterable

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.movements.plan import PlannedTable
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.play.facts import RecordResult
from tests.core.spec import Evening

MADE = Result("3NTN=")


def mitchell(tables: int, *, rounds: int | None = None, per_round: int = 2) -> tuple[PlannedTable, ...]:
    """Return a Mitchell: East–West go up a table, boards down; East–West's numbers follow North–South's."""
    assert tables % 2, "of an even number somebody meets boards again"
    return tuple(
        PlannedTable(
            round_ + 1,
            str(at + 1),
            str(at + 1),
            str(tables + (at - round_) % tables + 1),
            tuple((at + round_) % tables * per_round + each for each in range(1, per_round + 1)),
        )
        for round_ in range(rounds or tables)
        for at in range(tables)
    )


class PlannedEvening(Evening):
    """A session of one field with a movement; `play_planned` plays its tables."""

    def __init__(self, tables: Iterable[PlannedTable], **opening):
        self.tables = tuple(tables)
        super().__init__(sorted({board for each in self.tables for board in each.boards}), winners=1, **opening)
        self.do(SetMovement(self.tables, name="mitchell"))

    def planned(self, round_: int, table: str) -> PlannedTable:
        return next(each for each in self.tables if (each.round, each.table) == (round_, table))

    def play_planned(self, *tables: PlannedTable, boards: Iterable[int] = ()) -> None:
        """Play boards of tables as planned; all boards and tables by default."""
        for each in tables or self.tables:
            for board in boards or each.boards:
                if each.played:
                    self.do(RecordResult(where(each, board), MADE))


def where(planned: PlannedTable, board: int, **other) -> Where:
    """Return a table's play of a board as planned, with the stated differences."""
    said = {"table": planned.table, "ns": planned.ns, "ew": planned.ew, "round": planned.round} | other
    return Where(board, **said)
