"""person list, members, add, name, erase: the players' names, which are kept beside the log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import ledger
from cli.desk.desk import Desk
from cli.options import notation, people
from cli.options.commands import QueryCommand, RecordingCommand, Verbs, WholeLedgerCommand
from cli.options.declared import ENTRIES, MEMBERS, erased_because_option
from cli.screens import effects, members_lists, people_and_texts
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.facts.people import ErasedBecause


@click.group(cls=Verbs, guide="trust")
def person() -> None:
    """The players' names: kept beside the log, to be corrected, and to be erased."""


@person.command("list", cls=WholeLedgerCommand)
@click.pass_context
def list_(context: click.Context) -> None:
    """List the players known, by session and contestant; of one session with --session.

    \b
    Examples:
      bridge-ledger person list
      bridge-ledger person list --json
    """
    people_and_texts.list_people(Desk(context))


@person.command("members", cls=QueryCommand)
@click.argument("letters", nargs=-1)
@MEMBERS
@click.pass_context
def members_(context: click.Context, letters: tuple[str, ...], members: Path | None) -> None:
    """Find members on the club's list by a few letters or a number; without any, tell what is wrong with the list.

    \b
    Examples:
      bridge-ledger person members bel a --members members.csv
      bridge-ledger person members --members members.csv
    """
    members_lists.show_members(Desk(context), " ".join(letters), members)


@person.command("name", cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@click.argument("seat", type=click.IntRange(1, 99))
@click.argument("name")
@click.option("--member", default="", metavar="NUMBER", help="The number of the membership.")
@click.pass_context
def name_(context: click.Context, who: str, seat: int, name: str, member: str) -> None:
    """Say who a contestant's player is, or correct it: 1 and 2 are a pair's own, 3 and more joined it since.

    \b
    Examples:
      bridge-ledger person name 7NS 1 "Jane Roe"
      bridge-ledger person name 7NS 1 "Jayne Roe" --member 123456
    """
    desk = Desk(context, writing=True)
    text = notation.require_text("the name", name, 'person name 7NS 1 "Jane Roe"')
    effects.record(desk, ledger.facts.NamePlayers((people.player(who, seat, text, member.strip()),)))


@person.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT", required=False)
@click.argument("names", nargs=-1)
@ENTRIES
@MEMBERS
@click.pass_context
def add(
    context: click.Context, who: str | None, names: tuple[str, ...], file: Path | None, members: Path | None
) -> None:
    """Say who the players of a contestant are, in the order of their seats; of all at once from a table.

    Whoever is named already in a seat is corrected; who is named so is left alone. How they are typed, and what the
    table looks like: `help entries`.

    \b
    Examples:
      bridge-ledger person add 7 "Jane Roe" "Joe Doe (1234)"
      bridge-ledger person add --from entries.csv
    """
    desk = Desk(context, writing=True)
    if bool(file) is bool(who and names):
        raise Misuse("usage", "who are the players?", 'person add 7 "Jane Roe" "Joe Doe"; or --from FILE.csv')
    known = members_lists.the_list(desk, members)
    if file:
        found = people_and_texts.from_list(desk, file, known)
    else:
        texts = [notation.require_text("a name", name, 'person add 7 "Jane Roe" "Joe Doe"') for name in names]
        found = people.contestant(str(who), texts, known)
    effects.record(desk, ledger.facts.NamePlayers(found))


@person.command(cls=RecordingCommand)
@click.argument("name", required=False)
@click.option("--member", metavar="NUMBER", help="By the number of the membership, whatever the name is written like.")
@erased_because_option
@click.pass_context
def erase(context: click.Context, name: str | None, member: str | None, because: ErasedBecause) -> None:
    """Erase a player's name and number from every session. The log, its digests and the scores stay as they are.

    In his place stands when it was done, and by whom; it is for the chief director, once there is one. A result file
    that is imported again does not bring the name back. Backups and bundles made before keep it; what others said of
    him is found by `text list`, and erased by `text erase`.

    \b
    Examples:
      bridge-ledger person erase "Jane Roe"
      bridge-ledger person erase --member 123456 --yes
    """
    desk = Desk(context, writing=True)
    if bool((name or "").strip()) is bool((member or "").strip()):
        raise Misuse("usage", "who is to be erased?", 'a name: person erase "Jane Roe"; or --member NUMBER')
    people_and_texts.erase_people(desk, name, member, because)
