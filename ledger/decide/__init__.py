"""decide(command, session, hand) → the events to record, or a Refusal. Pure: no clock, no database."""

from typing import assert_never

from ledger.commands import (
    AmendRegulations,
    AmendRuling,
    AppealCommand,
    CallCommand,
    CloseSession,
    Command,
    CorrectResult,
    EnterContestants,
    FoulBoard,
    GiveRuling,
    ImportSheet,
    ImposePenalty,
    NotifySides,
    OpenSession,
    PlayCommand,
    RecordResult,
    RulingCommand,
    SetCarryOver,
    Undo,
    VoidResult,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.decide.appeals import decide_appeals
from ledger.decide.calls import decide_call
from ledger.decide.causes import check_cause
from ledger.decide.offices import check_office
from ledger.decide.officials import decide_office
from ledger.decide.one_award import check_rooms
from ledger.decide.opening import amend_regulations, close_session, enter_contestants, open_session
from ledger.decide.penalties import impose_penalty, set_carry_over, withdraw_penalty
from ledger.decide.periods import reopened
from ledger.decide.response import Actor, Remark, Response, Uncommitted
from ledger.decide.results import correct_result, foul_board, record_result, void_result
from ledger.decide.rulings import amend_ruling, give_ruling, notify_sides, withdraw_ruling
from ledger.decide.sheets import import_sheet
from ledger.decide.undoing import undo
from ledger.errors import Refusal
from ledger.events.play import SessionClosed
from ledger.session import Session


def decide(command: Command, session: Session, actor: Actor) -> Response:
    """The events a command leads to in this state, each with the numbers of the events it answers.

    Raises Refusal where the office or the Laws refuse; then nothing is recorded. Whatever the command, these guards stand
    before the log: what comes too late is reopened first, the official must hold the office for each event and judge
    nothing of his own, a score that is out changes for a cause, and a team's board has one award.
    """
    _require_open(command, session)
    response = _decided(command, session, actor)
    uncommitted = reopened(response.uncommitted, getattr(command, "reopening", None), session, actor)
    for each in reversed(uncommitted):  # what was meant first, then what it brings with it
        check_office(session, actor.by, each.event)
        check_cause(session, each.event)
    check_rooms(session, uncommitted)
    return response._replace(uncommitted=uncommitted)


def _decided(command: Command, session: Session, actor: Actor) -> Response:
    if isinstance(command, ImportSheet):
        return import_sheet(command, session)
    if isinstance(command, PlayCommand):
        return Response(_decide_play(command, session))
    if isinstance(command, RulingCommand):
        return Response(_decide_ruling(command, session, actor))
    if isinstance(command, CallCommand):
        return Response(decide_call(command, session))
    if isinstance(command, AppealCommand):
        return Response(decide_appeals(command, session, actor))
    return Response(decide_office(command, session, actor))


def _decide_play(command: PlayCommand, session: Session) -> tuple[Uncommitted, ...]:
    match command:
        case OpenSession():
            return open_session(command, session)
        case EnterContestants():
            return enter_contestants(command, session)
        case RecordResult():
            return record_result(command, session)
        case CorrectResult():
            return correct_result(command, session)
        case VoidResult():
            return void_result(command, session)
        case FoulBoard():
            return foul_board(command, session)
        case AmendRegulations():
            return amend_regulations(command, session)
        case SetCarryOver():
            return set_carry_over(command, session)
        case CloseSession():
            return close_session(command, session)
        case _:
            assert_never(command)


def _decide_ruling(command: RulingCommand, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    match command:
        case GiveRuling():
            return give_ruling(command, session, actor)
        case AmendRuling():
            return amend_ruling(command, session, actor)
        case WithdrawRuling():
            return withdraw_ruling(command, session, actor)
        case NotifySides():
            return notify_sides(command, session, actor)
        case ImposePenalty():
            return impose_penalty(command, session)
        case WithdrawPenalty():
            return withdraw_penalty(command, session)
        case Undo():
            return undo(command, session, actor)
        case _:
            assert_never(command)


def _require_open(command: Command, session: Session) -> None:
    if session.opened is None and not isinstance(command, OpenSession | ImportSheet):
        raise Refusal("no-such-session", f"there is no session {session.id}", "`session open`, or `import FILE`")
    reopening = isinstance(command, Undo) and isinstance(command.target.event, SessionClosed)
    if session.closed and not reopening:
        raise Refusal("closed", f"session {session.id} is closed", "undo the closing first: `undo @`")


__all__ = ["Actor", "Remark", "Response", "Uncommitted", "decide"]
