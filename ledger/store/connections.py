"""How a database is spoken to: by SQLAlchemy, or, for what is done most, by its driver over the same connections.

The locks on streams. Of two desks that record in one stream they only spare that they meet: what keeps these apart is
the primary key of the log. Whoever rests on other streams relies on them: nobody appends there until he has.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.store.database import Cursor, by_itself, committing, driver_transaction, dropped_if_lost, open_engine
from ledger.store.database_errors import in_office_words
from ledger.store.location import sqlite_path


class Connections:
    """One database, its connections and transactions; its errors said in the office's words.

    `looking`: nothing can be written over them, whoever tries.
    """

    def __init__(self, url: str, *, looking: bool = False) -> None:
        self.url = url
        self.engine = open_engine(url)
        if looking:
            sa.event.listen(self.engine, "connect", self._look_only)

    def _look_only(self, connection: Any, _record: object) -> None:
        if self.is_sqlite:
            connection.execute("PRAGMA query_only=ON")
        else:
            connection.read_only = True

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file of SQLite, and not a server."""
        return self.engine.dialect.name == "sqlite"

    def write_ahead(self) -> None:
        """Let readers go on while one writes (SQLite's WAL; kept in the file)."""
        if sqlite_path(self.url):
            self._pragma("journal_mode=WAL")

    def write_back(self) -> bool:
        """Bring what was written into SQLite's file itself; False where another program is in the way."""
        return not self._pragma("wal_checkpoint(TRUNCATE)")

    def _pragma(self, what: str) -> Any:
        with self._in_office_words():
            raw = self.engine.raw_connection()
            (found, *_) = raw.cursor().execute(f"PRAGMA {what}").fetchone()
            raw.close()
            return found

    def has_tables(self) -> bool:
        """Whether anything is in the database yet."""
        with self._in_office_words():
            return bool(sa.inspect(self.engine).get_table_names())

    def said(self, statement: str) -> str:
        """A statement with the marks of the driver."""
        return statement if self.is_sqlite else statement.replace("?", "%s")

    @property
    def driver_error(self) -> type[Exception]:
        """What the driver raises."""
        found: type[Exception] = self.engine.dialect.loaded_dbapi.Error
        return found

    @property
    def data_error(self) -> type[Exception]:
        """What the driver raises where a column cannot hold a value."""
        found: type[Exception] = self.engine.dialect.loaded_dbapi.DataError
        return found

    def _in_office_words(self) -> AbstractContextManager[None]:
        return in_office_words(self.url, self.driver_error)

    @contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Cursor]:
        """A transaction of the driver's own, the way every event takes; `alone`: of a single statement."""
        with self._in_office_words(), driver_transaction(self.engine, alone=alone) as cursor:
            yield cursor

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """A writing transaction: it holds the database's write lock from its start."""
        with self._in_office_words(), self.engine.connect() as connection:
            transaction = connection.begin()
            try:
                with dropped_if_lost(connection):
                    yield connection
                with committing(self.engine):
                    if transaction.is_active:  # it may have been only tried
                        transaction.commit()
            except BaseException:
                transaction.close()
                raise

    @contextmanager
    def reading(self, *, alone: bool = False) -> Iterator[sa.Connection]:
        """A transaction that only looks; `alone`: with a single statement, which a server answers without being told
        where it begins and ends, nor a worker of it.
        """
        with (
            self._in_office_words(),
            self.engine.connect().execution_options(reading=True) as connection,
            by_itself(connection.connection.driver_connection) if alone and not self.is_sqlite else nullcontext(),
            connection.begin(),  # and so also ended, whoever spoke to the driver meanwhile
            dropped_if_lost(connection),
        ):
            yield connection


def own_schema(connection: sa.Connection) -> str:
    """The schema of a server in which the ledger is, as it is written in a statement."""
    return str(connection.execute(sa.text("SELECT quote_ident(current_schema())")).scalar_one())


class Lock(NamedTuple):
    """The lock on a session: until it is let go nobody else who waited writes. The last event, and its digest."""

    cursor: Cursor
    number: int
    digest: bytes


def take_schema_lock(cursor: Cursor, connections: Connections) -> None:
    """Wait until nobody else makes the tables; SQLite's writers have waited at their BEGIN."""
    if not connections.is_sqlite:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('schema', 0))")


def take_locks(cursor: Cursor, connections: Connections, alone: Iterable[str], shared: Iterable[str] = ()) -> None:
    """Wait for the locks on streams that are recorded in, and, shared, for those on others that stay as they are.

    In the order of their names, so that nobody waits in a circle; in one journey. The transaction is to see what was
    committed while it waited, whatever isolation the connection was asked for.
    """
    if connections.is_sqlite:
        return
    alone = {*alone}
    cursor.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
    cursor.executemany(_LOCK, [(name in alone, name, name, name) for name in sorted({*alone, *shared})])


# It asks for the stream, so that a ledger over many servers takes the lock at the one where appends to it take theirs.
_LOCK = """
    SELECT CASE WHEN %s THEN pg_advisory_xact_lock(hashtextextended('session ' || %s, 0))
        ELSE pg_advisory_xact_lock_shared(hashtextextended('session ' || %s, 0)) END
    FROM (SELECT count(*) FROM event WHERE session = %s AND number = 1) AS stream
"""
