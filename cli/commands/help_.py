"""help: topics of the manual, and every command's own help."""

import click

from cli.desk.options import Looking
from cli.desk.screen import put
from cli.screens import manual


@click.command("help", cls=Looking)
@click.argument("topic", nargs=-1)
@click.pass_context
def help_(context: click.Context, topic: tuple[str, ...]) -> None:
    """Topics of the manual (`help` lists them); or a command's own help.

    \b
    Examples:
      bridge-ledger help notation
      bridge-ledger help laws 12C1(e)
      bridge-ledger help ruling add
    """
    put(*manual.page(context.find_root(), topic).split("\n"))
