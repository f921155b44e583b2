"""Every cell of every Bridgemates' file there is, held against a reader that is not ours: Debian's mdbtools."""

import csv
import io
import subprocess

import pytest

from ledger.exchange.bridgemate.access import READABLE, AccessFile
from tests.needs import SHARED, needs

pytestmark = needs("../shared/data", "mdbtools")

FILES = sorted((SHARED / "bws").glob("*.bws")) if SHARED.is_dir() else []
NOTHING = "\x01"
TABLES = [
    (path, table)
    for path in FILES
    for table in sorted(AccessFile(path.read_bytes()).names)
    if not table.startswith("MSys")  # Access's own, which mdb-export does not give
]


def theirs(path, table):
    """The rows as mdbtools reads them: text by column; dates as we have them; None for null."""
    form = ["-0", NOTHING, "-D", "%Y-%m-%d %H:%M:%S", "-T", "%Y-%m-%d %H:%M:%S", "-R", "\n"]
    told = subprocess.run(["mdb-export", *form, str(path), table], capture_output=True, check=True, timeout=60)
    rows = csv.DictReader(io.StringIO(told.stdout.decode(), newline=""))
    return [{name: None if cell == NOTHING else cell for name, cell in row.items()} for row in rows]


def as_told(cell):
    """A cell of ours in the words of mdbtools, which tells an empty text from no text in no way: we do."""
    return None if cell in (None, "") else str(int(cell)) if isinstance(cell, bool) else str(cell)


@pytest.mark.parametrize(("path", "table"), TABLES, ids=lambda each: getattr(each, "stem", each))
def test_each_cell_is_what_another_reader_finds(path, table):
    file = AccessFile(path.read_bytes())
    kinds = {column.name: column.kind for column in file._definition(file._tables[table]).columns}
    ours, other = file.rows(table), theirs(path, table)
    assert len(ours) == len(other)
    for at, (mine, row) in enumerate(zip(ours, other, strict=True)):
        assert mine.keys() <= row.keys()
        for name, cell in mine.items():
            if kinds[name] in READABLE:
                assert as_told(cell) == row[name], f"row {at}, {name}"


def test_there_are_cells_to_compare():
    rows = sum(len(AccessFile(path.read_bytes()).rows(table)) for path, table in TABLES)
    assert rows > 500
