"""decide(command, session) → the events to record, or a Refusal. Pure: no clock, no database."""

from typing import assert_never

from ledger.commands import (
    AmendRegulations,
    AmendRuling,
    CloseSession,
    Command,
    CorrectResult,
    EnterContestants,
    FoulBoard,
    GiveRuling,
    ImportSheet,
    ImposePenalty,
    OpenSession,
    RecordResult,
    SetCarryOver,
    Undo,
    VoidResult,
    WithdrawPenalty,
    WithdrawRuling,
)
from ledger.decide.opening import amend_regulations, close_session, enter_contestants, open_session
from ledger.decide.penalties import impose_penalty, set_carry_over, withdraw_penalty
from ledger.decide.proposal import Decision, Proposal, Remark
from ledger.decide.results import correct_result, foul_board, record_result, void_result
from ledger.decide.rulings import amend_ruling, give_ruling, withdraw_ruling
from ledger.decide.sheets import import_sheet
from ledger.decide.undoing import undo
from ledger.events import SessionClosed
from ledger.refusal import Refusal
from ledger.session import Session


def decide(command: Command, session: Session) -> Decision:
    """The events a command leads to in this state, each with the numbers of the events it answers.

    Raises Refusal where the office or the Laws refuse; then nothing is recorded.
    """
    _require_open(command, session)
    match command:
        case OpenSession():
            return Decision(open_session(command, session))
        case EnterContestants():
            return Decision(enter_contestants(command, session))
        case RecordResult():
            return Decision(record_result(command, session))
        case CorrectResult():
            return Decision(correct_result(command, session))
        case VoidResult():
            return Decision(void_result(command, session))
        case GiveRuling():
            return Decision(give_ruling(command, session))
        case AmendRuling():
            return Decision(amend_ruling(command, session))
        case WithdrawRuling():
            return Decision(withdraw_ruling(command, session))
        case Undo():
            return Decision(undo(command, session))
        case FoulBoard():
            return Decision(foul_board(command, session))
        case AmendRegulations():
            return Decision(amend_regulations(command, session))
        case ImposePenalty():
            return Decision(impose_penalty(command, session))
        case WithdrawPenalty():
            return Decision(withdraw_penalty(command, session))
        case SetCarryOver():
            return Decision(set_carry_over(command, session))
        case CloseSession():
            return Decision(close_session(command, session))
        case ImportSheet():
            return import_sheet(command, session)
        case _:
            assert_never(command)


def _require_open(command: Command, session: Session) -> None:
    if session.opened is None and not isinstance(command, OpenSession | ImportSheet):
        raise Refusal("no-such-session", f"there is no session {session.id}", "`session open`, or `import FILE`")
    reopening = isinstance(command, Undo) and isinstance(command.target.event, SessionClosed)
    if session.closed and not reopening:
        raise Refusal("closed", f"session {session.id} is closed", "undo the closing first: `undo @`")


__all__ = ["Decision", "Proposal", "Remark", "decide"]
