"""How appeals change the session; the ruling an appeal is against, and its board, know of each of its events.

What is in force of a penalty follows from the penalty and the decisions on it: no event of an appeal touches it.
"""

from msgspec.structs import replace

from ledger.events import Envelope
from ledger.events.appeals import (
    AppealConfirmed,
    AppealDecided,
    AppealHeard,
    AppealLodged,
    AppealReinstated,
    AppealScreened,
    AppealWithdrawn,
    ConfirmationRecalled,
    DecisionRecalled,
    DecisionReviewed,
    FurtherAppealLodged,
    FurtherAppealWithdrawn,
    LateAppealAccepted,
)
from ledger.session.cases import Appeal, Decided, TakenFurther
from ledger.session.evolving_rulings import note
from ledger.session.state import Session
from ledger.session.stream import Evolving


def _lodge(session: Session, envelope: Envelope, event: AppealLodged) -> None:
    appeal = Appeal(event.case, envelope.number, event, envelope.occurred_at, (event.against,))
    _put(session, envelope, appeal)


def _accept_late(session: Session, envelope: Envelope, event: LateAppealAccepted) -> None:
    _put(session, envelope, replace(session.appeals[event.case], late=event.reason))


def _screen(session: Session, envelope: Envelope, event: AppealScreened) -> None:
    _put(session, envelope, replace(session.appeals[event.case], screened=event))


def _confirm(session: Session, envelope: Envelope, event: AppealConfirmed) -> None:
    appeal = session.appeals[event.case]
    _put(session, envelope, replace(appeal, subjects=(*appeal.subjects, event.ruling), heard=None))


def _recall_confirmation(session: Session, envelope: Envelope, event: ConfirmationRecalled) -> None:
    appeal = session.appeals[event.case]
    _put(session, envelope, replace(appeal, subjects=appeal.subjects[:-1]))


def _withdraw(session: Session, envelope: Envelope, event: AppealWithdrawn) -> None:
    _put(session, envelope, replace(session.appeals[event.case], withdrawn=event))


def _reinstate(session: Session, envelope: Envelope, event: AppealReinstated) -> None:
    _put(session, envelope, replace(session.appeals[event.case], withdrawn=None))


def _hear(session: Session, envelope: Envelope, event: AppealHeard) -> None:
    _put(session, envelope, replace(session.appeals[event.case], heard=event))


def _decide(session: Session, envelope: Envelope, event: AppealDecided | DecisionReviewed) -> None:
    """A decision is the last word on every appeal it decides."""
    decided = Decided(envelope.number, session.appeals[event.case].against, event, envelope.occurred_at, envelope.by)
    for case in (event.case, *event.together):
        appeal = session.appeals[case]
        _put(session, envelope, replace(appeal, decisions=(*appeal.decisions, decided)))


def _take_further(session: Session, envelope: Envelope, event: FurtherAppealLodged) -> None:
    appeal = session.appeals[event.case]
    _put(session, envelope, replace(appeal, furthers=(*appeal.furthers, TakenFurther(event, len(appeal.decisions)))))


def _give_up_further(session: Session, envelope: Envelope, event: FurtherAppealWithdrawn) -> None:
    appeal = session.appeals[event.case]
    last = tuple(each._replace(given_up=event) for each in appeal.furthers[-1:])
    _put(session, envelope, replace(appeal, furthers=(*appeal.furthers[:-1], *last)))


def _recall_decision(session: Session, envelope: Envelope, event: DecisionRecalled) -> None:
    """A decision is taken back for every appeal it decided."""
    recalled = {each.number for each in session.appeals[event.case].decisions[-1:]}
    for appeal in list(session.appeals.values()):
        if recalled & {each.number for each in appeal.decisions[-1:]}:
            _put(session, envelope, replace(appeal, decisions=appeal.decisions[:-1]))


def _put(session: Session, envelope: Envelope, appeal: Appeal) -> None:
    events = (*appeal.events, envelope.number)
    session.appeals[appeal.case] = replace(appeal, events=events, last_at=envelope.occurred_at)
    ruling = session.rulings.get(appeal.against)
    if ruling and envelope.number not in ruling.events:  # what decides several appeals is one event of the ruling
        note(session, replace(ruling, by_file=False), envelope.number)


EVOLVE: Evolving = {
    AppealLodged: _lodge,
    LateAppealAccepted: _accept_late,
    AppealScreened: _screen,
    AppealConfirmed: _confirm,
    ConfirmationRecalled: _recall_confirmation,
    AppealWithdrawn: _withdraw,
    AppealReinstated: _reinstate,
    AppealHeard: _hear,
    AppealDecided: _decide,
    DecisionReviewed: _decide,
    FurtherAppealLodged: _take_further,
    FurtherAppealWithdrawn: _give_up_further,
    DecisionRecalled: _recall_decision,
}
