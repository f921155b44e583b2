"""What the desk says of the columns of a table, and the first lines of a file as they were understood."""

from collections.abc import Sequence

from cli.desk.desk import Desk
from ledger.bridge import ns_score
from ledger.commands import SheetLine
from ledger.errors import Misuse
from ledger.exchange.columns import KNOWN
from ledger.exchange.sheet import Sheet

_FIRST = 5


def columns_said(said: Sequence[str]) -> dict[str, str]:
    """What --map says: their names of columns by ours."""
    found: dict[str, str] = {}
    for each in said:
        ours, equals, theirs = each.partition("=")
        name = ours.strip().lower()
        if not equals or not theirs.strip() or name not in KNOWN or name in found:
            wrong = f"{each!r} maps no column" if name not in found else f"{name} is mapped twice"
            raise Misuse("usage", wrong, f'--map board="Bd No"; ours are {", ".join(KNOWN)}')
        found[name] = theirs
    return found


def print_first_lines(desk: Desk, sheet: Sheet) -> None:
    """The first lines of the file as they were understood."""
    if sheet.lines:
        desk.say("", "The first lines, as understood:")
        columns = ["board", "round", "table", "NS", "EW", "result", "lead", ">NS score"]
        desk.table(columns, [_understood(line) for line in sheet.lines[:_FIRST]])


def _understood(line: SheetLine) -> list[str]:
    where, result = line.where, line.result
    said = "" if result is None or result.bare_score is not None else str(result)
    award = repr(line.adjustment) if line.adjustment else ""
    score = "" if result is None else f"{ns_score(result, where.board):+d}"
    place = [str(where.board), str(where.round or ""), where.table or "", where.ns or "", where.ew or ""]
    return [*place, ", ".join(filter(None, (said, award))), line.lead or "", score]
