"""Changes in a real Access file, byte for byte where Access would make them: nobody here can write one anew.

Rows are hidden and shown again as Access deletes them (the flag in the page's table of rows, and the count in the
table's definition); numbers, texts of the same length and boxes are written over.
"""

import os
import struct
from pathlib import Path

from ledger.exchange.bridgemate import access
from ledger.exchange.bridgemate.access import AccessFile, RowForm, _ends, read_row

_DELETED, _OFFSET = 0x8000, 0x1FFF


class AccessWriter:
    """A table of an Access 97 file: the rows it has at first, by the number in one of its columns."""

    def __init__(self, path: Path, table: str = "ReceivedData", key: str = "ID") -> None:
        self.path, self.key = path, key
        self.content = bytearray(path.read_bytes())
        file = AccessFile(bytes(self.content))
        assert file._form is RowForm.JET3
        self.table = file._tables[table]
        self.columns = {column.name: column for column in file._definition(self.table).columns}
        self.rows = {self._row(*place)[key]: place for place in self._places()}

    def save(self) -> None:
        """All at once, as far as a reader can see."""
        beside = self.path.with_suffix(".new")
        beside.write_bytes(self.content)
        os.replace(beside, self.path)

    def hide(self, *keys: int) -> None:
        self._flag(keys, lambda offset: offset | _DELETED, -1)

    def show(self, *keys: int) -> None:
        self._flag(keys, lambda offset: offset & ~_DELETED, 1)

    def value(self, key: int, column: str):
        return self._row(*self.rows[key])[column]

    def put(self, key: int, column: str, value) -> None:
        """Write over a number, a box, or a text of the same length."""
        start, end = self._span(*self.rows[key])
        its = self.columns[column]
        if isinstance(value, bool):
            at = end - (self.content[start] + 7) // 8 + its.number // 8
            bit = 1 << its.number % 8
            self.content[at] = self.content[at] | bit if value else self.content[at] & ~bit
        elif isinstance(value, int):
            struct.pack_into({2: "<B", 3: "<h", 4: "<i"}[its.kind], self.content, start + 1 + its.offset, value)
        else:
            old = self.value(key, column).encode("cp1252")
            assert len(value) == len(old), "only texts of the same length"
            at = self._span_of_text(start, end, its)
            self.content[at : at + len(old)] = value.encode("cp1252")
        assert self.value(key, column) == value

    def zero_page_of(self, key: int) -> None:
        """As a disk does that loses a page."""
        page = self.rows[key][0]
        self.content[page * 2048 : (page + 1) * 2048] = bytes(2048)

    def _flag(self, keys, changed, step) -> None:
        for key in keys:
            page, number = self.rows[key]
            at = page * 2048 + 10 + 2 * number
            (offset,) = struct.unpack_from("<H", self.content, at)
            struct.pack_into("<H", self.content, at, changed(offset))
            count = self.table * 2048 + 12
            struct.pack_into("<I", self.content, count, struct.unpack_from("<I", self.content, count)[0] + step)

    def _places(self):
        for page in range(len(self.content) // 2048):
            head = self.content[page * 2048 : page * 2048 + 10]
            if head[:2] == access._DATA and int.from_bytes(head[4:8], "little") == self.table:
                count = int.from_bytes(head[8:10], "little")
                offsets = struct.unpack_from(f"<{count}H", self.content, page * 2048 + 10)
                yield from ((page, number) for number, offset in enumerate(offsets) if not offset & _DELETED)

    def _span(self, page: int, number: int) -> tuple[int, int]:
        offsets = struct.unpack_from(f"<{number + 1}H", self.content, page * 2048 + 10)
        end = offsets[number - 1] & _OFFSET if number else 2048
        return page * 2048 + (offsets[number] & _OFFSET), page * 2048 + end

    def _row(self, page: int, number: int):
        start, end = self._span(page, number)
        return read_row(bytes(self.content[start:end]), list(self.columns.values()), RowForm.JET3)

    def _span_of_text(self, start: int, end: int, column) -> int:
        nulls = (self.content[start] + 7) // 8
        return start + _ends(bytes(self.content[start:end]), nulls, RowForm.JET3)[column.variable]
