"""help: topics of the manual, every command's own help, and words looked up in both."""

import sys

import click

from cli.desk.output import Output
from cli.options.commands import QueryCommand
from cli.screens import manual, manual_layout
from cli.terminal.screen import put
from cli.terminal.settings import settings


@click.command("help", cls=QueryCommand)
@click.argument("topic", nargs=-1)
@click.pass_context
def help_(context: click.Context, topic: tuple[str, ...]) -> None:
    """Topics of the manual (`help` lists them); or a command's own help.

    \b
    Examples:
      bridge-ledger help first-evening
      bridge-ledger help laws 12C1(e)
      bridge-ledger help weighted                    # every topic and command that speaks of it
    """
    root, output = context.find_root(), Output(settings(context))
    page = manual.page(root, topic)
    if sys.stdout.isatty() and not output.settings.plain and not manual.is_laid_out(root, topic):
        put(*manual_layout.laid_out(page, output.width, colour=output.in_colour))
    else:
        put(*page.split("\n"))
