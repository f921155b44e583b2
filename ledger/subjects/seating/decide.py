"""Who sat at a table, corrected: contestants, direction, table, round; everything recorded of the play goes with it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from ledger.errors import Refusal
from ledger.guards.entering import enter
from ledger.guards.seats import (
    check_free,
    check_not_sat_out,
    check_round,
    check_said,
    check_seating,
    check_stays,
    unentered,
)
from ledger.labels import natural
from ledger.scoring.line import Seating
from ledger.session.places import labelled, require_table, sits_once, sits_switched
from ledger.session.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.session.state import Session
from ledger.session.tables import Reseating, TableBoard
from ledger.subjects.rulings.facts import Undo
from ledger.subjects.seating.facts import CorrectSeating, Reseated, SeatingCorrected

EXCHANGE = "where the two were taken for one another: --exchange"


def correct_seating(command: CorrectSeating, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Other seats for a table's play of a board, or for two tables whose contestants were taken for one another.

    Nobody sits where a contestant sits out; a table stays in a match of which something was found.
    """
    played = require_table(session, command.where)
    seating = played.seating
    switched = command.now.switched or sits_switched(session, seating) != command.swapped
    said = labelled(session, structs.replace(command.now, switched=switched))
    ns, ew = seating.pair[::-1] if command.swapped else seating.pair
    now = Seating(said.ns or ns, said.ew or ew, said.round or played.round, said.table or played.table)
    if now == played.in_full:
        raise Refusal("nothing-to-change", f"{played.name} is {now} already", f"`board {played.board}`")
    moves = _exchanged(played, now, session) if command.exchange else {played: now}
    for each in moves:
        check_not_sat_out(each)
    check_said(session, command.now, now)
    check_seats(session, moves, either_way=command.now.switched or command.swapped, exchanging=command.exchange)
    entering = enter(dict.fromkeys(each for now in moves.values() for each in unentered(session, now)), session.opening)
    return *entering, reseated(moves, command.reason)


class _Labels(NamedTuple):
    """Which contestants, and which tables, were taken for one another."""

    contestants: Mapping[str, str]
    tables: Mapping[str | None, str | None]

    def of(self, played: TableBoard) -> Seating:
        """A table's seats with those who really sat there."""
        ns, ew = (self.contestants.get(each, each) for each in played.seating.pair)
        return Seating(ns, ew, played.round, self.tables.get(played.table, played.table))


def _exchanged(played: TableBoard, now: Seating, session: Session) -> dict[TableBoard, Seating]:
    """The table and the other tables of the board whose contestants it was taken for, each with its seats."""
    if not sits_once(session):
        hint = "correct one room after the other: `result correct … --now-ns TEAM`"
        raise Refusal("bad-table", "a team sits in two rooms: which of them was exchanged?", hint)
    pairs = [(was, then) for was, then in zip(played.seating.pair, now.pair, strict=True) if was != then]
    contestants = dict(pairs) | {then: was for was, then in pairs}
    tables = {played.table: now.table, now.table: played.table} if now.table != played.table and now.table else {}
    labels = _Labels(contestants, tables)
    others = [each for each in session.boards[played.board].values() if each is not played]
    moves = {each: then for each in others if (then := labels.of(each)) != each.in_full}
    if not moves:
        named = [each for each in now.pair if each not in played.seating.pair]
        missing = f"{' and '.join(named) or f'table {now.table}'} has no other line on board {played.board}"
        raise Refusal("no-such-table", missing, "leave --exchange out")
    return {played: now, **moves}


def check_seats(
    session: Session, moves: Mapping[TableBoard, Seating], *, either_way: bool, exchanging: bool = False
) -> None:
    """Refuse seats that cannot be: two at once, a contestant against itself, unknown, or the wrong way round.

    `either_way`: the directions were said to be changed; what was recorded so may stay so.
    """
    for played, now in moves.items():
        check_seating(session, now, either_way=either_way or sits_switched(session, played.seating))
        if played.round or now.match != played.seating.match:  # else saying the round is what was asked for
            check_round(session, played.board, now, without=moves)
        try:
            check_free(session, played.board, now, without=moves)
        except Refusal as refusal:
            if exchanging or not sits_once(session) or refusal.code == "not-played":
                raise
            raise Refusal(refusal.code, refusal.message, f"{EXCHANGE}; {refusal.hint}") from None
    seats = list(moves.values())
    for at, one in enumerate(seats):
        for other in seats[at + 1 :]:
            if twice := set(one.everyone) & set(other.everyone):
                hint = "--now-ns and --now-ew, each exchanged with one other contestant"
                raise Refusal("played-already", f"{min(twice, key=natural)} would sit at two tables", hint)
    check_stays(session, moves)


def reseated(moves: Mapping[TableBoard, Seating], reason: str, because: Sequence[int] = ()) -> ProposedEvent:
    """The event that corrects the seats of tables; it answers what last said them, or `because`."""
    (board,) = {played.board for played in moves}
    tables = tuple(Reseated(played.seating, now) for played, now in moves.items())
    said = because or sorted(
        {
            each.reseated[-1].number if each.reseated else each.results[0].number if each.results else each.events[0]
            for each in moves
        }
    )
    return ProposedEvent(SeatingCorrected(board, tables, reason), tuple(said))


def _unseat(event: SeatingCorrected, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    number = command.target.number
    moved = [each for each in session.boards[event.board].values() if number in [said.number for said in each.reseated]]
    if len(moved) < len(event.tables):
        message = f"a table of #{number} is no longer there: it was voided"
        raise Refusal("has-dependants", message, f"`log --board {event.board}`")
    if since := [each for played in moved for each in _still_corrected(played, number)]:
        latest = max(since)
        raise Refusal("has-dependants", f"#{latest} corrected the seats since", f"undo {latest} first")
    before = {played: _of(played, number).in_full for played in moved}
    check_seats(session, before, either_way=True)
    return (reseated(before, command.reason, (number,)),)


def _of(played: TableBoard, number: int) -> Reseating:
    return next(each for each in played.reseated if each.number == number)


def _still_corrected(played: TableBoard, number: int) -> list[int]:
    of = played.reseated.index(_of(played, number))
    seats = [*(each.in_full for each in played.reseated[of + 1 :]), played.seating]
    still: list[Reseating] = []
    for each, now in zip(played.reseated[of + 1 :], seats[1:], strict=True):
        if still and now == still[-1].in_full:
            still.pop()
        else:
            still.append(each)
    return [each.number for each in still]


HANDLERS: Handlers = {CorrectSeating: correct_seating}


UNDO: Undoing = {SeatingCorrected: _unseat}
