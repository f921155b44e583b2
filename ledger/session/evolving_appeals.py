"""How appeals change the session."""

from dataclasses import replace
from typing import assert_never

from ledger.events import (
    AppealConfirmed,
    AppealDecided,
    AppealEvent,
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
    Recorded,
)
from ledger.session.cases import Appeal, Decided
from ledger.session.evolving_rulings import note
from ledger.session.state import Session

AppealStep = (
    LateAppealAccepted | AppealScreened | AppealConfirmed | ConfirmationRecalled | AppealWithdrawn | AppealReinstated | AppealHeard | AppealDecided
    | FurtherAppealLodged | FurtherAppealWithdrawn | DecisionReviewed | DecisionRecalled
)  # fmt: skip
"""What may happen to an appeal once it is lodged."""


def apply_appeal(session: Session, recorded: Recorded, event: AppealEvent) -> None:
    """An appeal's event; the ruling it is against, and its board, know of it."""
    if isinstance(event, AppealLodged):
        appeal = Appeal(event.case, recorded.number, event, recorded.occurred_at, (event.ruling,))
    else:
        appeal = _changed(session.appeals[event.case], recorded, event)
    session.appeals[event.case] = replace(
        appeal, events=(*appeal.events, recorded.number), last_at=recorded.occurred_at
    )
    note(session, replace(session.rulings[appeal.ruling], by_file=False), recorded.number)


def _changed(appeal: Appeal, recorded: Recorded, event: AppealStep) -> Appeal:
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
            decided = Decided(recorded.number, appeal.ruling, event, recorded.occurred_at, recorded.by)
            return replace(appeal, decisions=(*appeal.decisions, decided))
        case FurtherAppealLodged():
            return replace(appeal, taken_further=event, given_up=None)
        case FurtherAppealWithdrawn():
            return replace(appeal, given_up=event)
        case DecisionRecalled():
            return replace(appeal, decisions=appeal.decisions[:-1])
        case _:
            assert_never(event)
