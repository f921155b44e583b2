"""Counts the records of a result file in its raw bytes, as naively as can be: a second opinion on our readers.

Nothing of `ledger.exchange` is used, so that a record that a reader never sees is counted all the same.
"""

import csv
import io
import json
import re
from pathlib import Path


def records_of(path: Path) -> int:
    """How many results a file has, by its ending."""
    counts = {".xml": _usebio, ".pbn": _pbn, ".csv": _csv, ".lin": _lin, ".json": _own}
    return counts[path.suffix](path.read_bytes())


def _usebio(data: bytes) -> int:
    """Traveller lines; in an individual event of halves two of them are a table."""
    halves = 2 if b"_PLAYER_NUMBER>" in data and re.search(rb"<S_PLAYER_NUMBER>(\d+)1<", data) else 1
    return len(re.findall(rb"<TRAVELLER_LINE\b", data)) // halves


def _pbn(data: bytes) -> int:
    """Rows of tables of results; where there are none, contracts that are stated."""
    text = re.sub(rb"\r+\n?", b"\n", data)
    tables = re.findall(rb'^\[ScoreTable "[^"\n]*"\]\n((?:[^\[\n{][^\n]*\n)*)', text, re.MULTILINE)
    if tables:
        return sum(len(table.splitlines()) for table in tables)
    return len(re.findall(rb'^\[Contract\s+"[^"]', text, re.MULTILINE))


def _csv(data: bytes) -> int:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig", "replace"))))
    return sum(1 for row in rows[1:] if any(cell.strip() for cell in row))


def _lin(data: bytes) -> int:
    return sum(1 for part in data.split(b"qx|")[1:] if b"|mb|" in part)


def _own(data: bytes) -> int:
    return len(json.loads(data)["lines"])
