"""The effect of a seating correction on the session: rulings, calls and findings about the play move with it."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from ledger.kernel.at_table import AtTable
from ledger.kernel.fact import SCORERS, Envelope
from ledger.kernel.kind import Kind
from ledger.scoring.line import Seating
from ledger.session.state import Session
from ledger.session.tables import Absence, Reseating, TableBoard
from ledger.subjects.calls.facts import DirectorCalled
from ledger.subjects.participation.facts import AtTableFact, TakingPart
from ledger.subjects.rulings.facts import RulingGiven
from ledger.subjects.seating.facts import SeatingCorrected

A = TypeVar("A", bound=AtTable | RulingGiven)

MovedTo = Callable[[int, Seating], Seating | None]
"""A function from a board and seats to the corrected seats; None if they stay."""


def _correct_seats(session: Session, envelope: Envelope, event: SeatingCorrected) -> None:
    plays = {each.now: session.line(event.board, each.was) for each in event.tables}
    moves = {played: seats for seats, played in plays.items() if played}

    def moved_to(board: int, seating: Seating) -> Seating | None:
        # By the play found for it: an older statement may name more, or less, than the play does now
        played = session.line(board, seating) if board == event.board else None
        return moves.get(played) if played else None

    _move_calls(session, event.board, {played.seating: seats for played, seats in moves.items()})
    # Also rulings withdrawn or superseded: they may come back
    for case, ruling in session.rulings.items():
        if to := moved_to(ruling.board, ruling.seating):
            first = ruling.versions[0]._replace(judgement=_with_seats(ruling.given, to))
            session.rulings[case] = replace(ruling, seating=to, versions=(first, *ruling.versions[1:]))
    for number, gone in session.voided.items():
        if to := moved_to(gone.board, gone.seating):
            session.voided[number] = replace(gone, seating=to)
    session.participation = session.participation.each(lambda fact: _move_fact(fact, moved_to))
    for number, (earlier, kind) in session.reversible.items():
        if isinstance(earlier, AtTable) and (to := moved_to(earlier.board, earlier.seating)):
            session.reversible[number] = _with_seats(earlier, to), kind
    lines = session.own_board(event.board).values()
    after = [_reseat(each, moves[each], envelope.number) if each in moves else each for each in lines]
    session.boards[event.board] = {each.seating: each for each in after}


def _reseat(played: TableBoard, seats: Seating, number: int) -> TableBoard:
    absence = played.absence
    if absence and isinstance(absence.fact, AtTableFact):
        absence = Absence(absence.number, _with_seats(absence.fact, seats))
    return replace(
        played,
        seating=seats,
        table=seats.table,
        round=seats.round,
        events=(*played.events, number),
        reseated=(*played.reseated, Reseating(number, played.seating, played.round, played.table)),
        absence=absence,
    )


def _with_seats(statement: A, seats: Seating) -> A:
    return replace(statement, ns=seats.ns, ew=seats.ew, round=seats.round, table=seats.table)


def _move_fact(fact: TakingPart, moved_to: MovedTo) -> TakingPart:
    if isinstance(fact, AtTableFact) and (to := moved_to(fact.board, fact.seating)):
        return _with_seats(fact, to)
    return fact


def _move_calls(session: Session, board: int, seats: dict[Seating, Seating]) -> None:
    lines = session.boards[board].values()
    for case, call in session.calls.items():
        to = [played.seating for played in lines if call.called.board == board and _is_to(call.called, played)]
        if len(to) == 1 and to[0] in seats:
            called, new = call.called, seats[to[0]]
            session.calls[case] = replace(
                call,
                called=replace(
                    called,
                    table=called.table and (new.table or called.table),
                    ns=called.ns and new.ns,
                    ew=called.ew and new.ew,
                    round=called.round and (new.round or called.round),
                ),
            )


def _is_to(called: DirectorCalled, played: TableBoard) -> bool:
    """Return whether a call was to a table: it names the table or both contestants, and no detail differs."""
    named = (called.table, called.ns, called.ew, called.round)
    theirs = (played.table, *played.seating.pair, played.round)
    enough = called.table or (called.ns and called.ew)
    return bool(enough) and all(one in (None, actual) for one, actual in zip(named, theirs, strict=True))


KINDS = (Kind(SeatingCorrected, SCORERS, _correct_seats, "hall", SeatingCorrected, period="scoring", settles=True),)
