"""The evidence that was filed with the calls."""

from msgspec.structs import replace

from ledger.facts import Envelope
from ledger.facts.evidence import EvidenceFiled, EvidenceWithdrawn
from ledger.session.cases import Call, Piece
from ledger.session.state import Session
from ledger.session.stream import Evolving


def pieces(call: Call) -> list[tuple[int, Piece]]:
    """The evidence of a call that was not withdrawn, each with the number it is asked for by: from 1, never moved."""
    return [(at, each) for at, each in enumerate(call.evidence, start=1) if not each.withdrawn]


def _file(session: Session, envelope: Envelope, event: EvidenceFiled) -> None:
    call = session.calls[event.case]
    piece = Piece(envelope.number, event, envelope.occurred_at, envelope.by)
    _put(session, envelope, replace(call, evidence=(*call.evidence, piece)))


def _withdraw(session: Session, envelope: Envelope, event: EvidenceWithdrawn) -> None:
    call = session.calls[event.case]
    left = tuple(
        replace(each, withdrawn=envelope.number) if each.number == event.filed else each for each in call.evidence
    )
    _put(session, envelope, replace(call, evidence=left))


def _put(session: Session, envelope: Envelope, call: Call) -> None:
    session.calls[call.case] = replace(call, events=(*call.events, envelope.number))


EVOLVE: Evolving = {EvidenceFiled: _file, EvidenceWithdrawn: _withdraw}
