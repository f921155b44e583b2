"""Finding the table, the board or the contestant the desk means."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating, natural
from ledger.session.state import Session
from ledger.session.tables import TableBoard

if TYPE_CHECKING:
    from ledger.commands import Where


def require_board(session: Session, board: int) -> None:
    """Refuse a board that is not in the session."""
    if board in session.boards:
        return
    boards = sorted(session.boards)
    known = {str(number) for number in boards}
    swapped = str(board)[::-1]
    close = [swapped] if swapped in known else get_close_matches(str(board), known, 1)
    hint = f"did you mean {close[0]}?" if close else "`session show` lists the boards"
    raise Refusal("no-such-board", f"board {board} is not in this session ({boards_text(boards)})", hint)


def boards_text(boards: list[int]) -> str:
    """Boards as ranges.

    >>> boards_text([1, 2, 3, 7])
    'boards 1–3, 7'
    >>> boards_text([4])
    'board 4'
    """
    runs: list[list[int]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    ranges = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return f"board{'' if len(boards) == 1 else 's'} {ranges}"


def labelled(session: Session, where: Where) -> Where:
    """The same place with contestants in full: --ns 1 is 1NS where the directions are ranked apart.

    It is 1EW at a table that was arrow-switched.
    """
    ns_of, ew_of = (Side.EW, Side.NS) if where.switched else (Side.NS, Side.EW)
    return replace(where, ns=_in_full(session, where.ns, ns_of), ew=_in_full(session, where.ew, ew_of))


def sits_switched(session: Session, seating: Seating) -> bool:
    """Whether somebody sits the other way round than its field does, where the directions are ranked apart."""
    return session.opening.winners == 2 and (seating.ns.endswith("EW") or seating.ew.endswith("NS"))


def _in_full(session: Session, contestant: str | None, side: Side) -> str | None:
    if contestant is None:
        return None
    label = known(session, contestant)
    if sits_once(session) and "+" in label:
        label = "+".join(sorted(label.split("+"), key=natural))
    return label + side.value if session.opening.winners == 2 and label[-1:].isdigit() else label


def known(session: Session, contestant: str) -> str:
    """The contestant as entered, whatever the case it is typed in."""
    same = (entered for entered in session.contestants if entered.casefold() == contestant.casefold())
    return next(same, contestant if not sits_once(session) else contestant.upper())


def sits_once(session: Session) -> bool:
    """Whether a contestant sits at one table of a board only; a team sits in two rooms of each of its matches."""
    return not FORMS[session.opening.scoring].teams()


def converted(session: Session) -> bool:
    """Whether matches are converted into victory points."""
    return FORMS[session.opening.scoring].victory_points(session.regulations) is not None


def find(session: Session, where: Where) -> TableBoard | None:
    """The line of a board that fits table, NS and EW as far as they are given; None where none does."""
    require_board(session, where.board)
    where = labelled(session, where)
    lines = _fitting(session, where)
    if len(lines) > 1:
        hint = "name it by --table, by --ns and --ew, or by --round"
        raise Refusal("bad-table", f"{len(lines)} tables fit {where}{_rounds_text(lines)}", hint)
    if not (where.table or where.ns or where.ew):
        raise Refusal("bad-table", f"which table of board {where.board}?", "--table 1, or --ns 1 --ew 2: who sat there")
    return lines[0] if lines else None


def _rounds_text(lines: list[TableBoard]) -> str:
    """The rounds of tables, where it is by them that they are told apart."""
    rounds = {played.round for played in lines}
    return ": " + rounds_text(rounds) if len(rounds) > 1 else ""


def rounds_text(rounds: Collection[int | None]) -> str:
    """Rounds in a row; None is a round nobody said.

    >>> rounds_text([3, 1, None])
    'rounds 1, 3 and one that was not said'
    """
    said = sorted(number for number in rounds if number)
    named = f"round{'' if len(said) == 1 else 's'} {', '.join(map(str, said))}"
    return named + (" and one that was not said" if None in rounds else "")


def require_table(session: Session, where: Where) -> TableBoard:
    """The line the desk means; refused where nobody sat there."""
    if played := find(session, where):
        return played
    places = _places(session, where.board)
    raise Refusal(
        "no-such-table", f"nothing is recorded for {labelled(session, where)}", f"board {where.board} has {places}"
    )


def _fitting(session: Session, where: Where) -> list[TableBoard]:
    """The lines a place may be; those alone that say all of it, where there are any."""
    lines = [played for played in session.boards[where.board].values() if _fits(session, played, where)]
    said = [played for played in lines if played.table == where.table and played.round == where.round]
    return said if len(said) == 1 else lines


def _fits(session: Session, played: TableBoard, where: Where) -> bool:
    both = (where.ns, where.ew) == played.seating.pair
    table = where.table is None or where.table == played.table or (played.table is None and both)
    round_ = sits_once(session) or where.round is None or played.round in (None, where.round)
    return table and round_ and where.ns in (None, played.seating.ns) and where.ew in (None, played.seating.ew)


def _places(session: Session, board: int) -> str:
    lines = list(session.boards[board].values())
    if not lines:
        return "no results yet"
    names = [f"table {played.table}" if played.table else str(played.seating) for played in lines[:6]]
    return ", ".join(names) + (" …" if len(lines) > 6 else "")


def require_contestant(session: Session, contestant: str) -> str:
    """The contestant as entered; refused where there is none."""
    label = known(session, contestant)
    if label not in session.contestants:
        close = get_close_matches(label, session.contestants, 1)
        hint = f"did you mean {close[0]}?" if close else "`session show --json` lists the contestants"
        raise Refusal("no-such-contestant", f"contestant {contestant} is not entered", hint)
    return label


def require_one_round(session: Session, contestants: tuple[str, str], round_: int | None) -> set[int | None]:
    """The one round two contestants met in, or {None} where none was said; empty where they did not meet in it.

    Refused where they met in several, and it is not said which is meant.
    """
    match = frozenset(contestants)
    met = {played.round for played in session.table_boards() if played.seating.match == match}
    met = {each for each in met if round_ in (None, each)}
    met = met - {None} or met  # a ruling on an unplayed board names no round
    if len(met) > 1:
        rounds = " and ".join(str(each) for each in sorted(each or 0 for each in met))
        one, other = contestants
        raise Refusal("no-such-match", f"{one} met {other} in rounds {rounds}", "name one: --round N")
    return met
