"""Where a ledger's database is: a file or a server, how its name is written and shown, how long it is waited for.

Further files that only who made them may read and write: databases, bundles, backups, what SQLite keeps beside them;
and small files that are whole or not there at all, whenever the power fails.

A database is to be reached by one name alone: by its name SQLite finds FILE-wal, where the newest events lie. Two desks
that open one file by two names, a hard link or a mount of the file alone, each keep a -wal of their own, and each
overwrites what the other was told is recorded (sqlite.org/howtocorrupt.html, "Multiple links to the same file"). A
symbolic link is no second name: SQLite follows the link before it looks beside the file.
"""

import os
import re
import select
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Misuse, Refusal, Unavailable
from ledger.files import part_of

KINDS = "a file, sqlite:///FILE, or postgresql+psycopg://…, with its driver: `help postgresql`"
"""What may be named as a database."""

_SMALLEST = 512
"""No SQLite database is shorter, in bytes."""


def sqlite_path(url: str) -> Path | None:
    """The file of a SQLite URL; None for other databases and for one in memory."""
    try:
        parsed = sa.make_url(url)
    except (exc.ArgumentError, ValueError):
        raise Unavailable("database-unusable", f"{cautious(url)} is no URL of a database", KINDS) from None
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


def cautious(url: str) -> str:
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
    if not (path := sqlite_path(url)):
        return
    folder = path.absolute().parent
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]  # as Linux says
    except OSError:
        return
    over = [(len(point), kind) for point, kind in mounts if folder.is_relative_to(point.replace("\\040", " "))]
    if over and (kind := max(over)[1]) in _NETWORK:
        drive = f"{path} would be on a network drive ({kind}), where two desks can damage it"
        raise Unavailable("database-unusable", drive, "a local disk, or PostgreSQL for a shared office")


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


LOCK_SECONDS, STATEMENT_SECONDS, IDLE_SECONDS = 10, 60, 60
"""On a server: how long a desk waits for another's lock, for one statement, and may itself keep others waiting."""

BUSY_MS = 10_000
"""In a file: how long to wait for another program's write lock."""

WORKER_SECONDS = 5
"""Until a worker of a server counts as away that does not answer who connects."""


_OWNERS_ALONE = 0o600


def make_own(path: Path) -> None:
    """An empty file, for its owner alone, where there is none yet; where it cannot be made, others say why."""
    with suppress(OSError):
        own_file(path).close()


def own_file(path: Path) -> BinaryIO:
    """A new file to write to, for its owner alone, whatever the umask says; FileExistsError where one is there."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _OWNERS_ALONE)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, _OWNERS_ALONE)
    return open(descriptor, "wb")


def beside(path: Path) -> list[Path]:
    """What SQLite may keep beside a file while it is open, or leaves there when the computer stops."""
    whole = path.resolve()
    return [whole.with_name(whole.name + ending) for ending in ("-wal", "-shm", "-journal")]


def require_no_remains(path: Path, *, also_beside_it: bool = True) -> None:
    """Refusal (file-exists) where that of another file lies at a place: SQLite would play it into a new file there.

    With `also_beside_it` False it may lie beside the file itself, whose it then is.
    """
    left = [each for each in beside(path) if each.exists()]
    if left and (also_beside_it or not path.exists()):  # in this order: another desk may just make it
        remains = f"{left[0]} lies there, of another ledger of that name: its last events may be in it"
        raise Refusal("file-exists", f"{remains}; nothing was written", "move it away, or name another file")


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else reads a file and writes it anew meanwhile; where the system has no such locks, the later one wins."""
    with path.with_name(f"{path.name}.lock").open("ab") as file:
        if find_spec("fcntl"):
            locks = import_module("fcntl")
            locks.flock(file, locks.LOCK_EX)
        yield


def write_whole(path: Path, content: str | bytes, *, new: bool = False) -> None:
    """Put a text, or bytes, in the place of a file: beside it first, on the disk, then by its name; its owner's alone.

    OSError where that cannot be: then the file is what it was. With `new` there must be none yet (FileExistsError).
    """
    part = part_of(path)
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
    keep_name(path.parent)


def free_name(path: Path, ending: str) -> Path:
    """A name beside a file that nothing has yet: FILE.ending, FILE.ending-2, …"""
    first = path.with_name(f"{path.name}.{ending}")
    later = (first.with_name(f"{first.name}-{at}") for at in count(2))
    return next(name for name in chain([first], later) if not name.exists())


def keep_name(folder: Path) -> None:
    """A new name in a folder on the disk too; where a system cannot open folders, it does so by itself."""
    with suppress(PermissionError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


_MOST_LOOKED_AT = 10_000
"""Entries of the file's folder among which the second name is looked for."""


def require_one_name(path: Path) -> None:
    """Refuse to record in a file that has a second name: Unavailable (database-two-names)."""
    if second := second_name(path):
        if _is_mounted_alone(os.path.realpath(path)):
            way_out = (
                "mount the folder it lies in, not the file, as in `docker run -v /srv/club:/data` (`help backups`)"
            )
        else:
            way_out = (
                "end every desk under either name first: the last one to end writes its -wal into the file; then "
                "remove the name that no desk uses; or copy the file, `backup NEW.db`, and record in the copy "
                "(`help backups`)"
            )
        lost = f"{path} {second}: two desks would lose what they record"
        raise Unavailable("database-two-names", lost, f"nothing was recorded; {way_out}", way_out)


def what_may_be_missing(path: Path) -> str:
    """Return which events of a file with a second name a look may not see; "" for a file with one name."""
    if not (second := second_name(path)):
        return ""
    real = os.path.realpath(path)
    other = (_mounted_from(real) if _is_mounted_alone(real) else _other_name(real)) or "another name"
    return f"{path} {second}: events recorded under {other} are missing here until every desk there has ended"


def second_name(path: Path) -> str:
    """Return by which second name a file is reached, as the end of a sentence; "" for a file with one name."""
    try:
        found = os.stat(path)
    except OSError:
        return ""
    if found.st_nlink > 1:
        real = os.path.realpath(path)
        other = _other_name(real)
        both = f", {os.path.basename(real)} and {other}" if other else ""
        return f"is one file under {found.st_nlink} names{both}"
    # Asked before every append: where no mount has changed, one stat and one poll take 4 µs in the place of 45.
    if not _known_to_be_mounted_alone(path, found.st_dev, found.st_ino, _table_of(os.getpid()).look()):
        return ""
    source = _mounted_from(os.path.realpath(path))
    return f"is mounted by itself, from {source}" if source else "is mounted by itself"


def _other_name(real: str) -> str:
    """Return another name of a file where it is in the same folder: elsewhere nobody knows it."""
    try:
        found = os.stat(real)
        with os.scandir(os.path.dirname(real)) as entries:
            for _, entry in zip(range(_MOST_LOOKED_AT), entries, strict=False):
                if entry.path != real and entry.inode() == found.st_ino and entry.is_file(follow_symlinks=False):
                    return entry.name
    except OSError:
        pass
    return ""


@lru_cache(maxsize=32)
def _known_to_be_mounted_alone(path: Path, _device: int, _inode: int, _mounts: int) -> bool:
    return _is_mounted_alone(os.path.realpath(path))


class _MountTable:
    """The table of mounts of a process; Linux tells by a poll that it has changed since it was looked at last."""

    def __init__(self) -> None:
        self.changes = 0
        self._one_thread = threading.Lock()  # a change is told once, to the one that polls; two at once are refused
        self._poll: select.poll | None = None
        if hasattr(select, "poll"):
            try:
                self._file = open("/proc/self/mountinfo", "rb")  # noqa: SIM115 - open as long as the process lives
            except OSError:
                return
            self._poll = select.poll()
            self._poll.register(self._file, select.POLLPRI)

    def look(self) -> int:
        """Return how often the table has changed so far; where the system does not tell, as if it always did."""
        with self._one_thread:
            if self._poll is None or self._poll.poll(0):
                self.changes += 1
            return self.changes


@lru_cache(maxsize=1)
def _table_of(_process: int) -> _MountTable:
    return _MountTable()  # a child that was forked opens its own


def _is_mounted_alone(real: str) -> bool:
    """Whether a file is on another mount than its folder; of that only Linux tells.

    The devices of the two do not tell: a mount of a file of the same disk has the same, and in a layer of overlayfs a
    file may have another than its folder.
    """
    mount = _mount_of(real)
    return mount != "" and mount != _mount_of(os.path.dirname(real))


def _mount_of(path: str) -> str:
    """Return the number of the mount that a path is on, as Linux counts them; "" where the system does not tell."""
    only_a_path = getattr(os, "O_PATH", None)  # whoever closes it again takes away no lock that SQLite holds on it
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


def _mounted_from(real: str) -> str:
    """Return the path of a file that is mounted under another name, or "" where it has none here.

    The table of mounts has that path within its file system, which may be mounted somewhere itself:
    proc_pid_mountinfo(5), fields 1, 3, 4 and 5.
    """
    mount = _mount_of(real)
    try:
        lines = Path("/proc/self/mountinfo").read_text(errors="surrogateescape").splitlines()
    except OSError:
        return ""
    mounts = {fields[0]: fields[2:5] for fields in map(str.split, lines)}
    if mount not in mounts:
        return ""
    disk, within, _ = mounts.pop(mount)
    points = (f"{point}{within}" for other, top, point in mounts.values() if (other, top) == (disk, "/"))
    path = min(points, key=len, default=within)
    return re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), path.replace("//", "/"))
