"""How what is said of a tournament changes its stream's state."""

from ledger.events import Envelope
from ledger.events.standing_publication import StandingPublished
from ledger.events.tournaments import (
    ContestantLinked,
    EntrantsEntered,
    EntryWithdrawn,
    LinkWithdrawn,
    LotDrawn,
    LotWithdrawn,
    SessionAdded,
    SessionRemoved,
    StageAdded,
    StageAmended,
    StageRemoved,
    TournamentOpened,
)
from ledger.session.cases import Publication
from ledger.session.state import Evolving, Session
from ledger.session.tournament import Tournament


def _open(session: Session, envelope: Envelope, event: TournamentOpened) -> None:
    session.tournament, session.opened_at = Tournament(event), envelope.occurred_at


def _stage(session: Session, envelope: Envelope, event: StageAdded | StageAmended) -> None:
    session.tournament = session.in_tournament.staged(event, envelope.number, envelope.because)


def _remove_stage(session: Session, envelope: Envelope, event: StageRemoved) -> None:
    session.tournament = session.in_tournament.without_stage(event.name)


def _add_session(session: Session, envelope: Envelope, event: SessionAdded) -> None:
    session.tournament = session.in_tournament.with_session(event, envelope.number)


def _remove_session(session: Session, envelope: Envelope, event: SessionRemoved) -> None:
    session.tournament = session.in_tournament.without_session(event.session, envelope.number)


def _enter(session: Session, envelope: Envelope, event: EntrantsEntered) -> None:
    session.tournament = session.in_tournament.entered(event.entrants, envelope.number)


def _withdraw_entry(session: Session, envelope: Envelope, event: EntryWithdrawn) -> None:
    session.tournament = session.in_tournament.without_entry(event.entry)


def _link(session: Session, envelope: Envelope, event: ContestantLinked) -> None:
    who = (event.session, event.contestant, event.entrant)
    session.tournament = session.in_tournament.linked(*who, envelope.number)


def _unlink(session: Session, envelope: Envelope, event: LinkWithdrawn) -> None:
    session.tournament = session.in_tournament.unlinked(event.session, event.contestant, envelope.because)


def _draw(session: Session, envelope: Envelope, event: LotDrawn) -> None:
    session.tournament = session.in_tournament.with_lot(event, envelope.number)


def _withdraw_lot(session: Session, envelope: Envelope, event: LotWithdrawn) -> None:
    session.tournament = session.in_tournament.without_lot(event.lot)


def _publish(session: Session, envelope: Envelope, event: StandingPublished) -> None:
    numbers = " ".join(each.numbers for each in event.stages)
    publication = Publication(envelope.number, envelope.occurred_at, envelope.recorded_at, numbers)
    session.publications = (*session.publications, publication)
    session.tournament, session.given_out = session.in_tournament.given(event, envelope.number), True


EVOLVE: Evolving = {
    StandingPublished: _publish,
    TournamentOpened: _open,
    StageAdded: _stage,
    StageAmended: _stage,
    StageRemoved: _remove_stage,
    SessionAdded: _add_session,
    SessionRemoved: _remove_session,
    EntrantsEntered: _enter,
    EntryWithdrawn: _withdraw_entry,
    ContestantLinked: _link,
    LinkWithdrawn: _unlink,
    LotDrawn: _draw,
    LotWithdrawn: _withdraw_lot,
}
