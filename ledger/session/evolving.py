"""How the log makes the state: `replay` from event 1, `evolve` by one more event.

`evolve` is total: whatever stands in the log can be replayed; refusing is the business of `decide`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from msgspec import structs

from ledger.events import (
    AppealDecided,
    AppealEvent,
    BoardFouled,
    BoardsAdded,
    CallEvent,
    CarryOverSet,
    ContestantsEntered,
    DecisionRecalled,
    DecisionReviewed,
    OfficeEvent,
    OfficialAppointed,
    OfficialRelieved,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    PlayEvent,
    PublicationRecalled,
    Recorded,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    RulingAmended,
    RulingEvent,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    ScoresPublished,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from ledger.scoring.line import Seating
from ledger.session.cases import Publication
from ledger.session.evolving_appeals import apply_appeal
from ledger.session.evolving_rulings import apply_call, apply_ruling
from ledger.session.state import Session
from ledger.session.tables import CarryOver, RecordedResult, TableBoard

_SETTLING = frozenset({
    ResultCorrected, ResultVoided, BoardFouled, RulingGiven, RulingAmended, RulingWithdrawn, RulingReinstated,
    AppealDecided, DecisionReviewed, DecisionRecalled, PenaltyImposed, PenaltyWithdrawn, PenaltyReinstated, CarryOverSet, RegulationsAmended,
})  # fmt: skip


def replay(events: Iterable[Recorded], session_id: str) -> Session:
    """The session after these events."""
    session = Session(session_id)
    for recorded in events:
        _apply(session, recorded)
    return session


def walk(events: Iterable[Recorded], session_id: str) -> Iterator[tuple[Session, Recorded]]:
    """Each event with the session as it was just before it: one session that changes under way, never to be kept."""
    session = Session(session_id)
    for recorded in events:
        yield session, recorded
        _apply(session, recorded)


def evolve(session: Session, *events: Recorded) -> Session:
    """The session after more events; the session given is left as it was."""
    later = replace(
        session, boards=dict(session.boards), rulings=dict(session.rulings), voided=dict(session.voided), penalties=dict(session.penalties),
        contestants=dict(session.contestants), carry_over=dict(session.carry_over), calls=dict(session.calls), appeals=dict(session.appeals),
        _own=set(),
    )  # fmt: skip
    for recorded in events:
        _apply(later, recorded)
    return later


def _apply(session: Session, recorded: Recorded) -> None:
    event = recorded.event
    session.number, session.digest, session.recorded_at = recorded.number, recorded.digest, recorded.recorded_at
    if type(event) in _SETTLING and not getattr(event, "imported", False):
        session.settled_at = max(session.settled_at, recorded.occurred_at)
    if isinstance(event, PlayEvent):
        _apply_play(session, recorded.number, event)
    elif isinstance(event, RulingEvent):
        apply_ruling(session, recorded, event)
    elif isinstance(event, CallEvent):
        apply_call(session, recorded, event)
    elif isinstance(event, AppealEvent):
        apply_appeal(session, recorded, event)
    else:
        _apply_office(session, recorded, event)


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


def _apply_office(session: Session, recorded: Recorded, event: OfficeEvent) -> None:
    match event:
        case OfficialAppointed() | OfficialRelieved():
            holds = isinstance(event, OfficialAppointed)
            session.officials = session.officials.changed(event.name, event.office, holds=holds)
        case ScoresPublished():
            publication = Publication(recorded.number, recorded.occurred_at, event.numbers)
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
