"""import, export; devices start, follow, status: results that come from files and from the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import click

from cli import screens
from cli.desk.commands import QueryCommand, QueryGroup, RecordingCommand, Verbs, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options import addresses, notation
from cli.options.declared import MEMBERS_LIST, Options, ReopeningOptions, key_option, option, reason_option, takes
from cli.options.sessions import ConnectorOptions, ExportOptions, ImportOptions
from ledger.errors import Misuse


class TakingOverOptions(Options):
    """Options that let a bundle add events no seal covers, or a new session with an unsealed end."""

    consent: bool = option(
        "--consent", is_flag=True, help="Of a bundle: as chief director, take over what no seal covers."
    )
    unsealed: bool = option(
        "--unsealed",
        is_flag=True,
        help="Of a bundle with --key: a session that is not here, though no seal covers its end.",
    )


class ImportCommand(RecordingCommand):
    """The command `import FILE`, which records a file, and the group `import queue`, which settles waiting lines."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Return the context of `import FILE`, or of `import queue` if the typed words name it."""
        if args[:1] == ["queue"]:
            return queue.make_context(f"{info_name} queue", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command("import", cls=ImportCommand)
@click.argument("file", type=click.Path(path_type=Path))
@takes(wishes=ImportOptions, late=ReopeningOptions, taking=TakingOverOptions)
@key_option("Of a bundle: the office's public key, or its file [default: yours].")
def import_(
    desk: Desk, file: Path, wishes: ImportOptions, late: ReopeningOptions, taking: TakingOverOptions, named: str | None
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
    from cli.terminal import keys

    if file.suffix.lower() != ".zip":
        if taking.consent or taking.unsealed or named:
            raise Misuse("usage", "--consent, --unsealed and --key are for bundles", "leave them out")
        record = screens.device_following.follow_file if wishes.follow else screens.imports.import_results
        record(desk, file, wishes, notation.reopening(late))
        return
    if any(vars(wishes).values()):
        raise Misuse("usage", "a bundle is restored as it is", "leave --scoring, --profile and the like out")
    under_seal = named is not None and not (taking.unsealed or taking.consent)
    key = keys.public_key_named_or_own(named)
    screens.verification.restore_bundle(desk, file, key, under_seal=under_seal, consent=taking.consent)


Settled = Literal["resolved", "skipped"]


@click.group(cls=QueryGroup, guide="bridgemate", invoke_without_command=True)
@click.pass_context
def queue(context: click.Context) -> None:
    """List lines of Bridgemate files, and corrections of results that were ruled on, that wait for a person.

    Each has the number of its event, and waits no longer once its table is decided here, by whatever command (a result,
    a ruling, that it was not played), or once it was put right where it was entered, and the file was read again.

    \b
    Examples:
      bridge-ledger import queue
      bridge-ledger import queue resolve 57 --reason "R-0003"
      bridge-ledger import queue skip 57 --reason "board entered twice"
    """
    if context.invoked_subcommand is None:
        from cli.views.checks import queue_parts, queue_value

        desk = Desk(context)
        session = desk.session()
        value = queue_value(session)
        desk.answer(value, () if desk.settings.json else queue_parts(desk.scoreboard(), value), session)


@queue.command(cls=RecordingCommand)
@click.argument("number", metavar="NUMBER")
@reason_option
def resolve(desk: Desk, number: str, reason: str) -> None:
    """Settle a waiting line by hand: its result was recorded, or a ruling was given.

    \b
    Examples:
      bridge-ledger import queue resolve 57 --reason "R-0003"
    """
    _settle(desk, number, "resolved", reason)


@queue.command(cls=RecordingCommand)
@click.argument("number", metavar="NUMBER")
@reason_option
def skip(desk: Desk, number: str, reason: str) -> None:
    """Leave a waiting line out, and say why.

    \b
    Examples:
      bridge-ledger import queue skip 57 --reason "board entered twice"
    """
    notation.require_text("the reason", reason, '--reason "board entered twice"')
    _settle(desk, number, "skipped", reason)


def _settle(desk: Desk, number: str, outcome: Settled, reason: str) -> None:
    from ledger.subjects.queue.facts import SettleLine

    of = addresses.parse_event(number, "import queue resolve 57: the number that `import queue` shows")
    screens.effects.record(desk, SettleLine(of, outcome, reason))


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
def export(desk: Desk, file: Path | None, out: Path | None, wishes: ExportOptions) -> None:
    """Write a session to a file; its ending says in which format. A tournament's is a bundle, with all its sessions.

    \b
      .xml   USEBIO 1.2, for federations and other programs
      .pbn   PBN 2.1, with deals, auctions and play
      .csv   the results, a line a table; or what any command shows, with --view
      .json  what any command shows, with --view
      .zip   a bundle: every event with its digest, the seals, the texts, and its own checker

    What a format cannot say (weightings, split scores, penalties, reasons) is listed: a bundle says all of it.
    `help exporting` says what each format loses.

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
    screens.exports.export(desk, file or out, wishes)


@click.group(cls=Verbs, guide="devices")
def devices() -> None:
    """The Bridgemates on the tables, through their Data Connector: set them up, and record their results."""


@devices.command(cls=RecordingCommand)
@click.option(
    "--settings", type=click.Path(path_type=Path), metavar="FILE", help="What is asked and shown at the table."
)
@click.option("--anew", is_flag=True, help="From the beginning, though the devices have the session.")
@takes(connector=ConnectorOptions)
def start(desk: Desk, settings: Path | None, anew: bool, connector: ConnectorOptions) -> None:
    """Send the devices the movement, the players and the deals; or go on with a session they have.

    What cannot be said to devices is refused before anything is sent: individuals, boards that are not in a row, names
    of teams. Nothing is recorded here.

    \b
    Examples:
      bridge-ledger devices start
      bridge-ledger devices start --settings bridgemates.json
      bridge-ledger devices start -n
    """
    screens.devices.start(desk, connector.line(), settings, anew=anew)


@devices.command(cls=RecordingCommand)
@click.option("--members", **MEMBERS_LIST)
@takes(connector=ConnectorOptions)
def follow(desk: Desk, members: Path | None, connector: ConnectorOptions) -> None:
    """Record what the devices send, until Ctrl-C: results, corrections, calls, players; and send changes back.

    What needs a person waits in the queue: `import queue`. The command may be ended and started again, on another
    computer too.

    \b
    Examples:
      bridge-ledger devices follow
      bridge-ledger devices follow --members members.csv --json
    """
    screens.devices.follow(desk, connector.line(), members)


@devices.command(cls=WholeLedgerCommand)
@takes(connector=ConnectorOptions)
def status(desk: Desk, connector: ConnectorOptions) -> None:
    """Show whether the devices answer, what they have, and which results are missing, waiting or late.

    \b
    Examples:
      bridge-ledger devices status
      bridge-ledger devices status --json
    """
    screens.devices.show_status(desk, connector.line())
