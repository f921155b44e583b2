"""Undo, for calls, appeals and decisions."""

from ledger.commands import Undo
from ledger.decide.response import Actor, Uncommitted, Undoing
from ledger.decide.steps import check_goes_on
from ledger.errors import Refusal
from ledger.events.appeals import (
    AppealConfirmed,
    AppealDecided,
    AppealLodged,
    AppealReinstated,
    AppealWithdrawn,
    ConfirmationRecalled,
    DecisionRecalled,
    DecisionReviewed,
    DepositFate,
    FurtherAppealLodged,
    FurtherAppealWithdrawn,
)
from ledger.events.calls import CallWithdrawn, DirectorCalled
from ledger.session import Appeal, Penalty, Session
from ledger.session.case_numbers import require_appeal, require_open_call

RECORDED_WRONGLY = "recorded wrongly"


def _uncall(event: DirectorCalled, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    call = require_open_call(session, event.case)
    if standing := [each for each in call.rulings if not session.rulings[each].withdrawn]:
        message = f"{standing[-1]} answers {call.case}"
        raise Refusal("has-dependants", message, f"`ruling withdraw {standing[-1]}` first")
    return (Uncommitted(CallWithdrawn(call.case, command.reason), (call.events[-1],)),)


def _unlodge(event: AppealLodged, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """An appeal that nobody has looked at yet was recorded wrongly: it is withdrawn, without anybody's leave."""
    appeal = require_appeal(session, event.case)
    case = appeal.case
    if appeal.withdrawn:
        raise Refusal(
            "case-withdrawn", f"{case} was withdrawn (#{appeal.events[-1]})", "`appeal lodge` lodges a new one"
        )
    if appeal.screened or appeal.heard or appeal.decisions:
        decided = f"undo {appeal.decisions[-1].number}, its decision, first" if appeal.decisions else ""
        raise Refusal(
            "has-dependants",
            f"#{appeal.events[-1]} came after #{appeal.number} in {case}",
            decided or f"`appeal withdraw {case}`, where the appellant gives it up",
        )
    deposit: DepositFate | None = "returned" if appeal.lodged.deposit else None
    withdrawn = AppealWithdrawn(case, command.reason or RECORDED_WRONGLY, deposit=deposit)
    return (Uncommitted(withdrawn, (appeal.number,)),)


def _unwithdraw(event: AppealWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    appeal, number = require_appeal(session, event.case), command.target.number
    if not appeal.withdrawn or appeal.events[-1] != number:
        raise _followed(appeal, number)
    check_goes_on(appeal, session)
    return (Uncommitted(AppealReinstated(event.case, command.reason), (number,)),)


def _unconfirm(event: AppealConfirmed, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    appeal, number = require_appeal(session, event.case), command.target.number
    if appeal.events[-1] != number:
        raise _followed(appeal, number)
    return (Uncommitted(ConfirmationRecalled(event.case, command.reason), (number,)),)


def _unfurther(event: FurtherAppealLodged, command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    appeal, number = require_appeal(session, event.case), command.target.number
    if appeal.awaiting is not event:
        raise _followed(appeal, number)
    deposit: DepositFate | None = "returned" if event.deposit else None
    withdrawn = FurtherAppealWithdrawn(event.case, command.reason or RECORDED_WRONGLY, deposit)
    return (Uncommitted(withdrawn, (number,)),)


def _undecide(
    event: AppealDecided | DecisionReviewed, command: Undo, session: Session, actor: Actor
) -> tuple[Uncommitted, ...]:
    case, number = event.case, command.target.number
    appeal = require_appeal(session, case)
    if not appeal.decisions or appeal.decisions[-1].number != number:
        raise _followed(appeal, number)
    _check_last_decision(appeal, session)
    ordered = next((ruling.case for ruling in session.rulings.values() if ruling.given.order == case), None)
    if ordered and not session.rulings[ordered].withdrawn:
        raise Refusal("has-dependants", f"{ordered} was given on the order of {case}", f"`undo {ordered}` first")
    return (Uncommitted(DecisionRecalled(case, command.reason), (number,)),)


def _check_last_decision(appeal: Appeal, session: Session) -> None:
    """Refuse to take back a decision that another was taken after, or that was taken further or followed."""
    decided, subject = appeal.decisions[-1], session.subject(appeal)
    last = session.decisions_on(decided.on)[-1]
    if last.number != decided.number:
        message = f"{last.decision.case} was decided after it (#{last.number}), on what it left"
        raise Refusal("has-dependants", message, f"`undo {last.number}` first")
    for other in session.appeals_of(decided.on):
        if other.awaiting:
            raise Refusal(
                "has-dependants",
                f"{other.case} went on to {other.awaiting.to}",
                f"`undo` its further appeal, or `appeal withdraw {other.case}`, first",
            )
    if isinstance(subject, Penalty) and subject.withdrawn:
        message = f"{decided.on} was withdrawn (#{subject.events[-1]}) after it"
        raise Refusal("has-dependants", message, f"`undo {subject.events[-1]}` first")


def _followed(appeal: Appeal, number: int) -> Refusal:
    message = f"#{appeal.events[-1]} came after #{number} in {appeal.case}"
    return Refusal("has-dependants", message, f"`show {appeal.case}`")


UNDO: Undoing = {
    DirectorCalled: _uncall,
    AppealLodged: _unlodge,
    AppealWithdrawn: _unwithdraw,
    AppealConfirmed: _unconfirm,
    FurtherAppealLodged: _unfurther,
    AppealDecided: _undecide,
    DecisionReviewed: _undecide,
}
