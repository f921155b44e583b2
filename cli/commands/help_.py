"""help: topics of the manual, Laws, every command's own help, and words looked up in all of them."""

import sys

import click

from cli.desk.output import Output
from cli.options.commands import QueryCommand
from cli.screens import manual, manual_layout
from cli.terminal.screen import put
from cli.terminal.settings import settings


@click.command("help", cls=QueryCommand)
@click.argument("topic", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All that speaks of the words, also where a page is called so.")
@click.pass_context
def help_(context: click.Context, topic: tuple[str, ...], everything: bool) -> None:
    """Topics of the manual (`help` lists them); a Law; a command's own help; or what speaks of words.

    \b
    Examples:
      bridge-ledger help first-evening
      bridge-ledger help 12C1(e)                     # a Law, and what the ledger does with it
      bridge-ledger help slow play                   # every Law, topic, regulation, command that speaks of it
    """
    root, output = context.find_root(), Output(settings(context))
    page = None if everything and topic else manual.page(root, topic)
    if page is None:
        _print_found(root, output, " ".join(manual.without_law(topic)), everything)
    elif output.settings.json:
        output.json("help/1", {"asked": " ".join(topic), "page": page, "found": []})
    else:
        _print_page(output, page, as_it_is=manual.is_laid_out(root, topic))


def _print_found(root: click.Context, output: Output, asked: str, everything: bool) -> None:
    from cli.screens import manual_found

    answer = manual_found.found(root, asked)
    if output.settings.json:
        found = [{"kind": each.kind, "name": each.name, "says": each.says} for each in answer.found]
        output.json("help/1", {"asked": asked, "page": None, "found": found})
    else:
        _print_page(output, manual_found.page(asked, answer, everything=everything))


def _print_page(output: Output, page: str, *, as_it_is: bool = False) -> None:
    """A page, laid out for the screen there is; as it is, where it goes elsewhere, or was made for it."""
    if sys.stdout.isatty() and not output.settings.plain and not as_it_is:
        put(*manual_layout.laid_out(page, output.width, colour=output.in_colour))
    else:
        put(*page.split("\n"))
