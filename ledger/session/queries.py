"""How what was asked about results changes the session."""

from msgspec import structs

from ledger.facts import Envelope
from ledger.facts.queries import ConfirmationWithdrawn, QueryWithdrawn, ResultConfirmed, ResultQueried
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


def _withdraw(session: Session, envelope: Envelope, event: QueryWithdrawn | ConfirmationWithdrawn) -> None:
    if played := session.line(event.board, event.seating):
        queries = tuple(each for each in played.queries if each.number not in envelope.because)
        confirmations = tuple(each for each in played.confirmations if each.number not in envelope.because)
        session.put(structs.replace(played, queries=queries, confirmations=confirmations))


EVOLVE: Evolving = {
    ResultQueried: _query,
    ResultConfirmed: _confirm,
    QueryWithdrawn: _withdraw,
    ConfirmationWithdrawn: _withdraw,
}
