"""text list, erase: what was written and said about people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.desk.desk import Desk
from cli.options import addresses
from cli.options.commands import RecordingCommand, Verbs, WholeLedgerCommand
from cli.options.declared import erased_because_option
from cli.screens import people_and_texts
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.facts.people import ErasedBecause


@click.group(cls=Verbs, guide="trust")
def text() -> None:
    """What was written and said about people: facts, grounds, reasons, names. It can be erased, text by text."""


@text.command("list", cls=WholeLedgerCommand)
@click.argument("word", default="")
@click.pass_context
def list_(context: click.Context, word: str) -> None:
    """List the texts that are kept beside the log of the session; or those with a word in them, in capitals or not.

    \b
    Examples:
      bridge-ledger text list
      bridge-ledger text list "Roe"
    """
    people_and_texts.list_texts(Desk(context), word)


@text.command(cls=RecordingCommand)
@click.argument("event")
@click.option("--field", default="", metavar="FIELD", help="Only this: facts, statements, statements.2 [default: all].")
@erased_because_option
@click.pass_context
def erase(context: click.Context, event: str, field: str, because: ErasedBecause) -> None:
    """Erase the texts of an event for good, or one of them. The event, its digest and the scores stay as they are.

    What another event of the case says again, word for word, as an amended ruling does, goes with it. In its place
    stands when it was erased, and by whom; `verify` still holds. It is for the chief director, once there is one.
    Backups and bundles made before keep the text.

    \b
    Examples:
      bridge-ledger text erase 12 --field facts
      bridge-ledger text erase 12 --field statements.2 --because mistaken --yes
    """
    desk = Desk(context, writing=True)
    if case := addresses.case_named(event):
        wanted = f"{case} is a case: texts are erased event by event"
        raise Misuse("usage", wanted, "`text list` has their numbers: `text erase 12 --field facts`")
    number = addresses.parse_event(event, "text erase 12 --field facts")
    people_and_texts.erase_texts(desk, number, field, because)
