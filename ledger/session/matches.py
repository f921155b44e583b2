"""How what was found of matches changes the session."""

from typing import get_args

from ledger.facts import Envelope
from ledger.facts.matches import Finding, FindingRestored, FindingWithdrawn
from ledger.session.state import Session
from ledger.session.stream import Evolving


def _find(session: Session, envelope: Envelope, event: Finding) -> None:
    session.findings.state(envelope, event)


def _take_back(session: Session, envelope: Envelope, event: FindingWithdrawn | FindingRestored) -> None:
    session.findings.take_back(envelope)


EVOLVE: Evolving = {
    **dict.fromkeys(get_args(Finding), _find),
    FindingWithdrawn: _take_back,
    FindingRestored: _take_back,
}
