"""Opening a database, also a SQLite file that can only be read: an archive, one with a second name, or on a full disk.

While a desk has the file open, new events lie in FILE-wal, indexed by FILE-shm. Both are read as they are, and no file
is made next to the ledger: a -shm of this login would keep its owner out. If neither exists, no desk has the file open
and it is complete: then it is copied to a private, nameless place and read there until it changes. A file whose writer
crashed is copied with its -wal.

SQLite's `immutable=1` alone would not see later events (sqlite.org/wal.html, "Read-Only Databases";
sqlite.org/uri.html).
"""

import errno
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Corrupt, Unavailable, hint_to_install_extra
from ledger.store.own_files import BUSY_MS, KINDS, place_of, sqlite_path, without_password


def require_unmoved(engine: sa.Engine, path: Path) -> None:
    """Make every use of an engine raise Corrupt (history-changed) if its file was replaced or cut short.

    A program that has it open would go on recording where nobody else reads, and SQLite would replay its -wal into the
    other file.
    """

    seen: os.stat_result | None = None

    def note(_: object, _record: object) -> None:
        nonlocal seen
        seen = seen or _stat(path)  # a file put there later is refused without being read

    def require(_: object, _record: object, _proxy: object) -> None:
        nonlocal seen
        status = _stat(path)
        if not (seen and status and os.path.samestat(status, seen)):
            raise _history_changed(
                f"{path} is not the file that was opened: it was moved away, or another was put in its place"
            )
        if status.st_size < seen.st_size:  # a ledger is never vacuumed: its file only grows
            raise _history_changed(f"{path} is shorter than it was: somebody cut it off, or wrote over it")
        seen = status

    sa.event.listen(engine, "connect", note)
    sa.event.listen(engine, "checkout", require)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _history_changed(what: str) -> Corrupt:
    hint = "nothing was recorded; close every program that has it open, and start again"
    return Corrupt("history-changed", what, hint)


ATTEMPTS = 100
"""Attempts to copy a file that changes meanwhile."""

_TICK_NS = 50_000_000
"""Nanoseconds between two changes to which a file system may give the same time."""


class _File(NamedTuple):
    """The state of a file: its inode, size and time of last change (ns)."""

    inode: int
    size: int
    changed: int


_State = tuple[_File | None, _File | None]
"""The states of a file and its -wal, None for a missing one."""


class ReadOnlyConnection(sqlite3.Connection):
    """A SQLite connection that can only read.

    `copied_state`: the state of the original file, if the connection is to a private copy.
    """

    copied_state: _State | None = None
    lacks_room: sqlite3.Error | None = None
    """SQLite's error if the disk was too full to open the file for recording."""


class _RecordingConnection(sqlite3.Connection):
    """A SQLite connection to the file `path` that records in it."""

    path: str


def may_be_written(path: Path) -> bool:
    """Return whether this login can write a file and create files in its folder."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _open_or_look(engine: sa.Engine, path: Path) -> None:
    """Make an engine open its file for recording if it can be written and has one name, else for reading only.

    Each transaction sees everything recorded before it began.
    """

    @sa.event.listens_for(engine, "do_connect")
    def _connect(
        dialect: sa.Dialect, _record: object, given: tuple[Any, ...], named: dict[str, Any]
    ) -> sqlite3.Connection | None:
        real = _real(path)
        if not real.is_file():
            return None
        if not may_be_written(real) or place_of(real).fault:
            return _connect_for_reading(real)
        connection: Any = dialect.connect(*given, **named, factory=_RecordingConnection)
        connection.path = str(real)
        try:
            connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()  # it makes -wal and -shm, which need room
        except sqlite3.Error as error:
            connection.close()
            if not lacks_room(error):
                raise
            connection = _connect_for_reading(real)
            connection.lacks_room = error
        return cast(sqlite3.Connection, connection)

    @sa.event.listens_for(engine, "checkout")
    def _require_current(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
        """Replace the connection to a private copy once the original file has changed."""
        if (
            isinstance(connection, ReadOnlyConnection)
            and connection.copied_state
            and connection.copied_state != _state(_real(path))
        ):
            raise exc.DisconnectionError


_IN_MEMORY = "/dev/shm"
"""A Linux folder in memory, which needs no disk."""


def lacks_room(error: OSError | sqlite3.Error) -> bool:
    """Return whether an error of SQLite or the system may mean that a disk or quota is full."""
    if isinstance(error, OSError):  # tempfile says ENOENT where no folder for temporary files has room
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.ENOENT)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _NO_ROOM


_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
"""SQLite's errors on a full disk or quota; which one depends on the call that meets it (sqlite.org/rescode.html)."""


def _connect_for_reading(path: Path) -> ReadOnlyConnection:
    for _ in range(ATTEMPTS):
        if connection := (not place_of(path).has_other_locks and _open_beside_writer(path)) or _open_copy(path):
            return connection
    busy = f"{path} changed each time it was copied to be read"
    raise Unavailable("database-busy", busy, "try again; `doctor` says why nothing can be recorded in it")


def _open_beside_writer(path: Path) -> ReadOnlyConnection | None:
    """Open for reading a file that a desk has open; None if no desk has, or the -wal is unreadable."""
    if not (_beside(path, "-wal").exists() and _beside(path, "-shm").exists()):
        return None
    reader = sqlite3.connect(
        _uri(path, "mode=ro&readonly_shm=1"), uri=True, check_same_thread=False, factory=ReadOnlyConnection
    )
    try:
        reader.execute("SELECT 1 FROM sqlite_schema").fetchone()  # from now on they stay, whoever closes the file
    except sqlite3.OperationalError:
        reader.close()
        return None
    return reader


def _open_copy(path: Path) -> ReadOnlyConnection | None:
    """Open a private copy of a file and its -wal; None if either changed while it was copied."""
    before = _state(path)
    if any(file and time.time_ns() - file.changed < _TICK_NS for file in before):
        time.sleep(_TICK_NS / 1e9)
        return None
    with_wal = bool(before[1] and before[1].size)
    try:
        try:
            copy = _copy_to("", path, None, with_wal=with_wal)
        except (OSError, sqlite3.Error) as error:
            if not lacks_room(error):
                raise
            copy = _copy_to(":memory:", path, _IN_MEMORY, with_wal=with_wal)
    except (OSError, sqlite3.Error) as error:
        if _state(path) != before:
            return None
        if isinstance(error, PermissionError):
            message = f"you may not read {path}-wal and -shm, where the newest events are while somebody records"
            hint = "its owner lets you read them: `chmod a+r FILE*`, or `umask 022`"
            raise Unavailable("database-denied", message, hint) from error
        if isinstance(error, OSError):
            room = f"{path} must be copied to be read, and no folder for temporary files has room: {error}"
            raise Unavailable("database-full", room, "make room, or name a folder that has some in TMPDIR") from error
        raise
    copy.copied_state = before
    if _state(path) == before:
        return copy
    copy.close()
    return None


def _copy_to(place: str, path: Path, folder: str | None, *, with_wal: bool) -> ReadOnlyConnection:
    """Copy a file (and its -wal if `with_wal`) to the private database `place`; return a connection to the copy."""
    copy = sqlite3.connect(place, factory=ReadOnlyConnection, check_same_thread=False)
    try:
        if with_wal:
            with TemporaryDirectory(dir=folder) as temporary:
                private = Path(temporary) / "ledger.db"
                shutil.copyfile(path, private)
                shutil.copyfile(_beside(path, "-wal"), _beside(private, "-wal"))
                with closing(sqlite3.connect(private)) as source:
                    source.backup(copy)
        else:
            with closing(sqlite3.connect(_uri(path, "mode=ro&immutable=1"), uri=True)) as source:
                source.backup(copy)
        copy.execute("PRAGMA query_only=ON")  # what would be written would be lost
    except BaseException:
        copy.close()
        raise
    return copy


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _beside(path: Path, what: str) -> Path:
    return path.with_name(path.name + what)


def _uri(path: Path, how: str) -> str:
    return f"file:{quote(str(path))}?{how}"


def _state(path: Path) -> _State:
    return _file(path), _file(_beside(path, "-wal"))


def _file(path: Path) -> _File | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return _File(status.st_ino, status.st_size, max(status.st_mtime_ns, status.st_ctime_ns))


Cursor = Any
"""A cursor of the database's own driver (DB-API 2.0)."""


def open_engine(url: str, *, looking: bool = False) -> sa.Engine:
    """Return the SQLAlchemy engine for a database URL, or raise Unavailable.

    Its transactions issue their own BEGIN: on SQLite deferred for readers, immediate for writers. With `looking`
    nothing can be written to a server.
    """
    try:
        path = sqlite_path(url)
        if url.startswith("postgresql"):
            try:
                from ledger.store.server import open_server  # its driver is loaded only where there is a server
            except ImportError as error:
                missing = f"psycopg, the driver of PostgreSQL, cannot be loaded here: {error}"
                hint = f"{hint_to_install_extra('postgres')}; or use a ledger in a file: --db FILE"
                raise Unavailable("tool-missing", missing, hint) from error
            return open_server(url, looking=looking)
        engine = sa.create_engine(url, pool_reset_on_return=None)
    except (exc.ArgumentError, ImportError, ValueError) as error:
        what = f"{without_password(url)} is no database this program can open"
        raise Unavailable("database-unusable", what, KINDS) from error
    if engine.dialect.name == "sqlite":
        if sqlite3.sqlite_version_info < (3, 37):  # older ones have no STRICT tables
            old = f"the SQLite of this Python is {sqlite3.sqlite_version}, and a ledger wants 3.37 or newer"
            raise Unavailable("database-unusable", old, "use a newer Python, or a server: `help postgresql`")
        if path and engine.url.database:
            require_unmoved(engine, path)
            _open_or_look(engine, path)
        sa.event.listen(engine, "connect", _sqlite_connect)
        sa.event.listen(engine, "begin", _sqlite_begin)
    return engine


def _sqlite_connect(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")  # the chain reports the damage
    connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA wal_autocheckpoint=0")  # `begin_writing` does it
    # readers sort in memory, to work on a full disk too; for recording that would cost a twentieth of a batch's time
    if isinstance(connection, ReadOnlyConnection):
        connection.execute("PRAGMA temp_store=MEMORY")
    connection.execute("PRAGMA secure_delete=ON")  # an erased name is overwritten, not only unlinked


def _sqlite_begin(connection: sa.Connection) -> None:
    if connection.get_execution_options().get("reading"):
        connection.connection.cursor().execute("BEGIN")
    else:
        begin_writing(connection.connection.driver_connection)


def begin_writing(connection: Any, *, checkpoint: bool = False) -> None:
    """Begin a transaction that holds a SQLite file's write lock; first move a long -wal, or any, into the file.

    Up to 3.51.2 SQLite loses commits if the -wal begins anew while another connection checkpoints (sqlite.org/wal.html,
    "The WAL-Reset Bug"). Only who holds the write lock can begin it anew: so it is held meanwhile, by a connection that
    writes nothing, and SQLite's own checkpoints, which hold none, are off.
    """
    require_room(connection)
    connection.execute("BEGIN IMMEDIATE")
    path = getattr(connection, "path", "")
    if path and (checkpoint or _is_long(f"{path}-wal")):
        try:
            with closing(sqlite3.connect(path)) as other:
                other.execute("PRAGMA wal_checkpoint")
        finally:
            connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")  # this one reads the file alone, so that it can begin the -wal anew


_LONG_WAL = 1_000
"""The number of pages in a -wal from which they are moved into the file, as by default in SQLite."""


def _is_long(wal: str) -> bool:
    """Return whether a -wal has at least `_LONG_WAL` pages, older ones that it only overwrites not counted.

    Each page has the salt of the header if it is in use (sqlite.org/fileformat2.html, 4.1 and 4.2).
    """
    try:
        descriptor = os.open(wal, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except OSError:
        return False
    try:
        header = os.read(descriptor, 32)
        os.lseek(descriptor, 32 + (_LONG_WAL - 1) * (24 + int.from_bytes(header[8:12], "big")), os.SEEK_SET)
        return os.read(descriptor, 16)[8:] == header[16:24] != b""
    finally:
        os.close(descriptor)


def require_room(connection: Any) -> None:
    """Raise SQLite's error if the disk was too full to open the file for recording."""
    if isinstance(connection, ReadOnlyConnection) and connection.lacks_room:
        raise sqlite3.OperationalError(f"{NO_ROOM_BESIDE}: {connection.lacks_room}")


NO_ROOM_BESIDE = "the files that SQLite keeps beside it cannot be written"


@contextmanager
def rows_cursor(connection: sa.Connection) -> Iterator[Cursor]:
    """Open a cursor of the database's driver, to read many rows."""
    raw = connection.connection.driver_connection
    assert raw
    if connection.dialect.name == "postgresql":
        with raw.cursor(binary=True) as cursor:
            yield cursor
    else:
        yield raw.cursor()


class CommitFailed(Exception):
    """The error for a failed commit, caused by the driver's error; the events may have been recorded."""


@contextmanager
def name_commit_errors(engine: sa.Engine) -> Iterator[None]:
    """Raise every database error in the block as `CommitFailed`."""
    try:
        yield
    except (exc.DBAPIError, engine.dialect.loaded_dbapi.Error) as error:
        raise CommitFailed from error


@contextmanager
def driver_transaction(engine: sa.Engine, *, alone: bool = False, checkpoint: bool = False) -> Iterator[Cursor]:
    """Begin a transaction that writes and yield the driver's cursor; commit at the end, roll back on an error.

    `alone`: it is a single statement, which a server commits by itself in one round trip. `checkpoint`: as in
    `begin_writing`.
    """
    with closing(engine.raw_connection()) as connection:
        try:
            at_once = alone and engine.dialect.name == "postgresql"
            with use_autocommit(connection.driver_connection) if at_once else nullcontext():
                cursor = connection.cursor()
                if engine.dialect.name == "sqlite":
                    begin_writing(connection.driver_connection, checkpoint=checkpoint)
                yield cursor
                with name_commit_errors(engine):
                    connection.commit()
        except BaseException:
            try:
                connection.rollback()
            except engine.dialect.loaded_dbapi.Error as error:
                connection.invalidate(error)
            raise


@contextmanager
def use_autocommit(raw: Any) -> Iterator[None]:
    """Commit every statement in the block by itself (autocommit); a read-only connection is left unchanged."""
    if raw.read_only:  # psycopg writes READ ONLY into its BEGIN, and autocommit sends none
        yield
        return
    raw.autocommit = True
    try:
        yield
    finally:
        if not raw.closed:  # a connection lost meanwhile cannot be set
            raw.autocommit = False


@contextmanager
def discard_if_lost(connection: sa.Connection) -> Iterator[None]:
    """Discard a connection if the server closed it, or if Ctrl-C interrupted its wait for an answer.

    SQLAlchemy does not see the errors of the driver's own cursors.
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
