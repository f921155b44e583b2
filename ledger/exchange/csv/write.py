"""CSV: the results as `import` reads them, with what each line earned; and any table of a screen.

A cell that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

from ledger.exchange.given_out import GivenLine, GivenOut, score_text
from ledger.exchange.pbn.write import contract_cells

_FORMULA = ("=", "+", "-", "@", "\t", "\r")

_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?%?")

_COLUMNS = ["board", "round", "table", "ns", "ew", "contract", "declarer", "tricks", "lead", "score"]


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula.

    >>> harmless("=1+2"), harmless("-50"), harmless("+620"), harmless("-2+3")
    ("'=1+2", '-50', '+620', "'-2+3")
    """
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def write_table(rows: Iterable[Sequence[str]]) -> str:
    """Rows as CSV (RFC 4180), lines ending in CR LF."""
    text = StringIO()
    csv.writer(text).writerows([harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def write_results(out: GivenOut) -> str:
    """A line a table's play of a board, in the columns that `import` reads, and what it earned."""
    unit = out.scoreboard.unit.lower()
    names = ["ns_names", "ew_names"] if out.players else []
    head = [*_COLUMNS, f"{unit}_ns", f"{unit}_ew", *names]
    return write_table([head, *(_cells(out, line) for line in out.lines())])


def _cells(out: GivenOut, line: GivenLine) -> list[str]:
    seating = line.played.seating
    place = [str(line.played.board), str(line.played.round or ""), line.played.table or "", seating.ns, seating.ew]
    score = line.artificial if line.ns_score is None else str(line.ns_score)
    lead = line.played.lead or "" if line.result else ""
    names = [out.name_of(contestant) for contestant in seating.pair] if out.players else []
    return [*place, *contract_cells(line), lead, score, *map(score_text, line.scores), *names]
