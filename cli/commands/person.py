"""person list, show, members, add, name, erase: the people; text list, erase: what was written about people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import screens
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options import addresses, notation
from cli.options.declared import ENTRIES, MEMBERS, erased_because_option
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.subjects.people.facts import ErasedBecause


@click.group(cls=Verbs, guide="personal-data")
def person() -> None:
    """The players' names, which are kept apart from the log: list, correct and erase them."""


@person.command("list", cls=WholeLedgerCommand)
def list_(desk: Desk) -> None:
    """List the players known, by session and contestant; of one session with --session.

    \b
    Examples:
      bridge-ledger person list
      bridge-ledger person list --json
    """
    screens.people.list_people(desk)


MEMBER = click.option("--member", metavar="NUMBER", help="By the number of the membership, whatever the name is.")


@person.command(cls=WholeLedgerCommand)
@click.argument("name", nargs=-1)
@MEMBER
def show(desk: Desk, name: tuple[str, ...], member: str | None) -> None:
    """Show what is held about a person, in every session, until when; also what erasing leaves and does not reach.

    The whole name counts, in any case and order, with or without accents. A part of it and similar names are shown too.

    \b
    Examples:
      bridge-ledger person show "Jane Roe"
      bridge-ledger person show "Jane Roe" --json
    """
    screens.people.show_person(desk, *_who(name, member, "show"))


def _who(words: tuple[str, ...], member: str | None, verb: str) -> tuple[str, str]:
    name, member = " ".join(words).strip(), (member or "").strip()
    if bool(name) is bool(member):
        raise Misuse("usage", "who is meant?", f'a name, `person {verb} "Jane Roe"`; or a number: --member 123456')
    return name, member


@person.command("members", cls=QueryCommand)
@click.argument("letters", nargs=-1)
@MEMBERS
def members_(desk: Desk, letters: tuple[str, ...], members: Path | None) -> None:
    """Find members on the club's list by a few letters or a number; without any, show what is wrong with the list.

    \b
    Examples:
      bridge-ledger person members bel a --members members.csv
      bridge-ledger person members --members members.csv
    """
    screens.people.show_members(desk, " ".join(letters), members)


@person.command("name", cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT")
@click.argument("seat", type=click.IntRange(1, 99))
@click.argument("name")
@click.option("--member", default="", metavar="NUMBER", help="The number of the membership.")
def name_(desk: Desk, who: str, seat: int, name: str, member: str) -> None:
    """Name the player in a seat of a contestant, or correct the name: 1 and 2 are a pair, 3 and more joined it later.

    \b
    Examples:
      bridge-ledger person name 7NS 1 "Jane Roe"
      bridge-ledger person name 7NS 1 "Jayne Roe" --member 123456
    """
    from cli.options import people
    from ledger.subjects.people.facts import NamePlayers

    text = notation.require_text("the name", name, 'person name 7NS 1 "Jane Roe"')
    screens.effects.record(desk, NamePlayers((people.player(who, seat, text, member.strip()),)))


@person.command(cls=RecordingCommand)
@click.argument("who", metavar="CONTESTANT", required=False)
@click.argument("names", nargs=-1)
@ENTRIES
@MEMBERS
def add(desk: Desk, who: str | None, names: tuple[str, ...], file: Path | None, members: Path | None) -> None:
    """Say who the players of a contestant are, in the order of their seats; of all at once from a table.

    Another name in a seat is corrected; the same name is left alone. How players are typed, and what the table looks
    like: `help entries`.

    \b
    Examples:
      bridge-ledger person add 7 "Jane Roe" "Joe Doe (1234)"
      bridge-ledger person add --from entries.csv
    """
    from cli.options import people
    from ledger.subjects.people.facts import NamePlayers

    if bool(file) is bool(who and names):
        raise Misuse("usage", "who are the players?", 'person add 7 "Jane Roe" "Joe Doe"; or --from FILE.csv')
    known = screens.people.read_member_list(desk, members)
    if file:
        named = screens.people.players_from_list(desk, file, known)
    else:
        texts = [notation.require_text("a name", name, 'person add 7 "Jane Roe" "Joe Doe"') for name in names]
        named = people.contestant(str(who), texts, known)
    screens.effects.record(desk, NamePlayers(named))


@person.command(cls=RecordingCommand)
@click.argument("name", nargs=-1)
@MEMBER
@click.option("--everything", is_flag=True, help="Also every text that has the whole name, with filed evidence.")
@erased_because_option
def erase(
    desk: Desk, name: tuple[str, ...], member: str | None, everything: bool, because: ErasedBecause | None
) -> None:
    """Erase a player's name and number from every session. The log, its digests and the scores stay as they are.

    In his place stands when it was done, and by whom; it is for the chief director, once there is one: in every
    session, or nothing is erased. A result file that is imported again does not bring the name back. `person show` says
    what there is.

    \b
    Examples:
      bridge-ledger person erase "Jane Roe"
      bridge-ledger person erase "Jane Roe" --everything -n
      bridge-ledger person erase --member 123456 --yes
    """
    screens.people.erase_people(desk, *_who(name, member, "erase"), because or "asked", everything=everything)


@click.group(cls=Verbs, guide="personal-data")
def text() -> None:
    """What was written and said about people: facts, grounds, reasons, names. It can be erased, text by text."""


@text.command("list", cls=WholeLedgerCommand)
@click.argument("word", default="")
def list_texts(desk: Desk, word: str) -> None:
    """List the texts that are kept apart from the log of the session; with WORD those that contain it, in any case.

    \b
    Examples:
      bridge-ledger text list
      bridge-ledger text list "Roe"
    """
    screens.people.list_texts(desk, word)


@text.command("erase", cls=RecordingCommand)
@click.argument("event", required=False)
@click.option("--field", default="", metavar="FIELD", help="Only this: facts, statements, statements.2 [default: all].")
@click.option("--expired", is_flag=True, help="In all sessions what is older than the office keeps texts.")
@erased_because_option
def erase_text(desk: Desk, event: str | None, field: str, expired: bool, because: ErasedBecause | None) -> None:
    """Erase a text of an event, or all its texts, for good. The event, its digest and the scores stay as they are.

    The same text in another event of the case, as in an amended ruling, is erased too. In its place stands when it was
    erased, and by whom; `verify` still holds. It is for the chief director, once there is one. Backups and bundles made
    before keep the text. How long an office keeps texts: `help personal-data`.

    \b
    Examples:
      bridge-ledger text erase 12 --field facts
      bridge-ledger text erase --expired -n
      bridge-ledger text erase 12 --field statements.2 --because mistaken --yes
    """
    if expired is (event is not None) or (expired and field):
        raise Misuse(
            "usage", "which texts?", "an event, `text erase 12 --field facts`; or `text erase --expired` alone"
        )
    if event is None:
        screens.people.erase_expired(desk, because or "expired")
        return
    if case := addresses.case_named(event):
        wanted = f"{case} is a case, and a text is erased by the number of its event"
        raise Misuse("usage", wanted, "`text list` shows the numbers; then for example: `text erase 12 --field facts`")
    number = addresses.parse_event(event, "text erase 12 --field facts")
    screens.people.erase_texts(desk, number, field, because or "asked")
