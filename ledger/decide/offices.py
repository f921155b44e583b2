"""Who may do what: which officials may record which event. A wall that every command passes.

While nobody is appointed the office is open: whoever sits at the desk records. With the first official, everything is
recorded by one who holds the office for it.
"""

from ledger import events
from ledger.events.office import OfficeName
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
