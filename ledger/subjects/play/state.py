"""The effect on the session of its opening, contestants, boards, results and regulations.

A reopening of a board has no effect of its own: it allows the event recorded just after it.
"""

from msgspec import structs

from ledger.kernel.fact import CHIEF, SCORERS, Envelope
from ledger.kernel.in_force import FactsInForce
from ledger.kernel.kind import Kind, Reversal
from ledger.scoring.line import Seating
from ledger.session.state import Session
from ledger.session.stream import Stream, keep_unchanged
from ledger.session.tables import RecordedResult, TableBoard
from ledger.subjects.play import facts
from ledger.subjects.reopening import BoardReopened


def _remove_contestants(session: Session, envelope: Envelope, event: facts.ContestantsRemoved) -> None:
    # Also the names: the next contestant entered by that number has its own
    gone = frozenset(event.contestants)
    session.contestants = {each: None for each in session.contestants if each not in gone}
    session.players = {seat: each for seat, each in session.players.items() if each.contestant not in gone}
    session.players_in_file = {at: each for at, each in session.players_in_file.items() if each.contestant not in gone}


def _add_boards(session: Session, envelope: Envelope, event: facts.BoardsAdded) -> None:
    new = [board for board in event.boards if board not in session.boards]
    session.boards.update({board: {} for board in new})
    session.owns(new)


def _remove_boards(session: Session, envelope: Envelope, event: facts.BoardsRemoved) -> None:
    for board in event.boards:
        session.boards.pop(board, None)


def _carry_over(session: Session, envelope: Envelope, event: facts.CarryOverSet) -> None:
    before = session.carry_over.get(event.contestant, FactsInForce())
    session.carry_over[event.contestant] = before.saying(envelope, event.imps)


def _expect(session: Session, envelope: Envelope, event: facts.ResultsExpected) -> None:
    session.expecting = session.expecting.saying(envelope, event.results)


def _record(session: Session, envelope: Envelope, event: facts.ResultRecorded) -> None:
    seating = event.seating
    result = RecordedResult(envelope.number, event.result, event.lead, event.imported, at=envelope.occurred_at)
    old = _line_to_continue(session, event.board, seating)
    if old is None:
        played = TableBoard(event.board, seating, event.table, event.round, (result,), (), (envelope.number,))
    else:
        seated = structs.replace(old, table=event.table or old.table, round=event.round or old.round)
        played = _with_result(seated, result)
    session.put(played)


def _line_to_continue(session: Session, board: int, seating: Seating) -> TableBoard | None:
    """Return the play to which a new result belongs: the same seating, a ruled one, or a voided one; None if new."""
    lines = session.boards[board]
    if old := lines.get(seating):
        return old
    if session.rulings or session.participation.facts:
        for less in seating.less_exact_seatings:  # a ruling may name neither round nor table
            if (ruled := lines.get(less)) and ruled.result is None:
                return ruled
    return session.last_voided(board, seating) if session.voided else None


def _correct(session: Session, envelope: Envelope, event: facts.ResultCorrected) -> None:
    if played := session.line(event.board, event.seating):
        at = envelope.occurred_at
        result = RecordedResult(envelope.number, event.result, event.lead, event.imported, event.agreed, at)
        session.put(_with_result(played, result))


def _void(session: Session, envelope: Envelope, event: facts.ResultVoided) -> None:
    if played := session.line(event.board, event.seating):
        # Statements about the result stay on its line
        session.voided[envelope.number] = structs.replace(played, absence=None, erased=event.imported)
        without_result = structs.replace(played, results=(), events=(*played.events, envelope.number))
        if without_result.pending:  # it was postponed before the result came
            session.put(without_result)
        else:
            del session.own_board(event.board)[played.seating]


def _foul(session: Session, envelope: Envelope, event: facts.BoardFouled) -> None:
    number = envelope.number
    for seating in event.tables:
        if old := session.line(event.board, seating):
            session.put(structs.replace(old, versions=(*old.versions, event.version), events=(*old.events, number)))


def _with_result(played: TableBoard, result: RecordedResult) -> TableBoard:
    events = (*played.events, result.number)
    return structs.replace(played, results=(*played.results, result), events=events, erased=False)


def _open(session: Session, envelope: Envelope, event: facts.SessionOpened) -> None:
    session.opened, session.opened_at = event, envelope.occurred_at
    session.boards = {board: {} for board in event.boards}
    session.owns(event.boards)


def _amend_regulations(session: Session, envelope: Envelope, event: facts.RegulationsAmended) -> None:
    session.amendments = session.amendments.saying(envelope, event.regulations)


def _close(stream: Stream, envelope: Envelope, event: facts.SessionClosed) -> None:
    stream.closed, stream.closing = True, envelope.number


def _reopen(stream: Stream, envelope: Envelope, event: facts.SessionClosed) -> None:
    stream.closed, stream.closing = False, envelope.number


def _enter(session: Session, envelope: Envelope, event: facts.ContestantsEntered) -> None:
    session.contestants.update(dict.fromkeys(event.contestants))


KINDS = (
    Kind(facts.SessionOpened, SCORERS, _open, "hall"),
    Kind(facts.ContestantsEntered, SCORERS, _enter, "hall", facts.ContestantsRemoved),
    Kind(facts.ContestantsRemoved, SCORERS, _remove_contestants, "hall"),
    Kind(facts.BoardsAdded, SCORERS, _add_boards, "hall", facts.BoardsRemoved),
    Kind(facts.BoardsRemoved, SCORERS, _remove_boards, "hall", facts.BoardsAdded),
    Kind(facts.ResultRecorded, SCORERS, _record, "hall", facts.ResultVoided, period="scoring"),
    Kind(facts.ResultCorrected, SCORERS, _correct, "hall", facts.ResultCorrected, period="scoring", settles=True),
    Kind(facts.ResultVoided, SCORERS, _void, "hall", facts.ResultRecorded, period="scoring", settles=True),
    Kind(facts.BoardFouled, SCORERS, _foul, "hall", facts.BoardFouled, period="scoring", settles=True),
    Kind(
        facts.RegulationsAmended,
        CHIEF,
        _amend_regulations,
        "hall",
        facts.RegulationsAmended,
        period="setting",
        settles=True,
    ),
    Kind(facts.CarryOverSet, SCORERS, _carry_over, "hall", facts.CarryOverSet, period="scoring", settles=True),
    Kind(facts.ResultsExpected, SCORERS, _expect, "hall", facts.ResultsExpected, period="setting", settles=True),
    Kind(facts.SessionClosed, CHIEF, _close, "hall", Reversal(_reopen, _close)),
    Kind(BoardReopened, SCORERS, keep_unchanged, "office"),
)
