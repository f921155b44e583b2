"""Export a session: as a bundle, in the format of another program, as changes, or any screen as a table."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from copy import copy
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.desk.commands import QueryCommand, QueryGroup
from cli.desk.desk import Desk
from cli.screens import verification
from cli.terminal.clubs import event_code, read_club
from cli.terminal.keys import read_seal
from cli.terminal.settings import settings
from cli.words.rulings import protocol_text
from cli.words.vocabulary import FILE_FORMATS, counted
from ledger.errors import Misuse, Refusal
from ledger.exchange.csv.tables import write_table
from ledger.exchange.given_out import (
    ChangedLine,
    Club,
    EventOfSession,
    ExportedSession,
    Notation,
    change_cells,
    changes,
    notation_of,
)
from ledger.exchange.writing import FORMATS, effects_outside_lines, export_session, losses, names_players, write_new
from ledger.files import require_free
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.session.cases import ScoreInForce
from ledger.session.moment import number_at
from ledger.subjects.tournaments.state import Tournament

if TYPE_CHECKING:
    from cli.options.sessions import ExportOptions


_SHOWN = 10


def export(desk: Desk, path: Path | None, wishes: ExportOptions) -> None:
    """Write a session to a file in the format asked for, and print what the format cannot hold."""
    if wishes.changes_since:
        export_changes(desk, wishes.changes_since, path, wishes.notation)
        return
    path = path or Path(f"{desk.session_id}.zip")
    kind = wishes.format or FILE_FORMATS.get(path.suffix.lower())
    if kind is None:
        known = ", ".join(f"{ending} ({name})" for ending, name in FILE_FORMATS.items())
        ending = path.suffix or "no ending"
        raise Misuse("bad-file", f"{path}: {ending} is not a format to write", f"{known}; or --format NAME")
    if wishes.evidence and (wishes.view or kind != "bundle" or wishes.without_texts):
        hint = "`export FILE.zip --evidence`, without --without-texts and --view"
        raise Misuse("usage", "--evidence needs a bundle with texts: they have the digests of the evidence", hint)
    if wishes.view:
        _export_view(desk, path, kind, wishes.view)
    elif kind == "bundle":
        if desk.settings.as_of:
            raise Misuse("usage", "a bundle always has the whole session", "leave --as-of out")
        names, texts = not wishes.without_names, not wishes.without_texts
        verification.export_bundle(desk, path, names=names, texts=texts, files=wishes.evidence)
    else:
        _export_results(desk, path, kind, wishes)


def _export_results(desk: Desk, path: Path, kind: str, wishes: ExportOptions) -> None:
    if kind not in FORMATS:
        hint = f"`export {path.with_suffix('.zip')}` writes all of the session, `--view standings` a command's output"
        raise Misuse("usage", "only a view can be written as JSON", hint)
    stream = desk.office.stream(desk.session_id)
    if isinstance(stream, Tournament):  # a results file holds one session
        first = next(iter(stream.sessions), "NAME")
        one = f"`export {first}{path.suffix} --session {first}` for each of its sessions"
        whole = f"`export {stream.id}.zip --session {stream.id}` for all together"
        message = f"{stream.id} is a tournament, and {path} can hold one session only"
        raise Refusal("no-such-session", message, f"{one}; {whole}")
    scoreboard, club_file = desk.scoreboard(), read_club(wishes.club)
    club = Club(club_file.name, club_file.number, club_file.charge, club_file.scale)
    tournament = desk.office.tournaments.of_session(scoreboard.session.id)
    event_title = desk.office.tournaments.stream(tournament).opened.title or tournament if tournament else ""
    event = EventOfSession(event_code(wishes.event) or club_file.event, event_title)
    names, texts = not wishes.without_names, not wishes.without_texts
    out = ExportedSession(scoreboard, names=names, texts=texts, club=club, event=event)
    known = desk.office.solved_deals.known(out.deals.values())
    out = replace(out, tricks={board: known[deal].tricks for board, deal in out.deals.items() if deal in known})
    export_session(out, path, kind)
    lines, lost = sum(1 for _ in out.lines()), losses(out, kind)
    if desk.settings.json:
        counts = {"file": str(path), "format": kind, "results": lines, "deals": len(out.deals)}
        desk.print_json_of_state("export/1", out.session, {**counts, "lost": lost})
        return
    has_names = out.players and names_players(out, kind)
    named = f"names of {counted(len(out.players), 'contestant')}" if has_names else "no players' names"
    inside = f"{counted(lines, 'line')}, {counted(len(out.deals), 'deal') if out.deals else 'no deals'}, {named}"
    desk.say(f"{path}: session {out.session.id} as {kind}, {inside}")
    if lost and not desk.settings.quiet:
        losses_shown = lost if desk.settings.verbose else lost[:_SHOWN]
        desk.say("", f"Not in the file, or only as scores ({len(lost)}):", *(f"  {each}" for each in losses_shown))
        if len(losses_shown) < len(lost):
            desk.say(f"  … and {len(lost) - len(losses_shown)} more (-v shows them)")


def _export_view(desk: Desk, path: Path, kind: str, view: str) -> None:
    if kind not in ("csv", "json"):
        raise Misuse("usage", f"a view is written as CSV or JSON, not as {kind}", '-o FILE.csv --view "board 7"')
    require_free(path)
    try:
        words = shlex.split(view)
    except ValueError as error:
        raise Misuse("usage", f"{view!r} is no command: {error}", '--view "board 7"') from error
    root, current = desk.context.find_root(), settings(desk.context)
    command, more = _command(root, words)
    # the inner command takes its settings from the root context, so they are exchanged while it runs
    root.obj = copy(current)
    root.obj.plain, root.obj.json = kind == "csv", kind == "json"
    try:
        with redirect_stdout(StringIO()) as printed, command.make_context(command.name, more, parent=root) as inner:
            command.invoke(inner)
    finally:
        root.obj = current
    text = printed.getvalue()
    if kind == "csv":
        text = write_table(line.split("\t") for line in text.splitlines())
    write_new(path, text)
    if desk.settings.json:
        desk.json("export/1", {"file": str(path), "format": kind, "view": view})
    else:
        desk.say(f"{path}: {view} as {kind}")


def _command(root: click.Context, words: list[str]) -> tuple[click.Command, list[str]]:
    """Return the command that --view names, with its arguments; Misuse unless the command only queries."""
    command: click.Command = root.command
    while isinstance(command, click.Group) and words:
        inner = command.get_command(root, words[0])
        if inner is None:
            break
        command, words = inner, words[1:]
    if not isinstance(command, QueryCommand | QueryGroup):
        hint = '--view standings, --view "board 7", --view log'
        raise Misuse("usage", "--view takes a command that only reads", hint)
    return command, words


def reason_of_change(changed: ChangedLine, lines: Sequence[ChangedLine], after: Session, since: int) -> str:
    """Say why a result line changed: 'R-0002 (#15)', '#22', or 'moved by R-0002' (a ruling at another table)."""
    if changed.moved:
        board = changed.line.played.board
        beside = [each for each in lines if each.line.played.board == board and not each.moved]
        cases = sorted({score.case for each in beside for score in (*each.rulings, *each.was_rulings)})
        cases_of_line = [score.case for score in changed.rulings]
        if cases_of_line:
            return f"{' and '.join(cases_of_line)} as before, moved by others"
        return f"moved by {' and '.join(cases)}" if cases else "moved by others"
    before = {(score.case, score.adjustment) for score in changed.was_rulings}
    new = [score for score in changed.rulings if (score.case, score.adjustment) not in before]
    ruled = [f"{score.case} (#{score.number})" for score in new]
    gone = [f"{case} no longer" for case in sorted(_cases(changed.was_rulings) - _cases(changed.rulings))]
    own_events = {score.number for score in changed.rulings}
    events = [] if ruled or gone else [f"#{number}" for number in _events(changed, after, since, own_events)]
    return ", ".join([*ruled, *gone, *events]) or ("" if changed.now else "taken back")


def rulings_text(changed: ChangedLine) -> str:
    """Format the rulings on a result line: 'R-0001: weighted 60% of +420 (4SN=) plus …'; '' for none."""
    board = changed.line.played.board
    return "; ".join(f"{score.case}: {protocol_text(score.adjustment, board)}" for score in changed.rulings)


def ruling_lines_of_changes(lines: Sequence[ChangedLine]) -> Iterator[str]:
    """Yield a line with the rulings of each changed result line that has any."""
    for changed in lines:
        if rulings := rulings_text(changed):
            yield f"  board {changed.line.played.board}, {changed.line.played.seating}: {rulings}"


def _cases(rulings: Sequence[ScoreInForce]) -> set[str]:
    return {score.case for score in rulings}


def _events(changed: ChangedLine, after: Session, since: int, ruled: set[int]) -> list[int]:
    """Return the numbers of events after `since` that changed a result line, but rulings; [] if the line is gone."""
    first = changed.line.played.events[0]
    tables = (played for played in after.boards.get(changed.line.played.board, {}).values() if first in played.events)
    return [number for played in tables for number in played.events if number > since and number not in ruled]


_COLUMNS = ("board", "round", "table", "NS", "EW", "seats were", "was", "is")


def export_changes(desk: Desk, moment: str, path: Path | None, wanted: Notation | None) -> None:
    """Print or write the changes since a seal or event; `wanted`: the notation, by default that of the regulations."""
    after = desk.session()
    if not Path(moment).is_file():
        since = number_at(moment, desk.office.log(desk.session_id))
    else:
        sealed = read_seal(Path(moment)).checkpoint
        if sealed.session != desk.session_id:
            raise Misuse("other-seal", f"{moment} is a seal of session {sealed.session}", f"--session {sealed.session}")
        since = sealed.size
    if since > after.number:
        raise Misuse("bad-as-of", f"{moment} is later than event #{after.number}", "name an earlier event or seal")
    before = Scoreboard(desk.office.session(after.id, since))
    scoreboard = desk.scoreboard()
    lines = changes(ExportedSession(before), ExportedSession(scoreboard))
    columns = [*_COLUMNS, f"{scoreboard.unit} NS", f"{scoreboard.unit} EW", "why", "ruled"]
    notation = wanted or notation_of(after.regulations.profile)
    why = (reason_of_change(each, lines, after, since) for each in lines)
    rows = [
        [*change_cells(each, notation), because, rulings_text(each)] for each, because in zip(lines, why, strict=True)
    ]
    old, new = list(effects_outside_lines(before.session)), list(effects_outside_lines(after))
    gone = [f"no longer: {each}" for each in old if each not in new]
    besides = [*(each for each in new if each not in old), *gone]
    if desk.settings.json or (path and path.suffix.lower() == ".json"):
        values = [dict(zip(columns, row, strict=True)) for row in rows]
        payload = {"since": since, "notation": notation, "changes": values, "besides": besides}
        if path:
            write_new(path, json.dumps({"schema": "changes/1", **payload}, ensure_ascii=False, indent=1) + "\n")
            desk.say(f"{path}: changes since #{since}")
        else:
            desk.print_json_of_state("changes/1", after, payload)
    elif path:
        write_new(path, write_table([columns, *rows]))
        desk.say(f"{path}: {_counted(lines)} since #{since}")
        _say_besides(desk, besides)
    else:
        # on a screen the rulings, in the last column, are printed below the table
        candidates = range(len(columns) if desk.settings.plain else len(columns) - 1)
        columns_shown = [at for at in candidates if desk.settings.plain or at < 1 or any(row[at] for row in rows)]
        if not desk.settings.plain:
            desk.say(f"{_counted(lines)} since #{since}")
        if rows or desk.settings.plain:
            desk.table([columns[at] for at in columns_shown], [[row[at] for at in columns_shown] for row in rows])
        if any(each.rulings for each in lines) and not desk.settings.plain:
            desk.say("", "Ruled:", *ruling_lines_of_changes(lines))
        if any(each.outright for each in lines) and not desk.settings.plain:
            desk.say("", "Type in the scores where the table gives them: no result can express them.")
        _say_besides(desk, besides)


def _say_besides(desk: Desk, besides: Sequence[str]) -> None:
    if besides and not desk.settings.plain:
        desk.say("", "Changed outside the lines:", *(f"  {each}" for each in besides))


def _counted(lines: Sequence[ChangedLine]) -> str:
    return "nothing changed" if not lines else f"{counted(len(lines), 'line')} changed"
