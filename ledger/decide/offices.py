"""Who may do what: which officials may record which event. A guard that every command passes.

While nobody is appointed the office is open: whoever sits at the desk records. With the first official, everything is
recorded by one who holds the office for it.
"""

from ledger.errors import Refusal
from ledger.events import Event
from ledger.events.appeals import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    AppealScreened,
    DecisionRecalled,
    DecisionReviewed,
)
from ledger.events.office import office_text
from ledger.events.register import DIRECTORS, KIND_OF, SCORERS
from ledger.session import Appeal, Ruling, Session


def allowed(session: Session, event: Event) -> tuple[str, ...]:
    """The offices that may record an event in the session as it is."""
    if getattr(event, "imported", False):
        return SCORERS
    if isinstance(event, DecisionRecalled):
        recalled = session.appeals[event.case].decision
        return (recalled.body,) if isinstance(recalled, AppealDecided) else ("reviewer",)
    return KIND_OF[type(event)].offices


def may_record(session: Session, by: str, event: Event) -> bool:
    """Whether somebody may record an event in the session as it is."""
    if not session.officials:
        return True
    offices = session.officials.offices(by)
    if isinstance(event, AppealLodged) and event.through:
        return bool(offices) and bool(session.officials.offices(event.through) & set(DIRECTORS))
    return bool(offices & set(allowed(session, event)))


def judging_own_case(session: Session, by: str, event: Event) -> str | None:
    """Who sits in judgement on what is his own: on a ruling he gave, or in review of a decision he took; None: nobody.

    In an open office whoever sits at the desk records, so only a committee's names are held against the ruling.
    """
    if not isinstance(event, _JUDGING) or (isinstance(event, AppealScreened) and event.admitted):
        return None
    appeal = session.appeals[event.case]
    committee = event.committee if isinstance(event, AppealHeard) else ()
    own = {
        name.casefold()
        for ruling in _line(session, appeal.ruling)
        for version in ruling.versions
        for name in (version.by, *version.judgement.consulted)
    }
    if isinstance(event, DecisionReviewed):
        sat = appeal.heard.committee if appeal.heard else ()
        own |= {name.casefold() for name in (appeal.decisions[0].by, *sat)}
    judges = (*committee, *((by,) if session.officials and not isinstance(event, AppealHeard) else ()))
    return next((name for name in judges if name.casefold() in own), None)


_JUDGING = (AppealScreened, AppealHeard, AppealDecided, DecisionReviewed, DecisionRecalled)


def _line(session: Session, case: str) -> list[Ruling]:
    """A ruling and those it superseded, one after the other."""
    found = [session.rulings[case]]
    while earlier := found[-1].given.supersedes:
        found.append(session.rulings[earlier])
    return found


def check_office(session: Session, by: str, event: Event) -> None:
    """Refuse what the official recording has no office for, or what would be judging one's own case."""
    if not may_record(session, by, event):
        raise _not_allowed(session, by, event)
    if name := judging_own_case(session, by, event):
        told = f"{name} {_part(name, session.appeals[getattr(event, 'case', '')], session)}"
        raise Refusal("own-ruling", f"{told}, and does not decide on it", "others hear it and decide")


def _part(name: str, appeal: Appeal, session: Session) -> str:
    """What part somebody had in what was appealed: gave the ruling, was consulted on it, or decided the appeal."""
    for ruling in _line(session, appeal.ruling):
        for version in ruling.versions:
            if name.casefold() == version.by.casefold():
                return f"gave {ruling.case}"
            if name.casefold() in {each.casefold() for each in version.judgement.consulted}:
                return f"was consulted on {ruling.case}"
    return f"decided {appeal.case}"


def _not_allowed(session: Session, by: str, event: Event) -> Refusal:
    offices = session.officials.offices(by)
    if isinstance(event, AppealLodged) and offices:
        told = f"{event.through or by} is no director of this session: an appeal comes through the director (Law 92C)"
        return Refusal("not-through-director", told, f"--through {_one_of(session, DIRECTORS)}, who received it")
    held = " and ".join(map(office_text, sorted(offices)))
    who = f"{by} is {held} of this session" if held else f"{by} is no official of this session"
    return Refusal(
        "not-your-office",
        f"{who}; this is for a {' or '.join(map(office_text, allowed(session, event)))}",
        f"--by {_one_of(session, allowed(session, event))}; `official list` shows who holds what office",
    )


def _one_of(session: Session, offices: tuple[str, ...]) -> str:
    holders = session.officials.holders(*offices)
    return " or ".join(holders[:3]) or f"NAME, once appointed: `official add NAME --as {offices[-1]}`"
