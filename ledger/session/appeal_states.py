"""The docket: every appeal, what state it is in, and what became of its deposit."""

from dataclasses import dataclass
from typing import Literal

from ledger.events.appeals import AppealDecided
from ledger.session import Appeal, Session, TakenFurther

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
    """A line of the docket; the deposit of a further appeal is one of its own."""

    appeal: Appeal
    state: AppealState
    deposit: DepositState
    further_deposits: tuple[DepositState, ...]


def docket(session: Session) -> list[DocketEntry]:
    """Every appeal of the session, oldest first."""
    return [
        DocketEntry(appeal, appeal_state(session, appeal), deposit_state(appeal), further_deposit_states(appeal))
        for appeal in session.appeals.values()
    ]


def appeal_state(session: Session, appeal: Appeal) -> AppealState:
    """How far an appeal has come. 'resolved' is decided by the chief director (Law 93B1)."""
    if appeal.withdrawn:
        return "withdrawn"
    ruling = session.rulings.get(appeal.against)
    if appeal.open and ruling and ruling.superseded_by:
        return "to be confirmed"
    if appeal.awaiting:
        return "further appeal"
    if len(appeal.decisions) > 1:
        return "reviewed"
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
    own = [each for at, each in enumerate(appeal.decisions) if not _paid_for(appeal, at)]
    decided = next((each.decision.deposit for each in reversed(own) if each.decision.deposit), None)
    return decided or withdrawn or screened or "held"


def _paid_for(appeal: Appeal, at: int) -> bool:
    """Whether a further appeal with a deposit of its own led to a decision."""
    return any(each.above == at and each.lodged.deposit and not each.given_up for each in appeal.furthers)


def further_deposit_states(appeal: Appeal) -> tuple[DepositState, ...]:
    """What became of the money that was paid with each further appeal."""
    return tuple(_further_deposit(appeal, each) for each in appeal.furthers)


def _further_deposit(appeal: Appeal, further: TakenFurther) -> DepositState:
    if not further.lodged.deposit:
        return "none"
    if further.given_up:
        return further.given_up.deposit or "returned"
    reviewed = appeal.decisions[further.above].decision.deposit if further.above < len(appeal.decisions) else None
    return reviewed or "held"
