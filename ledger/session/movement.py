"""Who is to sit where: the movement in force of a session, and what it says of a place or of a play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from ledger.facts import Envelope
from ledger.facts.movement import MovementRecalled, MovementSet
from ledger.labels import table_order
from ledger.movements.plan import PlannedTable
from ledger.scoring.line import Seating
from ledger.session.state import Session
from ledger.session.stream import Evolving

Otherwise = Literal["boards", "contestants", "direction", "place", "nobody"]
"""In what a play is otherwise than planned: other boards, other contestants, the other way round, another round or
table; or by somebody who is in no round of the movement.
"""


class Deviation(NamedTuple):
    """In what a play is otherwise than planned, and what is planned there, as far as it can be told."""

    what: Otherwise
    who: str = ""
    planned: PlannedTable | None = None


class MovementPlan:
    """The movement of a session: every table of every round, in the order they are played."""

    def __init__(self, tables: Sequence[PlannedTable]) -> None:
        """By round, then by table."""
        self.tables = tuple(sorted(tables, key=lambda each: (each.round, table_order(each.table))))
        self.at: Mapping[tuple[int, str], PlannedTable] = {(each.round, each.table): each for each in self.tables}
        self.contestants = frozenset(who for each in self.tables for who in seats(each).everyone)
        on_board: dict[int, list[PlannedTable]] = defaultdict(list)
        for each in self.tables:
            for board in each.boards:
                on_board[board].append(each)
        self._on_board = on_board

    def __bool__(self) -> bool:
        return bool(self.tables)

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds there are."""
        return tuple(sorted({each.round for each in self.tables}))

    def of_round(self, round_: int) -> tuple[PlannedTable, ...]:
        """Every table of a round."""
        return tuple(each for each in self.tables if each.round == round_)

    def of(self, contestant: str) -> tuple[PlannedTable, ...]:
        """Where a contestant sits, round by round."""
        return tuple(each for each in self.tables if contestant in seats(each).everyone)

    def playing(self, board: int) -> Sequence[PlannedTable]:
        """Where a board is played, by those who meet somebody."""
        return [each for each in self._on_board.get(board, ()) if each.ns and each.ew]

    def planned(self, board: int, seating: Seating) -> PlannedTable | None:
        """The table of the plan a play is, where it is as planned; None where it is not."""
        found = [each for each in self.playing(board) if (each.ns, each.ew) == seating.pair and _agrees(each, seating)]
        return found[0] if found else None

    def deviation(self, board: int, seating: Seating) -> Deviation | None:
        """In what a play is otherwise than planned; None where it is as planned."""
        if self.planned(board, seating):
            return None
        if strangers := [who for who in seating.everyone if who not in self.contestants]:
            return Deviation("nobody", strangers[0], self._there(board, seating))
        there = self._there(board, seating)
        if there is None:
            return Deviation("place", planned=self._meeting(seating))
        if seats(there).match != seating.match:
            return Deviation("contestants", planned=there)
        if board not in there.boards:
            return Deviation("boards", planned=there)
        return Deviation("direction" if _agrees(there, seating) else "place", planned=there)

    def _there(self, board: int, seating: Seating) -> PlannedTable | None:
        """What is planned where a play was: in its round at its table, else by whichever of these is known."""
        if seating.round and seating.table and (there := self.at.get((seating.round, seating.table))):
            return there
        if there := self._meeting(seating):
            return there
        in_round = [each for each in self.tables if seating.round in (None, each.round)]
        fits = (
            lambda each: each.table == seating.table and board in each.boards,
            lambda each: seating.ns in (each.ns, each.ew) and board in each.boards,
            lambda each: seating.ew in (each.ns, each.ew) and board in each.boards,
        )
        return next((each for fit in fits for each in in_round if fit(each)), None)

    def _meeting(self, seating: Seating) -> PlannedTable | None:
        """Where the two are to meet, in the round that is said if they do then."""
        met = [each for each in self.tables if seats(each).match == seating.match]
        return next((each for each in met if each.round == seating.round), met[0] if met else None)


def seats(planned: PlannedTable) -> Seating:
    """Who sits at a table of the plan, in which round."""
    return Seating(planned.ns, planned.ew, planned.round, planned.table)


def _agrees(planned: PlannedTable, seating: Seating) -> bool:
    """Whether a play is said to have been in that round at that table, or not said where."""
    return seating.round in (None, planned.round) and seating.table in (None, planned.table)


def movements(session: Session) -> Iterator[tuple[int, MovementSet]]:
    """The movement in force of every section, with the number of its event: the last that holds."""
    latest = {event.section: (number, event) for number, event in session.movements.facts.items()}
    yield from latest.values()


def plan_of(session: Session) -> MovementPlan:
    """All that is planned for a session; nothing where no movement was laid down."""
    return MovementPlan([each for _, event in movements(session) for each in event.tables])


def _set(session: Session, envelope: Envelope, event: MovementSet) -> None:
    session.movements = session.movements.saying(envelope, event)


def _recall(session: Session, envelope: Envelope, event: MovementRecalled) -> None:
    session.movements = session.movements.copy()
    session.movements.take_back(envelope)


EVOLVE: Evolving = {MovementSet: _set, MovementRecalled: _recall}
