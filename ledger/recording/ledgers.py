"""Making a ledger and bringing it up to date, and how it is called on a screen."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.errors import Unavailable
from ledger.store.database import sqlite_fault
from ledger.store.own_files import database_url, shown, sqlite_path, what_may_be_missing
from ledger.store.tables import SCHEMA

if TYPE_CHECKING:
    from ledger.trust.verification import Audit


def printable(where: str) -> str:
    """A database as somebody named it; of a URL that holds a password, without it: what is printed is seen by many."""
    return shown(where) if "://" in where else where


def make_ledger(
    where: str, *, writers: Iterable[str] = (), readers: Iterable[str] = (), names: Iterable[str] = ()
) -> bool:
    """Make a ledger, or leave the one there as it is; whether one was made.

    On PostgreSQL: the roles that may record, that may look, and that may read names and words and erase them.
    """
    from ledger.store.setup import create, grant

    url = database_url(where)
    made = create(url)
    if writers or readers or names:
        grant(url, writers=writers, readers=readers, names=names)
    return made


def require_possible(where: str, *, roles: Collection[str], spread: bool) -> None:
    """Refuse what is asked beside making a ledger and cannot be done there, before anything is made.

    Misuse, or Unavailable (no-workers).
    """
    from ledger.store.setup import require_possible

    require_possible(database_url(where), roles=roles, over=spread)


def spread_ledger(where: str) -> bool:
    """Spread a ledger over the workers of Citus; whether that was to do."""
    from ledger.store.setup import over_workers

    return over_workers(database_url(where))


def set_aside_acknowledged(where: str, state: Path | None) -> Path | None:
    """Where what this machine has acknowledged of an earlier ledger at a place now lies; None where it has nothing."""
    from ledger.recording.machine_state import Acknowledged

    return Acknowledged(state, database_url(where)).begin_anew() if state else None


def upgrade_ledger(where: str) -> tuple[bool, list[str], Audit]:
    """Bring a ledger up to this program, with its guards as they should be; whether that was to do, what was otherwise
    with the guards, and what of the database is not as it was made all the same. Unavailable (no-database) where there
    is none.
    """
    from ledger.store.made import put_back
    from ledger.store.setup import upgrade
    from ledger.store.store import Store
    from ledger.trust.verification import audit_database

    url = database_url(where)
    path = sqlite_path(url)
    if path and not path.exists():
        raise Unavailable("no-database", f"{path} is not here", "`bridge-ledger init`, or --db FILE")
    done = upgrade(url)
    with closing(Store(url)) as store:
        return done, put_back(store.connections), audit_database(store)


def require_owner(where: str) -> None:
    """Unavailable (database-denied) where a server's ledger is somebody else's: he accepts what is otherwise there."""
    from ledger.store.made import require_owner
    from ledger.store.store import Store

    url = database_url(where)
    if not sqlite_path(url):
        with closing(Store(url)) as store:
            require_owner(store.connections)


def schema_version() -> str:
    """The schema of a database that this program reads and writes."""
    return SCHEMA


def ledger_name(where: str) -> str:
    """A ledger as it may be shown: a file's path, or a URL without its password."""
    return shown(database_url(where))


def driver_note(where: str) -> str:
    """Return which fault the program has that keeps the file; "" for none, or where a server keeps the ledger."""
    return sqlite_fault() if sqlite_path(database_url(where)) else ""


def open_note(where: str) -> str:
    """Return what takes from everybody the right to connect to a server's database; "" where nobody has it."""
    from ledger.store.store import Store

    with closing(Store(database_url(where))) as store:
        name = store.database_open_to_all()
    return f"everybody may connect: REVOKE CONNECT ON DATABASE {name} FROM PUBLIC, as who owns it" if name else ""


def looking_note(where: str) -> str:
    """Return which events of a ledger a look may not see; "" where it sees all."""
    path = sqlite_path(database_url(where))
    return what_may_be_missing(path) if path else ""
