"""official add, withdraw, list; new-key."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import ledger
from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.options import notation
from cli.options.commands import QueryCommand, RecordingCommand, Verbs
from cli.options.declared import key_option, reason_option
from cli.screens import effects, lists, seals
from cli.terminal import keys
from cli.terminal.settings import settings
from cli.words import vocabulary

if TYPE_CHECKING:
    from ledger.facts.fact import OfficeName

_OFFICE = click.option("--as", "office", required=True, type=click.Choice(vocabulary.OFFICES), help="The office.")
_HINT = "official add Ahlborn --as director"


@click.group(cls=Verbs, guide="a-shared-office")
def official() -> None:
    """Appoint and relieve the officials of a session: who may record what."""


@official.command(cls=RecordingCommand)
@click.argument("name")
@_OFFICE
@key_option("Tie the official to this public key, or the file of it: what he judges is then signed with it.")
@click.option("--login", metavar="LOGIN", help="On a server: tie him to this login; what he records comes from it.")
@click.pass_context
def add(context: click.Context, name: str, office: OfficeName, named: str | None, login: str | None) -> None:
    """Give somebody an office of the session. The first is the chief director, who appoints the others.

    Until somebody is appointed, whoever sits at the desk records. From then on:

    \b
      scorer          results, corrections, imports, publishing
      director        that, and calls, rulings, penalties, appeals lodged and heard
      chief-director  that, and officials, regulations, closing; points of law (93B1)
      committee       hears and decides appeals; not against a ruling of one's own
      reviewer        that, and reviews decisions (93C)

    --by is only a name that is typed. Who is tied to a key (--key) signs what no scorer may record, and each reopening;
    on PostgreSQL --login ties him to a login of the server. `help signing` says what that proves.

    \b
    Examples:
      bridge-ledger official add Ahlborn --as chief-director
      bridge-ledger official add Berg --as director --by Ahlborn
    """
    desk, who = Desk(context, writing=True), notation.require_text("the name", name, _HINT)
    key = str(keys.official_public_key(named)) if named else ""
    tied = notation.require_text("the login", login, _HINT) if login is not None else ""
    effects.record(desk, ledger.facts.AppointOfficial(who, office, key, tied))


@official.command(cls=RecordingCommand)
@click.argument("name")
@_OFFICE
@reason_option
@click.pass_context
def withdraw(context: click.Context, name: str, office: OfficeName, reason: str) -> None:
    """Take an office from somebody.

    \b
    Examples:
      bridge-ledger official withdraw Berg --as director --by Ahlborn
      bridge-ledger official withdraw Dahl --as scorer --reason "gone home"
    """
    desk = Desk(context, writing=True)
    effects.record(desk, ledger.facts.RelieveOfficial(notation.require_text("the name", name, _HINT), office, reason))


@official.command("new-key", cls=RecordingCommand)
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def new_key(context: click.Context, name: str, file: Path) -> None:
    """Make a key for an official, in a file that is his alone. No database.

    Its public half is printed, and stands in FILE.pub: that is for `official add --key`. The file itself he keeps, on a
    stick of his own, and names with --sign-with when he judges.

    \b
    Examples:
      bridge-ledger official new-key ahlborn ahlborn.key
      bridge-ledger official new-key ahlborn /media/ahlborn/ahlborn.key
    """
    seals.make_key(Output(settings(context)), file, name)


@official.command("list", cls=QueryCommand)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the officials of the session.

    \b
    Examples:
      bridge-ledger official list
      bridge-ledger official list --json
    """
    lists.list_officials(Desk(context))
