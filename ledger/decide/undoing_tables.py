"""Undo, for what the tables played: results, fouled boards, carry-over."""

from fractions import Fraction

from ledger.commands import Undo
from ledger.decide.opening import recorded_on
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.decide.results import corrected, void
from ledger.decide.seating import check_seats, reseated
from ledger.decide.seats import check_free
from ledger.errors import Refusal
from ledger.events.play import (
    AtTable,
    BoardFouled,
    BoardsAdded,
    BoardsRemoved,
    CarryOverSet,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    SeatingCorrected,
)
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard


def _unrecord(event: ResultRecorded, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    return (void(_latest_result(session, event, command.target.number), command.reason),)


def _uncorrect(event: ResultCorrected, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    played = _latest_result(session, event, command.target.number)
    before = played.results[-2]
    return (corrected(played, before.result, before.lead, command.reason),)


def _latest_result(session: Session, event: AtTable, number: int) -> TableBoard:
    """The table's play of the board, where the event is the last word on its result."""
    found = (each for each in session.boards[event.board].values() if number in [said.number for said in each.results])
    played = next(found, None)
    if played is None:
        raise Refusal(
            "undo-nothing",
            f"the result of #{number} is no longer there: it was voided",
            f"`log --board {event.board}` tells how",
        )
    latest = played.results[-1].number
    if latest != number:
        raise Refusal(
            "has-dependants", f"#{latest} corrected the result of #{number}", f"undo {latest} first, or `result void`"
        )
    return played


def _unvoid(event: ResultVoided, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    number = command.target.number
    voided = session.voided[number]
    there = session.line(voided.board, voided.seating)
    if not (there and there.pending):
        check_free(session, voided.board, voided.seating)
    seating, last = voided.in_full, voided.results[-1]
    again = ResultRecorded(voided.board, *seating.pair, last.result, last.lead, **seating.place)
    return (Uncommitted(again, (number,)),)


def _unfoul(event: BoardFouled, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """Every table back to the version it had before, one event for each such version."""
    number = command.target.number
    before: dict[str, list[Seating]] = {}
    fouled = [played for played in session.boards[event.board].values() if number in played.events]
    if len(fouled) < len(event.tables) or any(played.version != event.version for played in fouled):
        raise Refusal(
            "has-dependants",
            f"the versions of board {event.board} were changed since #{number}",
            f"`log --board {event.board}`",
        )
    for played in fouled:
        earlier = played.versions[-2] if len(played.versions) > 1 else ""
        before.setdefault(earlier, []).append(played.seating)
    return tuple(
        Uncommitted(BoardFouled(event.board, version, tuple(tables), command.reason), (number,))
        for version, tables in before.items()
    )


def _unseat(event: SeatingCorrected, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """Every table's seats as they were recorded before."""
    number = command.target.number
    moved = [each for each in session.boards[event.board].values() if number in [said.number for said in each.reseated]]
    if len(moved) < len(event.tables):
        message = f"a table of #{number} is no longer there: it was voided"
        raise Refusal("has-dependants", message, f"`log --board {event.board}`")
    if latest := max(played.reseated[-1].number for played in moved) - number:
        raise Refusal(
            "has-dependants", f"#{number + latest} corrected the seats since", f"undo {number + latest} first"
        )
    before = {played: played.reseated[-1].in_full for played in moved}
    check_seats(session, before, either_way=True)
    return (reseated(before, command.reason, (number,)),)


def _unadd(event: BoardsAdded, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """The boards taken out again, where nobody has recorded anything on them."""
    for board in event.boards:
        if board not in session.boards:
            raise Refusal("undo-nothing", f"board {board} was taken out already", "`session show` lists the boards")
        if recorded := recorded_on(session, board):
            message = f"{recorded} is on board {board}"
            raise Refusal("has-dependants", message, "what was recorded on a board stays in its log, and so does it")
    return (Uncommitted(BoardsRemoved(event.boards, command.reason), (command.target.number,)),)


def _readd(event: BoardsRemoved, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    new = tuple(board for board in event.boards if board not in session.boards)
    if not new:
        raise Refusal("undo-nothing", "the boards were added again since", "`session show` lists the boards")
    return (Uncommitted(BoardsAdded(new), (command.target.number,)),)


def _uncarry(event: CarryOverSet, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    history, number = session.carry_over[event.contestant], command.target.number
    if history[-1].number != number:
        raise Refusal("has-dependants", f"#{history[-1].number} set it anew since", f"undo {history[-1].number} first")
    earlier = history[-2].imps if len(history) > 1 else Fraction(0)
    return (Uncommitted(CarryOverSet(event.contestant, earlier, command.reason), (number,)),)


UNDO: Undoing = {
    ResultRecorded: _unrecord,
    ResultCorrected: _uncorrect,
    ResultVoided: _unvoid,
    BoardFouled: _unfoul,
    SeatingCorrected: _unseat,
    BoardsAdded: _unadd,
    BoardsRemoved: _readd,
    CarryOverSet: _uncarry,
}
