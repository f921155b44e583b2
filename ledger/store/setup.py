"""Creating and upgrading the database, through Alembic and in one transaction."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from importlib.resources import files

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError

from ledger.errors import Misuse, Unavailable
from ledger.store.connections import Connections, own_schema, take_schema_lock
from ledger.store.guards import APPEND, ERASE_TEXTS, KEEP_EVIDENCE, KEEP_SEAL, KEEP_TEXTS, closing_statements
from ledger.store.homes import Home, is_one_of_several, require_said_once, set_homes
from ledger.store.location import require_file, require_local, shown, sqlite_path
from ledger.store.own_files import make_own, require_no_remains
from ledger.store.spread import is_spread, require_no_worker, require_workers, spread, workers_without
from ledger.store.store import Store
from ledger.store.tables import SCHEMA, check_version, require_released, version_of


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
    if path := sqlite_path(store.url):
        require_no_remains(path, also_beside_it=False)
        make_own(path)
    with store.connections.reading() as connection:
        _require_ours(connection, store.url)  # before anything is written
    store.connections.write_ahead()
    with store.connections.transaction() as connection:
        take_schema_lock(connection.connection.cursor(), store.connections)
        return _upgrade(connection, store.url)


def require_possible(
    url: str, *, roles: Collection[str] = (), over: bool = False, here: str = "", homes: Sequence[Home] = ()
) -> None:
    """Refuse what could not be done with a ledger once it is made, before it is: roles that may do something, that it
    is spread `over` workers, or one of several servers'. Misuse, or Unavailable (no-workers).
    """
    asked = [("roles", bool(roles)), ("spread", over), ("homes", bool(here or homes))]
    wanted = [what for what, is_asked in asked if is_asked]
    for what in wanted:
        _require_server(url, what)
    if not wanted:
        return
    with closing(Connections(url)) as connections, connections.reading() as connection:
        for role in roles:
            _require_role(connection, url, role)
        if "spread" in wanted:
            require_no_worker(connection, url)
            require_workers(connection, url)
            _require_alone(connection, url)
        if "homes" in wanted:
            _require_unspread(connection, url, over=over)
            require_said_once(connection, here, homes)


def keep_homes(url: str, here: str, homes: Sequence[Home]) -> None:
    """Have a ledger on PostgreSQL be one of several servers', of which this is `here`; Misuse where it is a file."""
    _require_server(url, "homes")
    with closing(Connections(url)) as connections, connections.transaction() as connection:
        _require_unspread(connection, url)
        set_homes(connection, here, homes)


def over_workers(url: str) -> bool:
    """Spread a ledger on PostgreSQL over the workers of Citus; whether that was to do. Misuse where it is a file."""
    _require_server(url, "spread")
    with closing(Connections(url)) as connections, connections.transaction() as connection:
        take_schema_lock(connection.connection.cursor(), connections)
        _require_alone(connection, url)
        return spread(connection, url)


def _require_server(url: str, what: str) -> None:
    """Misuse where a ledger is a file, and something is asked of it that only a server does."""
    if sa.make_url(url).get_backend_name() == "sqlite":
        raise Misuse("usage", f"{shown(url)} {_OF_SERVERS[what][0]}", _OF_SERVERS[what][1])


_OF_SERVERS = {
    "roles": ("knows no roles", "--grant-writer, --grant-reader and --grant-names are for PostgreSQL"),
    "spread": ("names a file", "--spread is for PostgreSQL with Citus: `help two-servers`"),
    "homes": ("names a file", "--here and --server are for PostgreSQL"),
}


def _require_alone(connection: sa.Connection, url: str) -> None:
    if is_one_of_several(connection):
        raise Misuse("usage", f"{shown(url)} is one of several servers", _EITHER)


def _require_unspread(connection: sa.Connection, url: str, *, over: bool = False) -> None:
    if over or is_spread(connection):
        raise Misuse("usage", f"{shown(url)} {'would be' if over else 'is'} spread over workers", _EITHER)


_EITHER = "either workers behind one coordinator, or servers with copies of each other's: `help two-servers`"


def grant(url: str, *, writers: Iterable[str] = (), readers: Iterable[str] = (), names: Iterable[str] = ()) -> None:
    """Least privilege on PostgreSQL: who may record does so through the owner's functions alone, who may read looks.

    The texts about people, names and what was said, and evidence stand behind rights of their own: who records adds
    those of his events, and reads none; `names` may read them, and erase those that an event says are erased. Whatever
    a dump left open to everybody is closed. Raises Misuse where there are no roles, or not these.
    """
    _require_server(url, "roles")
    with closing(Connections(url)) as connections, connections.transaction() as connection:
        schema = own_schema(connection)
        for statement in closing_statements(schema):
            connection.execute(sa.text(statement))
        for role in writers:
            _grant(connection, url, role, (*_LOOK, *_RECORD))
        for role in readers:
            _grant(connection, url, role, _LOOK)
        for role in names:
            _grant(connection, url, role, (*_LOOK, *_NAMES))


_LOOK = ("SELECT ON event, seal, log, home, alembic_version",)
_RECORD = (f"EXECUTE ON FUNCTION {APPEND}, {KEEP_TEXTS}, {KEEP_EVIDENCE}, {KEEP_SEAL}",)
_NAMES = ("SELECT ON text, evidence", f"EXECUTE ON FUNCTION {ERASE_TEXTS}")


def _grant(connection: sa.Connection, url: str, role: str, privileges: Iterable[str]) -> None:
    _require_role(connection, url, role)
    name = connection.dialect.identifier_preparer.quote_identifier(role)
    for privilege in privileges:
        connection.execute(sa.text(f"GRANT {privilege} TO {name}"))


def _require_role(connection: sa.Connection, url: str, role: str) -> None:
    """Misuse (no-such-role) where a server of the ledger does not know a role."""
    if not connection.execute(sa.text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": role}).scalar():
        raise Misuse("no-such-role", f"there is no role {role}", f"`createuser {role}` makes it, or CREATE ROLE")
    for worker in workers_without(connection, url, role):
        hint = "CREATE ROLE in the ledger's own database at the coordinator makes it at every worker"
        raise Misuse("no-such-role", f"there is no role {role} at the worker {worker}", hint)


def _upgrade(connection: sa.Connection, url: str) -> bool:
    before = _require_ours(connection, url)
    config = Config()
    config.set_main_option("script_location", str(files("migrations")))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        unknown = f"the database says it is at version {before}, which this program does not know"
        raise Unavailable("not-a-ledger", unknown, "restore a backup; nothing was changed") from error
    return version_of(connection, url) != before


def _require_ours(connection: sa.Connection, url: str) -> str | None:
    """The version of the schema; Unavailable where it is none that can be brought up to date.

    The tables are asked for once: between two questions another desk may have made them.
    """
    there = set(sa.inspect(connection).get_table_names())
    before = version_of(connection, url) if "alembic_version" in there else None
    require_released(before)
    if before is not None and before > SCHEMA:
        check_version(before)
    if before is None and there - {"alembic_version"}:
        raise Unavailable("not-a-ledger", f"{shown(url)} holds something else", "name a new file: --db FILE")
    return before
