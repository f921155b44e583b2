"""Plain results: a table with a line a result, as CSV, tab-separated, or as a spreadsheet.

    board,round,table,ns,ew,contract,declarer,tricks,lead,score
    1,1,1,12,1,4S,N,10,,420

Columns may stand in any order and be called in other words (`columns`); most may be missing. Tricks are those taken,
or '=', '+1', '-2'. Scores are North–South's, or stand in two columns. A score such as A6040 is an artificial one.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from ledger.bounds.files import LINES
from ledger.bridge import Side
from ledger.errors import Misuse
from ledger.exchange.csv.cells import Cells, understood_cells
from ledger.exchange.csv.columns import SCORES, is_earned, known, plain, understood
from ledger.exchange.csv.lines import counts_over, may_be_over, over, players_of, read_line
from ledger.exchange.csv.tables import Table, read_table
from ledger.exchange.pairs import sits_both_ways
from ledger.exchange.sheet import Sheet, plain_title, require_few, shortened, why
from ledger.facts.people import Player
from ledger.labels import direction

_SUMS = ("total", "totals", "totale", "totaal", "sum", "summe", "gesamt", "somme", "suma", "razem", "summa")

_TITLE = 60
"""So much of a line above the columns is shown."""


def read_csv(
    path: Path, said: Mapping[str, str] | None = None, winners: Literal[1, 2] | None = None, language: str | None = None
) -> Sheet:
    """Read a table of results; Misuse (bad-file) where it is none, or its letters may be two things.

    `said`: the names of its columns by ours; `winners`: 2 where the directions are ranked apart, 1 where they are not,
    as in teams, whatever it says; `language`: in which its cells are written.
    """
    table = read_table(path, lambda cells: known(cells, said or {}), LINES.most)
    where = understood(str(path), table.columns, said or {})
    require_few(path, len(table.rows))
    only_over = "over" in where and "tricks" not in where
    if only_over:
        where["tricks"] = where.pop("over")
    columns = {ours: _column(table, where, ours) for ours in ("contract", "declarer", "tricks", "lead")}
    cells = understood_cells(
        str(path), table.columns, columns["contract"], columns["declarer"], language, columns["lead"]
    )
    if "tricks" not in (said or {}) and not only_over and not SCORES & where.keys():
        _require_clear(path, table.columns[where.get("tricks", 0)], columns["tricks"])
    sheet = Sheet(name=path.stem, title=plain_title("", path))
    named = _read_rows(sheet, path, table, where, cells, signed=only_over or counts_over(columns["tricks"]))
    if winners != 1:
        _find_winners(sheet, path)
    sheet.players = _players(named, two_fields=2 in (winners, sheet.winners))
    sheet.notes += [(path.name, note) for note in (*_notes(table, where), *cells.notes())]
    return sheet


def _require_clear(path: Path, heading: str, tricks: Sequence[str]) -> None:
    """Misuse (bad-file) where a column may be tricks over the contract, or all that were taken, and no score tells."""
    if may_be_over(tricks):
        raise Misuse(
            "bad-file",
            f"{path}: {shortened(heading)!r} is 6 or less in every line: tricks over the contract, or all taken?",
            f'say which: --map over="{heading}", or --map tricks="{heading}"',
        )


def _read_rows(
    sheet: Sheet, path: Path, table: Table, where: Mapping[str, int], language: Cells, *, signed: bool
) -> list[tuple[Side, Player]]:
    """Put every row on the sheet: as a line, as not played, or as a problem; who sits where by its names."""
    named: list[tuple[Side, Player]] = []
    for number, row in table.rows:
        place = f"{path.name} line {number}"
        try:
            if isinstance(row, str):
                raise ValueError(row)
            cells = {ours: row[at] for ours, at in where.items()}
            if _is_sum(cells):
                sheet.notes.append((place, f"not read, for it is a sum: {shortened(cells['board'])!r}"))
                continue
            cells = language.in_ours(cells)
            if signed and "tricks" in cells:
                cells["tricks"] = over(cells["tricks"])
            line = read_line(place, cells)
            named += players_of(line, cells)
        except ValueError as error:
            sheet.problems.append((place, why(error)))
            continue
        if line.result or line.adjustment:
            sheet.lines.append(replace(line, lead=sheet.lead(place, cells.get("lead", ""))))
        else:
            sheet.unplayed.append(place)
    return named


def _is_sum(cells: Mapping[str, str]) -> bool:
    """Whether a row is of totals, and no table's play of a board."""
    return plain(cells["board"]) in _SUMS and not cells.get("contract")


def _column(table: Table, where: Mapping[str, int], ours: str) -> list[str]:
    """The cells of a column, from top to bottom; none where there is no such column."""
    at = where.get(ours)
    return [row[at] for _, row in table.rows if at is not None and not isinstance(row, str)]


def _players(named: Sequence[tuple[Side, Player]], *, two_fields: bool) -> list[Player]:
    """The players of each contestant as he is first named; 1 of East–West is 1EW where there are two fields."""
    found: dict[tuple[str, int], Player] = {}
    for side, player in named:
        label = player.contestant
        label += side.value if two_fields and label[-1:].isdigit() else ""
        found.setdefault((label, player.seat), replace(player, contestant=label))
    return list(found.values())


def _find_winners(sheet: Sheet, path: Path) -> None:
    """Whether the directions are two fields, as far as the labels tell."""
    labels = (label for line in sheet.lines for label in (line.where.ns, line.where.ew) if label)
    if any(direction(label) for label in labels):
        sheet.winners = 2
    elif sits_both_ways(sheet.lines):
        sheet.winners = 2
        sheet.notes.append((path.name, "the same numbers sit in both directions, so these are two fields: 1NS, 1EW, …"))


def _notes(table: Table, where: Mapping[str, int]) -> list[str]:
    """What a person may want to check: how the columns were understood, which were not, and the encoding."""
    notes = [f"not read, for it stands above the columns: {line[:_TITLE]!r}" for line in table.above]
    renamed = [f"{ours} is {shortened(table.columns[at])!r}" for ours, at in where.items() if table.columns[at] != ours]
    if renamed:
        notes.append("columns as understood: " + ", ".join(renamed))
    unused = [name for at, name in enumerate(table.columns) if at not in where.values() and not is_earned(name)]
    if unused:
        notes.append("columns not used: " + ", ".join(repr(shortened(name)) for name in unused[:20]))
    if table.encoding == "cp1252":
        notes.append("it is not UTF-8, and was read as Windows-1252: are the names right?")
    if not table.whole:
        notes.append("its last line does not end: was the copy cut short?")
    return notes
