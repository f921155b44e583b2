"""Finding the table the desk means, or the seats a new line gives."""

from difflib import get_close_matches

from ledger.bridge import Side
from ledger.commands import Where
from ledger.decide.opening import check_label
from ledger.errors import Refusal
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.evolving_participation import NOBODY
from ledger.session.places import labelled, sits_once


def new_seating(session: Session, where: Where) -> Seating:
    """The seats of a line that is not there yet; both contestants must be named and free."""
    where = labelled(session, where)
    if not (where.ns and where.ew):
        missing = "--ns" if not where.ns else "--ew"
        raise Refusal(
            "bad-table",
            f"who sat at {where}?",
            f"nothing is recorded there yet, so name both contestants: {missing} is missing",
        )
    seating = Seating(where.ns, where.ew, where.round or _only_round(session, where.ns, where.ew), where.table)
    check_seating(session, seating)
    check_free(session, where.board, seating)
    return seating


def _only_round(session: Session, *teams: str) -> int | None:
    """The round two teams met in, where they met in one only; a pair's seats say enough."""
    if sits_once(session):
        return None
    met = {played.round for played in session.table_boards() if played.seating.match == set(teams)} - {None}
    return met.pop() if len(met) == 1 else None


def check_seating(session: Session, seating: Seating) -> None:
    """Refuse two contestants who cannot meet: the same one twice, unknown ones, or one in the wrong direction."""
    for side in Side:
        if len(seating.contestants(side)) > (2 if sits_once(session) else 1):
            hint = "two individuals: 3+8" if sits_once(session) else "a team has one name"
            raise Refusal("bad-contestants", f"{seating.contestant(side)!r} cannot sit on one side", hint)
    if len(set(seating.everyone)) < len(seating.everyone):
        raise Refusal(
            "pair-against-itself", f"{seating.ns} cannot play against itself", "--ns and --ew are two contestants"
        )
    for side in Side:
        for contestant in seating.contestants(side):
            _check_contestant(session, contestant, side)


def unentered(session: Session, seating: Seating) -> list[str]:
    """The contestants an open entry takes in with this line."""
    return [contestant for contestant in seating.everyone if contestant not in session.contestants]


def _check_contestant(session: Session, contestant: str, side: Side) -> None:
    check_label(contestant, session.opening)
    if session.opening.winners == 2 and not contestant.endswith(side.value):
        raise Refusal(
            "wrong-field",
            f"{contestant} does not sit {side.value} where the directions are ranked apart",
            f"write {contestant[:-2]}{side.value}",
        )
    if contestant not in session.contestants and session.opening.entry == "listed":
        close = get_close_matches(contestant, session.contestants, 1)
        hint = f"did you mean {close[0]}?" if close else "`session show --json` lists the contestants"
        raise Refusal("no-such-contestant", f"contestant {contestant} is not entered", hint)


def check_free(session: Session, board: int, seating: Seating) -> None:
    """Refuse a line whose table, or one of whose contestants, has another line on the board.

    Two teams who meet again have the same rooms in another round.
    """
    for played in session.boards[board].values():
        same_match = sits_once(session) or _same_match(played, seating)
        if seating.table and played.table == seating.table and same_match:
            raise Refusal(
                "table-twice",
                f"table {seating.table} has board {board} already, {played.seating}",
                "another table; or `result correct` its result; or `result void` it first, where others sat there"
                + ("" if sits_once(session) else "; where they meet again: --round N"),
            )
        if not sits_once(session):
            continue
        if twice := (set(played.seating.everyone) & set(seating.everyone)) - {NOBODY}:
            raise Refusal(
                "played-already",
                f"{twice.pop()} has a score on board {board} already, against {_opponents(played, seating)}",
                "a contestant plays a board once; `result void` takes away what never was",
            )


def _same_match(played: TableBoard, seating: Seating) -> bool:
    """Whether a table's play is of a match: the same two teams, and no other round."""
    other_round = played.round and seating.round and played.round != seating.round
    return played.seating.match == seating.match and not other_round


def _opponents(played: TableBoard, seating: Seating) -> str:
    return next(
        (contestant for contestant in played.seating.pair if contestant not in seating.pair),
        " and ".join(played.seating.pair),
    )
