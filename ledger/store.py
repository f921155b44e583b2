"""The event store: append with an expected number, and read. With `database`, all that knows SQLAlchemy.

Correctness rests on the primary key (session, number) alone: two writers of the same number cannot both
commit. Everything a row says is hashed into a chain (`rows`), which every reader checks as it reads.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice

import sqlalchemy as sa

from ledger import codec
from ledger.database import (
    Cursor,
    DamagedText,
    driver_transaction,
    dropped_if_lost,
    open_engine,
    rows_cursor,
    sqlite_path,
    take_turn,
)  # fmt: skip
from ledger.events import Recorded
from ledger.refusal import Conflict, Corrupt, Misuse
from ledger.rows import EVENT, PERSON, SEAL, Person, StoredEvent, chained, check_row, checked
from ledger.schema import require_schema, require_there
from ledger.trouble import told

_ROWS_AT_ONCE = 1_000

# What is said most often is said to the driver itself, in words all databases know; `?` stands for its own mark.
_HEAD = "SELECT number, digest FROM event WHERE session = ? ORDER BY number DESC LIMIT 1"
_INSERT = f"INSERT INTO event ({', '.join(StoredEvent._fields)}) VALUES ({', '.join('?' * len(StoredEvent._fields))})"
_IN_ORDER = f"SELECT {', '.join(StoredEvent._fields)} FROM event WHERE session = ? AND number > ? AND number <= ? ORDER BY number"
_INSERT_PERSON = "INSERT INTO person (session, contestant, seat, name, member_number) VALUES (?, ?, ?, ?, ?)"
_NO_END = (1 << 63) - 1

# From session to session by the index, and to the end of each: no table scan, and the same words on every database.
_SESSIONS = sa.text("""
    WITH RECURSIVE each_session(session) AS (
        SELECT MIN(session) FROM event
        UNION ALL
        SELECT (SELECT MIN(event.session) FROM event WHERE event.session > each_session.session)
        FROM each_session WHERE each_session.session IS NOT NULL
    )
    SELECT session,
        (SELECT MAX(number) FROM event WHERE event.session = each_session.session) AS last,
        (SELECT recorded_at FROM event WHERE event.session = each_session.session ORDER BY number LIMIT 1) AS begun
    FROM each_session WHERE session IS NOT NULL
""")


class Store:
    """The events of all sessions in one database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = open_engine(url)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def write_ahead(self) -> None:
        """Let readers go on while one writes (SQLite's WAL; kept in the file)."""
        if sqlite_path(self.url):
            with told(self.url, self._driver_error):
                raw = self.engine.raw_connection()
                raw.cursor().execute("PRAGMA journal_mode=WAL")
                raw.close()

    def check_schema(self) -> None:
        """Unavailable where the database is missing, old, new, or no ledger at all."""
        require_there(self.url)
        with self._connection() as connection:
            require_schema(connection, self.url)

    # Writing

    def append(self, events: Sequence[Recorded], people: Iterable[Person] = ()) -> list[Recorded]:
        """Append events that follow number `events[0].number - 1` of their session; all of them or none.

        Returns them with their digests. Raises Conflict where another desk recorded first.
        """
        session, first = events[0].session, events[0].number
        with self._appending(session) as cursor:
            number, previous = self._head(cursor, session)
            if number != first - 1:
                raise _conflict(first)
            appended = list(chained(events, previous))
            try:
                self._insert(cursor, (row for _, row in appended))
            except self.engine.dialect.loaded_dbapi.IntegrityError as error:
                raise _conflict(first) from error
            self._put_people(cursor, session, people)
        return [recorded for recorded, _ in appended]

    def _insert(self, cursor: Cursor, rows: Iterable[StoredEvent]) -> None:
        rows = iter(rows)
        while batch := list(islice(rows, _ROWS_AT_ONCE)):
            cursor.executemany(self._said(_INSERT), batch)

    def _said(self, statement: str) -> str:
        """A statement with the marks of the driver."""
        return statement if self.engine.dialect.name == "sqlite" else statement.replace("?", "%s")

    @property
    def _driver_error(self) -> type[Exception]:
        """What the driver raises where SQLAlchemy does not stand between."""
        found: type[Exception] = self.engine.dialect.loaded_dbapi.Error
        return found

    def restore(
        self,
        session: str,
        rows: Iterable[StoredEvent],
        seals: Iterable[tuple[int, str]],
        people: Iterable[Person],
        *,
        keep: bool = True,
    ) -> int:
        """Take over a session's events as they are, with their digests; those that are here already must be the same.

        All or nothing; how many were new. Players' names come with a session that is not here yet, and never bring back one that was
        erased. Raises Corrupt (forked) at the first event that is another here. With `keep` False it is only tried.
        """
        with self.transaction() as connection:
            take_turn(connection.connection.cursor(), self.engine, f"session {session}")
            cursor = connection.connection.cursor()
            here = dict(self._digests(connection, session))
            before = len(here)
            self._insert(cursor, _not_here(rows, here))
            added = self._head(cursor, session)[0] - before
            known = self._seals(connection, session)
            new = [
                {"session": session, "size": size, "note": note} for size, note in seals if (size, note) not in known
            ]
            if new:
                connection.execute(SEAL.insert(), new)
            if not before:
                self._put_people(cursor, session, people)
            if not keep:
                connection.rollback()
        return added

    @staticmethod
    def _digests(connection: sa.Connection, session: str) -> Iterator[tuple[int, bytes]]:
        kept = sa.select(EVENT.c.number, EVENT.c.digest).where(EVENT.c.session == session)
        for row in connection.execute(kept.execution_options(yield_per=_ROWS_AT_ONCE)):
            yield row.number, bytes(row.digest)

    def put_people(self, session: str, people: Iterable[Person]) -> None:
        """Keep players' names, outside the log."""
        with self._appending(session) as cursor:
            self._put_people(cursor, session, people)

    def _put_people(self, cursor: Cursor, session: str, people: Iterable[Person]) -> None:
        rows = [(session, *person) for person in people]
        if rows:
            cursor.execute(self._said("DELETE FROM person WHERE session = ?"), (session,))
            cursor.executemany(self._said(_INSERT_PERSON), rows)

    def erase_people(self, people: Iterable[tuple[str, Person]]) -> None:
        """Erase entries of players, each with its session; in a SQLite file nothing of them is left."""
        with self.transaction() as connection:
            for session, person in people:
                of = PERSON.c
                this = (of.session == session, of.contestant == person.contestant, of.seat == person.seat)
                connection.execute(PERSON.delete().where(*this))
        if sqlite_path(self.url):
            with told(self.url, self._driver_error):
                raw = self.engine.raw_connection()
                raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
                raw.close()

    def put_seal(self, session: str, size: int, note: str) -> None:
        """Keep a seal that was given out; one that is kept already stays."""
        with self.transaction() as connection:
            take_turn(connection.connection.cursor(), self.engine, f"session {session}")
            if (size, note) not in self._seals(connection, session):
                connection.execute(SEAL.insert(), {"session": session, "size": size, "note": note})

    # Reading

    def seals(self, session: str) -> list[tuple[int, str]]:
        """The seals of a session that were given out, each with how many events it covers, shortest first."""
        with self._connection() as connection:
            return self._seals(connection, session)

    @staticmethod
    def _seals(connection: sa.Connection, session: str) -> list[tuple[int, str]]:
        kept = sa.select(SEAL.c.size, SEAL.c.note).where(SEAL.c.session == session).order_by(SEAL.c.size, SEAL.c.note)
        return [(row.size, row.note) for row in connection.execute(kept)]

    def digests(self, session: str, upto: int | None = None) -> list[bytes]:
        """The digests of a session's events in order, each recomputed; Corrupt at the first bad one."""
        found: list[bytes] = []
        for number, row in enumerate(self.rows(session, upto), start=1):
            found.append(check_row(row, session, number, found[-1] if found else codec.GENESIS))
        return found

    def find_people(
        self, *, session: str | None = None, name: str | None = None, member_number: str | None = None
    ) -> list[tuple[str, Person]]:
        """The players of one or all sessions, all or of a name (in capitals or not) or number, each with the session."""
        query = sa.select(PERSON).order_by(PERSON.c.session, PERSON.c.contestant, PERSON.c.seat)
        with self._connection() as connection:
            found = [
                (row.session, Person(row.contestant, row.seat, row.name, row.member_number))
                for row in connection.execute(query if session is None else query.where(PERSON.c.session == session))
            ]
        return [
            (session, person) for session, person in found
            if (name is None or person.name.casefold() == name.strip().casefold()) and member_number in (None, person.member_number)
        ]  # fmt: skip

    def sessions(self) -> list[str]:
        """The sessions in the database, oldest first."""
        with self._connection() as connection:
            found = sorted((row.begun, row.session) for row in connection.execute(_SESSIONS))
            return [session for _, session in found]

    def read(self, session: str, upto: int | None = None) -> Iterator[Recorded]:
        """The events of a session from number 1, checked against the chain; Corrupt at the first bad one."""
        return checked(self._batches(session, 0, upto), session, 0, codec.GENESIS)

    def read_after(self, session: str, number: int, digest: bytes) -> Iterator[Recorded]:
        """The events of a session after one that was seen, checked against its digest; Corrupt at the first bad one."""
        return checked(self._batches(session, number, None), session, number, digest)

    def digest_at(self, session: str, number: int) -> bytes:
        """The digest an event is stored with; Misuse where there is no such event."""
        query = sa.select(EVENT.c.digest).where(EVENT.c.session == session, EVENT.c.number == number)
        with self._connection() as connection:
            found = connection.execute(query).scalar()
        if found is None:
            raise Misuse("no-such-event", f"session {session} has no event #{number}", "`log` shows the last ones")
        return bytes(found)

    def has(self, session: str, number: int, digest: bytes) -> bool:
        """Whether an event is there, with this digest."""
        query = sa.select(EVENT.c.digest).where(EVENT.c.session == session, EVENT.c.number == number)
        with self._connection() as connection:
            return bool(connection.execute(query).scalar() == digest)

    def heads(self, session: str | None = None) -> dict[str, int]:
        """The number of the last event of a session, or of every session: found in the index, however long the log."""
        with self._connection() as connection:
            if session is not None:
                return {session: self._head(connection.connection.cursor(), session)[0]}
            return {row.session: row.last for row in connection.execute(_SESSIONS)}

    def rows(self, session: str, upto: int | None = None) -> Iterator[StoredEvent]:
        """The stored rows of a session, unchecked."""
        for batch in self._batches(session, 0, upto):
            yield from map(StoredEvent._make, batch)

    def _batches(self, session: str, after: int, upto: int | None) -> Iterator[list[StoredEvent]]:
        """Rows as the driver gives them (plain tuples of the same columns), a thousand at a time."""
        try:
            for batch in self._fetched(session, after, upto):
                yield batch
                after = batch[-1][1]
        except DamagedText:
            yield from self._fetched(session, after, upto, tolerant=True)

    def _fetched(
        self, session: str, after: int, upto: int | None, *, tolerant: bool = False
    ) -> Iterator[list[StoredEvent]]:
        last = _NO_END if upto is None else upto
        with self._connection() as connection, rows_cursor(connection, tolerant=tolerant) as cursor:
            while True:
                cursor.execute(self._said(_IN_ORDER), (session, after, last))
                if not (batch := cursor.fetchall()):
                    return
                yield batch
                after = batch[-1][1]

    def of_command(self, session: str, command_id: str) -> list[int]:
        """The numbers of the events a command id was recorded with."""
        query = (
            sa.select(EVENT.c.number)
            .where(EVENT.c.session == session, EVENT.c.command_id == command_id)
            .order_by(EVENT.c.part)
        )
        with self._connection() as connection:
            return list(connection.execute(query).scalars())

    def people(self, session: str) -> dict[str, list[Person]]:
        """The players of each contestant."""
        query = sa.select(PERSON).where(PERSON.c.session == session).order_by(PERSON.c.contestant, PERSON.c.seat)
        found: dict[str, list[Person]] = {}
        with self._connection() as connection:
            for row in connection.execute(query):
                found.setdefault(row.contestant, []).append(
                    Person(row.contestant, row.seat, row.name, row.member_number)
                )
        return found

    def _head(self, cursor: Cursor, session: str) -> tuple[int, bytes]:
        cursor.execute(self._said(_HEAD), (session,))
        number, digest = cursor.fetchone() or (0, codec.GENESIS)
        return number, bytes(digest)

    @contextmanager
    def _appending(self, session: str) -> Iterator[Cursor]:
        """A transaction of the driver's own, in turn with who else writes to the session: the way every event takes."""
        with told(self.url, self._driver_error), driver_transaction(self.engine) as cursor:
            take_turn(cursor, self.engine, f"session {session}")
            yield cursor

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """A writing transaction: it holds the database's write lock from its start."""
        with told(self.url, self._driver_error), self.engine.begin() as connection, dropped_if_lost(connection):
            yield connection

    @contextmanager
    def _connection(self) -> Iterator[sa.Connection]:
        with (
            told(self.url, self._driver_error),
            self.engine.connect().execution_options(reading=True) as connection,
            dropped_if_lost(connection),
        ):
            yield connection


def _not_here(rows: Iterable[StoredEvent], here: Mapping[int, bytes]) -> Iterator[StoredEvent]:
    """The rows that follow what is here; Corrupt (forked) at the first that is another."""
    for row in rows:
        if row.number not in here:
            yield row
        elif row.digest != here[row.number]:
            parts = f"they part at #{row.number}: {here[row.number].hex()[:16]}… here, {row.digest.hex()[:16]}… in the bundle"
            same = f"events 1–{row.number - 1} are the same in both; " if row.number > 1 else "no event is the same; "
            raise Corrupt(
                "forked", f"session {row.session} has another history here: {parts}",
                f"{same}a seal kept elsewhere tells which was rewritten", row.number,
            )  # fmt: skip


def _conflict(number: int) -> Conflict:
    return Conflict(
        "conflict",
        f"#{number} was recorded by another desk while you were typing; nothing of yours was recorded",
        "look at it with `log`, then try again",
    )
