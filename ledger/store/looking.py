"""Looking into a SQLite file that may not be written: an archive, or the file of another login that records in it.

While somebody has the file open, what is new lies in FILE-wal, and where in it in FILE-shm: they are read as they are,
and nothing is made beside the file, for a -shm of ours would keep its owner out. Where there is neither, nobody has the
file open and everything is in it: then it is copied to a private place that has no name, and looked into there for as
long as it stays what it is. So is, with its -wal, what a writer left that crashed.

SQLite's `immutable=1` alone would see nothing of what is recorded from then on (sqlite.org/wal.html, "Read-Only
Databases"; sqlite.org/uri.html).
"""

import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Unavailable

ATTEMPTS = 100
"""How often a file is copied that changes meanwhile."""

_TICK_NS = 50_000_000
"""Of two changes so close together a file system may give both one time."""


class _File(NamedTuple):
    """By what a file is known to be as it was: which it is, its size, and when it was changed last (ns)."""

    inode: int
    size: int
    changed: int


_State = tuple[_File | None, _File | None]
"""The file, and its -wal."""


class _Copy(sqlite3.Connection):
    """A private copy of a ledger."""

    made_of: _State


def may_be_written(path: Path) -> bool:
    """Whether this login may record in a file: it may write the file, and beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def open_for_looking(path: Path) -> sa.Engine:
    """An engine whose transactions see all that was recorded when they begin."""
    engine = sa.create_engine(
        "sqlite://", creator=lambda: _connected(path), poolclass=sa.QueuePool, pool_reset_on_return=None
    )

    @sa.event.listens_for(engine, "checkout")
    def _require_current(connection: sqlite3.Connection, _record: object, _proxy: object) -> None:
        """A copy of what has changed since is let go of, and another connection made."""
        if isinstance(connection, _Copy) and connection.made_of != _state(path):
            raise exc.DisconnectionError

    return engine


def _connected(path: Path) -> sqlite3.Connection:
    for _ in range(ATTEMPTS):
        if found := _open_beside_writer(path) or _copied(path):
            return found
    busy = f"{path} may not be written by you, and changed each time it was copied to look into it"
    raise Unavailable("database-busy", busy, "try again; or be given the right to write the file and its folder")


def _open_beside_writer(path: Path) -> sqlite3.Connection | None:
    """The file as somebody has it open who records; None where nobody has, or -wal and -shm may not be read."""
    if not (_beside(path, "-wal").exists() and _beside(path, "-shm").exists()):
        return None
    found = sqlite3.connect(_uri(path, "mode=ro&readonly_shm=1"), uri=True, check_same_thread=False)
    try:
        found.execute("SELECT 1 FROM sqlite_schema").fetchone()  # from now on they stay, whoever closes the file
    except sqlite3.OperationalError:
        found.close()
        return None
    return found


def _copied(path: Path) -> sqlite3.Connection | None:
    """A copy of the file and of what waits beside it; None where either changed meanwhile."""
    before = _state(path)
    if any(each and time.time_ns() - each.changed < _TICK_NS for each in before):
        time.sleep(1 / 20)
        return None
    copy = sqlite3.connect("", factory=_Copy, check_same_thread=False)
    try:
        if before[1] and before[1].size:
            _copy_both(path, copy)
        else:
            with closing(sqlite3.connect(_uri(path, "mode=ro&immutable=1"), uri=True)) as source:
                source.backup(copy)
        copy.execute("PRAGMA query_only=ON")  # what would be written would be lost
    except (OSError, sqlite3.Error) as error:
        copy.close()
        if _state(path) != before:
            return None
        if isinstance(error, PermissionError):
            raise _unreadable(path) from error
        raise
    copy.made_of = before
    if _state(path) == before:
        return copy
    copy.close()
    return None


def _copy_both(path: Path, copy: sqlite3.Connection) -> None:
    with TemporaryDirectory() as folder:
        mine = Path(folder) / "ledger.db"
        shutil.copyfile(path, mine)
        shutil.copyfile(_beside(path, "-wal"), _beside(mine, "-wal"))
        with closing(sqlite3.connect(mine)) as source:
            source.backup(copy)


def _beside(path: Path, what: str) -> Path:
    return path.with_name(path.name + what)


def _uri(path: Path, how: str) -> str:
    return f"file:{quote(str(path))}?{how}"


def _state(path: Path) -> _State:
    return _file(path), _file(_beside(path, "-wal"))


def _file(path: Path) -> _File | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return _File(found.st_ino, found.st_size, max(found.st_mtime_ns, found.st_ctime_ns))


def _unreadable(path: Path) -> Unavailable:
    beside = f"{path}-wal and -shm, where the newest events are while somebody records, may not be read by you"
    return Unavailable("database-denied", beside, "its owner lets you read them: `chmod a+r FILE*`, or `umask 022`")
