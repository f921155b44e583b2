"""Tables as people keep them: CSV in any common encoding, with any common separator; and the first sheet of a .xlsx."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zipfile import BadZipFile, ZipFile

from ledger.bounds.files import CHARACTERS, COLUMNS, LINES, MIB, UNPACKED
from ledger.errors import Misuse, Unavailable
from ledger.exchange.sheet import read_bytes

if TYPE_CHECKING:
    from _csv import Reader


_SEPARATORS = ",;\t|"

_MOST_ABOVE = 20
"""Lines among which the one is looked for that names the columns."""

_HEAD = 1 << 16

_BLANK = ' \t\r\n"' + _SEPARATORS

_CONTROL = frozenset(map(chr, range(32))) - frozenset("\t\r\n\f\v")


class Table(NamedTuple):
    """A table: its columns, its rows with the numbers of their lines (a text says why one is none).

    `encoding` is as what it was read, 'utf-8' where nothing needs to be said; `whole`: whether its last line ends;
    `above`: what stands above its columns.
    """

    columns: list[str]
    rows: list[tuple[int, list[str] | str]]
    encoding: str = "utf-8"
    whole: bool = True
    above: tuple[str, ...] = ()


Heads = Callable[[Sequence[str]], int]
"""How many of the cells of a line are names of columns."""


def read_table(path: Path, heads: Heads, most: int = LINES.most) -> Table:
    """A table in a file, one row more at most than allowed; Misuse (bad-file) where it is none.

    Its columns are named by the line among the first that most looks like it; what stands above is its title.
    """
    return _read_xlsx(path, heads, most) if path.suffix.lower() == ".xlsx" else _read_text(path, heads, most)


def _read_text(path: Path, heads: Heads, most: int) -> Table:
    text, encoding = _decoded(path, read_bytes(path))
    above, separator = _above(text, heads)
    try:
        reader = csv.reader(StringIO(text[sum(map(len, above)) :], newline=""), delimiter=separator, strict=True)
        columns = [name.strip() for name in next(reader, [])]
    except csv.Error as error:
        raise Misuse("bad-file", f"{path} is no CSV: {error}", "every line has the columns of the first") from error
    _require_few(path, reader.line_num + len(above), columns)
    rows = [(number + len(above), row) for number, row in islice(_rows(reader, len(columns)), most + 1)]
    titles = tuple(title for line in above if (title := line.strip(_BLANK)) and not line.lower().startswith("sep="))
    return Table(columns, rows, encoding, text.endswith(("\n", "\r")), titles)


def _require_few(path: Path, line: int, columns: Sequence[str]) -> None:
    """Misuse (bad-file) where a line names more columns than any table has, or one by a whole book."""
    if len(columns) > COLUMNS.most:
        many = f"{path} line {line}: it names {len(columns)} columns, and no table has more than {COLUMNS.most}"
        raise Misuse("bad-file", many, "is it the file you meant?")
    if said := _too_long(columns):
        raise Misuse("bad-file", f"{path} line {line}: {said}", "is a quotation mark not closed?")


def _too_long(cells: Sequence[str]) -> str:
    """Which cell of a line is longer than any is; '' where none is."""
    long = (at for at, cell in enumerate(cells, start=1) if len(cell) > CHARACTERS.most)
    return "".join(f"its column {at} has more than {CHARACTERS.most} characters" for at in islice(long, 1))


def _above(text: str, heads: Heads) -> tuple[list[str], str]:
    """The lines above the one that names the columns, and what stands between these."""
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n|$)", text[:_HEAD])[:_MOST_ABOVE]
    said = re.fullmatch(r"sep=(.)\s*", lines[0], re.IGNORECASE)  # as Excel tells itself
    separators = said[1] if said else _SEPARATORS

    def looks(choice: tuple[int, str]) -> tuple[int, bool, int, int]:
        line, separator = lines[choice[0]], choice[1]
        cells = [cell.strip(_BLANK) for cell in line.split(separator, COLUMNS.most)]
        return heads(cells), any(cells) and not line.lower().startswith("sep="), -choice[0], len(cells)

    at, separator = max(((at, each) for at in range(len(lines)) for each in separators), key=looks)
    return lines[:at], separator


def _decoded(path: Path, data: bytes) -> tuple[str, str]:
    """The text of a file, and in which encoding: UTF-8, UTF-16, or what Windows writes (cp1252)."""
    wide = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}.get(data[:2])
    wide = wide or ("utf-16-le" if data[1:4:2] == b"\0\0" else "utf-16-be" if data[:3:2] == b"\0\0" else None)
    for encoding in (wide,) if wide else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            place = error.start
            continue
        barred = _CONTROL if encoding == "cp1252" else {"\0"}
        control = next((at for at, letter in enumerate(text) if letter in barred), None)
        if control is None:
            return text, encoding.removesuffix("-sig")
        place = control
    raise Misuse("bad-file", f"{path} is no text file (byte {place})", "save it as CSV in UTF-8")


def _rows(reader: Reader, columns: int) -> Iterator[tuple[int, list[str] | str]]:
    """Each row with the number of its line: its cells, or why it is none."""
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield reader.line_num, f"it is no line of CSV: {error}"
            continue
        if said := _too_long(cells):
            yield reader.line_num, said
        elif len(cells) == columns:
            yield reader.line_num, [_unguarded(cell.strip()) for cell in cells]
        elif any(cell.strip() for cell in cells):
            yield reader.line_num, "it has more or fewer cells than the first line names"


def _unguarded(cell: str) -> str:
    """A cell without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


# Spreadsheets


def _read_xlsx(path: Path, heads: Heads, most: int) -> Table:
    data = read_bytes(path)
    _check_zip(path, data)
    try:
        from openpyxl import load_workbook
    except ModuleNotFoundError:
        missing = f"{path} is a spreadsheet, and what reads those is not installed"
        raise Unavailable("tool-missing", missing, "pip install 'bridge-ledger[xlsx]'; or save it as CSV") from None
    try:
        book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        lines = islice(book.worksheets[0].iter_rows(values_only=True), most + _MOST_ABOVE)
        cells = [[_cell_text(value) for value in line[: COLUMNS.most]] for line in lines]
    except Exception as error:  # whatever a stranger's spreadsheet makes of the library
        raise _no_spreadsheet(path, str(error) or type(error).__name__) from error
    return _table(cells, heads)


def _check_zip(path: Path, data: bytes) -> None:
    """Misuse where a file is no ZIP, or unpacks to more than any spreadsheet of results."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
    except (BadZipFile, ValueError, RuntimeError) as error:
        raise _no_spreadsheet(path, str(error)) from error
    if unpacked > UNPACKED.most:
        raise _no_spreadsheet(path, f"it unpacks to more than {UNPACKED.most // MIB} MiB")


def _no_spreadsheet(path: Path, why: str) -> Misuse:
    return Misuse("bad-file", f"{path} cannot be read as a spreadsheet: {why[:120]}", "save it as CSV")


def _cell_text(value: object) -> str:
    """A cell as it would be typed: 10 for 10.0."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else _unguarded(str(value).strip())


def _table(cells: Sequence[list[str]], heads: Heads) -> Table:
    """Columns and rows from the line on that names the columns."""
    first = max(range(min(len(cells), _MOST_ABOVE)), key=lambda at: (heads(cells[at]), any(cells[at])), default=0)
    columns = list(cells[first]) if cells else []
    while columns and not columns[-1]:
        columns.pop()
    width = len(columns)
    rows: list[tuple[int, list[str] | str]] = []
    for at, line in enumerate(cells[first + 1 :], start=first + 2):
        if any(line[width:]):
            rows.append((at, "it has more cells than the first line names"))
        elif any(line):
            rows.append((at, [*line, *[""] * width][:width]))
    titles = (" ".join(filter(None, line)) for line in cells[:first])
    return Table(columns, rows, above=tuple(filter(None, titles)))
