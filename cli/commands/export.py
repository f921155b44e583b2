"""export: write a session to a file: for another program, or as a bundle."""

from __future__ import annotations

from pathlib import Path

import click

from cli.desk.desk import Desk
from cli.options.commands import QueryCommand
from cli.options.declared import takes
from cli.options.sessions import ExportOptions
from cli.screens import exports
from ledger.errors import Misuse


@click.command(cls=QueryCommand)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The same as FILE [default: the session's name, .zip].",
)
@takes(wishes=ExportOptions)
@click.pass_context
def export(context: click.Context, file: Path | None, out: Path | None, wishes: ExportOptions) -> None:
    """Write a session to a file; its ending says in which format. A tournament's is a bundle, with all its sessions.

    \b
      .xml   USEBIO 1.2, for federations and other programs
      .pbn   PBN 2.1, with deals, auctions and play
      .csv   the results, a line a table; or what any command shows, with --view
      .json  all that `import` makes the same standings of; or what any command shows, with --view
      .zip   a bundle: every event with its digest, the seals, the texts, and its own checker

    What a format cannot say (weightings, split scores, penalties, reasons) is listed; beside the file lies FILE.json,
    which says all of it: `import` takes it up from there. `help exporting` says what each format loses.

    A bundle holds no name and nobody's words in its events, only what these are checked by: so both can be left out.
    `python3 thursday.zip` checks it with nothing else installed; `import thursday.zip` restores the session.

    \b
    Examples:
      bridge-ledger export thursday.xml
      bridge-ledger export thursday.csv --view standings
      bridge-ledger export thursday.zip --without-names
    """
    if file and out:
        raise Misuse("usage", "the file is named twice", "export FILE, or export -o FILE")
    exports.export(Desk(context), context, file or out, wishes)
