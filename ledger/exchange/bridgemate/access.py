"""The tables of a Bridgemate's scoring file, an Access file: access-parser reads the definitions, this module the rows.

Devices write the file while it is read, and strangers make files, so nothing in it is trusted: a table is read only if
every row it claims to have was read to the last byte; if not, it is a `DamagedFile`.

A row is laid out as in Jet 3 (Access 97) and Jet 4 (Access 2000 to 2003):

    number of columns | fixed-length columns | variable-length columns | their ends | null columns

A row written before a column was added to the table has fewer columns; the missing ones are null. The format is
described by mdbtools (HACKING.md) and Jackcess.
"""

import logging
import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import NamedTuple

from ledger.bounds.files import ACCESS_COLUMNS, CELLS, DEFINITION
from ledger.errors import Misuse

Cell = str | int | bool | None
Row = Mapping[str, Cell]
_BOOLEAN, _TEXT, _DATE = 1, 10, 8
_NUMBERS = {2: "<B", 3: "<h", 4: "<i"}
# cells of other kinds (long texts, fractions, pictures) are not read
READABLE = frozenset((_BOOLEAN, _TEXT, _DATE, *_NUMBERS))
_FIRST_DAY = datetime(1899, 12, 30)
_SECONDS_A_DAY = 86_400
_COMPRESSED = b"\xff\xfe"


class RowForm(Enum):
    """The format of an Access file; its value is the number of bytes of a row's counts and offsets."""

    JET3 = 1
    JET4 = 2


class Column(NamedTuple):
    """A column: `offset` of its cell in a row, or None for cells of variable length, whose index is `variable`."""

    name: str
    kind: int
    number: int
    offset: int | None
    variable: int
    length: int


def read_row(record: bytes, columns: Sequence[Column], form: RowForm) -> Row:
    """Return the cells of a row by column name. ValueError, LookupError or struct.error if the bytes are no row."""
    width = form.value
    count = int.from_bytes(record[:width], "little")
    nulls = record[len(record) - (count + 7) // 8 :]
    if not count or len(nulls) * 8 < count:
        raise ValueError("it breaks off")
    ends = _ends(record, len(nulls), form) if any(column.offset is None for column in columns) else []
    cells: dict[str, Cell] = {}
    unread_bytes = len(record)
    for column in columns:
        has = column.number < count and bool(nulls[column.number // 8] >> column.number % 8 & 1)
        if column.kind == _BOOLEAN or not has:
            cells[column.name] = has if column.kind == _BOOLEAN else None
            continue
        if column.offset is None:
            start, end = ends[column.variable], ends[column.variable + 1]
        else:
            start, end = width + column.offset, width + column.offset + column.length
        unread_bytes -= end - start
        if not start <= end <= len(record) or unread_bytes < 0:
            raise ValueError("its cells overlap, or lie outside it")
        cells[column.name] = _read_cell(column.kind, record[start:end], form)
    return cells


def _ends(record: bytes, nulls: int, form: RowForm) -> list[int]:
    """Return the offset of each cell of variable length in a row, and the offset at which the last cell ends."""
    last = len(record) - nulls
    if form is RowForm.JET4:
        count = min(int.from_bytes(record[last - 2 : last], "little"), ACCESS_COLUMNS.most)
        return [int.from_bytes(record[last - 4 - 2 * at : last - 2 - 2 * at], "little") for at in range(count + 1)]
    # an offset has one byte; the jump table behind the offsets states from which cells on to add 256
    last -= 1
    count, jumps = record[last], (len(record) - 1) // 256
    first = last - jumps - 1
    if (first - count) // 256 < jumps:
        jumps -= 1  # the last one is unused
    ends, passed = [], 0
    for at in range(count + 1):
        while passed < jumps and record[last - 1 - passed] == at:
            passed += 1
        ends.append(record[first - at] + 256 * passed)
    return ends


def _read_cell(kind: int, content: bytes, form: RowForm) -> Cell:
    """Return the value of a cell; None for kinds that no table of a Bridgemate needs."""
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
_DELETED, _MOVED, _OFFSET = 0x8000, 0x4000, 0x1FFF

# the errors that reading arbitrary bytes as a table may raise
PARSE_ERRORS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
)


class DamagedFile(ValueError):
    """The error raised if an Access file, or a table in it, cannot be read completely."""


def may_become_whole(content: bytes) -> bool:
    """Return whether a file still being written may have these bytes: an Access file's beginning, or only zeros."""
    begun = content[: len(_HEADER)]
    return _HEADER.startswith(begun) or not any(begun)


class _Definition(NamedTuple):
    columns: Sequence[Column]
    rows: int


class AccessFile:
    """An Access file with its tables by name. DamagedFile: the content is no Access file."""

    def __init__(self, content: bytes) -> None:
        if not any(content):
            raise DamagedFile("it is empty" if not content else "there is nothing but zeros in it")
        if not content.startswith(_HEADER):
            other = "Bridgemate Control makes .bws files in the form of Access 97 to 2003"
            raise DamagedFile(f"it is no Access file: {other}")
        self._form = RowForm.JET4 if content[len(_HEADER)] else RowForm.JET3
        size = self._size = 4096 if content[len(_HEADER)] else 2048
        self._pages = [content[at : at + size] for at in range(0, len(content), size)]
        if len(self._pages[-1]) != size:
            raise DamagedFile("it breaks off in the middle of a page")
        self._data = defaultdict(list)
        for page in self._pages:
            if page.startswith(_DATA):
                self._data[int.from_bytes(page[4:8], "little")].append(page)
        rows = self._read_rows(_CATALOG_PAGE)
        tables = ((row.get("Name"), row.get("Id")) for row in rows if row.get("Type") == _USER_TABLE)
        self._tables = {name: page for name, page in tables if isinstance(name, str) and isinstance(page, int)}

    @property
    def names(self) -> frozenset[str]:
        """The names of the file's tables."""
        return frozenset(self._tables)

    def rows(self, name: str) -> list[Row]:
        """Return every row of a table in file order. DamagedFile: a row cannot be read."""
        return self._read_rows(self._tables[name])

    def expected(self, name: str) -> int:
        """Return the number of rows that a table should have, by its definition."""
        return self._definition(self._tables[name]).rows

    def columns(self, name: str) -> dict[str, bool]:
        """Return a table's columns: name → whether its cells can be read. DamagedFile: the definition is damaged."""
        return {column.name: column.kind in READABLE for column in self._definition(self._tables[name]).columns}

    def _read_rows(self, table: int) -> list[Row]:
        definition, rows, unread_bytes = self._definition(table), [], len(self._pages) * self._size
        for record in self._records(table):
            unread_bytes -= len(record)
            if unread_bytes < 0:
                raise DamagedFile("its rows overlap")
            try:
                rows.append(read_row(record, definition.columns, self._form))
            except PARSE_ERRORS as error:
                raise DamagedFile(f"row {len(rows) + 1} cannot be read") from error
            if not CELLS.hold(len(rows) * len(definition.columns)):
                raise DamagedFile("it has more rows than any such table has")
        if len(rows) != definition.rows:
            raise DamagedFile(f"it says it has {definition.rows} rows, and {len(rows)} are there")
        return rows

    def _records(self, table: int) -> Iterator[bytes]:
        for page in self._data[table]:
            for number, offset in enumerate(self._offsets(page)):
                if offset & _DELETED:
                    continue
                record = self._record_at(page, number)
                if offset & _MOVED:  # it outgrew its page, which has only a pointer to it
                    pointer = int.from_bytes(record[:4], "little")
                    target, at = pointer >> 8, pointer & 0xFF
                    if target >= len(self._pages) or not self._pages[target].startswith(_DATA):
                        raise DamagedFile("a row of it leads to a page that holds no rows")
                    if at >= len(self._offsets(self._pages[target])):
                        raise DamagedFile("a row of it leads nowhere")
                    record = self._record_at(self._pages[target], at)
                yield record

    def _offsets(self, page: bytes) -> tuple[int, ...]:
        at = 8 if self._form is RowForm.JET3 else 12
        count = int.from_bytes(page[at : at + 2], "little")
        if at + 2 + 2 * count > len(page):
            raise DamagedFile("a page of it is damaged")
        return struct.unpack_from(f"<{count}H", page, at + 2)

    def _record_at(self, page: bytes, number: int) -> bytes:
        offsets = self._offsets(page)
        end = offsets[number - 1] & _OFFSET if number else len(page)
        return page[offsets[number] & _OFFSET : end]

    # How a table is made up

    def _definition(self, table: int) -> _Definition:
        pages = self._definition_pages(table)
        try:
            definition = _parse_definition(pages, table, 3 if self._form is RowForm.JET3 else 4, self._size)
        except PARSE_ERRORS as error:
            raise DamagedFile("the definition of its columns cannot be read") from error
        if definition is None or not ACCESS_COLUMNS.hold(len(definition.columns)):
            raise DamagedFile("the definition of its columns cannot be read")
        return definition

    def _definition_pages(self, table: int) -> dict[int, bytes]:
        pages: dict[int, bytes] = {}
        page = table
        while page:  # each page names the next
            if not DEFINITION.hold(len(pages) + 1):
                raise DamagedFile("the definition of its columns goes on and on")
            if not 0 < page < len(self._pages) or page in pages or not self._pages[page].startswith(_DEFINITION):
                raise DamagedFile("the definition of its columns is damaged")
            pages[page] = self._pages[page]
            page = int.from_bytes(self._pages[page][4:8], "little")
        return pages


def _parse_definition(pages: dict[int, bytes], table: int, version: int, size: int) -> _Definition | None:
    from access_parser import access_parser  # slow to import, and seldom needed
    from construct import ConstructError

    logging.getLogger("access_parser").disabled = True  # its errors become a DamagedFile
    by_offset = {page * size: content for page, content in pages.items()}
    start = access_parser.TableObj(table * size, pages[table])
    try:
        parsed = access_parser.AccessTable(start, version, size, {}, by_offset)
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
        for each in parsed.columns.values()
    ]
    return _Definition(columns, parsed.table_header.number_of_rows)


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
"""By table, the necessary columns, and the columns that only some versions have."""


_NEEDED = ("Section", "RoundData", "ReceivedData")
_PLAYERS, _NAMES = "PlayerNumbers", "PlayerNames"
_OPTIONAL = ("Session", _PLAYERS, "HandRecord")


@dataclass(frozen=True, slots=True)
class ScoringFileTables:
    """The tables of a scoring file: rows by table name; `unread`: (table, reason) for each unreadable table."""

    rows: Mapping[str, list[Row]]
    unread: list[tuple[str, str]] = field(default_factory=list)

    def __getitem__(self, name: str) -> list[Row]:
        """Return the rows of a table; [] if the table is missing or unreadable."""
        return self.rows.get(name, [])


def device_tables(file: str, content: bytes) -> ScoringFileTables:
    """Return the tables of a .bws file. Misuse (bad-file): it is no scoring file, or a necessary table is damaged."""
    try:
        access = AccessFile(content)
    except DamagedFile as error:
        raise _unreadable_file(file, str(error)) from error
    missing = [name for name in _NEEDED if name not in access.names]
    if missing:
        lacks = f"it has no table {' and no table '.join(missing)}"
        raise _unreadable_file(file, f"{lacks}, as every scoring file of Bridgemates does")
    rows: dict[str, list[Row]] = {}
    unread = [(name, "the file has no such table") for name in (_PLAYERS,) if name not in access.names]
    for name in (each for each in (*_NEEDED, *_OPTIONAL, _NAMES) if each in access.names):
        # the club's long list of members is needed only for players who gave a number and no name
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
                raise _unreadable_file(file, f"table {name}: {error}") from error
            unread.append((name, str(error)))
    return ScoringFileTables(rows, unread)


def _unreadable_file(file: str, why: str) -> Misuse:
    return Misuse("bad-file", f"{file} cannot be read: {why}", "copy it again from the computer of the Bridgemates")


def number(row: Row, column: str) -> int:
    """Return a cell's whole number; 0 if the cell has no number."""
    cell = row.get(column)
    return cell if isinstance(cell, int) else 0


def text(row: Row, column: str) -> str:
    """Return a cell's text, stripped; '' if the cell has no text."""
    cell = row.get(column)
    return cell.strip() if isinstance(cell, str) else ""


def flag(row: Row, column: str) -> bool:
    """Return whether a cell is true: a ticked box, or a number other than 0."""
    return bool(row.get(column))
