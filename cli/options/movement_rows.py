"""Reading what is typed of a movement: a row of it, how many tables there are, which of them share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from cli.options.names import parse_boards
from ledger.bounds.tournaments import ROUND
from ledger.errors import Misuse
from ledger.movements.plan import NOTHING_THERE, PlannedTable


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
    ns, ew = ("" if each in NOTHING_THERE else each for each in words[1:3])
    boards = parse_boards(words[3]) if len(words) == 4 and words[3] not in NOTHING_THERE else ()
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
