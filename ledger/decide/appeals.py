"""Appeals up to their hearing: lodged, screened, confirmed, withdrawn, heard, taken further (Laws 92, 93)."""

from ledger.bridge import Side
from ledger.commands import AppealFurther, ConfirmAppeal, HearAppeal, LodgeAppeal, ScreenAppeal, WithdrawAppeal
from ledger.decide.judging import check_claim
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.steps import (
    check_goes_on,
    check_not_appealed,
    check_not_decided,
    check_order,
    ended,
    require_admitted,
    require_undecided,
    screening,
)
from ledger.errors import Refusal
from ledger.events.appeals import (
    AppealConfirmed,
    AppealHeard,
    AppealLodged,
    AppealScreened,
    AppealWithdrawn,
    DepositFate,
    FurtherAppealLodged,
    FurtherAppealWithdrawn,
    LateAppealAccepted,
)
from ledger.laws.periods import in_time
from ledger.scoring.forms import FORMS
from ledger.session import Appeal, Ruling, Session
from ledger.session.case_numbers import require_appeal, require_standing
from ledger.session.ruling_states import appeal_deadline, ruling_state


def lodge_appeal(command: LodgeAppeal, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """An appeal in time, through the director, with the concurrence Law 92D asks for."""
    _check_no_penalty(command.ruling, session)
    ruling = require_standing(session, command.ruling)
    _check_may_be_appealed(command, ruling, session, actor)
    _check_concurrence(command, ruling, session)
    if command.claim is not None:
        check_claim(command.claim, ruling, session)
    _check_in_time(command, ruling, session, actor)
    event = AppealLodged(
        f"A-{len(session.appeals) + 1:04d}",
        ruling.case,
        command.appellant,
        command.grounds,
        command.signed,
        command.captain,
        command.claim,
        command.deposit,
        command.through,
    )
    lodged = Uncommitted(event, (ruling.versions[-1].number,))
    if command.accept_late:
        return lodged, Uncommitted(LateAppealAccepted(event.case, command.accept_late))
    return (lodged,)


def _check_no_penalty(case: str, session: Session) -> None:
    if case in session.penalties:
        raise Refusal(
            "no-such-case",
            f"{case} is a penalty: an appeal is lodged against a ruling",
            f"`penalty withdraw {case} --reason …`, where a committee cancels it; after the periods with "
            '--reopen authority --authority "the committee"',
        )


def _check_in_time(command: LodgeAppeal, ruling: Ruling, session: Session, actor: Actor) -> None:
    """Refuse an appeal after its time (Law 92B) that nobody accepts, and one accepted as late that is not."""
    over = appeal_deadline(session, ruling)
    late = not in_time(actor.at, over)
    if late and not command.accept_late:
        raise Refusal(
            "appeal-late",
            f"the time to appeal {ruling.case} is over (Law 92B)",
            'if the director accepts it all the same: --accept-late "why"',
            ended(over, actor.at),
        )
    if command.accept_late and not late:
        raise Refusal("nothing-to-change", "the appeal is in time", "leave --accept-late out")


def _check_may_be_appealed(command: LodgeAppeal, ruling: Ruling, session: Session, actor: Actor) -> None:
    check_order(actor, ruling.versions[-1].at, f"{ruling.case} was given")
    if ruling_state(session, ruling, actor.at) == "provisional":
        raise Refusal(
            "ruling-provisional",
            f"{ruling.case} is provisional: the ruling is still to come",
            f"`ruling amend {ruling.case} …` gives it; then it can be appealed",
        )
    check_not_appealed(command.appellant, command.signed, ruling, session)
    check_not_decided(ruling, session)


def _check_concurrence(command: LodgeAppeal | AppealFurther, ruling: Ruling, session: Session) -> None:
    """Law 92D: both members of a pair, the captain of a team; an individual alone; the director (81C7) nobody."""
    if command.appellant == "director":
        return
    side = Side(command.appellant)
    _check_seats_signed(command.signed, side)
    if FORMS[session.opening.scoring].teams():
        if not command.captain:
            message = "a team appeals with its captain's concurrence (Law 92D2)"
            raise Refusal("concurrence", message, "--captain, once he concurs")
    elif len(ruling.seating.contestants(side)) > 1:
        if not command.signed:
            raise Refusal("concurrence", "nobody signed: which player appeals?", f"--signed {side.value[0]}")
    elif len(set(command.signed)) < len(side.value):
        signed = f"{' and '.join(command.signed)} alone" if command.signed else "nobody"
        message = f"{signed} signed: both members of a pair appeal together (Law 92D1)"
        raise Refusal("concurrence", message, f"--signed {','.join(side.value)}, once both concur")


def _check_seats_signed(signed: tuple[str, ...], side: Side) -> None:
    strangers = [seat for seat in signed if seat not in side.value]
    if strangers:
        raise Refusal(
            "concurrence",
            f"{' and '.join(strangers)} {'does' if len(strangers) == 1 else 'do'} not sit {side.value}",
            f"who signs for {side.value}: --signed {','.join(side.value)}",
        )


def screen_appeal(command: ScreenAppeal, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """Admitted or rejected before the hearing; what it turns on may be said anew until the decision."""
    rejected = (appeal := require_appeal(session, command.case)).screened is not None and not appeal.open
    appeal = require_undecided(session, command.case, actor, confirmed=not rejected)
    if rejected and command.admitted:
        check_goes_on(appeal, session)
    if appeal.heard and not command.admitted:
        raise Refusal("heard-already", f"{appeal.case} was heard: it was admitted by that", f"`show {appeal.case}`")
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
    ruling = session.rulings[appeal.ruling]
    if not appeal.open or not ruling.superseded_by:
        over = (
            f"{appeal.ruling}, which {appeal.case} is against, was not superseded"
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
    if appeal.further and appeal.open:
        check_order(actor, appeal.last_at, f"{appeal.case} was taken further")
        deposit = (command.deposit or "returned") if appeal.further.deposit else None
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
            f"--leave {chiefs[0] if chiefs else 'NAME'}, who gave it",
        )


def hear_appeal(command: HearAppeal, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """A hearing; one that was not screened before is admitted by being heard."""
    appeal = require_undecided(session, command.case, actor)
    event = AppealHeard(appeal.case, command.committee, command.present)
    if not command.committee:
        raise Refusal("no-committee", "who heard it?", '--committee "Berg, Dahl, Ek"')
    if event == appeal.heard:
        raise Refusal("nothing-to-change", f"{appeal.case} was heard so already", f"`show {appeal.case}`")
    return *screening(appeal), Uncommitted(event, (appeal.events[-1],))


def appeal_further(command: AppealFurther, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """To the regulating authority (Law 93C): only what was decided on appeal before."""
    if command.case.startswith("R-") or not (appeal := require_appeal(session, command.case)).decision:
        raise Refusal(
            "no-prior-appeal",
            f"{command.case} was not decided on appeal: the next instance hears only what was (Law 93C)",
            "`appeal lodge` and `appeal decide` come first",
        )
    if appeal.further:
        raise Refusal("appealed-already", f"{appeal.case} went to {appeal.further.to}", f"`show {appeal.case}`")
    if by := session.rulings[appeal.ruling].superseded_by:
        message = f"{by} has taken the place of {appeal.ruling}, which {appeal.case} decided on"
        raise Refusal("ruling-superseded", message, f"`appeal lodge {by}`: that is the ruling in force")
    check_order(actor, appeal.last_at, f"{appeal.case} was decided, or given up")
    _check_concurrence(command, session.rulings[appeal.ruling], session)
    event = FurtherAppealLodged(
        appeal.case, command.appellant, command.to, command.grounds, command.signed, command.captain, command.deposit
    )
    return (Uncommitted(event, (appeal.decisions[-1].number,)),)


def _fate(appeal: Appeal, stated: DepositFate | None, usual: DepositFate) -> DepositFate | None:
    return (stated or usual) if appeal.lodged.deposit else None


HANDLERS: Handlers = {
    LodgeAppeal: lodge_appeal,
    ScreenAppeal: screen_appeal,
    ConfirmAppeal: confirm_appeal,
    WithdrawAppeal: withdraw_appeal,
    HearAppeal: hear_appeal,
    AppealFurther: appeal_further,
}
