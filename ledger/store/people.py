"""Players' names: kept outside the log, and to be erased."""

from collections.abc import Iterable

import sqlalchemy as sa

from ledger.errors import Unavailable
from ledger.store.connections import Connections
from ledger.store.database import Cursor, sqlite_path
from ledger.store.lock import Lock, take_lock
from ledger.store.person import Person
from ledger.store.tables import INSERT_PERSON, PERSON


class People:
    """The players of all sessions in one database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def of(self, session: str) -> dict[str, list[Person]]:
        """The players of each contestant of a session; nobody, where this login may not see names."""
        found: dict[str, list[Person]] = {}
        if not self.may_be_seen():
            return found
        for _, person in self.find(session=session):
            found.setdefault(person.contestant, []).append(person)
        return found

    def may_be_seen(self) -> bool:
        """Whether this login was granted the names (PostgreSQL; whoever opens a file sees them)."""
        if self._connections.is_sqlite:
            return True
        with self._connections.reading() as connection:
            return bool(connection.execute(sa.text("SELECT has_table_privilege('person', 'SELECT')")).scalar())

    def find(
        self, *, session: str | None = None, name: str | None = None, member_number: str | None = None
    ) -> list[tuple[str, Person]]:
        """The players of one session or all, of a name (in any case) or a number, each with the session."""
        query = sa.select(PERSON).order_by(PERSON.c.session, PERSON.c.contestant, PERSON.c.seat)
        with self._connections.reading() as connection:
            found = [
                (row.session, Person(row.contestant, row.seat, row.name, row.member_number))
                for row in connection.execute(query if session is None else query.where(PERSON.c.session == session))
            ]
        return [
            (session, person)
            for session, person in found
            if (name is None or person.name.casefold() == name.strip().casefold())
            and member_number in (None, person.member_number)
        ]

    def put(self, session: str, people: Iterable[Person], *, lock: Lock | None = None) -> None:
        """Keep the players of a session, in the place of those kept before; under the lock, if one holds it."""
        if lock:
            self.write(lock.cursor, session, people)
            return
        with self._connections.writing() as cursor:
            take_lock(cursor, self._connections, f"session {session}")
            self.write(cursor, session, people)

    def write(self, cursor: Cursor, session: str, people: Iterable[Person]) -> None:
        """The same in a transaction that has begun; nothing where there are none."""
        if rows := [(session, *person) for person in people]:
            cursor.execute(self._connections.said("DELETE FROM person WHERE session = ?"), (session,))
            cursor.executemany(self._connections.said(INSERT_PERSON), rows)

    def erase(self, people: Iterable[tuple[str, Person]]) -> None:
        """Erase entries of players, each with its session; in a SQLite file nothing of them is left."""
        with self._connections.transaction() as connection:
            for session, person in people:
                of = PERSON.c
                this = (of.session == session, of.contestant == person.contestant, of.seat == person.seat)
                connection.execute(PERSON.delete().where(*this))
        if sqlite_path(self._connections.url) and not self._connections.write_back():
            traces = "they are erased, but traces may lie in the file until everybody has closed it"
            raise Unavailable("database-busy", traces, "close the other programs, and erase again")
