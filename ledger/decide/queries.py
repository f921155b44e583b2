"""Asking about results: queried, confirmed by the sides, and taken back."""

from ledger.decide.play import require_result
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.errors import Refusal
from ledger.facts import ConfirmResult, QueryResult, Undo
from ledger.facts.at_table import AtTable
from ledger.facts.queries import ConfirmationWithdrawn, QueryWithdrawn, ResultConfirmed, ResultQueried
from ledger.session import Session, TableBoard
from ledger.session.places import require_table


def query_result(command: QueryResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A question about a result; the same is not asked twice while it is open."""
    played = require_result(require_table(session, command.where))
    same = [query.number for query in played.open_queries if query.question == command.question]
    if same:
        message = f"that was asked of {played.name} (#{same[-1]})"
        raise Refusal("nothing-to-change", message, "what was said: `check confirm`, or `result correct`")
    event = ResultQueried(played.board, *played.seating.pair, command.question, **played.seating.place)
    return (ProposedEvent(event, (played.results[-1].number,)),)


def confirm_result(command: ConfirmResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What the sides say of the result as it stands; it answers what was asked of it."""
    played = require_result(require_table(session, command.where))
    if set(command.sides) <= played.confirmed_by:
        message = f"{' and '.join(command.sides)} confirmed {played.result} at {played.name} already"
        raise Refusal("nothing-to-change", message, "`check` shows what is open")
    because = (played.results[-1].number, *(query.number for query in played.open_queries))
    event = ResultConfirmed(played.board, *played.seating.pair, command.sides, command.reason, **played.seating.place)
    return (ProposedEvent(event, because),)


HANDLERS: Handlers = {QueryResult: query_result, ConfirmResult: confirm_result}


def _unquery(event: ResultQueried, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    played, number = _asked_of(event, command, session), command.target.number
    if answers := [each.number for each in played.confirmations if each.number > number]:
        raise Refusal("has-dependants", f"#{answers[-1]} answers the query of #{number}", f"undo {answers[-1]} first")
    _check_last(number, [query.number for query in played.queries])
    seats = played.seating
    return (ProposedEvent(QueryWithdrawn(played.board, *seats.pair, command.reason, **seats.place), (number,)),)


def _unconfirm(event: ResultConfirmed, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    played, number = _asked_of(event, command, session), command.target.number
    _check_last(number, [said.number for said in played.confirmations])
    seats = played.seating
    return (ProposedEvent(ConfirmationWithdrawn(played.board, *seats.pair, command.reason, **seats.place), (number,)),)


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
