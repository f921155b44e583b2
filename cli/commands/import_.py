"""import: record a result file, or restore a bundle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.commands.import_queue import queue
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.commands import RecordingCommand
from cli.options.declared import Options, ReopeningOptions, key_option, option, takes
from cli.options.sessions import ImportOptions
from cli.screens import bundles, followed_file, imports
from cli.terminal import keys
from ledger.errors import Misuse


class TakingOverOptions(Options):
    """On what authority a bundle adds to a session that is here."""

    consent: bool = option(
        "--consent", is_flag=True, help="Of a bundle: as chief director, take over what no seal covers."
    )
    unsealed: bool = option(
        "--unsealed",
        is_flag=True,
        help="Of a bundle with --key: a session that is not here, though no seal covers its end.",
    )


class ImportCommand(RecordingCommand):
    """`import FILE` records a file; `import queue …` is about the lines of such files that wait for a person."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The command that is meant, with what was typed."""
        if args[:1] == ["queue"]:
            return queue.make_context(f"{info_name} queue", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command("import", cls=ImportCommand)
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
        if taking.consent or taking.unsealed or named:
            raise Misuse("usage", "--consent, --unsealed and --key are for bundles", "leave them out")
        record = followed_file.follow_file if wishes.follow else imports.import_results
        record(Desk(context, writing=True), file, wishes, notation.reopening(late))
        return
    if any(vars(wishes).values()):
        raise Misuse("usage", "a bundle is restored as it is", "leave --scoring, --profile and the like out")
    under_seal = named is not None and not (taking.unsealed or taking.consent)
    key = keys.known_key(named)
    bundles.restore_bundle(Desk(context, writing=True), file, key, under_seal=under_seal, consent=taking.consent)
