"""How what was found of matches changes the session."""

from ledger.events import Envelope
from ledger.events.matches import Finding, FindingRestored, FindingWithdrawn, MatchShortened, MatchVoided, MismatchFound
from ledger.session.state import Session
from ledger.session.stream import Evolving


def _find(session: Session, envelope: Envelope, event: Finding) -> None:
    session.findings[envelope.number] = event


def _withdraw(session: Session, envelope: Envelope, event: FindingWithdrawn) -> None:
    if finding := session.findings.pop(event.finding, None):
        session.withdrawn_findings[event.finding] = finding


def _restore(session: Session, envelope: Envelope, event: FindingRestored) -> None:
    """It is found as it was: in the order of what was found, not of when it came back."""
    if finding := session.withdrawn_findings.pop(event.finding, None):
        session.findings[event.finding] = finding
        session.findings = dict(sorted(session.findings.items()))


EVOLVE: Evolving = {
    MatchShortened: _find,
    MatchVoided: _find,
    MismatchFound: _find,
    FindingWithdrawn: _withdraw,
    FindingRestored: _restore,
}
