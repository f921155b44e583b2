"""Evenings that are played by a movement: a Mitchell of an odd number of tables, and what was played of it."""

from collections.abc import Iterable

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.movements.plan import PlannedTable
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.play.facts import RecordResult
from tests.core.spec import Evening

MADE = Result("3NTN=")


def mitchell(tables: int, *, rounds: int | None = None, per_round: int = 2) -> tuple[PlannedTable, ...]:
    """North–South sit, East–West go up a table, the boards down; East–West are numbered on from North–South."""
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
    """A session of one field with a movement; `play_planned` plays tables of it as they are planned."""

    def __init__(self, tables: Iterable[PlannedTable], **opening):
        self.tables = tuple(tables)
        super().__init__(sorted({board for each in self.tables for board in each.boards}), winners=1, **opening)
        self.do(SetMovement(self.tables, name="mitchell"))

    def planned(self, round_: int, table: str) -> PlannedTable:
        return next(each for each in self.tables if (each.round, each.table) == (round_, table))

    def play_planned(self, *tables: PlannedTable, boards: Iterable[int] = ()) -> None:
        """Every board of these tables, or of all, or these boards of them."""
        for each in tables or self.tables:
            for board in boards or each.boards:
                if each.played:
                    self.do(RecordResult(where(each, board), MADE))


def where(planned: PlannedTable, board: int, **other) -> Where:
    """A table's play of a board as planned, but for what is said to be otherwise."""
    said = {"table": planned.table, "ns": planned.ns, "ew": planned.ew, "round": planned.round} | other
    return Where(board, **said)
