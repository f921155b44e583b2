"""The options a movement is laid down by, changed by and looked at by; and how a row of one is typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import click

from cli.options.declared import Heading, Options, option
from cli.options.names import parse_boards
from ledger.bounds.tournaments import ROUND
from ledger.errors import Misuse
from ledger.movements.plan import PlannedTable

_COUNT = click.IntRange(1, 999)


class SizeOptions(Options):
    """How many play, where the session does not say."""

    HEADING = Heading("How many play, where not those who are entered", "movements")

    pairs: int | None = option("--pairs", type=_COUNT, metavar="N", help="So many pairs.")
    tables: str | None = option("--tables", metavar="8.5", help="So many tables; 8.5 has a half table.")
    teams: int | None = option("--teams", type=_COUNT, metavar="N", help="So many teams.")
    players: int | None = option("--players", type=_COUNT, metavar="N", help="So many players of an individual.")


class PlayOptions(Options):
    """How a movement is played, where there is a choice."""

    HEADING = Heading("How it is played", "movements")

    rounds: int | None = option("--rounds", type=_COUNT, metavar="N", help="So many rounds [default: all it has].")
    boards_each: int | None = option(
        "--boards-each", type=_COUNT, metavar="N", help="So many boards a round [default: as many as there are]."
    )
    boards: str | None = option("--boards", metavar="1-24", help="These boards [default: those of the session].")
    first_board: int | None = option("--first-board", type=_COUNT, metavar="N", help="The boards from this one on.")
    skip: bool = option("--skip", is_flag=True, help="Half way, East–West miss out a table.")
    share: bool = option("--share", is_flag=True, help="Tables share boards, and a set is between two tables.")
    missing: Literal["ns", "ew"] | None = option(
        "--missing", type=click.Choice(["ns", "ew"]), help="Where half a table is empty [default: ew]."
    )
    switch: int | None = option("--switch", type=click.IntRange(0, 999), metavar="N", help="Turn the last N rounds.")
    winners: Literal["1", "2"] | None = option(
        "--winners", type=click.Choice(["1", "2"]), help="Rankings it is for [default: the session's]."
    )


class WholeOptions(Options):
    """A movement from elsewhere, and what it is for."""

    HEADING = Heading("From elsewhere")

    source: str | None = option("--from", metavar="FILE", help="As a .csv, a .xlsx or a .bws has it.")
    rows: tuple[str, ...] = option(
        "--row", multiple=True, metavar="ROW", help='As typed, a row a table: "1/2 5 12 4-6"; again for more.'
    )
    section: str = option("--section", default="", metavar="A", help="For this section only.")
    copies: int | None = option("--copies", type=_COUNT, metavar="N", help="So many copies of each board.")
    sharing: tuple[str, ...] = option(
        "--sharing", multiple=True, metavar="1,6", help="These tables share their boards; again for more."
    )


class ChangeOptions(Options):
    """What is to be otherwise in a movement."""

    HEADING = Heading("What is otherwise, one of")

    without: str | None = option("--without", metavar="WHO", help="A contestant leaves: who would meet it sits out.")
    seat: str | None = option("--seat", metavar="WHO", help="A contestant comes late, and takes the empty seats.")
    instead_of: str | None = option("--instead-of", metavar="WHO", help="With --seat: the seats of this one.")
    round: int | None = option("--round", type=_COUNT, metavar="N", help="With --table and --boards: other boards.")
    table: str | None = option("--table", metavar="TABLE", help="With --round and --boards: at this table.")
    from_round: int | None = option(
        "--from-round", type=_COUNT, metavar="N", help="From this round on [default: the first not begun]."
    )


class LookOptions(Options):
    """What of a movement is shown."""

    by: Literal["table", "pair", "round"] | None = option(
        "--by", type=click.Choice(["table", "pair", "round"]), help="A list for each of them [default: table]."
    )
    table: str | None = option("--table", metavar="TABLE", help="One table alone.")
    pair: str | None = option("--pair", metavar="WHO", help="One pair, team or player alone.")
    round: int | None = option("--round", type=_COUNT, metavar="N", help="One round alone.")
    worth: bool = option("--worth", is_flag=True, help="What it is worth: who meets whom, balance, sit-outs.")


_NOBODY = ("0", "-", "–")


def parse_row(text: str) -> PlannedTable:
    """A row of a movement: round and table, who sits North–South and East–West, the boards.

    >>> parse_row("1/2 5 12 4-6")
    PlannedTable(round=1, table='2', ns='5', ew='12', boards=(4, 5, 6))
    >>> parse_row("3/A4 A7 - 10-12").ew
    ''
    """
    words = text.split()
    place = re.fullmatch(r"([1-9][0-9]{0,2})/(\S+)", words[0]) if words else None
    if not place or len(words) not in (3, 4):
        raise Misuse("bad-row", f"{text[:60]!r} is no row", 'round/table, NS, EW, boards: --row "1/2 5 12 4-6"')
    ns, ew = ("" if each in _NOBODY else each for each in words[1:3])
    boards = parse_boards(words[3]) if len(words) == 4 and words[3] not in _NOBODY else ()
    if not (ns or ew):
        raise Misuse("bad-row", f"{text[:60]!r} seats nobody", "a table at which nobody sits needs no row")
    if ns and ew and not boards:
        raise Misuse("bad-row", f"{text[:60]!r} names no boards", 'who meets somebody plays boards: "1/2 5 12 4-6"')
    if not 1 <= int(place[1]) <= ROUND.most:
        raise Misuse("bad-row", f"{text[:60]!r} names no round", 'rounds are 1, 2, 3: --row "1/2 5 12 4-6"')
    return PlannedTable(int(place[1]), place[2], ns, ew, boards)


def parse_tables(text: str) -> Fraction:
    """How many tables there are; a half is one at which one pair sits.

    >>> parse_tables("8.5"), parse_tables("8½")
    (Fraction(17, 2), Fraction(17, 2))
    """
    found = re.fullmatch(r"([0-9]{1,3})([.,]0|[.,]5|½)?", text.strip())
    half = Fraction(1, 2) if found and found[2] and found[2][-1] in "5½" else Fraction(0)
    tables = int(found[1]) + half if found else Fraction(0)
    if tables < 1:
        raise Misuse("usage", f"{text[:20]!r} is no number of tables", "--tables 8, or --tables 8.5")
    return tables


def parse_sharing(texts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Tables that share their boards.

    >>> parse_sharing(["1,6"])
    (('1', '6'),)
    """
    groups = tuple(tuple(dict.fromkeys(piece.strip() for piece in each.split(",") if piece.strip())) for each in texts)
    if short := next((text for text, group in zip(texts, groups, strict=True) if len(group) < 2), None):
        raise Misuse("usage", f"{short[:40]!r} are no tables that share", "--sharing 1,6")
    return groups
