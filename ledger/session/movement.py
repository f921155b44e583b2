"""Who is to sit where: the movement in force of a session, and what it says of a place or of a play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ledger.facts import Envelope, Where
from ledger.facts.movement import MovementRecalled, MovementSet
from ledger.labels import boards_text, letters_of, table_order
from ledger.movements.plan import PlannedTable
from ledger.scoring.line import Seating
from ledger.session.places import labelled, sits_switched
from ledger.session.state import Session
from ledger.session.stream import Evolving

Otherwise = Literal["nobody", "contestants", "boards", "direction", "place"]
"""In what a play is otherwise than planned: by somebody who is in no round of the movement; other contestants, other
boards, the other way round, another round or table.
"""

_WHAT: dict[Otherwise, str] = {
    "nobody": "{who} is in no round of the movement",
    "contestants": "others are to sit there",
    "boards": "they have other boards",
    "direction": "they sit the other way round",
    "place": "they play it in another round, or at another table",
}


class Deviation(NamedTuple):
    """In what a play is otherwise than planned, and what is planned there, as far as it can be told."""

    what: Otherwise
    who: str = ""
    planned: PlannedTable | None = None

    def __str__(self) -> str:
        """'others are to sit there; planned: round 3, table 2: 5 v 12, boards 7–9'."""
        what = _WHAT[self.what].format(who=self.who)
        return f"{what}; planned: {planned_text(self.planned)}" if self.planned else what


class MovementPlan:
    """The movement of a session: every table of every round, in the order they are played.

    `sections`: those it was laid down for, '' for all there are. What other sections play is not held against it.
    """

    def __init__(self, tables: Sequence[PlannedTable], sections: Collection[str] = ("",)) -> None:
        """By round, then by table."""
        self.tables = tuple(sorted(tables, key=lambda each: (each.round, table_order(each.table))))
        self.at: Mapping[tuple[int, str], PlannedTable] = {(each.round, each.table): each for each in self.tables}
        self.contestants = frozenset(who for each in self.tables for who in seats(each).everyone)
        self._sections = frozenset(sections)
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
        return [each for each in self._on_board.get(board, ()) if each.played]

    @property
    def covers_all(self) -> bool:
        """Whether it is for every section there is."""
        return "" in self._sections

    def covers(self, contestants: Iterable[str]) -> bool:
        """Whether it says where any of these sit: it is for all, for their section, or has them."""
        if self.covers_all:
            return bool(self.tables)
        return any(who in self.contestants or letters_of(who) in self._sections for who in contestants)

    def planned(self, board: int, seating: Seating) -> PlannedTable | None:
        """The table of the plan a play is, where it is as planned; None where it is not."""
        found = [each for each in self.playing(board) if (each.ns, each.ew) == seating.pair and _agrees(each, seating)]
        return found[0] if found else None

    def at_table(self, board: int, table: str, round_: int | None = None) -> PlannedTable | None:
        """Where a table plays a board, in that round where one is said; None where it does not, or in several."""
        found = [each for each in self.playing(board) if each.table.casefold() == table.casefold()]
        found = [each for each in found if round_ in (None, each.round)]
        return found[0] if len(found) == 1 else None

    def round_of(self, board: int, table: str, pair: tuple[str | None, str | None]) -> int | None:
        """In which of the rounds in which a table has a board two meet there; None where it has it once, or they never.

        A table may have a board again in another round, as in a Howell that shares, or in a triangle.
        """
        there = [each for each in self.playing(board) if each.table.casefold() == table.casefold()]
        met = [each.round for each in there if (each.ns, each.ew) == pair]
        return met[0] if len(there) > 1 and len(met) == 1 else None

    def deviation(self, board: int, seating: Seating) -> Deviation | None:
        """In what a play is otherwise than planned; None where it is as planned, or of a section that has no plan."""
        if not self.covers(seating.everyone) or self.planned(board, seating):
            return None
        if strangers := [who for who in seating.everyone if who not in self.contestants]:
            return Deviation("nobody", strangers[0], self._there(board, seating))
        if elsewhere := self._of_board(board, seating):
            turned = seats(elsewhere).pair != seating.pair
            return Deviation("direction" if turned and _agrees(elsewhere, seating) else "place", planned=elsewhere)
        there = self._there(board, seating)
        same = there is not None and seats(there).match == seating.match
        return Deviation("boards" if same else "contestants", planned=there)

    def _of_board(self, board: int, seating: Seating) -> PlannedTable | None:
        """Where the two are to play the board, wherever it is and whichever way they sit."""
        met = [each for each in self.playing(board) if seats(each).match == seating.match]
        return min(met, key=lambda each: (not _agrees(each, seating), seats(each).pair != seating.pair), default=None)

    def _there(self, board: int, seating: Seating) -> PlannedTable | None:
        """What is planned where a play was: in its round at its table, else by whichever of these is known."""
        if seating.round and seating.table and (there := self.at.get((seating.round, seating.table))):
            return there
        there = self.at_table(board, seating.table, seating.round) if seating.table else None
        if there := there or self._meeting(seating):
            return there
        in_round = [each for each in self.tables if seating.round in (None, each.round)]
        fits: tuple[Callable[[PlannedTable], bool], ...] = (
            lambda each: seating.ns in (each.ns, each.ew) and board in each.boards,
            lambda each: seating.ew in (each.ns, each.ew) and board in each.boards,
        )
        return next((each for fit in fits for each in in_round if fit(each)), None)

    def _meeting(self, seating: Seating) -> PlannedTable | None:
        """Where the two are to meet, in the round that is said if they do then."""
        met = [each for each in self.tables if each.played and seats(each).match == seating.match]
        return next((each for each in met if each.round == seating.round), met[0] if met else None)


def seats(planned: PlannedTable) -> Seating:
    """Who sits at a table of the plan, in which round."""
    return Seating(planned.ns, planned.ew, planned.round, planned.table)


def planned_text(planned: PlannedTable) -> str:
    """'round 3, table 2: 5 v 12, boards 7–9'."""
    who = f"{planned.ns} v {planned.ew}" if planned.played else f"{planned.ns or planned.ew} sits out"
    boards = f", {boards_text(sorted(planned.boards))}" if planned.boards else ""
    return f"round {planned.round}, table {planned.table}: {who}{boards}"


def _agrees(planned: PlannedTable, seating: Seating) -> bool:
    """Whether a play is said to have been in that round at that table, or not said where."""
    return seating.round in (None, planned.round) and seating.table in (None, planned.table)


def movements(session: Session) -> Iterator[tuple[int, MovementSet]]:
    """The movement in force of every section, with the number of its event: the last that holds."""
    latest = {event.section: (number, event) for number, event in session.movements.facts.items()}
    yield from latest.values()


def plan_of(session: Session) -> MovementPlan:
    """All that is planned for a session; nothing where no movement was laid down."""
    said = [event for _, event in movements(session)]
    return MovementPlan([each for event in said for each in event.tables], {event.section for event in said})


def seated_by_plan(session: Session, where: Where) -> Where:
    """A place with who sits there by the movement, and in which round, where a board and a table say it.

    Where a table has a board in several rounds, who sat there says in which.
    """
    if not where.table or not session.movements.facts:
        return where
    plan, said = plan_of(session), labelled(session, where)
    if where.ns and where.ew:
        return replace(where, round=where.round or plan.round_of(where.board, where.table, (said.ns, said.ew)))
    there = plan.at_table(where.board, where.table, where.round)
    if there is None or said.ns not in (None, there.ns) or said.ew not in (None, there.ew):
        return where
    switched = sits_switched(session, seats(there))
    return replace(where, table=there.table, ns=there.ns, ew=there.ew, round=there.round, switched=switched)


def _set(session: Session, envelope: Envelope, event: MovementSet) -> None:
    session.movements = session.movements.saying(envelope, event)


def _recall(session: Session, envelope: Envelope, event: MovementRecalled) -> None:
    session.movements = session.movements.copy()
    session.movements.take_back(envelope)


EVOLVE: Evolving = {MovementSet: _set, MovementRecalled: _recall}
