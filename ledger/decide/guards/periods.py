"""What comes too late: scores after the correction period (Law 79C), rulings after theirs (Laws 81C3, 92B).

One guard for every command: what is to be recorded is held against the periods, and passes late only with an event that
says on whose authority the board was reopened.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ledger.decide.response import Actor, ProposedEvent
from ledger.decide.steps import ended
from ledger.errors import Refusal
from ledger.facts import Event, Reopening
from ledger.facts.at_table import AtTable
from ledger.facts.calls import CallAnswered
from ledger.facts.fact import Period
from ledger.facts.play import BoardFouled
from ledger.facts.publications import PublicationRecalled
from ledger.facts.register import KIND_OF
from ledger.facts.reopening import BoardReopened
from ledger.facts.rulings import (
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
)
from ledger.facts.seating import SeatingCorrected
from ledger.laws.regulations import deadline, in_time
from ledger.scoring.line import Seating
from ledger.session import Session, Stream, session_of
from ledger.session.calls import call_state
from ledger.session.rulings import (
    correction_deadline,
    is_decided,
    order,
    request_deadline,
    ruling_state,
    second_thoughts_deadline,
)

_Penalty = PenaltyImposed | PenaltyWithdrawn | PenaltyReinstated

_Changed = RulingAmended | RulingWithdrawn | RulingReinstated


class DeadlineMissed(NamedTuple):
    """Why something comes too late: the code it is refused with, in words, when it ended, and what to do."""

    code: str
    why: str
    ended: int | None
    hint: str


_BY_ORDER = "a decision of the authority or a disciplinary finding reopens it: --reopen authority --authority WHO"

_SCORING_ERROR = 'a scoring error, beyond reasonable doubt: --reopen 79C2 --authority "the organiser" --beyond-doubt'

_OF_SCORES = ("scoring", "correction", "penalty")
"""What Law 79C2 may correct, where it was recorded or worked out wrongly: scores, never what somebody judged."""


def reopened(
    uncommitted: Sequence[ProposedEvent], reopening: Reopening | None, stream: Stream, actor: Actor
) -> tuple[ProposedEvent, ...]:
    """What is to be recorded, each late event after the event that reopens its board and answering it.

    Refused where nothing does.
    """
    found: list[ProposedEvent] = []
    for each in uncommitted:
        late = lateness(each.event, stream, actor.at) if stream.opened else None
        because = each.because
        if late and reopening is None:
            raise Refusal(late.code, late.why, late.hint, ended(late.ended, actor.at))
        if late and reopening:
            found.append(ProposedEvent(_reopening(each.event, reopening, stream, late)))
            because = (*because, stream.number + len(found))
        found.append(each._replace(because=because))
    if reopening and len(found) == len(uncommitted):
        raise Refusal("nothing-to-change", "nothing is closed to this yet", "leave --reopen out")
    return tuple(found)


def lateness(event: Event, stream: Stream, at: int) -> DeadlineMissed | None:
    """Why an event comes too late at a time (µs UTC); None where it is in time or knows no period."""
    period = KIND_OF[type(event)].period
    return _LATENESS[period](event, stream, at) if period else None


def _late_result(event: Event, stream: Stream, at: int) -> DeadlineMissed | None:
    """The score itself (Law 79C)."""
    return _late_correction(stream, at, _SCORING_ERROR)


def _late_score(event: Event, stream: Stream, at: int) -> DeadlineMissed | None:
    """What the score is worked out by, and whether it is out (Law 79C)."""
    if isinstance(event, PublicationRecalled):
        return _late_recall(stream, at)
    return _late_correction(stream, at, f"{_SCORING_ERROR}; {_BY_ORDER}")


def _late_recall(stream: Stream, at: int) -> DeadlineMissed | None:
    """What was given out stays given out; but with a wrong time said, there is as long to say so from then on."""
    minutes = stream.regulations.periods.correction_minutes
    if len(stream.publications) == 1 and in_time(at, deadline(stream.publications[0].said_at, minutes)):
        return None
    return _late_correction(
        stream, at, "`publish` makes corrected scores available; what was given out stays given out"
    )


def _late_penalty(event: _Penalty, session: Session, at: int) -> DeadlineMissed | None:
    """A penalty, or what takes one back: one with a ruling or an appeal goes by that, and a warning comes any time.

    What was decided on appeal is not the director's any more, unless it was left to him.
    """
    if isinstance(event, PenaltyImposed):
        imposed, hint = event, f"given with an appeal: --case A-0001; {_SCORING_ERROR}; {_BY_ORDER}"
    else:
        imposed, hint = session.penalties[event.case].imposed, f"{_SCORING_ERROR}; {_BY_ORDER}"
        if is_decided(session, event.case):
            return _decided_on_appeal(event.case)
        if order(session, event.case):
            return None
    if not imposed.amount or _with_a_case(imposed, session, at):
        return None
    return _late_correction(session, at, hint)


def _decided_on_appeal(case: str) -> DeadlineMissed:
    return DeadlineMissed(
        "final", f"{case} was decided on appeal", None, f"`undo` a decision recorded wrongly; {_BY_ORDER}"
    )


def _late_correction(stream: Stream, at: int, hint: str) -> DeadlineMissed | None:
    over = correction_deadline(stream)
    return (
        None
        if in_time(at, over)
        else DeadlineMissed("correction-late", "the correction period is over (Law 79C1)", over, hint)
    )


def _with_a_case(imposed: PenaltyImposed, session: Session, at: int) -> bool:
    """Whether a penalty is in time by the ruling or the appeal it was given with."""
    if imposed.beside in session.appeals:
        return True
    ruling = session.rulings.get(imposed.beside or "")
    if ruling is None or ruling.withdrawn or ruling.superseded_by:
        return False
    return in_time(at, second_thoughts_deadline(session, ruling)) or ruling_state(session, ruling, at) == "under appeal"


def _late_ruling(event: RulingGiven, session: Session, at: int) -> DeadlineMissed | None:
    """A ruling on a board that had none is asked for in time, by a call still open.

    When it is given does not matter.
    """
    if event.supersedes:
        return None if event.order else _late_second_thoughts(event.supersedes, session, at)
    call = session.calls[event.call] if event.call else None
    asked = call.at if call and call_state(session, call) != "no infraction" else at
    over = request_deadline(session)
    if in_time(asked, over):
        return None
    hint = f"asked for in time: --call C-0001; {_BY_ORDER}"
    return DeadlineMissed("ruling-late", "the time to ask for a ruling is over (Laws 81C3, 92B)", over, hint)


def _late_answer(event: CallAnswered, session: Session, at: int) -> DeadlineMissed | None:
    """A call that found no infraction is over with the time to ask for a ruling: no other answer opens it again."""
    over = request_deadline(session)
    if in_time(at, over) or call_state(session, session.calls[event.case]) != "no infraction":
        return None
    message = f"{event.case} found no infraction, and the time to ask for a ruling is over (Law 92B)"
    return DeadlineMissed("ruling-late", message, over, _BY_ORDER)


def _late_change(event: _Changed, session: Session, at: int) -> DeadlineMissed | None:
    return _late_second_thoughts(event.case, session, at)


def _late_second_thoughts(case: str, session: Session, at: int) -> DeadlineMissed | None:
    """The director's second thoughts end with the periods; what was decided on appeal is not his any more."""
    ruling = session.rulings[case]
    if is_decided(session, case):
        return _decided_on_appeal(case)
    state, over = ruling_state(session, ruling, at), second_thoughts_deadline(session, ruling)
    if state == "provisional" or in_time(at, over):
        return None
    ordering = order(session, case)
    hint = f"as {ordering.case} ordered: --cause order --order {ordering.case}" if ordering else _BY_ORDER
    return DeadlineMissed("final", f"{case} is {state}, and the time for second thoughts is over", over, hint)


_LATENESS: dict[Period, Callable[[Any, Any, int], DeadlineMissed | None]] = {
    "scoring": _late_result,
    "correction": _late_score,
    "penalty": _late_penalty,
    "request": _late_ruling,
    "answer": _late_answer,
    "second-thoughts": _late_change,
}


def _reopening(event: Event, reopening: Reopening, stream: Stream, late: DeadlineMissed) -> BoardReopened:
    """The event that reopens a board, or the session; refused where the cause cannot."""
    if isinstance(event, PublicationRecalled):
        raise Refusal(late.code, late.why, late.hint)
    if not reopening.authority.strip():
        hint = '--authority "the organiser", or "the national authority, case 14"'
        raise Refusal("no-authority", "who approved or decided it?", hint)
    if not _may_reopen(reopening, event, late):
        if late.code != "final" and KIND_OF[type(event)].period in _OF_SCORES:
            raise Refusal(late.code, "Law 79C2 wants it beyond reasonable doubt", "--beyond-doubt")
        raise Refusal(late.code, "Law 79C2 corrects a score recorded or worked out wrongly, no judgement", _BY_ORDER)
    board, at = _place(event, stream)
    return BoardReopened(reopening.cause, reopening.authority, board, at, reopening.beyond_doubt, late.why)


def reopens(reopened: BoardReopened, event: Event, stream: Stream, late: DeadlineMissed) -> bool:
    """Whether a board was reopened for an event: at its place, and for a cause that can."""
    board, at = _place(event, stream)
    same = reopened.at == at or (reopened.at is not None and at is not None and reopened.at.may_be(at))
    return reopened.board == board and same and _may_reopen(reopened, event, late)


def _may_reopen(reopening: Reopening | BoardReopened, event: Event, late: DeadlineMissed) -> bool:
    """Whether the cause of a reopening serves for an event.

    Law 79C2 serves for a scoring error, whoever made it, beyond reasonable doubt; not for what was judged.
    """
    of_score = late.code != "final" and KIND_OF[type(event)].period in _OF_SCORES
    return reopening.cause != "79C2" or (of_score and reopening.beyond_doubt)


def _place(event: Event, stream: Stream) -> tuple[int | None, Seating | None]:
    """What an event is about: a table's board, every table of a board, or the whole session."""
    match event:
        case AtTable() | RulingGiven():
            return event.board, event.seating
        case SeatingCorrected(board=board, tables=tables):
            return board, tables[0].was if len(tables) == 1 else None
        case BoardFouled(board=board):
            return board, None
        case RulingAmended(case=case) | RulingWithdrawn(case=case) | RulingReinstated(case=case):
            ruling = session_of(stream).rulings[case]
            return ruling.board, ruling.seating
    return None, None
