"""How what was asked about results changes the session."""

from msgspec import structs

from ledger.events import Envelope
from ledger.events.queries import ConfirmationWithdrawn, QueryWithdrawn, ResultConfirmed, ResultQueried
from ledger.session.state import Session
from ledger.session.stream import Evolving
from ledger.session.tables import Confirmation, Query


def _query(session: Session, envelope: Envelope, event: ResultQueried) -> None:
    played = session.line(event.board, event.seating)
    if played and played.results:
        query = Query(envelope.number, event.question, played.what_is_said, envelope.occurred_at, envelope.by)
        session.put(structs.replace(played, queries=(*played.queries, query)))


def _confirm(session: Session, envelope: Envelope, event: ResultConfirmed) -> None:
    played = session.line(event.board, event.seating)
    if played and played.results:
        said = Confirmation(envelope.number, event.sides, played.what_is_said, event.reason)
        session.put(structs.replace(played, confirmations=(*played.confirmations, said)))


def _withdraw_query(session: Session, envelope: Envelope, event: QueryWithdrawn) -> None:
    if played := session.line(event.board, event.seating):
        session.put(structs.replace(played, queries=played.queries[:-1]))


def _withdraw_confirmation(session: Session, envelope: Envelope, event: ConfirmationWithdrawn) -> None:
    if played := session.line(event.board, event.seating):
        session.put(structs.replace(played, confirmations=played.confirmations[:-1]))


EVOLVE: Evolving = {
    ResultQueried: _query,
    ResultConfirmed: _confirm,
    QueryWithdrawn: _withdraw_query,
    ConfirmationWithdrawn: _withdraw_confirmation,
}
