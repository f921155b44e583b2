"""Finding the table the desk means, or the seats a new line gives."""

from difflib import get_close_matches

from ledger.bridge import Side
from ledger.commands import Where
from ledger.decide.opening import check_label
from ledger.errors import Refusal
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating, natural
from ledger.session import Session, TableBoard


def require_board(session: Session, board: int) -> None:
    """Refuse a board that is not in the session."""
    if board in session.boards:
        return
    boards = sorted(session.boards)
    known = {str(number) for number in boards}
    swapped = str(board)[::-1]
    close = [swapped] if swapped in known else get_close_matches(str(board), known, 1, 0.6)
    hint = f"did you mean {close[0]}?" if close else "`session show` lists the boards"
    raise Refusal("no-such-board", f"board {board} is not in this session ({boards_text(boards)})", hint)


def boards_text(boards: list[int]) -> str:
    """Boards as ranges.

    >>> boards_text([1, 2, 3, 7])
    'boards 1–3, 7'
    """
    runs: list[list[int]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    return "boards " + ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def labelled(session: Session, where: Where) -> Where:
    """The same place with contestants in full: --ns 1 is 1NS where the directions are ranked apart."""
    ns, ew = _in_full(session, where.ns, Side.NS), _in_full(session, where.ew, Side.EW)
    return Where(where.board, where.table, ns, ew)


def _in_full(session: Session, contestant: str | None, side: Side) -> str | None:
    if contestant is None:
        return None
    label = known(session, contestant)
    if plays_once(session) and "+" in label:
        label = "+".join(sorted(label.split("+"), key=natural))
    return label + side.value if session.opening.winners == 2 and label[-1:].isdigit() else label


def known(session: Session, contestant: str) -> str:
    """The contestant as entered, whatever the case it is typed in."""
    same = (entered for entered in session.contestants if entered.casefold() == contestant.casefold())
    return next(same, contestant if not plays_once(session) else contestant.upper())


def plays_once(session: Session) -> bool:
    """Whether a contestant sits at one table of a board only; a team sits in two rooms of each of its matches."""
    return not FORMS[session.opening.scoring].teams()


def find(session: Session, where: Where) -> TableBoard | None:
    """The line of a board that fits table, NS and EW as far as they are given; None where none does."""
    require_board(session, where.board)
    where = labelled(session, where)
    lines = [played for played in session.boards[where.board].values() if _fits(played, where)]
    if len(lines) > 1:
        raise Refusal("bad-table", f"{len(lines)} tables fit {where}", "name it by --table, or by --ns and --ew")
    if not (where.table or where.ns or where.ew):
        raise Refusal("bad-table", f"which table of board {where.board}?", "--table 1, or --ns 1 --ew 2: who sat there")
    return lines[0] if lines else None


def require_table(session: Session, where: Where) -> TableBoard:
    """The line the desk means; refused where nobody sat there."""
    if played := find(session, where):
        return played
    places = _places(session, where.board)
    raise Refusal(
        "no-such-table", f"nothing is recorded for {labelled(session, where)}", f"board {where.board} has {places}"
    )


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


def _fits(played: TableBoard, where: Where) -> bool:
    both = (where.ns, where.ew) == tuple(played.seating)
    table = where.table is None or where.table == played.table or (played.table is None and both)
    return table and where.ns in (None, played.seating.ns) and where.ew in (None, played.seating.ew)


def _places(session: Session, board: int) -> str:
    lines = list(session.boards[board].values())
    if not lines:
        return "no results yet"
    names = [f"table {played.table}" if played.table else " v ".join(played.seating) for played in lines[:6]]
    return ", ".join(names) + (" …" if len(lines) > 6 else "")
