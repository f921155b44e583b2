"""Creating and upgrading the database, through Alembic and in one transaction."""

import json
from collections.abc import Collection, Iterable
from contextlib import closing
from importlib.resources import files

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import exc

from ledger.errors import Misuse, Unavailable
from ledger.store.connections import Connections, public_tables, tables, take_schema_lock
from ledger.store.guards import (
    APPEND,
    ERASE_TEXTS,
    KEEP_EVIDENCE,
    KEEP_SEAL,
    KEEP_TEXTS,
    LOCK_STREAM,
    closing_statements,
)
from ledger.store.made import file_lines, granted_roles, require_version_table
from ledger.store.own_files import (
    create_private_file,
    require_file,
    require_no_remains,
    require_one_name,
    show_url,
    sqlite_path,
)
from ledger.store.spread import require_no_worker, require_workers, spread, workers_without
from ledger.store.store import Store
from ledger.store.tables import EVENT, EVIDENCE_FILE, SCHEMA_NAME, SEAL, TEXT, VERSION, check_version, version_of


def create(url: str) -> bool:
    """Create or upgrade a ledger; return whether it is new, or raise Unavailable if the file's folder is missing."""
    path = sqlite_path(url)
    if path and not path.parent.is_dir():
        raise Unavailable("database-unusable", f"there is no folder {path.parent}", "make it, or name another file")
    return upgrade(url)


def upgrade(url: str) -> bool:
    """Create or upgrade the ledger's schema at a URL; return whether the database was new."""
    store = Store(url)
    try:
        return migrate(store)
    finally:
        store.close()


def migrate(store: Store) -> bool:
    """Create or upgrade the schema of an open store; return whether the database was new."""
    require_file(store.url)
    if path := sqlite_path(store.url):
        require_one_name(path)
        require_no_remains(path, also_beside_it=False)
        create_private_file(path)
    with store.connections.reading() as connection:
        _require_ours(connection, store.url)  # before anything is written
    store.connections.write_ahead()
    with store.connections.transaction() as connection:
        before, on_server = _require_ours(connection, store.url), not store.connections.is_sqlite
        if before is None and on_server and not _create_schema(connection):
            before = _require_ours(connection, store.url)  # another desk made it just now
            if before is None:  # whoever made a schema of our name owns it, and all he left there
                somebody = f"somebody made the schema {SCHEMA_NAME} in {show_url(store.url)}"
                hint = f"DROP SCHEMA {SCHEMA_NAME} CASCADE, as its owner; or name a new database: `createdb NEW`"
                raise Unavailable("not-a-ledger", somebody, hint)
        config = Config()
        config.set_main_option("script_location", str(files("migrations")))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if before is None and on_server:
            _revoke_public(connection)
        return before is None


def require_possible(url: str, *, roles: Collection[str] = (), over: bool = False) -> None:
    """Check that a database can grant rights to `roles`, and (`over`) that Citus can spread a ledger there.

    Raises Misuse, or Unavailable (no-workers).
    """
    if roles:
        _require_server(url, "roles")
    if over:
        _require_server(url, "spread")
    if not roles and not over:
        return
    with closing(Connections(url)) as connections, connections.reading() as connection:
        for role in roles:
            _require_role(connection, url, role)
        if over:
            require_no_worker(connection, url)
            require_workers(connection, url)


def spread_over_workers(url: str) -> bool:
    """Spread a ledger over the workers of Citus; return False if it was spread already, raise Misuse for a file."""
    _require_server(url, "spread")
    with closing(Connections(url)) as connections, connections.transaction() as connection:
        take_schema_lock(connection.connection.cursor(), connections)
        is_new = spread(connection, url)
        _revoke_public(connection)  # Citus makes functions at a worker that everybody may call
        for role in {role for roles in granted_roles(connection).values() for role in roles}:
            _grant(connection, url, role, ())
        return is_new


def _require_server(url: str, what: str) -> None:
    """Raise Misuse (usage) if the database is a file; `what`: the feature that needs a server."""
    if sa.make_url(url).get_backend_name() == "sqlite":
        raise Misuse("usage", f"{show_url(url)} {_OF_SERVERS[what][0]}", _OF_SERVERS[what][1])


_OF_SERVERS = {
    "roles": ("knows no roles", "--grant-writer, --grant-reader and --grant-names are for PostgreSQL"),
    "spread": ("names a file", "--spread is for PostgreSQL with Citus: `help citus`"),
}


def grant(url: str, *, writers: Iterable[str] = (), readers: Iterable[str] = (), names: Iterable[str] = ()) -> None:
    """Grant PostgreSQL roles the least rights they need to record, to read the log, or to read and erase texts.

    Also revoke the rights that a restored dump left to everybody. `writers` record through the owner's functions alone,
    and `readers` read the log. Texts and evidence have rights of their own: a writer adds those of its events and reads
    none; `names` read them, and erase what an event erased. Raises Misuse for a file, or an unknown role.
    """
    _require_server(url, "roles")
    with closing(Connections(url)) as connections, connections.transaction() as connection:
        _revoke_public(connection)
        for role in writers:
            _grant(connection, url, role, (*_LOOK, *_RECORD))
        for role in readers:
            _grant(connection, url, role, _LOOK)
        for role in names:
            _grant(connection, url, role, (*_LOOK, *_NAMES))
        # noted on the log's table, so that `verify` reports rights held by any other role
        noted, roles = granted_roles(connection), {"writer": writers, "reader": readers, "names": names}
        note = json.dumps({what: sorted({*noted.get(what, ()), *granted}) for what, granted in roles.items()})
        quoted = note.replace("'", "''").replace("%", "%%")
        connection.exec_driver_sql(f"COMMENT ON TABLE {SCHEMA_NAME}.{EVENT.name} IS '{quoted}'")


def _in_schema(*names: str) -> str:
    return ", ".join(f"{SCHEMA_NAME}.{name}" for name in names)


_LOOK = (f"USAGE ON SCHEMA {SCHEMA_NAME}", f"SELECT ON {_in_schema(EVENT.name, SEAL.name, 'log', VERSION.name)}")
_RECORD = (f"EXECUTE ON FUNCTION {_in_schema(APPEND, KEEP_TEXTS, KEEP_EVIDENCE, KEEP_SEAL, LOCK_STREAM)}",)
_NAMES = (f"SELECT ON {_in_schema(TEXT.name, EVIDENCE_FILE.name)}", f"EXECUTE ON FUNCTION {_in_schema(ERASE_TEXTS)}")


def _grant(connection: sa.Connection, url: str, role: str, privileges: Iterable[str]) -> None:
    _require_role(connection, url, role)
    name = connection.dialect.identifier_preparer.quote_identifier(role)
    for privilege in (f"CONNECT ON DATABASE {_database(connection)}", *privileges):
        connection.execute(sa.text(f"GRANT {privilege} TO {name}"))


def _revoke_public(connection: sa.Connection) -> None:
    """Revoke what PostgreSQL grants to everybody on the ledger and its database."""
    for statement in closing_statements(SCHEMA_NAME):
        connection.execute(sa.text(statement))
    connection.execute(sa.text(f"REVOKE CONNECT ON DATABASE {_database(connection)} FROM PUBLIC"))


def _database(connection: sa.Connection) -> str:
    """Return the name of the connected database, quoted for SQL."""
    name = connection.execute(sa.text("SELECT current_database()")).scalar_one()
    return connection.dialect.identifier_preparer.quote_identifier(name).replace(":", "\\:")


def _require_role(connection: sa.Connection, url: str, role: str) -> None:
    """Raise Misuse (no-such-role) if the server, or a worker of a spread ledger, does not know a role."""
    if not connection.execute(
        sa.text("SELECT 1 FROM pg_roles WHERE rolname = CAST(:role AS name)"), {"role": role}
    ).scalar():
        raise Misuse("no-such-role", f"there is no role {role}", f"`createuser {role}` makes it, or CREATE ROLE")
    for worker in workers_without(connection, url, role):
        hint = f"CREATE ROLE {role}, carried out at the coordinator in the ledger's database, makes it at every worker"
        raise Misuse("no-such-role", f"the database server {worker} (a worker) has no role {role}", hint)


def _create_schema(connection: sa.Connection) -> bool:
    """Create the ledger's schema on a server, locked to the end of the transaction; False if the schema exists."""
    try:
        with connection.begin_nested():
            connection.execute(sa.text(f"CREATE SCHEMA {SCHEMA_NAME}"))
            return True
    except exc.DBAPIError as error:
        if getattr(error.orig, "sqlstate", "") not in _EXISTS_ALREADY:
            raise
        return False


_EXISTS_ALREADY = ("42P06", "23505")
"""SQLSTATEs for a schema that exists or is being created by another desk."""


def _require_ours(connection: sa.Connection, url: str) -> str | None:
    """Return the schema version, None for an empty database; Unavailable if it is no ledger or of another version."""
    if connection.dialect.name == "sqlite":
        require_version_table(file_lines(connection), url)
    names = tables(connection)  # asked once: between two queries another desk may create them
    before = version_of(connection, url) if VERSION.name in names else None
    if before is not None:
        check_version(before)
    if before is None and (names - {VERSION.name} or public_tables(connection)):
        raise Unavailable("not-a-ledger", f"{show_url(url)} is in use for something else", "name a new file: --db FILE")
    return before
