"""session open, list, show, close."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal

import click

from cli.desk.desk import Desk
from cli.desk.notation import parse_boards, parse_contestants, parse_teams, reopening, reopening_options
from cli.desk.settings import Looking, Standing, Writing
from cli.screens.recorded import ask, report, submit
from cli.screens.times import moment_text, until_text
from cli.screens.words import counted
from ledger.commands import AmendRegulations, CloseSession, EnterContestants, OpenSession, SetCarryOver
from ledger.errors import Corrupt, Misuse
from ledger.events.office import office_text
from ledger.laws import profile_loader
from ledger.scoring.forms import FORMS
from ledger.session import Session
from ledger.session.call_states import is_open
from ledger.session.places import boards_text
from ledger.session.ruling_states import correction_deadline, request_deadline


@click.group()
def session() -> None:
    """Open, list, show and close sessions."""


@session.command("open", cls=Writing)
@click.argument("name")
@click.option("--boards", required=True, metavar="1-24", help="The boards in play.")
@click.option(
    "--contestants", metavar="1-12", help="Who takes part: 1-12, or 1-13NS,1-13EW. Without it, results enter them."
)
@click.option("--winners", type=click.Choice(["1", "2"]), help="2 where North–South and East–West are ranked apart.")
@click.option("--profile", default="default", metavar="NAME|FILE.toml", help="The regulations [default: default].")
@click.option("--scoring", type=click.Choice(list(FORMS)), default="matchpoints", help="The form of scoring.")
@click.option("--title", help="What the event is called.")
@click.option("--date", type=click.DateTime(["%Y-%m-%d"]), help="The day of play: 2026-03-05.")
@click.pass_context
def open_(
    context: click.Context,
    name: str,
    boards: str,
    contestants: str | None,
    winners: str | None,
    profile: str,
    scoring: str,
    title: str | None,
    date: object,
) -> None:
    """Open a session by hand.

    \b
    Example:  bridge-ledger session open thursday --boards 1-24 --contestants 1-13NS,1-13EW
    """
    desk = Desk(context, writing=True)
    form = next(form for form in FORMS if form == scoring)
    labels = (parse_teams if FORMS[form].teams() else parse_contestants)(contestants) if contestants else ()
    two = winners == "2" or (winners is None and any(label.endswith(("NS", "EW")) for label in labels))
    if two and labels and all(label[-1].isdigit() for label in labels):
        labels = tuple(f"{label}{side}" for side in ("NS", "EW") for label in labels)
    day = f"{date:%Y-%m-%d}" if date else None
    fields: Literal[1, 2] = 2 if two and not FORMS[form].teams() else 1
    command = OpenSession(
        title or name, day, parse_boards(boards), fields, profile_loader.load_profile(profile), labels, form
    )
    report(desk, submit(desk, session_name(name), command))


def session_name(text: str) -> str:
    """A session's name as it may stand in the database; Misuse where it may not."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", text):
        raise Misuse(
            "usage", f"{text!r} is no name for a session", "letters, digits, dots and dashes: thursday-2026-03-05"
        )
    return text


@session.command("list", cls=Standing)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the sessions of the database.

    \b
    Example:  bridge-ledger session list
    """
    desk = Desk(context)
    found, damaged = [], []
    for name in desk.store.log.sessions():
        try:
            found.append(desk.office.session(name))
        except Corrupt as error:
            damaged.append((name, error.message))
    if desk.settings.json:
        desk.json(
            "sessions/1",
            None,
            {
                "sessions": [
                    {
                        "session": each.id,
                        "title": each.opening.title,
                        "date": each.opening.date,
                        "events": each.number,
                        "closed": each.closed,
                    }
                    for each in found
                ],
                "damaged": [{"session": name, "why": why} for name, why in damaged],
            },
        )
        return
    rows = [
        [each.id, each.opening.title, each.opening.date or "–", str(each.number), "closed" if each.closed else "open"]
        for each in found
    ]
    rows += [[name, "–", "–", "–", f"damaged: {why}"] for name, why in damaged]
    desk.table(["session", "title", "date", ">events", "state"], rows)


@session.command("show", cls=Looking)
@click.pass_context
def show(context: click.Context) -> None:
    """Show a session: its boards, contestants, and the regulations it is scored by.

    \b
    Example:  bridge-ledger session show
    """
    import msgspec

    desk = Desk(context)
    found = desk.session()
    opened = found.opening
    results = sum(1 for played in found.table_boards() if played.result)
    if desk.settings.json:
        desk.json(
            "session/1",
            found,
            {
                "title": opened.title,
                "date": opened.date,
                "scoring": opened.scoring,
                "winners": opened.winners,
                "boards": list(found.boards),
                "contestants": list(found.contestants),
                "results": results,
                "rulings": len(found.rulings),
                "closed": found.closed,
                "officials": {
                    found.officials.names[key]: sorted(offices)
                    for key, offices in found.officials.held.items()
                    if offices
                },
                "published": [each.number for each in found.publications],
                "regulations": msgspec.to_builtins(found.regulations),
            },
        )
        return
    desk.say(
        f"{found.id}   {opened.title}"
        + (f", {opened.date}" if opened.date else "")
        + ("   (closed)" if found.closed else "")
    )
    winners = "one winner" if opened.winners == 1 else "two winners: North–South and East–West ranked apart"
    desk.say(f"  {opened.scoring}, {winners}, {boards_text(sorted(found.boards))}")
    counts = (
        (len(found.contestants), "contestant"),
        (results, "result"),
        (len(found.rulings), "ruling"),
        (found.number, "event"),
    )
    desk.say("  " + ", ".join(counted(number, word) for number, word in counts))
    for line in _office_lines(found, desk.now(found)):
        desk.say(f"  {line}")
    desk.say(f"  digest {found.digest.hex()}")
    desk.say(f"\nRegulations: {found.regulations.title}")
    for name, value in flattened(msgspec.to_builtins(found.regulations)):
        mark = "   (unverified default)" if name in found.regulations.unverified else ""
        desk.say(f"  {name:<26} {value}{mark}")


def _office_lines(found: Session, now: int) -> Iterator[str]:
    """Who holds office, and what periods are running."""
    if found.officials:
        held = ((found.officials.names[key], offices) for key, offices in found.officials.held.items() if offices)
        yield "officials: " + "; ".join(
            f"{name}, {' and '.join(map(office_text, sorted(offices)))}" for name, offices in held
        )
    if found.publications:
        yield f"scores published {moment_text(found.publications[0].at, now)} (#{found.publications[0].number})"
        yield f"corrections {until_text(correction_deadline(found), now)}"
        yield f"rulings and appeals {until_text(request_deadline(found), now)}"


def _unanswered(found: Session) -> str:
    """The calls nobody has answered."""
    waiting = [case for case, call in found.calls.items() if is_open(found, call)]
    return f" {', '.join(waiting)} still open." if waiting else ""


def flattened(values: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Nested tables as 'imps.board.unit', in order; the names of the profile are said elsewhere."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{prefix}{name}.")
        elif prefix:
            yield f"{prefix}{name}", value


@session.command(cls=Writing)
@click.option("--profile", required=True, metavar="NAME|FILE.toml", help="The regulations from now on.")
@click.option("--reason", default="", help="Why.")
@reopening_options
@click.pass_context
def amend(context: click.Context, /, profile: str, reason: str, **options: Any) -> None:
    """Change the regulations of a session in its course; the ripple shows what moves.

    \b
    Example:  bridge-ledger session amend --profile club.toml --reason "announced before round 3" --yes
    """
    desk = Desk(context, writing=True)
    session_id, command = (
        desk.session_id,
        AmendRegulations(profile_loader.load_profile(profile), reason, reopening=reopening(options)),
    )
    ask(desk, session_id, command, "Amend the regulations?")
    report(desk, submit(desk, session_id, command))


@session.command(cls=Writing)
@click.argument("contestants")
@click.pass_context
def enter(context: click.Context, contestants: str) -> None:
    """Enter contestants who come late.

    \b
    Example:  bridge-ledger session enter 13-14
    """
    desk = Desk(context, writing=True)
    session_id = desk.session_id
    opened = desk.office.session(session_id).opening
    labels = (parse_teams if FORMS[opened.scoring].teams() else parse_contestants)(contestants)
    report(desk, submit(desk, session_id, EnterContestants(labels)))


@session.command("carry-over", cls=Writing)
@click.argument("team")
@click.argument("imps", metavar="IMPS")
@click.option("--reason", default="", help="Why.")
@reopening_options
@click.pass_context
def carry_over(context: click.Context, /, team: str, imps: str, reason: str, **options: Any) -> None:
    """Say what IMPs a team brings into its knockout match.

    \b
    Example:  bridge-ledger session carry-over Norway 5.5 --reason "won by 16 in the qualifying"
    """
    desk = Desk(context, writing=True)
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?", imps):
        raise Misuse("usage", f"{imps!r} is no number of IMPs", "5, or 5.5")
    report(
        desk, submit(desk, desk.session_id, SetCarryOver(team, Fraction(imps), reason, reopening=reopening(options)))
    )


@session.command("close", cls=Writing)
@click.option("--reason", default="", help="Why.")
@click.pass_context
def close(context: click.Context, reason: str) -> None:
    """Close the session: nothing more is recorded, until that is undone.

    \b
    Example:  bridge-ledger session close --yes
    """
    desk = Desk(context, writing=True)
    session_id, command = desk.session_id, CloseSession(reason)
    ask(desk, session_id, command, f"Close the session?{_unanswered(desk.office.session(session_id))}")
    report(desk, submit(desk, session_id, command))
