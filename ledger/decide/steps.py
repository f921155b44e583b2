"""The steps of a case: what must have happened before the next one, and in what order."""

from ledger.bridge import Side
from ledger.decide.response import Actor, Uncommitted
from ledger.errors import Refusal, Timed
from ledger.events.appeals import AppealScreened, Appellant, Point
from ledger.session import Appeal, Ruling, Session
from ledger.session.case_numbers import require_appeal
from ledger.session.ruling_states import is_decided


def require_undecided(session: Session, case: str, actor: Actor, *, confirmed: bool = True) -> Appeal:
    """An appeal that is neither withdrawn, rejected nor decided, and is against the ruling in force."""
    appeal = require_appeal(session, case)
    if appeal.withdrawn:
        raise Refusal("case-withdrawn", f"{case} was withdrawn (#{appeal.events[-1]})", f"`show {case}`")
    if appeal.decisions:
        raise Refusal(
            "decided-already",
            f"{case} was decided (#{appeal.decisions[-1].number})",
            f"the next instance: `appeal further {case}`; recorded wrongly: `undo {appeal.decisions[-1].number}`",
        )
    if confirmed:
        check_in_force(session, appeal)
    check_order(actor, appeal.at, f"{case} was lodged")
    return appeal


def check_in_force(session: Session, appeal: Appeal) -> None:
    """Refuse to decide on a ruling that was withdrawn, or that another has taken the place of."""
    ruling = session.rulings[appeal.ruling]
    if by := ruling.superseded_by:
        raise Refusal(
            "ruling-superseded",
            f"{appeal.ruling}, which {appeal.case} is against, was superseded by {by}",
            f"`appeal confirm {appeal.case}` where the appellant keeps it up against {by}, "
            f"else `appeal withdraw {appeal.case}`",
        )
    if ruling.withdrawn:
        raise Refusal(
            "case-withdrawn",
            f"{appeal.ruling}, which {appeal.case} is against, was withdrawn",
            "an appeal against what is in force now is lodged anew",
        )


def check_not_appealed(appellant: Appellant, signed: tuple[str, ...], ruling: Ruling, session: Session) -> None:
    """Refuse a second appeal of one side; two individuals each have their own."""
    alone = appellant != "director" and len(ruling.seating.contestants(Side(appellant))) > 1
    for appeal in session.appeals_of(ruling.case):
        same = appeal.lodged.appellant == appellant and not (alone and not set(signed) & set(appeal.lodged.signed))
        if appeal.open and same:
            raise Refusal(
                "appealed-already",
                f"{appellant} has appealed {ruling.case}: {appeal.case} (#{appeal.number})",
                f"`show {appeal.case}`",
            )


def check_not_decided(ruling: Ruling, session: Session) -> None:
    """Refuse another appeal against a ruling that was decided on appeal."""
    if is_decided(session, ruling):
        appeal, _ = session.decisions_on(ruling.case)[-1]
        raise Refusal(
            "final",
            f"{ruling.case} was decided on appeal: {appeal.case}",
            f"the next instance (Law 93C): `appeal further {appeal.case}`",
        )


def check_goes_on(appeal: Appeal, session: Session) -> None:
    """Refuse to bring back an appeal that was over, where one could not be lodged any more."""
    ruling = session.rulings[appeal.ruling]
    if not ruling.superseded_by:
        check_in_force(session, appeal)
    check_not_appealed(appeal.lodged.appellant, appeal.lodged.signed, ruling, session)
    check_not_decided(ruling, session)


def require_admitted(appeal: Appeal) -> None:
    """Refuse to go on with an appeal that was rejected as inadmissible."""
    if appeal.screened and not appeal.screened.admitted:
        raise Refusal(
            "appeal-rejected",
            f"{appeal.case} was rejected as inadmissible",
            f"`appeal screen {appeal.case} --admit`, if that was wrong",
        )


def screening(appeal: Appeal, point: Point | None = None) -> tuple[Uncommitted, ...]:
    """What admits an appeal that nobody screened: hearing it does, or deciding it, on the point it turns on."""
    require_admitted(appeal)
    if appeal.screened:
        return ()
    return (Uncommitted(AppealScreened(appeal.case, admitted=True, point=point or "judgement"), (appeal.events[-1],)),)


def check_order(actor: Actor, earlier: int, what: str) -> None:
    """Refuse a step that is said to have happened before the one it follows."""
    if actor.at < earlier:
        raise Refusal(
            "out-of-order",
            f"that is before {what}",
            "is --at right? `show` prints when each step was",
            Timed("{time}", earlier, actor.at),
        )


def ended(deadline: int | None, at: int) -> Timed | None:
    """When a period ended, and how long ago."""
    return None if deadline is None else Timed("it ended {time}, {ago} ago", deadline, at)
