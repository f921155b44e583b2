"""export: write a session to a bundle."""

from pathlib import Path

import click

from cli.desk.desk import Desk
from cli.desk.options import Standing
from cli.screens import bundles


@click.command(cls=Standing)
@click.option(
    "-o",
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="What to call it [default: the session's name, .zip].",
)
@click.option("--without-names", is_flag=True, help="Leave out who the players are.")
@click.option("--without-texts", is_flag=True, help="Leave out what was written and said: facts, grounds, reasons.")
@click.pass_context
def export(context: click.Context, out: Path | None, without_names: bool, without_texts: bool) -> None:
    """Write a session to one file, a bundle: every event with its digest, the seals, the texts, and its own checker.

    The events hold no name and nobody's words, only what these are checked by: so both can be left out.

    The program that checks it all lies inside: `python3 thursday.zip` runs it, with nothing else installed. `import
    thursday.zip` restores the session in any ledger, on SQLite or PostgreSQL, with the same numbers and digests.

    \b
    Examples:
      bridge-ledger export -o thursday.zip
      bridge-ledger export --without-names --without-texts
      python3 thursday.zip
    """
    bundles.export_bundle(Desk(context), out, names=not without_names, texts=not without_texts)
