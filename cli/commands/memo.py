"""memo add, grant, show, list: the recorder's memos."""

from __future__ import annotations

from pathlib import Path

import click

from cli.desk.desk import Desk
from cli.options.commands import QueryCommand, RecordingCommand, Verbs
from cli.options.declared import case_argument
from cli.screens import memos

_to = click.option(
    "--to",
    "readers",
    multiple=True,
    required=True,
    metavar="WHO",
    help="Who may read it: an official tied to a key, a public key, or a file of one; again for more.",
)


_key = click.option("--key", "named", metavar="FILE", help="Your private key [default: BRIDGE_LEDGER_OFFICIAL_KEY].")


@click.group(cls=Verbs, guide="memos")
def memo() -> None:
    """The recorder's memos: sealed to the keys of those who may read them, and to nobody else."""


@memo.command(cls=RecordingCommand)
@click.argument("words", required=False, default="")
@click.option("--from", "file", type=click.Path(path_type=Path), metavar="FILE", help="The words, from a file.")
@_to
@click.pass_context
def add(context: click.Context, words: str, file: Path | None, readers: tuple[str, ...]) -> None:
    """File a memo. Without WORDS and --from it is read from standard input, so that it stands in no history.

    The log has a commitment to what was sealed, and whose keys open it: not whom the memo is about.

    \b
    Examples:
      bridge-ledger memo add --to Berg --to ahlborn.pub "7NS: third psychic bid in third seat"
      bridge-ledger memo add --to Berg --from memo.txt
    """
    memos.add_memo(Desk(context, writing=True), words, file, readers)


@memo.command(cls=RecordingCommand)
@case_argument
@_to
@_key
@click.pass_context
def grant(context: click.Context, case: str, readers: tuple[str, ...], named: str | None) -> None:
    """Let others read a memo too: who can read it himself seals it to their keys.

    \b
    Examples:
      bridge-ledger memo grant M-0001 --to Cole --key berg.key
    """
    memos.grant_memo(Desk(context, writing=True), case, readers, named)


@memo.command(cls=QueryCommand)
@case_argument
@_key
@click.pass_context
def show(context: click.Context, case: str, named: str | None) -> None:
    """Read a memo with your key.

    \b
    Examples:
      bridge-ledger memo show M-0001 --key berg.key
    """
    memos.show_memo(Desk(context), case, named)


@memo.command("list", cls=QueryCommand)
@_key
@click.pass_context
def list_(context: click.Context, named: str | None) -> None:
    """List the memos of the session: to whom they were granted; of those that your key opens, what they say.

    \b
    Examples:
      bridge-ledger memo list
      bridge-ledger memo list --key berg.key
    """
    memos.list_memos(Desk(context), named)
