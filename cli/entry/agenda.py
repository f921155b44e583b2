"""The agenda of a sitting at `enter`: the missing slips, the order in which they are asked, and their contestants."""

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from ledger.kernel.at_table import Where
from ledger.labels import LABEL, table_order
from ledger.movements.plan import PlannedTable
from ledger.projections.planned import find_planned_meetings, play_of
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import sits_at_one_table, sits_switched
from ledger.subjects.movement.state import MovementPlan, plan_of


class Slot(NamedTuple):
    """A slip to be entered: one board at one table; `table` is '' in a session without table names.

    `round`: given if the table plays the board in several rounds, as in a triangle.
    """

    board: int
    table: str
    round: int | None = None

    def __str__(self) -> str:
        where = f"{self.board}/{self.table}" if self.table else f"{self.board}"
        return f"{where} r{self.round}" if self.round else where


@dataclass(frozen=True)
class Plan:
    """The boards and tables whose slips `enter` asks for (empty: all), and the order in which it asks.

    `by_round`: a table's boards of one round in a row, as on its slip; `per_round`: how many boards, None to infer that
    from recorded slips. `again`: ask for recorded slips too.
    """

    boards: tuple[int, ...] = ()
    tables: tuple[str, ...] = ()
    section: str = ""
    by_round: bool = False
    per_round: int | None = None
    again: bool = False


class Progress(NamedTuple):
    """The position of a slip's board among the boards asked for (0: not among them), and counts of slips."""

    board: int
    boards: int
    in_at_board: int  # slips of this board with an outcome
    tables: int  # all slips of this board
    slips: int  # slips with an outcome
    of: int  # all slips


def slots(session: Session, plan: Plan) -> list[Slot]:
    """Return all slips to be entered in the order they are asked: by rounds of the movement, or by the plan."""
    boards = _boards_of_plan(session, plan)
    if movement := movement_of(session, plan):
        planned = list(find_planned_meetings(session, movement))
        times = Counter((each.table, board) for each in planned for board in each.boards)
        return [
            Slot(board, each.table, each.round if times[each.table, board] > 1 else None)
            for each in planned
            if each.table.startswith(plan.section) and each.table in (plan.tables or (each.table,))
            for board in each.boards
            if board in boards
        ]
    tables = table_names(session, plan)
    grows = _growing_board(session, plan, boards, tables)
    if not plan.by_round:
        return [Slot(board, table) for board in boards for table in _with_next_table(tables, grows, board)]
    return [
        Slot(board, table)
        for group in _split_into_groups(boards, boards_per_round(session, plan) or 1)
        for table in _with_next_table(tables, grows, group[0])
        for board in group
    ]


def movement_of(session: Session, plan: Plan) -> MovementPlan | None:
    """Return the movement whose rounds set the order of slips; None if no movement covers the tables of the plan."""
    moves = plan_of(session)
    return moves if moves and (moves.covers_all or (plan.section and moves.covers([f"{plan.section}1"]))) else None


def planned_at(movement: MovementPlan | None, slot: Slot) -> PlannedTable | None:
    """Return the movement's row for the table and board of a slip; None if there is no such row."""
    return movement.at_table(slot.board, slot.table, slot.round) if movement and slot.table else None


def belong_together(session: Session, plan: Plan, first: Slot, second: Slot) -> bool:
    """Return True if two slips belong to one round at one table, or, if asked board by board, to one board."""
    if movement := movement_of(session, plan):
        planned = planned_at(movement, first)
        return planned is not None and planned == planned_at(movement, second)
    if not plan.by_round:
        return first.board == second.board
    return first.table == second.table and first.board in same_round(session, plan, second.board)


def next_slot(session: Session, plan: Plan, after: Slot | None, passed: Set[Slot]) -> Slot | None:
    """Return the slip to ask after `after`: missing (or `plan.again`) and not passed over; None if none is left."""
    order = slots(session, plan)
    start = order.index(after) + 1 if after in order else 0
    movement = movement_of(session, plan)
    wanted = (slot for slot in (*order[start:], *order[:start]) if slot not in passed)
    return next((slot for slot in wanted if plan.again or not is_entered(session, slot, movement)), None)


def recorded_play(session: Session, slot: Slot) -> TableBoard | None:
    """Return the recorded play of a slip's board at its table; None if there is none, or if the slip names no table."""
    lines = session.boards.get(slot.board, {}).values()
    rows = (played for played in lines if slot.table and played.table == slot.table)
    return next((played for played in rows if slot.round in (None, played.round)), None)


def is_entered(session: Session, slot: Slot, movement: MovementPlan | None = None) -> bool:
    """Return True if a slip has an outcome (a postponement is none); without a table, if its board has all expected."""
    planned = planned_at(movement, slot)
    if planned and slot.board in session.boards and (row := play_of(session, planned, slot.board)):
        return _has_outcome(row)
    if not slot.table:
        return sum(map(_has_outcome, session.boards[slot.board].values())) >= session.expected
    played = recorded_play(session, slot)
    return played is not None and _has_outcome(played)


def progress(session: Session, plan: Plan, slot: Slot) -> Progress:
    """Return the counts to show when the scorer is asked for a slip."""
    boards, order = _boards_of_plan(session, plan), slots(session, plan)
    of_board = [each for each in order if each.board == slot.board]
    position = boards.index(slot.board) + 1 if slot.board in boards else 0
    movement = movement_of(session, plan)
    counted = Counter(is_entered(session, each, movement) for each in order)
    in_at_board = sum(is_entered(session, each, movement) for each in of_board)
    return Progress(position, len(boards), in_at_board, len(of_board), counted[True], sum(counted.values()))


def table_names(session: Session, plan: Plan) -> list[str]:
    """Return the section's tables: typed and recorded, or those that contestants fill; [''] if tables have no names."""
    known = {played.table for played in session.table_boards() if played.table}
    if not known and not plan.tables and any(map(_has_outcome, session.table_boards())):
        return [""]  # an imported file without table names: a board is in once it has as many slips as expected
    if plan.tables:
        names = set(plan.tables) | known
    else:
        entered = set(_tables_of_contestants(session))
        names = entered if known <= entered else known
    ordered = sorted((name for name in names if name.startswith(plan.section)), key=table_order)
    return ordered or ([""] if any(map(_has_outcome, session.table_boards())) else [])


def boards_per_round(session: Session, plan: Plan) -> int | None:
    """Return how many boards a table plays in a round: as typed, or inferred from recorded slips; None if unknown."""
    return plan.per_round or min(_run_lengths(session), default=None)


def same_round(session: Session, plan: Plan, board: int) -> list[int]:
    """Return the boards that a table plays in the same round as `board`; only `board` if the rounds are unknown."""
    boards = sorted(session.boards)
    groups = _split_into_groups(boards, boards_per_round(session, plan) or 1)
    return next((each for each in groups if board in each), [board])


def recorded_plays(session: Session, table: str) -> dict[int, TableBoard]:
    """Return the recorded plays at a table, by board number."""
    return {played.board: played for played in session.table_boards() if played.table == table}


def _boards_of_plan(session: Session, plan: Plan) -> list[int]:
    return [board for board in sorted(session.boards) if not plan.boards or board in plan.boards]


def _split_into_groups(boards: list[int], size: int) -> list[list[int]]:
    return [boards[at : at + size] for at in range(0, len(boards), size)]


def _with_next_table(tables: list[str], grows: tuple[int, str] | None, board: int) -> list[str]:
    return [*tables, grows[1]] if grows and grows[0] == board else tables


def _growing_board(session: Session, plan: Plan, boards: list[int], tables: list[str]) -> tuple[int, str] | None:
    """Return the board at which new tables may still appear, with the next table; None if the tables are known."""
    if plan.tables or session.opening.entry == "listed" or tables == [""] or not boards:
        return None
    done = {played.board for played in session.table_boards() if _has_outcome(played)}
    first = (same_round(session, plan, min(done, default=boards[0])) if plan.by_round else sorted(done)) or boards[:1]
    numbers = [int(match[2]) for match in map(LABEL.fullmatch, tables) if match and match[1] == plan.section]
    if len(numbers) < len(tables) or not done <= set(first) or first[0] not in boards or len(first) > len(boards):
        return None
    if not plan.by_round and len(done) > 1:
        return None
    return first[0], f"{plan.section}{max(numbers, default=0) + 1}"


def _tables_of_contestants(session: Session) -> Iterator[str]:
    """Yield the names of the tables that the listed contestants fill; none if contestants are not listed."""
    if session.opening.entry != "listed":
        return
    if not sits_at_one_table(session):
        yield from (str(number) for number in range(1, len(session.contestants) + 1))
        return
    seats = 4 if any(len(played.seating.everyone) > 2 for played in session.table_boards()) else 2
    labels = (LABEL.fullmatch(each) for each in session.contestants if not session.participation.is_phantom(each))
    for section, count in Counter(each[1] for each in labels if each).items():
        yield from (f"{section}{number}" for number in range(1, count // seats + 1))


def _has_outcome(played: TableBoard) -> bool:
    return bool(played.results or played.cases or (played.absent and not played.pending))


def _run_lengths(session: Session) -> Iterator[int]:
    """Yield how many boards in a row a table played with the same contestants, for completely recorded runs."""
    boards = sorted(session.boards)
    for table in {played.table for played in session.table_boards() if played.table}:
        lines = recorded_plays(session, table)
        pairs = [lines[board].seating.pair if board in lines else None for board in boards]
        changes = [at for at in range(1, len(pairs)) if pairs[at] != pairs[at - 1]]
        for start, end in zip([0, *changes], [*changes, len(pairs)], strict=True):
            around = [*pairs[start - 1 : start], *islice(pairs, end, end + 1)]
            if pairs[start] and None not in around and changes:
                yield end - start


class SlipSeats(NamedTuple):
    """The contestants at a table by full label, '' if unknown; `certain`: the scorer need not type or confirm them."""

    ns: str
    ew: str
    round: int | None = None
    certain: bool = False

    def where(self, session: Session, slot: Slot) -> Where:
        """Return the address of a slip (board, table and seats) for a command."""
        switched = sits_switched(session, Seating(self.ns, self.ew))
        return Where(slot.board, slot.table or None, self.ns, self.ew, self.round, switched)


def seats_at(session: Session, plan: Plan, slot: Slot) -> SlipSeats | None:
    """Return the contestants at the table of a slip: known, or guessed (not `certain`); None if neither."""
    if played := recorded_play(session, slot):
        return _seats_of(played, certain=True)
    if not slot.table:
        return None
    if planned := planned_at(movement_of(session, plan), slot):
        return SlipSeats(planned.ns, planned.ew, planned.round, certain=True)
    lines = recorded_plays(session, slot.table)
    mates = [lines[board] for board in same_round(session, plan, slot.board) if board in lines]
    if mates and _are_free(session, slot.board, mates[-1]):
        return _seats_of(mates[-1], certain=True)
    # A guess: the pair of the board before, or in a later round the stationary pair.
    before = [lines[board] for board in sorted(lines) if board < slot.board]
    if before and boards_per_round(session, plan) is None and _are_free(session, slot.board, before[-1]):
        return _seats_of(before[-1])
    stays = {played.seating.ns for played in lines.values()}
    if before and stays == {ns := before[-1].seating.ns} and _is_free(session, slot.board, ns):
        return SlipSeats(ns, "")
    if sits_at_one_table(session):
        return None
    # Two teams that played the board in one room sit the other way round in the second room.
    played_here = list(session.boards[slot.board].values())
    met = [played.seating.match for played in played_here]
    alone = (played for played in played_here if met.count(played.seating.match) == 1)
    return next((SlipSeats(each.seating.ew, each.seating.ns, each.round) for each in alone), None)


def _seats_of(played: TableBoard, *, certain: bool = False) -> SlipSeats:
    return SlipSeats(*played.seating.pair, played.round, certain)


def _are_free(session: Session, board: int, played: TableBoard) -> bool:
    """Return True if the contestants of a table sit at no other table on a board; teams may always play two."""
    return not sits_at_one_table(session) or _is_free(session, board, *played.seating.everyone)


def _is_free(session: Session, board: int, *contestants: str) -> bool:
    return not any({*contestants} & {*each.seating.everyone} for each in session.boards[board].values())
