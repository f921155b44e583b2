"""Import a result file or the records of scoring devices, and print what was recorded."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from cli.desk.desk import Desk
from cli.options.openings import today
from cli.screens import effects, people
from cli.screens.effects import digest_line, verb
from cli.screens.events import print_ripple
from cli.screens.printed_figures import (
    compare_printed,
    comparison_json,
    comparison_summary,
    difference_remarks,
    figures_text,
)
from cli.terminal.progress import show_progress
from cli.views.checks import place_text
from cli.words.vocabulary import counted, winners_text
from ledger.bounds.files import RESULTS
from ledger.bridge import Result, ns_score
from ledger.errors import Misuse
from ledger.exchange.fields import Winners, opening_of
from ledger.exchange.programs import recognise_awards, regulations_of
from ledger.exchange.reading import TABLES, read_results
from ledger.exchange.sheet import Sheet, read_bytes, reading_contracts
from ledger.labels import agreeing, require_session_name, typed_boards
from ledger.laws.adjustment import Adjustment
from ledger.laws.regulations import Regulations
from ledger.recording.effect import Effect
from ledger.scoring.forms import FORMS, FormName
from ledger.scoring.line import Seating
from ledger.subjects.deals import RecordDeals
from ledger.subjects.play.facts import ResultCorrected, ResultRecorded, SessionOpened
from ledger.subjects.queue.facts import LineSetAside
from ledger.subjects.queue.state import waiting_lines
from ledger.subjects.reopening import Reopening
from ledger.subjects.rulings.facts import RulingAmended, RulingGiven
from ledger.subjects.sheets import ImportSheet
from ledger.subjects.tournaments.state import session_of

if TYPE_CHECKING:
    from cli.options.sessions import ImportOptions, ReadingOptions


def device_sheet(desk: Desk, file: Path, winners: Winners | None) -> Sheet | None:
    """Return a scoring device's records in a .bws or .json file or on standard input (`-`); None for other files."""
    if file.suffix.lower() == ".bws":
        from ledger.exchange.bridgemate.bws import read_bws

        return read_bws(file, winners)
    if file.suffix.lower() != ".json" and str(file) != "-":
        return None
    from ledger.exchange.bridgemate.connector import is_from_connector, read_connector

    if str(file) == "-":
        # one byte more than allowed shows that the input is too long
        content = sys.stdin.buffer.read(RESULTS.most + 1)
        if len(content) > RESULTS.most:
            raise Misuse("bad-file", "the input is longer than any such file", "import it in parts")
    else:
        content = read_bytes(file)
        if not is_from_connector(content):
            return None
    named = desk.settings.session_id
    if named is None:
        sessions = desk.office.sessions()
        named = sessions[0] if len(sessions) == 1 else ""
    entered = desk.office.session(named).contestants if desk.office.streams.has(named) else ()
    return read_connector(file, content, entered)


def record_deals(desk: Desk, file: Path, sheet: Sheet, wishes: ImportOptions) -> None:
    """Record a file's deals in the current session; a board that already has different cards is refused."""
    if any(vars(wishes).values()):
        raise Misuse("usage", f"{file} has deals and no results", f"`import {file}` alone, or with --session NAME")
    if not desk.office.sessions():
        raise Misuse(
            "no-such-session",
            f"{file} has deals and no results, and there is no session yet to put them in",
            "import the file with the results first, or "
            f"`session open {desk.settings.session_named or 'NAME'} --boards {typed_boards(sheet.deals)}`",
        )
    effect = effects.submit(desk, RecordDeals(tuple(sorted(sheet.deals.items()))))
    _keep_tricks(desk, sheet)
    remarks = [*effect.notes, *sheet.notes]
    if desk.settings.json:
        counts = {"events": len(effect.events), "results": 0, "deals": len(effect.events), "skipped": []}
        notes = [{"where": at, "why": why} for at, why in remarks]
        value = {"records": records_json(sheet, effect), "dry_run": desk.settings.dry_run, "notes": notes}
        desk.print_json_of_state("import/1", effect.after, counts | value)
        return
    if effect.events:
        desk.say(f"{verb(effect)} {counted(len(effect.events), 'deal')} in session {effect.after.id}")
        if not desk.settings.dry_run:
            desk.say(digest_line(effect.after))
    else:
        desk.say(f"Nothing new: session {effect.after.id} has all the deals of {file.name}")
    boards = session_of(effect.after).boards
    elsewhere = sum(1 for board in sheet.deals if board not in boards)
    recorded, repeated = len(effect.events), sheet.dealt_again
    known, supposed = len(sheet.deals) - elsewhere - recorded, effect.supposed
    summary = deals_told(sheet.dealt, recorded, known, repeated=repeated, elsewhere=elsewhere, supposed=supposed)
    desk.hint(f"  {summary}", *_record_summary(sheet, effect))
    if remarks:
        desk.say("", f"{counted(len(remarks), 'line')} to look at:", *(f"  {where}: {why}" for where, why in remarks))
    if effect.events and not (desk.settings.dry_run or desk.settings.quiet):
        desk.hint("", f"Look: `bridge-ledger board {min(sheet.deals)} --deal`")


def _keep_tricks(desk: Desk, sheet: Sheet) -> None:
    if not desk.settings.dry_run:
        desk.office.solved_deals.take(sheet.tricks)


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
    """Record the new lines of a result file; the regulations are those asked for, or those of the file's program."""
    with show_progress(f"reading {file.name}"):
        refuse_map_without_columns(file, wishes)
        of_device = device_sheet(desk, file, winners_from_option(wishes.winners))
        sheet = of_device or read_sheet(file, wishes)
        regulations = regulations_of(sheet, wishes.profile, today())
        if not of_device:  # programs may show an award only by its figures; devices report it as such
            recognise_awards(sheet, regulations.matchpoints.tie)
    if sheet.deals and not (sheet.lines or sheet.problems or sheet.calls):
        record_deals(desk, file, sheet, wishes)
        return
    if not (sheet.lines or sheet.problems or sheet.calls):
        raise Misuse("bad-file", f"{file} has no results", "is it the file you meant?")
    with show_progress(f"recording {counted(len(sheet.lines), 'line')}"):
        effect = record_sheet(desk, sheet, regulations, wishes, reopening)
        _keep_tricks(desk, sheet)
    report(desk, sheet, effect)


def read_sheet(file: Path, wishes: ReadingOptions) -> Sheet:
    """Read a result file of another program than a scoring device's, as the options complete it."""
    winners = winners_from_option(wishes.winners)
    if file.suffix.lower() not in TABLES:
        return read_results(file, winners)
    from ledger.exchange.csv.read import read_csv

    teams = any(form == wishes.scoring and rules.teams() for form, rules in FORMS.items())
    return read_csv(file, mapped_columns(wishes.columns), winners or (1 if teams else None), wishes.language)


def explain_file(desk: Desk, file: Path, wishes: ReadingOptions) -> None:
    """Print each figure of a result file that differs from ours, with the rules that explain it; record nothing."""
    from cli.views.figures import figures_parts, figures_value
    from ledger.exchange.explaining import examine

    refuse_map_without_columns(file, wishes)
    if file.suffix.lower() == ".bws":
        raise Misuse("bad-file", f"{file}: a .bws prints no figures", f"`import {file}` scores it")
    with reading_contracts():
        sheet = read_sheet(file, wishes)
    with show_progress(f"scoring {file.name} by every rule"):
        form, winners = scoring_form(wishes.scoring, sheet), winners_from_option(wishes.winners)
        examined = examine(sheet, wishes.profile, form, winners)
    if not examined.counts:
        read = f"{counted(len(sheet.lines), 'result')}, and no figure to compare"
        raise Misuse("bad-file", f"{file} has {read}", f"`import {file}` scores it")
    value = figures_value(file.name, examined)
    desk.answer(value, figures_parts(value, figures_text(examined.counts, len(examined.explained))))


def record_sheet(
    desk: Desk, sheet: Sheet, regulations: Regulations, wishes: ImportOptions, reopening: Reopening | None
) -> Effect:
    """Record the lines of a file that are not in the log yet, in the current session or in one opened by the file."""
    session_id = require_session_name(_target_session(desk, sheet))
    opened = desk.office.session(session_id).opened
    form = scoring_form(wishes.scoring, sheet, opened)
    had = opened.winners if opened else None
    opening = opening_of(sheet, form, regulations, winners_from_option(wishes.winners), had)
    if wishes.title:
        opening = structs.replace(opening, title=wishes.title)
    command = ImportSheet(
        opening,
        tuple(sheet.lines),
        tuple(sheet.problems),
        wishes.skip_bad or wishes.follow or sheet.partial,
        profile_stated=wishes.profile is not None,
        only_show=desk.settings.dry_run,
        players=people.by_number(sheet.players, wishes.members),
        deals=tuple(sorted(sheet.deals.items())),
        reopening=reopening,
        device=sheet.device,
        partial=sheet.partial,
        calls=tuple(sheet.calls),
        about=sheet.about,
        known=sheet.known,
    )
    return effects.submit(desk, command, session_id)


def _target_session(desk: Desk, sheet: Sheet) -> str:
    """Return the session to record in: named by option, else by the file, else the only one; Misuse if none is."""
    if desk.settings.session_named or sheet.name:
        of_file = re.sub(r"[^A-Za-z0-9._-]+", "-", sheet.name).strip("-._")[:64].rstrip(".") or "session"
        return desk.settings.session_named or of_file
    if not desk.office.sessions():
        unsaid = f"there is no session yet, and the {sheet.title} names none"
        raise Misuse("no-such-session", unsaid, "--session NAME makes it")
    return desk.session_id


def refuse_map_without_columns(file: Path, wishes: ReadingOptions) -> None:
    """Refuse `--map` and `--language` for a file without columns (Misuse)."""
    if (wishes.columns or wishes.language) and file.suffix.lower() not in TABLES:
        raise Misuse("usage", f"--map and --language are for tables: {', '.join(TABLES)}", "leave them out")


def winners_from_option(asked: str | None) -> Winners | None:
    """Return the number of rankings that --winners asks for; None if the option is not given."""
    return None if asked is None else 2 if asked == "2" else 1


def scoring_form(wish: str | None, sheet: Sheet, opened: SessionOpened | None = None) -> FormName:
    """Return the form of scoring asked for, the file's, or the session's. Misuse (usage): the file is of another."""
    name = wish or sheet.scoring or (opened.scoring if opened else "matchpoints")
    form = next(form for form in FORMS if form == name)
    if sheet.scoring and FORMS[form].teams() != FORMS[sheet.scoring].teams():
        raise Misuse("usage", f"the file is scored as {sheet.scoring}, not as {wish}", "leave --scoring out")
    return form


def report(desk: Desk, sheet: Sheet, effect: Effect) -> None:
    """Print what was recorded of a file, the lines that need a person, and the remarks."""
    counts = Counter(envelope.name.partition("/")[0] for envelope in effect.events)
    figures = compare_printed(sheet, effect)
    undrawn = [(f"board {each.first.board}, table {each.first.table}", each.text) for each in effect.undrawn]
    differing = difference_remarks(figures, everything=desk.settings.verbose)
    doubts = [(place_text(each), each.text) for each in effect.doubts]
    remarks = [*effect.notes, *undrawn, *sheet.notes, *differing, *doubts]
    if desk.settings.json:
        value = {
            "events": len(effect.events),
            "results": counts["result-recorded"],
            "corrections": counts["result-corrected"],
            "rulings": counts["ruling-given"],
            "records": records_json(sheet, effect),
            "dry_run": effect.supposed,
            "skipped": [{"where": where, "why": why} for where, why in effect.skipped],
            "notes": [{"where": where, "why": why} for where, why in remarks],
            "compared": comparison_json(figures),
        }
        desk.print_json_of_state("import/1", effect.after, value)
        return
    desk.hint(*_summary(desk, sheet, effect, counts), *comparison_summary(figures))
    is_preview = desk.settings.dry_run and not desk.settings.quiet
    if lines := list(islice(_first_lines(effect), _LINES_SHOWN if is_preview else 0)):
        desk.say("", "The first lines that would be recorded, as understood:")
        columns = ["board", "round", "table", "NS", "EW", "result", "lead", ">NS score"]
        rows = []
        for line in lines:
            result, seating = line.result, line.seating
            played = "" if result is None or result.bare_score is not None else str(result)
            award = repr(line.award) if line.award else ""
            score = "" if result is None else f"{ns_score(result, line.board):+d}"
            place = [str(line.board), str(seating.round or ""), seating.table or "", *seating.pair]
            rows.append([*place, ", ".join(filter(None, (played, award))), line.lead or "", score])
        desk.table(columns, rows)
    if not sheet.device:
        needs = f"that {agreeing(len(effect.skipped), 'needs')} a person"
        left_out = "not to be recorded (without --skip-bad the import stops)" if desk.settings.dry_run else "left out"
        _print_remarks(desk, f"{needs}, {left_out}", effect.skipped)
    aside = [each.event for each in effect.events if isinstance(each.event, LineSetAside)]
    waiting = "that would wait for a person in the queue" if desk.settings.dry_run else "set aside for a person"
    _print_remarks(desk, f"{waiting}: `import queue`", [(each.place, each.why) for each in aside])
    _print_remarks(desk, "to look at", remarks)
    if effect.events and not desk.settings.quiet:
        print_ripple(desk, effect.ripple(), effect.events)
        if not desk.settings.dry_run:
            first = min(session_of(effect.after).boards, default=1)
            commands = ("standings", f"board {first}", "ruling list")
            desk.hint("", f"Look: {', '.join(f'`bridge-ledger {each}`' for each in commands)}")


def _summary(desk: Desk, sheet: Sheet, effect: Effect, counts: Counter[str]) -> list[str]:
    recorded = ", ".join(counted(counts[name], word) for name, word in _COUNTED.items() if counts[name])
    if recorded:
        lines = [f"{verb(effect)} {recorded} in session {effect.after.id}"]
    elif effect.before.opened is None:
        lines = ["No line can be recorded"]
    else:
        has = "that can be recorded" if effect.skipped else f"that {sheet.name or sheet.title} says"
        lines = [f"Nothing new: session {effect.after.id} has all {has}"]
    if effect.before.opened is None and recorded:  # what was opened: how large, and how it is scored
        after = session_of(effect.after)
        opening = after.opening
        size = f"{counted(len(after.boards), 'board')}, {counted(len(after.contestants), 'contestant')}"
        nobody_said = sheet.scoring is None and opening.scoring == "matchpoints"
        unsaid = " (the file does not say: --scoring)" if nobody_said else ""
        scored = f"{opening.scoring}{unsaid}, {winners_text(opening.winners)}"
        lines.append(f"  {opening.title}, {size}, {scored}, regulations {after.regulations.profile}")
    lines += _record_summary(sheet, effect)
    if effect.events and not desk.settings.dry_run:
        lines.append(digest_line(effect.after))
    if queued := waiting_lines(session_of(effect.after)):
        lines.append(f"  {counted(len(queued), 'line')} in the queue for a person: `import queue`")
    return lines


def _record_summary(sheet: Sheet, effect: Effect) -> list[str]:
    if not sheet.records or effect.repeated:
        return []
    parts = ", ".join(f"{number} {words}" for _, number, words in _outcomes(sheet, effect) if number)
    return [f"  {counted(sheet.records, 'record')} {'sent' if sheet.partial else 'in the file'}: {parts}"]


def _outcomes(sheet: Sheet, effect: Effect) -> Iterator[tuple[str, int, str]]:
    """Yield what became of a file's records: its name in JSON, the number of records, and its words on a screen."""
    tally, person = effect.tally, sheet.unread + effect.tally.aside
    yield "recorded", tally.recorded, "to be recorded" if effect.supposed else "recorded"
    yield "known", tally.known, "already known"
    yield "repeated", tally.repeated + sheet.repeats, "said twice"
    yield "erased", tally.erased, "erased where they were entered"
    yield "not_played", len(sheet.unplayed), "not played"
    yield "need_a_person", person, f"{agreeing(person, 'needs')} a person"


def _print_remarks(desk: Desk, heading: str, remarks: Iterable[tuple[str, str]]) -> None:
    lines = sorted(remarks, key=lambda remark: list(map(int, re.findall(r"[0-9]+", remark[0]))))
    first = lines if desk.settings.verbose else lines[:_SHOWN]
    if not lines:
        return
    desk.hint("", f"{counted(len(lines), 'line')} {heading}:")
    desk.hint(*(f"  {where}: {why}" for where, why in first))
    if len(first) < len(lines):
        desk.say(f"  … and {len(lines) - len(first)} more (-v shows them)")


_LINES_SHOWN = 5


def mapped_columns(mappings: Sequence[str]) -> dict[str, str]:
    """Return the file's name of each column that --map renames, by our name; Misuse (usage) for an invalid mapping."""
    from ledger.exchange.csv.tables import KNOWN

    columns: dict[str, str] = {}
    for mapping in mappings:
        ours, equals, theirs = mapping.partition("=")
        name = ours.strip().lower()
        if not equals or not theirs.strip() or name not in KNOWN or name in columns:
            wrong = f"{mapping!r} maps no column" if name not in columns else f"{name} is mapped twice"
            raise Misuse("usage", wrong, f'--map board="Bd No"; ours are {", ".join(KNOWN)}')
        columns[name] = theirs
    return columns


class _Line(NamedTuple):
    board: int
    seating: Seating
    result: Result | None = None
    lead: str | None = None
    award: Adjustment | None = None


def _first_lines(effect: Effect) -> Iterator[_Line]:
    lines: dict[tuple[int, Seating], _Line] = {}
    for event in (each.event for each in effect.events):
        match event:
            case ResultRecorded() | ResultCorrected():
                line = _Line(event.board, event.seating, event.result, event.lead)
            case RulingGiven() | RulingAmended():
                ruling = session_of(effect.after).rulings[event.case]
                line = _Line(ruling.board, ruling.seating, award=event.adjustment)
            case _:
                continue
        before = lines.get(line[:2])
        lines[line[:2]] = before._replace(award=line.award) if before else line
    yield from lines.values()


def deals_told(deals: int, recorded: int, known: int, *, repeated: int, elsewhere: int, supposed: bool) -> str:
    """Format the counts of a file that contains only deals.

    >>> deals_told(24, 20, 1, repeated=0, elsewhere=2, supposed=False)
    '24 deals in the file: 20 recorded, 1 already known, 2 of boards the session has not, 1 needs a person'
    """
    person = deals - recorded - known - repeated - elsewhere
    counts = (
        (recorded, "to be recorded" if supposed else "recorded"),
        (known, "already known"),
        (repeated, "said twice"),
        (elsewhere, "of boards the session has not"),
        (person, f"{agreeing(person, 'needs')} a person"),
    )
    parts = ", ".join(f"{number} {words}" for number, words in counts if number)
    return f"{counted(deals, 'deal')} in the file: {parts}"


def records_json(sheet: Sheet, effect: Effect) -> dict[str, int]:
    """Return the counts of a file's records by outcome, as JSON."""
    return {"in_file": sheet.records, **{name: number for name, number, _ in _outcomes(sheet, effect)}}
