"""How calls to a table change the session."""

from msgspec.structs import replace

from ledger.events import Envelope
from ledger.events.calls import CallAnswered, CallWithdrawn, DirectorCalled, FactsStated, PollTaken
from ledger.session.cases import Call
from ledger.session.state import Session
from ledger.session.stream import Evolving


def _call(session: Session, envelope: Envelope, event: DirectorCalled) -> None:
    number = envelope.number
    session.calls[event.case] = Call(event.case, number, event, envelope.occurred_at, events=(number,))


def _state_facts(session: Session, envelope: Envelope, event: FactsStated) -> None:
    call = session.calls[event.case]
    _put(session, envelope, replace(call, facts=(*call.facts, event)))


def _poll(session: Session, envelope: Envelope, event: PollTaken) -> None:
    call = session.calls[event.case]
    _put(session, envelope, replace(call, polls=(*call.polls, event)))


def _answer(session: Session, envelope: Envelope, event: CallAnswered) -> None:
    call = session.calls[event.case]
    _put(session, envelope, replace(call, answers=(*call.answers, event)))


def _withdraw(session: Session, envelope: Envelope, event: CallWithdrawn) -> None:
    _put(session, envelope, replace(session.calls[event.case], withdrawn=True))


def _put(session: Session, envelope: Envelope, call: Call) -> None:
    session.calls[call.case] = replace(call, events=(*call.events, envelope.number))


EVOLVE: Evolving = {
    DirectorCalled: _call,
    FactsStated: _state_facts,
    PollTaken: _poll,
    CallAnswered: _answer,
    CallWithdrawn: _withdraw,
}
