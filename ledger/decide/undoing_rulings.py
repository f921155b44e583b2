"""Undo, for rulings, who was told of them, and penalties."""

from ledger.commands import Undo, WithdrawPenalty, WithdrawRuling
from ledger.decide.judging import check_needs_result
from ledger.decide.penalties import check_amount, withdraw_penalty
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.decide.rulings import withdraw_ruling
from ledger.decide.seats import check_free
from ledger.errors import Refusal
from ledger.events.rulings import (
    Judgement,
    NotificationRecalled,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SidesNotified,
)
from ledger.session import Ruling, Session
from ledger.session.case_numbers import require_case, require_penalty, require_standing


def _ungive(
    event: RulingGiven | RulingReinstated, command: Undo, session: Session, actor: Actor
) -> tuple[Uncommitted, ...]:
    """The ruling withdrawn; where only this event of it is meant, it is the last word of the case."""
    if not (command.whole_case and isinstance(event, RulingGiven)):
        _check_latest(require_case(session, event.case), command.target.number)
    return withdraw_ruling(WithdrawRuling(event.case, command.reason), session, actor)


def _unamend(event: RulingAmended, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    ruling = require_standing(session, event.case)
    _check_latest(ruling, command.target.number)
    latest, before = ruling.versions[-1], ruling.versions[-2].judgement
    said = {name: getattr(before, name) for name in Judgement.__struct_fields__ if name not in ("reason", "imported")}
    again = RulingAmended(case=ruling.case, reason=command.reason or before.reason, **said)
    return (Uncommitted(again, (latest.number,)),)


def _reinstate(event: RulingWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    ruling = require_case(session, event.case)
    _check_latest(ruling, command.target.number)
    played, given = session.line(ruling.board, ruling.seating), ruling.given
    check_needs_result(ruling.judgement.adjustment, given, played, session)
    if played is None:
        check_free(session, ruling.board, ruling.seating)
    return (Uncommitted(RulingReinstated(ruling.case, command.reason), (ruling.stated,)),)


def _check_latest(ruling: Ruling, number: int) -> None:
    latest = ruling.stated
    if latest != number:
        raise Refusal(
            "has-dependants",
            f"#{latest} came after #{number} in {ruling.case}",
            f"undo {latest} first, or the whole case: `undo {ruling.case}`",
        )


def _unnotify(event: SidesNotified, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    case, number = event.case, command.target.number
    ruling = require_standing(session, case)
    if ruling.notified_at is None or session.appeals_of(case):
        raise Refusal("has-dependants", f"{case} was appealed, or told anew, since #{number}", f"`show {case}`")
    return (Uncommitted(NotificationRecalled(case, command.reason), (number,)),)


def _unpenalise(
    event: PenaltyImposed | PenaltyReinstated, command: Undo, session: Session, actor: Actor
) -> tuple[Uncommitted, ...]:
    _check_latest_penalty(session, event.case, command.target.number)
    return withdraw_penalty(WithdrawPenalty(event.case, command.reason), session, actor)


def _penalise_again(event: PenaltyWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    _check_latest_penalty(session, event.case, command.target.number)
    imposed = session.penalties[event.case].imposed
    check_amount(session, imposed.unit, imposed.amount, imposed.opponent)
    return (Uncommitted(PenaltyReinstated(event.case, command.reason), (command.target.number,)),)


def _check_latest_penalty(session: Session, case: str, number: int) -> None:
    latest = require_penalty(session, case).events[-1]
    if latest != number:
        raise Refusal("has-dependants", f"#{latest} came after #{number} in {case}", f"undo {latest} first")


UNDO: Undoing = {
    RulingGiven: _ungive,
    RulingReinstated: _ungive,
    RulingAmended: _unamend,
    RulingWithdrawn: _reinstate,
    SidesNotified: _unnotify,
    PenaltyImposed: _unpenalise,
    PenaltyReinstated: _unpenalise,
    PenaltyWithdrawn: _penalise_again,
}
