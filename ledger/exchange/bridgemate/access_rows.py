"""A row of an Access table from its bytes, as Jet 3 (Access 97) and Jet 4 (Access 2000 to 2003) lay it down.

    how many columns | columns of fixed length | of variable length | where each of those ends | which columns are null

Rows written before a column was added to the table have fewer columns than it; what they lack is null. The form is
described by mdbtools (HACKING.md) and Jackcess.
"""

import struct
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from typing import NamedTuple

Cell = str | int | bool | None
Row = Mapping[str, Cell]

_BOOLEAN, _TEXT, _DATE = 1, 10, 8
_NUMBERS = {2: "<B", 3: "<h", 4: "<i"}
READABLE = frozenset((_BOOLEAN, _TEXT, _DATE, *_NUMBERS))
"""The kinds of columns whose cells are read: a long text, a fraction or a picture is none."""
_FIRST_DAY = datetime(1899, 12, 30)
_MOST_COLUMNS = 255
"""Access itself allows no more."""
_SECONDS_A_DAY = 86_400
_COMPRESSED = b"\xff\xfe"


class RowForm(Enum):
    """How rows are laid down: how many bytes a count has."""

    JET3 = 1
    JET4 = 2


class Column(NamedTuple):
    """A column: `offset` is where its cells stand, None where they are of variable length: then by `variable`."""

    name: str
    kind: int
    number: int
    offset: int | None
    variable: int
    length: int


def read_row(record: bytes, columns: Sequence[Column], form: RowForm) -> Row:
    """The cells of a row by the names of their columns. ValueError, LookupError or struct.error where it is none."""
    width = form.value
    count = int.from_bytes(record[:width], "little")
    nulls = record[len(record) - (count + 7) // 8 :]
    if not count or len(nulls) * 8 < count:
        raise ValueError("it breaks off")
    ends = _ends(record, len(nulls), form) if any(column.offset is None for column in columns) else []
    found: dict[str, Cell] = {}
    left = len(record)
    for column in columns:
        has = column.number < count and bool(nulls[column.number // 8] >> column.number % 8 & 1)
        if column.kind == _BOOLEAN or not has:
            found[column.name] = has if column.kind == _BOOLEAN else None
            continue
        start, end = _span(column, width, ends)
        left -= end - start
        if not start <= end <= len(record) or left < 0:
            raise ValueError("its cells lie over each other, or beyond it")
        found[column.name] = _cell(column.kind, record[start:end], form)
    return found


def _span(column: Column, width: int, ends: Sequence[int]) -> tuple[int, int]:
    """Where in its row a cell stands. LookupError where the row has no such cell."""
    if column.offset is None:
        return ends[column.variable], ends[column.variable + 1]
    return width + column.offset, width + column.offset + column.length


def _ends(record: bytes, nulls: int, form: RowForm) -> list[int]:
    """Where the cells of variable length begin, and where the last one ends."""
    last = len(record) - nulls
    if form is RowForm.JET4:
        count = min(int.from_bytes(record[last - 2 : last], "little"), _MOST_COLUMNS)
        return [int.from_bytes(record[last - 4 - 2 * at : last - 2 - 2 * at], "little") for at in range(count + 1)]
    return _ends_of_bytes(record, last - 1)


def _ends_of_bytes(record: bytes, last: int) -> list[int]:
    """The same where an offset has one byte: from which cells on 256 are to be added is said beside them."""
    count, jumps = record[last], (len(record) - 1) // 256
    first = last - jumps - 1
    if (first - count) // 256 < jumps:
        jumps -= 1  # the last of them says nothing
    found, passed = [], 0
    for at in range(count + 1):
        while passed < jumps and record[last - 1 - passed] == at:
            passed += 1
        found.append(record[first - at] + 256 * passed)
    return found


def _cell(kind: int, content: bytes, form: RowForm) -> Cell:
    """What a cell says; None for kinds that no table of a Bridgemate rests on."""
    if kind in _NUMBERS:
        number: int = struct.unpack(_NUMBERS[kind], content)[0]
        return number
    if kind == _TEXT:
        return _text(content, form).replace("\0", "")
    if kind == _DATE:
        (days,) = struct.unpack("<d", content)
        return (_FIRST_DAY + timedelta(seconds=round(days * _SECONDS_A_DAY))).isoformat(" ")
    return None


def _text(content: bytes, form: RowForm) -> str:
    if form is RowForm.JET3:
        return content.decode("cp1252", "replace")
    if content.startswith(_COMPRESSED):
        return content[2:].decode("latin-1")
    return content.decode("utf-16-le", "replace")
