"""The states of penalties, by the log and the clock: a penalty may be appealed like any other ruling (Law 92A)."""

from typing import Literal

from ledger.session import Penalty, Session
from ledger.session.ruling_states import contested_state, penalty_deadline

PenaltyState = Literal["standing", "under appeal", "decided", "withdrawn", "final"]


def penalty_state(session: Session, penalty: Penalty, now: int) -> PenaltyState:
    """The state a penalty is in at a time; what is in force of it, `Session.penalty_in_force` says."""
    if penalty.withdrawn:
        return "withdrawn"
    return contested_state(session, penalty.imposed.case, penalty_deadline(session, penalty), now)
