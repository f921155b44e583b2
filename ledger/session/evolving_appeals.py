"""How appeals change the session."""

from dataclasses import replace
from typing import assert_never

from ledger.events import AppealEvent, Envelope
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
from ledger.session.cases import Appeal, Decided
from ledger.session.evolving_rulings import note
from ledger.session.state import Session

AppealStep = (
    LateAppealAccepted
    | AppealScreened
    | AppealConfirmed
    | ConfirmationRecalled
    | AppealWithdrawn
    | AppealReinstated
    | AppealHeard
    | AppealDecided
    | FurtherAppealLodged
    | FurtherAppealWithdrawn
    | DecisionReviewed
    | DecisionRecalled
)
"""What may happen to an appeal once it is lodged."""


def apply_appeal(session: Session, envelope: Envelope, event: AppealEvent) -> None:
    """An appeal's event; the ruling it is against, and its board, know of it."""
    if isinstance(event, AppealLodged):
        appeal = Appeal(event.case, envelope.number, event, envelope.occurred_at, (event.ruling,))
    else:
        appeal = _changed(session.appeals[event.case], envelope, event)
    session.appeals[event.case] = replace(
        appeal, events=(*appeal.events, envelope.number), last_at=envelope.occurred_at
    )
    note(session, replace(session.rulings[appeal.ruling], by_file=False), envelope.number)


def _changed(appeal: Appeal, envelope: Envelope, event: AppealStep) -> Appeal:
    match event:
        case LateAppealAccepted():
            return replace(appeal, late=event.reason)
        case AppealScreened():
            return replace(appeal, screened=event)
        case AppealConfirmed():
            return replace(appeal, rulings=(*appeal.rulings, event.ruling), heard=None)
        case ConfirmationRecalled():
            return replace(appeal, rulings=appeal.rulings[:-1])
        case AppealWithdrawn():
            return replace(appeal, withdrawn=event)
        case AppealReinstated():
            return replace(appeal, withdrawn=None)
        case AppealHeard():
            return replace(appeal, heard=event)
        case AppealDecided() | DecisionReviewed():
            decided = Decided(envelope.number, appeal.ruling, event, envelope.occurred_at, envelope.by)
            return replace(appeal, decisions=(*appeal.decisions, decided))
        case FurtherAppealLodged():
            return replace(appeal, taken_further=event, given_up=None)
        case FurtherAppealWithdrawn():
            return replace(appeal, given_up=event)
        case DecisionRecalled():
            return replace(appeal, decisions=appeal.decisions[:-1])
        case _:
            assert_never(event)
