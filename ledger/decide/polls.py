"""Polls: taken, or opened to answers by phone and closed."""

from ledger.bounds.tournaments import POLL_LINKS
from ledger.bridge.auction import Auction
from ledger.bridge.board import Seat
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.decide.tournaments import check_within
from ledger.errors import Refusal
from ledger.facts import ClosePoll, OpenPoll, TakePoll, Undo
from ledger.facts.polls import PollOpened, PollTaken, PollTakenBack
from ledger.session import Call, Session
from ledger.session.case_numbers import require_open_call


def take_poll(command: TakePoll, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """What players who were asked would call or play."""
    call = require_open_call(session, command.case)
    event = PollTaken(call.case, command.question, command.answers, command.among)
    return (ProposedEvent(event, (call.number,)),)


def open_poll(command: OpenPoll, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A question put to players, with the hand and the auction they are to think of."""
    call = require_open_call(session, command.case)
    if call.poll:
        hint = f"`call poll {call.case} --close`, or `undo {call.poll.number}` takes it back"
        raise Refusal("poll-open", f"{call.case} has a poll already that waits for answers (#{call.poll.number})", hint)
    check_within(POLL_LINKS, command.links)
    hand = _hand(session, call, Seat(command.seat)) if command.seat else ""
    auction = _auction(session, call, command.calls) if command.calls else None
    if command.seat and auction and auction.turn not in (None, Seat(command.seat)):
        message = f"after {command.calls} calls {auction.turn.value} is to call, and {command.seat}'s hand is shown"
        raise Refusal("no-auction", message, f"--calls up to {command.seat}'s turn; or the whole auction")
    event = PollOpened(call.case, command.question, command.links, command.among, command.seat, hand, auction)
    return (ProposedEvent(event, (call.number,)),)


def close_poll(command: ClosePoll, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The answers that came, in the order of the alphabet: in the order they came they would tell who gave them."""
    call = require_open_call(session, command.case)
    if call.poll is None:
        hint = f"`call poll {call.case} QUESTION --open 5` opens one"
        raise Refusal("no-open-poll", f"{call.case} has no poll that waits for answers", hint)
    number, opened = call.poll
    if not command.answers:
        raise Refusal("no-answers", f"nobody has answered the poll of {call.case} yet", f"wait, or `undo {number}`")
    answers = tuple(sorted(command.answers, key=lambda each: (each.chose, each.considered)))
    return (ProposedEvent(PollTaken(call.case, opened.question, answers, opened.among), (number,)),)


def _hand(session: Session, call: Call, seat: Seat) -> str:
    board = call.called.board
    if board is None or (deal := session.deal(board)) is None:
        hint = f"`deal add {board} N:…`" if board else "a call of a board shows its hands; ask without --seat"
        raise Refusal("no-deal", f"the cards {call.case} is about are not recorded", hint)
    return ".".join(deal.hands[seat])


def _auction(session: Session, call: Call, calls: int) -> Auction:
    """So many calls of it: who is asked does not see how it went on."""
    recorded = _recorded_auction(session, call)
    if recorded is None:
        raise Refusal("no-auction", f"the auction {call.case} is about is not recorded", "`auction add` records one")
    if calls > len(recorded.calls):
        message = f"the auction {call.case} is about has {len(recorded.calls)} calls, not {calls}"
        raise Refusal("no-auction", message, "--calls says how many the players see")
    return Auction.of(recorded.calls[0].seat, [each.written for each in recorded.calls[:calls]])


def _recorded_auction(session: Session, call: Call) -> Auction | None:
    called = call.called
    if called.board is None:
        return None
    for each in session.boards[called.board].values():
        if (called.ns, called.ew) == each.seating.pair and called.round in (None, each.round):
            return each.record.auction
    return None


def _take_back(event: PollOpened, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    call = require_open_call(session, event.case)
    number = command.target.number
    if call.poll is None or call.poll.number != number:
        raise Refusal("undo-nothing", f"the poll of #{number} is no longer open", f"`call show {call.case}`")
    return (ProposedEvent(PollTakenBack(call.case, command.reason), (number,)),)


HANDLERS: Handlers = {TakePoll: take_poll, OpenPoll: open_poll, ClosePoll: close_poll}

UNDO: Undoing = {PollOpened: _take_back}
