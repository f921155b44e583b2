"""The docket: every appeal, what state it is in, what became of its deposit, and how appeals change the session; the
ruling an appeal is against, and its board, know of each of its events.

What is in force of a penalty follows from the penalty and the decisions on it: no event of an appeal touches it.
"""

from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ledger.facts import Envelope
from ledger.facts.appeals import (
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
from ledger.session.cases import Appeal, DecidedAppeal, FurtherAppeal
from ledger.session.rulings import note
from ledger.session.state import Session
from ledger.session.stream import Evolving

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


def _further_deposit(appeal: Appeal, further: FurtherAppeal) -> DepositState:
    if not further.lodged.deposit:
        return "none"
    if further.given_up:
        return further.given_up.deposit or "returned"
    reviewed = appeal.decisions[further.above].decision.deposit if further.above < len(appeal.decisions) else None
    return reviewed or "held"


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
    decided = DecidedAppeal(
        envelope.number, session.appeals[event.case].against, event, envelope.occurred_at, envelope.by
    )
    for case in (event.case, *event.together):
        appeal = session.appeals[case]
        _put(session, envelope, replace(appeal, decisions=(*appeal.decisions, decided)))


def _take_further(session: Session, envelope: Envelope, event: FurtherAppealLodged) -> None:
    appeal = session.appeals[event.case]
    _put(session, envelope, replace(appeal, furthers=(*appeal.furthers, FurtherAppeal(event, len(appeal.decisions)))))


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
