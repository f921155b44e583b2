"""Find a case by its number: a ruling, an appeal, a call, a penalty."""

import re
from collections.abc import Collection

from ledger.errors import Refusal
from ledger.session.cases import Appeal, Call, Penalty, Ruling
from ledger.session.state import Session

_CASE = re.compile(r"([CRAP])[- ]?0*([0-9]{1,9})", re.IGNORECASE)
_KINDS = {"R": "ruling", "A": "appeal", "C": "call", "P": "penalty"}


def case_name(text: str) -> str | None:
    """Return the case number in a typed text as the log writes it: 'R-0002' for 'r2'; None for any other text.

    >>> [case_name(text) for text in ("R-2", "r2", "R0002", "R-0002", "12", "R-0")]
    ['R-0002', 'R-0002', 'R-0002', 'R-0002', None, None]
    """
    match = _CASE.fullmatch(text.strip())
    return f"{match[1].upper()}-{int(match[2]):04d}" if match and int(match[2]) else None


def no_such_case(session: Session, case: str, *kinds: str) -> Refusal:
    """Return the refusal of a case number that the session lacks; its hint names the first and last case.

    `kinds`: the letters of the kinds searched (R, A, C, P); without any, all.
    """
    wanted = kinds or tuple(_KINDS)
    cases_of: dict[str, Collection[str]] = {
        "R": session.rulings,
        "A": session.appeals,
        "C": session.calls,
        "P": session.penalties,
    }
    by_kind = {kind: [*cases_of[kind]] for kind in wanted}
    known = [each for cases in by_kind.values() for each in cases]
    lists = ", ".join(f"`{_KINDS[kind]} list`" for kind in wanted)
    ranges = "there are " + ", ".join(
        " to ".join(dict.fromkeys((cases[0], cases[-1]))) for cases in by_kind.values() if cases
    )
    if len(known) < 2:
        ranges = f"there is {known[0]}" if known else "there is none yet"
    what = " or ".join(_KINDS[kind] for kind in kinds) or "case"
    return Refusal("no-such-case", f"there is no {what} {case}", f"{ranges}; {lists}")


def require_case(session: Session, case: str) -> Ruling:
    """Return the ruling with a case number; refused if there is none."""
    if case in session.rulings:
        return session.rulings[case]
    raise no_such_case(session, case, "R")


def require_standing(session: Session, case: str) -> Ruling:
    """Return the ruling with a case number; refused if there is none, or if it was withdrawn or superseded."""
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
    """Return the appeal with a case number; refused if there is none."""
    if case in session.appeals:
        return session.appeals[case]
    raise no_such_case(session, case, "A")


def require_open_call(session: Session, case: str) -> Call:
    """Return the call with a case number; refused if there is none, or if it was withdrawn."""
    call = session.calls.get(case)
    if call is None:
        raise no_such_case(session, case, "C")
    if call.withdrawn:
        raise Refusal("case-withdrawn", f"{case} was withdrawn (#{call.events[-1]})", "`call add` records a new one")
    return call


def require_penalty(session: Session, case: str) -> Penalty:
    """Return the penalty with a case number; refused if there is none."""
    if case in session.penalties:
        return session.penalties[case]
    raise no_such_case(session, case, "P")


def require_appealable(session: Session, case: str) -> Ruling | Penalty:
    """Return the ruling or penalty in force with a case number; refused for a call, or if there is none (Law 92A)."""
    if case in session.calls:
        # An answer to a call, even 'no infraction', is appealed as a ruling
        call = session.calls[case]
        called, where = call.called, call.called.board or "BOARD"
        seats = f" --ns {called.ns or 'NS'} --ew {called.ew or 'EW'}"
        table = f"{where}/{called.table}" if called.table else f"{where}{seats}"
        hint = f"first `ruling add {table} --stands --no-infraction --call {case}`, or what else was ruled"
        if call.rulings:
            hint = f"`appeal lodge {call.rulings[-1]} --grounds TEXT`"
        message = f"{case} is a call: what the director ruled is appealed"
        raise Refusal("no-such-case", message, hint)
    if case not in session.penalties:
        return require_standing(session, case)
    penalty = session.penalties[case]
    if penalty.withdrawn:
        raise Refusal("case-withdrawn", f"{case} was withdrawn (#{penalty.events[-1]})", "`penalty list`")
    return penalty


def provisional_rulings(session: Session) -> list[str]:
    """Return the numbers of the provisional rulings in force, whose final ruling the director still owes."""
    rulings = session.rulings.values()
    return [each.case for each in rulings if each.judgement.provisional and each.is_in_force]
