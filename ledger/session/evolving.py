"""How the log makes the state: `replay` from event 1, `evolve` by one more event.

`evolve` is total: whatever stands in the log can be replayed; refusing is the business of `decide`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from msgspec import structs

from ledger.events import AppealEvent, CallEvent, Envelope, OfficeEvent, PlayEvent, RulingEvent
from ledger.events.office import OfficialAppointed, OfficialRelieved, PublicationRecalled, ScoresPublished
from ledger.events.play import (
    BoardFouled,
    BoardsAdded,
    CarryOverSet,
    ContestantsEntered,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from ledger.events.register import KIND_OF
from ledger.scoring.line import Seating
from ledger.session.cases import Publication
from ledger.session.evolving_appeals import apply_appeal
from ledger.session.evolving_rulings import apply_call, apply_ruling
from ledger.session.state import Session
from ledger.session.tables import CarryOver, RecordedResult, TableBoard


def replay(events: Iterable[Envelope], session_id: str) -> Session:
    """The session after these events."""
    session = Session(session_id)
    for envelope in events:
        _apply(session, envelope)
    return session


def walk(events: Iterable[Envelope], session_id: str) -> Iterator[tuple[Session, Envelope]]:
    """Each event with the session as it was just before it: one session that changes under way, never to be kept."""
    session = Session(session_id)
    for envelope in events:
        yield session, envelope
        _apply(session, envelope)


def evolve(session: Session, *events: Envelope) -> Session:
    """The session after more events; the session given is left as it was."""
    later = replace(
        session,
        boards=dict(session.boards),
        rulings=dict(session.rulings),
        voided=dict(session.voided),
        penalties=dict(session.penalties),
        contestants=dict(session.contestants),
        carry_over=dict(session.carry_over),
        calls=dict(session.calls),
        appeals=dict(session.appeals),
        _own=set(),
    )
    for envelope in events:
        _apply(later, envelope)
    return later


def _apply(session: Session, envelope: Envelope) -> None:
    event = envelope.event
    session.number, session.digest, session.recorded_at = envelope.number, envelope.digest, envelope.recorded_at
    if KIND_OF[type(event)].settles and not getattr(event, "imported", False):
        session.settled_at = max(session.settled_at, envelope.occurred_at)
    if isinstance(event, PlayEvent):
        _apply_play(session, envelope.number, event)
    elif isinstance(event, RulingEvent):
        apply_ruling(session, envelope, event)
    elif isinstance(event, CallEvent):
        apply_call(session, envelope, event)
    elif isinstance(event, AppealEvent):
        apply_appeal(session, envelope, event)
    elif isinstance(event, OfficeEvent):
        _apply_office(session, envelope, event)


def _apply_play(session: Session, number: int, event: PlayEvent) -> None:
    match event:
        case ResultRecorded():
            session.put(_recorded(session, number, event))
        case ResultCorrected():
            played = session.boards[event.board][Seating(event.ns, event.ew)]
            session.put(_with_result(played, RecordedResult(number, event.result, event.lead, event.imported)))
        case ResultVoided():
            session.voided[number] = session.own_board(event.board).pop(Seating(event.ns, event.ew))
        case SessionOpened():
            session.opened = event
            session.boards = {board: {} for board in event.boards}
            session.owns(event.boards)
        case ContestantsEntered():
            session.contestants.update(dict.fromkeys(event.contestants))
        case CarryOverSet():
            before = session.carry_over.get(event.contestant, ())
            session.carry_over[event.contestant] = (*before, CarryOver(number, event.imps))
        case BoardFouled():
            for ns, ew in event.tables:
                old = session.boards[event.board][Seating(ns, ew)]
                session.put(structs.replace(old, versions=(*old.versions, event.version), events=(*old.events, number)))
        case RegulationsAmended():
            session.amendments = (*session.amendments, (number, event.regulations))
        case BoardsAdded():
            session.boards.update({board: {} for board in event.boards})
            session.owns(event.boards)
        case SessionClosed() | SessionReopened():
            session.closed, session.closing = isinstance(event, SessionClosed), number
        case _:
            assert_never(event)


def _apply_office(session: Session, envelope: Envelope, event: OfficeEvent) -> None:
    match event:
        case OfficialAppointed() | OfficialRelieved():
            holds = isinstance(event, OfficialAppointed)
            session.officials = session.officials.changed(event.name, event.office, holds=holds)
        case ScoresPublished():
            publication = Publication(envelope.number, envelope.occurred_at, event.numbers)
            session.publications, session.out = (*session.publications, publication), True
        case PublicationRecalled():
            session.publications = session.publications[:-1]
        case _:
            assert_never(event)


def _recorded(session: Session, number: int, event: ResultRecorded) -> TableBoard:
    seating = Seating(event.ns, event.ew)
    result = RecordedResult(number, event.result, event.lead, event.imported)
    old = session.boards[event.board].get(seating) or session.last_voided(event.board, seating)
    if old is None:
        return TableBoard(event.board, seating, event.table, event.round, (result,), None, (number,))
    seated = structs.replace(old, table=event.table or old.table, round=event.round or old.round)
    return _with_result(seated, result)


def _with_result(played: TableBoard, result: RecordedResult) -> TableBoard:
    return structs.replace(played, results=(*played.results, result), events=(*played.events, result.number))
