"""Connections to a database: through SQLAlchemy, or for the most frequent statements through its driver.

On a server the lock on a stream is a row of a table, taken by a function that needs a grant. Locks only spare two desks
that record in one stream a collision: the primary key of the log keeps them apart. A command that rests on other
streams relies on the locks: nobody appends there until it is recorded.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.errors import Unavailable
from ledger.store.database import (
    Cursor,
    ReadOnlyConnection,
    discard_if_lost,
    driver_transaction,
    name_commit_errors,
    open_engine,
    require_room,
    use_autocommit,
)
from ledger.store.database_errors import translated_errors
from ledger.store.own_files import BUSY_MS, require_one_name, sqlite_companions, sqlite_path
from ledger.store.tables import LOCK_STREAM, SCHEMA_NAME, VERSION, schema_of

_TWO_PAGES = 32 + 2 * (24 + 4096)
"""The size of a -wal of two pages."""


class Connections:
    """A database with its connections and transactions; database errors become Conflict or Unavailable.

    On a server, reading uses connections over which nothing can be written; with `looking`, all connections are such.
    """

    def __init__(self, url: str, *, looking: bool = False) -> None:
        self.url = url
        self.engine = open_engine(url, looking=looking)
        self._reading = self.engine if looking or self.is_sqlite else open_engine(url, looking=True)
        self._marks = _MARKS_OF_FILE if self.is_sqlite else _MARKS_OF_SERVER
        self._path = sqlite_path(url)
        self._can_only_look = False
        looks_into_file = looking and self.is_sqlite

        @sa.event.listens_for(self.engine, "connect")
        def _note_look(connection: Any, _record: object) -> None:
            self._can_only_look |= isinstance(connection, ReadOnlyConnection)
            if looks_into_file:
                connection.execute("PRAGMA query_only=ON")

    def close(self) -> None:
        """Close all connections to the database."""
        self.engine.dispose()
        self._reading.dispose()

    @property
    def is_sqlite(self) -> bool:
        """True for a SQLite file, False for a PostgreSQL server."""
        return self.engine.dialect.name == "sqlite"

    def write_ahead(self) -> None:
        """Switch a SQLite file to WAL for good, so that readers continue while one desk writes."""
        if self._path:
            with self._recording(), closing(self.engine.raw_connection()) as raw:
                require_room(raw.driver_connection)
                raw.cursor().execute("PRAGMA journal_mode=WAL")

    def write_back(self) -> bool:
        """Move SQLite's -wal into the database file and cut it off; return False if another program prevents that."""
        assert self._path
        for _ in range(max(1, BUSY_MS // 100)):
            # not by wal_checkpoint(TRUNCATE), which may go on without the write lock: `begin_writing`
            try:
                with self._recording(), driver_transaction(self.engine, checkpoint=True) as cursor:
                    cursor.execute("PRAGMA journal_size_limit=0")  # a -wal that begins anew is cut off at the commit
                    cursor.execute("PRAGMA user_version=0")
            except Unavailable as error:
                if error.code != "database-busy":
                    raise
                return False
            if sqlite_companions(self._path)[0].stat().st_size <= _TWO_PAGES:
                return True
            time.sleep(1 / 10)  # somebody reads what is in it
        return False

    def has_tables(self) -> bool:
        """Return whether the database contains any table."""
        with self.reading() as connection:
            return bool(tables(connection) or public_tables(connection))

    def said(self, statement: str) -> str:
        """Return an SQL statement with the placeholders filled in: this database's schema and parameter marks."""
        return statement.format_map(self._marks)

    @property
    def driver_error(self) -> type[Exception]:
        """The base class of the errors that the database's driver raises."""
        error: type[Exception] = self.engine.dialect.loaded_dbapi.Error
        return error

    @property
    def data_error(self) -> type[Exception]:
        """The driver's error class for a value that a column cannot hold."""
        error: type[Exception] = self.engine.dialect.loaded_dbapi.DataError
        return error

    @contextmanager
    def _recording(self) -> Iterator[None]:
        """Translate database errors in a block that records, and refuse a file that has a second name.

        Raises Unavailable (database-two-names) for such a file: two desks could lose events.
        """
        with translated_errors(self.url, self.driver_error):
            if self._path:
                require_one_name(self._path)
            if self._can_only_look:  # try again to open it for recording: by now it may succeed
                self._can_only_look = False
                self.engine.dispose()
            yield

    def require_recordable(self) -> None:
        """Raise the error that recording would raise, for a dry run: Unavailable (database-two-names)."""
        with self._recording():
            pass

    @contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Cursor]:
        """Begin a transaction that writes; yield the driver's cursor.

        `alone`: it is a single statement, which a server commits without BEGIN and COMMIT.
        """
        with self._recording(), driver_transaction(self.engine, alone=alone) as cursor:
            yield cursor

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """Begin a transaction that writes through SQLAlchemy; on SQLite it holds the write lock from its start."""
        with self._recording(), self.engine.connect() as connection:
            transaction = connection.begin()
            try:
                with discard_if_lost(connection):
                    yield connection
                with name_commit_errors(self.engine):
                    if transaction.is_active:  # a dry run has rolled it back
                        transaction.commit()
            except BaseException:
                transaction.close()
                raise

    @contextmanager
    def reading(self, *, alone: bool = False) -> Iterator[sa.Connection]:
        """Begin a transaction that only reads; with `alone` it is a single statement, without BEGIN and COMMIT."""
        with (
            translated_errors(self.url, self.driver_error),
            self._reading.connect().execution_options(reading=True) as connection,
            use_autocommit(connection.connection.driver_connection) if alone and not self.is_sqlite else nullcontext(),
            connection.begin(),  # also ends what the driver's own cursor began
            discard_if_lost(connection),
        ):
            yield connection


def tables(connection: sa.Connection) -> set[str]:
    """Return the names of the tables in a SQLite file, or in the ledger's schema on a server."""
    return {*sa.inspect(connection).get_table_names(schema_of(connection))}


def public_tables(connection: sa.Connection) -> set[str]:
    """Return the names of the tables in a server's public schema, none of them a ledger's; none for a file."""
    return set() if connection.dialect.name == "sqlite" else {*sa.inspect(connection).get_table_names("public")}


_MARKS_OF_FILE = {"schema": "", "text": "?", "bigint": "?"}
_MARKS_OF_SERVER = {"schema": f"{SCHEMA_NAME}.", "text": "%s::text", "bigint": "%s::bigint"}
"""The replacements for the marks in a statement."""


class Lock(NamedTuple):
    """The lock on a session, held to the end of the transaction, with the number and digest of the last event."""

    cursor: Cursor
    number: int
    digest: bytes


def take_schema_lock(cursor: Cursor, connections: Connections) -> None:
    """Wait until no other desk is changing the tables of a server; a file's writer has waited at its BEGIN."""
    if not connections.is_sqlite:
        cursor.execute(f"SELECT FROM {SCHEMA_NAME}.{VERSION.name} FOR UPDATE")


def take_locks(cursor: Cursor, connections: Connections, alone: Iterable[str], shared: Iterable[str] = ()) -> None:
    """Lock the streams in `alone` to record there, and those in `shared` so that nobody else records there.

    Locks are taken in the order of names, so that no deadlock arises, in one round trip. A SQLite file needs none.
    """
    if connections.is_sqlite:
        return
    alone = {*alone}
    # the transaction must see what was committed while it waited, whatever isolation the connection has
    cursor.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
    cursor.executemany(LOCK_STREAM, [(name, name in alone) for name in sorted({*alone, *shared})])
