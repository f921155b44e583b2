"""The states of appeals and deposits, and how appeals change the session.

The ruling appealed, and its board, list the events of the appeal among their own.
"""

from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from ledger.kernel.fact import DECIDING, DIRECTORS, HEARING, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.session.cases import Appeal, DecidedAppeal, FurtherAppeal
from ledger.session.state import Session
from ledger.subjects.appeals import facts
from ledger.subjects.rulings.state import store_ruling

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
class AppealEntry:
    """A row in the list of appeals: an appeal, its state, and the states of its deposit and of further deposits."""

    appeal: Appeal
    state: AppealState
    deposit: DepositState
    further_deposits: tuple[DepositState, ...]


def docket(session: Session) -> list[AppealEntry]:
    """Return a row for every appeal of the session, oldest first."""
    return [
        AppealEntry(appeal, appeal_state(session, appeal), deposit_state(appeal), further_deposit_states(appeal))
        for appeal in session.appeals.values()
    ]


def appeal_state(session: Session, appeal: Appeal) -> AppealState:
    """Return the state of an appeal; 'resolved' means that the chief director decided it (Law 93B1)."""
    if appeal.withdrawn:
        return "withdrawn"
    ruling = session.rulings.get(appeal.against)
    if appeal.open and ruling and ruling.superseded_by:
        return "to be confirmed"
    if appeal.awaiting:
        return "further appeal"
    if len(appeal.decisions) > 1:
        return "reviewed"
    if isinstance(appeal.decision, facts.AppealDecided):
        return "resolved" if appeal.decision.body == "chief-director" else "decided"
    if appeal.screened and not appeal.screened.admitted:
        return "rejected"
    return "heard" if appeal.heard else "screened" if appeal.screened else "lodged"


def deposit_state(appeal: Appeal) -> DepositState:
    """Return the state of the deposit paid when the appeal was lodged; 'none' if none was paid."""
    if not appeal.lodged.deposit:
        return "none"
    screened = appeal.screened.deposit if appeal.screened and not appeal.screened.admitted else None
    withdrawn = appeal.withdrawn.deposit if appeal.withdrawn else None
    paid_for = {each.above for each in appeal.furthers if each.lodged.deposit and not each.given_up}
    first_instance = [each for at, each in enumerate(appeal.decisions) if at not in paid_for]
    decided = next((each.decision.deposit for each in reversed(first_instance) if each.decision.deposit), None)
    return decided or withdrawn or screened or "held"


def further_deposit_states(appeal: Appeal) -> tuple[DepositState, ...]:
    """Return the states of the deposits paid with an appeal's further appeals, oldest first."""
    return tuple(_further_deposit(appeal, each) for each in appeal.furthers)


def _further_deposit(appeal: Appeal, further: FurtherAppeal) -> DepositState:
    if not further.lodged.deposit:
        return "none"
    if further.given_up:
        return further.given_up.deposit or "returned"
    reviewed = appeal.decisions[further.above].decision.deposit if further.above < len(appeal.decisions) else None
    return reviewed or "held"


def _lodge(session: Session, envelope: Envelope, event: facts.AppealLodged) -> None:
    appeal = Appeal(event.case, envelope.number, event, envelope.occurred_at, (event.against,))
    _put(session, envelope, appeal)


def _decide(session: Session, envelope: Envelope, event: facts.AppealDecided | facts.DecisionReviewed) -> None:
    decided = DecidedAppeal(
        envelope.number, session.appeals[event.case].against, event, envelope.occurred_at, envelope.by
    )
    for case in (event.case, *event.together):
        appeal = session.appeals[case]
        _put(session, envelope, replace(appeal, decisions=(*appeal.decisions, decided)))


def _take_further(session: Session, envelope: Envelope, event: facts.FurtherAppealLodged) -> None:
    appeal = session.appeals[event.case]
    further = FurtherAppeal(event, len(appeal.decisions), envelope.number)
    _put(session, envelope, replace(appeal, furthers=(*appeal.furthers, further)))


def _give_up_further(session: Session, envelope: Envelope, event: facts.FurtherAppealWithdrawn) -> None:
    appeal = session.appeals[event.case]
    last = tuple(each._replace(given_up=event) for each in appeal.furthers[-1:])
    _put(session, envelope, replace(appeal, furthers=(*appeal.furthers[:-1], *last)))


def _recall_decision(
    session: Session, envelope: Envelope[TakenBack], event: facts.AppealDecided | facts.DecisionReviewed
) -> None:
    for appeal in list(session.appeals.values()):
        if any(each.number == envelope.event.of for each in appeal.decisions[-1:]):
            _put(session, envelope, replace(appeal, decisions=appeal.decisions[:-1]))


def _accept(session: Session, envelope: Envelope, event: facts.LateAppealAccepted) -> None:
    _put(session, envelope, replace(session.appeals[event.case], late=event.reason))


def _screen(session: Session, envelope: Envelope, event: facts.AppealScreened) -> None:
    _put(session, envelope, replace(session.appeals[event.case], screened=event))


def _confirm(session: Session, envelope: Envelope, event: facts.AppealConfirmed) -> None:
    appeal = session.appeals[event.case]
    _put(session, envelope, replace(appeal, subjects=(*appeal.subjects, event.ruling), heard=None))


def _unconfirm(session: Session, envelope: Envelope, event: facts.AppealConfirmed) -> None:
    appeal = session.appeals[event.case]
    _put(session, envelope, replace(appeal, subjects=appeal.subjects[:-1]))


def _withdraw(session: Session, envelope: Envelope, event: facts.AppealWithdrawn) -> None:
    _put(session, envelope, replace(session.appeals[event.case], withdrawn=event))


def _reinstate(session: Session, envelope: Envelope, event: facts.AppealWithdrawn) -> None:
    _put(session, envelope, replace(session.appeals[event.case], withdrawn=None))


def _hear(session: Session, envelope: Envelope, event: facts.AppealHeard) -> None:
    _put(session, envelope, replace(session.appeals[event.case], heard=event))


def _put(session: Session, envelope: Envelope[Any], appeal: Appeal) -> None:
    events = (*appeal.events, envelope.number)
    session.appeals[appeal.case] = replace(appeal, events=events, last_at=envelope.occurred_at)
    ruling = session.rulings.get(appeal.against)
    if ruling and envelope.number not in ruling.events:  # a decision on several appeals is noted once
        store_ruling(session, replace(ruling, by_file=False), envelope.number)


KINDS = (
    Kind(facts.AppealLodged, DIRECTORS, _lodge, "hall", facts.AppealWithdrawn, period="appeal"),
    Kind(facts.LateAppealAccepted, DIRECTORS, _accept, "hall"),
    Kind(facts.AppealScreened, HEARING, _screen, "hall"),
    Kind(facts.AppealConfirmed, DIRECTORS, _confirm, "hall", Reversal(_unconfirm)),
    Kind(facts.AppealWithdrawn, HEARING, _withdraw, "hall", Reversal(_reinstate)),
    Kind(facts.FurtherAppealWithdrawn, HEARING, _give_up_further, "hall"),
    Kind(facts.AppealHeard, HEARING, _hear, "hall"),
    Kind(facts.AppealDecided, DECIDING, _decide, "hall", Reversal(_recall_decision), settles=True),
    Kind(facts.FurtherAppealLodged, HEARING, _take_further, "hall", facts.FurtherAppealWithdrawn),
    Kind(facts.DecisionReviewed, ("reviewer", "committee"), _decide, "hall", Reversal(_recall_decision), settles=True),
)
