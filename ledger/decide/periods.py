"""What comes too late: scores after the correction period (Law 79C), rulings after theirs (Laws 81C3, 92B).

One guard for every command: what is proposed is held against the periods, and passes late only with an event that
says on whose authority the board was reopened.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.commands import Reopening
from ledger.decide.response import Actor, Uncommitted
from ledger.decide.steps import ended
from ledger.errors import Refusal
from ledger.events import Event
from ledger.events.calls import CallAnswered
from ledger.events.office import PublicationRecalled
from ledger.events.play import (
    BoardFouled,
    CarryOverSet,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
)
from ledger.events.rulings import (
    BoardReopened,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
)
from ledger.laws.periods import in_time
from ledger.session import Session
from ledger.session.call_states import call_state
from ledger.session.ruling_states import (
    correction_deadline,
    is_decided,
    order,
    request_deadline,
    ruling_state,
    second_thoughts_deadline,
)


class Late(NamedTuple):
    """Why something comes too late: the code it is refused with, in words, when it ended, and what to do."""

    code: str
    why: str
    ended: int | None
    hint: str


_RESULTS = (ResultRecorded, ResultCorrected, ResultVoided, BoardFouled)
_SCORERS = (*_RESULTS, CarryOverSet)
_TOTALS = (CarryOverSet, RegulationsAmended)
_PENALTIES = (PenaltyImposed, PenaltyWithdrawn, PenaltyReinstated)
_BY_ORDER = "a decision of the authority or a disciplinary finding reopens it: --reopen authority --authority WHO"


def reopened(
    proposals: Sequence[Uncommitted], reopening: Reopening | None, session: Session, actor: Actor
) -> tuple[Uncommitted, ...]:
    """The proposals, each late one after the event that reopens its board and answering it; refused where nothing does."""
    found: list[Uncommitted] = []
    for proposal in proposals:
        late = lateness(proposal.event, session, actor.at) if session.opened else None
        because = proposal.because
        if late and reopening is None:
            raise Refusal(late.code, late.why, late.hint, ended(late.ended, actor.at))
        if late and reopening:
            found.append(Uncommitted(_reopening(proposal.event, reopening, session, late)))
            because = (*because, session.number + len(found))
        found.append(proposal._replace(because=because))
    if reopening and len(found) == len(proposals):
        raise Refusal("nothing-to-change", "nothing is closed to this yet", "leave --reopen out")
    return tuple(found)


def lateness(event: Event, session: Session, at: int) -> Late | None:
    """Why an event comes too late at a time (µs UTC); None where it is in time or knows no period."""
    if isinstance(event, RulingGiven):
        if event.supersedes:
            return _late_change(event.supersedes, session, at, ordered=event.order is not None)
        return _late_request(event, session, at)
    if isinstance(event, RulingAmended | RulingWithdrawn | RulingReinstated):
        return _late_change(event.case, session, at)
    if isinstance(event, CallAnswered):
        return _late_answer(event, session, at)
    if isinstance(event, _RESULTS + _TOTALS + _PENALTIES + (PublicationRecalled,)):
        return _late_score(event, session, at)
    return None


def _late_score(event: Event, session: Session, at: int) -> Late | None:
    """The score itself, and what it is worked out by (Law 79C); a penalty with a ruling or an appeal goes by that."""
    over = correction_deadline(session)
    if in_time(at, over) or _with_a_case(event, session, at):
        return None
    hint = _BY_ORDER
    if isinstance(event, _RESULTS):
        hint = 'a scorer\'s error, beyond reasonable doubt: --reopen 79C2 --authority "the organiser" --beyond-doubt'
    if isinstance(event, PenaltyImposed):
        hint = f"given with an appeal: --case A-0001; {_BY_ORDER}"
    if isinstance(event, PublicationRecalled):
        hint = "`publish` makes corrected scores available; what was given out stays given out"
    return Late("correction-late", "the correction period is over (Law 79C1)", over, hint)


def _with_a_case(event: Event, session: Session, at: int) -> bool:
    """Whether an event is a penalty that is in time by the ruling or the appeal it was given with; or only a warning."""
    if not isinstance(event, _PENALTIES):
        return False
    imposed = event if isinstance(event, PenaltyImposed) else session.penalties[event.case].imposed
    if imposed.beside in session.appeals or not imposed.amount:
        return True
    ruling = session.rulings.get(imposed.beside or "")
    if ruling is None or ruling.withdrawn or ruling.superseded_by:
        return False
    return in_time(at, second_thoughts_deadline(session, ruling)) or ruling_state(session, ruling, at) == "under appeal"


def _late_request(event: RulingGiven, session: Session, at: int) -> Late | None:
    """A ruling on a board that had none is asked for in time, by a call still open; when it is given does not matter."""
    call = session.calls[event.call] if event.call else None
    asked = call.at if call and call_state(session, call) != "no infraction" else at
    over = request_deadline(session)
    if in_time(asked, over):
        return None
    hint = f"asked for in time: --call C-0001; {_BY_ORDER}"
    return Late("ruling-late", "the time to ask for a ruling is over (Laws 81C3, 92B)", over, hint)


def _late_answer(event: CallAnswered, session: Session, at: int) -> Late | None:
    """A call that found no infraction is over with the time to ask for a ruling: no other answer opens it again."""
    over = request_deadline(session)
    if in_time(at, over) or call_state(session, session.calls[event.case]) != "no infraction":
        return None
    told = f"{event.case} found no infraction, and the time to ask for a ruling is over (Law 92B)"
    return Late("ruling-late", told, over, _BY_ORDER)


def _late_change(case: str, session: Session, at: int, *, ordered: bool = False) -> Late | None:
    """The director's second thoughts end with the periods; what was decided on appeal is not his any more."""
    ruling = session.rulings[case]
    if ordered:
        return None
    if is_decided(session, ruling):
        return Late("final", f"{case} was decided on appeal", None, f"`undo` a decision recorded wrongly; {_BY_ORDER}")
    state, over = ruling_state(session, ruling, at), second_thoughts_deadline(session, ruling)
    if state == "provisional" or in_time(at, over):
        return None
    ordering = order(session, ruling)
    hint = f"as {ordering.case} ordered: --cause order --order {ordering.case}" if ordering else _BY_ORDER
    return Late("final", f"{case} is {state}, and the time for second thoughts is over", over, hint)


def _reopening(event: Event, reopening: Reopening, session: Session, late: Late) -> BoardReopened:
    """The event that reopens a board, or the session; refused where the cause cannot."""
    if isinstance(event, PublicationRecalled):
        raise Refusal(late.code, late.why, late.hint)
    if not reopening.authority.strip():
        hint = '--authority "the organiser", or "the national authority, case 14"'
        raise Refusal("no-authority", "who approved or decided it?", hint)
    if not may_reopen(reopening, event):
        if isinstance(event, _SCORERS):
            raise Refusal(late.code, "Law 79C2 wants it beyond reasonable doubt", "--beyond-doubt")
        raise Refusal(late.code, "Law 79C2 corrects an error of the scorer alone", _BY_ORDER)
    board, ns, ew = place(event, session)
    return BoardReopened(reopening.cause, reopening.authority, board, ns, ew, reopening.beyond_doubt, late.why)


def may_reopen(reopening: Reopening | BoardReopened, event: Event) -> bool:
    """Whether the cause of a reopening serves for an event: Law 79C2 for the scorer's own, beyond reasonable doubt."""
    return reopening.cause != "79C2" or (isinstance(event, _SCORERS) and reopening.beyond_doubt)


def place(event: Event, session: Session) -> tuple[int | None, str, str]:
    """What an event is about: a table's board, every table of a board, or the whole session."""
    if isinstance(event, ResultRecorded | ResultCorrected | ResultVoided | RulingGiven):
        return event.board, event.ns, event.ew
    if isinstance(event, BoardFouled):
        return event.board, "", ""
    if isinstance(event, RulingAmended | RulingWithdrawn | RulingReinstated):
        ruling = session.rulings[event.case]
        return ruling.board, *ruling.seating
    return None, "", ""
