"""The register of rulings: what state each is in, and until when it may be appealed, by the log and the clock.

States are derived, never stored: the same log says 'standing' at 23:00 and 'final' at 23:31.
"""

from dataclasses import dataclass
from typing import Literal

from ledger.events.appeals import DecisionReviewed, Verdict
from ledger.laws.periods import deadline, in_time
from ledger.session import Appeal, InForce, Penalty, Ruling, Session, Stream

RulingState = Literal["provisional", "standing", "under appeal", "decided", "superseded", "withdrawn", "final"]

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
    """The state a ruling is in at a time."""
    if ruling.withdrawn:
        return "withdrawn"
    if ruling.superseded_by:
        return "superseded"
    if ruling.judgement.provisional:
        return "provisional"
    return contested_state(session, ruling.case, appeal_deadline(session, ruling), now)


def contested_state(
    session: Session, case: str, ends: int | None, now: int
) -> Literal["standing", "under appeal", "decided", "final"]:
    """How far what is in force of a ruling, or of a penalty, may still be contested; `ends`: its appeal period.

    Decided on appeal, it may be taken to the next instance; it is final once the regulating authority has decided, or
    the session is closed. So it is when its appeal period ends, unless it was remitted to the director.
    """
    if any(appeal.open for appeal in session.appeals_of(case)):
        return "under appeal"
    if is_decided(session, case):
        return "final" if session.closed or by_the_authority(session, case) else "decided"
    return "standing" if verdict_on(session, case) == "remitted" or in_time(now, ends) else "final"


def verdict_on(session: Session, case: str) -> Verdict | None:
    """What was decided on a ruling or a penalty in the end: the last decision counts; a review that upholds one leaves
    it.
    """
    verdict: Verdict | None = None
    for decided in session.decisions_on(case):
        if not (isinstance(decided.decision, DecisionReviewed) and decided.decision.verdict == "upheld"):
            verdict = decided.decision.verdict
    return verdict


def is_decided(session: Session, case: str) -> bool:
    """Whether a ruling or a penalty was decided on appeal so that the director has nothing more to say."""
    return verdict_on(session, case) not in (None, *_OPEN_AGAIN)


def by_the_authority(session: Session, case: str) -> bool:
    """Whether the regulating authority has decided on it, which nothing is above (Law 93C)."""
    decisions = (each.decision for each in session.decisions_on(case))
    return any(isinstance(each, DecisionReviewed) and each.instance == "authority" for each in decisions)


def published_at(stream: Stream) -> int | None:
    """When the official score was first available (µs UTC); publishing it again begins no new period."""
    return stream.publications[0].at if stream.publications else None


def correction_deadline(stream: Stream) -> int | None:
    """Until when an error in recording or computing the score may be corrected (Law 79C1)."""
    return deadline(published_at(stream), stream.regulations.periods.correction_minutes)


def request_deadline(stream: Stream) -> int | None:
    """Until when a ruling may be asked for (Law 92B), or the director may act on his own awareness (Law 81C3)."""
    ends = deadline(published_at(stream), stream.regulations.periods.appeal_minutes)
    return None if ends is None else max(ends, correction_deadline(stream) or ends)


def appeal_deadline(session: Session, ruling: Ruling) -> int | None:
    """Until when a ruling may be appealed (Law 92B): one given after the official score has a period of its own.

    So has one that comes back into force, when what had superseded it is withdrawn. None while the official score is
    not available, or nobody was told of a ruling whose period begins with that.
    """
    waits = session.regulations.periods.later_rulings == "notified"
    if waits and ruling.notified_at is None:
        return None
    return _later_of(session, max(ruling.in_force_since, (waits and ruling.notified_at) or 0))


def penalty_deadline(session: Session, penalty: Penalty) -> int | None:
    """Until when a penalty may be appealed: it is a ruling of the director's like any other (Law 92A)."""
    return _later_of(session, penalty.since)


def contestable_until(session: Session, against: Ruling | Penalty) -> int | None:
    """Until when a ruling or a penalty may be appealed."""
    return penalty_deadline(session, against) if isinstance(against, Penalty) else appeal_deadline(session, against)


def _later_of(session: Session, since: int) -> int | None:
    """The end of an appeal period that begins with the official score, or then if that was later."""
    official = published_at(session)
    return None if official is None else deadline(max(official, since), session.regulations.periods.appeal_minutes)


def second_thoughts_deadline(session: Session, ruling: Ruling) -> int | None:
    """Until when the director may change a ruling of his own accord.

    While it, or any score, may still be questioned.
    """
    appeal, correction = appeal_deadline(session, ruling), correction_deadline(session)
    return None if appeal is None or correction is None else max(appeal, correction)


def order(session: Session, case: str) -> Appeal | None:
    """The appeal whose decision leaves it to the director to rule again.

    None where none does, or it is taken further.
    """
    if verdict_on(session, case) not in _OPEN_AGAIN or any(each.awaiting for each in session.appeals_of(case)):
        return None
    return session.appeals[session.decisions_on(case)[-1].decision.case]
