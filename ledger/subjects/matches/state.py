"""The effect on the session of findings on matches."""

from ledger.kernel.fact import DIRECTORS, SCORERS, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.session.state import Session
from ledger.subjects.matches.facts import Finding, MatchScored, MatchShortened, MatchVoided, MismatchFound


def _state(session: Session, envelope: Envelope, event: Finding) -> None:
    session.findings.state(envelope, event)


def _turn(session: Session, envelope: Envelope[TakenBack], event: Finding) -> None:
    session.findings.turn(envelope)


KINDS = (
    Kind(
        MatchScored,
        SCORERS,
        _state,
        "hall",
        Reversal(_turn, _turn, DIRECTORS, "correction"),
        period="scoring",
        settles=True,
    ),
    Kind(MatchShortened, DIRECTORS, _state, "hall", Reversal(_turn, _turn), period="correction", settles=True),
    Kind(MatchVoided, DIRECTORS, _state, "hall", Reversal(_turn, _turn), period="correction", settles=True),
    Kind(MismatchFound, DIRECTORS, _state, "hall", Reversal(_turn, _turn), period="correction", settles=True),
)
