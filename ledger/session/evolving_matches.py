"""How what was found of matches changes the session."""

from ledger.events import Envelope
from ledger.events.matches import Finding, FindingWithdrawn, MatchShortened, MatchVoided, MismatchFound
from ledger.session.state import Evolving, Session


def _find(session: Session, envelope: Envelope, event: Finding) -> None:
    session.findings[envelope.number] = event


def _withdraw(session: Session, envelope: Envelope, event: FindingWithdrawn) -> None:
    session.findings.pop(event.finding, None)


EVOLVE: Evolving = {MatchShortened: _find, MatchVoided: _find, MismatchFound: _find, FindingWithdrawn: _withdraw}
