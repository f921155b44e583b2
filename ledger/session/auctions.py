"""How the session knows what its tables bid and played: on the line of the table, whose seats it follows."""

from msgspec import structs

from ledger.facts import Envelope
from ledger.facts.auctions import AuctionRecorded, AuctionWithdrawn
from ledger.session.state import Session
from ledger.session.stream import Evolving
from ledger.session.tables import RecordedPlay, TableBoard


def _record(session: Session, envelope: Envelope, event: AuctionRecorded) -> None:
    if played := session.line(event.board, event.seating):
        _say(session, played, RecordedPlay(envelope.number, event.record, event.imported))


def _withdraw(session: Session, envelope: Envelope, event: AuctionWithdrawn) -> None:
    if played := session.line(event.board, event.seating):
        before = played.auctions[-2].record if len(played.auctions) > 1 else None
        _say(session, played, RecordedPlay(envelope.number, before, event.imported))


def _say(session: Session, played: TableBoard, said: RecordedPlay) -> None:
    session.put(structs.replace(played, auctions=(*played.auctions, said)))


EVOLVE: Evolving = {AuctionRecorded: _record, AuctionWithdrawn: _withdraw}
