"""A club's own movement in a CSV or a spreadsheet: one line for each table of each round.

Its columns stand in any order: round, table, ns, ew, and boards ('1-3', '1;2;3') or lowboard and highboard.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from ledger.bounds.tournaments import BOARD, ROUND
from ledger.errors import Misuse
from ledger.exchange.csv.tables import read_table
from ledger.exchange.sheet import shorten
from ledger.movements.plan import NOTHING_THERE, PlannedTable

_NAMES = {
    "round": "round rnd r runde tour",
    "table": "table tbl tisch",
    "ns": "ns nspair nspairno northsouth pairns",
    "ew": "ew ewpair ewpairno eastwest pairew",
    "boards": "boards board boardset brds",
    "low": "lowboard firstboard low",
    "high": "highboard lastboard high",
    "section": "section sec",
}

_COLUMN = {word: ours for ours, words in _NAMES.items() for word in words.split()}
_NEEDED = ("round", "table", "ns", "ew")
_MOST_SHOWN = 3


def read_movement_table(path: Path) -> tuple[PlannedTable, ...]:
    """Return the table plans of every round, contestants numbered as in the file.

    A side that is 0, '-' or empty is nobody: the contestant opposite sits out. Misuse (bad-file): a column is missing,
    or a line cannot be read.
    """
    table = read_table(path, lambda cells: sum(_our_column(cell) != "" for cell in cells))
    columns = [_our_column(name) for name in table.columns]
    missing = [each for each in _NEEDED if each not in columns]
    if not ("boards" in columns or {"low", "high"} <= {*columns}):
        missing.append("boards")
    if missing:
        message = f"{path} is no movement: it has no column {' and no column '.join(missing)}"
        raise Misuse("bad-file", message, "its columns are round, table, ns, ew, boards; or lowboard and highboard")
    tables: list[PlannedTable] = []
    problems: list[str] = []
    for line, row in table.rows:
        try:
            tables += _read_row(columns, row)
        except ValueError as error:
            problems.append(f"line {line}: {error}")
    if problems:
        more = f"; and {len(problems) - _MOST_SHOWN} lines more" if len(problems) > _MOST_SHOWN else ""
        raise Misuse("bad-file", f"{path} {'; '.join(problems[:_MOST_SHOWN])}{more}", "a line is 1,2,5,12,4-6")
    return tuple(tables)


def _our_column(heading: str) -> str:
    return _COLUMN.get(re.sub(r"[^a-z]", "", heading.lower()), "")


def _read_row(columns: Sequence[str], row: list[str] | str) -> list[PlannedTable]:
    if isinstance(row, str):
        raise ValueError(row)
    cells = {name: cell.strip() for name, cell in zip(columns, row, strict=True) if name}
    section = cells.get("section", "")
    ns, ew = (
        "" if cells[side] in NOTHING_THERE else f"{section}{cells[side]}" if cells[side][:1].isdigit() else cells[side]
        for side in ("ns", "ew")
    )
    if not (ns or ew):
        return []
    table = cells["table"]
    if not table:
        raise ValueError("it names no table")
    table = f"{section}{table}" if table.isdigit() else table
    round_ = _read_number(cells["round"], "round", ROUND.most)
    # as listed, else from the lowest to the highest; none where both are 0 or empty
    low, high = (cells.get(name, "") for name in ("low", "high"))
    if listed := cells.get("boards"):
        boards = () if listed in NOTHING_THERE else boards_listed(listed)
    else:
        boards = () if low in NOTHING_THERE and high in NOTHING_THERE else boards_listed(f"{low}-{high}")
    return [PlannedTable(round_, table, ns, ew, boards)]


def boards_listed(text: str) -> tuple[int, ...]:
    """Parse a list of board numbers, '1-3' or '1;2;3'; ValueError if a part is neither a board nor a range.

    >>> boards_listed("1-3"), boards_listed("1;2;3"), boards_listed("7")
    ((1, 2, 3), (1, 2, 3), (7,))
    """
    boards: dict[int, None] = {}
    for piece in filter(None, re.split(r"[;,\s]+", re.sub(r"\s*[-–]\s*", "-", text.strip()))):
        first, dash, last = piece.partition("-")
        low = _read_number(first, "board", BOARD.most)
        high = _read_number(last, "board", BOARD.most) if dash else low
        if high < low:
            raise ValueError(f"boards {piece} run backwards")
        boards |= dict.fromkeys(range(low, high + 1))
    return tuple(boards)


def _read_number(text: str, what: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and 1 <= int(text) <= most):
        raise ValueError(f"{shorten(text)} is no {what}" if text else f"it names no {what}")
    return int(text)
