"""How the session knows the cards of its boards."""

from ledger.facts import Envelope
from ledger.facts.deals import DealCorrected, DealRecorded, DealWithdrawn
from ledger.session.state import Session
from ledger.session.stream import Evolving
from ledger.session.tables import RecordedDeal


def _say(session: Session, envelope: Envelope, event: DealRecorded | DealCorrected | DealWithdrawn) -> None:
    deal = None if isinstance(event, DealWithdrawn) else event.deal
    said = RecordedDeal(envelope.number, deal, event.imported)
    session.deals[event.board] = (*session.deals.get(event.board, ()), said)


EVOLVE: Evolving = {DealRecorded: _say, DealCorrected: _say, DealWithdrawn: _say}
