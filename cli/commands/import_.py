"""import: record a result file, or restore a bundle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.commands.import_queue import queue
from cli.desk import keys, notation
from cli.desk.desk import Desk
from cli.desk.options import Options, ReopeningOptions, Writing, key_option, option, takes
from cli.screens import bundles, device_following, imports, vocabulary
from ledger.errors import Misuse


class ImportOptions(Options):
    """What the desk says of a file, where it says anything: it goes before what the file says."""

    scoring: str | None = option(
        "--scoring",
        type=click.Choice(vocabulary.FORMS),
        metavar="FORM",
        help="The form of scoring, where the file does not say (help scoring).",
    )
    profile: str | None = option(
        "--profile", metavar="NAME|FILE.toml", help="The regulations [default: those of who wrote it]."
    )
    winners: str | None = option(
        "--winners", type=click.Choice(["1", "2"]), help="2 where North–South and East–West are ranked apart."
    )
    title: str | None = option("--title", help="What the event is called.")
    columns: tuple[str, ...] = option(
        "--map", multiple=True, metavar="OURS=THEIRS", help='Of a table: what a column is called there: board="Bd No".'
    )
    language: str | None = option(
        "--language",
        type=click.Choice(vocabulary.LANGUAGES),
        metavar="LANGUAGE",
        help="Of a table: whose suits and seats it has: en, de, fr, es, …",
    )
    skip_bad: bool = option("--skip-bad", is_flag=True, help="Leave out what needs a person, record the rest.")
    follow: bool = option("--follow", is_flag=True, help="Of a .bws: record what changes in it, until Ctrl-C.")


class TakingOverOptions(Options):
    """On what authority a bundle adds to a session that is here."""

    consent: bool = option(
        "--consent", is_flag=True, help="Of a bundle: as chief director, take over what no seal covers."
    )


class Importing(Writing):
    """`import FILE` records a file; `import queue …` is about the lines of such files that wait for a person."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The command that is meant, with what was typed."""
        if args[:1] == ["queue"]:
            return queue.make_context(f"{info_name} queue", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command("import", cls=Importing)
@click.argument("file", type=click.Path(path_type=Path))
@takes(wishes=ImportOptions, late=ReopeningOptions, taking=TakingOverOptions)
@key_option("Of a bundle: the office's public key, or its file [default: yours].")
@click.pass_context
def import_(
    context: click.Context,
    file: Path,
    wishes: ImportOptions,
    late: ReopeningOptions,
    taking: TakingOverOptions,
    named: str | None,
) -> None:
    """Record a result file: USEBIO .xml, PBN .pbn, LIN .lin, ACBL .json, a table (.csv .tsv .xlsx), Bridgemates .bws.

    Importing it again records only what changed in it. Lines that need a person wait in a queue: `import queue`
    (`help bridgemate`). A file with deals and no results brings the cards of the boards (`help deals`). A bundle
    (.zip, as `export` writes them) restores a session bit for bit, or a tournament with its sessions; what it may add
    to one that is here, `help trust` says.

    \b
    Examples:
      bridge-ledger import thursday.xml --dry-run
      bridge-ledger import thursday.csv --winners 2
      bridge-ledger import thursday.bws --follow
    """
    if file.suffix.lower() != ".zip":
        if taking.consent or named:
            raise Misuse("usage", "--consent and --key are for bundles", "leave them out")
        record = device_following.follow_file if wishes.follow else imports.import_results
        record(Desk(context, writing=True), file, wishes, notation.reopening(late))
        return
    if any(vars(wishes).values()):
        raise Misuse("usage", "a bundle is restored as it is", "leave --scoring, --profile and the like out")
    bundles.restore_bundle(Desk(context, writing=True), file, keys.known_key(named), consent=taking.consent)
