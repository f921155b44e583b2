"""regulations list, show, diff, new, sign."""

from __future__ import annotations

from pathlib import Path

import click

from cli import screens
from cli.desk.asked import Asked, AskingFileCommand
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs, WholeLedgerCommand
from cli.desk.desk import Desk

_on_day = click.option("--on", metavar="DAY", help="As in force on this day [default: today].")


@click.group(cls=Verbs, guide="regulations")
def regulations() -> None:
    """Profiles of regulations: list, show, compare, make and sign them."""


@regulations.command("list", cls=WholeLedgerCommand)
def list_(desk: Desk) -> None:
    """List the profiles that come with the ledger, and how far each is verified. No database.

    \b
    Examples:
      bridge-ledger regulations list
      bridge-ledger regulations list --json
    """
    screens.sessions.list_profiles(desk)


@regulations.command(cls=WholeLedgerCommand)
@click.argument("profile", metavar="NAME|FILE.toml")
@_on_day
def show(desk: Desk, profile: str, on: str | None) -> None:
    """Show a profile: every value, what nobody has verified, and the paragraphs that were read. No database.

    Those in force in a session: `session show`.

    \b
    Examples:
      bridge-ledger regulations show wbf
      bridge-ledger regulations show our.toml
      bridge-ledger regulations show ebu --on 2017-09-01
    """
    screens.sessions.show_profile(desk, profile, on)


@regulations.command(cls=QueryCommand)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B", required=False)
@click.option("--from", "since", metavar="DAY", help="A as of this day [default: today].")
@click.option("--to", "until", metavar="DAY", help="B as of this day; without B, A as of this day.")
def diff(desk: Desk, one: str, other: str | None, since: str | None, until: str | None) -> None:
    """Show the differences between two regulations: each is a profile, a file, or a session of this ledger.

    Without B and a day those of A are compared with what is in force in the session.

    \b
    Examples:
      bridge-ledger regulations diff wbf ebu
      bridge-ledger regulations diff ebu               # and the session's
      bridge-ledger regulations diff ebu --from 2017-09-01 --to 2024-09-01
    """
    screens.sessions.compare(desk, one, other, since, until)


@regulations.command(cls=AskingFileCommand, asks=(Asked("title"), Asked("changes", needed=True)))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.toml")
@click.option(
    "--from", "base", default="default", metavar="NAME|FILE.toml", help="Begin with these [default: default]."
)
@_on_day
@click.option("--title", metavar="TEXT", help="Whose regulations they are: what `session show` heads them with.")
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a value, by its name in `help regulations`; again for more.",
)
def new(desk: Desk, file: Path, base: str, on: str | None, title: str | None, changes: tuple[str, ...]) -> None:
    """Make a profile of your own out of another. No database.

    Whoever sets a value answers for it: it is no longer marked as unverified. A table that makes no sense with what was
    set is taken out.

    \b
    Examples:
      bridge-ledger regulations new our.toml --from ebu
      bridge-ledger regulations new club.toml --from ebu --title "Our club" --set total.unit=exact
    """
    screens.sessions.make_profile(desk, file, (base, on), title, changes)


@regulations.command(cls=RecordingCommand)
def sign(desk: Desk) -> None:
    """Sign the regulations in force, of a session or a tournament, as its chief director.

    Recorded with their digest; with a key (`help signing`) the event is signed with it. `session show` says who signed,
    and marks what was amended since: that is not signed. `undo` takes the signature back.

    \b
    Examples:
      bridge-ledger regulations sign -n
      bridge-ledger regulations sign --by Ahlborn
    """
    from ledger.subjects.office.facts import SignRegulations

    screens.effects.record(desk, SignRegulations())
