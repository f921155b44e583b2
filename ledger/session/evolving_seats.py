"""How a correction of who sat at a table changes the session: everything that was said of its play goes with it."""

from collections.abc import Mapping

from msgspec.structs import replace

from ledger.events import Envelope
from ledger.events.calls import DirectorCalled
from ledger.events.play import SeatingCorrected
from ledger.scoring.line import Seating
from ledger.session.cases import Call
from ledger.session.state import Evolving, Session
from ledger.session.tables import Reseating, TableBoard


def _correct_seats(session: Session, envelope: Envelope, event: SeatingCorrected) -> None:
    """Whose the tables' play of the board is now: results, versions, rulings, calls, and what was voided there."""
    found = {each.now: session.line(event.board, each.was) for each in event.tables}
    moves = {played: now for now, played in found.items() if played}
    seats = {played.seating: now for played, now in moves.items()}
    _move_calls(session, event.board, seats)
    _move_rulings(session, event.board, seats)
    _move_voided(session, event.board, seats)
    lines = session.own_board(event.board).values()
    after = [_reseated(each, moves[each], envelope.number) if each in moves else each for each in lines]
    session.boards[event.board] = {each.seating: each for each in after}


def _reseated(played: TableBoard, now: Seating, number: int) -> TableBoard:
    return replace(
        played,
        seating=now,
        table=now.table,
        round=now.round,
        events=(*played.events, number),
        reseated=(*played.reseated, Reseating(number, played.seating, played.round, played.table)),
    )


def _move_rulings(session: Session, board: int, seats: Mapping[Seating, Seating]) -> None:
    for case, ruling in session.rulings.items():
        if ruling.board == board and ruling.seating in seats:
            session.rulings[case] = replace(ruling, seating=seats[ruling.seating])


def _move_voided(session: Session, board: int, seats: Mapping[Seating, Seating]) -> None:
    """What was voided and recorded again is the same play."""
    for number, gone in session.voided.items():
        if gone.board == board and gone.seating in seats:
            session.voided[number] = replace(gone, seating=seats[gone.seating])


def _move_calls(session: Session, board: int, seats: Mapping[Seating, Seating]) -> None:
    lines = session.boards[board].values()
    for case, call in session.calls.items():
        to = [played.seating for played in lines if call.called.board == board and _is_to(call.called, played)]
        if len(to) == 1 and to[0] in seats:
            session.calls[case] = _moved(call, seats[to[0]])


def _is_to(called: DirectorCalled, played: TableBoard) -> bool:
    """Whether a call was to this table: what it says of table, seats and round, and it says enough, is the table's."""
    said = (called.table, called.ns, called.ew, called.round)
    theirs = (played.table, *played.seating.pair, played.round)
    enough = called.table or (called.ns and called.ew)
    return bool(enough) and all(one in (None, other) for one, other in zip(said, theirs, strict=True))


def _moved(call: Call, now: Seating) -> Call:
    """The call with what it said of the table as it is now."""
    called = call.called
    return replace(
        call,
        called=replace(
            called,
            table=called.table and (now.table or called.table),
            ns=called.ns and now.ns,
            ew=called.ew and now.ew,
            round=called.round and (now.round or called.round),
        ),
    )


EVOLVE: Evolving = {SeatingCorrected: _correct_seats}
