"""The steps of an appeal: screened, confirmed, withdrawn, heard, taken further (Laws 92, 93)."""

from ledger.commands import AppealFurther, ConfirmAppeal, HearAppeal, ScreenAppeal, WithdrawAppeal
from ledger.decide.concurrence import check_concurrence
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.steps import (
    check_goes_on,
    check_in_force,
    check_not_appealed,
    check_order,
    is_one_appellant,
    require_admitted,
    require_together,
    require_undecided,
    screening,
)
from ledger.errors import Refusal
from ledger.events.appeals import (
    AppealConfirmed,
    AppealDecided,
    AppealHeard,
    AppealScreened,
    AppealWithdrawn,
    DepositFate,
    FurtherAppealLodged,
    FurtherAppealWithdrawn,
)
from ledger.session import Appeal, Session
from ledger.session.case_numbers import require_appeal
from ledger.session.ruling_states import by_the_authority


def screen_appeal(command: ScreenAppeal, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """Admitted or rejected before the hearing; what it turns on may be said anew until the decision."""
    rejected = (appeal := require_appeal(session, command.case)).screened is not None and not appeal.open
    appeal = require_undecided(session, command.case, actor, confirmed=not rejected)
    if rejected and command.admitted:
        check_goes_on(appeal, session)
    if appeal.heard and not command.admitted:
        message = f"{appeal.case} was heard, and by that admitted: nobody rejects it any more"
        raise Refusal("heard-already", message, f"`appeal decide {appeal.case} …`, or `appeal withdraw {appeal.case}`")
    before = appeal.screened
    point = command.point or (before.point if before else "judgement")
    deposit = None if command.admitted else _fate(appeal, command.deposit, "returned")
    event = AppealScreened(appeal.case, command.admitted, point, command.reason, deposit)
    if event == before:
        raise Refusal("nothing-to-change", f"{appeal.case} was screened so already", f"`show {appeal.case}`")
    return (Uncommitted(event, (appeal.events[-1],)),)


def confirm_appeal(command: ConfirmAppeal, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """The appeal goes on against the ruling now in force, unless the same side has appealed that one too."""
    appeal = require_appeal(session, command.case)
    ruling = session.rulings.get(appeal.against)
    if not appeal.open or not ruling or not ruling.superseded_by:
        over = (
            f"{appeal.against}, which {appeal.case} is against, was not superseded"
            if appeal.open
            else f"{appeal.case} is over"
        )
        raise Refusal("nothing-to-change", over, f"`show {appeal.case}`")
    now = session.latest(ruling)
    check_order(actor, max(appeal.last_at, now.scored.at), f"{now.case} was given")
    check_not_appealed(appeal.lodged.appellant, appeal.lodged.signed, now, session)
    return (Uncommitted(AppealConfirmed(appeal.case, now.case), (appeal.events[-1], now.number)),)


def withdraw_appeal(command: WithdrawAppeal, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """Given up: the further appeal where the decision was taken further, else the appeal itself."""
    appeal = require_appeal(session, command.case)
    _check_leave(command.leave, session)
    if appeal.awaiting:
        check_order(actor, appeal.last_at, f"{appeal.case} was taken further")
        deposit = (command.deposit or "returned") if appeal.awaiting.deposit else None
        return (Uncommitted(FurtherAppealWithdrawn(appeal.case, command.reason, deposit), (appeal.events[-1],)),)
    appeal = require_undecided(session, command.case, actor, confirmed=False)
    require_admitted(appeal)
    event = AppealWithdrawn(appeal.case, command.reason, command.leave, _fate(appeal, command.deposit, "returned"))
    return (Uncommitted(event, (appeal.events[-1],)),)


def _check_leave(leave: str, session: Session) -> None:
    """By regulation an appeal is given up with the chief director's leave."""
    if session.regulations.periods.withdrawal == "free":
        return
    chiefs = session.officials.holders("chief-director")
    if not leave or (chiefs and leave.casefold() not in {name.casefold() for name in chiefs}):
        raise Refusal(
            "needs-leave",
            "an appeal is withdrawn with the chief director's leave, by these regulations",
            "--leave NAME, of the chief director who gave it",
        )


def hear_appeal(command: HearAppeal, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """A hearing; an appeal that was not screened before is admitted by being heard, and so are others with it."""
    if not command.committee:
        raise Refusal("no-committee", "who heard it?", '--committee "Berg, Dahl, Ek"')
    appeals = require_together(session, (command.case, *command.together), actor, below="committee")
    hearings = [(appeal, AppealHeard(appeal.case, command.committee, command.present)) for appeal in appeals]
    if all(hearing == appeal.heard for appeal, hearing in hearings):
        raise Refusal(
            "nothing-to-change", f"{command.case} was heard so already", f"next: `appeal decide {command.case} …`"
        )
    admitted = (each for appeal in appeals for each in screening(appeal))
    return *admitted, *(Uncommitted(hearing, (appeal.events[-1],)) for appeal, hearing in hearings)


def appeal_further(command: AppealFurther, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """What was decided on appeal, taken to the committee (Law 93B1) or to the regulating authority (Law 93C).

    It is the last decision on the ruling or the penalty that is taken further, whichever appeal that was on.
    """
    appeal = session.appeals.get(command.case)
    decided = session.decisions_on(appeal.against) if appeal and appeal.decisions else []
    if not appeal or not decided:
        raise Refusal(
            "no-prior-appeal",
            f"{command.case} was not decided on appeal: the next instance hears only what was (Law 93C)",
            "`appeal lodge` and `appeal decide` come first",
        )
    last = decided[-1]
    _check_nobody_decides_on_it(command, appeal, session)
    check_in_force(session, appeal, "`appeal lodge {by}`: that is the ruling in force")
    _check_instance(command, appeal, session)
    check_order(actor, max(appeal.last_at, last.at), f"{appeal.case} was decided, or given up")
    check_concurrence(command, session.subject(appeal), session)
    event = FurtherAppealLodged(
        appeal.case,
        command.appellant,
        command.to,
        command.grounds,
        command.signed,
        command.captain,
        command.deposit,
        command.instance,
    )
    return (Uncommitted(event, (last.number,)),)


def _check_nobody_decides_on_it(command: AppealFurther, appeal: Appeal, session: Session) -> None:
    """Refuse to take further what was, what nothing is above, or what another appeal below is still open against."""
    if appeal.awaiting:
        message = f"{appeal.case} went to {appeal.awaiting.to}, which has not decided"
        raise Refusal("appealed-already", message, f"what it decides: `appeal review {appeal.case} …`")
    for other in session.appeals_of(appeal.against):
        _check_not_taken_by_the_same(command, other, session)
    if by_the_authority(session, appeal.against):
        last = session.decisions_on(appeal.against)[-1].decision.case
        message = f"{appeal.against} was decided by the regulating authority ({last}): nothing is above it"
        raise Refusal("final", message, f"`show {last}`")
    for other in session.appeals_of(appeal.against):
        if other.open and not (other.awaiting and other.awaiting.instance == command.instance):
            step = "review" if other.awaiting else "decide"
            raise Refusal(
                "appeal-open",
                f"{other.case} against {appeal.against} is still to be decided",
                f"first `appeal {step} {other.case} …`, or `appeal withdraw {other.case}`: "
                f"what is taken further is the last decision on {appeal.against}",
            )


def _check_not_taken_by_the_same(command: AppealFurther, other: Appeal, session: Session) -> None:
    """Refuse to take further what the same side took further on another appeal: the last decision is one."""
    earlier = other.awaiting
    if earlier and is_one_appellant(earlier, command.appellant, command.signed, session.subject(other)):
        message = f"{command.appellant} has taken {other.against} to {earlier.to}: {other.case}"
        hint = f"what it decides: `appeal review {other.case} …`; given up: `appeal withdraw {other.case}`"
        raise Refusal("appealed-already", message, hint)


def _check_instance(command: AppealFurther, appeal: Appeal, session: Session) -> None:
    """The chief director's ruling on law goes to the committee, and only then further (Laws 93B1, 93C)."""
    decision = appeal.decision
    on_law = isinstance(decision, AppealDecided) and decision.body == "chief-director" and not decision.alone
    if command.instance == "committee" and not on_law:
        raise Refusal(
            "other-instance",
            f"{appeal.case} was not decided by the chief director on a point of law (Law 93B1)",
            'a decision of the committee goes to the regulating authority (Law 93C): --to "the national authority"',
        )
    if command.instance == "authority" and on_law and session.officials.holders("committee"):
        raise Refusal(
            "other-instance",
            "the chief director's ruling on a point of law may be appealed to the committee first (Laws 93B1, 93C)",
            '--to "the committee"',
        )


def _fate(appeal: Appeal, stated: DepositFate | None, usual: DepositFate) -> DepositFate | None:
    return (stated or usual) if appeal.lodged.deposit else None


HANDLERS: Handlers = {
    ScreenAppeal: screen_appeal,
    ConfirmAppeal: confirm_appeal,
    WithdrawAppeal: withdraw_appeal,
    HearAppeal: hear_appeal,
    AppealFurther: appeal_further,
}
