"""What to type into the office's other scoring program: the lines that changed since a moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.desk.files import read_seal
from ledger.errors import Misuse
from ledger.exchange.writing.changes import Changed, Notation, change_cells, changes
from ledger.exchange.writing.csv_file import write_table
from ledger.exchange.writing.files import write_new
from ledger.exchange.writing.given_out import GivenOut
from ledger.projections.scoreboard import Scoreboard

if TYPE_CHECKING:
    from collections.abc import Sequence

_COLUMNS = ("board", "round", "table", "NS", "EW", "seats were", "was", "is")


def export_changes(desk: Desk, moment: str, path: Path | None, notation: Notation) -> None:
    """The changes since a seal or an event, on the screen or in a file."""
    after = desk.session()
    since = _number(desk, moment)
    if since > after.number:
        raise Misuse("bad-as-of", f"{moment} is later than what is looked at", "an earlier event, or a seal of then")
    before = Scoreboard(desk.office.session(after.id, since))
    scoreboard = desk.scoreboard()
    found = changes(GivenOut(before), GivenOut(scoreboard))
    columns = [*_COLUMNS, f"{scoreboard.unit} NS", f"{scoreboard.unit} EW"]
    rows = [change_cells(each, notation) for each in found]
    if desk.settings.json or (path and path.suffix.lower() == ".json"):
        _give_json(desk, path, since, [dict(zip(columns, row, strict=True)) for row in rows])
    elif path:
        write_new(path, write_table([columns, *rows]))
        desk.say(f"{path}: {_counted(found)} since #{since}")
    else:
        _print(desk, since, found, columns, rows)


def _number(desk: Desk, moment: str) -> int:
    """The last event the other program knows of: what a seal covers, or a moment includes."""
    if not Path(moment).is_file():
        return desk.office.number_at(desk.session_id, moment)
    sealed = read_seal(Path(moment)).checkpoint
    if sealed.session != desk.session_id:
        raise Misuse("other-seal", f"{moment} is a seal of session {sealed.session}", f"--session {sealed.session}")
    return sealed.size


def _give_json(desk: Desk, path: Path | None, since: int, rows: Sequence[dict[str, str]]) -> None:
    payload = {"since": since, "changes": rows}
    if path:
        write_new(path, json.dumps({"schema": "changes/1", **payload}, ensure_ascii=False, indent=1) + "\n")
        desk.say(f"{path}: {len(rows)} lines since #{since}")
    else:
        desk.json_at("changes/1", desk.session(), payload)


def _print(
    desk: Desk, since: int, found: Sequence[Changed], columns: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    kept = [at for at in range(len(columns)) if desk.settings.plain or at < 1 or any(row[at] for row in rows)]
    if not desk.settings.plain:
        desk.say(f"{_counted(found)} since #{since}")
    if rows or desk.settings.plain:
        desk.table([columns[at] for at in kept], [[row[at] for at in kept] for row in rows])
    if any(each.outright for each in found) and not desk.settings.plain:
        desk.say("", "Scores that are given are typed in as they are: no result says them.")


def _counted(found: Sequence[Changed]) -> str:
    return "nothing changed" if not found else f"{len(found)} line{'' if len(found) == 1 else 's'} changed"
