"""import: record a result file."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import click

from cli.commands.session import session_name
from cli.desk.desk import Desk
from cli.desk.notation import reopening, reopening_options
from cli.desk.settings import Writing
from cli.desk.working import working
from cli.screens.recorded import print_ripple, submit
from cli.screens.words import counted
from ledger.commands import ImportSheet, OpenSession
from ledger.errors import Misuse
from ledger.events.play import SessionOpened
from ledger.exchange.csv_results import read_csv
from ledger.exchange.pbn import read_pbn
from ledger.exchange.sheet import Sheet
from ledger.exchange.usebio import read_usebio
from ledger.laws import profile_loader
from ledger.laws.rounding import decimal_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.recording.effect import Effect
from ledger.scoring.forms import FORMS, FormName

_SHOWN = 20
_DIFFERENCES = 3
_PROGRAMS = {"compscore": "compscore3", "acblscore": "acblscore"}


@click.command("import", cls=Writing)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--scoring", type=click.Choice(list(FORMS)), help="The form of scoring, where the file does not say.")
@click.option(
    "--profile",
    metavar="NAME|FILE.toml",
    help="The regulations [default: those of the program that wrote the file, else default].",
)
@click.option(
    "--winners",
    type=click.Choice(["1", "2"]),
    help="2 where North–South and East–West are ranked apart, where the file does not say.",
)
@click.option("--title", help="What the event is called.")
@click.option("--skip-bad", is_flag=True, help="Leave out lines that need a person, record the rest.")
@reopening_options
@click.pass_context
def import_(
    context: click.Context,
    /,
    file: Path,
    scoring: str | None,
    profile: str | None,
    winners: str | None,
    title: str | None,
    skip_bad: bool,
    **options: Any,
) -> None:
    """Record a result file: USEBIO .xml (pairs), PBN .pbn (teams), or .csv (any). Importing it again records only what changed in it.

    A bundle (.zip, as `export` writes them) restores its session bit for bit. One that has another history than the session here is
    refused, and it says where the two part.

    \b
    Examples:
      bridge-ledger import thursday.xml --dry-run
      bridge-ledger import thursday.csv --winners 2 --profile acblscore
    """
    if file.suffix.lower() == ".zip":
        from cli.commands.export import import_bundle

        if scoring or profile or winners or title or skip_bad:
            raise Misuse("usage", "a bundle is restored as it is", "leave --scoring, --profile and the like out")
        import_bundle(context, file)
        return
    desk = Desk(context, writing=True)
    with working(f"reading {file.name}"):
        sheet, name = _read(file, profile)
    if not sheet.lines and not sheet.problems:
        raise Misuse("bad-file", f"{file} has no results", "is it the file you meant?")
    session_id = session_name(desk.settings.session_id or _slug(sheet.name))
    opened = desk.office.session(session_id).opened
    fields = _winners(winners, sheet, opened)
    form = _form(scoring, sheet, opened)
    opening = OpenSession(
        title or sheet.title,
        sheet.date,
        sheet.boards,
        fields,
        profile_loader.load_profile(name),
        sheet.contestants,
        form,
    )
    dry_run = desk.settings.dry_run
    command = ImportSheet(
        opening,
        tuple(sheet.lines),
        tuple(sheet.problems),
        skip_bad,
        profile is not None,
        dry_run,
        reopening=reopening(options),
    )
    with working(f"recording {len(sheet.lines)} lines"):
        effect = submit(desk, session_id, command, sheet.people)
    _report(desk, sheet, effect)


def _read(file: Path, profile: str | None) -> tuple[Sheet, str]:
    if file.suffix.lower() == ".csv":
        return read_csv(file), profile or "default"
    if file.suffix.lower() == ".pbn":
        return read_pbn(file), profile or "default"
    if file.suffix.lower() != ".xml":
        raise Misuse(
            "bad-file",
            f"{file.name}: {file.suffix or 'no ending'} is not a kind of file that can be imported",
            "USEBIO as .xml, teams as .pbn, results as .csv, a bundle as .zip",
        )
    sheet = read_usebio(file, profile_loader.load_profile(profile or "default").matchpoints.tie)
    written_by = next(
        (name for program, name in _PROGRAMS.items() if sheet.program.lower().startswith(program)), "default"
    )
    return sheet, profile or written_by


def _winners(asked: str | None, sheet: Sheet, opened: SessionOpened | None) -> Literal[1, 2]:
    """As asked, or as the file says, or as the session has it that the file was imported into before."""
    if asked:
        return 2 if asked == "2" else 1
    return sheet.winners or (opened.winners if opened else 1)


def _form(asked: str | None, sheet: Sheet, opened: SessionOpened | None) -> FormName:
    """The same for the form of scoring."""
    name = asked or sheet.scoring or (opened.scoring if opened else "matchpoints")
    form = next(form for form in FORMS if form == name)
    if sheet.scoring and FORMS[form].teams() != FORMS[sheet.scoring].teams():
        raise Misuse("usage", f"the file is of {sheet.scoring}, not of {asked}", "leave --scoring out")
    return form


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:64] or "session"


def _report(desk: Desk, sheet: Sheet, effect: Effect) -> None:
    counts = Counter(envelope.name.partition("/")[0] for envelope in effect.events)
    remarks = [*effect.notes, *sheet.notes, *_disagreements(sheet, effect)]
    if desk.settings.json:
        desk.json(
            "import/1",
            effect.after,
            {
                "events": len(effect.events),
                "results": counts["result-recorded"],
                "corrections": counts["result-corrected"],
                "rulings": counts["ruling-given"],
                "dry_run": desk.settings.dry_run,
                "skipped": [{"where": where, "why": why} for where, why in effect.skipped],
                "notes": [{"where": where, "why": why} for where, why in remarks],
            },
        )
        return
    after, dry_run = effect.after, desk.settings.dry_run
    told = _counted(counts)
    verb = "Would record" if dry_run else "Already recorded" if effect.repeated else "Recorded"
    nothing = (
        f"Nothing new: session {after.id} has all that {sheet.name} says"
        if effect.before.opened
        else "No line can be recorded"
    )
    desk.say(f"{verb} {told} in session {after.id}" if told else nothing)
    if effect.before.opened is None and told:
        size = f"{counted(len(after.boards), 'board')}, {counted(len(after.contestants), 'contestant')}"
        desk.say(f"  {after.opening.title}, {size}, regulations {after.regulations.profile}")
    if sheet.unplayed:
        desk.say(f"  {counted(len(sheet.unplayed), 'line')} without a score: not played")
    left_out = "would be left out" if dry_run else "left out"
    _list(desk, f"that need{'s' if len(effect.skipped) == 1 else ''} a person, {left_out}", effect.skipped)
    _list(desk, "to look at", remarks)
    if effect.events and not desk.settings.quiet:
        print_ripple(desk, effect.ripple(), effect.events)
    if effect.events and not (dry_run or desk.settings.quiet):
        desk.say("\nLook: `bridge-ledger standings`, `bridge-ledger board 1`, `bridge-ledger ruling list`")


def _counted(counts: Counter[str]) -> str:
    words = {
        "result-recorded": "result",
        "result-corrected": "correction",
        "ruling-given": "ruling",
        "ruling-amended": "amendment",
        "ruling-withdrawn": "withdrawal",
    }
    return ", ".join(counted(counts[name], word) for name, word in words.items() if counts[name])


def _list(desk: Desk, heading: str, remarks: Iterable[tuple[str, str]]) -> None:
    found = sorted(remarks, key=lambda remark: list(map(int, re.findall(r"[0-9]+", remark[0]))))
    if not found:
        return
    desk.say(f"\n{counted(len(found), 'line')} {heading}:")
    for where, why in found if desk.settings.verbose else found[:_SHOWN]:
        desk.say(f"  {where}: {why}")
    if len(found) > _SHOWN and not desk.settings.verbose:
        desk.say(f"  … and {len(found) - _SHOWN} more (-v shows them)")


def _disagreements(sheet: Sheet, effect: Effect) -> list[tuple[str, str]]:
    """Totals the file prints that are not ours: the office should know before the players do."""
    if not sheet.published or effect.skipped:
        return []
    scoreboard = Scoreboard(effect.after)
    mode = scoreboard.totals.rounding
    ours = {row.contestant: decimal_text(row.total, 2, mode) for field in standings(scoreboard) for row in field.rows}
    differ = [
        (f"contestant {contestant}", f"the file's total is {printed}, ours {ours[contestant]}")
        for contestant, printed in sheet.published.items()
        if contestant in ours and _two_places(printed) not in (None, ours[contestant])
    ]
    if len(differ) <= _DIFFERENCES:
        return differ
    return [
        *differ[:_DIFFERENCES],
        (
            "standings",
            f"{len(differ)} of the file's {len(sheet.published)} totals are not ours: scored by other regulations (--profile), or ruled on since",
        ),
    ]


def _two_places(printed: str) -> str | None:
    match = re.fullmatch(r"(-?[0-9]+)(?:\.([0-9]{1,2})0*)?", printed)
    return f"{match[1]}.{(match[2] or ''):0<2}" if match else None
