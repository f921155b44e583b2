"""Importing a result file, or what devices recorded: read, recorded as one event, and what is said of it."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cli.desk.desk import Desk
from cli.json.sessions import comparison_json, import_json
from cli.screens import effects, members_lists
from cli.screens.effects import digest_line, verb
from cli.screens.events import print_ripple
from cli.screens.import_tables import columns_said, print_first_lines
from cli.screens.lists import queue_line
from cli.screens.printed_figures import compared, counts_told, differences_told
from cli.terminal.progress import working
from cli.words.vocabulary import counted, winners_text
from ledger.bounds.files import RESULTS
from ledger.errors import Misuse
from ledger.exchange.bridgemate.bws import read_bws
from ledger.exchange.bridgemate.connector import is_sent, read_connector
from ledger.exchange.csv.read import read_csv
from ledger.exchange.own.read import read_companion, with_companion, without_companion
from ledger.exchange.printed import recognise_awards
from ledger.exchange.programs import regulations_of
from ledger.exchange.reading import TABLES, read_results
from ledger.exchange.sheet import Sheet, read_bytes
from ledger.facts import ImportSheet, OpenSession, RecordDeals, Reopening
from ledger.facts.play import SessionOpened
from ledger.facts.queue import LineSetAside
from ledger.labels import require_session_name
from ledger.laws.regulations import Regulations
from ledger.recording.effect import Effect
from ledger.scoring.forms import FORMS, FormName
from ledger.session import session_of

if TYPE_CHECKING:
    from cli.options.sessions import ImportOptions


def device_sheet(desk: Desk, file: Path, winners: Literal[1, 2] | None) -> Sheet | None:
    """What a device says in a .bws, a .json or, as `-`, on standard input; None where the file is another program's."""
    if str(file) == "-":
        return read_connector(file, _from_stdin(), _contestants(desk))
    ending = file.suffix.lower()
    if ending == ".bws":
        return read_bws(file, winners)
    if ending == ".json" and is_sent(content := read_bytes(file)):
        return read_connector(file, content, _contestants(desk))
    return None


def _from_stdin() -> bytes:
    """What is handed in on standard input; Misuse where it is more than any file has."""
    content = sys.stdin.buffer.read(RESULTS.most + 1)
    if len(content) > RESULTS.most:
        raise Misuse("bad-file", "more comes in than any such file has", "hand it in by parts")
    return content


def _contestants(desk: Desk) -> Iterable[str]:
    """Who plays in the session that is meant, where there is one."""
    named = desk.settings.session_id
    if named is None:
        sessions = desk.office.sessions()
        named = sessions[0] if len(sessions) == 1 else ""
    return desk.office.session(named).contestants if desk.office.streams.has(named) else ()


def record_deals(desk: Desk, file: Path, sheet: Sheet, wishes: ImportOptions) -> None:
    """The cards of each board, into the session that is meant; refused where a board has others already."""
    if any(vars(wishes).values()):
        raise Misuse("usage", f"{file} has deals and no results", f"`import {file}` alone, or with --session NAME")
    effect = effects.submit(desk, RecordDeals(tuple(sorted(sheet.deals.items()))))
    remarks = [*effect.notes, *sheet.notes]
    if desk.settings.json:
        counts = {"events": len(effect.events), "results": 0, "deals": len(effect.events), "skipped": []}
        told = counts | {"dry_run": desk.settings.dry_run, "notes": [{"where": at, "why": why} for at, why in remarks]}
        desk.json_at("import/1", effect.after, told)
        return
    if effect.events:
        desk.say(f"{verb(effect)} {counted(len(effect.events), 'deal')} in session {effect.after.id}")
        if not desk.settings.dry_run:
            desk.say(digest_line(effect.after))
    else:
        desk.say(f"Nothing new: session {effect.after.id} has all the deals of {file.name}")
    if remarks:
        desk.say("", f"{counted(len(remarks), 'line')} to look at:", *(f"  {where}: {why}" for where, why in remarks))
    if effect.events and not (desk.settings.dry_run or desk.settings.quiet):
        desk.hint("", f"Look: `bridge-ledger board {min(sheet.deals)} --deal`")


_SHOWN = 20

_COUNTED = {
    "result-recorded": "result",
    "result-corrected": "correction",
    "deal-recorded": "deal",
    "deal-corrected": "corrected deal",
    "auction-recorded": "auction",
    "ruling-given": "ruling",
    "ruling-amended": "amendment",
    "ruling-withdrawn": "withdrawal",
    "result-voided": "voided result",
    "penalty-imposed": "penalty",
    "director-called": "call",
    "call-answered": "answered call",
    "line-set-aside": "queued line",
    "line-settled": "settled line",
}


def import_results(desk: Desk, file: Path, wishes: ImportOptions, reopening: Reopening | None) -> None:
    """Record what a result file says and the log does not yet say."""
    with working(f"reading {file.name}"):
        sheet, regulations = _read(desk, file, wishes)
    if sheet.deals and not (sheet.lines or sheet.problems or sheet.unplayed or sheet.calls):
        record_deals(desk, file, sheet, wishes)
        return
    if not (sheet.lines or sheet.problems or sheet.calls):
        raise Misuse("bad-file", f"{file} has no results", "is it the file you meant?")
    with working(f"recording {len(sheet.lines)} lines"):
        effect = record_sheet(desk, sheet, regulations, wishes, reopening)
    report(desk, sheet, effect)


def record_sheet(
    desk: Desk, sheet: Sheet, regulations: Regulations, wishes: ImportOptions, reopening: Reopening | None
) -> Effect:
    """What a file says and the log does not yet say, recorded in the session that is meant, or opened by it."""
    session_id = require_session_name(_session_meant(desk, sheet))
    opening = _opening(sheet, regulations, wishes, desk.office.session(session_id).opened)
    command = ImportSheet(
        opening,
        tuple(sheet.lines),
        tuple(sheet.problems),
        wishes.skip_bad or wishes.follow or sheet.partial,
        profile_stated=wishes.profile is not None,
        only_show=desk.settings.dry_run,
        players=members_lists.by_number(sheet.players, wishes.members),
        deals=tuple(sorted(sheet.deals.items())),
        reopening=reopening,
        device=sheet.device,
        partial=sheet.partial,
        calls=tuple(sheet.calls),
        besides=tuple(sheet.besides),
        about=sheet.about,
        known=sheet.known,
    )
    return effects.submit(desk, command, session_id=session_id)


def _session_meant(desk: Desk, sheet: Sheet) -> str:
    """The session named, else that of the file's name, else the only one; Misuse where nothing says which."""
    if desk.settings.session_named or sheet.name:
        return desk.settings.session_named or _slug(sheet.name)
    if not desk.office.sessions():
        unsaid = f"there is no session yet, and what the {sheet.title} sends does not name one"
        raise Misuse("no-such-session", unsaid, "--session NAME makes it")
    return desk.session_id


def _read(desk: Desk, file: Path, wishes: ImportOptions) -> tuple[Sheet, Regulations]:
    """What the file says, and the regulations: those asked for, or of the program that wrote it.

    Our own file says all of it, also as the companion of another; of others, what only their figures tell is taken for
    awards.
    """
    check_map(file, wishes)
    if of_device := device_sheet(desk, file, winners_asked(wishes.winners)):
        return of_device, regulations_of(of_device, wishes.profile)
    sheet = _sheet(file, wishes)
    content = read_bytes(file)
    if said := read_companion(file, content):
        sheet = with_companion(sheet, said, file)
    else:
        without_companion(sheet, file, content)
    if sheet.regulations:
        return sheet, regulations_of(sheet, wishes.profile) if wishes.profile else sheet.regulations
    regulations = regulations_of(sheet, wishes.profile)
    recognise_awards(sheet, regulations.matchpoints.tie)
    return sheet, regulations


def _sheet(file: Path, wishes: ImportOptions) -> Sheet:
    """What the file says; of a table, by what the desk says its columns are."""
    if file.suffix.lower() in TABLES:
        teams = any(form == wishes.scoring and found.teams() for form, found in FORMS.items())
        winners = winners_asked(wishes.winners) or (1 if teams else None)
        return read_csv(file, columns_said(wishes.columns), winners, wishes.language)
    return read_results(file)


def check_map(file: Path, wishes: ImportOptions) -> None:
    """Misuse where something is said of the columns of a file that has none."""
    if (wishes.columns or wishes.language) and file.suffix.lower() not in TABLES:
        raise Misuse("usage", f"--map and --language are for tables: {', '.join(TABLES)}", "leave them out")


def _opening(
    sheet: Sheet, regulations: Regulations, wishes: ImportOptions, opened: SessionOpened | None
) -> OpenSession:
    winners, form = _winners(wishes.winners, sheet, opened), _form(wishes.scoring, sheet, opened)
    title = wishes.title or sheet.title
    return OpenSession(title, sheet.date, sheet.boards, winners, regulations, sheet.contestants, form)


def _winners(asked: str | None, sheet: Sheet, opened: SessionOpened | None) -> Literal[1, 2]:
    """As asked, or as the file says, or as the session has it that the file was imported into before."""
    return winners_asked(asked) or sheet.winners or (opened.winners if opened else 1)


def winners_asked(asked: str | None) -> Literal[1, 2] | None:
    """How many rankings there are, as the desk says; None where it does not."""
    return None if asked is None else 2 if asked == "2" else 1


def _form(asked: str | None, sheet: Sheet, opened: SessionOpened | None) -> FormName:
    """The same for the form of scoring."""
    meant = asked or sheet.scoring or (opened.scoring if opened else "matchpoints")
    form = next(form for form in FORMS if form == meant)
    if sheet.scoring and FORMS[form].teams() != FORMS[sheet.scoring].teams():
        raise Misuse("usage", f"the file is of {sheet.scoring}, not of {asked}", "leave --scoring out")
    return form


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:64] or "session"


def report(desk: Desk, sheet: Sheet, effect: Effect) -> None:
    """What was recorded of a file, what needs a person, and what to look at."""
    counts = Counter(envelope.name.partition("/")[0] for envelope in effect.events)
    figures = compared(sheet, effect)
    undrawn = [(f"board {each.first.board}, table {each.first.table}", each.text) for each in effect.undrawn]
    remarks = [
        *effect.notes,
        *undrawn,
        *sheet.notes,
        *differences_told(figures, sheet, everything=desk.settings.verbose),
    ]
    if desk.settings.json:
        told = import_json(effect, counts, remarks, dry_run=desk.settings.dry_run)
        desk.json_at("import/1", effect.after, told | {"compared": comparison_json(figures)})
        return
    desk.hint(*_summary(desk, sheet, effect, counts), *counts_told(figures))
    if desk.settings.dry_run and not desk.settings.quiet:
        print_first_lines(desk, effect)
    _list_left_out(desk, sheet, effect)
    _list(desk, "to look at", remarks)
    if effect.events and not desk.settings.quiet:
        _print_effect(desk, effect)


def _list_left_out(desk: Desk, sheet: Sheet, effect: Effect) -> None:
    """The lines that are not recorded, or would not be; and what waits in the queue: of a device all of them."""
    if not sheet.device:
        needs = "that needs a person" if len(effect.skipped) == 1 else "that need a person"
        left_out = "not to be recorded (without --skip-bad the import stops)" if desk.settings.dry_run else "left out"
        _list(desk, f"{needs}, {left_out}", effect.skipped)
    aside = [each.event for each in effect.events if isinstance(each.event, LineSetAside)]
    waiting = "that would wait for a person in the queue" if desk.settings.dry_run else "set aside for a person"
    _list(desk, f"{waiting}: `import queue`", [(each.place, each.why) for each in aside])


def _print_effect(desk: Desk, effect: Effect) -> None:
    print_ripple(desk, effect.ripple(), effect.events)
    if not desk.settings.dry_run:
        first = min(session_of(effect.after).boards, default=1)
        desk.hint("", f"Look: `bridge-ledger standings`, `bridge-ledger board {first}`, `bridge-ledger ruling list`")


def _summary(desk: Desk, sheet: Sheet, effect: Effect, counts: Counter[str]) -> list[str]:
    """What was recorded; of a session that was opened by it, its size; and what was not played."""
    recorded = ", ".join(counted(counts[name], word) for name, word in _COUNTED.items() if counts[name])
    lines = [f"{verb(effect)} {recorded} in session {effect.after.id}" if recorded else _nothing(sheet, effect)]
    if effect.before.opened is None and recorded:
        lines.append(_size(sheet, effect))
    if effect.events and not desk.settings.dry_run:
        lines.append(digest_line(effect.after))
    lines += [f"  {line}" for line in queue_line(session_of(effect.after))]
    if sheet.unplayed:
        lines.append(f"  {counted(len(sheet.unplayed), 'line')} without a score: not played")
    return lines


def _nothing(sheet: Sheet, effect: Effect) -> str:
    if effect.before.opened is None:
        return "No line can be recorded"
    if effect.skipped:
        return f"Nothing new: session {effect.after.id} has all that can be recorded"
    return f"Nothing new: session {effect.after.id} has all that {sheet.name or sheet.title} says"


def _size(sheet: Sheet, effect: Effect) -> str:
    """What was opened: how large, and how it is scored; said by the file, or by nobody."""
    after = session_of(effect.after)
    opening = after.opening
    size = f"{counted(len(after.boards), 'board')}, {counted(len(after.contestants), 'contestant')}"
    unsaid = " (the file does not say: --scoring)" if sheet.scoring is None and opening.scoring == "matchpoints" else ""
    scored = f"{opening.scoring}{unsaid}, {winners_text(opening.winners)}"
    return f"  {opening.title}, {size}, {scored}, regulations {after.regulations.profile}"


def _list(desk: Desk, heading: str, remarks: Iterable[tuple[str, str]]) -> None:
    found = sorted(remarks, key=lambda remark: list(map(int, re.findall(r"[0-9]+", remark[0]))))
    shown = found if desk.settings.verbose else found[:_SHOWN]
    if not found:
        return
    desk.hint("", f"{counted(len(found), 'line')} {heading}:")
    desk.hint(*(f"  {where}: {why}" for where, why in shown))
    if len(shown) < len(found):
        desk.say(f"  … and {len(found) - len(shown)} more (-v shows them)")
