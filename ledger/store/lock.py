"""The lock on a session. It only spares two desks from meeting: what keeps them apart is the primary key of the log."""

from typing import NamedTuple

from ledger.store.connections import Connections
from ledger.store.database import Cursor


class Lock(NamedTuple):
    """The lock on a session: until it is let go nobody else who waited writes. The last event, and its digest."""

    cursor: Cursor
    number: int
    digest: bytes


def take_lock(cursor: Cursor, connections: Connections, what: str) -> None:
    """Wait for a lock, held until the transaction ends; SQLite's writers have waited at their BEGIN."""
    if not connections.is_sqlite:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (what,))
