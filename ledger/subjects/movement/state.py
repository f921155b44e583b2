"""The movement in force of a session, and how plays compare with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ledger.bridge import Side
from ledger.kernel.at_table import Where
from ledger.kernel.fact import SCORERS, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.labels import boards_text, letters_of, table_order
from ledger.movements.plan import PlannedTable
from ledger.scoring.line import Seating
from ledger.session.places import label_address, sits_switched
from ledger.session.settled import boards_not_scored, replaced_boards
from ledger.session.state import Session
from ledger.subjects.movement.facts import MovementSet

DeviationKind = Literal["nobody", "contestants", "boards", "direction", "place"]
"""How a play differs from the movement; `_WHAT` has the texts."""

_WHAT: dict[DeviationKind, str] = {
    "nobody": "{who} is in no round of the movement",
    "contestants": "others are to sit there",
    "boards": "they have other boards",
    "direction": "they sit the other way round",
    "place": "they play it in another round, or at another table",
}


class Deviation(NamedTuple):
    """A difference of a play from the movement: its kind, an unplanned contestant, and the nearest planned table."""

    what: DeviationKind
    who: str = ""
    planned: PlannedTable | None = None

    def __str__(self) -> str:
        """Return the difference in words: 'others are to sit there; planned: round 3, table 2: 5 v 12, boards 7–9'."""
        what = _WHAT[self.what].format(who=self.who)
        return f"{what}; planned: {planned_text(self.planned)}" if self.planned else what


class MovementPlan:
    """The movement of a session: the planned tables of all rounds, in the order of play.

    `sections`: the sections with a movement, '' for all. A play in another section is not compared with the plan.
    """

    def __init__(self, tables: Sequence[PlannedTable], sections: Collection[str] = ("",)) -> None:
        self.tables = tuple(sorted(tables, key=lambda each: (each.round, table_order(each.table))))
        self.at: Mapping[tuple[int, str], PlannedTable] = {(each.round, each.table): each for each in self.tables}
        self.contestants = frozenset(who for each in self.tables for who in seats(each).everyone)
        self.sections = frozenset(sections)
        on_board: dict[int, list[PlannedTable]] = defaultdict(list)
        for planned in self.tables:
            for board in planned.boards:
                on_board[board].append(planned)
        self._on_board = on_board

    def __bool__(self) -> bool:
        return bool(self.tables)

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the planned rounds."""
        return tuple(sorted({each.round for each in self.tables}))

    def of_round(self, round_: int) -> tuple[PlannedTable, ...]:
        """Return the planned tables of a round, sit-outs included."""
        return tuple(each for each in self.tables if each.round == round_)

    def of(self, contestant: str) -> tuple[PlannedTable, ...]:
        """Return the planned tables at which a contestant sits, in the order of the rounds."""
        return tuple(each for each in self.tables if contestant in seats(each).everyone)

    def playing(self, board: int) -> Sequence[PlannedTable]:
        """Return the planned tables that play a board, in any round; sit-outs are left out."""
        return [each for each in self._on_board.get(board, ()) if each.played]

    @property
    def covers_all(self) -> bool:
        """True if the movement is for all sections of the session."""
        return "" in self.sections

    def covers(self, contestants: Iterable[str]) -> bool:
        """Return whether the movement is for one of the contestants: it names them, or has their section."""
        if self.covers_all:
            return bool(self.tables)
        return any(who in self.contestants or letters_of(who) in self.sections for who in contestants)

    def planned(self, board: int, seating: Seating) -> PlannedTable | None:
        """Return the first planned table at which a seating plays a board; None if the movement has none."""
        tables = [each for each in self.playing(board) if (each.ns, each.ew) == seating.pair and _agrees(each, seating)]
        return tables[0] if tables else None

    def at_table(self, board: int, table: str, round_: int | None = None) -> PlannedTable | None:
        """Return the planned table of a name that plays a board (in a round); None for none or several."""
        tables = [each for each in self.playing(board) if _is_at(each, table) and round_ in (None, each.round)]
        return tables[0] if len(tables) == 1 else None

    def round_of(self, board: int, seating: Seating) -> int | None:
        """Return the round in which two contestants play a board; None if the movement does not decide it.

        That is the round in which the two are to play the board, in either direction; if they are not to meet, the only
        round in which the table (or, if no table is known, any table) has the board.
        """
        if not self.covers(seating.everyone):
            return None
        at_table = [each for each in self.playing(board) if _is_at(each, seating.table)]
        meetings = [each for each in self.playing(board) if seats(each).match == seating.match]
        # The meeting at the table comes first: in a Howell that shares, a table has a board in several rounds.
        rounds = {each.round for each in [each for each in meetings if each in at_table] or meetings or at_table}
        return rounds.pop() if len(rounds) == 1 else None

    def deviation(self, board: int, seating: Seating) -> Deviation | None:
        """Return how a play differs from the movement; None if the play agrees, or if its section has no movement."""
        if not self.covers(seating.everyone) or self.planned(board, seating):
            return None
        if strangers := [who for who in seating.everyone if who not in self.contestants]:
            return Deviation("nobody", strangers[0], self._nearest(board, seating))
        met = [each for each in self.playing(board) if seats(each).match == seating.match]
        if elsewhere := min(
            met, key=lambda each: (not _agrees(each, seating), seats(each).pair != seating.pair), default=None
        ):
            turned = seats(elsewhere).pair != seating.pair
            return Deviation("direction" if turned and _agrees(elsewhere, seating) else "place", planned=elsewhere)
        nearest = self._nearest(board, seating)
        same = nearest is not None and seats(nearest).match == seating.match
        return Deviation("boards" if same else "contestants", planned=nearest)

    def _nearest(self, board: int, seating: Seating) -> PlannedTable | None:
        """Return the planned table most like a play: by table and round, then by board, then by contestants."""
        # A table whose round has another board, and other contestants, belongs to a wrong round
        in_round = self.at.get((seating.round or 0, seating.table or ""))
        if in_round and (board in in_round.boards or seats(in_round).match == seating.match):
            return in_round
        at_table = self.at_table(board, seating.table) if seating.table else None
        meetings = [each for each in self.tables if each.played and seats(each).match == seating.match]
        meeting = next((each for each in meetings if seating.round in (None, each.round)), None)
        if planned := at_table or in_round or meeting:
            return planned
        on_board = [each for each in self._on_board.get(board, ()) if seating.round in (None, each.round)]
        places = (each for who in seating.pair for each in on_board if who in (each.ns, each.ew))
        return next(places, None) or next(iter(meetings), None)


def seats(planned: PlannedTable) -> Seating:
    """Return the contestants, round and table of a planned table."""
    return Seating(planned.ns, planned.ew, planned.round, planned.table)


def planned_table_instead(plan: MovementPlan, board: int, seating: Seating) -> PlannedTable | None:
    """Return the planned table that a play deviates from; None if the play agrees, or no table is like it."""
    deviation = plan.deviation(board, seating)
    return deviation.planned if deviation else None


def are_individuals(session: Session) -> bool:
    """Return whether the session is of individuals: two contestants sit at a side, as played or as planned."""
    played = (each.seating for each in session.table_boards())
    planned = (seats(each) for event in session.movements.facts.values() for each in event.tables)
    return any(len(seating.contestants(side)) > 1 for seating in chain(played, planned) for side in Side)


def planned_text(planned: PlannedTable) -> str:
    """Return a planned table in words: 'round 3, table 2: 5 v 12, boards 7–9'."""
    who = f"{planned.ns} v {planned.ew}" if planned.played else f"{planned.ns or planned.ew} sits out"
    boards = f", {boards_text(sorted(planned.boards))}" if planned.boards else ""
    return f"round {planned.round}, table {planned.table}: {who}{boards}"


def _is_at(planned: PlannedTable, table: str | None) -> bool:
    return table is None or table.casefold() == planned.table.casefold()


def _agrees(planned: PlannedTable, seating: Seating) -> bool:
    return seating.round in (None, planned.round) and seating.table in (None, planned.table)


def movements(session: Session) -> Iterator[tuple[int, MovementSet]]:
    """Yield (event number, movement) for the movement in force of each section."""
    latest = {event.section: (number, event) for number, event in session.movements.facts.items()}
    yield from latest.values()


def shared_boards(session: Session) -> frozenset[frozenset[str]]:
    """Return the groups of tables that share their boards within a round."""
    return frozenset(frozenset(group) for _, event in movements(session) for group in event.sharing)


def plan_of(session: Session) -> MovementPlan:
    """Return the movement that plays are compared with: as set, but with replacement boards for those replaced."""
    plan = movement_as_set(session)
    if not any(boards_not_scored(session)):
        return plan
    tables = list[PlannedTable]()
    for planned in plan.tables:
        instead = replaced_boards(session, seats(planned).match, planned.round)
        boards = sorted({instead.get(each, each) for each in planned.boards})  # a plan may have the replacement too
        tables.append(replace(planned, boards=tuple(boards)) if instead else planned)
    return MovementPlan(tables, plan.sections)


def movement_as_set(session: Session) -> MovementPlan:
    """Return the movement as it was set, without replacement boards."""
    events = [event for _, event in movements(session)]
    return MovementPlan([each for event in events for each in event.tables], {event.section for event in events})


def complete_by_movement(session: Session, where: Where) -> Where:
    """Fill in an address from the movement, if it can: a table's contestants and round, or two contestants' round."""
    if not session.movements.facts:
        return where
    plan, place = plan_of(session), label_address(session, where)
    if place.ns and place.ew:
        seating = Seating(place.ns, place.ew, table=place.table)
        return replace(where, round=where.round or plan.round_of(where.board, seating))
    if not where.table:
        return where
    planned = plan.at_table(where.board, where.table, where.round)
    if planned is None or place.ns not in (None, planned.ns) or place.ew not in (None, planned.ew):
        return where
    switched = sits_switched(session, seats(planned))
    return replace(where, table=planned.table, ns=planned.ns, ew=planned.ew, round=planned.round, switched=switched)


def _set(session: Session, envelope: Envelope, event: MovementSet) -> None:
    session.movements = session.movements.copy()
    session.movements.state(envelope, event)


def _recall(session: Session, envelope: Envelope[TakenBack], event: MovementSet) -> None:
    session.movements = session.movements.copy()
    session.movements.turn(envelope)


KINDS = (Kind(MovementSet, SCORERS, _set, "hall", Reversal(_recall)),)
