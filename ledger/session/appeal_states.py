"""The docket: every appeal, what state it is in, and what became of its deposit."""

from dataclasses import dataclass
from typing import Literal

from ledger.events.appeals import AppealDecided
from ledger.session import Appeal, Session

AppealState = Literal[
    "lodged",
    "screened",
    "rejected",
    "withdrawn",
    "to be confirmed",
    "heard",
    "decided",
    "resolved",
    "further appeal",
    "reviewed",
]
DepositState = Literal["none", "held", "returned", "forfeited"]


@dataclass(frozen=True, slots=True)
class DocketEntry:
    """A line of the docket; the deposit of the further appeal is one of its own."""

    appeal: Appeal
    state: AppealState
    deposit: DepositState
    further_deposit: DepositState


def docket(session: Session) -> list[DocketEntry]:
    """Every appeal of the session, oldest first."""
    return [
        DocketEntry(appeal, appeal_state(session, appeal), deposit_state(appeal), further_deposit_state(appeal))
        for appeal in session.appeals.values()
    ]


def appeal_state(session: Session, appeal: Appeal) -> AppealState:
    """How far an appeal has come. 'resolved' is decided by the chief director (Law 93B1)."""
    if appeal.withdrawn:
        return "withdrawn"
    if len(appeal.decisions) > 1:
        return "reviewed"
    if appeal.open and session.rulings[appeal.ruling].superseded_by:
        return "to be confirmed"
    if appeal.further:
        return "further appeal"
    if isinstance(appeal.decision, AppealDecided):
        return "resolved" if appeal.decision.body == "chief-director" else "decided"
    if appeal.screened and not appeal.screened.admitted:
        return "rejected"
    return "heard" if appeal.heard else "screened" if appeal.screened else "lodged"


def deposit_state(appeal: Appeal) -> DepositState:
    """What became of the money that was paid with the appeal: independent of who was right."""
    if not appeal.lodged.deposit:
        return "none"
    screened = appeal.screened.deposit if appeal.screened and not appeal.screened.admitted else None
    withdrawn = appeal.withdrawn.deposit if appeal.withdrawn else None
    own = appeal.decisions[:1] if appeal.taken_further and appeal.taken_further.deposit else appeal.decisions
    decided = next((each.decision.deposit for each in reversed(own) if each.decision.deposit), None)
    return decided or withdrawn or screened or "held"


def further_deposit_state(appeal: Appeal) -> DepositState:
    """What became of the money that was paid with the further appeal."""
    if not (appeal.taken_further and appeal.taken_further.deposit):
        return "none"
    if appeal.given_up:
        return appeal.given_up.deposit or "returned"
    reviewed = appeal.decisions[1].decision.deposit if len(appeal.decisions) > 1 else None
    return reviewed or "held"
