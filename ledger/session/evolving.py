"""How the log makes the state: `replay` from event 1, `evolve` by one more event.

`evolve` is total: whatever stands in the log can be replayed; refusing is the business of `decide`. `if_ruled` is the
session as it would be if a table's board were ruled otherwise: nothing is recorded.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeVar, cast

from ledger.errors import Corrupt
from ledger.facts import Envelope
from ledger.facts.clocks import by_person
from ledger.facts.fact import from_file
from ledger.facts.register import KINDS
from ledger.facts.rulings import Offender, RulingGiven
from ledger.facts.tournaments import TournamentOpened
from ledger.laws.adjustment import Adjustment
from ledger.scoring.line import Seating
from ledger.session import (
    appeals,
    auctions,
    calls,
    casebook,
    clocks,
    deals,
    evidence,
    matches,
    memos,
    movement,
    office,
    participation,
    people,
    play,
    polls,
    queries,
    queue,
    rulings,
    seating,
    tournaments,
)
from ledger.session.state import Session
from ledger.session.stream import Evolving, Stream
from ledger.session.tournaments import Tournament, session_of

EVOLVE: Evolving = {
    **play.EVOLVE,
    **participation.EVOLVE,
    **people.EVOLVE,
    **seating.EVOLVE,
    **deals.EVOLVE,
    **auctions.EVOLVE,
    **queries.EVOLVE,
    **queue.EVOLVE,
    **calls.EVOLVE,
    **polls.EVOLVE,
    **evidence.EVOLVE,
    **rulings.EVOLVE,
    **matches.EVOLVE,
    **movement.EVOLVE,
    **appeals.EVOLVE,
    **casebook.EVOLVE,
    **memos.EVOLVE,
    **office.EVOLVE,
    **clocks.EVOLVE,
    **tournaments.EVOLVE,
}
"""What each kind of event does to the session or the tournament."""

S = TypeVar("S", bound=Stream)

_SETTLING = frozenset(kind.event for kind in KINDS if kind.settles)

NOT_REPLAYED = (LookupError, AssertionError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What replaying raises where a log says what `decide` never lets pass: a ruling withdrawn that was never given."""


def replay(events: Iterable[Envelope], stream_id: str) -> Stream:
    """The session or the tournament after these events: what the first of them opens, a session before it.

    Corrupt (bad-log) at the first that no office can have recorded there.
    """
    stream: Stream = Session(stream_id)
    for envelope in events:
        try:
            stream = _apply(stream, envelope)
        except NOT_REPLAYED as error:
            impossible = f"event #{envelope.number} of session {stream_id} follows from nothing before it: {error!r}"
            earlier = f"`verify` says more; what was before is read with --as-of {envelope.number}-"
            raise Corrupt("bad-log", impossible, earlier, envelope.number) from error
    return stream


def walk(events: Iterable[Envelope], stream_id: str) -> Iterator[tuple[Stream, Envelope]]:
    """Each event with the stream as it was just before it: one state that changes under way, never to be kept."""
    stream: Stream = Session(stream_id)
    for envelope in events:
        yield stream, envelope
        stream = _apply(stream, envelope)


def evolve(stream: S, *events: Envelope) -> S:
    """The same after more events; what is given is left as it was."""
    later = _copied(stream)
    for envelope in events:
        later = _apply(later, envelope)
    return cast(S, later)  # only a stream that nobody opened yet becomes a tournament


def _copied(stream: Stream) -> Stream:
    """The same stream, to be changed apart from this one."""
    if isinstance(stream, Tournament):
        return replace(
            stream,
            facts=stream.facts.copy(),
            settled=dict(stream.settled),
            said_when=set(stream.said_when),
            signed=dict(stream.signed),
        )
    session = session_of(stream)
    return replace(
        session,
        boards=dict(session.boards),
        rulings=dict(session.rulings),
        voided=dict(session.voided),
        deals=dict(session.deals),
        penalties=dict(session.penalties),
        contestants=dict(session.contestants),
        carry_over=dict(session.carry_over),
        participation=session.participation.copy(),
        findings=session.findings.copy(),
        calls=dict(session.calls),
        appeals=dict(session.appeals),
        beside_cases=session.beside_cases.copy(),
        memos=dict(session.memos),
        settled=dict(session.settled),
        said_when=set(session.said_when),
        signed=dict(session.signed),
        queue=session.queue.copy(),
        named_elsewhere={},  # not of this log: what was told of others may have been erased there since
        _own=set(),
    )


def _apply(stream: Stream, envelope: Envelope) -> Stream:
    event = envelope.event
    kind = type(event)
    if isinstance(event, TournamentOpened):
        stream = Tournament(stream.id, opened=event)
    stream.number, stream.digest, stream.recorded_at = envelope.number, envelope.digest, envelope.recorded_at
    if kind in _SETTLING and not from_file(event):
        stream.settled[envelope.number] = envelope.occurred_at
    if by_person(envelope):
        stream.said_when.add(envelope.number)
    EVOLVE[kind](stream, envelope, event)
    return stream


class SupposedRuling(NamedTuple):
    """What might be ruled, in the place of the ruling `case`; beside those there are where none has that number."""

    case: str
    adjustment: Adjustment
    offender: Offender = "none"
    laws: tuple[str, ...] = ()


def if_ruled(session: Session, board: int, seating: Seating, supposed: SupposedRuling) -> Session:
    """The session if this were in force, whatever was decided on that ruling; the others at the table stay in force."""
    given = RulingGiven(
        case=supposed.case,
        board=board,
        ns=seating.ns,
        ew=seating.ew,
        round=seating.round,
        table=seating.table,
        adjustment=supposed.adjustment,
        offender=supposed.offender,
        laws=supposed.laws,
    )
    return evolve(session, Envelope(session.id, session.number + 1, "", given, "", 0, 0, 0, "", ()))
