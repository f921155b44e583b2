"""How the session knows the cards of its boards."""

from ledger.events import Envelope
from ledger.events.deals import DealCorrected, DealRecorded, DealWithdrawn
from ledger.session.state import Session
from ledger.session.stream import Evolving
from ledger.session.tables import RecordedDeal


def _deal(session: Session, envelope: Envelope, event: DealRecorded | DealCorrected) -> None:
    _say(session, event.board, RecordedDeal(envelope.number, event.deal, event.imported))


def _withdraw(session: Session, envelope: Envelope, event: DealWithdrawn) -> None:
    _say(session, event.board, RecordedDeal(envelope.number, None, event.imported))


def _say(session: Session, board: int, said: RecordedDeal) -> None:
    session.deals[board] = (*session.deals.get(board, ()), said)


EVOLVE: Evolving = {DealRecorded: _deal, DealCorrected: _deal, DealWithdrawn: _withdraw}
