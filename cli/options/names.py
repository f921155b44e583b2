"""Reading what things are called: boards, contestants, teams, people, sessions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ledger.bounds.tournaments import BOARD
from ledger.errors import Misuse
from ledger.labels import DIGITS, SECTION

if TYPE_CHECKING:
    from ledger.facts.at_table import SideName


_RANGE = re.compile(rf"({SECTION})({DIGITS})(?:-(?:\1)?({DIGITS}))?(NS|EW)?")

_NUMBERS = re.compile(f"{DIGITS}[-–]{DIGITS}")


def parse_board(text: str) -> int:
    """A board number.

    >>> parse_board("23")
    23
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 15 and BOARD.hold(int(text))):
        numbered = f"boards are numbered 1 to {BOARD.most}"
        first = "" if text.lstrip("-").isdigit() else "; the board is said first, with its table: 23/1"
        raise Misuse("no-such-board", f"there is no board {text[:20]}", numbered + first)
    return int(text)


def parse_boards(text: str) -> tuple[int, ...]:
    """Boards and ranges of boards.

    >>> parse_boards("1-3,7")
    (1, 2, 3, 7)
    """
    pieces = text.replace("–", "-").split(",")
    return tuple(dict.fromkeys(board for piece in pieces for board in _boards(piece.replace(" ", ""))))


def _boards(piece: str) -> range:
    first, dash, last = piece.partition("-")
    if not first.isdigit() or (dash and not last.isdigit()):
        raise Misuse("bad-boards", f"{piece!r} is no board or range of boards", "write 1-24, or 1-12,17")
    low, high = parse_board(first), parse_board(last or first)
    if high < low:
        raise Misuse("bad-boards", f"{piece} runs backwards", f"write {high}-{low}")
    return range(low, high + 1)


def parse_rounds(text: str) -> tuple[int, ...]:
    """Rounds and ranges of rounds.

    >>> parse_rounds("1,3-5")
    (1, 3, 4, 5)
    """
    found: list[int] = []
    for piece in text.replace("–", "-").split(","):
        match = re.fullmatch(r"([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?", piece.strip())
        if not match or int(match[2] or match[1]) < int(match[1]):
            raise Misuse("usage", f"{piece.strip()!r} is no round or range of rounds", "--rounds 3-4")
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return tuple(dict.fromkeys(found))


def parse_contestants(text: str) -> tuple[str, ...]:
    """Contestants and ranges of contestants; Misuse (bad-contestants) where one is named twice.

    >>> parse_contestants("1-2NS,1-2EW")
    ('1NS', '2NS', '1EW', '2EW')
    """
    pieces = [piece.strip() for piece in text.upper().replace("–", "-").split(",")]
    return _each_once((piece, _contestants(piece)) for piece in pieces)


def _contestants(piece: str) -> list[str]:
    match = _RANGE.fullmatch(piece)
    if match and int(match[3] or match[2]) < int(match[2]):
        turned = f"{match[1]}{match[3]}-{match[1]}{match[2]}{match[4] or ''}"
        raise Misuse("bad-contestants", f"{piece} runs backwards", f"write {turned}")
    if not match:
        raise Misuse(
            "bad-contestants", f"{piece!r} is no contestant or range of contestants", "write 1-12, or 1-13NS,1-13EW"
        )
    section, first, last, side = match[1], int(match[2]), int(match[3] or match[2]), match[4] or ""
    return [f"{section}{number}{side}" for number in range(first, last + 1)]


def parse_teams(text: str) -> tuple[str, ...]:
    """Teams by name, and ranges of teams that have numbers for names.

    >>> parse_teams("Norway, Iceland"), parse_teams("1-3,5")
    (('Norway', 'Iceland'), ('1', '2', '3', '5'))
    """
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    return _each_once((piece, _teams(piece)) for piece in pieces)


def _each_once(named: Iterable[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """Whom the pieces of a list name, each once: who is named twice is a slip for another, and only the typist knows.

    >>> _each_once([("1-2", ("1", "2")), ("3", ("3",))])
    ('1', '2', '3')
    """
    found: list[str] = []
    kept: list[str] = []
    twice: list[str] = []
    for piece, labels in named:
        new = [label for label in labels if label not in found]
        twice += [label for label in labels if label in found]
        kept += new if len(new) < len(labels) else [piece]
        found += new
    if twice:
        names = ", ".join(dict.fromkeys(twice))
        are = "is" if len({*twice}) == 1 else "are"
        raise Misuse("bad-contestants", f"{names} {are} named twice", f"each once: {', '.join(kept)}")
    return tuple(found)


def _teams(piece: str) -> list[str]:
    """A name with a hyphen in it is a name: only numbers make a range, and numbers that make none are a slip."""
    if re.fullmatch(r"[0-9][-–0-9 .:/]*[-– .:/][-–0-9 .:/]*", piece) and not _NUMBERS.fullmatch(piece):
        alone = ",".join(re.findall("[0-9]+", piece))
        raise Misuse(
            "bad-contestants", f"{piece!r} is no contestant or range of contestants", f"write {alone}, or 1-12"
        )
    return _contestants(piece.replace("–", "-")) if _NUMBERS.fullmatch(piece) else [piece]


def parse_names(text: str) -> tuple[str, ...]:
    """People by name; a name is given once.

    >>> parse_names("Berg, Dahl and Ek")
    ('Berg', 'Dahl', 'Ek')
    """
    return tuple(dict.fromkeys(name.strip() for name in re.split(r"[,;&]|\band\b", text) if name.strip()))


def parse_sides(text: str, option: str) -> tuple[SideName, ...]:
    """The sides that say something; Misuse where they are none.

    >>> parse_sides("ew, NS", "--by-sides")
    ('EW', 'NS')
    """
    known: dict[str, SideName] = {"NS": "NS", "EW": "EW"}
    sides = tuple(dict.fromkeys(piece.strip().upper() for piece in text.split(",") if piece.strip()))
    if not sides or not set(sides) <= set(known):
        raise Misuse("usage", f"{text!r} are no sides", f"{option} NS,EW")
    return tuple(known[side] for side in sides)


def parse_seats(text: str) -> tuple[str, ...]:
    """The seats that concur in an appeal; Misuse where they are none.

    >>> parse_seats("N,S"), parse_seats("ew")
    (('N', 'S'), ('E', 'W'))
    """
    seats = tuple(dict.fromkeys(letter for letter in text.upper() if letter not in ", "))
    if not set(seats) <= set("NESW"):
        raise Misuse("usage", f"{text!r} are no seats", "--signed N,S, the players who concur")
    return seats
