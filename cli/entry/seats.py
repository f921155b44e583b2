"""Who sits at a table: as it is recorded, as the table's other boards of the round say, or as it may be."""

from typing import NamedTuple

from cli.entry.agenda import Plan, Slot, boards_per_round, line_of, lines_at, same_round
from ledger.commands import Where
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import sits_once, sits_switched


class Seated(NamedTuple):
    """Who sits at a table, in full; `certain`: it need not be typed. An empty side is not known."""

    ns: str
    ew: str
    round: int | None = None
    certain: bool = False

    def where(self, session: Session, slot: Slot) -> Where:
        """The table as a command names it."""
        switched = sits_switched(session, Seating(self.ns, self.ew))
        return Where(slot.board, slot.table or None, self.ns, self.ew, self.round, switched)


def seats_at(session: Session, plan: Plan, slot: Slot) -> Seated | None:
    """Who sits there; None where nobody can say."""
    if played := line_of(session, slot):
        return _as(played, certain=True)
    if not slot.table:
        return None
    lines = lines_at(session, slot.table)
    mates = [lines[board] for board in same_round(session, plan, slot.board) if board in lines]
    if mates and _free(session, slot.board, mates[-1]):
        return _as(mates[-1], certain=True)
    return _guess(session, plan, slot, lines)


def _guess(session: Session, plan: Plan, slot: Slot, lines: dict[int, TableBoard]) -> Seated | None:
    """Who may sit there: those of the board before, or, where the round is another, who has never moved."""
    before = [lines[board] for board in sorted(lines) if board < slot.board]
    if before and boards_per_round(session, plan) is None and _free(session, slot.board, before[-1]):
        return _as(before[-1])
    stays = {played.seating.ns for played in lines.values()}
    if before and stays == {ns := before[-1].seating.ns} and _is_free(session, slot.board, ns):
        return Seated(ns, "")
    return _other_room(session, slot) if not sits_once(session) else None


def _other_room(session: Session, slot: Slot) -> Seated | None:
    """Two teams who have played the board in one room, the other way round."""
    lines = list(session.boards[slot.board].values())
    met = [played.seating.match for played in lines]
    alone = (played for played in lines if met.count(played.seating.match) == 1)
    return next((Seated(each.seating.ew, each.seating.ns, each.round) for each in alone), None)


def _as(played: TableBoard, *, certain: bool = False) -> Seated:
    return Seated(*played.seating.pair, played.round, certain)


def _free(session: Session, board: int, played: TableBoard) -> bool:
    """Whether who sat at a table has no other table on a board; teams have two."""
    return not sits_once(session) or _is_free(session, board, *played.seating.everyone)


def _is_free(session: Session, board: int, *contestants: str) -> bool:
    return not any({*contestants} & {*each.seating.everyone} for each in session.boards[board].values())
