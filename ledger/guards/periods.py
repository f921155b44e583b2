"""Refuse what comes too late: scores after the correction period (Law 79C), rulings after theirs (Laws 81C3, 92B).

One guard for every command: an event that is late passes only with one that says on whose authority the board was
reopened. An event is late by the time it is recorded, whatever a clock was set back to. What happened in time and is
recorded late is for a director to record, and `check` lists it. What the office does by recording it, a setting or the
recall of a publication, happens when it is recorded. A step that is said to have happened before the one it follows is
refused here too.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from ledger.errors import Refusal, RefusalTime
from ledger.guards.offices import by_whom_in_time, may_say_in_time
from ledger.kernel.at_table import AtTable
from ledger.kernel.fact import Event, TakenBack
from ledger.kernel.in_force import FactsInForce
from ledger.kernel.kind import Period
from ledger.laws.regulations import deadline, in_time
from ledger.scoring.line import Seating
from ledger.session.response import Actor, ProposedEvent, Times
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.appeals.facts import AppealLodged, LateAppealAccepted
from ledger.subjects.calls.facts import CallAnswered, DirectorCalled
from ledger.subjects.calls.state import call_state
from ledger.subjects.play.facts import BoardFouled
from ledger.subjects.register import kind_of
from ledger.subjects.reopening import BoardReopened, Reopening
from ledger.subjects.rulings.facts import PenaltyImposed, PenaltyWithdrawn, RulingAmended, RulingGiven, RulingWithdrawn
from ledger.subjects.rulings.state import (
    contestable_until,
    correction_deadline,
    is_decided,
    order,
    request_deadline,
    ruling_state,
    second_thoughts_deadline,
)
from ledger.subjects.seating.facts import SeatingCorrected
from ledger.subjects.tournaments.state import Tournament, session_of


def check_order(actor: Actor, earlier: int, what: str) -> None:
    """Refuse a step that is said to have happened before the one it follows.

    Only what a person said: where the clock alone says so, one of two clocks is or was wrong, and the order is the
    number of the event.
    """
    if actor.at < earlier and not actor.by_clock:
        hint = "is --at right? `log` prints when each step was; recorded with a wrong clock: `session clock`"
        raise Refusal("out-of-order", f"that is before {what}", hint, RefusalTime("{time}", earlier, actor.at))


def check_since_opening(stream: Stream, actor: Actor) -> None:
    """Refuse what is said to have happened before its session or tournament was opened."""
    if stream.opened and actor.at < stream.opened_at and not actor.by_clock:
        what = "tournament" if isinstance(stream, Tournament) else "session"
        raise Refusal(
            "out-of-order",
            f"that is before the {what} was opened",
            "is --at right? what is typed afterwards is opened with --at too: `session open`, `import`; opened with a "
            "wrong clock: `session clock`",
            RefusalTime("{time}", stream.opened_at, actor.at),
        )


def ended(deadline: int | None, at: int) -> RefusalTime | None:
    """When a period ended, and how long ago."""
    return None if deadline is None else RefusalTime("it ended {time}, {ago} ago", deadline, at)


T = TypeVar("T")


def undone(said: FactsInForce[T], number: int) -> T | None:
    """What holds once an event is undone: what was said before it; of an undo, what that took back. None for nothing.

    Refusal (undo-nothing) where it was undone already, (has-dependants) where something was said since.
    """
    fact, last = said.moved_last(number)
    holds = fact in said.facts
    if number != last and not (holds and number == fact):
        raise Refusal("undo-nothing", f"#{number} was taken back already (#{last})", f"`undo {last}` takes that back")
    latest = said.latest[0] if said.latest else 0
    if fact < latest:
        raise Refusal("has-dependants", f"#{latest} said it anew since", f"undo {latest} first")
    if not holds:
        return said.taken_back[fact].fact
    return said.in_turn[-2] if len(said.facts) > 1 else None


_Penalty = PenaltyImposed | PenaltyWithdrawn | TakenBack


class DeadlineMissed(NamedTuple):
    """Why something comes too late: the code it is refused with, in words, when it ended, and what to do.

    `said_in_time`: it is recorded too late, and is said to have happened in time.
    """

    code: str
    why: str
    ended: int | None
    hint: str
    said_in_time: bool = False


_BY_ORDER = "a decision of the authority or a disciplinary finding reopens it: --reopen authority --authority WHO"

_SCORING_ERROR = 'a scoring error, beyond reasonable doubt: --reopen 79C2 --authority "the organiser" --beyond-doubt'

_OF_SCORES = ("scoring", "correction", "setting", "penalty")
"""What Law 79C2 may correct, where it was recorded or worked out wrongly: scores, never what somebody judged."""


_BY_RECORDING = ("setting", "recall")
"""Periods of what is done by recording it: nobody says that it happened before."""


def reopened(
    uncommitted: Sequence[ProposedEvent], reopening: Reopening | None, stream: Stream, actor: Actor
) -> tuple[ProposedEvent, ...]:
    """What is to be recorded, each late event after what reopens its board; refused where nothing does."""
    found: list[ProposedEvent] = []
    times = actor.times(stream)
    for each in uncommitted:
        late = lateness(each.event, stream, times) if stream.opened else None
        because = each.because
        if late and reopening is None and not _passes_late(each.event, late, uncommitted, stream, actor):
            hint = _by_whom(each.event, stream, late) + late.hint + _of_a_clock(each.event, stream, actor)
            raise Refusal(late.code, late.why, hint, ended(late.ended, times.recorded))
        if late and reopening:
            found.append(ProposedEvent(_reopening(each.event, reopening, stream, late)))
            because = (*because, stream.number + len(found))
        found.append(each._replace(because=because))
    if reopening and len(found) == len(uncommitted):
        raise Refusal("nothing-to-change", "nothing is closed to this yet", "leave --reopen out")
    return tuple(found)


def lateness(event: Event, stream: Stream, times: Times) -> DeadlineMissed | None:
    """Why an event is recorded too late; None where it is in time or knows no period.

    A call is never too late: it may only be said to have been made in time.
    """
    late = _late_at(event, stream, times.recorded)
    happens_before = times.said < times.recorded and kind_of(event).period not in _BY_RECORDING
    if late and happens_before and _late_at(event, stream, times.said) is None:
        return late._replace(said_in_time=True)
    return None if isinstance(event, DirectorCalled) else late


def _late_at(event: Event, stream: Stream, at: int) -> DeadlineMissed | None:
    period = kind_of(event).period
    return _LATENESS[period](event, stream, at) if period else None


def _passes_late(
    event: Event, late: DeadlineMissed, uncommitted: Sequence[ProposedEvent], stream: Stream, actor: Actor
) -> bool:
    """Whether an event passes though it is late: a director says that it was in time, or accepts an appeal."""
    if isinstance(event, AppealLodged) and any(isinstance(each.event, LateAppealAccepted) for each in uncommitted):
        return True
    return late.said_in_time and may_say_in_time(stream, actor.by, event)


def _by_whom(event: Event, stream: Stream, late: DeadlineMissed) -> str:
    if not late.said_in_time:
        return ""
    return f"what happened in time is recorded by a director: {by_whom_in_time(stream, event)}; "


def _of_a_clock(event: Event, stream: Stream, actor: Actor) -> str:
    """What to do where an event is late by the log alone: a clock was ahead, or that of this desk is behind."""
    if actor.clock is None or actor.clock >= stream.recorded_at or _late_at(event, stream, actor.clock):
        return ""
    return "; by the clock of this desk it is in time: where one was wrong before, `session clock` puts it right"


def _late_recall(event: TakenBack, stream: Stream, at: int) -> DeadlineMissed | None:
    """What was given out stays given out; but where the periods run from an earlier time that the chief director said,
    there is as long to take that back from when he said so.
    """
    minutes, out = stream.regulations.periods.correction_minutes, stream.publications
    if len(out) == 1 and in_time(at, deadline(stream.on_record_at(out[0].number), minutes)):
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
    if not imposed.amount or imposed.beside in session.appeals:
        return None
    ruling = session.rulings.get(imposed.beside or "")
    by_ruling = ruling and not ruling.withdrawn and not ruling.superseded_by
    if ruling and by_ruling and in_time(at, second_thoughts_deadline(session, ruling)):
        return None
    if ruling and by_ruling and ruling_state(session, ruling, at) == "under appeal":
        return None
    return _late_correction(session, at, hint)


def _decided_on_appeal(case: str) -> DeadlineMissed:
    message = f"{case} was decided on appeal"
    return DeadlineMissed("final", message, None, f"`undo` a decision recorded wrongly; {_BY_ORDER}")


def _late_correction(stream: Stream, at: int, hint: str) -> DeadlineMissed | None:
    over = correction_deadline(stream)
    return (
        None
        if in_time(at, over)
        else DeadlineMissed("correction-late", "the correction period is over (Law 79C1)", over, hint)
    )


def _late_ruling(event: RulingGiven, session: Session, at: int) -> DeadlineMissed | None:
    """A ruling on a board that had none is asked for in time, by a call still open, whenever it is given."""
    if event.supersedes:
        return None if event.order else _late_second_thoughts(event.supersedes, session, at)
    call = session.calls[event.call] if event.call else None
    asks = call and call_state(session, call) != "no infraction"
    return _late_request(session, session.happened_at(call.number, call.at) if call and asks else at)


def _late_request(session: Session, at: int) -> DeadlineMissed | None:
    over = request_deadline(session)
    if in_time(at, over):
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


def _late_appeal(event: AppealLodged, session: Session, at: int) -> DeadlineMissed | None:
    """An appeal after its time, which a director may accept (Law 92B)."""
    over = contestable_until(session, session.subject(event))
    if in_time(at, over):
        return None
    hint = 'if the director accepts it all the same: --accept-late "why"'
    return DeadlineMissed("appeal-late", f"the time to appeal {event.against} is over (Law 92B)", over, hint)


_LATENESS: dict[Period, Callable[[Any, Any, int], DeadlineMissed | None]] = {
    # Law 79C: the score itself; a correction of it, and what it is worked out by, is also put right by order
    "scoring": lambda event, stream, at: _late_correction(stream, at, _SCORING_ERROR),
    "correction": lambda event, stream, at: _late_correction(stream, at, f"{_SCORING_ERROR}; {_BY_ORDER}"),
    "setting": lambda event, stream, at: _late_correction(stream, at, f"{_SCORING_ERROR}; {_BY_ORDER}"),
    "recall": _late_recall,
    "penalty": _late_penalty,
    "request": _late_ruling,
    "call": lambda event, session, at: _late_request(session, at),
    "answer": _late_answer,
    "second-thoughts": lambda event, session, at: _late_second_thoughts(event.case, session, at),
    "appeal": _late_appeal,
}


def _reopening(event: Event, reopening: Reopening, stream: Stream, late: DeadlineMissed) -> BoardReopened:
    if kind_of(event).period == "recall":
        raise Refusal(late.code, late.why, late.hint)
    if not reopening.authority.strip():
        hint = '--authority "the organiser", or "the national authority, case 14"'
        raise Refusal("no-authority", "who approved or decided it?", hint)
    if not _may_reopen(reopening, event, late):
        if late.code != "final" and kind_of(event).period in _OF_SCORES:
            raise Refusal(late.code, "Law 79C2 wants it beyond reasonable doubt", "--beyond-doubt")
        raise Refusal(late.code, "Law 79C2 corrects a score recorded or worked out wrongly, no judgement", _BY_ORDER)
    board, at = place(event, stream)
    return BoardReopened(reopening.cause, reopening.authority, board, at, reopening.beyond_doubt, late.why)


def reopens(reopened: BoardReopened, event: Event, stream: Stream, late: DeadlineMissed) -> bool:
    """Whether a board was reopened for an event: at its place, and for a cause that can."""
    board, at = place(event, stream)
    same = reopened.at == at or (reopened.at is not None and at is not None and reopened.at.may_be(at))
    return reopened.board == board and same and _may_reopen(reopened, event, late)


def _may_reopen(reopening: Reopening | BoardReopened, event: Event, late: DeadlineMissed) -> bool:
    """Whether a cause serves: Law 79C2 for a scoring error beyond reasonable doubt, not for what was judged."""
    of_score = late.code != "final" and kind_of(event).period in _OF_SCORES
    return reopening.cause != "79C2" or (of_score and reopening.beyond_doubt)


def place(event: Event, stream: Stream) -> tuple[int | None, Seating | None]:
    """What an event is about: a table's board, every table of a board, or the whole session."""
    match event:
        case AtTable() | RulingGiven():
            return event.board, event.seating
        case SeatingCorrected(board=board, tables=tables):
            return board, tables[0].was if len(tables) == 1 else None
        case BoardFouled(board=board):
            return board, None
        case RulingAmended(case=case) | RulingWithdrawn(case=case) | TakenBack(kind="ruling-withdrawn", case=case):
            ruling = session_of(stream).rulings[case]
            return ruling.board, ruling.seating
    return None, None
