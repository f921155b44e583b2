"""Opening a database, whichever it is."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Misuse, Unavailable
from ledger.store.looking import may_be_written, open_for_looking
from ledger.store.unmoved import require_unmoved

Cursor = Any
"""A cursor of the database's own driver (DB-API 2.0)."""

_SMALLEST = 512
"""No SQLite database is shorter, in bytes."""

_KINDS = "a file, sqlite:///FILE, or postgresql+psycopg://…, with its driver: pip install '.[postgres]'"

BUSY_MS = 10_000
"""How long to wait for another program's write lock."""


def sqlite_path(url: str) -> Path | None:
    """The file of a SQLite URL; None for other databases and for one in memory."""
    try:
        parsed = sa.make_url(url)
    except (exc.ArgumentError, ValueError):
        raise Unavailable("database-unusable", f"{_cautious(url)} is no URL of a database", _KINDS) from None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    return Path(parsed.database)


def file_url(path: str) -> str:
    """The URL of a SQLite file, whatever characters its name has."""
    return sa.URL.create("sqlite", database=path).render_as_string()


def identity(url: str) -> str:
    """What tells a database from others, however it is spelled, and whoever asks: a file's path, or server and name."""
    if path := sqlite_path(url):
        return str(path.resolve())
    parsed = sa.make_url(url)
    return f"{parsed.host or parsed.query.get('host', '')}:{parsed.port or ''}/{parsed.database}"


def database_url(where: str) -> str:
    """The URL of what somebody calls a database: a file, or its URL already.

    Raises Misuse (usage) for one in memory, which would be gone at once, and for a server not given by its URL.
    """
    if where.strip() in (":memory:", "sqlite://", "sqlite:///:memory:"):
        raise Misuse("usage", "a ledger in memory is gone when the command ends", "name a file: --db FILE")
    if "://" in where:
        return _with_hosts(where)
    if _LIKE_A_SERVER.match(where):
        what = "--db looks like a server, and is neither its URL nor a file"
        raise Misuse("usage", what, "postgresql+psycopg://user@server/ledger")
    return file_url(where)


def _with_hosts(url: str) -> str:
    """A URL that names several servers the way libpq writes it, as the driver's library reads it.

    >>> _with_hosts("postgresql+psycopg://desk@a:1,b:2/ledger")
    'postgresql+psycopg://desk@/ledger?host=a:1&host=b:2'
    """
    found = _SEVERAL_HOSTS.fullmatch(url)
    if not found:
        return url
    before, hosts, path, query = found.groups(default="")
    return f"{before}{path}?{'&'.join(f'host={host}' for host in hosts.split(','))}{query.replace('?', '&')}"


_SEVERAL_HOSTS = re.compile(r"(postgresql[^:/]*://(?:[^/?]*@)?)([^/?@]+(?:,[^/?@]+)+)(/[^?]*)?(\?.*)?", re.IGNORECASE)
_LIKE_A_SERVER = re.compile(r"postgres\w*(\+\w+)?:|(\S+=\S+ )*\S*password=", re.IGNORECASE)


def open_engine(url: str) -> sa.Engine:
    """An engine on which every transaction says its own BEGIN: readers plainly, writers with the write lock."""
    try:
        path = sqlite_path(url)
        if url.startswith("postgresql"):
            from ledger.store.server import open_server  # its driver is loaded only where there is a server

            return open_server(url)
        if path and path.is_file() and not may_be_written(path):
            engine = open_for_looking(path)
        else:
            engine = sa.create_engine(url, pool_reset_on_return=None)
    except (exc.ArgumentError, ImportError, ValueError) as error:
        raise Unavailable(
            "database-unusable", f"{_cautious(url)} is no database this program can open", _KINDS
        ) from error
    if engine.dialect.name == "sqlite":
        if path and engine.url.database:
            require_unmoved(engine, path)
        sa.event.listen(engine, "connect", _sqlite_connect)
        sa.event.listen(engine, "begin", _sqlite_begin)
    return engine


def _sqlite_connect(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    connection.text_factory = _tolerant
    connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA secure_delete=ON")  # an erased name is overwritten, not only let go of


def _tolerant(text: bytes) -> str:
    """Text as it is stored: one that was damaged is the chain's to report."""
    return text.decode("utf-8", "surrogateescape")


def _sqlite_begin(connection: sa.Connection) -> None:
    reading = connection.get_execution_options().get("reading")
    connection.connection.cursor().execute("BEGIN" if reading else "BEGIN IMMEDIATE")


def _cautious(url: str) -> str:
    """A text that is no URL: shown without what might be a password."""
    return url.partition("@")[2] or url.partition("://")[0] + "://…" if "://" in url else url


def shown(url: str) -> str:
    """A database URL as it may be shown: a file's path, and never a password."""
    if path := sqlite_path(url):
        return str(path)
    parsed = sa.make_url(url)
    secret = {name: "***" for name in parsed.query if "password" in name.lower()}
    return parsed.update_query_dict(secret).render_as_string(hide_password=True)


_NETWORK = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "afs")


def require_local(url: str) -> None:
    """Unavailable where the database would lie on a network drive: its locks are not to be trusted there."""
    path = sqlite_path(url)
    if path and (kind := _file_system(path.absolute().parent)) in _NETWORK:
        drive = f"{path} would be on a network drive ({kind}), where two desks can damage it"
        raise Unavailable("database-unusable", drive, "a local disk, or PostgreSQL for a shared office")


def _file_system(folder: Path) -> str:
    """The kind of file system a folder is on, as Linux says; '' where nobody says."""
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return ""
    over = [(len(point), kind) for point, kind in mounts if folder.is_relative_to(point.replace("\\040", " "))]
    return max(over)[1] if over else ""


def sqlite_note() -> str:
    """The version of SQLite, and a warning where several processes may meet its WAL-reset bug (before 3.51.3)."""
    found = sqlite3.sqlite_version
    old = tuple(map(int, found.split("."))) < (3, 51, 3)
    return f"SQLite {found}" + (": older than 3.51.3, which mended a rare fault with several writers" if old else "")


@contextmanager
def rows_cursor(connection: sa.Connection) -> Iterator[Cursor]:
    """A cursor of the driver's own, for a long log."""
    raw = connection.connection.driver_connection
    assert raw
    if connection.dialect.name == "postgresql":
        with raw.cursor(binary=True) as cursor:
            yield cursor
    else:
        yield raw.cursor()


class CommitFailed(Exception):
    """A commit that came to no good end; its cause is what the driver raised. It may have been recorded."""


@contextmanager
def committing(engine: sa.Engine) -> Iterator[None]:
    """While a commit is under way: whatever goes wrong now is a `CommitFailed`."""
    try:
        yield
    except (exc.DBAPIError, engine.dialect.loaded_dbapi.Error) as error:
        raise CommitFailed from error


@contextmanager
def driver_transaction(engine: sa.Engine, *, alone: bool = False) -> Iterator[Cursor]:
    """A writing transaction on the driver's own terms, for what is done most often: committed at the end, or undone.

    `alone`: it is of a single statement, which a server commits by itself without being asked twice.
    """
    connection = engine.raw_connection()
    try:
        with (
            _by_itself(connection.driver_connection) if alone and engine.dialect.name == "postgresql" else nullcontext()
        ):
            cursor = connection.cursor()
            if engine.dialect.name == "sqlite":
                cursor.execute("BEGIN IMMEDIATE")
            yield cursor
            with committing(engine):
                connection.commit()
    except BaseException:
        try:
            connection.rollback()
        except engine.dialect.loaded_dbapi.Error as error:
            connection.invalidate(error)
        raise
    finally:
        connection.close()


@contextmanager
def _by_itself(raw: Any) -> Iterator[None]:
    """Every statement is a transaction, until this ends; a connection that was lost meanwhile is past that."""
    raw.autocommit = True
    try:
        yield
    finally:
        if not raw.closed:
            raw.autocommit = False


@contextmanager
def dropped_if_lost(connection: sa.Connection) -> Iterator[None]:
    """A connection that the server closed, or that Ctrl-C caught waiting for an answer, is not used again.

    The driver's own cursors do not tell SQLAlchemy of it.
    """
    dialect = connection.dialect
    try:
        yield
    except dialect.loaded_dbapi.Error as error:
        raw = None if connection.invalidated else connection.connection.dbapi_connection
        if raw is not None and dialect.is_disconnect(error, raw, None):
            connection.invalidate(error)
        raise
    except KeyboardInterrupt as interrupt:
        if dialect.name == "postgresql":
            connection.invalidate(interrupt)
        raise


def require_file(url: str) -> None:
    """Unavailable where the database is a folder; it need not be there yet.

    The file itself is never opened here to look at it: closing it again would take away the locks that SQLite holds on
    it in this process, and two desks could then damage it. SQLite says itself what is no database.
    """
    path = sqlite_path(url)
    if path and path.is_dir():
        raise Unavailable("database-unusable", f"{path} is a folder", f"name a file: --db {path / 'bridge-ledger.db'}")
    if path and path.exists() and not path.is_file():
        raise Unavailable("database-unusable", f"{path} is a pipe or a device", "name a file: --db FILE")
    if path and path.is_file() and 0 < path.stat().st_size < _SMALLEST:
        raise Unavailable(
            "not-a-ledger", f"{path} is no database", "is --db right? `bridge-ledger init` makes a new ledger"
        )
