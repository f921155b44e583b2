"""regulations list, show, diff, new, sign."""

from __future__ import annotations

from pathlib import Path

import click

from cli.asking.asking_command import AskingFileCommand
from cli.desk.output import Output
from cli.options.commands import QueryCommand, RecordingCommand, Verbs, WholeLedgerCommand
from cli.terminal.settings import settings


@click.group(cls=Verbs, guide="regulations")
def regulations() -> None:
    """Profiles of regulations: list, show, compare, make and sign them."""


@regulations.command("list", cls=WholeLedgerCommand)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the profiles that come with the ledger, and how far each is verified. No database.

    \b
    Examples:
      bridge-ledger regulations list
      bridge-ledger regulations list --json
    """
    from cli.screens import regulations as screens

    screens.list_profiles(Output(settings(context)))


@regulations.command(cls=WholeLedgerCommand)
@click.argument("profile", metavar="NAME|FILE.toml")
@click.pass_context
def show(context: click.Context, profile: str) -> None:
    """Show a profile: every value, what nobody has verified, and the paragraphs that were read. No database.

    Those in force in a session: `session show`.

    \b
    Examples:
      bridge-ledger regulations show wbf
      bridge-ledger regulations show our.toml
    """
    from cli.screens import regulations as screens

    screens.show_profile(Output(settings(context)), profile)


@regulations.command(cls=QueryCommand)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B", required=False)
@click.pass_context
def diff(context: click.Context, one: str, other: str | None) -> None:
    """What two regulations differ in, in words: each is a profile, a file, or a session of this ledger.

    Without B those of A are compared with what is in force in the session.

    \b
    Examples:
      bridge-ledger regulations diff wbf ebu
      bridge-ledger regulations diff ebu               # and the session's
    """
    from cli.screens import regulations as screens

    screens.compare(context, one, other)


@regulations.command(cls=AskingFileCommand)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.toml")
@click.option(
    "--from", "base", default="default", metavar="NAME|FILE.toml", help="Begin with these [default: default]."
)
@click.option("--title", metavar="TEXT", help="Whose regulations they are: what `session show` heads them with.")
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", help="What is otherwise; again for more.")
@click.pass_context
def new(context: click.Context, file: Path, base: str, title: str | None, changes: tuple[str, ...]) -> None:
    """Make a profile of your own, choice by choice; with --no-input by --set alone. No database.

    Each choice is asked in a director's words; Enter keeps what is. Whoever sets a value answers for it: it is no
    longer marked as unverified. A table that is needed for what was chosen is asked at once; one that makes no sense
    with it is taken out.

    \b
    Examples:
      bridge-ledger regulations new our.toml --from ebu
      bridge-ledger regulations new club.toml --from ebu --title "Our club" --set total.unit=exact
    """
    from cli.screens import regulations as screens

    screens.make_profile(Output(settings(context)), file, base, title, changes)


@regulations.command(cls=RecordingCommand)
@click.pass_context
def sign(context: click.Context) -> None:
    """Sign the regulations in force, of a session or a tournament, as its chief director.

    Recorded with their digest; with a key (`help signing`) the event is signed with it. `session show` says who signed,
    and marks what was amended since: that is not signed. `undo` takes the signature back.

    \b
    Examples:
      bridge-ledger regulations sign -n
      bridge-ledger regulations sign --by Ahlborn
    """
    import ledger
    from cli.desk.desk import Desk
    from cli.screens import effects

    desk = Desk(context, writing=True)
    effects.record(desk, ledger.facts.SignRegulations())
