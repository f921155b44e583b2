"""Refusal of late events: scores after the correction period (Law 79C), rulings after theirs (Laws 81C3, 92B).

One guard serves every command: a late event passes only together with a reopening of its board, with its authority. The
time that counts is the recording, whatever a clock was set back to. An event that happened in time but is recorded late
is for a director to record, and `check` lists it. Settings and recalls of publications happen when they are recorded. A
step stated to have happened before the one it follows is refused here too.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from ledger.errors import Refusal, RefusalTime
from ledger.guards.offices import by_option_for_late_record, may_say_in_time
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
    appeal_deadline_of,
    appeal_to_rule_again,
    correction_deadline,
    is_decided,
    request_deadline,
    ruling_state,
    second_thoughts_deadline,
)
from ledger.subjects.seating.facts import SeatingCorrected
from ledger.subjects.tournaments.state import Tournament, session_of


def check_order(actor: Actor, earlier: int, what: str) -> None:
    """Refuse a step if the recorder states a time for it that is before the step it follows."""
    if actor.at < earlier and not actor.by_clock:
        hint = "give a later --at, or leave it out; `log` has the times; if a clock was wrong: `session clock`"
        raise Refusal("out-of-order", f"this would be before {what}", hint, RefusalTime("{time}", earlier, actor.at))


def check_since_opening(stream: Stream, actor: Actor) -> None:
    """Refuse an event stated to have happened before its session or tournament was opened."""
    if stream.opened and actor.at < stream.opened_at and not actor.by_clock:
        what = "tournament" if isinstance(stream, Tournament) else "session"
        raise Refusal(
            "out-of-order",
            f"this would be before the {what} was opened",
            "give a later --at, or leave it out; what is typed afterwards is opened with --at too (`session open`, "
            "`import`); if a clock was wrong: `session clock`",
            RefusalTime("{time}", stream.opened_at, actor.at),
        )


def end_for_refusal(deadline: int | None, at: int) -> RefusalTime | None:
    """Return the time at which a period ended, for use in a refusal; None if the period has no end."""
    return None if deadline is None else RefusalTime("it ended {time}, {ago} ago", deadline, at)


T = TypeVar("T")


def fact_after_undo(facts: FactsInForce[T], number: int) -> T | None:
    """Return the fact in force after undoing an event: the fact before, or one whose withdrawal is undone; else None.

    Refusal: undo-nothing if the event was undone already, has-dependants if a later fact was recorded.
    """
    fact, last = facts.last_change_of(number)
    holds = fact in facts.facts
    if number != last and not (holds and number == fact):
        raise Refusal("undo-nothing", f"#{number} was taken back already (#{last})", f"`undo {last}` takes that back")
    latest = facts.latest[0] if facts.latest else 0
    if fact < latest:
        raise Refusal("has-dependants", f"#{latest} has recorded it again since then", f"undo {latest} first")
    if not holds:
        return facts.taken_back[fact].fact
    return facts.in_turn[-2] if len(facts.facts) > 1 else None


_Penalty = PenaltyImposed | PenaltyWithdrawn | TakenBack


class DeadlineMissed(NamedTuple):
    """The reason why an event is late: a code, the reason in words, the end of the period (None: no end), and the hint.

    `said_in_time`: the event is recorded too late but stated to have happened in time.
    """

    code: str
    why: str
    ended: int | None
    hint: str
    said_in_time: bool = False


_BY_ORDER = "a decision of the authority or a disciplinary finding reopens it: --reopen authority --authority WHO"

_SCORING_ERROR = (
    'a scoring error, beyond reasonable doubt: --reopen scoring-error --authority "the organiser" --beyond-doubt'
)

_OF_SCORES = ("scoring", "correction", "setting", "penalty")
"""The periods of scores, which Law 79C2 may correct, unlike judgements."""


_BY_RECORDING = ("setting", "recall")
"""Periods of events that happen when they are recorded: an earlier time cannot be stated."""


def reopen_late(
    uncommitted: Sequence[ProposedEvent], reopening: Reopening | None, stream: Stream, actor: Actor
) -> tuple[ProposedEvent, ...]:
    """Return the events, with the `reopening` before each late one.

    Refusal: an event is late and the reopening is missing or insufficient; nothing-to-change if no event is late. An
    accepted late appeal, and an event that a director states happened in time, need no reopening.
    """
    events: list[ProposedEvent] = []
    times = actor.times(stream)
    accepted = any(isinstance(proposed.event, LateAppealAccepted) for proposed in uncommitted)
    for proposed in uncommitted:
        late = lateness(proposed.event, stream, times) if stream.opened else None
        because = proposed.because
        if late and reopening:
            events.append(ProposedEvent(_make_reopening(proposed.event, reopening, stream, late)))
            because = (*because, stream.number + len(events))
        elif late and not (
            # a director accepted the late appeal, or states that the event happened in time
            (accepted and isinstance(proposed.event, AppealLodged))
            or (late.said_in_time and may_say_in_time(stream, actor.by, proposed.event))
        ):
            hint = late.hint
            if late.said_in_time:
                by = by_option_for_late_record(stream, proposed.event)
                hint = f"what happened in time is recorded by a director: {by}; {hint}"
            # Late by the log's last time alone: a clock was ahead, or this desk's clock is behind
            clock_now = actor.clock
            if (
                clock_now is not None
                and clock_now < stream.recorded_at
                and not _late_at(proposed.event, stream, clock_now)
            ):
                clock = "by the clock of this desk it is in time"
                hint = f"{hint}; {clock}: where one was wrong before, `session clock` puts it right"
            raise Refusal(late.code, late.why, hint, end_for_refusal(late.ended, times.recorded))
        events.append(proposed._replace(because=because))
    if reopening and len(events) == len(uncommitted):
        raise Refusal("nothing-to-change", "no period is over yet: nothing has to be reopened", "leave --reopen out")
    return tuple(events)


def lateness(event: Event, stream: Stream, times: Times) -> DeadlineMissed | None:
    """Return why an event is recorded too late; None if the event is in time or has no period.

    A call is never too late, but may be stated to have been made in time.
    """
    late = _late_at(event, stream, times.recorded)
    happens_before = times.said < times.recorded and kind_of(event).period not in _BY_RECORDING
    if late and happens_before and _late_at(event, stream, times.said) is None:
        return late._replace(said_in_time=True)
    return None if isinstance(event, DirectorCalled) else late


def _late_at(event: Event, stream: Stream, at: int) -> DeadlineMissed | None:
    period = kind_of(event).period
    return _LATENESS[period](event, stream, at) if period else None


def _late_recall(event: TakenBack, stream: Stream, at: int) -> DeadlineMissed | None:
    minutes, out = stream.regulations.periods.correction_minutes, stream.publications
    # Periods may run from an earlier time stated by the chief director: the correction of that statement has the
    # usual minutes from its recording
    if len(out) == 1 and in_time(at, deadline(stream.on_record_at(out[0].number), minutes)):
        return None
    return _late_correction(
        stream, at, "`publish` makes corrected scores available; what was given out stays given out"
    )


def _late_penalty(event: _Penalty, session: Session, at: int) -> DeadlineMissed | None:
    """Return why a penalty or its withdrawal is late; None if in time, also by the period of its ruling or appeal."""
    if isinstance(event, PenaltyImposed):
        imposed, hint = event, f"given with an appeal: --case A-0001; {_SCORING_ERROR}; {_BY_ORDER}"
    else:
        imposed, hint = session.penalties[event.case].imposed, f"{_SCORING_ERROR}; {_BY_ORDER}"
        # The director has no say in a case decided on appeal, unless the decision left it to him
        if is_decided(session, event.case):
            return _decided_on_appeal(event.case)
        if appeal_to_rule_again(session, event.case):
            return None
    # A warning may be given at any time
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
    why = f"the correction period is over{stream.regulations.law('correction-of-scores')}"
    return None if in_time(at, over) else DeadlineMissed("correction-late", why, over, hint)


def _late_ruling(event: RulingGiven, session: Session, at: int) -> DeadlineMissed | None:
    """Return why a ruling is late; a ruling on a recorded call is in time if the call was."""
    if event.supersedes:
        return None if event.order else _late_second_thoughts(event.supersedes, session, at)
    call = session.calls[event.call] if event.call else None
    asks = call and call_state(session, call) != "no infraction"
    return _late_request(session, session.happened_at(call.number, call.at) if call and asks else at)


def _late_request(session: Session, at: int) -> DeadlineMissed | None:
    over = request_deadline(session)
    if in_time(at, over):
        return None
    edition = session.regulations.edition
    message = f"the time to ask for a ruling is over{edition.law('appeal-period')}"
    hint = f"if a call was made in time, name it: --call C-0001; {_BY_ORDER}"
    return DeadlineMissed("ruling-late", message, over, hint)


def _late_answer(event: CallAnswered, session: Session, at: int) -> DeadlineMissed | None:
    over = request_deadline(session)
    if in_time(at, over) or call_state(session, session.calls[event.case]) != "no infraction":
        return None
    message = f"{event.case} found no infraction, and the time to ask for a ruling is over"
    return DeadlineMissed("ruling-late", message, over, _BY_ORDER)


def _late_second_thoughts(case: str, session: Session, at: int) -> DeadlineMissed | None:
    """Return why a director's change of his own ruling is late; a ruling decided on appeal cannot be changed at all."""
    ruling = session.rulings[case]
    if is_decided(session, case):
        return _decided_on_appeal(case)
    state, over = ruling_state(session, ruling, at), second_thoughts_deadline(session, ruling)
    if state == "provisional" or in_time(at, over):
        return None
    ordering = appeal_to_rule_again(session, case)
    hint = f"as {ordering.case} ordered: --cause order --order {ordering.case}" if ordering else _BY_ORDER
    return DeadlineMissed("final", f"{case} is {state}, and the time for second thoughts is over", over, hint)


def _late_appeal(event: AppealLodged, session: Session, at: int) -> DeadlineMissed | None:
    over = appeal_deadline_of(session, session.subject(event))
    if in_time(at, over):
        return None
    hint = 'if the director accepts it all the same: --accept-late "why"'
    law = session.regulations.law("appeal-period")
    return DeadlineMissed("appeal-late", f"the time to appeal {event.against} is over{law}", over, hint)


_LATENESS: dict[Period, Callable[[Any, Any, int], DeadlineMissed | None]] = {
    # Law 79C: a scoring error reopens all three; corrections and settings may also be ordered
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


def _make_reopening(event: Event, reopening: Reopening, stream: Stream, late: DeadlineMissed) -> BoardReopened:
    if kind_of(event).period == "recall":
        raise Refusal(late.code, late.why, late.hint)
    if not reopening.authority.strip():
        hint = '--authority "the organiser", or "the national authority, case 14"'
        raise Refusal("no-authority", "who approved or decided it?", hint)
    if not _may_reopen(reopening, event, late):
        if late.code != "final" and kind_of(event).period in _OF_SCORES:
            raise Refusal(late.code, "a scoring error must be beyond reasonable doubt", "--beyond-doubt")
        raise Refusal(late.code, "a scoring error is a score recorded or worked out wrongly, no judgement", _BY_ORDER)
    board, at = board_seats(event, stream)
    return BoardReopened(reopening.cause, reopening.authority, board, at, reopening.beyond_doubt, late.why)


def reopens(reopened: BoardReopened, event: Event, stream: Stream, late: DeadlineMissed) -> bool:
    """Return whether a recorded reopening covers a late event: same board, same seats, and a sufficient cause."""
    board, at = board_seats(event, stream)
    same = reopened.at == at or (reopened.at is not None and at is not None and reopened.at.may_be(at))
    return reopened.board == board and same and _may_reopen(reopened, event, late)


def _may_reopen(reopening: Reopening | BoardReopened, event: Event, late: DeadlineMissed) -> bool:
    """Return whether the cause of a reopening suffices; a scoring error (Law 79C2) reopens no judgement."""
    of_score = late.code != "final" and kind_of(event).period in _OF_SCORES
    return reopening.cause != "scoring-error" or (of_score and reopening.beyond_doubt)


def board_seats(event: Event, stream: Stream) -> tuple[int | None, Seating | None]:
    """Return the board and the seats that an event is about; None for each that the event does not name."""
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
