"""How correcting the seats of a table changes the session: everything that was said of its play goes with it."""

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
"""Where what was said of these seats on a board belongs now; None where it stays."""


def _correct_seats(session: Session, envelope: Envelope, event: SeatingCorrected) -> None:
    found = {each.now: session.line(event.board, each.was) for each in event.tables}
    moves = {played: now for now, played in found.items() if played}

    def moved_to(board: int, seating: Seating) -> Seating | None:
        """By the line it is of: what was said of a table may name less of it, or more, than the line does."""
        played = session.line(board, seating) if board == event.board else None
        return moves.get(played) if played else None

    _move_calls(session, event.board, {played.seating: now for played, now in moves.items()})
    # Also those withdrawn or superseded: they may come back
    for case, ruling in session.rulings.items():
        if to := moved_to(ruling.board, ruling.seating):
            first = ruling.versions[0]._replace(judgement=_at(ruling.given, to))
            session.rulings[case] = replace(ruling, seating=to, versions=(first, *ruling.versions[1:]))
    for number, gone in session.voided.items():
        if to := moved_to(gone.board, gone.seating):
            session.voided[number] = replace(gone, seating=to)
    session.participation = session.participation.each(lambda fact: _moved_fact(fact, moved_to))
    for number, (said, kind) in session.reversible.items():
        if isinstance(said, AtTable) and (to := moved_to(said.board, said.seating)):
            session.reversible[number] = _at(said, to), kind
    lines = session.own_board(event.board).values()
    after = [_reseated(each, moves[each], envelope.number) if each in moves else each for each in lines]
    session.boards[event.board] = {each.seating: each for each in after}


def _reseated(played: TableBoard, now: Seating, number: int) -> TableBoard:
    absence = played.absence
    if absence and isinstance(absence.fact, AtTableFact):
        absence = Absence(absence.number, _at(absence.fact, now))
    return replace(
        played,
        seating=now,
        table=now.table,
        round=now.round,
        events=(*played.events, number),
        reseated=(*played.reseated, Reseating(number, played.seating, played.round, played.table)),
        absence=absence,
    )


def _at(said: A, now: Seating) -> A:
    return replace(said, ns=now.ns, ew=now.ew, round=now.round, table=now.table)


def _moved_fact(fact: TakingPart, moved_to: MovedTo) -> TakingPart:
    if isinstance(fact, AtTableFact) and (to := moved_to(fact.board, fact.seating)):
        return _at(fact, to)
    return fact


def _move_calls(session: Session, board: int, seats: dict[Seating, Seating]) -> None:
    lines = session.boards[board].values()
    for case, call in session.calls.items():
        to = [played.seating for played in lines if call.called.board == board and _is_to(call.called, played)]
        if len(to) == 1 and to[0] in seats:
            called, now = call.called, seats[to[0]]
            session.calls[case] = replace(
                call,
                called=replace(
                    called,
                    table=called.table and (now.table or called.table),
                    ns=called.ns and now.ns,
                    ew=called.ew and now.ew,
                    round=called.round and (now.round or called.round),
                ),
            )


def _is_to(called: DirectorCalled, played: TableBoard) -> bool:
    """Whether a call was to this table: what it says of table, seats and round, and it says enough, is the table's."""
    said = (called.table, called.ns, called.ew, called.round)
    theirs = (played.table, *played.seating.pair, played.round)
    enough = called.table or (called.ns and called.ew)
    return bool(enough) and all(one in (None, other) for one, other in zip(said, theirs, strict=True))


KINDS = (
    Kind(
        SeatingCorrected,
        "seating-corrected",
        SCORERS,
        _correct_seats,
        "hall",
        undone_by=SeatingCorrected,
        period="scoring",
        settles=True,
    ),
)
