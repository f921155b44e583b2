"""Who may do what: the officials of a session, and which of them may record which event.

While nobody is appointed the office is open: whoever sits at the desk records. With the first official, everything is
recorded by one who holds the office for it.
"""

from typing import assert_never

from ledger import events
from ledger.commands import AppointOfficial, OfficeCommand, PublishScores, RelieveOfficial
from ledger.decide.proposal import Hand, Proposal
from ledger.decide.standing import in_order
from ledger.events.office import OfficeName
from ledger.projections.numbers import numbers_digest
from ledger.projections.scoreboard import Scoreboard
from ledger.refusal import Refusal
from ledger.session import Session

OFFICES: tuple[OfficeName, ...] = ("scorer", "director", "chief-director", "committee", "reviewer")

_CHIEF = ("chief-director",)
_DIRECTORS = ("director", "chief-director")
_SCORERS = ("scorer", *_DIRECTORS)
_HEARING = (*_DIRECTORS, "committee", "reviewer")
_DECIDING = ("committee", "reviewer", "chief-director")

MAY_RECORD: dict[type[events.Event], tuple[str, ...]] = {
    events.SessionOpened: _SCORERS,
    events.ContestantsEntered: _SCORERS,
    events.BoardsAdded: _SCORERS,
    events.ResultRecorded: _SCORERS,
    events.ResultCorrected: _SCORERS,
    events.ResultVoided: _SCORERS,
    events.BoardFouled: _SCORERS,
    events.CarryOverSet: _SCORERS,
    events.BoardReopened: _SCORERS,
    events.ScoresPublished: _SCORERS,
    events.PublicationRecalled: _SCORERS,
    events.DirectorCalled: _DIRECTORS,
    events.FactsStated: _DIRECTORS,
    events.PollTaken: _DIRECTORS,
    events.CallAnswered: _DIRECTORS,
    events.CallWithdrawn: _DIRECTORS,
    events.RulingGiven: _DIRECTORS,
    events.RulingAmended: _DIRECTORS,
    events.RulingWithdrawn: _DIRECTORS,
    events.RulingReinstated: _DIRECTORS,
    events.SidesNotified: _DIRECTORS,
    events.PenaltyImposed: _HEARING,
    events.PenaltyWithdrawn: _HEARING,
    events.PenaltyReinstated: _HEARING,
    events.AppealLodged: _DIRECTORS,
    events.LateAppealAccepted: _DIRECTORS,
    events.AppealScreened: _HEARING,
    events.AppealConfirmed: _DIRECTORS,
    events.AppealWithdrawn: _HEARING,
    events.AppealHeard: _HEARING,
    events.AppealDecided: _DECIDING,
    events.FurtherAppealLodged: _HEARING,
    events.DecisionReviewed: ("reviewer",),
    events.DecisionRecalled: _DECIDING,
    events.RegulationsAmended: _CHIEF,
    events.SessionClosed: _CHIEF,
    events.SessionReopened: _CHIEF,
    events.OfficialAppointed: _CHIEF,
    events.OfficialRelieved: _CHIEF,
}
"""The offices that may record each kind of event. What a result file states, a scorer may record too."""


def may_record(session: Session, by: str, event: events.Event) -> bool:
    """Whether somebody may record an event in the session as it is."""
    if not session.officials:
        return True
    allowed = _SCORERS if getattr(event, "imported", False) else MAY_RECORD[type(event)]
    if isinstance(event, events.AppealLodged) and event.through:
        return bool(session.officials.offices(event.through) & set(_DIRECTORS))
    return bool(session.officials.offices(by) & set(allowed))


def check_office(session: Session, by: str, event: events.Event) -> None:
    """Refuse what the official recording has no office for."""
    if may_record(session, by, event):
        return
    if isinstance(event, events.AppealLodged):
        told = f"{event.through or by} is no director of this session: an appeal comes through the director (Law 92C)"
        raise Refusal("not-through-director", told, f"--through {_one_of(session, _DIRECTORS)}, who received it")
    held = " and ".join(sorted(session.officials.offices(by)))
    who = f"{by} is {held} of this session" if held else f"{by} is no official of this session"
    allowed = _SCORERS if getattr(event, "imported", False) else MAY_RECORD[type(event)]
    raise Refusal(
        "not-your-office",
        f"{who}; this is for a {' or '.join(_named(office) for office in allowed)}",
        f"--by {_one_of(session, allowed)}; `official list` shows who holds what office",
    )


def _named(office: str) -> str:
    return {"chief-director": "chief director", "committee": "member of the committee"}.get(office, office)


def _one_of(session: Session, offices: tuple[str, ...]) -> str:
    holders = session.officials.holders(*offices)
    return " or ".join(holders[:3]) or f"NAME, once appointed: `official add NAME --as {offices[-1]}`"


def decide_office(command: OfficeCommand, session: Session, hand: Hand) -> tuple[Proposal, ...]:
    """What a command about the office itself leads to."""
    match command:
        case AppointOfficial(name, office):
            return (_appoint(session, name, office),)
        case RelieveOfficial(name, office, reason):
            return (_relieve(session, name, office, reason),)
        case PublishScores(note):
            return (_publish(session, note, hand),)
        case _:
            assert_never(command)


def _appoint(session: Session, name: str, office: OfficeName) -> Proposal:
    if office in session.officials.offices(name):
        raise Refusal("nothing-to-change", f"{name} is {office} already", "`official list`")
    if not session.officials and office != "chief-director":
        raise Refusal(
            "no-chief-director",
            "the first official of a session is its chief director, who appoints the others",
            f"`official add {name} --as chief-director`, or appoint the chief director first",
        )
    return Proposal(events.OfficialAppointed(name, office))


def _relieve(session: Session, name: str, office: OfficeName, reason: str) -> Proposal:
    if office not in session.officials.offices(name):
        raise Refusal("nothing-to-change", f"{name} is no {office}", "`official list`")
    others = [held for each, held in session.officials.held.items() if each != name.casefold() and held]
    if office == "chief-director" and len(session.officials.holders(office)) == 1 and others:
        raise Refusal(
            "no-chief-director",
            f"{name} is the only chief director: nobody could appoint another",
            "`official add NAME --as chief-director` first",
        )
    return Proposal(events.OfficialRelieved(name, office, reason))


def _publish(session: Session, note: str, hand: Hand) -> Proposal:
    """The scores as they are; not said to have been out before a ruling was given that they contain."""
    for ruling in session.rulings.values():
        if not ruling.withdrawn:
            in_order(hand, ruling.versions[-1].at, f"{ruling.case} was given, which these scores contain")
    numbers = numbers_digest(Scoreboard(session))
    if session.publications and session.publications[-1].numbers == numbers:
        last = session.publications[-1].number
        raise Refusal("nothing-to-change", f"these scores were published (#{last})", "`standings` shows them")
    if not any(played.results or played.case for played in session.table_boards()):
        raise Refusal("no-result", "there are no scores to publish", "`import FILE`, or `result add`")
    return Proposal(events.ScoresPublished(numbers, note))
