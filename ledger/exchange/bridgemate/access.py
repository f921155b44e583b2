"""The tables of a scoring file, an Access file: access-parser reads how a table is made up, its rows are read here.

Devices and their program write the file while it is read, and strangers make files. So nothing in it is trusted: a
table counts as read when every row it says it has was read, to the last byte, and is otherwise `DamagedFile`.

A row is read from its bytes, as Jet 3 (Access 97) and Jet 4 (Access 2000 to 2003) lay it down:

    how many columns | columns of fixed length | of variable length | where each of those ends | which columns are null

A row that was written before a column was added to the table has fewer columns; what it lacks is null. The form is
described by mdbtools (HACKING.md) and Jackcess.
"""

from __future__ import annotations

import logging
import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ledger.bounds.files import ACCESS_COLUMNS, CELLS, DEFINITION
from ledger.errors import Misuse

if TYPE_CHECKING:
    pass


Cell = str | int | bool | None
Row = Mapping[str, Cell]
_BOOLEAN, _TEXT, _DATE = 1, 10, 8
_NUMBERS = {2: "<B", 3: "<h", 4: "<i"}
READABLE = frozenset((_BOOLEAN, _TEXT, _DATE, *_NUMBERS))
"""The kinds of columns whose cells are read: a long text, a fraction or a picture is none."""

_FIRST_DAY = datetime(1899, 12, 30)
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
        if column.offset is None:
            start, end = ends[column.variable], ends[column.variable + 1]
        else:
            start, end = width + column.offset, width + column.offset + column.length
        left -= end - start
        if not start <= end <= len(record) or left < 0:
            raise ValueError("its cells lie over each other, or beyond it")
        found[column.name] = _cell(column.kind, record[start:end], form)
    return found


def _ends(record: bytes, nulls: int, form: RowForm) -> list[int]:
    """Where the cells of variable length begin, and where the last one ends."""
    last = len(record) - nulls
    if form is RowForm.JET4:
        count = min(int.from_bytes(record[last - 2 : last], "little"), ACCESS_COLUMNS.most)
        return [int.from_bytes(record[last - 4 - 2 * at : last - 2 - 2 * at], "little") for at in range(count + 1)]
    # an offset has one byte: from which cells on 256 are to be added is said beside them
    last -= 1
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
        if form is RowForm.JET3:
            text = content.decode("cp1252", "replace")
        elif content.startswith(_COMPRESSED):
            text = content[2:].decode("latin-1")
        else:
            text = content.decode("utf-16-le", "replace")
        return text.replace("\0", "")
    if kind == _DATE:
        (days,) = struct.unpack("<d", content)
        return (_FIRST_DAY + timedelta(seconds=round(days * _SECONDS_A_DAY))).isoformat(" ")
    return None


_DEFINITION, _DATA = b"\x02\x01", b"\x01\x01"
_HEADER = b"\x00\x01\x00\x00Standard Jet DB\x00"
_CATALOG_PAGE = 2
_USER_TABLE = 1
_DELETED, _ELSEWHERE, _OFFSET = 0x8000, 0x4000, 0x1FFF

STUMBLES = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
)
"""What reading bytes that are no table ends in."""


class DamagedFile(ValueError):
    """A file, or a table of it, that cannot be read whole: what it says is no result of anything."""


def may_become_whole(content: bytes) -> bool:
    """Whether an Access file begins like this, or may once it is written: so far there is nothing, or only zeros."""
    begun = content[: len(_HEADER)]
    return _HEADER.startswith(begun) or not any(begun)


class _Definition(NamedTuple):
    columns: Sequence[Column]
    rows: int


class AccessFile:
    """An Access file: the tables in it by name, and the rows of each. Damaged where it is no such file."""

    def __init__(self, content: bytes) -> None:
        if not any(content):
            raise DamagedFile("it is empty" if not content else "there is nothing but zeros in it")
        if not content.startswith(_HEADER):
            raise DamagedFile(
                "it is no Access file: Bridgemate Control makes .bws files in the form of Access 97 to 2003"
            )
        self._form = RowForm.JET4 if content[len(_HEADER)] else RowForm.JET3
        size = self._size = 4096 if content[len(_HEADER)] else 2048
        self._pages = [content[at : at + size] for at in range(0, len(content), size)]
        if len(self._pages[-1]) != size:
            raise DamagedFile("it breaks off in the middle of a page")
        self._data = defaultdict(list)
        for page in self._pages:
            if page.startswith(_DATA):
                self._data[int.from_bytes(page[4:8], "little")].append(page)
        rows = self._read(_CATALOG_PAGE)
        tables = ((row.get("Name"), row.get("Id")) for row in rows if row.get("Type") == _USER_TABLE)
        self._tables = {name: page for name, page in tables if isinstance(name, str) and isinstance(page, int)}

    @property
    def names(self) -> frozenset[str]:
        """The tables the file has."""
        return frozenset(self._tables)

    def rows(self, name: str) -> list[Row]:
        """Every row of a table, as they lie. Damaged where not every one of them can be read."""
        return self._read(self._tables[name])

    def expected(self, name: str) -> int:
        """How many rows a table says it has."""
        return self._definition(self._tables[name]).rows

    def columns(self, name: str) -> dict[str, bool]:
        """The columns of a table, and whether their cells can be read. Damaged where it cannot be said."""
        return {each.name: each.kind in READABLE for each in self._definition(self._tables[name]).columns}

    def _read(self, table: int) -> list[Row]:
        definition, found, left = self._definition(table), [], len(self._pages) * self._size
        for record in self._records(table):
            left -= len(record)
            if left < 0:
                raise DamagedFile("its rows lie over each other")
            try:
                found.append(read_row(record, definition.columns, self._form))
            except STUMBLES as error:
                raise DamagedFile(f"row {len(found) + 1} cannot be read") from error
            if not CELLS.hold(len(found) * len(definition.columns)):
                raise DamagedFile("it has more rows than any such table has")
        if len(found) != definition.rows:
            raise DamagedFile(f"it says it has {definition.rows} rows, and {len(found)} are there")
        return found

    def _records(self, table: int) -> Iterator[bytes]:
        for page in self._data[table]:
            for number, offset in enumerate(self._offsets(page)):
                if offset & _DELETED:
                    continue
                record = self._record(page, number)
                if offset & _ELSEWHERE:  # it grew too long for its page: only a pointer to it was left there
                    pointer = int.from_bytes(record[:4], "little")
                    other, at = pointer >> 8, pointer & 0xFF
                    if other >= len(self._pages) or not self._pages[other].startswith(_DATA):
                        raise DamagedFile("a row of it leads to a page that holds no rows")
                    if at >= len(self._offsets(self._pages[other])):
                        raise DamagedFile("a row of it leads nowhere")
                    record = self._record(self._pages[other], at)
                yield record

    def _offsets(self, page: bytes) -> tuple[int, ...]:
        at = 8 if self._form is RowForm.JET3 else 12
        count = int.from_bytes(page[at : at + 2], "little")
        if at + 2 + 2 * count > len(page):
            raise DamagedFile("a page of it is damaged")
        return struct.unpack_from(f"<{count}H", page, at + 2)

    def _record(self, page: bytes, number: int) -> bytes:
        offsets = self._offsets(page)
        end = offsets[number - 1] & _OFFSET if number else len(page)
        return page[offsets[number] & _OFFSET : end]

    # How a table is made up

    def _definition(self, table: int) -> _Definition:
        pages = self._definition_pages(table)
        try:
            found = _parsed_definition(pages, table, 3 if self._form is RowForm.JET3 else 4, self._size)
        except STUMBLES as error:
            raise DamagedFile("what its columns are cannot be read") from error
        if found is None or not ACCESS_COLUMNS.hold(len(found.columns)):
            raise DamagedFile("what its columns are cannot be read")
        return found

    def _definition_pages(self, table: int) -> dict[int, bytes]:
        """The pages that say what a table's columns are, each of which names the next."""
        found: dict[int, bytes] = {}
        page = table
        while page:
            if not DEFINITION.hold(len(found) + 1):
                raise DamagedFile("what its columns are goes on and on")
            if not 0 < page < len(self._pages) or page in found or not self._pages[page].startswith(_DEFINITION):
                raise DamagedFile("what its columns are is damaged")
            found[page] = self._pages[page]
            page = int.from_bytes(self._pages[page][4:8], "little")
        return found


def _parsed_definition(pages: dict[int, bytes], table: int, version: int, size: int) -> _Definition | None:
    from access_parser import access_parser  # it and its parser of bytes are dear to load, and seldom needed
    from construct import ConstructError

    logging.getLogger("access_parser").disabled = True  # what it cannot read is told as our own
    by_offset = {page * size: content for page, content in pages.items()}
    try:
        its = access_parser.AccessTable(
            access_parser.TableObj(table * size, pages[table]), version, size, {}, by_offset
        )
    except ConstructError:
        return None
    columns = [
        Column(
            name=each.col_name_str,
            kind=each.type,
            number=each.column_id,
            offset=each.fixed_offset if each.column_flags.fixed_length else None,
            variable=each.variable_column_number,
            length=each.length,
        )
        for each in its.columns.values()
    ]
    return _Definition(columns, its.table_header.number_of_rows)


_COLUMNS = {
    "Section": ("ID", "Letter Winners MissingPair"),
    "RoundData": ("Section Table Round NSPair EWPair LowBoard HighBoard", "CustomBoards South West"),
    "ReceivedData": (
        "Section Table Round Board PairNS PairEW NS/EW Contract Result Remarks",
        "ID South West Declarer LeadCard DateLog Erased SuspiciousContract",
    ),
    "Session": ("", "Date"),
    "PlayerNumbers": ("Section Table Direction Number", "Name Round"),
    "PlayerNames": ("ID Name", "strID"),
    "HandRecord": ("Board", ""),
}
"""The columns without which a table says nothing, and those that are read where its version has them."""


_NEEDED = ("Section", "RoundData", "ReceivedData")


_PLAYERS, _NAMES = "PlayerNumbers", "PlayerNames"


_ALSO = ("Session", _PLAYERS, "HandRecord")


@dataclass(frozen=True, slots=True)
class DeviceTables:
    """What is in a scoring file: rows by table; `unread`: (table, why) of those that could not be read."""

    rows: Mapping[str, list[Row]]
    unread: list[tuple[str, str]] = field(default_factory=list)

    def __getitem__(self, name: str) -> list[Row]:
        """The rows of a table; none where the file has no such table, or it could not be read."""
        return self.rows.get(name, [])


def device_tables(file: str, content: bytes) -> DeviceTables:
    """The tables of a .bws file. Misuse (bad-file) where it is none, or one that results rest on is damaged."""
    try:
        access = AccessFile(content)
    except DamagedFile as error:
        raise _bad(file, str(error)) from error
    missing = [name for name in _NEEDED if name not in access.names]
    if missing:
        raise _bad(file, f"it has no table {' and no table '.join(missing)}, as every scoring file of Bridgemates does")
    rows: dict[str, list[Row]] = {}
    unread = [(name, "the file has no such table") for name in (_PLAYERS,) if name not in access.names]
    for name in (each for each in (*_NEEDED, *_ALSO, _NAMES) if each in access.names):
        # who gave a number alone stands in the club's list of members, which is long
        numbers = rows.get(_PLAYERS, [])
        if name == _NAMES and not any(text(row, "Number") and not text(row, "Name") for row in numbers):
            continue
        try:
            columns, (needed, also) = access.columns(name), _COLUMNS[name]
            if missing := [each for each in needed.split() if each not in columns]:
                raise DamagedFile(f"it has no column {' and no column '.join(missing)}")
            if strange := [each for each in f"{needed} {also}".split() if not columns.get(each, True)]:
                raise DamagedFile(f"its column {' and its column '.join(strange)} is of a kind that is not read")
            rows[name] = access.rows(name)
        except DamagedFile as error:
            if name in _NEEDED:
                raise _bad(file, f"table {name}: {error}") from error
            unread.append((name, str(error)))
    return DeviceTables(rows, unread)


def _bad(file: str, why: str) -> Misuse:
    return Misuse("bad-file", f"{file} cannot be read: {why}", "copy it again from the computer of the Bridgemates")


def number(row: Row, column: str) -> int:
    """A whole number; 0 where the file has none."""
    cell = row.get(column)
    return cell if isinstance(cell, int) else 0


def text(row: Row, column: str) -> str:
    """A text without blanks around it; '' where the file has none."""
    cell = row.get(column)
    return cell.strip() if isinstance(cell, str) else ""


def flag(row: Row, column: str) -> bool:
    """Whether something is ticked: as a box, or as a number that is not 0."""
    return bool(row.get(column))
