"""Decide corrections of a table's seating (contestants, direction, table, round), exchanges too; and undo them."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from ledger.errors import Refusal
from ledger.guards.entering import enter_new
from ledger.guards.seats import (
    check_findings_kept,
    check_free,
    check_is_no_sit_out,
    check_round,
    check_seating,
    check_switched,
)
from ledger.labels import natural
from ledger.scoring.line import Seating
from ledger.session.places import label_address, require_table, shortest_address, sits_at_one_table, sits_switched
from ledger.session.response import Actor, ProposedEvent, Undoing
from ledger.session.state import Session
from ledger.session.tables import Reseating, TableBoard
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.seating.facts import CorrectSeating, Reseated, SeatingCorrected

EXCHANGE = "if two tables were confused: --exchange"


def correct_seating(command: CorrectSeating, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Correct the contestants, round or table of a play of a board; or exchange the contestants of two tables.

    Refused for a contestant that sits out, or if the table would leave a match with a finding.
    """
    played = require_table(session, command.where)
    seating = played.seating
    switched = command.now.switched or sits_switched(session, seating) != command.swapped
    place = label_address(session, structs.replace(command.now, switched=switched))
    ns, ew = seating.pair[::-1] if command.swapped else seating.pair
    seats = Seating(place.ns or ns, place.ew or ew, place.round or played.round, place.table or played.table)
    if seats == played.in_full:
        raise Refusal("nothing-to-change", f"{played.name} is {seats} already", f"`board {played.board}`")
    moves = _exchange(played, seats, session) if command.exchange else {played: seats}
    for moved in moves:
        check_is_no_sit_out(moved)
    check_switched(session, command.now, seats)
    check_seats(session, moves, either_way=command.now.switched or command.swapped, exchanging=command.exchange)
    entering = enter_new(dict.fromkeys(who for new in moves.values() for who in new.everyone), session)
    return *entering, seating_correction(moves, command.reason)


def _exchange(played: TableBoard, seats: Seating, session: Session) -> dict[TableBoard, Seating]:
    """Return the corrected seating of a table, and of each table on the board that gets its contestants."""
    if not sits_at_one_table(session):
        hint = f"correct one room after the other: `result correct {shortest_address(session, played)} --now-ns TEAM`"
        raise Refusal("bad-table", "a team sits in two rooms: which of them was exchanged?", hint)
    pairs = [(was, new) for was, new in zip(played.seating.pair, seats.pair, strict=True) if was != new]
    contestants = dict(pairs) | {new: was for was, new in pairs}
    tables = {played.table: seats.table, seats.table: played.table} if seats.table not in (None, played.table) else {}
    moves = dict[TableBoard, Seating]()
    for line in session.boards[played.board].values():
        ns, ew = (contestants.get(who, who) for who in line.seating.pair)
        new = Seating(ns, ew, line.round, tables.get(line.table, line.table))
        if line is not played and new != line.in_full:
            moves[line] = new
    if not moves:
        named = [who for who in seats.pair if who not in played.seating.pair]
        missing = f"{' and '.join(named) or f'table {seats.table}'} has no other line on board {played.board}"
        raise Refusal("no-such-table", missing, "leave --exchange out")
    return {played: seats, **moves}


def check_seats(
    session: Session, moves: Mapping[TableBoard, Seating], *, either_way: bool, exchanging: bool = False
) -> None:
    """Refuse seatings that cannot be: a contestant twice, against itself, not entered, or in the wrong direction.

    `either_way`: the directions were changed on purpose, and may stay so.
    """
    for played, new in moves.items():
        check_seating(session, new, either_way=either_way or sits_switched(session, played.seating))
        if played.round or new.match != played.seating.match:  # a correction may just add the round
            check_round(session, played.board, new, without=moves)
        try:
            check_free(session, played.board, new, without=moves)
        except Refusal as refusal:
            if exchanging or not sits_at_one_table(session) or refusal.code == "not-played":
                raise
            raise Refusal(refusal.code, refusal.message, f"{EXCHANGE}; {refusal.hint}") from None
    seats = list(moves.values())
    for at, one in enumerate(seats):
        for two in seats[at + 1 :]:
            if twice := set(one.everyone) & set(two.everyone):
                hint = "--now-ns and --now-ew, each exchanged with one other contestant"
                raise Refusal("played-already", f"{min(twice, key=natural)} would sit at two tables", hint)
    check_findings_kept(session, moves)


def seating_correction(moves: Mapping[TableBoard, Seating], reason: str, because: Sequence[int] = ()) -> ProposedEvent:
    """Return the event that corrects seatings; it answers the events `because`, else those that recorded them."""
    (board,) = {played.board for played in moves}
    tables = tuple(Reseated(played.seating, new) for played, new in moves.items())
    answers = because or sorted(
        {
            each.reseated[-1].number if each.reseated else each.results[0].number if each.results else each.events[0]
            for each in moves
        }
    )
    return ProposedEvent(SeatingCorrected(board, tables, reason), tuple(answers))


def _unseat(event: SeatingCorrected, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    moved = [
        each
        for each in session.boards[event.board].values()
        if number in [reseating.number for reseating in each.reseated]
    ]
    if len(moved) < len(event.tables):
        message = f"a table of #{number} is no longer there: it was voided"
        raise Refusal("has-dependants", message, f"`log --board {event.board}`")
    if since := [each for played in moved for each in _still_corrected(played, number)]:
        latest = max(since)
        raise Refusal("has-dependants", f"#{latest} corrected the seats since", f"undo {latest} first")
    before = {played: _reseating(played, number).in_full for played in moved}
    check_seats(session, before, either_way=True)
    return (seating_correction(before, command.reason, (number,)),)


def _reseating(played: TableBoard, number: int) -> Reseating:
    return next(each for each in played.reseated if each.number == number)


def _still_corrected(played: TableBoard, number: int) -> list[int]:
    """Return the events that corrected a table's seating after event `number` and were not undone."""
    of = played.reseated.index(_reseating(played, number))
    seats = [*(each.in_full for each in played.reseated[of + 1 :]), played.seating]
    still: list[Reseating] = []
    for reseating, new in zip(played.reseated[of + 1 :], seats[1:], strict=True):
        if still and new == still[-1].in_full:  # it undoes the one before
            still.pop()
        else:
            still.append(reseating)
    return [each.number for each in still]


UNDO: Undoing = {SeatingCorrected: _unseat}
