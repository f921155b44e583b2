"""What to type into the office's other scoring program: the lines that changed since a moment."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from cli.desk.desk import Desk
from cli.terminal.keys import read_seal
from cli.words.rulings import protocol_text
from ledger.errors import Misuse
from ledger.exchange.changes import ChangedLine, Notation, change_cells, changes, notation_of
from ledger.exchange.csv.write import write_table
from ledger.exchange.given_out import GivenOut
from ledger.exchange.own.write import outside_lines
from ledger.exchange.writing import write_new
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.session.cases import ScoreInForce
from ledger.session.moment import number_at


def why(changed: ChangedLine, found: Sequence[ChangedLine], after: Session, since: int) -> str:
    """'R-0002 (#15)', '#22', 'moved by R-0002'."""
    if changed.moved:
        cases = sorted(_cases_beside(changed, found))
        own = [score.case for score in changed.rulings]
        if own:
            return f"{' and '.join(own)} as before, moved by others"
        return f"moved by {' and '.join(cases)}" if cases else "moved by others"
    ruled = [f"{score.case} (#{score.number})" for score in _new(changed)]
    gone = [f"{case} no longer" for case in sorted(_cases(changed.was_rulings) - _cases(changed.rulings))]
    own_events = {score.number for score in changed.rulings}
    events = [] if ruled or gone else [f"#{number}" for number in _events(changed, after, since, own_events)]
    return ", ".join([*ruled, *gone, *events]) or ("" if changed.now else "taken back")


def ruled(changed: ChangedLine) -> str:
    """What was ruled on it, in words with the scores: 'weighted 60% of +420 (4SN=) plus 40% of -50 (4SN-1)'."""
    board = changed.line.played.board
    return "; ".join(f"{score.case}: {protocol_text(score.adjustment, board)}" for score in changed.rulings)


def ruled_lines(found: Sequence[ChangedLine]) -> Iterator[str]:
    """The same, a line each, for those that were ruled on."""
    for changed in found:
        if said := ruled(changed):
            yield f"  board {changed.line.played.board}, {changed.line.played.seating}: {said}"


def _new(changed: ChangedLine) -> list[ScoreInForce]:
    """The scores in force that were not, or otherwise."""
    before = {(score.case, score.adjustment) for score in changed.was_rulings}
    return [score for score in changed.rulings if (score.case, score.adjustment) not in before]


def _cases(rulings: Sequence[ScoreInForce]) -> set[str]:
    return {score.case for score in rulings}


def _cases_beside(changed: ChangedLine, found: Sequence[ChangedLine]) -> set[str]:
    """The rulings on the board's other lines that changed."""
    board = changed.line.played.board
    beside = [each for each in found if each.line.played.board == board and not each.moved]
    return {score.case for each in beside for score in (*each.rulings, *each.was_rulings)}


def _events(changed: ChangedLine, after: Session, since: int, ruled: set[int]) -> list[int]:
    """What made the line what it is, since that moment; also where there is nothing of it any more."""
    first = changed.line.played.events[0]
    now = (played for played in after.boards.get(changed.line.played.board, {}).values() if first in played.events)
    return [number for played in now for number in played.events if number > since and number not in ruled]


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
    desk: Desk, since: int, found: Sequence[ChangedLine], columns: Sequence[str], rows: Sequence[Sequence[str]]
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


def _counted(found: Sequence[ChangedLine]) -> str:
    return "nothing changed" if not found else f"{len(found)} line{'' if len(found) == 1 else 's'} changed"
