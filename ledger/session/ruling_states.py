"""The register of rulings: what state each is in, and until when it may be appealed, by the log and the clock.

States are derived, never stored: the same log says 'standing' at 23:00 and 'final' at 23:31.
"""

from dataclasses import dataclass
from typing import Literal

from ledger.events.appeals import DecisionReviewed, Verdict
from ledger.laws.periods import deadline, in_time
from ledger.session import Appeal, InForce, Ruling, Session

RulingState = Literal["provisional", "standing", "under appeal", "superseded", "withdrawn", "final"]

_OPEN_AGAIN = ("remitted", "recommended")
"""Verdicts that leave it to the director to rule again, so that they end nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the register: the ruling, its state, what is in force of it, and until when it may be appealed."""

    ruling: Ruling
    state: RulingState
    score: InForce
    deadline: int | None
    appeals: tuple[Appeal, ...]


def register(session: Session, now: int) -> list[Entry]:
    """Every ruling of the session, oldest first, as it stands at a time (µs UTC)."""
    return [
        Entry(
            ruling,
            ruling_state(session, ruling, now),
            session.in_force(ruling),
            appeal_deadline(session, ruling),
            tuple(session.appeals_of(ruling.case)),
        )
        for ruling in session.rulings.values()
    ]


def ruling_state(session: Session, ruling: Ruling, now: int) -> RulingState:
    """The state a ruling is in at a time.

    An appeal that is decided ends it, unless the director is to rule again; so does the end of the appeal period,
    unless the ruling was remitted to him.
    """
    appeals = session.appeals_of(ruling.case)
    if ruling.withdrawn:
        return "withdrawn"
    if ruling.superseded_by:
        return "superseded"
    if ruling.judgement.provisional:
        return "provisional"
    if any(appeal.open for appeal in appeals):
        return "under appeal"
    if is_decided(session, ruling):
        return "final"
    remitted = verdict_on(session, ruling) == "remitted"
    return "standing" if remitted or in_time(now, appeal_deadline(session, ruling)) else "final"


def verdict_on(session: Session, ruling: Ruling) -> Verdict | None:
    """What was decided on a ruling in the end: the last decision counts, and a review that upholds one leaves it."""
    verdict: Verdict | None = None
    for _, decided in session.decisions_on(ruling.case):
        if not (isinstance(decided.decision, DecisionReviewed) and decided.decision.verdict == "upheld"):
            verdict = decided.decision.verdict
    return verdict


def is_decided(session: Session, ruling: Ruling) -> bool:
    """Whether a ruling was decided on appeal so that the director has nothing more to say."""
    return verdict_on(session, ruling) not in (None, *_OPEN_AGAIN)


def published_at(session: Session) -> int | None:
    """When the official score was first available (µs UTC); publishing it again begins no new period."""
    return session.publications[0].at if session.publications else None


def correction_deadline(session: Session) -> int | None:
    """Until when an error in recording or computing the score may be corrected (Law 79C1)."""
    return deadline(published_at(session), session.regulations.periods.correction_minutes)


def request_deadline(session: Session) -> int | None:
    """Until when a ruling may be asked for (Law 92B), or the director may act on his own awareness (Law 81C3)."""
    ends = deadline(published_at(session), session.regulations.periods.appeal_minutes)
    return None if ends is None else max(ends, correction_deadline(session) or ends)


def appeal_deadline(session: Session, ruling: Ruling) -> int | None:
    """Until when a ruling may be appealed (Law 92B): one given after the official score has a period of its own.

    So has one that comes back into force, when what had superseded it is withdrawn. None while the official score is
    not available, or nobody was told of a ruling whose period begins with that.
    """
    periods, official = session.regulations.periods, published_at(session)
    if official is None or (periods.later_rulings == "notified" and ruling.notified_at is None):
        return None
    notified = ruling.notified_at if periods.later_rulings == "notified" else None
    return deadline(max(official, ruling.in_force_since, notified or 0), periods.appeal_minutes)


def second_thoughts_deadline(session: Session, ruling: Ruling) -> int | None:
    """Until when the director may change a ruling of his own accord.

    While it, or any score, may still be questioned.
    """
    appeal, correction = appeal_deadline(session, ruling), correction_deadline(session)
    return None if appeal is None or correction is None else max(appeal, correction)


def order(session: Session, ruling: Ruling) -> Appeal | None:
    """The appeal whose decision leaves it to the director to rule again.

    None where none does, or it is taken further.
    """
    if verdict_on(session, ruling) not in _OPEN_AGAIN:
        return None
    appeal, _ = session.decisions_on(ruling.case)[-1]
    return None if appeal.open else appeal
