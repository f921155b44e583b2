"""One database: its log, the players' names and the seals, and writing to them together."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from ledger.events import Envelope
from ledger.store import appending
from ledger.store.connections import Connections
from ledger.store.lock import Lock, take_lock
from ledger.store.log import Log
from ledger.store.people import People
from ledger.store.person import Person
from ledger.store.schema import require_schema, require_there
from ledger.store.seals import KeptSeals
from ledger.store.tables import ROWS_AT_ONCE


class Store:
    """One database, open: `log`, `people` and `seals` of all its sessions, over the same `connections`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.connections = Connections(url)
        self.log = Log(self.connections)
        self.people = People(self.connections)
        self.seals = KeptSeals(self.connections)

    def close(self) -> None:
        """Let go of the database."""
        self.connections.close()

    def check_schema(self) -> None:
        """Unavailable where the database is missing, old, new, or no ledger at all."""
        require_there(self.url)
        with self.connections.reading() as connection:
            require_schema(connection, self.url)

    def sealed_or_kept(self) -> list[str]:
        """The sessions in the database, oldest first; and those of which only seals are left."""
        found = self.log.sessions()
        return [*found, *(each for each in self.seals.sessions() if each not in found)]

    def append(
        self,
        events: Sequence[Envelope],
        people: Iterable[Person] = (),
        *,
        previous: bytes | None = None,
        lock: Lock | None = None,
    ) -> list[Envelope]:
        """Append events that follow number `events[0].number - 1` of their session, and keep names; all or nothing.

        `previous` is the digest of that event, where it is known: then nothing need be read first. `lock` is the lock
        on the session, if one waited for it. Returns the events with their digests. Raises Conflict where another desk
        recorded first.
        """
        if lock:
            return self._append(lock.cursor, events, people, previous or lock.digest)
        with self.connections.writing(
            alone=previous is not None and not people and len(events) <= ROWS_AT_ONCE
        ) as cursor:
            return self._append(cursor, events, people, previous)

    def _append(
        self, cursor: object, events: Sequence[Envelope], people: Iterable[Person], previous: bytes | None
    ) -> list[Envelope]:
        appended = appending.append(self.connections, cursor, events, previous)
        self.people.write(cursor, events[0].session, people)
        return appended

    @contextmanager
    def lock(self, session: str) -> Iterator[Lock | None]:
        """Wait for the lock on a session, so that what is read meanwhile still holds when it is appended to.

        None on SQLite: its writers wait at their own BEGIN. Who does not wait may be first; the primary key knows.
        """
        if self.connections.is_sqlite:
            yield None
            return
        with self.connections.writing() as cursor:
            take_lock(cursor, self.connections, f"session {session}")
            yield Lock(cursor, *appending.head(self.connections, cursor, session))
