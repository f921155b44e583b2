"""Recording a result file, and what is said of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cli.desk.desk import Desk
from cli.desk.progress import working
from cli.screens.effects import digest_line, verb
from cli.screens.ripples import print_ripple
from cli.screens.vocabulary import counted
from ledger.commands import ImportSheet, OpenSession, Reopening
from ledger.errors import Misuse
from ledger.events.play import SessionOpened
from ledger.exchange.csv_results import read_csv
from ledger.exchange.pbn import read_pbn
from ledger.exchange.sheet import Sheet
from ledger.exchange.usebio import read_usebio
from ledger.laws import profile_loader
from ledger.laws.rounding import decimal_text
from ledger.projections.standings import standings
from ledger.recording.effect import Effect
from ledger.scoring.forms import FORMS, FormName
from ledger.session.session_name import require_session_name

if TYPE_CHECKING:
    from cli.commands.import_ import ImportOptions

_SHOWN = 20
_DIFFERENCES = 3
_PROGRAMS = {"compscore": "compscore3", "acblscore": "acblscore"}
_COUNTED = {
    "result-recorded": "result",
    "result-corrected": "correction",
    "deal-recorded": "deal",
    "deal-corrected": "corrected deal",
    "ruling-given": "ruling",
    "ruling-amended": "amendment",
    "ruling-withdrawn": "withdrawal",
}


def import_results(desk: Desk, file: Path, wishes: ImportOptions, reopening: Reopening | None) -> None:
    """Record what a result file says and the log does not yet say."""
    with working(f"reading {file.name}"):
        sheet, profile = _read(file, wishes.profile)
    if not sheet.lines and not sheet.problems:
        raise Misuse("bad-file", f"{file} has no results", "is it the file you meant?")
    session_id = require_session_name(desk.settings.session_id or _slug(sheet.name))
    opening = _opening(sheet, profile, wishes, desk.office.session(session_id).opened)
    command = ImportSheet(
        opening,
        tuple(sheet.lines),
        tuple(sheet.problems),
        wishes.skip_bad,
        profile_stated=wishes.profile is not None,
        only_show=desk.settings.dry_run,
        players=tuple(sheet.players),
        deals=tuple(sorted(sheet.deals.items())),
        reopening=reopening,
    )
    with working(f"recording {len(sheet.lines)} lines"):
        effect = desk.submit(command, session_id=session_id)
    _report(desk, sheet, effect)


def _read(file: Path, profile: str | None) -> tuple[Sheet, str]:
    """What the file says, and the regulations: those asked for, or of the program that wrote it."""
    match file.suffix.lower():
        case ".csv":
            return read_csv(file), profile or "default"
        case ".pbn":
            return read_pbn(file), profile or "default"
        case ".xml":
            sheet = read_usebio(file, profile_loader.load_profile(profile or "default").matchpoints.tie)
            return sheet, profile or _regulations_of(sheet.program)
    ending = file.suffix or "no ending"
    raise Misuse(
        "bad-file",
        f"{file}: {ending} is not a kind of file that can be imported",
        "USEBIO as .xml, teams as .pbn, results as .csv, a bundle as .zip",
    )


def _regulations_of(program: str) -> str:
    """The regulations of the program that wrote a file."""
    known = (name for start, name in _PROGRAMS.items() if program.lower().startswith(start))
    return next(known, "default")


def _opening(sheet: Sheet, profile: str, wishes: ImportOptions, opened: SessionOpened | None) -> OpenSession:
    winners, form = _winners(wishes.winners, sheet, opened), _form(wishes.scoring, sheet, opened)
    title, regulations = wishes.title or sheet.title, profile_loader.load_profile(profile)
    return OpenSession(title, sheet.date, sheet.boards, winners, regulations, sheet.contestants, form)


def _winners(asked: str | None, sheet: Sheet, opened: SessionOpened | None) -> Literal[1, 2]:
    """As asked, or as the file says, or as the session has it that the file was imported into before."""
    if asked:
        return 2 if asked == "2" else 1
    return sheet.winners or (opened.winners if opened else 1)


def _form(asked: str | None, sheet: Sheet, opened: SessionOpened | None) -> FormName:
    """The same for the form of scoring."""
    meant = asked or sheet.scoring or (opened.scoring if opened else "matchpoints")
    form = next(form for form in FORMS if form == meant)
    if sheet.scoring and FORMS[form].teams() != FORMS[sheet.scoring].teams():
        raise Misuse("usage", f"the file is of {sheet.scoring}, not of {asked}", "leave --scoring out")
    return form


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:64] or "session"


def _report(desk: Desk, sheet: Sheet, effect: Effect) -> None:
    counts = Counter(envelope.name.partition("/")[0] for envelope in effect.events)
    remarks = [*effect.notes, *sheet.notes, *_disagreements(sheet, effect)]
    if desk.settings.json:
        desk.json_at("import/1", effect.after, _json(effect, counts, remarks, dry_run=desk.settings.dry_run))
        return
    desk.say(*_summary(desk, sheet, effect, counts))
    left_out = "would be left out" if desk.settings.dry_run else "left out"
    _list(desk, f"that need{'s' if len(effect.skipped) == 1 else ''} a person, {left_out}", effect.skipped)
    _list(desk, "to look at", remarks)
    if effect.events and not desk.settings.quiet:
        _print_effect(desk, effect)


def _print_effect(desk: Desk, effect: Effect) -> None:
    print_ripple(desk, effect.ripple(), effect.events)
    if not desk.settings.dry_run:
        desk.say("", "Look: `bridge-ledger standings`, `bridge-ledger board 1`, `bridge-ledger ruling list`")


def _json(effect: Effect, counts: Counter[str], remarks: list[tuple[str, str]], *, dry_run: bool) -> dict[str, object]:
    return {
        "events": len(effect.events),
        "results": counts["result-recorded"],
        "corrections": counts["result-corrected"],
        "rulings": counts["ruling-given"],
        "dry_run": dry_run,
        "skipped": [{"where": where, "why": why} for where, why in effect.skipped],
        "notes": [{"where": where, "why": why} for where, why in remarks],
    }


def _summary(desk: Desk, sheet: Sheet, effect: Effect, counts: Counter[str]) -> list[str]:
    """What was recorded; of a session that was opened by it, its size; and what was not played."""
    recorded = ", ".join(counted(counts[name], word) for name, word in _COUNTED.items() if counts[name])
    lines = [f"{verb(desk, effect)} {recorded} in session {effect.after.id}" if recorded else _nothing(sheet, effect)]
    if effect.before.opened is None and recorded:
        lines.append(_size(effect))
    if effect.events and not desk.settings.dry_run:
        lines.append(digest_line(effect.after))
    if sheet.unplayed:
        lines.append(f"  {counted(len(sheet.unplayed), 'line')} without a score: not played")
    return lines


def _nothing(sheet: Sheet, effect: Effect) -> str:
    if effect.before.opened is None:
        return "No line can be recorded"
    return f"Nothing new: session {effect.after.id} has all that {sheet.name} says"


def _size(effect: Effect) -> str:
    after = effect.after
    size = f"{counted(len(after.boards), 'board')}, {counted(len(after.contestants), 'contestant')}"
    return f"  {after.opening.title}, {size}, regulations {after.regulations.profile}"


def _list(desk: Desk, heading: str, remarks: Iterable[tuple[str, str]]) -> None:
    found = sorted(remarks, key=lambda remark: list(map(int, re.findall(r"[0-9]+", remark[0]))))
    shown = found if desk.settings.verbose else found[:_SHOWN]
    if not found:
        return
    desk.say("", f"{counted(len(found), 'line')} {heading}:", *(f"  {where}: {why}" for where, why in shown))
    if len(shown) < len(found):
        desk.say(f"  … and {len(found) - len(shown)} more (-v shows them)")


def _disagreements(sheet: Sheet, effect: Effect) -> list[tuple[str, str]]:
    """Totals the file prints that are not ours: the office should know before the players do."""
    if not sheet.published or effect.skipped:
        return []
    ours = _totals(effect)
    differ = [
        (f"contestant {contestant}", f"the file's total is {printed}, ours {ours[contestant]}")
        for contestant, printed in sheet.published.items()
        if contestant in ours and _two_places(printed) not in (None, ours[contestant])
    ]
    if len(differ) <= _DIFFERENCES:
        return differ
    count = f"{len(differ)} of the file's {len(sheet.published)} totals are not ours"
    why = "scored by other regulations (--profile), or ruled on since"
    return [*differ[:_DIFFERENCES], ("standings", f"{count}: {why}")]


def _totals(effect: Effect) -> dict[str, str]:
    """Every contestant's total, as it would be printed."""
    scores = effect.scores_after
    if scores is None:
        return {}
    mode = scores.totals.rounding
    return {row.contestant: decimal_text(row.total, 2, mode) for field in standings(scores) for row in field.rows}


def _two_places(printed: str) -> str | None:
    match = re.fullmatch(r"(-?[0-9]+)(?:\.([0-9]{1,2})0*)?", printed)
    return f"{match[1]}.{(match[2] or ''):0<2}" if match else None
