"""Decide calls, their facts, evidence and polls, and answers without a ruling; undo these."""

from ledger.bounds.files import EVIDENCE, PIECES
from ledger.bounds.tournaments import POLL_LINKS
from ledger.bridge.auction import Auction
from ledger.bridge.board import Seat
from ledger.errors import Refusal
from ledger.guards.seats import check_seating, check_switched
from ledger.guards.stages import check_within
from ledger.scoring.line import Seating
from ledger.session.case_numbers import require_open_call
from ledger.session.places import label_address, require_board, resolve_address
from ledger.session.response import Actor, ProposedEvent, Undoing, undoing_event
from ledger.session.state import Session
from ledger.subjects.calls import facts
from ledger.subjects.calls.state import call_state, pieces
from ledger.subjects.rulings.facts import Undo


def add_call(command: facts.AddCall, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record a call for the director to a table, its contestants known or not; refused without table and contestant."""
    require_board(session, command.where.board)
    where, played = resolve_address(session, command.where)
    where = label_address(session, where)
    if not (played or where.table or where.ns or where.ew):
        raise Refusal("bad-table", f"to which table of board {where.board}?", "23/1, --table 1, or --ns 1 --ew 2")
    if played is None and where.ns and where.ew:
        seating = Seating(where.ns, where.ew)
        check_switched(session, where, seating)
        check_seating(session, seating, either_way=where.switched)
    event = facts.DirectorCalled(
        f"C-{len(session.calls) + 1:04d}",
        where.board,
        command.alleged,
        command.caller,
        command.stage,
        *((played.table, *played.seating.pair) if played else (where.table, where.ns, where.ew)),
        trick=command.trick,
        laws=command.laws,
        round=played.round if played else where.round,
    )
    return (ProposedEvent(event, (played.results[-1].number,) if played and played.results else ()),)


def state_facts(command: facts.StateFacts, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the facts of a call, as both sides agree or as the director finds them."""
    call = require_open_call(session, command.case)
    event = facts.FactsStated(call.case, command.facts, command.agreed, command.statements, command.evidence)
    return (ProposedEvent(event, (call.number,)),)


def answer_call(command: facts.AnswerCall, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the director's answer to a call that needs no ruling; refused if a ruling or equal answer is recorded."""
    call = require_open_call(session, command.case)
    if call.rulings and any(not session.rulings[case].withdrawn for case in call.rulings):
        message = f"{call.rulings[-1]} answers {call.case} already"
        raise Refusal("already-ruled", message, f"to change it: `ruling amend {call.rulings[-1]} --result RESULT`")
    if call.answers and (call.answers[-1].answer, call.answers[-1].to) == (command.answer, command.to):
        message = f"{call.case} has this answer already: {call_state(session, call)}"
        raise Refusal("nothing-to-change", message, f"`show {call.case}`")
    event = facts.CallAnswered(call.case, command.answer, command.reason, command.to)
    return (ProposedEvent(event, (call.last_step,)),)


def _uncall(event: facts.DirectorCalled, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    call = require_open_call(session, event.case)
    if standing := [each for each in call.rulings if not session.rulings[each].withdrawn]:
        message = f"{standing[-1]} answers {call.case}"
        raise Refusal("has-dependants", message, f"`ruling withdraw {standing[-1]}` first")
    return (ProposedEvent(undoing_event(command), (call.last_step,)),)


def file_evidence(command: facts.FileEvidence, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """File evidence with a call; refused if the file is too large or filed already, or if the call has too many."""
    call = require_open_call(session, command.case)
    if not EVIDENCE.hold(command.size):
        message = f"nothing was recorded: {EVIDENCE}"
        raise Refusal("too-large", message, "file a shorter video or a smaller photo; `help bounds`")
    for at, piece in pieces(call):
        if piece.filed.file == command.file:
            message = f"{call.case} has this file already: piece {at} (#{piece.number})"
            raise Refusal("nothing-to-change", message, f"`call evidence {call.case}` lists what it has")
    if len(call.evidence) >= PIECES.most:
        message = f"{call.case} has {len(call.evidence)} pieces already, and no call has more than {PIECES.most}"
        raise Refusal("too-large", message, "put several pages into one PDF; `help bounds`")
    event = facts.EvidenceFiled(call.case, command.kind, command.size, command.file, command.what, command.public)
    return (ProposedEvent(event, (call.number,)),)


def _unfile(event: facts.EvidenceFiled, command: Undo, session: Session, actor: Actor) -> None:
    call, number = require_open_call(session, event.case), command.target.number
    if not any(each.number == number for _, each in pieces(call)):
        message = f"#{number} was withdrawn already"
        raise Refusal("undo-nothing", message, f"`call evidence {call.case} FILE` files it anew")


def take_poll(command: facts.TakePoll, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record the answers of players who were asked what they would call or play."""
    call = require_open_call(session, command.case)
    event = facts.PollTaken(call.case, command.question, command.answers, command.among)
    return (ProposedEvent(event, (call.number,)),)


def open_poll(command: facts.OpenPoll, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Open a poll by phone with the hand and auction to show; refused if one is open, or if these are not recorded."""
    call = require_open_call(session, command.case)
    if call.poll:
        hint = f"`call poll {call.case} --close`, or `undo {call.poll.number}` takes it back"
        raise Refusal("poll-open", f"{call.case} has a poll already that waits for answers (#{call.poll.number})", hint)
    check_within(POLL_LINKS, command.links)
    hand, board = "", call.called.board
    if command.seat:
        if board is None or (deal := session.deal(board)) is None:
            hint = f"`deal add {board} DEAL`" if board else "a call of a board shows its hands; ask without --seat"
            raise Refusal("no-deal", f"the cards {call.case} is about are not recorded", hint)
        hand = ".".join(deal.hands[Seat(command.seat)])
    auction = None
    if command.calls:  # only so many calls: the players polled do not see how it went on
        called = call.called
        tables = session.boards[called.board].values() if called.board is not None else ()
        same = (each for each in tables if (called.ns, called.ew) == each.seating.pair)
        recorded = next((each.record.auction for each in same if called.round in (None, each.round)), None)
        if recorded is None:
            raise Refusal(
                "no-auction", f"the auction {call.case} is about is not recorded", "`auction add` records one"
            )
        if command.calls > len(recorded.calls):
            message = f"the auction {call.case} is about has {len(recorded.calls)} calls, not {command.calls}"
            raise Refusal("no-auction", message, "--calls says how many the players see")
        auction = Auction.of(recorded.calls[0].seat, [each.written for each in recorded.calls[: command.calls]])
    if command.seat and auction and auction.turn not in (None, Seat(command.seat)):
        message = f"after {command.calls} calls {auction.turn.value} is to call, and {command.seat}'s hand is shown"
        raise Refusal("no-auction", message, f"--calls up to {command.seat}'s turn; or the whole auction")
    event = facts.PollOpened(call.case, command.question, command.links, command.among, command.seat, hand, auction)
    return (ProposedEvent(event, (call.number,)),)


def close_poll(command: facts.ClosePoll, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Close a poll and record its answers, sorted (arrival tells who gave them); refused without a poll or answers."""
    call = require_open_call(session, command.case)
    if call.poll is None:
        hint = f"`call poll {call.case} QUESTION --open 5` opens one"
        raise Refusal("no-open-poll", f"{call.case} has no poll that waits for answers", hint)
    number, opened = call.poll
    if not command.answers:
        raise Refusal("no-answers", f"nobody has answered the poll of {call.case} yet", f"wait, or `undo {number}`")
    answers = tuple(sorted(command.answers, key=lambda each: (each.chose, each.considered)))
    return (ProposedEvent(facts.PollTaken(call.case, opened.question, answers, opened.among), (number,)),)


def _take_back(event: facts.PollOpened, command: Undo, session: Session, actor: Actor) -> None:
    call = require_open_call(session, event.case)
    number = command.target.number
    if call.poll is None or call.poll.number != number:
        raise Refusal("undo-nothing", f"the poll of #{number} is no longer open", f"`call show {call.case}`")


UNDO: Undoing = {facts.DirectorCalled: _uncall, facts.EvidenceFiled: _unfile, facts.PollOpened: _take_back}
