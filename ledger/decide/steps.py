"""The steps of a case: what must have happened before the next one, and in what order."""

from collections.abc import Sequence

from ledger.bridge import Side
from ledger.decide.response import Actor, ProposedEvent
from ledger.errors import Refusal, RefusalTime
from ledger.facts.appeals import AppealLodged, AppealScreened, Appellant, FurtherAppealLodged, Instance, Point
from ledger.session import Appeal, Penalty, Ruling, Session, TableBoard
from ledger.session.case_numbers import require_appeal
from ledger.session.rulings import by_the_authority, is_decided


def require_undecided(session: Session, case: str, actor: Actor, *, confirmed: bool = True) -> Appeal:
    """An appeal that is neither withdrawn, rejected nor decided, and is against what is in force."""
    appeal = require_appeal(session, case)
    if appeal.withdrawn:
        raise Refusal("case-withdrawn", f"{case} was withdrawn (#{appeal.events[-1]})", f"`show {case}`")
    if appeal.decisions:
        number = appeal.decisions[-1].number
        hint = f"the next instance: `appeal further {case} …`; recorded wrongly: `undo {number}`"
        if appeal.awaiting:
            hint = f"what the next instance decides: `appeal review {case} …`"
        raise Refusal("decided-already", f"{case} was decided (#{number})", hint)
    if confirmed:
        check_in_force(session, appeal)
    check_order(actor, appeal.at, f"{case} was lodged")
    return appeal


def require_together(
    session: Session, cases: tuple[str, ...], actor: Actor, *, below: Instance | None = None
) -> list[Appeal]:
    """Appeals that are heard or decided at once: each still to be decided, and all against the same.

    `below`: also those that were taken to that instance.
    """
    appeals = []
    for case in dict.fromkeys(cases):
        waiting = session.appeals[case].awaiting if case in session.appeals else None
        if waiting and waiting.instance == below:
            appeals.append(session.appeals[case])
            check_in_force(session, appeals[-1])
        else:
            appeals.append(require_undecided(session, case, actor))
    check_one_subject(appeals)
    return appeals


def check_one_subject(appeals: Sequence[Appeal]) -> None:
    """Refuse to take together appeals that are against different rulings or penalties."""
    first = appeals[0]
    for other in appeals[1:]:
        if other.against != first.against:
            message = f"{other.case} is against {other.against}, and {first.case} against {first.against}"
            raise Refusal("not-together", message, "each is decided by itself")


def check_in_force(session: Session, appeal: Appeal, instead: str = "") -> None:
    """Refuse to decide on what was withdrawn, or what another ruling has taken the place of.

    `instead` is what can be done then, with `{by}` for that ruling.
    """
    case, subject = appeal.against, session.subject(appeal)
    if isinstance(subject, Ruling) and (by := subject.superseded_by):
        confirm = (
            f"`appeal confirm {appeal.case}` where the appellant keeps it up against {by}, "
            f"else `appeal withdraw {appeal.case}`"
        )
        message = f"{case}, which {appeal.case} is against, was superseded by {by}"
        raise Refusal("ruling-superseded", message, instead.format(by=by) or confirm)
    if subject.withdrawn:
        raise Refusal(
            "case-withdrawn",
            f"{case}, which {appeal.case} is against, was withdrawn",
            "an appeal against what is in force now is lodged anew",
        )


def check_not_appealed(
    appellant: Appellant, signed: tuple[str, ...], against: Ruling | Penalty, session: Session
) -> None:
    """Refuse a second appeal of one side; two individuals each have their own."""
    case = against.imposed.case if isinstance(against, Penalty) else against.case
    for appeal in session.appeals_of(case):
        if appeal.open and is_one_appellant(appeal.lodged, appellant, signed, against):
            who = against.imposed.contestant if isinstance(against, Penalty) else appellant
            message = f"{who} has appealed {case}: {appeal.case} (#{appeal.number})"
            raise Refusal("appealed-already", message, f"`show {appeal.case}`")


def is_one_appellant(
    earlier: AppealLodged | FurtherAppealLodged,
    appellant: Appellant,
    signed: tuple[str, ...],
    against: Ruling | Penalty,
) -> bool:
    """Whether who appeals now has appealed by an earlier event; two individuals of a side are two appellants."""
    if earlier.appellant != appellant:
        return False
    if isinstance(against, Penalty) or appellant not in ("NS", "EW"):
        return True
    alone = len(against.seating.contestants(Side(appellant))) > 1
    return not alone or bool(set(signed) & set(earlier.signed))


def check_not_decided(
    appellant: Appellant, signed: tuple[str, ...], against: Ruling | Penalty, session: Session
) -> None:
    """Refuse another appeal against what was decided on appeal, or was taken to the next instance.

    The other side of the table, whose own appeal was not decided, appeals the director's ruling until its time is over:
    nothing else ends that right (Laws 92A, 92B).
    """
    case = against.imposed.case if isinstance(against, Penalty) else against.case
    check_not_above(case, session)
    heard = [each.lodged for each in session.appeals_of(case) if each.decisions]
    own = appellant == "director" or any(is_one_appellant(each, appellant, signed, against) for each in heard)
    if is_decided(session, case) and (own or by_the_authority(session, case)):
        decided = session.decisions_on(case)[-1].decision.case
        raise Refusal(
            "final",
            f"{case} was decided on appeal: {decided}",
            f"the next instance (Law 93C): `appeal further {decided}`",
        )


def check_not_above(case: str, session: Session) -> None:
    """Refuse to go on with an appeal where another one took the same to the next instance."""
    for appeal in session.appeals_of(case):
        if appeal.awaiting:
            message = f"{appeal.case} took {case} to {appeal.awaiting.to}: nothing is decided below it any more"
            hint = f"the next instance hears both sides; what it decides: `appeal review {appeal.case} …`"
            raise Refusal("final", message, hint)


def check_goes_on(appeal: Appeal, session: Session) -> None:
    """Refuse to bring back an appeal that was over, where one could not be lodged any more."""
    subject = session.subject(appeal)
    if isinstance(subject, Penalty) or not subject.superseded_by:
        check_in_force(session, appeal)
    check_not_appealed(appeal.lodged.appellant, appeal.lodged.signed, subject, session)
    check_not_decided(appeal.lodged.appellant, appeal.lodged.signed, subject, session)


def require_admitted(appeal: Appeal) -> None:
    """Refuse to go on with an appeal that was rejected as inadmissible."""
    if appeal.screened and not appeal.screened.admitted:
        raise Refusal(
            "appeal-rejected",
            f"{appeal.case} was rejected as inadmissible",
            f"`appeal screen {appeal.case} --admit`, if that was wrong",
        )


def screening(appeal: Appeal, point: Point | None = None) -> tuple[ProposedEvent, ...]:
    """What admits an appeal that nobody screened: hearing it does, or deciding it, on the point it turns on."""
    require_admitted(appeal)
    if appeal.screened:
        return ()
    return (
        ProposedEvent(AppealScreened(appeal.case, admitted=True, point=point or "judgement"), (appeal.events[-1],)),
    )


def last_word(subject: Ruling | Penalty) -> int:
    """The number of the event that last said what is, or may be, appealed."""
    return subject.number if isinstance(subject, Penalty) else subject.versions[-1].number


def check_order(actor: Actor, earlier: int, what: str) -> None:
    """Refuse a step that is said to have happened before the one it follows.

    Only what a person said: where the clock alone says so, one of two clocks is or was wrong, and the order is the
    number of the event.
    """
    if actor.at < earlier and not actor.by_clock:
        raise Refusal(
            "out-of-order",
            f"that is before {what}",
            "is --at right? `log` prints when each step was; recorded with a wrong clock: `session clock`",
            RefusalTime("{time}", earlier, actor.at),
        )


def ended(deadline: int | None, at: int) -> RefusalTime | None:
    """When a period ended, and how long ago."""
    return None if deadline is None else RefusalTime("it ended {time}, {ago} ago", deadline, at)


def check_begun(played: TableBoard, session: Session, actor: Actor) -> None:
    """Refuse a correction said to be of before the evening: opened later, it began with what had been played."""
    result = played.results[0].at if played.results else session.opened_at
    what = "the table had its result" if result < session.opened_at else "the session was opened"
    check_order(actor, min(result, session.opened_at), what)
