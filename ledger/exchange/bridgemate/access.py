"""The tables of an Access file, by access-parser, which reads how a table is made up; its rows are read here.

Devices and their program write the file while it is read, and strangers make files. So nothing in it is trusted: a
table counts as read when every row it says it has was read, to the last byte, and is otherwise `Damaged`.

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
from datetime import datetime, timedelta
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ledger.bounds.files import ACCESS_COLUMNS, CELLS, DEFINITION

if TYPE_CHECKING:
    from construct import Container


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
        count = min(int.from_bytes(record[last - 2 : last], "little"), ACCESS_COLUMNS.most)
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
    """How a table is made up: its columns, and how many rows it says it has."""

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
        self._tables = self._catalog()

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

    def _catalog(self) -> dict[str, int]:
        rows = self._read(_CATALOG_PAGE)
        tables = ((row.get("Name"), row.get("Id")) for row in rows if row.get("Type") == _USER_TABLE)
        return {name: page for name, page in tables if isinstance(name, str) and isinstance(page, int)}

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
        """The bytes of every row of a table that was not deleted."""
        for page in self._data[table]:
            for number, offset in enumerate(self._offsets(page)):
                if not offset & _DELETED:
                    record = self._record(page, number)
                    yield self._elsewhere(record) if offset & _ELSEWHERE else record

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

    def _elsewhere(self, pointer: bytes) -> bytes:
        """A row that grew too long for its page: only a pointer to it was left there."""
        where = int.from_bytes(pointer[:4], "little")
        page, number = where >> 8, where & 0xFF
        if page >= len(self._pages) or not self._pages[page].startswith(_DATA):
            raise DamagedFile("a row of it leads to a page that holds no rows")
        if number >= len(self._offsets(self._pages[page])):
            raise DamagedFile("a row of it leads nowhere")
        return self._record(self._pages[page], number)

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
    return _Definition([_column(each) for each in its.columns.values()], its.table_header.number_of_rows)


def _column(its: Container) -> Column:
    return Column(
        name=its.col_name_str,
        kind=its.type,
        number=its.column_id,
        offset=its.fixed_offset if its.column_flags.fixed_length else None,
        variable=its.variable_column_number,
        length=its.length,
    )
