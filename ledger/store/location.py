"""Where a ledger's database is: a file or a server, how its name is written, and how it may be shown."""

import re
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Misuse, Unavailable

KINDS = "a file, sqlite:///FILE, or postgresql+psycopg://…, with its driver: pip install 'bridge-ledger[postgres]'"
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
