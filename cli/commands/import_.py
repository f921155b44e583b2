"""import: record a result file, or restore a bundle."""

from __future__ import annotations

from pathlib import Path

import click

from cli.desk import notation
from cli.desk.desk import Desk
from cli.desk.options import Options, ReopeningOptions, Writing, option, takes
from cli.screens import bundles, imports, vocabulary
from ledger.errors import Misuse


class ImportOptions(Options):
    """What the desk says of a file, where it says anything: it goes before what the file says."""

    scoring: str | None = option(
        "--scoring", type=click.Choice(vocabulary.FORMS), help="The form of scoring, where the file does not say."
    )
    profile: str | None = option(
        "--profile",
        metavar="NAME|FILE.toml",
        help="The regulations [default: those of the program that wrote the file, else default].",
    )
    winners: str | None = option(
        "--winners",
        type=click.Choice(["1", "2"]),
        help="2 where North–South and East–West are ranked apart, where the file does not say.",
    )
    title: str | None = option("--title", help="What the event is called.")
    skip_bad: bool = option("--skip-bad", is_flag=True, help="Leave out lines that need a person, record the rest.")


@click.command("import", cls=Writing)
@click.argument("file", type=click.Path(path_type=Path))
@takes(wishes=ImportOptions, late=ReopeningOptions)
@click.pass_context
def import_(context: click.Context, file: Path, wishes: ImportOptions, late: ReopeningOptions) -> None:
    """Record a result file: USEBIO .xml (pairs), PBN .pbn (teams), or .csv (any).

    Importing it again records only what changed in it. A bundle (.zip, as `export` writes them) restores its session
    bit for bit. One that has another history than the session here is refused, and it says where the two part.

    \b
    Examples:
      bridge-ledger import thursday.xml --dry-run
      bridge-ledger import thursday.csv --winners 2 --profile acblscore
    """
    if file.suffix.lower() != ".zip":
        imports.import_results(Desk(context, writing=True), file, wishes, notation.reopening(late))
        return
    if any(vars(wishes).values()):
        raise Misuse("usage", "a bundle is restored as it is", "leave --scoring, --profile and the like out")
    bundles.restore_bundle(Desk(context, writing=True), file)
