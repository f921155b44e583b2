"""init, upgrade, use, backup, restore: the ledger as a whole."""

from pathlib import Path

import click

from cli import screens
from cli.desk.commands import MakingCommand, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.terminal.settings import state_folder
from ledger.errors import Misuse


@click.command(cls=MakingCommand)
@click.option(
    "--grant-writer",
    "writers",
    multiple=True,
    metavar="ROLE",
    help="PostgreSQL: let a role record, through the owner's functions alone (can be repeated).",
)
@click.option(
    "--grant-reader",
    "readers",
    multiple=True,
    metavar="ROLE",
    help="PostgreSQL: let a role look, and record nothing (can be repeated).",
)
@click.option(
    "--grant-names",
    "names",
    multiple=True,
    metavar="ROLE",
    help="PostgreSQL: let a role read names and what was said, and erase them (can be repeated).",
)
@click.option("--spread", is_flag=True, help="PostgreSQL with Citus: spread the ledger over the workers.")
def init(desk: Desk, writers: tuple[str, ...], readers: tuple[str, ...], names: tuple[str, ...], spread: bool) -> None:
    """Make a new ledger; an existing one is left as it is.

    \b
    Examples:
      bridge-ledger init
      bridge-ledger --db postgresql+psycopg://owner@coordinator/ledger init --spread --grant-writer desk
    """
    screens.setups.require_possible(desk, (*writers, *readers, *names), spread)
    screens.setups.make_ledger(desk, writers, readers, names)
    if spread:
        screens.setups.spread_ledger(desk)


@click.command(cls=MakingCommand)
def upgrade(desk: Desk) -> int:
    """Bring a ledger made by an older version up to this one. Events are never changed.

    Functions, triggers and indexes that somebody changed are made anew. Other changes to the database are listed, and
    left as they are (exit 3).

    \b
    Examples:
      bridge-ledger upgrade
      bridge-ledger --db club.db upgrade
    """
    return 0 if screens.setups.upgrade_ledger(desk) else 3


@click.command(cls=WholeLedgerCommand)
@click.argument("named", metavar="[SESSION]", required=False)
@click.option("--forget", is_flag=True, help="Remember none.")
def use(desk: Desk, named: str | None, forget: bool) -> None:
    """Remember which session is meant in this folder, so that --session need not be typed; without SESSION, show it.

    It is remembered for you, this folder and this database alone. --session and BRIDGE_LEDGER_SESSION go before it.
    `import` and `session open` make the sessions they name, and `verify` checks all there are, whatever is remembered.

    \b
    Examples:
      bridge-ledger use thursday
      bridge-ledger use
      bridge-ledger use --forget
    """
    if named and forget:
        raise Misuse("usage", "a session to remember, or none?", "`use NAME`, or `use --forget`")
    if forget:
        screens.sessions.forget_session(desk)
    elif named:
        screens.sessions.remember_session(desk, named)
    else:
        screens.sessions.say_session(desk)


@click.command(cls=WholeLedgerCommand)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--overwrite", is_flag=True, help="In the place of a file of that name, once the new one is whole.")
def backup(desk: Desk, file: Path, overwrite: bool) -> None:
    """Copy the whole ledger to a file while desks record: every session, seal and name up to one moment.

    The copy is verified before it gets its name; one that fails is kept as FILE.unsound. Only its owner can read it. On
    PostgreSQL it is a dump by `pg_dump`. When, how many, and how to try that they can be restored: `help backups`.

    \b
    Examples:
      bridge-ledger backup thursday.bak
      bridge-ledger backup thursday.bak --overwrite
    """
    from ledger.recording.backups import write_backup  # loads the database: `--help` and Tab do without
    from ledger.recording.ledgers import place_note

    desk.note(place_note(desk.settings.database))
    copy = write_backup(desk.settings.database, file, overwrite=overwrite, state=state_folder())
    screens.setups.say(desk, "backup/1", f"{copy.path}: ", copy)


@click.command(cls=MakingCommand)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def restore(desk: Desk, file: Path) -> None:
    """Restore a backup to --db: to a new file, an empty ledger, or an empty database.

    The backup is checked first, and the ledger after. Nothing is overwritten: a ledger with other events is refused;
    one with all the events gets back texts and seals that are gone. Events that were acknowledged on this machine and
    are not in the backup are listed.

    \b
    Examples:
      bridge-ledger --db new.db restore /mnt/usb/ledger-2026-03-05.db
      bridge-ledger --db new.db verify --strict
    """
    from ledger.recording.backups import restore_backup  # loads the database: `--help` and Tab do without

    screens.setups.say_restored(desk, file, restore_backup(desk.settings.database, file, state_folder()))
