"""The scorer's questions about results, the confirmations by the sides, and how to undo both."""

from msgspec import structs

from ledger.errors import Refusal
from ledger.kernel.at_table import AtTable, SideName, Where
from ledger.kernel.fact import SCORERS, Command, Envelope, TakenBack
from ledger.kernel.free_text import FreeText
from ledger.kernel.kind import Kind, Reversal
from ledger.session.places import require_result, require_table
from ledger.session.response import Actor, ProposedEvent, Undoing
from ledger.session.state import Session
from ledger.session.tables import BOTH_SIDES, Confirmation, Query, TableBoard
from ledger.subjects.rulings.facts import Undo


class ResultQueried(AtTable, frozen=True):
    """A result was queried, with the question in words: "was it doubled?"."""

    question: FreeText


class ResultConfirmed(AtTable, frozen=True):
    """One or both sides of a table confirmed the recorded result (Law 79A); without sides the official who looked."""

    sides: tuple[SideName, ...]
    reason: FreeText = ""


class QueryResult(Command, frozen=True):
    """Ask whether a table's recorded result is right."""

    where: Where
    question: str


class ConfirmResult(Command, frozen=True):
    """Record which sides of a table confirm its result; without sides the official himself does, with a reason."""

    where: Where
    sides: tuple[SideName, ...]
    reason: str = ""


def _query(session: Session, envelope: Envelope, event: ResultQueried) -> None:
    played = session.line(event.board, event.seating)
    if played and played.results:
        query = Query(envelope.number, event.question, played.result_and_lead, envelope.occurred_at, envelope.by)
        session.put(structs.replace(played, queries=(*played.queries, query)))


def _confirm(session: Session, envelope: Envelope, event: ResultConfirmed) -> None:
    played = session.line(event.board, event.seating)
    if played and played.results:
        confirmation = Confirmation(envelope.number, event.sides, played.result_and_lead, event.reason, envelope.by)
        session.put(structs.replace(played, confirmations=(*played.confirmations, confirmation)))


def _withdraw(session: Session, envelope: Envelope[TakenBack], event: ResultQueried | ResultConfirmed) -> None:
    for played in session.own_board(event.board).values():  # its seats may have been corrected since
        queries = tuple(each for each in played.queries if each.number != envelope.event.of)
        confirmations = tuple(each for each in played.confirmations if each.number != envelope.event.of)
        if (queries, confirmations) != (played.queries, played.confirmations):
            return session.put(structs.replace(played, queries=queries, confirmations=confirmations))
    raise KeyError(envelope.event.of)


KINDS = (
    Kind(ResultQueried, SCORERS, _query, "office", Reversal(_withdraw)),
    Kind(ResultConfirmed, SCORERS, _confirm, "office", Reversal(_withdraw)),
)


def query_result(command: QueryResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record a question about a table's result; refused without a result, or while the question is open already."""
    played = require_result(require_table(session, command.where))
    same = [query.number for query in played.open_queries if query.question == command.question]
    if same:
        message = f"{played.name} has this query already (#{same[-1]})"
        raise Refusal("nothing-to-change", message, "to answer it: `check confirm`, or `result correct`")
    event = ResultQueried(played.board, *played.seating.pair, command.question, **played.seating.place)
    return (ProposedEvent(event, (played.results[-1].number,)),)


def confirm_result(command: ConfirmResult, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the sides that confirm a table's result; refused without a result, or if they all have confirmed it."""
    played = require_result(require_table(session, command.where))
    if {*(command.sides or BOTH_SIDES)} <= played.confirmed_by:
        who = " and ".join(command.sides) or "an official or both sides"
        message = f"{who} confirmed {played.result} at {played.name} already"
        raise Refusal("nothing-to-change", message, "`check` shows what is open")
    because = (played.results[-1].number, *(query.number for query in played.open_queries))
    event = ResultConfirmed(played.board, *played.seating.pair, command.sides, command.reason, **played.seating.place)
    return (ProposedEvent(event, because),)


def _unquery(event: ResultQueried, command: Undo, session: Session, actor: Actor) -> None:
    played, number = _play_asked_about(event, command, session), command.target.number
    if answers := [each.number for each in played.confirmations if each.number > number]:
        raise Refusal("has-dependants", f"#{answers[-1]} answers the query of #{number}", f"undo {answers[-1]} first")
    _check_last(number, [query.number for query in played.queries])


def _unconfirm(event: ResultConfirmed, command: Undo, session: Session, actor: Actor) -> None:
    played, number = _play_asked_about(event, command, session), command.target.number
    _check_last(number, [confirmation.number for confirmation in played.confirmations])


def _play_asked_about(event: AtTable, command: Undo, session: Session) -> TableBoard:
    number = command.target.number
    for played in session.boards[event.board].values():
        if _has_query_or_confirmation(played, number):
            return played
    if any(_has_query_or_confirmation(gone, number) for gone in session.voided.values()):
        message = f"the result that #{number} is about was voided"
        raise Refusal("undo-nothing", message, f"`log --board {event.board}` tells how")
    raise Refusal("undo-nothing", f"#{number} was taken back", f"`show {number}`")


def _has_query_or_confirmation(played: TableBoard, number: int) -> bool:
    return number in [
        *(query.number for query in played.queries),
        *(confirmation.number for confirmation in played.confirmations),
    ]


def _check_last(number: int, numbers: list[int]) -> None:
    if number != numbers[-1]:
        raise Refusal("has-dependants", f"#{numbers[-1]} came after #{number}", f"undo {numbers[-1]} first")


UNDO: Undoing = {ResultQueried: _unquery, ResultConfirmed: _unconfirm}
