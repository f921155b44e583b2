"""Finding a case by its number: a ruling, an appeal, a call, a penalty."""

from ledger.errors import Refusal
from ledger.session.cases import Appeal, Call, Penalty, Ruling
from ledger.session.state import Session


def require_case(session: Session, case: str) -> Ruling:
    """The ruling of that number."""
    if case in session.rulings:
        return session.rulings[case]
    last = f"the last is {list(session.rulings)[-1]}" if session.rulings else "there are no rulings yet"
    raise Refusal("no-such-case", f"there is no ruling {case}", f"{last}; `ruling list`")


def require_standing(session: Session, case: str) -> Ruling:
    """The ruling of that number, neither withdrawn nor superseded."""
    ruling = require_case(session, case)
    if ruling.withdrawn:
        raise Refusal(
            "case-withdrawn",
            f"{ruling.case} was withdrawn (#{ruling.events[-1]})",
            "`undo` the withdrawal, or give a new ruling",
        )
    if ruling.superseded_by:
        raise Refusal(
            "ruling-superseded",
            f"{ruling.case} was superseded by {ruling.superseded_by}",
            f"`show {ruling.superseded_by}`: that is the ruling in force",
        )
    return ruling


def require_appeal(session: Session, case: str) -> Appeal:
    """The appeal of that number."""
    if case in session.appeals:
        return session.appeals[case]
    last = f"the last is {list(session.appeals)[-1]}" if session.appeals else "no appeal has been lodged"
    raise Refusal("no-such-case", f"there is no appeal {case}", f"{last}; `appeal list`")


def require_open_call(session: Session, case: str) -> Call:
    """The call of that number, not withdrawn."""
    call = session.calls.get(case)
    if call is None:
        last = f"the last is {list(session.calls)[-1]}" if session.calls else "there are no calls yet"
        raise Refusal("no-such-case", f"there is no call {case}", f"{last}; `call list`")
    if call.withdrawn:
        raise Refusal("case-withdrawn", f"{case} was withdrawn (#{call.events[-1]})", "`call add` records a new one")
    return call


def require_penalty(session: Session, case: str) -> Penalty:
    """The penalty of that number."""
    if case in session.penalties:
        return session.penalties[case]
    raise Refusal("no-such-case", f"there is no penalty {case}", "`penalty list`")


def require_appealable(session: Session, case: str) -> Ruling | Penalty:
    """The ruling or the penalty of that number, neither withdrawn nor superseded (Law 92A)."""
    if case not in session.penalties:
        return require_standing(session, case)
    penalty = session.penalties[case]
    if penalty.withdrawn:
        raise Refusal("case-withdrawn", f"{case} was withdrawn (#{penalty.events[-1]})", "`penalty list`")
    return penalty


def provisional_rulings(session: Session) -> list[str]:
    """The rulings still to be given: a score for now is in force."""
    rulings = session.rulings.values()
    return [each.case for each in rulings if each.judgement.provisional and not (each.withdrawn or each.superseded_by)]
