"""How the office changes a session or a tournament: officials, publications, opening and closing, regulations."""

from ledger.facts import Envelope
from ledger.facts.office import (
    BundleImported,
    JudgementSigned,
    OfficialAppointed,
    OfficialRelieved,
    RegulationsSignatureWithdrawn,
    RegulationsSigned,
)
from ledger.facts.play import RegulationsAmended, SessionClosed, SessionOpened, SessionReopened
from ledger.facts.publications import PublicationRecalled, RunningScoresHidden, RunningScoresShown, ScoresPublished
from ledger.session.cases import Publication, SignedRegulations
from ledger.session.state import Session
from ledger.session.stream import Evolving, Stream
from ledger.session.tournaments import Tournament


def _open(session: Session, envelope: Envelope, event: SessionOpened) -> None:
    session.opened, session.opened_at = event, envelope.occurred_at
    session.boards = {board: {} for board in event.boards}
    session.owns(event.boards)


def _amend_regulations(session: Session, envelope: Envelope, event: RegulationsAmended) -> None:
    session.amendments = session.amendments.saying(envelope, event.regulations)


def _close(stream: Stream, envelope: Envelope, event: SessionClosed) -> None:
    stream.closed, stream.closing = True, envelope.number


def _reopen(stream: Stream, envelope: Envelope, event: SessionReopened) -> None:
    stream.closed, stream.closing = False, envelope.number


def _appoint(stream: Stream, envelope: Envelope, event: OfficialAppointed) -> None:
    stream.officials = stream.officials.appointed(event.name, event.office, event.key, event.login)


def _relieve(stream: Stream, envelope: Envelope, event: OfficialRelieved) -> None:
    stream.officials = stream.officials.relieved(event.name, event.office)


def _publish(session: Session, envelope: Envelope, event: ScoresPublished) -> None:
    publication = Publication(envelope.number, envelope.occurred_at, envelope.recorded_at, event.numbers)
    session.publications, session.given_out = (*session.publications, publication), True


def _recall_publication(stream: Stream, envelope: Envelope, event: PublicationRecalled) -> None:
    if isinstance(stream, Tournament):
        stream.tell(envelope)
    stream.publications = stream.publications[:-1]


def _show_running(stream: Stream, envelope: Envelope, event: RunningScoresShown) -> None:
    stream.running_scores = envelope.number


def _hide_running(stream: Stream, envelope: Envelope, event: RunningScoresHidden) -> None:
    stream.running_scores = 0


def _import(stream: Stream, envelope: Envelope, event: BundleImported) -> None:
    """Nothing: what was taken over has changed the session by itself."""


def _sign(stream: Stream, envelope: Envelope, event: JudgementSigned) -> None:
    stream.signed.update(dict.fromkeys(envelope.because, envelope.number))


def _sign_regulations(stream: Stream, envelope: Envelope, event: RegulationsSigned) -> None:
    signed = SignedRegulations(envelope.number, envelope.occurred_at, envelope.by, stream.regulations)
    stream.signed_regulations = (*stream.signed_regulations, signed)


def _withdraw_signature(stream: Stream, envelope: Envelope, event: RegulationsSignatureWithdrawn) -> None:
    stream.signed_regulations = stream.signed_regulations[:-1]


EVOLVE: Evolving = {
    SessionOpened: _open,
    RegulationsAmended: _amend_regulations,
    SessionClosed: _close,
    SessionReopened: _reopen,
    OfficialAppointed: _appoint,
    OfficialRelieved: _relieve,
    ScoresPublished: _publish,
    PublicationRecalled: _recall_publication,
    RunningScoresShown: _show_running,
    RunningScoresHidden: _hide_running,
    BundleImported: _import,
    JudgementSigned: _sign,
    RegulationsSigned: _sign_regulations,
    RegulationsSignatureWithdrawn: _withdraw_signature,
}
