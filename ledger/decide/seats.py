"""Finding the table the desk means, or the seats a new line gives."""

from difflib import get_close_matches

from ledger.bridge import Side
from ledger.commands import Where
from ledger.decide.opening import check_label
from ledger.errors import Refusal
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import labelled, plays_once


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
    seating = Seating(where.ns, where.ew)
    check_seating(session, seating)
    check_free(session, where, seating)
    return seating


def check_seating(session: Session, seating: Seating) -> None:
    """Refuse two contestants who cannot meet: the same one twice, unknown ones, or one in the wrong direction."""
    for side in Side:
        if len(seating.contestants(side)) > (2 if plays_once(session) else 1):
            hint = "two individuals: 3+8" if plays_once(session) else "a team has one name"
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
        hint = f"did you mean {close[0]}?" if close else "`session show` lists the contestants"
        raise Refusal("no-such-contestant", f"contestant {contestant} is not entered", hint)


def check_free(session: Session, where: Where, seating: Seating) -> None:
    """Refuse a line whose table, or one of whose contestants, has another line on the board."""
    for played in session.boards[where.board].values():
        same_match = plays_once(session) or {*played.seating} == {*seating}
        if where.table and played.table == where.table and same_match:
            raise Refusal(
                "table-twice",
                f"table {where.table} has board {where.board} already, {' v '.join(played.seating)}",
                "another table, or `result correct`",
            )
        if not plays_once(session):
            continue
        if twice := set(played.seating.everyone) & set(seating.everyone):
            raise Refusal(
                "played-already",
                f"{twice.pop()} has a score on board {where.board} already, against {_opponents(played, seating)}",
                "a contestant plays a board once; `result void` takes away what never was",
            )


def _opponents(played: TableBoard, seating: Seating) -> str:
    return next(
        (contestant for contestant in played.seating if contestant not in seating), " and ".join(played.seating)
    )
