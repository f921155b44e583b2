"""Notation on the command line: each kind of text has one reader, and says what is wrong with it."""

import re

from cli.desk.options import Late, Seats
from ledger.bridge import Result, Seat, parse_result
from ledger.bridge.board import LAST_BOARD
from ledger.commands import Reopening, Where
from ledger.errors import Misuse
from ledger.exchange.sheet import TABLE
from ledger.laws.citation import parse_law

_RANGE = re.compile(r"([A-Z]{0,3})([0-9]{1,5})(?:-([0-9]{1,5}))?(NS|EW)?")


def parse_board(text: str) -> int:
    """A board number.

    >>> parse_board("23")
    23
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 15 and 1 <= int(text) <= LAST_BOARD):
        raise Misuse("no-such-board", f"there is no board {text[:20]}", f"boards are numbered 1 to {LAST_BOARD}")
    return int(text)


def parse_boards(text: str) -> tuple[int, ...]:
    """Boards and ranges of boards.

    >>> parse_boards("1-3,7")
    (1, 2, 3, 7)
    """
    pieces = text.replace("–", "-").split(",")
    return tuple(dict.fromkeys(board for piece in pieces for board in _boards(piece.strip())))


def _boards(piece: str) -> range:
    first, dash, last = piece.partition("-")
    if not first.isdigit() or (dash and not last.isdigit()):
        raise Misuse("bad-boards", f"{piece!r} is no board or range of boards", "write 1-24, or 1-12,17")
    low, high = parse_board(first), parse_board(last or first)
    if high < low:
        raise Misuse("bad-boards", f"{piece} runs backwards", f"write {high}-{low}")
    return range(low, high + 1)


def parse_contestants(text: str) -> tuple[str, ...]:
    """Contestants and ranges of contestants.

    >>> parse_contestants("1-2NS,1-2EW")
    ('1NS', '2NS', '1EW', '2EW')
    """
    pieces = text.upper().replace("–", "-").split(",")
    return tuple(dict.fromkeys(label for piece in pieces for label in _contestants(piece.strip())))


def _contestants(piece: str) -> list[str]:
    match = _RANGE.fullmatch(piece)
    if not match or int(match[3] or match[2]) < int(match[2]):
        raise Misuse(
            "bad-contestants", f"{piece!r} is no contestant or range of contestants", "write 1-12, or 1-13NS,1-13EW"
        )
    section, first, last, side = match[1], int(match[2]), int(match[3] or match[2]), match[4] or ""
    return [f"{section}{number}{side}" for number in range(first, last + 1)]


def parse_teams(text: str) -> tuple[str, ...]:
    """Teams by name.

    >>> parse_teams("Norway, Iceland")
    ('Norway', 'Iceland')
    """
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def parse_names(text: str) -> tuple[str, ...]:
    """People by name; a name is given once.

    >>> parse_names("Berg, Dahl and Ek")
    ('Berg', 'Dahl', 'Ek')
    """
    return tuple(dict.fromkeys(name.strip() for name in re.split(r"[,;&]|\band\b", text) if name.strip()))


def parse_seats(text: str) -> tuple[str, ...]:
    """The seats that concur in an appeal; Misuse where they are none.

    >>> parse_seats("N,S"), parse_seats("ew")
    (('N', 'S'), ('E', 'W'))
    """
    seats = tuple(dict.fromkeys(letter for letter in text.upper() if letter not in ", "))
    if not set(seats) <= set("NESW"):
        raise Misuse("usage", f"{text!r} are no seats", "--signed N,S, the players who concur")
    return seats


def parse_laws(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Citations of the Laws, each once."""
    return tuple(dict.fromkeys(parse_law(law) for law in texts))


def seat(text: str | None) -> Seat | None:
    """A declarer given by --declarer."""
    return Seat(text.upper()) if text else None


def session_name(text: str) -> str:
    """A session's name as it may stand in the database; Misuse where it may not."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", text):
        allowed = "letters, digits, dots and dashes: thursday-2026-03-05"
        raise Misuse("usage", f"{text!r} is no name for a session", allowed)
    return text


def where(board: tuple[int, str | None], seats: Seats) -> Where:
    """A table's play of a board, from the positional and the options."""
    number, stands_with_it = board
    if seats.table and stands_with_it and seats.table != stands_with_it:
        raise Misuse("bad-table", f"table {stands_with_it} or table {seats.table}?", "give the table once")
    named = seats.table or stands_with_it
    if named and not TABLE.fullmatch(named):
        raise Misuse("bad-table", f"{named[:30]!r} is no name for a table", "a number, or a short name: 1, A3, open")
    return Where(number, named, _label(seats.ns), _label(seats.ew))


def _label(text: str | None) -> str | None:
    return text.strip() if text else None


def reopening(late: Late) -> Reopening | None:
    """What the options for late changes say; None where nothing is to be reopened."""
    if late.reopen:
        return Reopening(late.reopen, late.authority or "", late.beyond_doubt)
    if late.authority or late.beyond_doubt:
        raise Misuse("usage", "--authority and --beyond-doubt go with --reopen", "--reopen 79C2 --authority WHO")
    return None


def require_text(what: str, text: str, hint: str = "say it in a few words") -> str:
    """A text that says something, without the blanks around it; Misuse where it is empty."""
    if not text.strip():
        raise Misuse("usage", f"{what} is empty", hint)
    return text.strip()


def result(text: str, declarer: str | None) -> Result:
    """A table's result; who declares may stand beside it."""
    return parse_result(text, seat(declarer))
