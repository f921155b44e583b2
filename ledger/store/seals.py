"""The seals that were given out, kept with the log they are of."""

from collections.abc import Iterable

import sqlalchemy as sa

from ledger.store.connections import Connections
from ledger.store.lock import take_lock
from ledger.store.log import is_name
from ledger.store.tables import KEEP_SEAL, SEAL

Note = tuple[int, str]
"""How many events a seal covers, and the seal as it was printed."""


class KeptSeals:
    """The seals of all sessions in one database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def of(self, session: str) -> list[Note]:
        """The seals of a session, shortest first."""
        with self._connections.reading() as connection:
            return self._kept(connection, session)

    def put(self, session: str, size: int, note: str) -> None:
        """Keep a seal that was given out; one that is kept already stays."""
        with self._connections.transaction() as connection:
            take_lock(connection.connection.cursor(), self._connections, f"session {session}")
            self.write(connection, session, [(size, note)])

    def write(self, connection: sa.Connection, session: str, notes: Iterable[Note]) -> None:
        """The same, of several, in a transaction that has begun."""
        kept = self._kept(connection, session)
        new = [{"session": session, "size": size, "note": note} for size, note in notes if (size, note) not in kept]
        if new:
            connection.execute(SEAL.insert() if self._connections.is_sqlite else sa.text(KEEP_SEAL), new)

    def sessions(self) -> list[str]:
        """The sessions that were sealed, by name: also those whose events are gone."""
        with self._connections.reading() as connection:
            found = connection.execute(sa.select(SEAL.c.session).distinct().order_by(SEAL.c.session)).scalars()
            return list(filter(is_name, found))

    def _kept(self, connection: sa.Connection, session: str) -> list[Note]:
        kept = sa.select(SEAL.c.size, SEAL.c.note).where(SEAL.c.session == session).order_by(SEAL.c.size, SEAL.c.note)
        return [(row.size, row.note) for row in connection.execute(kept)]
