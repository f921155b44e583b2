"""help, doctor, changes, completion: the manual, and this program itself."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import click

from cli import screens
from cli.desk.commands import QueryCommand, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.terminal.screen import put
from ledger.errors import Misuse
from ledger.version import __version__

_HEADING = re.compile(r"^([0-9]+(?:\.[0-9]+)+)(, .*)?$", re.MULTILINE)


@click.command("help", cls=QueryCommand)
@click.argument("topic", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All that speaks of the words, also where a page is called so.")
def help_(desk: Desk, topic: tuple[str, ...], everything: bool) -> None:
    """Show a topic of the manual (`help` lists them), a Law, or a command's help; or search for words.

    \b
    Examples:
      bridge-ledger help first-evening
      bridge-ledger help 12C1(e)                     # a Law, and what the ledger does with it
      bridge-ledger help slow play                   # every Law, topic, regulation, command that speaks of it
    """
    root, words = desk.context.find_root(), " ".join(topic)
    page = None if everything and topic else screens.manual.page(root, topic)
    hits = [] if page is not None else screens.manual.search(root, " ".join(screens.manual.drop_law_word(topic)))
    if desk.settings.json:
        listed = [{"kind": each.kind, "name": each.name, "says": each.text} for each in hits]
        desk.json("help/1", {"asked": words, "page": page, "found": listed})
        return
    page = page or screens.manual.search_page(words, hits, everything=everything)
    # a command's help is laid out for the screen already; what goes elsewhere stays as it is
    if page.startswith(("Usage: ", "{")) or not sys.stdout.isatty() or desk.settings.plain:
        put(*page.split("\n"))
    else:
        put(*screens.manual.lay_out_page(page, desk.width, colour=desk.in_colour))


@click.command(cls=WholeLedgerCommand)
def doctor(desk: Desk) -> int:
    """Check this program and its libraries, the terminal, the ledger and its backups.

    Each line is ok, or worth a look, or wrong, with what to type. Nothing is written. Exit 1 if anything is wrong.

    \b
    Examples:
      bridge-ledger doctor
      bridge-ledger --db club.db doctor --json
    """
    return 0 if screens.setups.tell(desk) else 1


@click.command(cls=WholeLedgerCommand)
@click.option("--since", metavar="VERSION", help="Only what is newer than this version.")
def changes(desk: Desk, since: str | None) -> None:
    """Show what is new, the newest version first, and which events and which database this version reads and writes.

    \b
    Examples:
      bridge-ledger changes
      bridge-ledger changes --since 0.1.0
    """
    page = (Path(__file__).parents[1] / "help" / "changes.md").read_text("utf-8")
    releases = list(_HEADING.finditer(page))
    ends = [*(each.start() for each in releases[1:]), len(page)]
    versions = [(each[1], page[each.start() : end].strip()) for each, end in zip(releases, ends, strict=True)]
    listed = sorted(versions, key=lambda each: _version_numbers(each[0]), reverse=True)
    if since:
        if not _HEADING.fullmatch(since) or _version_numbers(since) > _version_numbers(__version__):
            no_version = f"{since!r} is no version there was"
            raise Misuse("usage", no_version, f"this is {__version__}: `changes --since 0.1.0`")
        listed = [(version, text) for version, text in listed if _version_numbers(version) > _version_numbers(since)]
    if desk.settings.json:
        from ledger.recording.ledgers import schema_version
        from ledger.subjects.register import KINDS

        kinds = [kind.stored_name for kind in KINDS]
        rows = [{"version": version, "text": text} for version, text in listed]
        head = {"version": __version__, "database": schema_version(), "kinds": kinds}
        desk.json("changes/1", {**head, "changes": rows})
        return
    for _, text in listed:
        desk.say(*text.split("\n"), "")
    if not listed:
        desk.say("Nothing since.", "")
    desk.say(*screens.manual.formats().split("\n"))


def _version_numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


@click.command(cls=QueryCommand)
@click.argument("shell", metavar="[SHELL]", required=False, type=click.Choice(["bash", "zsh", "fish", "powershell"]))
def completion(desk: Desk, shell: str | None) -> None:
    """Print the script by which Tab completes in a shell: commands, options, and what the ledger knows.

    Sessions, tournaments and their stages, boards and open tables, contestants, cases, Laws, topics and files. How to
    have it in every new shell stands at the end of what is printed. Without SHELL, for the one you are in.

    \b
    Examples:
      eval "$(bridge-ledger completion bash)"        for this shell only
      bridge-ledger completion zsh
    """
    from cli.terminal import shells

    named = shell or os.path.basename(os.environ.get("SHELL", ""))
    if named not in shells.SHELLS:
        unknown = f"there is no completion for {named}" if named else "which shell?"
        raise Misuse("usage", unknown, f"`completion {'|'.join(shells.SHELLS)}`")
    put(*shells.script(named, desk.context.find_root().command).split("\n"))
