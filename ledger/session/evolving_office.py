"""How the office itself changes the session: officials, publications, opening and closing, regulations."""

from ledger.events import Envelope
from ledger.events.office import (
    BundleImported,
    JudgementSigned,
    OfficialAppointed,
    OfficialRelieved,
    PublicationRecalled,
    ScoresPublished,
)
from ledger.events.play import RegulationsAmended, SessionClosed, SessionOpened, SessionReopened
from ledger.session.cases import Publication
from ledger.session.state import Evolving, Session


def _open(session: Session, envelope: Envelope, event: SessionOpened) -> None:
    session.opened, session.opened_at = event, envelope.occurred_at
    session.boards = {board: {} for board in event.boards}
    session.owns(event.boards)


def _amend_regulations(session: Session, envelope: Envelope, event: RegulationsAmended) -> None:
    session.amendments = (*session.amendments, (envelope.number, event.regulations))


def _close(session: Session, envelope: Envelope, event: SessionClosed) -> None:
    session.closed, session.closing = True, envelope.number


def _reopen(session: Session, envelope: Envelope, event: SessionReopened) -> None:
    session.closed, session.closing = False, envelope.number


def _appoint(session: Session, envelope: Envelope, event: OfficialAppointed) -> None:
    session.officials = session.officials.appointed(event.name, event.office, event.key, event.login)


def _relieve(session: Session, envelope: Envelope, event: OfficialRelieved) -> None:
    session.officials = session.officials.relieved(event.name, event.office)


def _publish(session: Session, envelope: Envelope, event: ScoresPublished) -> None:
    publication = Publication(envelope.number, envelope.occurred_at, envelope.recorded_at, event.numbers)
    session.publications, session.given_out = (*session.publications, publication), True


def _recall_publication(session: Session, envelope: Envelope, event: PublicationRecalled) -> None:
    if session.tournament:
        session.tournament = session.tournament.after(envelope)
    session.publications = session.publications[:-1]


def _import(session: Session, envelope: Envelope, event: BundleImported) -> None:
    """Nothing: what was taken over has changed the session by itself."""


def _sign(session: Session, envelope: Envelope, event: JudgementSigned) -> None:
    session.signed.update(dict.fromkeys(envelope.because, envelope.number))


EVOLVE: Evolving = {
    SessionOpened: _open,
    RegulationsAmended: _amend_regulations,
    SessionClosed: _close,
    SessionReopened: _reopen,
    OfficialAppointed: _appoint,
    OfficialRelieved: _relieve,
    ScoresPublished: _publish,
    PublicationRecalled: _recall_publication,
    BundleImported: _import,
    JudgementSigned: _sign,
}
