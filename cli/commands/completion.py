"""completion: what a shell must know, so that the Tab key completes."""

from __future__ import annotations

import os

import click

from cli.completion import shells
from cli.options.commands import QueryCommand
from cli.terminal.screen import put
from ledger.errors import Misuse


@click.command(cls=QueryCommand)
@click.argument("shell", metavar="[SHELL]", required=False, type=click.Choice(["bash", "zsh", "fish", "powershell"]))
@click.pass_context
def completion(context: click.Context, shell: str | None) -> None:
    """Print what a shell must read, so that Tab completes: commands, options, and what the ledger knows.

    Sessions, tournaments and their stages, boards and open tables, contestants, cases, Laws, topics and files. How to
    have it in every new shell stands at the end of what is printed. Without SHELL, for the one you are in.

    \b
    Examples:
      eval "$(bridge-ledger completion bash)"        for this shell only
      bridge-ledger completion zsh
    """
    named = shell or os.path.basename(os.environ.get("SHELL", ""))
    if named not in shells.SHELLS:
        unknown = f"there is no completion for {named}" if named else "which shell?"
        raise Misuse("usage", unknown, f"`completion {'|'.join(shells.SHELLS)}`")
    put(*shells.script(named, context.find_root().command).split("\n"))
