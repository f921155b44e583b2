"""How what the tables played changes the session: contestants, boards, results."""

from msgspec import structs

from ledger.facts import Envelope
from ledger.facts.play import (
    BoardFouled,
    BoardsAdded,
    BoardsRemoved,
    CarryOverSet,
    ContestantsEntered,
    ContestantsRemoved,
    ResultCorrected,
    ResultRecorded,
    ResultsExpected,
    ResultVoided,
)
from ledger.scoring.line import Seating
from ledger.session.in_force import FactsInForce
from ledger.session.state import Session
from ledger.session.stream import Evolving
from ledger.session.tables import RecordedResult, TableBoard


def _enter(session: Session, envelope: Envelope, event: ContestantsEntered) -> None:
    session.contestants.update(dict.fromkeys(event.contestants))


def _remove_contestants(session: Session, envelope: Envelope, event: ContestantsRemoved) -> None:
    """Nobody is called so any more: whoever is entered by that number next has a name of his own."""
    gone = frozenset(event.contestants)
    session.contestants = {each: None for each in session.contestants if each not in gone}
    session.players = {seat: each for seat, each in session.players.items() if each.contestant not in gone}
    session.players_in_file = {at: each for at, each in session.players_in_file.items() if each.contestant not in gone}


def _add_boards(session: Session, envelope: Envelope, event: BoardsAdded) -> None:
    new = [board for board in event.boards if board not in session.boards]
    session.boards.update({board: {} for board in new})
    session.owns(new)


def _remove_boards(session: Session, envelope: Envelope, event: BoardsRemoved) -> None:
    for board in event.boards:
        session.boards.pop(board, None)


def _carry_over(session: Session, envelope: Envelope, event: CarryOverSet) -> None:
    before = session.carry_over.get(event.contestant, FactsInForce())
    session.carry_over[event.contestant] = before.saying(envelope, event.imps)


def _expect(session: Session, envelope: Envelope, event: ResultsExpected) -> None:
    session.expecting = session.expecting.saying(envelope, event.results)


def _record(session: Session, envelope: Envelope, event: ResultRecorded) -> None:
    seating = event.seating
    result = RecordedResult(envelope.number, event.result, event.lead, event.imported, at=envelope.occurred_at)
    old = _earlier(session, event.board, seating)
    if old is None:
        played = TableBoard(event.board, seating, event.table, event.round, (result,), (), (envelope.number,))
    else:
        seated = structs.replace(old, table=event.table or old.table, round=event.round or old.round)
        played = _with_result(seated, result)
    session.put(played)


def _earlier(session: Session, board: int, seating: Seating) -> TableBoard | None:
    """What the table had before its result, or a voided result.

    That is a ruling, or that it is to be played later: either may have said less of the table.
    """
    lines = session.boards[board]
    if old := lines.get(seating):
        return old
    if session.rulings or session.participation.facts:
        for less in seating.less_exact:
            if (ruled := lines.get(less)) and ruled.result is None:
                return ruled
    return session.last_voided(board, seating) if session.voided else None


def _correct(session: Session, envelope: Envelope, event: ResultCorrected) -> None:
    if played := session.line(event.board, event.seating):
        at = envelope.occurred_at
        result = RecordedResult(envelope.number, event.result, event.lead, event.imported, event.agreed, at)
        session.put(_with_result(played, result))


def _void(session: Session, envelope: Envelope, event: ResultVoided) -> None:
    if played := session.line(event.board, event.seating):
        # what is said of it stays on its line
        session.voided[envelope.number] = structs.replace(played, absence=None, erased=event.imported)
        left = structs.replace(played, results=(), events=(*played.events, envelope.number))
        if left.pending:  # it is still to be played, as it was before
            session.put(left)
        else:
            del session.own_board(event.board)[played.seating]


def _foul(session: Session, envelope: Envelope, event: BoardFouled) -> None:
    number = envelope.number
    for seating in event.tables:
        if old := session.line(event.board, seating):
            session.put(structs.replace(old, versions=(*old.versions, event.version), events=(*old.events, number)))


def _with_result(played: TableBoard, result: RecordedResult) -> TableBoard:
    events = (*played.events, result.number)
    return structs.replace(played, results=(*played.results, result), events=events, erased=False)


EVOLVE: Evolving = {
    ContestantsEntered: _enter,
    ContestantsRemoved: _remove_contestants,
    BoardsAdded: _add_boards,
    BoardsRemoved: _remove_boards,
    CarryOverSet: _carry_over,
    ResultsExpected: _expect,
    ResultRecorded: _record,
    ResultCorrected: _correct,
    ResultVoided: _void,
    BoardFouled: _foul,
}
