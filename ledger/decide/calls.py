"""Calls to a table: recorded, their facts and polls, and what the director said without ruling."""

from typing import assert_never

from ledger.bridge import Side
from ledger.commands import AddCall, AnswerCall, CallCommand, StateFacts, TakePoll, Where
from ledger.decide.response import Uncommitted
from ledger.decide.seats import check_seating
from ledger.errors import Refusal
from ledger.events.calls import CallAnswered, DirectorCalled, FactsStated, PollTaken
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.call_states import call_state
from ledger.session.case_numbers import require_open_call
from ledger.session.places import find, labelled, require_board


def decide_call(command: CallCommand, session: Session) -> tuple[Uncommitted, ...]:
    """What a command about a call leads to."""
    match command:
        case AddCall():
            return _add(command, session)
        case StateFacts(case, facts, agreed, statements, evidence):
            call = require_open_call(session, case)
            return (Uncommitted(FactsStated(case, facts, agreed, statements, evidence), (call.number,)),)
        case TakePoll(case, question, answers, among):
            call = require_open_call(session, case)
            return (Uncommitted(PollTaken(case, question, answers, among), (call.number,)),)
        case AnswerCall():
            return _answer(command, session)
        case _:
            assert_never(command)


def _add(command: AddCall, session: Session) -> tuple[Uncommitted, ...]:
    require_board(session, command.where.board)
    where = labelled(session, command.where)
    if not (where.table or where.ns or where.ew):
        raise Refusal("bad-table", f"to which table of board {where.board}?", "23/1, --table 1, or --ns 1 --ew 2")
    played = find(session, where)
    if played is None and where.ns and where.ew:
        check_seating(session, Seating(where.ns, where.ew))
    event = DirectorCalled(
        f"C-{len(session.calls) + 1:04d}",
        where.board,
        command.alleged,
        command.caller,
        command.stage,
        **_seats(where, played),
        trick=command.trick,
        laws=command.laws,
    )
    return (Uncommitted(event, (played.results[-1].number,) if played and played.results else ()),)


def _seats(where: Where, played: TableBoard | None) -> dict[str, str | None]:
    """Who sits there, as far as it is known."""
    if played:
        return {"table": played.table, **{side.value.lower(): played.seating.contestant(side) for side in Side}}
    return {"table": where.table, "ns": where.ns, "ew": where.ew}


def _answer(command: AnswerCall, session: Session) -> tuple[Uncommitted, ...]:
    call = require_open_call(session, command.case)
    if call.rulings and any(not session.rulings[case].withdrawn for case in call.rulings):
        raise Refusal(
            "already-ruled", f"{call.case} was answered by {call.rulings[-1]}", f"`ruling amend {call.rulings[-1]} …`"
        )
    if call.answers and (call.answers[-1].answer, call.answers[-1].to) == (command.answer, command.to):
        raise Refusal("nothing-to-change", f"{call.case} is: {call_state(session, call)}", f"`show {call.case}`")
    event = CallAnswered(call.case, command.answer, command.reason, command.to)
    return (Uncommitted(event, (call.events[-1],)),)
