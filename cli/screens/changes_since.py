"""What to type into the office's other scoring program: the lines that changed since a moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from cli.desk.desk import Desk
from cli.desk.files import read_seal
from cli.screens.change_reasons import ruled, ruled_lines, why
from ledger.errors import Misuse
from ledger.exchange.own.saying import outside_lines
from ledger.exchange.writing.changes import Changed, change_cells, changes
from ledger.exchange.writing.csv_file import write_table
from ledger.exchange.writing.files import write_new
from ledger.exchange.writing.given_out import GivenOut
from ledger.exchange.writing.notations import Notation, notation_of
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.session.moment import number_at

if TYPE_CHECKING:
    from collections.abc import Sequence

_COLUMNS = ("board", "round", "table", "NS", "EW", "seats were", "was", "is")


def export_changes(desk: Desk, moment: str, path: Path | None, asked: Notation | None) -> None:
    """The changes since a seal or an event, on the screen or in a file; in the notation asked for, or the program's."""
    after = desk.session()
    since = _number(desk, moment)
    if since > after.number:
        raise Misuse("bad-as-of", f"{moment} is later than what is looked at", "an earlier event, or a seal of then")
    before = Scoreboard(desk.office.session(after.id, since))
    scoreboard = desk.scoreboard()
    found = changes(GivenOut(before), GivenOut(scoreboard))
    columns = [*_COLUMNS, f"{scoreboard.unit} NS", f"{scoreboard.unit} EW", "why", "ruled"]
    notation = asked or notation_of(after.regulations.profile)
    rows = [[*change_cells(each, notation), why(each, found, after, since), ruled(each)] for each in found]
    besides = _besides(before.session, after)
    if desk.settings.json or (path and path.suffix.lower() == ".json"):
        payload = {"notation": notation, "changes": [dict(zip(columns, row, strict=True)) for row in rows]}
        _give_json(desk, path, since, payload | {"besides": besides})
    elif path:
        write_new(path, write_table([columns, *rows]))
        desk.say(f"{path}: {_counted(found)} since #{since}")
        _say_besides(desk, besides)
    else:
        _print(desk, since, found, columns, rows)
        _say_besides(desk, besides)


def _besides(before: Session, after: Session) -> list[str]:
    """What changed that is in no line: penalties, who took part, findings."""
    old, new = list(outside_lines(before)), list(outside_lines(after))
    gone = [f"no longer: {each}" for each in old if each not in new]
    return [*(each for each in new if each not in old), *gone]


def _say_besides(desk: Desk, besides: Sequence[str]) -> None:
    if besides and not desk.settings.plain:
        desk.say("", "In no line:", *(f"  {each}" for each in besides))


def _number(desk: Desk, moment: str) -> int:
    """The last event the other program knows of: what a seal covers, or a moment includes."""
    if not Path(moment).is_file():
        return number_at(moment, desk.office.log(desk.session_id))
    sealed = read_seal(Path(moment)).checkpoint
    if sealed.session != desk.session_id:
        raise Misuse("other-seal", f"{moment} is a seal of session {sealed.session}", f"--session {sealed.session}")
    return sealed.size


def _give_json(desk: Desk, path: Path | None, since: int, told: dict[str, object]) -> None:
    payload = {"since": since, **told}
    if path:
        write_new(path, json.dumps({"schema": "changes/1", **payload}, ensure_ascii=False, indent=1) + "\n")
        desk.say(f"{path}: changes since #{since}")
    else:
        desk.json_at("changes/1", desk.session(), payload)


def _print(
    desk: Desk, since: int, found: Sequence[Changed], columns: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    told = range(len(columns)) if desk.settings.plain else range(len(columns) - 1)  # what was ruled stands below
    kept = [at for at in told if desk.settings.plain or at < 1 or any(row[at] for row in rows)]
    if not desk.settings.plain:
        desk.say(f"{_counted(found)} since #{since}")
    if rows or desk.settings.plain:
        desk.table([columns[at] for at in kept], [[row[at] for at in kept] for row in rows])
    if any(each.rulings for each in found) and not desk.settings.plain:
        desk.say("", "Ruled:", *ruled_lines(found))
    if any(each.outright for each in found) and not desk.settings.plain:
        desk.say("", "Scores that are given are typed in as they are: no result says them.")


def _counted(found: Sequence[Changed]) -> str:
    return "nothing changed" if not found else f"{len(found)} line{'' if len(found) == 1 else 's'} changed"
