"""The event store: append with an expected number, and read. With `database`, all that knows SQLAlchemy.

Correctness rests on the primary key (session, number) alone: two writers of the same number cannot both
commit. Everything a row says is hashed into a chain (`rows`), which every reader checks as it reads.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import sqlalchemy as sa
from sqlalchemy import exc

from ledger import codec
from ledger.database import lock, open_engine, require_file, shown, sqlite_path
from ledger.events import Recorded
from ledger.refusal import Conflict, Corrupt, Misuse, Unavailable
from ledger.rows import EVENT, PERSON, SEAL, Person, StoredEvent, chained, check_row, row_of, to_recorded
from ledger.trouble import told

SCHEMA = "0001"
"""The migration this version reads and writes."""

_ROWS_AT_ONCE = 1_000

_IN_ORDER = sa.select(EVENT).order_by(EVENT.c.number).execution_options(yield_per=_ROWS_AT_ONCE)

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
            with told(self.url):
                raw = self.engine.raw_connection()
                raw.cursor().execute("PRAGMA journal_mode=WAL")
                raw.close()

    def check_schema(self) -> None:
        """Unavailable where the database is missing, old, new, or no ledger at all."""
        path = sqlite_path(self.url)
        if path and not path.exists():
            raise Unavailable("no-database", f"{path} is not here", "`bridge-ledger init`, or --db FILE")
        require_file(self.url)
        with self._connection() as connection:
            try:
                version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
            except (exc.OperationalError, exc.ProgrammingError) as error:
                if "alembic_version" not in str(error) or "permission denied" in str(error):
                    raise
                raise Unavailable(
                    "not-a-ledger",
                    f"{shown(self.url)} is no ledger",
                    "`bridge-ledger init` makes one; is --db right?",
                ) from None
        check_version(version)

    # Writing

    def append(self, events: Sequence[Recorded], people: Iterable[Person] = ()) -> list[Recorded]:
        """Append events that follow number `events[0].number - 1` of their session; all of them or none.

        Returns them with their digests. Raises Conflict where another desk recorded first.
        """
        session, first = events[0].session, events[0].number
        with self.transaction() as connection:
            lock(connection, f"session {session}")
            number, previous = self._head(connection, session)
            if number != first - 1:
                raise _conflict(first)
            appended = list(chained(events, previous))
            try:
                self._insert(connection, map(row_of, appended))
            except exc.IntegrityError as error:
                raise _conflict(first) from error
            self._put_people(connection, session, people)
        return appended

    @staticmethod
    def _insert(connection: sa.Connection, rows: Iterable[Mapping[str, Any]]) -> None:
        rows = iter(rows)
        while batch := list(islice(rows, _ROWS_AT_ONCE)):
            connection.execute(EVENT.insert(), batch)

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
            lock(connection, f"session {session}")
            here = dict(self._digests(connection, session))
            before = len(here)
            self._insert(connection, (row._asdict() for row in _not_here(rows, here)))
            added = self._head(connection, session)[0] - before
            known = self._seals(connection, session)
            new = [
                {"session": session, "size": size, "note": note} for size, note in seals if (size, note) not in known
            ]
            if new:
                connection.execute(SEAL.insert(), new)
            if not before:
                self._put_people(connection, session, people)
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
        with self.transaction() as connection:
            self._put_people(connection, session, people)

    @staticmethod
    def _put_people(connection: sa.Connection, session: str, people: Iterable[Person]) -> None:
        rows = [{"session": session, **person._asdict()} for person in people]
        if rows:
            connection.execute(PERSON.delete().where(PERSON.c.session == session))
            connection.execute(PERSON.insert(), rows)

    def erase_people(self, people: Iterable[tuple[str, Person]]) -> None:
        """Erase entries of players, each with its session; in a SQLite file nothing of them is left."""
        with self.transaction() as connection:
            for session, person in people:
                of = PERSON.c
                this = (of.session == session, of.contestant == person.contestant, of.seat == person.seat)
                connection.execute(PERSON.delete().where(*this))
        if sqlite_path(self.url):
            with told(self.url):
                raw = self.engine.raw_connection()
                raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
                raw.close()

    def put_seal(self, session: str, size: int, note: str) -> None:
        """Keep a seal that was given out; one that is kept already stays."""
        with self.transaction() as connection:
            lock(connection, f"session {session}")
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
        previous = codec.GENESIS
        for number, row in enumerate(self.rows(session, upto), start=1):
            previous = check_row(row, session, number, previous)
            yield to_recorded(row)

    def read_after(self, session: str, number: int, digest: bytes) -> Iterator[Recorded]:
        """The events of a session after one that was seen, checked against its digest; Corrupt at the first bad one."""
        query = _IN_ORDER.where(EVENT.c.session == session, EVENT.c.number > number)
        with self._connection() as connection, connection.execute(query) as result:
            for expected, row in enumerate(result, start=number + 1):
                digest = check_row(row, session, expected, digest)
                yield to_recorded(row)

    def digest_at(self, session: str, number: int) -> bytes:
        """The digest an event is stored with; Misuse where there is no such event."""
        query = sa.select(EVENT.c.digest).where(EVENT.c.session == session, EVENT.c.number == number)
        with self._connection() as connection:
            found = connection.execute(query).scalar()
        if found is None:
            raise Misuse("no-such-event", f"session {session} has no event #{number}", "`log` shows the last ones")
        return bytes(found)

    def heads(self, session: str | None = None) -> dict[str, int]:
        """The number of the last event of a session, or of every session: found in the index, however long the log."""
        with self._connection() as connection:
            if session is not None:
                return {session: self._head(connection, session)[0]}
            return {row.session: row.last for row in connection.execute(_SESSIONS)}

    def rows(self, session: str, upto: int | None = None) -> Iterator[sa.Row[Any]]:
        """The stored rows of a session, unchecked."""
        query = _IN_ORDER.where(EVENT.c.session == session)
        if upto is not None:
            query = query.where(EVENT.c.number <= upto)
        with self._connection() as connection, connection.execute(query) as result:
            yield from result

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

    @staticmethod
    def _head(connection: sa.Connection, session: str) -> tuple[int, bytes]:
        last = (
            sa.select(EVENT.c.number, EVENT.c.digest)
            .where(EVENT.c.session == session)
            .order_by(EVENT.c.number.desc())
            .limit(1)
        )
        row = connection.execute(last).first()
        return (row.number, row.digest) if row else (0, codec.GENESIS)

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """A writing transaction: it holds the database's write lock from its start."""
        with told(self.url), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def _connection(self) -> Iterator[sa.Connection]:
        with told(self.url), self.engine.connect().execution_options(reading=True) as connection:
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


def check_version(version: str | None) -> None:
    """Unavailable (database-old, database-new) where the schema is not this program's."""
    if version is None or version < SCHEMA:
        raise Unavailable(
            "database-old",
            f"the database is at version {version or 'none'}, this program at {SCHEMA}",
            "`bridge-ledger upgrade`",
        )
    if version > SCHEMA:
        raise Unavailable(
            "database-new",
            f"the database is at version {version}, this program only at {SCHEMA}",
            "upgrade bridge-ledger: `pip install --upgrade bridge-ledger`",
        )
