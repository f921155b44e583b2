"""How a correction of who sat at a table changes the session: everything that was said of its play goes with it."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from ledger.facts import Envelope
from ledger.facts.calls import DirectorCalled
from ledger.facts.participation import AtTableFact, TakingPart
from ledger.facts.rulings import RulingGiven
from ledger.facts.seating import SeatingCorrected
from ledger.scoring.line import Seating
from ledger.session.cases import Call, Ruling
from ledger.session.state import Session
from ledger.session.stream import Evolving
from ledger.session.tables import Absence, Reseating, TableBoard

A = TypeVar("A", bound=AtTableFact | RulingGiven)

MovedTo = Callable[[int, Seating], Seating | None]
"""Where what was said of these seats on a board belongs now; None where it stays."""


def _correct_seats(session: Session, envelope: Envelope, event: SeatingCorrected) -> None:
    """Whose the tables' play of the board is now: everything in the session that holds seats follows."""
    found = {each.now: session.line(event.board, each.was) for each in event.tables}
    moves = {played: now for now, played in found.items() if played}

    def moved_to(board: int, seating: Seating) -> Seating | None:
        """By the line it is of: what was said of a table may name less of it, or more, than the line does."""
        played = session.line(board, seating) if board == event.board else None
        return moves.get(played) if played else None

    _move_calls(session, event.board, {played.seating: now for played, now in moves.items()})
    _move_rulings(session, moved_to)
    _move_voided(session, moved_to)
    session.participation = session.participation.each(lambda fact: _moved_fact(fact, moved_to))
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
        absence=_moved_absence(played.absence, now),
    )


def _at(said: A, now: Seating) -> A:
    """What was said of a table, of the seats that are its now."""
    return replace(said, ns=now.ns, ew=now.ew, round=now.round, table=now.table)


def _move_rulings(session: Session, moved_to: MovedTo) -> None:
    """Also those withdrawn or superseded: they may come back."""
    for case, ruling in session.rulings.items():
        if to := moved_to(ruling.board, ruling.seating):
            session.rulings[case] = _moved_ruling(ruling, to)


def _moved_ruling(ruling: Ruling, now: Seating) -> Ruling:
    first = ruling.versions[0]._replace(judgement=_at(ruling.given, now))
    return replace(ruling, seating=now, versions=(first, *ruling.versions[1:]))


def _move_voided(session: Session, moved_to: MovedTo) -> None:
    """What was voided and recorded again is the same play."""
    for number, gone in session.voided.items():
        if to := moved_to(gone.board, gone.seating):
            session.voided[number] = replace(gone, seating=to)


def _moved_fact(fact: TakingPart, moved_to: MovedTo) -> TakingPart:
    if isinstance(fact, AtTableFact) and (to := moved_to(fact.board, fact.seating)):
        return _at(fact, to)
    return fact


def _moved_absence(absence: Absence | None, now: Seating) -> Absence | None:
    if absence and isinstance(absence.fact, AtTableFact):
        return Absence(absence.number, _at(absence.fact, now))
    return absence


def _move_calls(session: Session, board: int, seats: dict[Seating, Seating]) -> None:
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
