"""The recorder's memos: that they are there, and to whose keys; what they say is told to nobody else."""

from msgspec.structs import replace

from ledger.facts import Envelope
from ledger.facts.memos import MemoFiled, MemoGranted, MemoWithdrawn
from ledger.session.cases import Memo
from ledger.session.state import Session
from ledger.session.stream import Evolving


def _file(session: Session, envelope: Envelope, event: MemoFiled) -> None:
    number = envelope.number
    session.memos[event.case] = Memo(event.case, number, envelope.occurred_at, envelope.by, (event,), events=(number,))


def _grant(session: Session, envelope: Envelope, event: MemoGranted) -> None:
    memo = session.memos[event.case]
    _put(session, envelope, replace(memo, said=(*memo.said, event)))


def _withdraw(session: Session, envelope: Envelope, event: MemoWithdrawn) -> None:
    _put(session, envelope, replace(session.memos[event.case], withdrawn=True))


def _put(session: Session, envelope: Envelope, memo: Memo) -> None:
    session.memos[memo.case] = replace(memo, events=(*memo.events, envelope.number))


EVOLVE: Evolving = {MemoFiled: _file, MemoGranted: _grant, MemoWithdrawn: _withdraw}
