"""What comes too late: scores after the correction period (Law 79C), rulings after theirs (Laws 81C3, 92B).

One wall for every command: what is proposed is held against the periods, and passes late only with an event that
says on whose authority the board was reopened.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.commands import Reopening
from ledger.decide.proposal import Hand, Proposal
from ledger.decide.standing import ended
from ledger.events import (
    BoardFouled,
    BoardReopened,
    Event,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
)
from ledger.laws.periods import in_time
from ledger.projections.register import (
    correction_deadline,
    ends,
    request_deadline,
    ruling_state,
    second_thoughts_deadline,
)
from ledger.refusal import Refusal
from ledger.session import Session


class Late(NamedTuple):
    """Why something comes too late: the code it is refused with, in words, when it ended, and what to do."""

    code: str
    why: str
    ended: int | None
    hint: str


_RESULTS = (ResultRecorded, ResultCorrected, ResultVoided, BoardFouled)
_BY_ORDER = "a decision of the authority or a disciplinary finding reopens it: --reopen authority --authority WHO"


def reopened(
    proposals: Sequence[Proposal], reopening: Reopening | None, session: Session, hand: Hand
) -> list[Proposal]:
    """The proposals, each late one after the event that reopens its board; refused where nothing allows it."""
    found: list[Proposal] = []
    if session.opened is None:
        return list(proposals)
    for proposal in proposals:
        late = lateness(proposal.event, session, hand.at)
        if late and reopening is None:
            raise Refusal(late.code, late.why, late.hint, ended(late.ended, hand.at))
        if late and reopening:
            found.append(Proposal(_reopening(proposal.event, reopening, session, late)))
        found.append(proposal)
    if reopening and len(found) == len(proposals):
        raise Refusal("nothing-to-change", "nothing is closed to this yet", "leave --reopen out")
    return found


def lateness(event: Event, session: Session, at: int) -> Late | None:
    """Why an event comes too late at a time (µs UTC); None where it is in time or knows no period."""
    if isinstance(event, _RESULTS):
        over = correction_deadline(session)
        return None if in_time(at, over) else Late(
            "correction-late", "the correction period is over (Law 79C1)", over,
            'a scorer\'s error, beyond reasonable doubt: --reopen 79C2 --authority "the organiser" --beyond-doubt',
        )  # fmt: skip
    if isinstance(event, RulingGiven) and not event.supersedes:
        return _late_request(event, session, at)
    if isinstance(event, RulingGiven) and event.supersedes:
        return _late_change(event.supersedes, session, at, ordered=event.order is not None)
    if isinstance(event, RulingAmended | RulingWithdrawn | RulingReinstated):
        return _late_change(event.case, session, at)
    return None


def _late_request(event: RulingGiven, session: Session, at: int) -> Late | None:
    """A ruling on a board that had none is asked for in time; when it is given does not matter."""
    asked = session.calls[event.call].at if event.call else at
    over = request_deadline(session)
    if in_time(asked, over):
        return None
    hint = f"asked for in time: --call C-0001; {_BY_ORDER}"
    return Late("ruling-late", "the time to ask for a ruling is over (Laws 81C3, 92B)", over, hint)


def _late_change(case: str, session: Session, at: int, *, ordered: bool = False) -> Late | None:
    """The director's second thoughts end with the periods; what was decided on appeal is not his any more."""
    ruling = session.rulings[case]
    if ordered:
        return None
    if any(ends(appeal) for appeal in session.appeals_of(case)):
        return Late("final", f"{case} was decided on appeal", None, f"`undo` a decision recorded wrongly; {_BY_ORDER}")
    state, over = ruling_state(session, ruling, at), second_thoughts_deadline(session, ruling)
    if state == "provisional" or in_time(at, over):
        return None
    return Late("final", f"{case} is final: the time to appeal it, and for second thoughts, is over", over, _BY_ORDER)


def _reopening(event: Event, reopening: Reopening, session: Session, late: Late) -> BoardReopened:
    """The event that reopens a board; refused where the cause cannot."""
    board, ns, ew = _place(event, session)
    if not reopening.authority.strip():
        raise Refusal(
            "no-authority",
            "who approved or decided it?",
            '--authority "the organiser", or "the national authority, case 14"',
        )
    if reopening.cause == "79C2" and not (isinstance(event, _RESULTS) and reopening.beyond_doubt):
        told = (
            "Law 79C2 wants it beyond reasonable doubt"
            if isinstance(event, _RESULTS)
            else "Law 79C2 corrects an error of the scorer, not a ruling"
        )
        raise Refusal(late.code, told, "--beyond-doubt" if isinstance(event, _RESULTS) else _BY_ORDER)
    return BoardReopened(board, ns, ew, reopening.cause, reopening.authority, reopening.beyond_doubt, late.why)


def _place(event: Event, session: Session) -> tuple[int, str, str]:
    if isinstance(event, ResultRecorded | ResultCorrected | ResultVoided | RulingGiven):
        return event.board, event.ns, event.ew
    if isinstance(event, BoardFouled):
        return event.board, *event.tables[0]
    assert isinstance(event, RulingAmended | RulingWithdrawn | RulingReinstated)
    ruling = session.rulings[event.case]
    return ruling.board, *ruling.seating
