"""Plain results: a CSV file with a line a result.

    board,round,table,ns,ew,contract,declarer,tricks,lead,score
    1,1,1,12,1,4S,N,10,,420

Columns may stand in any order; round, table, lead and score may be missing, and contract, declarer and
tricks where score is there. A score such as A6040 is an artificial one.
"""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.bridge import Result
from ledger.commands import SheetLine, Where
from ledger.errors import Misuse
from ledger.exchange.directions import sits_both_ways
from ledger.exchange.sheet import (
    MOST_LINES,
    Sheet,
    artificial_score,
    board_number,
    contract_result,
    lead_card,
    plain_title,
    read_bytes,
    require_few,
    require_plain,
    round_number,
    shortened,
    table_name,
    why,
)

if TYPE_CHECKING:
    from _csv import Reader

_NEEDED = ("board", "ns", "ew")
_KNOWN = (*_NEEDED, "round", "table", "contract", "declarer", "tricks", "lead", "score")


def read_csv(path: Path) -> Sheet:
    """Read a CSV of results; Misuse (bad-file) where it is none."""
    rows, whole = _rows(path)
    sheet = Sheet(name=path.stem, title=plain_title("", path))
    for number, row in rows:
        place = f"{path.name} line {number}"
        try:
            if isinstance(row, str):
                raise ValueError(row)
            line = _line(place, row)
        except ValueError as error:
            sheet.problems.append((place, why(error)))
            continue
        if line.result or line.adjustment:
            sheet.lines.append(line)
        else:
            sheet.unplayed.append(place)
    if any(
        contestant.endswith(("NS", "EW"))
        for line in sheet.lines
        for contestant in (line.where.ns, line.where.ew)
        if contestant
    ):
        sheet.winners = 2
    elif sits_both_ways(sheet.lines):
        sheet.winners = 2
        sheet.notes.append((path.name, "the same numbers sit in both directions, so these are two fields: 1NS, 1EW, …"))
    if not whole:
        sheet.notes.append((path.name, "its last line does not end: was the copy cut short?"))
    return sheet


def _rows(path: Path) -> tuple[list[tuple[int, dict[str, str] | str]], bool]:
    """The rows with their line numbers, as text why one is none; and whether the file ends whole."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Misuse("bad-file", f"{path} is no text file (byte {error.start})", "save it as CSV in UTF-8") from error
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    try:
        reader = csv.reader(StringIO(text), delimiter=delimiter, strict=True)
        columns = [name.strip().lower() for name in next(reader, [])]
        _check_columns(path, columns)
    except csv.Error as error:
        raise Misuse("bad-file", f"{path} is no CSV: {error}", "every line has the columns of the first") from error
    rows = list(islice(_read_rows(reader, columns), MOST_LINES + 1))
    require_few(path, len(rows))
    return rows, text.endswith("\n")


def _read_rows(reader: "Reader", columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str] | str]]:
    """Each row with the number of its line: its cells, or why it is none."""
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield reader.line_num, f"it is no line of CSV: {error}"
            continue
        if len(cells) == len(columns):
            yield reader.line_num, dict(zip(columns, map(str.strip, cells), strict=True))
        elif cells:
            yield reader.line_num, "it has more or fewer cells than the first line names"


def _check_columns(path: Path, columns: list[str]) -> None:
    missing = [name for name in _NEEDED if name not in columns]
    if missing or not ("score" in columns or {"contract", "declarer", "tricks"} <= set(columns)):
        wanted = ", ".join(missing) or "score, or contract, declarer and tricks"
        raise Misuse(
            "bad-file", f"{path} has no column {wanted}", f"the first line names the columns: {','.join(_KNOWN)}"
        )
    if len(set(columns)) < len(columns):
        raise Misuse("bad-file", f"{path} names a column twice", "every column once")
    if unknown := [name for name in columns if name not in _KNOWN]:
        raise Misuse(
            "bad-file",
            f"{path} has a column {shortened(unknown[0])!r} that is not known",
            f"columns are {', '.join(_KNOWN)}",
        )


def _line(place: str, row: dict[str, str]) -> SheetLine:
    require_plain(row["ns"], row["ew"])
    board = board_number(row["board"])
    where = Where(board, table_name(row.get("table", "")), row["ns"], row["ew"], round_number(row.get("round", "")))
    score = row.get("score", "")
    adjustment = artificial_score(score)
    result = None if adjustment else _result(row, score, board)
    return SheetLine(place, where, result, adjustment, lead_card(row.get("lead", "")))


def _result(row: dict[str, str], score: str, board: int) -> Result | None:
    return contract_result(row.get("contract", ""), row.get("declarer", ""), row.get("tricks", ""), score, board)
