"""The states of calls, their polls and evidence, and how events change them."""

from typing import Any, Literal

from msgspec.structs import replace

from ledger.kernel.fact import DIRECTORS, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.session.cases import Call, EvidencePiece, OpenedPoll
from ledger.session.state import Session
from ledger.subjects.calls.facts import CallAnswered, DirectorCalled, EvidenceFiled, FactsStated, PollOpened, PollTaken

CallState = Literal[
    "open", "facts agreed", "facts disputed", "play on", "referred", "no infraction", "settled", "ruled", "withdrawn"
]


def call_state(session: Session, call: Call) -> CallState:
    """Return the state of a call: 'ruled' if a ruling in force answers it, else from answers and facts."""
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
    """Return whether the director still owes an answer to a call; 'play on' and 'referred' leave the call open."""
    return call_state(session, call) not in ("no infraction", "settled", "ruled", "withdrawn")


def _call(session: Session, envelope: Envelope, event: DirectorCalled) -> None:
    number = envelope.number
    session.calls[event.case] = Call(event.case, number, event, envelope.occurred_at, events=(number,))


def put_call(session: Session, envelope: Envelope[Any], call: Call) -> None:
    """Store a changed call in the session, and add the event to the call's events."""
    session.calls[call.case] = replace(call, events=(*call.events, envelope.number))


def _state(session: Session, envelope: Envelope, event: FactsStated) -> None:
    call = session.calls[event.case]
    put_call(session, envelope, replace(call, facts=(*call.facts, event)))


def _answer(session: Session, envelope: Envelope, event: CallAnswered) -> None:
    call = session.calls[event.case]
    put_call(session, envelope, replace(call, answers=(*call.answers, event)))


def _withdraw(session: Session, envelope: Envelope, event: DirectorCalled) -> None:
    put_call(session, envelope, replace(session.calls[event.case], withdrawn=True))


def open_polls(session: Session) -> dict[int, OpenedPoll]:
    """Return the polls that wait for answers, by the number of the event that opened each."""
    opened = (call.poll for call in session.calls.values() if not call.withdrawn)
    return {poll.number: poll for poll in opened if poll}


def _take(session: Session, envelope: Envelope, event: PollTaken) -> None:
    call = session.calls[event.case]
    still = call.poll if call.poll and call.poll.number not in envelope.because else None
    put_call(session, envelope, replace(call, polls=(*call.polls, event), poll=still))


def _open(session: Session, envelope: Envelope, event: PollOpened) -> None:
    put_call(session, envelope, replace(session.calls[event.case], poll=OpenedPoll(envelope.number, event)))


def _take_back(session: Session, envelope: Envelope[TakenBack], event: PollOpened) -> None:
    call = session.calls[event.case]
    if not call.poll or call.poll.number != envelope.event.of:
        raise ValueError(f"the poll of #{envelope.event.of} is not open")
    put_call(session, envelope, replace(call, poll=None))


def pieces(call: Call) -> list[tuple[int, EvidencePiece]]:
    """Return (number, piece) for each piece of a call's evidence not withdrawn; numbers count from 1 as filed."""
    return [(at, each) for at, each in enumerate(call.evidence, start=1) if not each.withdrawn]


def _file(session: Session, envelope: Envelope, event: EvidenceFiled) -> None:
    call = session.calls[event.case]
    piece = EvidencePiece(envelope.number, event, envelope.occurred_at, envelope.by)
    put_call(session, envelope, replace(call, evidence=(*call.evidence, piece)))


def _withdraw_piece(session: Session, envelope: Envelope[TakenBack], event: EvidenceFiled) -> None:
    call, number = session.calls[event.case], envelope.event.of
    evidence = (replace(each, withdrawn=envelope.number) if each.number == number else each for each in call.evidence)
    put_call(session, envelope, replace(call, evidence=tuple(evidence)))


KINDS = (
    Kind(DirectorCalled, DIRECTORS, _call, "office", Reversal(_withdraw, period="none"), period="call"),
    Kind(FactsStated, DIRECTORS, _state, "office"),
    Kind(CallAnswered, DIRECTORS, _answer, "office", period="answer"),
    Kind(PollTaken, DIRECTORS, _take, "office"),
    Kind(PollOpened, DIRECTORS, _open, "office", Reversal(_take_back)),
    Kind(EvidenceFiled, DIRECTORS, _file, "as-stated", Reversal(_withdraw_piece)),
)
