"""Notation on the command line: each kind of text has one reader, and says what is wrong with it."""

import re
from collections.abc import Callable
from typing import Any, Literal, get_args

import click

from ledger.bridge import Seat, Unreadable, parse_result
from ledger.bridge.board import LAST_BOARD
from ledger.commands import Reopening, Where
from ledger.errors import Misuse
from ledger.events.rulings import ReopeningCause
from ledger.exchange.sheet import TABLE
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    Grade,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
)
from ledger.laws.rounding import read_decimal
from ledger.laws.weighting import Weighting, parse_weighting

_RANGE = re.compile(r"([A-Z]{0,3})([0-9]{1,5})(?:-([0-9]{1,5}))?(NS|EW)?")


class BoardAndTable(click.ParamType[tuple[int, str | None]]):
    """A board, or a board and table together: '23', '23/1'."""

    name = "board"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str | None]:
        """Board number, and the table where it is given."""
        board, _, table = str(value).partition("/")
        return parse_board(board), table or None


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
    found: list[int] = []
    for piece in text.replace("–", "-").split(","):
        first, dash, last = piece.strip().partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            raise Misuse("bad-boards", f"{piece.strip()!r} is no board or range of boards", "write 1-24, or 1-12,17")
        low, high = parse_board(first), parse_board(last or first)
        if high < low:
            raise Misuse("bad-boards", f"{piece.strip()} runs backwards", f"write {high}-{low}")
        found.extend(range(low, high + 1))
    return tuple(dict.fromkeys(found))


def parse_contestants(text: str) -> tuple[str, ...]:
    """Contestants and ranges of contestants.

    >>> parse_contestants("1-2NS,1-2EW")
    ('1NS', '2NS', '1EW', '2EW')
    """
    found: list[str] = []
    for piece in text.upper().replace("–", "-").split(","):
        match = _RANGE.fullmatch(piece.strip())
        if not match or int(match[3] or match[2]) < int(match[2]):
            raise Misuse(
                "bad-contestants",
                f"{piece.strip()!r} is no contestant or range of contestants",
                "write 1-12, or 1-13NS,1-13EW",
            )
        section, first, last, side = match[1], int(match[2]), int(match[3] or match[2]), match[4] or ""
        found.extend(f"{section}{number}{side}" for number in range(first, last + 1))
    return tuple(dict.fromkeys(found))


def parse_teams(text: str) -> tuple[str, ...]:
    """Teams by name.

    >>> parse_teams("Norway, Iceland")
    ('Norway', 'Iceland')
    """
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def where(
    board: tuple[int, str | None], table: str | None, ns: str | None, ew: str | None, round_: int | None = None
) -> Where:
    """A table's play of a board, from the positional and the options."""
    number, stands_with_it = board
    if table and stands_with_it and table != stands_with_it:
        raise Misuse("bad-table", f"table {stands_with_it} or table {table}?", "give the table once")
    named = table or stands_with_it
    if named and not TABLE.fullmatch(named):
        raise Misuse("bad-table", f"{named[:30]!r} is no name for a table", "a number, or a short name: 1, A3, open")
    return Where(number, named, _label(ns), _label(ew), round_)


def _label(text: str | None) -> str | None:
    return text.strip() if text else None


def where_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The positional board, and the options that name a table on it."""
    for decorate in (
        click.option("--round", "round_", type=click.IntRange(1, 999), help="The round, where teams meet again."),
        click.option("--ew", metavar="CONTESTANT", help="Who sat East–West."),
        click.option("--ns", metavar="CONTESTANT", help="Who sat North–South."),
        click.option("--table", metavar="TABLE", help="The table (or write the board as 23/1)."),
        click.argument("board", type=BoardAndTable()),
    ):
        command = decorate(command)
    return command


def reopening_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What allows a change after the periods have run out."""
    for decorate in (
        click.option("--beyond-doubt", is_flag=True, help="With --reopen 79C2: beyond reasonable doubt."),
        click.option("--authority", metavar="WHO", help="With --reopen: who approved or decided it."),
        click.option(
            "--reopen",
            type=click.Choice(get_args(ReopeningCause)),
            help="After the periods: an error of the scorer (79C2), the regulating authority, a disciplinary finding.",
        ),
    ):
        command = decorate(command)
    return command


def reopening(options: dict[str, Any]) -> Reopening | None:
    """What these options say; None where nothing is to be reopened."""
    if options["reopen"] is None:
        if options["authority"] or options["beyond_doubt"]:
            raise Misuse("usage", "--authority and --beyond-doubt go with --reopen", "--reopen 79C2 --authority WHO")
        return None
    return Reopening(options["reopen"], options["authority"] or "", options["beyond_doubt"])


def seat(text: str | None) -> Seat | None:
    """A declarer given by --declarer."""
    return Seat(text.upper()) if text else None


def adjustment(kinds: dict[str, Any], declarer: Seat | None) -> Adjustment | None:
    """The one kind of score the options ask for, None where they ask for none; two kinds are refused."""
    asked = {name: value for name, value in kinds.items() if value}
    if len(asked) > 1:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in asked)
        raise Misuse(
            "one-kind", f"a ruling is of one kind, not of {len(asked)}: {options}", "give two rulings, or one of them"
        )
    for name, value in asked.items():
        return _READERS[name](value, declarer)
    return None


def _parts(
    text: str, names: tuple[str, str], declarer: Seat | None, code: str, message: str, hint: str
) -> list[Weighting]:
    """'NS: …; EW: …' or 'B: …; C: …', each a result or a weighting, in the order of the names."""
    found = {}
    for piece in text.split(";"):
        name, colon, stated = piece.partition(":")
        if colon and name.strip().upper() in names and stated.strip():
            found[name.strip().upper()] = parse_weighting(stated.strip(), declarer)
    if len(found) != len(names) or text.count(";") != 1:
        raise Unreadable(code, message, text=text, hint=hint)
    return [found[name] for name in names]


def _self_inflicted(value: tuple[str, str | None], declarer: Seat | None) -> SelfInflicted:
    text, offender = value
    hint = 'write "B: 4SN=; C: 60% 5HE-1, 40% 5HE-2"'
    b, c = _parts(text, ("B", "C"), declarer, "bad-self-inflicted", "B and C are each a result or a weighting", hint)
    if offender not in ("NS", "EW"):
        raise Misuse("usage", "who offended?", "--offender NS or EW: the other side's damage is partly its own doing")
    return SelfInflicted("EW" if offender == "NS" else "NS", b, c)


def _split(text: str, declarer: Seat | None) -> Split:
    message = "a split score names both sides, each with a result or a weighting"
    ns, ew = _parts(text, ("NS", "EW"), declarer, "bad-split", message, 'write "NS: 4SN=; EW: 60% 4SN=, 40% 4SN-1"')
    return Split(ns, ew)


def _artificial(value: tuple[str, str | None], declarer: Seat | None) -> Artificial:
    text, unless = value
    ns, slash, ew = text.partition("/")
    if not slash:
        raise Unreadable(
            "bad-artificial",
            f"{text!r} names one side only",
            text=text,
            marks=((0, len(text)),),
            hint="write NS/EW: A+/A-, A/A, 60/40",
        )
    return Artificial(Grade(ns), Grade(ew), parse_weighting(unless, declarer) if unless else ())


def _weighted(weighting: Weighting) -> Adjustment:
    """A weighting of one outcome is an assigned score."""
    return Weighted(weighting) if len(weighting) > 1 else Assigned(weighting[0].result)


def _awarded(value: tuple[str, Literal["keep", "out"]], _: Seat | None) -> Awarded:
    text, field = value
    ns, _slash, ew = text.partition("/")
    try:
        return Awarded(read_decimal(ns), read_decimal(ew), field)
    except ValueError:
        raise Unreadable(
            "bad-awarded",
            f"{text!r} is not a score for each side",
            text=text,
            marks=((0, len(text)),),
            hint="write NS/EW: 23/11, or 20.5/19.5",
        ) from None


_READERS: dict[str, Callable[[Any, Seat | None], Adjustment]] = {
    "result": lambda text, declarer: Assigned(parse_result(text, declarer)),
    "weighted": lambda text, declarer: _weighted(parse_weighting(text, declarer)),
    "split": _split,
    "artificial": _artificial,
    "awarded": _awarded,
    "self_inflicted": _self_inflicted,
    "claim": lambda text, declarer: Claim(parse_result(text, declarer)),
    "stands": lambda _flag, _declarer: Stands(),
}
