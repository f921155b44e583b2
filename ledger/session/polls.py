"""The polls of a call: those that were taken, and the one that is open to answers by phone."""

from msgspec.structs import replace

from ledger.facts import Envelope
from ledger.facts.polls import PollOpened, PollTaken, PollTakenBack
from ledger.session.calls import put_call
from ledger.session.cases import OpenedPoll
from ledger.session.state import Session
from ledger.session.stream import Evolving


def open_polls(session: Session) -> dict[int, OpenedPoll]:
    """Those that wait for answers, by the numbers of the events that opened them."""
    opened = (call.poll for call in session.calls.values() if not call.withdrawn)
    return {poll.number: poll for poll in opened if poll}


def _take(session: Session, envelope: Envelope, event: PollTaken) -> None:
    call = session.calls[event.case]
    still = call.poll if call.poll and call.poll.number not in envelope.because else None
    put_call(session, envelope, replace(call, polls=(*call.polls, event), poll=still))


def _open(session: Session, envelope: Envelope, event: PollOpened) -> None:
    put_call(session, envelope, replace(session.calls[event.case], poll=OpenedPoll(envelope.number, event)))


def _take_back(session: Session, envelope: Envelope, event: PollTakenBack) -> None:
    put_call(session, envelope, replace(session.calls[event.case], poll=None))


EVOLVE: Evolving = {PollTaken: _take, PollOpened: _open, PollTakenBack: _take_back}
