"""Calls to a table: recorded, their facts, and what the director said without ruling."""

from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.decide.seats import check_said, check_seating
from ledger.errors import Refusal
from ledger.facts import AddCall, AnswerCall, StateFacts, Undo, Where
from ledger.facts.calls import CallAnswered, CallWithdrawn, DirectorCalled, FactsStated
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.calls import call_state
from ledger.session.case_numbers import require_open_call
from ledger.session.places import labelled, meant, require_board


def add_call(command: AddCall, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A call to a table; who sits there need not be known."""
    require_board(session, command.where.board)
    where, played = meant(session, command.where)
    where = labelled(session, where)
    if not (played or where.table or where.ns or where.ew):
        raise Refusal("bad-table", f"to which table of board {where.board}?", "23/1, --table 1, or --ns 1 --ew 2")
    if played is None and where.ns and where.ew:
        seating = Seating(where.ns, where.ew)
        check_said(session, where, seating)
        check_seating(session, seating, either_way=where.switched)
    event = DirectorCalled(
        f"C-{len(session.calls) + 1:04d}",
        where.board,
        command.alleged,
        command.caller,
        command.stage,
        *_seats(where, played),
        trick=command.trick,
        laws=command.laws,
        round=played.round if played else where.round,
    )
    return (ProposedEvent(event, (played.results[-1].number,) if played and played.results else ()),)


def state_facts(command: StateFacts, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What happened, as both sides agree or the director finds it."""
    call = require_open_call(session, command.case)
    event = FactsStated(call.case, command.facts, command.agreed, command.statements, command.evidence)
    return (ProposedEvent(event, (call.number,)),)


def _seats(where: Where, played: TableBoard | None) -> tuple[str | None, str | None, str | None]:
    """The table, and who sits there, as far as it is known."""
    if played:
        return played.table, *played.seating.pair
    return where.table, where.ns, where.ew


def answer_call(command: AnswerCall, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What the director said without a ruling."""
    call = require_open_call(session, command.case)
    if call.rulings and any(not session.rulings[case].withdrawn for case in call.rulings):
        raise Refusal(
            "already-ruled", f"{call.case} was answered by {call.rulings[-1]}", f"`ruling amend {call.rulings[-1]} …`"
        )
    if call.answers and (call.answers[-1].answer, call.answers[-1].to) == (command.answer, command.to):
        raise Refusal("nothing-to-change", f"{call.case} is: {call_state(session, call)}", f"`show {call.case}`")
    event = CallAnswered(call.case, command.answer, command.reason, command.to)
    return (ProposedEvent(event, (call.last_said,)),)


def _uncall(event: DirectorCalled, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    call = require_open_call(session, event.case)
    if standing := [each for each in call.rulings if not session.rulings[each].withdrawn]:
        message = f"{standing[-1]} answers {call.case}"
        raise Refusal("has-dependants", message, f"`ruling withdraw {standing[-1]}` first")
    return (ProposedEvent(CallWithdrawn(call.case, command.reason), (call.last_said,)),)


HANDLERS: Handlers = {AddCall: add_call, StateFacts: state_facts, AnswerCall: answer_call}

UNDO: Undoing = {DirectorCalled: _uncall}
