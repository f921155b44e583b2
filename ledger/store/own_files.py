"""Database URLs, how long to wait for a database, and files that only their owner can read and write.

A SQLite file must be used under one name alone: by the name SQLite finds FILE-wal, where the newest events lie. Two
desks that open one file by two names, a hard link or a mount of the file alone, keep a -wal each, and each overwrites
events of the other (sqlite.org/howtocorrupt.html, "Multiple links to the same file"). A symbolic link is no second
name: SQLite resolves it first. On a shared drive the name is one, but each computer has locks of its own.
"""

import os
import re
import select
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO, NamedTuple

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Misuse, Refusal, Unavailable
from ledger.files import temporary_path

KINDS = "a file, sqlite:///FILE, or postgresql+psycopg://…, with its driver: `help postgresql`"
"""The ways to name a database, for hints."""

_SMALLEST = 512
"""The smallest size of a SQLite database, in bytes."""


def sqlite_path(url: str) -> Path | None:
    """Return the path of a URL's SQLite file; None for a server or in memory, Unavailable for an invalid URL."""
    try:
        parsed = sa.make_url(url)
    except (exc.ArgumentError, ValueError):
        raise Unavailable("database-unusable", f"{without_password(url)} is no URL of a database", KINDS) from None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    return Path(parsed.database)


def file_url(path: str) -> str:
    """Return the URL of a SQLite file, whose path may contain any characters."""
    return sa.URL.create("sqlite", database=path).render_as_string()


def identity(url: str) -> str:
    """Return a text that is the same for every spelling of a database's URL: file path, or server and name."""
    if path := sqlite_path(url):
        return str(path.resolve())
    parsed = sa.make_url(url)
    return f"{parsed.host or parsed.query.get('host', '')}:{parsed.port or ''}/{parsed.database}"


def database_url(where: str) -> str:
    """Return the URL of the database that a user named by a file or a URL.

    Raises Misuse (usage) for one in memory, which would be gone at once, and for a server not given by its URL.
    """
    if where.strip() in (":memory:", "sqlite://", "sqlite:///:memory:"):
        raise Misuse("usage", "a ledger in memory is gone when the command ends", "name a file: --db FILE")
    if "://" in where:
        match = _SEVERAL_HOSTS.fullmatch(where)
        if not match:
            return where
        before, hosts, path, query = match.groups(default="")
        return f"{before}{path}?{'&'.join(f'host={host}' for host in hosts.split(','))}{query.replace('?', '&')}"
    if _LIKE_A_SERVER.match(where):
        text = "--db looks like a server, and is neither its URL nor a file"
        raise Misuse("usage", text, "postgresql+psycopg://user@server/ledger")
    return file_url(where)


_SEVERAL_HOSTS = re.compile(r"(postgresql[^:/]*://(?:[^/?]*@)?)([^/?@]+(?:,[^/?@]+)+)(/[^?]*)?(\?.*)?", re.IGNORECASE)
_LIKE_A_SERVER = re.compile(r"postgres\w*(\+\w+)?(:|/\S*@)|(\S+=\S+ )*\S*password=", re.IGNORECASE)


def without_password(url: str) -> str:
    """Return an invalid URL without the part that may be a password."""
    if "@" in url:
        return url.partition("?")[0].rpartition("@")[2]
    return url.partition("://")[0] + "://…" if "://" in url else url


def show_url(url: str) -> str:
    """Return a database URL for messages: for a file its path, for a server the URL without the password."""
    if path := sqlite_path(url):
        return str(path)
    if url.count("@") > 1 or "@" in url.partition("?")[2]:  # not written %40: the host may be half a password
        return url.partition("://")[0] + "://…"
    parsed = sa.make_url(url)
    secret = {name: "***" for name in parsed.query if _SECRET.search(name)}
    return parsed.update_query_dict(secret).render_as_string(hide_password=True)


_SECRET = re.compile("pass|pwd|secret|token", re.IGNORECASE)


def require_file(url: str) -> None:
    """Raise Unavailable if a SQLite file's path is a folder, a device, or a file too short to be a database.

    A missing or empty file is allowed.
    """
    # The file is never opened here: closing it would release the locks that SQLite holds on it in this process.
    path = sqlite_path(url)
    if path and path.is_dir():
        raise Unavailable("database-unusable", f"{path} is a folder", f"name a file: --db {path / 'bridge-ledger.db'}")
    if path and path.exists() and not path.is_file():
        raise Unavailable("database-unusable", f"{path} is a pipe or a device", "name a file: --db FILE")
    if path and path.is_file() and 0 < path.stat().st_size < _SMALLEST:
        what = f"{path} is no database"
        raise Unavailable("not-a-ledger", what, "is --db right? `bridge-ledger init` makes a new ledger")


LOCK_SECONDS, STATEMENT_SECONDS, IDLE_SECONDS = 10, 60, 60
"""The seconds on a server after which a wait for a lock, a statement, and a pause within a transaction are ended."""

BUSY_MS = 10_000
"""The milliseconds to wait for another program's write lock on a file."""

WORKER_SECONDS = 5
"""The seconds to wait for a connection to a worker of a spread ledger."""


_OWNERS_ALONE = 0o600


def create_private_file(path: Path) -> None:
    """Create an empty file that only its owner can read, unless the file exists; ignore errors."""
    with suppress(OSError):
        own_file(path).close()


def own_file(path: Path) -> BinaryIO:
    """Create and open a file that only its owner can read, whatever the umask; FileExistsError if the file exists."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _OWNERS_ALONE)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, _OWNERS_ALONE)
    return open(descriptor, "wb")


def sqlite_companions(path: Path) -> list[Path]:
    """Return the paths of the -wal, -shm and -journal files that SQLite may keep for a database file."""
    resolved = path.resolve()
    return [resolved.with_name(resolved.name + ending) for ending in ("-wal", "-shm", "-journal")]


def require_no_remains(path: Path, *, also_beside_it: bool = True) -> None:
    """Raise Refusal (file-exists) if the -wal, -shm or -journal of an earlier database lies next to a path.

    SQLite would replay such a file into the new one. With `also_beside_it` False the file is allowed if `path` exists.
    """
    remains = [each for each in sqlite_companions(path) if each.exists()]
    if remains and (also_beside_it or not path.exists()):  # looked at last: another desk may just make it
        message = f"{remains[0]} is left of another ledger of that name, and may hold its last events"
        raise Refusal("file-exists", f"{message}; nothing was written", "move it away, or name another file")


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Hold the lock FILE.lock in the block, so that only one process rewrites the file; no lock on Windows."""
    with path.with_name(f"{path.name}.lock").open("ab") as file:
        if find_spec("fcntl"):
            locks = import_module("fcntl")
            locks.flock(file, locks.LOCK_EX)
        yield


def write_whole(path: Path, content: str | bytes, *, new: bool = False) -> None:
    """Replace a file's content durably and atomically; only its owner can read the file.

    With `new` the file must not exist yet. Raises OSError, or FileExistsError; the file is then unchanged.
    """
    part = temporary_path(path)
    try:
        with own_file(part) as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        if new:
            os.link(part, path)
        else:
            os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(path.parent)


def free_name(path: Path, ending: str) -> Path:
    """Return an unused name next to a file: FILE.ending, FILE.ending-2, …"""
    first = path.with_name(f"{path.name}.{ending}")
    later = (first.with_name(f"{first.name}-{at}") for at in count(2))
    return next(name for name in chain([first], later) if not name.exists())


def sync_folder(folder: Path) -> None:
    """Flush a folder to the disk, so that new file names survive a crash; do nothing without permission."""
    with suppress(PermissionError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


_MOST_SEARCHED = 10_000
"""The number of entries of the file's folder that are searched for its second name."""


class FilePlace(NamedTuple):
    """Why events recorded in a SQLite file could be lost, "" if they could not; the way out; a warning for readers."""

    fault: str = ""
    way_out: str = ""
    warning: str = ""
    lost: str = "two desks would lose what they record"
    has_other_locks: bool = False
    """Whether others open the file past the locks of this place: its -shm is not theirs."""


def require_one_name(path: Path) -> None:
    """Raise Unavailable (database-two-names) if what is recorded in a file could be lost."""
    if (place := place_of(path)).fault:
        lost = f"{path} {place.fault}: {place.lost}"
        raise Unavailable("database-two-names", lost, f"nothing was recorded; {place.way_out}", place.way_out)


def place_warning(path: Path) -> str:
    """Return a warning if events may be missing from a file here; else ""."""
    place = place_of(path)
    return f"{path} {place.fault}: {place.warning}" if place.fault and place.warning else ""


def place_of(path: Path) -> FilePlace:
    """Find out from its links and mounts whether a file can be recorded in; of a missing file, from its folder."""
    try:
        status = os.stat(path)
    except OSError:
        return _mounted_place(path, (), _table_of(os.getpid()).look())
    if status.st_nlink > 1:
        real = os.path.realpath(path)
        name = _other_name(real)
        names = f", {os.path.basename(real)} and {name}" if name else ""
        return FilePlace(f"is one file under {status.st_nlink} names{names}", _END_DESKS, _missing_of(name))
    # Called before every append: while no mount changes, one stat and one poll take 4 µs instead of 45.
    return _mounted_place(path, (status.st_dev, status.st_ino), _table_of(os.getpid()).look())


_END_DESKS = (
    "end every desk under either name first: the last one to end writes its -wal into the file; then remove the name"
    " that no desk uses; or copy the file, `backup NEW.db`, and record in the copy (`help backups`)"
)


def _missing_of(name: str) -> str:
    return f"events recorded under {name or 'another name'} are missing here until every desk there has ended"


@lru_cache(maxsize=32)
def _mounted_place(path: Path, _inode: tuple[int, ...], _mounts: int) -> FilePlace:
    real = os.path.realpath(path)
    folder = _mount_of(os.path.dirname(real))
    try:
        mounts = read_mounts(Path("/proc/self/mountinfo").read_text(errors="surrogateescape"))
    except OSError:
        mounts = {}
    return mounted_place(real, _mount_of(real) or folder, folder, mounts)


def mounted_place(real: str, own: str, folder: str, mounts: dict[str, "Mount"]) -> FilePlace:
    """Find out whether a file can be recorded in, by its path without links and the mounts of file and folder."""
    if own != folder:
        # st_dev does not tell: a mount of a file of one disk has one device, an overlayfs layer another than its folder
        source = _mounted_from(mounts.pop(own, None), mounts.values())
        way_out = "mount the folder it lies in, not the file, as in `docker run -v /srv/club:/data` (`help backups`)"
        return FilePlace(f"is mounted by itself{f', from {source}' if source else ''}", way_out, _missing_of(source))
    kind = mounts[own].kind if own in mounts else ""
    if kind in _SHARED or (kind.startswith("fuse.") and kind not in _LAYERS) or real.startswith("\\\\"):  # Windows
        way_out = "put it on a disk of this computer, or use PostgreSQL (`help backups`)"
        fault = f"lies on a shared drive ({kind or os.path.splitdrive(real)[0]})"
        return FilePlace(fault, way_out, "what others have just recorded may be missing here", has_other_locks=True)
    if kind in _LAYERS:
        way_out = "mount a folder for it, as in `docker run -v /srv/club:/data` (`help backups`)"
        if mounts[own].point == "/":  # a container's own root, which no other desk has: nothing is lost while it lives
            return FilePlace("", way_out, f"lies in this container's own layer ({kind}) and is deleted with it")
        fault = f"lies in a layer ({kind}) over files that have another name below"
        return FilePlace(fault, way_out, lost="each name would have records of its own", has_other_locks=True)
    return FilePlace()


_LAYERS = ("overlay", "aufs", "fuse.fuse-overlayfs")
_SHARED = (
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "9p", "ceph", "lustre", "gfs2", "ocfs2", "gpfs", "glusterfs"),
    *("drvfs", "vboxsf", "vmhgfs", "prl_fs", "virtiofs", "fakeowner", "fuse"),
)
"""Kinds of file systems of a network, or of a host's folders in a virtual machine; those of programs are fuse.…"""


def _other_name(real: str) -> str:
    """Return another name of a file in the same folder; "" if there is none."""
    try:
        status = os.stat(real)
        with os.scandir(os.path.dirname(real)) as entries:
            for _, entry in zip(range(_MOST_SEARCHED), entries, strict=False):
                if entry.path != real and entry.inode() == status.st_ino and entry.is_file(follow_symlinks=False):
                    return entry.name
    except OSError:
        pass
    return ""


class _MountTable:
    """A counter of the changes to a process's mount table, which Linux reports by poll."""

    def __init__(self) -> None:
        self.changes = 0
        self._one_thread = threading.Lock()  # poll reports a change once, and refuses two callers at once
        self._poll: select.poll | None = None
        if hasattr(select, "poll"):
            try:
                self._file = open("/proc/self/mountinfo", "rb")  # noqa: SIM115 - open as long as the process lives
            except OSError:
                return
            self._poll = select.poll()
            self._poll.register(self._file, select.POLLPRI)

    def look(self) -> int:
        """Return the number of changes so far; on a system without poll, every call counts as a change."""
        with self._one_thread:
            if self._poll is None or self._poll.poll(0):
                self.changes += 1
            return self.changes


@lru_cache(maxsize=1)
def _table_of(_process: int) -> _MountTable:
    return _MountTable()  # a child that was forked opens its own


def _mount_of(path: str) -> str:
    """Return the number that Linux gives the mount of a path; "" on other systems."""
    only_a_path = getattr(os, "O_PATH", None)  # closing it releases no lock that SQLite holds on the file
    if only_a_path is None:
        return ""
    try:
        descriptor = os.open(path, only_a_path)
        try:
            lines = Path(f"/proc/self/fdinfo/{descriptor}").read_text().splitlines()
        finally:
            os.close(descriptor)
    except OSError:
        return ""
    return next((line.split()[1] for line in lines if line.startswith("mnt_id:")), "")


class Mount(NamedTuple):
    """A mounted file system: its device, the path within it that is mounted, where, and its kind (ext4, nfs4, …)."""

    device: str
    top: str
    point: str
    kind: str


def read_mounts(text: str) -> dict[str, Mount]:
    """Return the mounts of Linux's table of mounts by their numbers: proc_pid_mountinfo(5)."""
    mounts = dict[str, Mount]()
    for line in text.splitlines():
        own, _, system = line.partition(" - ")
        number, _, *place = own.split(" ")[:5]
        device, top, point = (re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), each) for each in place)
        mounts[number] = Mount(device, top, point, kind=system.split(" ")[0])
    return mounts


def _mounted_from(mount: Mount | None, others: Iterable[Mount]) -> str:
    """Return the original path of what is mounted, which the table has within its file system; "" if not listed."""
    if mount is None:
        return ""
    points = [f"{each.point}{mount.top}" for each in others if (each.device, each.top) == (mount.device, "/")]
    return min(points, key=len, default=mount.top).replace("//", "/")
