"""Which slips are still missing, in which order they are asked for, and who sits there."""

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ledger.kernel.at_table import Where
from ledger.labels import LABEL, table_order
from ledger.movements.plan import PlannedTable
from ledger.projections.planned import play_of, playing
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import sits_once, sits_switched
from ledger.subjects.movement.state import MovementPlan, plan_of


class Slot(NamedTuple):
    """A slip there should be: a table's play of a board; `table` '' where the tables of a session have no names.

    `round`: where the table plays the board in several rounds, as of a triangle.
    """

    board: int
    table: str
    round: int | None = None

    def __str__(self) -> str:
        where = f"{self.board}/{self.table}" if self.table else f"{self.board}"
        return f"{where} r{self.round}" if self.round else where


@dataclass(frozen=True)
class Plan:
    """How a sitting goes: which boards and tables (none named: all), and in which order.

    `by_round`: a table's boards of one round after the other, as on its slip; `per_round`: how many those are, None to
    go by what is recorded. `again`: slips that are recorded are asked too.
    """

    boards: tuple[int, ...] = ()
    tables: tuple[str, ...] = ()
    section: str = ""
    by_round: bool = False
    per_round: int | None = None
    again: bool = False


class Progress(NamedTuple):
    """How far a sitting has come: at which board of how many, its tables that are in, all slips that are in."""

    board: int
    boards: int
    at_board: int
    tables: int
    slips: int
    of: int


def slots(session: Session, plan: Plan) -> list[Slot]:
    """Every slip there should be, in the order they are asked: by rounds, where there is a movement."""
    boards = _boards(session, plan)
    if movement := movement_of(session, plan):
        planned = list(playing(session, movement))
        times = Counter((each.table, board) for each in planned for board in each.boards)
        return [
            Slot(board, each.table, each.round if times[each.table, board] > 1 else None)
            for each in planned
            if each.table.startswith(plan.section) and each.table in (plan.tables or (each.table,))
            for board in each.boards
            if board in boards
        ]
    tables = table_names(session, plan)
    grows = _growing(session, plan, boards, tables)
    if not plan.by_round:
        return [Slot(board, table) for board in boards for table in _with(tables, grows, board)]
    return [
        Slot(board, table)
        for some in _sets(boards, boards_per_round(session, plan) or 1)
        for table in _with(tables, grows, some[0])
        for board in some
    ]


def movement_of(session: Session, plan: Plan) -> MovementPlan | None:
    """The movement by which slips are asked; None where there is none for the tables that are meant."""
    found = plan_of(session)
    return found if found and (found.covers_all or (plan.section and found.covers([f"{plan.section}1"]))) else None


def planned_at(movement: MovementPlan | None, slot: Slot) -> PlannedTable | None:
    """The table of the movement that a slip is of."""
    return movement.at_table(slot.board, slot.table, slot.round) if movement and slot.table else None


def together(session: Session, plan: Plan, one: Slot, other: Slot) -> bool:
    """Whether two slips are of one table's round; where nobody enters by rounds, of one board."""
    if movement := movement_of(session, plan):
        there = planned_at(movement, one)
        return there is not None and there == planned_at(movement, other)
    if not plan.by_round:
        return one.board == other.board
    return one.table == other.table and one.board in same_round(session, plan, other.board)


def next_slot(session: Session, plan: Plan, after: Slot | None, passed: Set[Slot]) -> Slot | None:
    """The next slip to ask, from a place on, then from the beginning; None where all are in or were passed over."""
    order = slots(session, plan)
    start = order.index(after) + 1 if after in order else 0
    movement = movement_of(session, plan)
    wanted = (slot for slot in (*order[start:], *order[:start]) if slot not in passed)
    return next((slot for slot in wanted if plan.again or not is_in(session, slot, movement)), None)


def line_of(session: Session, slot: Slot) -> TableBoard | None:
    """What is recorded of a slip's table; None where nothing is."""
    lines = session.boards.get(slot.board, {}).values()
    here = (played for played in lines if slot.table and played.table == slot.table)
    return next((played for played in here if slot.round in (None, played.round)), None)


def is_in(session: Session, slot: Slot, movement: MovementPlan | None = None) -> bool:
    """Whether a slip is in: a result, a ruling, or that there is none to come. By a movement no table need be said."""
    planned = planned_at(movement, slot)
    if planned and slot.board in session.boards and (there := play_of(session, planned, slot.board)):
        return _is_said(there)
    if not slot.table:
        return sum(map(_is_said, session.boards[slot.board].values())) >= session.expected
    played = line_of(session, slot)
    return played is not None and _is_said(played)


def progress(session: Session, plan: Plan, slot: Slot) -> Progress:
    """How far it has come, seen from a slip."""
    boards, order = _boards(session, plan), slots(session, plan)
    here = [each for each in order if each.board == slot.board]
    at = boards.index(slot.board) + 1 if slot.board in boards else 0
    movement = movement_of(session, plan)
    counted = Counter(is_in(session, each, movement) for each in order)
    in_here = sum(is_in(session, each, movement) for each in here)
    return Progress(at, len(boards), in_here, len(here), counted[True], sum(counted.values()))


def table_names(session: Session, plan: Plan) -> list[str]:
    """What the tables are called: as it was said, as they are recorded, or as many as the contestants make."""
    known = {played.table for played in session.table_boards() if played.table}
    if not known and not plan.tables and any(map(_is_said, session.table_boards())):
        return [""]  # from a file that names no tables: a board is in once it has as many slips as the others
    if plan.tables:
        names = set(plan.tables) | known
    else:
        entered = set(_by_contestants(session))
        names = entered if known <= entered else known
    found = sorted((name for name in names if name.startswith(plan.section)), key=table_order)
    return found or ([""] if any(map(_is_said, session.table_boards())) else [])


def boards_per_round(session: Session, plan: Plan) -> int | None:
    """How many boards a table plays in a round: as it was said, or as the tables that changed seats show."""
    return plan.per_round or min(_runs(session), default=None)


def same_round(session: Session, plan: Plan, board: int) -> list[int]:
    """The boards that a table plays in one round with this one; it alone where that is not known."""
    boards = sorted(session.boards)
    some = _sets(boards, boards_per_round(session, plan) or 1)
    return next((each for each in some if board in each), [board])


def lines_at(session: Session, table: str) -> dict[int, TableBoard]:
    """What a table has, by board."""
    return {played.board: played for played in session.table_boards() if played.table == table}


def _boards(session: Session, plan: Plan) -> list[int]:
    return [board for board in sorted(session.boards) if not plan.boards or board in plan.boards]


def _sets(boards: list[int], size: int) -> list[list[int]]:
    return [boards[at : at + size] for at in range(0, len(boards), size)]


def _with(tables: list[str], grows: tuple[int, str] | None, board: int) -> list[str]:
    return [*tables, grows[1]] if grows and grows[0] == board else tables


def _growing(session: Session, plan: Plan, boards: list[int], tables: list[str]) -> tuple[int, str] | None:
    """The board whose slips tell how many tables there are, and the table after the last; None where that is known."""
    if plan.tables or session.opening.entry == "listed" or tables == [""] or not boards:
        return None
    said = {played.board for played in session.table_boards() if _is_said(played)}
    first = (same_round(session, plan, min(said, default=boards[0])) if plan.by_round else sorted(said)) or boards[:1]
    numbers = [int(found[2]) for found in map(LABEL.fullmatch, tables) if found and found[1] == plan.section]
    if len(numbers) < len(tables) or not said <= set(first) or first[0] not in boards or len(first) > len(boards):
        return None
    if not plan.by_round and len(said) > 1:
        return None
    return first[0], f"{plan.section}{max(numbers, default=0) + 1}"


def _by_contestants(session: Session) -> Iterator[str]:
    """The tables that the contestants who were entered make; none where results enter them as they come."""
    if session.opening.entry != "listed":
        return
    if not sits_once(session):
        yield from (str(number) for number in range(1, len(session.contestants) + 1))
        return
    seats = 4 if any(len(played.seating.everyone) > 2 for played in session.table_boards()) else 2
    found = (LABEL.fullmatch(each) for each in session.contestants if not session.participation.is_phantom(each))
    for section, count in Counter(each[1] for each in found if each).items():
        yield from (f"{section}{number}" for number in range(1, count // seats + 1))


def _is_said(played: TableBoard) -> bool:
    return bool(played.results or played.cases or (played.absent and not played.pending))


def _runs(session: Session) -> Iterator[int]:
    """For how many boards in a row tables kept their seats, as far as one sees where they began and ended."""
    boards = sorted(session.boards)
    for table in {played.table for played in session.table_boards() if played.table}:
        lines = lines_at(session, table)
        pairs = [lines[board].seating.pair if board in lines else None for board in boards]
        changes = [at for at in range(1, len(pairs)) if pairs[at] != pairs[at - 1]]
        for start, end in zip([0, *changes], [*changes, len(pairs)], strict=True):
            around = [*pairs[start - 1 : start], *islice(pairs, end, end + 1)]
            if pairs[start] and None not in around and changes:
                yield end - start


class SlipSeats(NamedTuple):
    """Who sits at a table, in full; `certain`: it need not be typed. An empty side is not known."""

    ns: str
    ew: str
    round: int | None = None
    certain: bool = False

    def where(self, session: Session, slot: Slot) -> Where:
        """The table as a command names it."""
        switched = sits_switched(session, Seating(self.ns, self.ew))
        return Where(slot.board, slot.table or None, self.ns, self.ew, self.round, switched)


def seats_at(session: Session, plan: Plan, slot: Slot) -> SlipSeats | None:
    """Who sits there; None where nobody can say."""
    if played := line_of(session, slot):
        return _as(played, certain=True)
    if not slot.table:
        return None
    if planned := planned_at(movement_of(session, plan), slot):
        return SlipSeats(planned.ns, planned.ew, planned.round, certain=True)
    lines = lines_at(session, slot.table)
    mates = [lines[board] for board in same_round(session, plan, slot.board) if board in lines]
    if mates and _free(session, slot.board, mates[-1]):
        return _as(mates[-1], certain=True)
    # Probably those of the board before, or, in another round, who has never moved.
    before = [lines[board] for board in sorted(lines) if board < slot.board]
    if before and boards_per_round(session, plan) is None and _free(session, slot.board, before[-1]):
        return _as(before[-1])
    stays = {played.seating.ns for played in lines.values()}
    if before and stays == {ns := before[-1].seating.ns} and _is_free(session, slot.board, ns):
        return SlipSeats(ns, "")
    if sits_once(session):
        return None
    # Two teams who have played the board in one room sit the other way round in the other.
    played_here = list(session.boards[slot.board].values())
    met = [played.seating.match for played in played_here]
    alone = (played for played in played_here if met.count(played.seating.match) == 1)
    return next((SlipSeats(each.seating.ew, each.seating.ns, each.round) for each in alone), None)


def _as(played: TableBoard, *, certain: bool = False) -> SlipSeats:
    return SlipSeats(*played.seating.pair, played.round, certain)


def _free(session: Session, board: int, played: TableBoard) -> bool:
    """Whether who sat at a table has no other table on a board; teams have two."""
    return not sits_once(session) or _is_free(session, board, *played.seating.everyone)


def _is_free(session: Session, board: int, *contestants: str) -> bool:
    return not any({*contestants} & {*each.seating.everyone} for each in session.boards[board].values())
