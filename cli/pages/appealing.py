"""What is said of appeals to those a ruling or a penalty concerns: whether it may be appealed, and until when."""

from __future__ import annotations

from typing import NamedTuple

from cli.pages.fields import when
from ledger.session import Penalty, Ruling, Session
from ledger.session.penalty_states import penalty_state
from ledger.session.ruling_states import contestable_until, ruling_state


class Appealing(NamedTuple):
    """How far something may be contested: its state at the last event, until when, and how long a period is."""

    state: str
    until: str
    minutes: int


def appealing(session: Session, subject: Ruling | Penalty) -> Appealing:
    """Whether a ruling or a penalty may be appealed.

    'standing' without a time: its period has not begun; 'untold': it begins when both sides are told.
    """
    now, periods = session.recorded_at, session.regulations.periods
    if isinstance(subject, Penalty):
        state: str = penalty_state(session, subject, now)
    else:
        state = ruling_state(session, subject, now)
        waits = periods.later_rulings == "notified" and subject.notified_at is None
        state = "untold" if waits and state in ("standing", "final") else state
    ends = contestable_until(session, subject)
    state = "standing" if state == "final" and ends is None else state
    return Appealing(state, when(ends), periods.appeal_minutes)
