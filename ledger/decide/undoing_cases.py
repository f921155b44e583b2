"""Undo, for calls, appeals, decisions, publications and officials."""

from ledger.commands import AppointOfficial, RelieveOfficial, Undo
from ledger.decide.officials import decide_office
from ledger.decide.response import Actor, Uncommitted
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
from ledger.events.office import OfficialAppointed, OfficialRelieved, PublicationRecalled, ScoresPublished
from ledger.events.rulings import NotificationRecalled, SidesNotified
from ledger.session import Appeal, Session
from ledger.session.case_numbers import require_appeal, require_open_call, require_standing

RECORDED_WRONGLY = "recorded wrongly"


def undo_case(command: Undo, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """The compensating event for one of a case or of the office; nothing where none compensates it."""
    target, number = command.target, command.target.number
    match target.event:
        case DirectorCalled(case=case):
            return (_uncall(session, case, command.reason),)
        case AppealLodged(case=case):
            return (_unlodge(session, case, command.reason),)
        case AppealDecided(case=case) | DecisionReviewed(case=case):
            return (_undecide(session, case, number, command.reason),)
        case SidesNotified(case=case):
            return (_unnotify(session, case, number, command.reason),)
        case AppealConfirmed(case=case):
            return (_unconfirm(session, case, number, command.reason),)
        case AppealWithdrawn(case=case):
            return (_unwithdraw(session, case, number, command.reason),)
        case FurtherAppealLodged(case=case):
            return (_unfurther(session, case, number, command.reason),)
        case ScoresPublished():
            return (_unpublish(session, number, command.reason),)
        case OfficialAppointed(name=name, office=office):
            return decide_office(RelieveOfficial(name, office, command.reason), session, actor)
        case OfficialRelieved(name=name, office=office):
            return decide_office(AppointOfficial(name, office), session, actor)
        case _:
            return ()


def _uncall(session: Session, case: str, reason: str) -> Uncommitted:
    call = require_open_call(session, case)
    if standing := [each for each in call.rulings if not session.rulings[each].withdrawn]:
        raise Refusal("has-dependants", f"{standing[-1]} answers {case}", f"`ruling withdraw {standing[-1]}` first")
    return Uncommitted(CallWithdrawn(case, reason), (call.events[-1],))


def _followed(appeal: Appeal, number: int) -> Refusal:
    told = f"#{appeal.events[-1]} came after #{number} in {appeal.case}"
    return Refusal("has-dependants", told, f"`show {appeal.case}`")


def _unlodge(session: Session, case: str, reason: str) -> Uncommitted:
    """An appeal that nobody has looked at yet was recorded wrongly: it is withdrawn, without anybody's leave."""
    appeal = require_appeal(session, case)
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
    return Uncommitted(AppealWithdrawn(case, reason or RECORDED_WRONGLY, deposit=deposit), (appeal.number,))


def _unwithdraw(session: Session, case: str, number: int, reason: str) -> Uncommitted:
    appeal = require_appeal(session, case)
    if not appeal.withdrawn or appeal.events[-1] != number:
        raise _followed(appeal, number)
    check_goes_on(appeal, session)
    return Uncommitted(AppealReinstated(case, reason), (number,))


def _unconfirm(session: Session, case: str, number: int, reason: str) -> Uncommitted:
    appeal = require_appeal(session, case)
    if appeal.events[-1] != number:
        raise _followed(appeal, number)
    return Uncommitted(ConfirmationRecalled(case, reason), (number,))


def _unnotify(session: Session, case: str, number: int, reason: str) -> Uncommitted:
    ruling = require_standing(session, case)
    if ruling.notified_at is None or session.appeals_of(case):
        raise Refusal("has-dependants", f"{case} was appealed, or told anew, since #{number}", f"`show {case}`")
    return Uncommitted(NotificationRecalled(case, reason), (number,))


def _unfurther(session: Session, case: str, number: int, reason: str) -> Uncommitted:
    appeal = require_appeal(session, case)
    if not appeal.further or len(appeal.decisions) > 1:
        raise _followed(appeal, number)
    deposit: DepositFate | None = "returned" if appeal.further.deposit else None
    return Uncommitted(FurtherAppealWithdrawn(case, reason or RECORDED_WRONGLY, deposit), (number,))


def _undecide(session: Session, case: str, number: int, reason: str) -> Uncommitted:
    appeal = require_appeal(session, case)
    if not appeal.decisions or appeal.decisions[-1].number != number:
        raise _followed(appeal, number)
    ordered = next((ruling.case for ruling in session.rulings.values() if ruling.given.order == case), None)
    if ordered and not session.rulings[ordered].withdrawn:
        raise Refusal("has-dependants", f"{ordered} was given on the order of {case}", f"`undo {ordered}` first")
    if appeal.further and len(appeal.decisions) == 1:
        raise Refusal(
            "has-dependants",
            f"{case} went on to {appeal.further.to}",
            f"`undo` its further appeal, or `appeal withdraw {case}`, first",
        )
    return Uncommitted(DecisionRecalled(case, reason), (number,))


def _unpublish(session: Session, number: int, reason: str) -> Uncommitted:
    if not session.publications or session.publications[-1].number != number:
        raise Refusal(
            "has-dependants",
            f"scores were published again, or recalled, since #{number}",
            "`log --type scores,publication`",
        )
    return Uncommitted(PublicationRecalled(reason), (number,))
