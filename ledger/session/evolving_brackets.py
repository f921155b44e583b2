"""How what is said of a knockout stage changes the state of its tournament."""

from msgspec.structs import replace

from ledger.events import Envelope
from ledger.events.brackets import BracketDrawn, BracketWithdrawn, KnockoutDecided, KnockoutDecisionWithdrawn
from ledger.session.bracket import Knockouts
from ledger.session.state import Evolving, Session


def _draw(session: Session, envelope: Envelope, event: BracketDrawn) -> None:
    _now(session, session.in_tournament.knockouts.drawn(event, envelope.number))


def _withdraw(session: Session, envelope: Envelope, event: BracketWithdrawn) -> None:
    _now(session, session.in_tournament.knockouts.without_bracket(event.stage))


def _decide(session: Session, envelope: Envelope, event: KnockoutDecided) -> None:
    _now(session, session.in_tournament.knockouts.deciding(event, envelope.number))


def _withdraw_decision(session: Session, envelope: Envelope, event: KnockoutDecisionWithdrawn) -> None:
    between = (event.stage, event.match, frozenset((event.winner, event.loser)))
    _now(session, session.in_tournament.knockouts.without_decision(between))


def _now(session: Session, knockouts: Knockouts) -> None:
    session.tournament = replace(session.in_tournament, knockouts=knockouts)


EVOLVE: Evolving = {
    BracketDrawn: _draw,
    BracketWithdrawn: _withdraw,
    KnockoutDecided: _decide,
    KnockoutDecisionWithdrawn: _withdraw_decision,
}
