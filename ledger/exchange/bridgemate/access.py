"""The tables of an Access file, by access-parser, which reads how a table is made up; its rows are read here.

Devices and their program write the file while it is read, and strangers make files. So nothing in it is trusted: a
table counts as read when every row it says it has was read, to the last byte, and is otherwise `Damaged`.
"""

import logging
import struct
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ledger.exchange.bridgemate.access_rows import READABLE, Column, Row, RowForm, read_row

if TYPE_CHECKING:
    from construct import Container

_DEFINITION, _DATA = b"\x02\x01", b"\x01\x01"
_HEADER = b"\x00\x01\x00\x00Standard Jet DB\x00"
_CATALOG_PAGE = 2
_USER_TABLE = 1
_DELETED, _ELSEWHERE, _OFFSET = 0x8000, 0x4000, 0x1FFF
_MOST_COLUMNS = 255
"""Access itself allows no more."""
_MOST_DEFINITION_PAGES = 16
_MOST_CELLS = 1_000_000
"""Of a table: 40,000 results, or a national list of members."""

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


class Damaged(ValueError):
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
            raise Damaged("it is empty" if not content else "there is nothing but zeros in it")
        if not content.startswith(_HEADER):
            raise Damaged("it is no Access file: Bridgemate Control makes .bws files in the form of Access 97 to 2003")
        self._form = RowForm.JET4 if content[len(_HEADER)] else RowForm.JET3
        size = self._size = 4096 if content[len(_HEADER)] else 2048
        self._pages = [content[at : at + size] for at in range(0, len(content), size)]
        if len(self._pages[-1]) != size:
            raise Damaged("it breaks off in the middle of a page")
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
                raise Damaged("its rows lie over each other")
            try:
                found.append(read_row(record, definition.columns, self._form))
            except STUMBLES as error:
                raise Damaged(f"row {len(found) + 1} cannot be read") from error
            if len(found) * len(definition.columns) > _MOST_CELLS:
                raise Damaged("it has more rows than any such table has")
        if len(found) != definition.rows:
            raise Damaged(f"it says it has {definition.rows} rows, and {len(found)} are there")
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
            raise Damaged("a page of it is damaged")
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
            raise Damaged("a row of it leads to a page that holds no rows")
        if number >= len(self._offsets(self._pages[page])):
            raise Damaged("a row of it leads nowhere")
        return self._record(self._pages[page], number)

    # How a table is made up

    def _definition(self, table: int) -> _Definition:
        pages = self._definition_pages(table)
        try:
            found = _parsed_definition(pages, table, 3 if self._form is RowForm.JET3 else 4, self._size)
        except STUMBLES as error:
            raise Damaged("what its columns are cannot be read") from error
        if found is None or len(found.columns) > _MOST_COLUMNS:
            raise Damaged("what its columns are cannot be read")
        return found

    def _definition_pages(self, table: int) -> dict[int, bytes]:
        """The pages that say what a table's columns are, each of which names the next."""
        found: dict[int, bytes] = {}
        page = table
        while page and len(found) <= _MOST_DEFINITION_PAGES:
            if not 0 < page < len(self._pages) or page in found or not self._pages[page].startswith(_DEFINITION):
                raise Damaged("what its columns are is damaged")
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


def _column(its: "Container") -> Column:
    return Column(
        name=its.col_name_str,
        kind=its.type,
        number=its.column_id,
        offset=its.fixed_offset if its.column_flags.fixed_length else None,
        variable=its.variable_column_number,
        length=its.length,
    )
