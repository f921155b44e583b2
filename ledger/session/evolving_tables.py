"""How what the tables played changes the session: contestants, boards, results."""

from msgspec import structs

from ledger.events import Envelope
from ledger.events.play import (
    BoardFouled,
    BoardsAdded,
    CarryOverSet,
    ContestantsEntered,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
)
from ledger.scoring.line import Seating
from ledger.session.state import Evolving, Session
from ledger.session.tables import CarryOver, RecordedResult, TableBoard


def _enter(session: Session, envelope: Envelope, event: ContestantsEntered) -> None:
    session.contestants.update(dict.fromkeys(event.contestants))


def _add_boards(session: Session, envelope: Envelope, event: BoardsAdded) -> None:
    session.boards.update({board: {} for board in event.boards})
    session.owns(event.boards)


def _carry_over(session: Session, envelope: Envelope, event: CarryOverSet) -> None:
    before = session.carry_over.get(event.contestant, ())
    session.carry_over[event.contestant] = (*before, CarryOver(envelope.number, event.imps))


def _record(session: Session, envelope: Envelope, event: ResultRecorded) -> None:
    seating = Seating(event.ns, event.ew)
    result = RecordedResult(envelope.number, event.result, event.lead, event.imported)
    old = session.boards[event.board].get(seating) or session.last_voided(event.board, seating)
    if old is None:
        played = TableBoard(event.board, seating, event.table, event.round, (result,), None, (envelope.number,))
    else:
        seated = structs.replace(old, table=event.table or old.table, round=event.round or old.round)
        played = _with_result(seated, result)
    session.put(played)


def _correct(session: Session, envelope: Envelope, event: ResultCorrected) -> None:
    played = session.boards[event.board][Seating(event.ns, event.ew)]
    session.put(_with_result(played, RecordedResult(envelope.number, event.result, event.lead, event.imported)))


def _void(session: Session, envelope: Envelope, event: ResultVoided) -> None:
    session.voided[envelope.number] = session.own_board(event.board).pop(Seating(event.ns, event.ew))


def _foul(session: Session, envelope: Envelope, event: BoardFouled) -> None:
    number = envelope.number
    for ns, ew in event.tables:
        old = session.boards[event.board][Seating(ns, ew)]
        session.put(structs.replace(old, versions=(*old.versions, event.version), events=(*old.events, number)))


def _with_result(played: TableBoard, result: RecordedResult) -> TableBoard:
    return structs.replace(played, results=(*played.results, result), events=(*played.events, result.number))


EVOLVE: Evolving = {
    ContestantsEntered: _enter,
    BoardsAdded: _add_boards,
    CarryOverSet: _carry_over,
    ResultRecorded: _record,
    ResultCorrected: _correct,
    ResultVoided: _void,
    BoardFouled: _foul,
}
