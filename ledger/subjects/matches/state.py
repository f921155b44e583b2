"""The effect on the session of findings on matches."""

from ledger.kernel.fact import DIRECTORS, SCORERS, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.session.state import Session
from ledger.subjects.matches.facts import Finding, MatchScored, MatchShortened, MatchVoided, MismatchFound


def _state(session: Session, envelope: Envelope, event: Finding) -> None:
    session.findings.state(envelope, event)


def _turn(session: Session, envelope: Envelope[TakenBack], event: Finding) -> None:
    session.findings.turn(envelope)


def _of_a_director(event: type[Finding], name: str) -> Kind:
    undone_by = Reversal(_turn, _turn)
    return Kind(event, name, DIRECTORS, _state, "hall", undone_by=undone_by, period="correction", settles=True)


KINDS = (
    Kind(
        MatchScored,
        "match-scored",
        SCORERS,
        _state,
        "hall",
        undone_by=Reversal(_turn, _turn, DIRECTORS, "correction"),
        period="scoring",
        settles=True,
    ),
    _of_a_director(MatchShortened, "match-shortened"),
    _of_a_director(MatchVoided, "match-voided"),
    _of_a_director(MismatchFound, "mismatch-found"),
)
