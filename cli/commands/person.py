"""person list, erase: the players' names, which are kept outside the log."""

import click

from cli.desk.desk import Desk
from cli.desk.options import Standing, Writing
from cli.screens import people
from ledger.errors import Misuse


@click.group()
def person() -> None:
    """The players' names: the only data of the ledger that can be erased."""


@person.command("list", cls=Standing)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the players known, by session and contestant; of one session with --session.

    \b
    Example:  bridge-ledger person list
    """
    people.list_people(Desk(context))


@person.command(cls=Writing)
@click.argument("name", required=False)
@click.option("--member", metavar="NUMBER", help="By the number of the membership, whatever the name is written like.")
@click.pass_context
def erase(context: click.Context, name: str | None, member: str | None) -> None:
    """Erase a player's name and number from every session. The log, its digests and the scores stay as they are.

    The log itself holds contestants' numbers only (teams are called by their own names). A result file that is imported
    again brings the name back: erase it there too. Backups and bundles made before keep it.

    \b
    Examples:
      bridge-ledger person erase "Jane Roe"
      bridge-ledger person erase --member 123456 --yes
    """
    desk = Desk(context, writing=True)
    if bool((name or "").strip()) is bool((member or "").strip()):
        raise Misuse("usage", "who is to be erased?", 'a name: person erase "Jane Roe"; or --member NUMBER')
    people.erase_people(desk, name, member)
