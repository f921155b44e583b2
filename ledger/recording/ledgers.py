"""Making and upgrading a ledger, and its name for display."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.store.own_files import database_url, place_warning, show_url, sqlite_path
from ledger.store.tables import SCHEMA

if TYPE_CHECKING:
    from ledger.trust.verification import Audit


def hide_password(where: str) -> str:
    """Return the address of a database for display, without the password of a URL."""
    return show_url(where) if "://" in where else where


def make_ledger(
    where: str, *, writers: Iterable[str] = (), readers: Iterable[str] = (), names: Iterable[str] = ()
) -> bool:
    """Make a ledger unless it exists; return whether a new one was made.

    On PostgreSQL, grant roles the rights to record (`writers`), to read (`readers`), and to read and erase names and
    other texts (`names`).
    """
    from ledger.store.setup import create, grant

    url = database_url(where)
    is_new = create(url)
    if writers or readers or names:
        grant(url, writers=writers, readers=readers, names=names)
    return is_new


def require_possible(where: str, *, roles: Collection[str], spread: bool) -> None:
    """Raise Misuse, or Unavailable (no-workers), if the server cannot grant roles or spread a new ledger as asked."""
    from ledger.store.setup import require_possible

    require_possible(database_url(where), roles=roles, over=spread)


def spread_ledger(where: str) -> bool:
    """Spread a ledger over the workers of Citus; return False if it was spread before."""
    from ledger.store.setup import spread_over_workers

    return spread_over_workers(database_url(where))


def set_aside_acknowledged(where: str, state: Path | None) -> Path | None:
    """Rename the file of events acknowledged in a former ledger at this address; return its path, None without one."""
    from ledger.recording.machine_state import Acknowledged

    return Acknowledged(state, database_url(where)).set_aside_earlier() if state else None


def upgrade_ledger(where: str) -> tuple[bool, list[str], Audit]:
    """Upgrade a ledger's schema, restore missing guards, and check it; Unavailable (no-database) if it is missing.

    Returns whether the schema was upgraded, the guards that were missing, and the audit of the database.
    """
    from ledger.store.made import recreate_guards
    from ledger.store.setup import upgrade
    from ledger.store.store import Store
    from ledger.store.tables import require_database
    from ledger.trust.verification import audit_database

    url = database_url(where)
    require_database(url)
    done = upgrade(url)
    with closing(Store(url)) as store:
        return done, recreate_guards(store.connections), audit_database(store)


def require_owner(where: str) -> None:
    """Raise Unavailable (database-denied) unless the login owns the ledger; a ledger in a file is not checked."""
    from ledger.store.made import require_owner
    from ledger.store.store import Store

    url = database_url(where)
    if not sqlite_path(url):
        with closing(Store(url)) as store:
            require_owner(store.connections)


def schema_version() -> str:
    """Return the schema version that this program reads and writes."""
    return SCHEMA


def ledger_name(where: str) -> str:
    """Return a ledger's name for display: the path of its file, or its URL without the password."""
    return show_url(database_url(where))


def open_database_note(where: str) -> str:
    """Return a warning, with its remedy, if everybody may connect to the server's database; else ""."""
    from ledger.store.store import Store

    with closing(Store(database_url(where))) as store:
        name = store.openly_accessible_name()
    return f"everybody may connect; its owner types: REVOKE CONNECT ON DATABASE {name} FROM PUBLIC" if name else ""


def place_note(where: str) -> str:
    """Return a warning if events may be missing from a ledger's file here; else ""."""
    path = sqlite_path(database_url(where))
    return place_warning(path) if path else ""
