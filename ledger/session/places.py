"""Finding the table, the board or the contestant the desk means."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ledger.bridge import Side
from ledger.errors import Refusal
from ledger.labels.order import natural
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import addresses
from ledger.session.state import Session
from ledger.session.tables import TableBoard, in_order

if TYPE_CHECKING:
    from ledger.commands import Where


def require_board(session: Session, board: int) -> None:
    """Refuse a board that is not in the session."""
    if board in session.boards:
        return
    boards = sorted(session.boards)
    known = {str(number) for number in boards}
    close = nearest(str(board), known)
    hint = f"did you mean {close}?" if close else "`session show` lists the boards"
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
    """The line of a board that fits what was typed; None where none does, refused where several do."""
    require_board(session, where.board)
    where = labelled(session, where)
    lines = addresses.fitting(session, where)
    if not where.named:
        which = addresses.listed(session, in_order(session.boards[where.board]))
        hint = f"name it: {which}" if which else "name it by --table, or by --ns and --ew: who sat there"
        raise Refusal("bad-table", f"which table of board {where.board}?", hint)
    if len(lines) > 1:
        fit = f"{len(lines)} tables fit {where}{_rounds_text(lines)}"
        raise Refusal("bad-table", fit, f"name one: {addresses.listed(session, lines)}")
    return lines[0] if lines else None


def meant(session: Session, where: Where) -> tuple[Where, TableBoard | None]:
    """The line that fits, and the place as options would say it: what words said of a line that is not there yet too.

    Refused where they mean nothing.
    """
    if played := find(session, where):
        said_anew = played.table is None and where.table and played.seating.pair == labelled(session, where).pair
        table = where.table if said_anew else played.table if where.table else None
        return replace(where, table=table, words=()), played
    said = addresses.as_options(session, where)
    if said.words:
        raise _no_such_table(session, where)
    return said, None


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
    raise _no_such_table(session, where)


def _no_such_table(session: Session, where: Where) -> Refusal:
    there = addresses.listed(session, addresses.nearest(session, where))
    hint = f"there are {there}" if there else f"board {where.board} has no results yet"
    return Refusal("no-such-table", f"nothing is recorded for {labelled(session, where)}", hint)


def require_contestant(session: Session, contestant: str) -> str:
    """The contestant as entered; refused where there is none."""
    label = known(session, contestant)
    if label not in session.contestants:
        close = nearest(label, session.contestants)
        late = "; who comes late: `session enter`" if sits_once(session) else ""
        hint = f"did you mean {close}?" if close else f"`session show --json` lists the contestants{late}"
        raise Refusal("no-such-contestant", f"contestant {contestant} is not entered", hint)
    return label


def nearest(typed: str, known: Collection[str]) -> str | None:
    """What somebody most likely meant: two digits the other way round, else what is written most like it.

    >>> nearest("41NS", ["1NS", "4NS", "14NS"]), nearest("Norwy", ["Norway", "Iceland"]), nearest("x", ["y"])
    ('14NS', 'Norway', None)
    """
    close = turned(typed, known) or get_close_matches(typed, known, 1)
    return close[0] if close else None


def turned(typed: str, known: Collection[str]) -> list[str]:
    """What is known with two neighbouring letters the other way round: 14EW for 41EW."""
    found = {f"{typed[:at]}{typed[at + 1]}{typed[at]}{typed[at + 2 :]}" for at in range(len(typed) - 1)}
    return sorted((found & {*known}) - {typed})


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
