"""Creating and upgrading the database, through Alembic and in one transaction."""

from importlib.resources import files

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError

from ledger.database import require_file, require_local, shown, sqlite_path
from ledger.refusal import Unavailable
from ledger.store import SCHEMA, Store, check_version


def create(url: str) -> bool:
    """Make the database, or bring one that is there up to date; whether anything was done."""
    path = sqlite_path(url)
    if path and not path.parent.is_dir():
        raise Unavailable("database-unusable", f"there is no folder {path.parent}", "make it, or name another file")
    return upgrade(url)


def upgrade(url: str) -> bool:
    """Bring the schema to the version of this program; whether anything was done."""
    store = Store(url)
    try:
        return migrate(store)
    finally:
        store.close()


def migrate(store: Store) -> bool:
    """The same for a store that is open already."""
    require_file(store.url)
    require_local(store.url)
    store.write_ahead()
    with store.transaction() as connection:
        return _upgrade(connection, store.url)


def _upgrade(connection: sa.Connection, url: str) -> bool:
    before = _version(connection)
    if before is not None and before > SCHEMA:
        check_version(before)
    if before is None and set(sa.inspect(connection).get_table_names()) - {"alembic_version"}:
        raise Unavailable("not-a-ledger", f"{shown(url)} holds something else", "name a new file: --db FILE")
    config = Config()
    config.set_main_option("script_location", str(files("migrations")))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        told = f"the database says it is at version {before}, which this program does not know"
        raise Unavailable("not-a-ledger", told, "restore a backup; nothing was changed") from error
    return _version(connection) != before


def _version(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
