"""What speaks against a slip while it is typed: nothing stops it, the scorer looks at the paper once more."""

from collections.abc import Iterator

from cli.entry.sitting import EnteredSlip, Intended
from ledger.bridge import Result, ns_score
from ledger.projections.doubts import doubts_about
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.tables import RecordedResult


def suspicions(session: Session, entry: Intended, before: EnteredSlip | None) -> list[str]:
    """What a careful scorer would ask of a slip; `before` is the one entered before it."""
    result, lead, _ = entry.noted
    if result is None:
        return []
    slot, seats = entry.slot, entry.seats
    seating = Seating(seats.ns, seats.ew, seats.round, slot.table or None)
    supposed = TableBoard(slot.board, seating, slot.table, results=(RecordedResult(0, result, lead, False),))
    board = {
        key: each
        for key, each in session.boards[slot.board].items()
        if not (slot.table and each.table == slot.table) and each.seating.pair != seating.pair
    }
    doubts = [concern.text for concern in doubts_about(supposed, board, session.deal(slot.board))]
    return [*_other_way(result, slot.board, list(board.values())), *_repeated(entry, before), *doubts]


def _other_way(result: Result, board: int, others: list[TableBoard]) -> Iterator[str]:
    """Another table has the same score for the other side, and none has it for this one."""
    score = ns_score(result, board)
    scores = [ns_score(each.result, board) for each in others if each.result]
    if score and -score in scores and score not in scores:
        there = next(each for each in others if each.result and ns_score(each.result, board) == -score)
        yield f"{there.name.partition(f'board {board} ')[2]} has {-score:+d}, the same for the other side"


def _repeated(entry: Intended, before: EnteredSlip | None) -> Iterator[str]:
    """The slip before, of another board, says the same."""
    if before is None or before.slot.board == entry.slot.board or not before.noted.result:
        return
    if before.noted == entry.noted and before.noted.result.played:
        yield f"the slip before, {before.slot}, was {before.noted.result} too"
