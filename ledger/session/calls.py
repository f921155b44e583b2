"""The calls to the tables: what state each is in, and how they change the session."""

from typing import Literal

from msgspec.structs import replace

from ledger.facts import Envelope
from ledger.facts.calls import CallAnswered, CallWithdrawn, DirectorCalled, FactsStated
from ledger.session.cases import Call
from ledger.session.state import Session
from ledger.session.stream import Evolving

CallState = Literal[
    "open", "facts agreed", "facts disputed", "play on", "referred", "no infraction", "settled", "ruled", "withdrawn"
]


def call_state(session: Session, call: Call) -> CallState:
    """How far a call has come: ruled while a ruling that answers it is not withdrawn, else the director's last word."""
    if call.withdrawn:
        return "withdrawn"
    if any(not session.rulings[case].withdrawn for case in call.rulings):
        return "ruled"
    if call.answers:
        match call.answers[-1].answer:
            case "play-on":
                return "play on"
            case "referred":
                return "referred"
            case "no-infraction":
                return "no infraction"
            case "at-table":
                return "settled"
    if call.facts:
        return "facts agreed" if call.facts[-1].agreed else "facts disputed"
    return "open"


def is_open(session: Session, call: Call) -> bool:
    """Whether the director still owes an answer: a call he answered with 'play on' he may be recalled to."""
    return call_state(session, call) not in ("no infraction", "settled", "ruled", "withdrawn")


def _call(session: Session, envelope: Envelope, event: DirectorCalled) -> None:
    number = envelope.number
    session.calls[event.case] = Call(event.case, number, event, envelope.occurred_at, events=(number,))


def _state_facts(session: Session, envelope: Envelope, event: FactsStated) -> None:
    call = session.calls[event.case]
    put_call(session, envelope, replace(call, facts=(*call.facts, event)))


def _answer(session: Session, envelope: Envelope, event: CallAnswered) -> None:
    call = session.calls[event.case]
    put_call(session, envelope, replace(call, answers=(*call.answers, event)))


def _withdraw(session: Session, envelope: Envelope, event: CallWithdrawn) -> None:
    put_call(session, envelope, replace(session.calls[event.case], withdrawn=True))


def put_call(session: Session, envelope: Envelope, call: Call) -> None:
    """A call as an event leaves it, which it names among its own."""
    session.calls[call.case] = replace(call, events=(*call.events, envelope.number))


EVOLVE: Evolving = {DirectorCalled: _call, FactsStated: _state_facts, CallAnswered: _answer, CallWithdrawn: _withdraw}
