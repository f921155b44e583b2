"""Undo, for the cards of boards."""

from ledger.commands import Undo
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.deals import DealCorrected, DealRecorded, DealWithdrawn
from ledger.session import RecordedDeal, Session


def _unrecord(event: DealRecorded, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    number = command.target.number
    _history(session, event.board, number)
    return (Uncommitted(DealWithdrawn(event.board, command.reason), (number,)),)


def _uncorrect(event: DealCorrected, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    number = command.target.number
    before = _history(session, event.board, number)[-2].deal
    if before is None:
        raise Refusal("undo-nothing", f"nothing stood before #{number}", f"`log --board {event.board}`")
    return (Uncommitted(DealCorrected(event.board, before, command.reason), (number,)),)


def _unwithdraw(event: DealWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    number = command.target.number
    before = _history(session, event.board, number)[-2].deal
    if before is None:
        raise Refusal("undo-nothing", f"nothing stood before #{number}", f"`log --board {event.board}`")
    return (Uncommitted(DealRecorded(event.board, before), (number,)),)


def _history(session: Session, board: int, number: int) -> tuple[RecordedDeal, ...]:
    """What was said of the cards of a board; refused where the event is not the last word on them."""
    history = session.deals[board]
    if (latest := history[-1].number) != number:
        raise Refusal("has-dependants", f"#{latest} was said of the cards since #{number}", f"undo {latest} first")
    return history


UNDO: Undoing = {DealRecorded: _unrecord, DealCorrected: _uncorrect, DealWithdrawn: _unwithdraw}
