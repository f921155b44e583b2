"""Undo, for what was asked about results."""

from ledger.commands import Undo
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.errors import Refusal
from ledger.events.play import AtTable
from ledger.events.queries import ConfirmationWithdrawn, QueryWithdrawn, ResultConfirmed, ResultQueried
from ledger.session import Session, TableBoard


def _unquery(event: ResultQueried, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    played, number = _asked_of(event, command, session), command.target.number
    if answers := [each.number for each in played.confirmations if each.number > number]:
        raise Refusal("has-dependants", f"#{answers[-1]} answers the query of #{number}", f"undo {answers[-1]} first")
    _check_last(number, [query.number for query in played.queries])
    seats = played.seating
    return (Uncommitted(QueryWithdrawn(played.board, *seats.pair, command.reason, **seats.place), (number,)),)


def _unconfirm(event: ResultConfirmed, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    played, number = _asked_of(event, command, session), command.target.number
    _check_last(number, [said.number for said in played.confirmations])
    seats = played.seating
    return (Uncommitted(ConfirmationWithdrawn(played.board, *seats.pair, command.reason, **seats.place), (number,)),)


def _asked_of(event: AtTable, command: Undo, session: Session) -> TableBoard:
    """The table's play that it was said of, whoever is said to have sat there now; refused where it is not there."""
    number = command.target.number
    for played in session.boards[event.board].values():
        if _has(played, number):
            return played
    if any(_has(gone, number) for gone in session.voided.values()):
        message = f"the result that #{number} is about was voided"
        raise Refusal("undo-nothing", message, f"`log --board {event.board}` tells how")
    raise Refusal("undo-nothing", f"#{number} was taken back", f"`show {number}`")


def _has(played: TableBoard, number: int) -> bool:
    return number in [*(query.number for query in played.queries), *(said.number for said in played.confirmations)]


def _check_last(number: int, numbers: list[int]) -> None:
    """Refuse where the same was said again since."""
    if number != numbers[-1]:
        raise Refusal("has-dependants", f"#{numbers[-1]} came after #{number}", f"undo {numbers[-1]} first")


UNDO: Undoing = {ResultQueried: _unquery, ResultConfirmed: _unconfirm}
