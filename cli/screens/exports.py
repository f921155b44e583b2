"""Giving a session out: as a bundle, in the format of another program, or any screen as a table."""

from __future__ import annotations

import shlex
from contextlib import redirect_stdout
from copy import copy
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.desk.desk import Desk
from cli.json.scores import standings_json
from cli.options.commands import QueryCommand, QueryGroup
from cli.screens import bundles, changes_since
from cli.terminal.clubs import event_code, read_club
from cli.terminal.settings import settings
from cli.words.travellers import traveller_of
from cli.words.vocabulary import FILE_FORMATS, counted
from ledger.errors import Misuse, Refusal
from ledger.exchange.csv.write import write_table
from ledger.exchange.given_out import Club, GivenOut, OfEvent
from ledger.exchange.own.document import OwnFile, write_own
from ledger.exchange.own.read import companion_of
from ledger.exchange.own.write import own_file, says_names
from ledger.exchange.writing import give_out, write_new
from ledger.files import require_free
from ledger.session import Tournament

if TYPE_CHECKING:
    from cli.options.sessions import ExportOptions
    from ledger.projections.scoreboard import Scoreboard

_SHOWN = 10


def export(desk: Desk, context: click.Context, path: Path | None, wishes: ExportOptions) -> None:
    """Write what was asked for to a file, and say what the format loses."""
    if wishes.changes_since:
        changes_since.export_changes(desk, wishes.changes_since, path, wishes.notation)
        return
    path = path or Path(f"{desk.session_id}.zip")
    kind = wishes.format or _format_of(path)
    if wishes.evidence and (wishes.view or kind != "bundle" or wishes.without_texts):
        hint = "`export FILE.zip --evidence`, without --without-texts and --view"
        raise Misuse("usage", "evidence goes with a bundle, and the texts that have its digests", hint)
    if wishes.view:
        _export_view(desk, context, path, kind, wishes.view)
    elif kind == "bundle":
        if desk.settings.as_of:
            raise Misuse("usage", "a bundle has all of a session, whatever the moment", "leave --as-of out")
        names, texts = not wishes.without_names, not wishes.without_texts
        bundles.export_bundle(desk, path, names=names, texts=texts, files=wishes.evidence)
    else:
        _export_results(desk, path, kind, wishes)


def _format_of(path: Path) -> str:
    if kind := FILE_FORMATS.get(path.suffix.lower()):
        return kind
    known = ", ".join(f"{ending} ({name})" for ending, name in FILE_FORMATS.items())
    ending = path.suffix or "no ending"
    raise Misuse("bad-file", f"{path}: {ending} is no kind of file that is written", f"{known}; or --format NAME")


# The results, for other programs


def _export_results(desk: Desk, path: Path, kind: str, wishes: ExportOptions) -> None:
    scoreboard, told = _scoreboard(desk, path), read_club(wishes.club)
    club = Club(told.name, told.number, told.charge, told.scale)
    event = OfEvent(event_code(wishes.event) or told.event, _event_title(desk, scoreboard.session.id))
    names, texts = not wishes.without_names, not wishes.without_texts
    out = GivenOut(scoreboard, names=names, texts=texts, club=club, event=event)
    match kind:
        case "usebio" | "pbn" | "csv":
            said = give_out(out, path, kind)
            _say(desk, path, kind, out, said)
        case _:
            write_new(path, _session_json(out))
            _say(desk, path, kind, out, None)


def _scoreboard(desk: Desk, path: Path) -> Scoreboard:
    """The scores of a session; Refusal (no-such-session) where a tournament is meant: each session has a file."""
    tournament = desk.office.stream(desk.session_id)
    if not isinstance(tournament, Tournament):
        return desk.scoreboard()
    first = next(iter(tournament.sessions), "NAME")
    each = f"`export {first}{path.suffix} --session {first}`, and so each of its sessions"
    whole = f"`export {tournament.id}.zip --session {tournament.id}` is all of it"
    message = f"{tournament.id} is a tournament, and {path} would be of one session"
    raise Refusal("no-such-session", message, f"{each}; {whole}")


def _event_title(desk: Desk, session_id: str) -> str:
    """What the tournament is called that a session belongs to, '' where it belongs to none."""
    tournament = desk.office.tournaments.of_session(session_id)
    return desk.office.tournaments.stream(tournament).opened.title or tournament if tournament else ""


def _session_json(out: GivenOut) -> str:
    """Our own file; with the standings and travellers for other readers, as `standings --json` and `board --json`."""
    boards = [traveller_of(out.scoreboard, board, symbols=False).json() for board in sorted(out.session.boards)]
    return write_own(own_file(out), standings=standings_json(out.scoreboard, out.rankings), travellers=boards)


def _say(desk: Desk, path: Path, kind: str, out: GivenOut, said: OwnFile | None) -> None:
    """What was written, and what it cannot say."""
    lines = sum(1 for _ in out.lines())
    lost = list(said.lost) if said else []
    if desk.settings.json:
        counts = {"file": str(path), "format": kind, "results": lines, "deals": len(out.deals)}
        desk.json_at(
            "export/1", out.session, {**counts, "companion": str(companion_of(path)) if said else None, "lost": lost}
        )
        return
    has_names = out.players and says_names(out, kind)
    named = f"names of {counted(len(out.players), 'contestant')}" if has_names else "no names"
    inside = f"{counted(lines, 'line')}, {counted(len(out.deals), 'deal')}, {named}"
    desk.say(f"{path}: session {out.session.id} as {kind}, {inside}")
    if said:
        desk.say(f"  what the format cannot say is in {companion_of(path)}: keep them together")
    if lost and not desk.settings.quiet:
        shown = lost if desk.settings.verbose else lost[:_SHOWN]
        desk.say("", f"Not in the file, or only as scores ({len(lost)}):", *(f"  {each}" for each in shown))
        if len(shown) < len(lost):
            desk.say(f"  … and {len(lost) - len(shown)} more (-v shows them)")


# Any screen, as a table


def _export_view(desk: Desk, context: click.Context, path: Path, kind: str, view: str) -> None:
    if kind not in ("csv", "json"):
        raise Misuse("usage", f"a view is written as CSV or JSON, not as {kind}", '-o FILE.csv --view "board 7"')
    require_free(path)
    text = _printed(context, _words(view), kind)
    if kind == "csv":
        text = write_table(line.split("\t") for line in text.splitlines())
    write_new(path, text)
    if desk.settings.json:
        desk.json("export/1", {"file": str(path), "format": kind, "view": view})
    else:
        desk.say(f"{path}: {view} as {kind}")


def _words(view: str) -> list[str]:
    try:
        return shlex.split(view)
    except ValueError as error:
        raise Misuse("usage", f"{view!r} is no command: {error}", '--view "board 7"') from error


def _printed(context: click.Context, words: list[str], kind: str) -> str:
    """What a command that looks prints for programs."""
    root, own = context.find_root(), settings(context)
    command, more = _command(root, words)
    root.obj = copy(own)
    root.obj.plain, root.obj.json = kind == "csv", kind == "json"
    try:
        with redirect_stdout(StringIO()) as printed, command.make_context(command.name, more, parent=root) as inner:
            command.invoke(inner)
    finally:
        root.obj = own
    return printed.getvalue()


def _command(root: click.Context, words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that some words name; Misuse where it is none that looks."""
    found: click.Command = root.command
    while isinstance(found, click.Group) and words:
        inner = found.get_command(root, words[0])
        if inner is None:
            break
        found, words = inner, words[1:]
    if not isinstance(found, QueryCommand | QueryGroup):
        raise Misuse("usage", "a view is what a command shows", '--view standings, --view "board 7", --view log')
    return found, words
