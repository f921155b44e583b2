"""How cuts, carry-forwards and withdrawals change the state of a tournament's stream."""

from msgspec.structs import replace

from ledger.events import Envelope
from ledger.events.qualifying import (
    CarryForwardRuled,
    CarryForwardSaid,
    EntrantReturned,
    EntrantsQualified,
    EntrantWithdrew,
    QualificationWithdrawn,
    QualifiersChanged,
)
from ledger.session.qualified import Qualified
from ledger.session.state import Evolving, Session


def _set(session: Session, qualified: Qualified) -> None:
    session.tournament = replace(session.in_tournament, qualified=qualified)


def _qualify(session: Session, envelope: Envelope, event: EntrantsQualified) -> None:
    _set(session, session.in_tournament.qualified.with_cut(event, envelope.number))


def _change(session: Session, envelope: Envelope, event: QualifiersChanged) -> None:
    _set(session, session.in_tournament.qualified.with_change(event, envelope.number, envelope.because))


def _unqualify(session: Session, envelope: Envelope, event: QualificationWithdrawn) -> None:
    _set(session, session.in_tournament.qualified.without_cut((event.source, event.into)))


def _rule_carry(session: Session, envelope: Envelope, event: CarryForwardRuled) -> None:
    _set(session, session.in_tournament.qualified.with_rule(event, envelope.number, envelope.because))


def _say_carry(session: Session, envelope: Envelope, event: CarryForwardSaid) -> None:
    _set(session, session.in_tournament.qualified.with_word(event, envelope.number, envelope.because))


def _withdraw(session: Session, envelope: Envelope, event: EntrantWithdrew) -> None:
    _set(session, session.in_tournament.qualified.with_withdrawal(event, envelope.number))


def _return(session: Session, envelope: Envelope, event: EntrantReturned) -> None:
    _set(session, session.in_tournament.qualified.with_return(event.entrant))


EVOLVE: Evolving = {
    EntrantsQualified: _qualify,
    QualifiersChanged: _change,
    QualificationWithdrawn: _unqualify,
    CarryForwardRuled: _rule_carry,
    CarryForwardSaid: _say_carry,
    EntrantWithdrew: _withdraw,
    EntrantReturned: _return,
}
