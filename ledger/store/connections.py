"""How a database is spoken to: by SQLAlchemy, or, for what is done most, by its driver over the same connections.

The locks on streams: on a server rows of a table, each taken by a function that wants a grant. Of two desks that record
in one stream they only spare that they meet: what keeps these apart is the primary key of the log. Whoever rests on
other streams relies on them: nobody appends there until he has.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.store.database import (
    Cursor,
    LookingConnection,
    by_itself,
    committing,
    driver_transaction,
    dropped_if_lost,
    open_engine,
    require_room,
)
from ledger.store.database_errors import in_office_words
from ledger.store.own_files import require_one_name, sqlite_path
from ledger.store.tables import LOCK_STREAM, SCHEMA_NAME, VERSION, schema_of


class Connections:
    """One database, its connections and transactions; its errors said in the office's words.

    On a server what only looks has connections of its own, over which nothing can be written. `looking`: it has no
    others, whoever tries.
    """

    def __init__(self, url: str, *, looking: bool = False) -> None:
        self.url = url
        self.engine = open_engine(url, looking=looking)
        self._reading = self.engine if looking or self.is_sqlite else open_engine(url, looking=True)
        self._words = _OF_FILE if self.is_sqlite else _OF_SERVER
        self._path = sqlite_path(url)
        self._can_only_look = False
        looks_into_file = looking and self.is_sqlite

        @sa.event.listens_for(self.engine, "connect")
        def _note_look(connection: Any, _record: object) -> None:
            self._can_only_look |= isinstance(connection, LookingConnection)
            if looks_into_file:
                connection.execute("PRAGMA query_only=ON")

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()
        self._reading.dispose()

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file of SQLite, and not a server."""
        return self.engine.dialect.name == "sqlite"

    def write_ahead(self) -> None:
        """Let readers go on while one writes (SQLite's WAL; kept in the file)."""
        if self._path:
            self._pragma("journal_mode=WAL")

    def write_back(self) -> bool:
        """Bring what was written into SQLite's file itself; False where another program is in the way."""
        return not self._pragma("wal_checkpoint(TRUNCATE)")

    def _pragma(self, what: str) -> Any:
        with self._recording(), closing(self.engine.raw_connection()) as raw:
            require_room(raw.driver_connection)
            (found, *_) = raw.cursor().execute(f"PRAGMA {what}").fetchone()
            return found

    def has_tables(self) -> bool:
        """Whether anything is in the database yet."""
        with self.reading() as connection:
            return bool(tables(connection) or strange_tables(connection))

    def said(self, statement: str) -> str:
        """A statement with the names of this database, and the marks of its driver."""
        return statement.format_map(self._words)

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
    def _recording(self) -> Iterator[None]:
        """While something is recorded, the door of all that is: Unavailable (database-two-names) where two desks would
        lose events by it.

        Connections that can only look are let go of first: there may be room, or the right to write, by now.
        """
        with self._in_office_words():
            if self._path:
                require_one_name(self._path)
            if self._can_only_look:
                self._can_only_look = False
                self.engine.dispose()
            yield

    def require_recordable(self) -> None:
        """Refuse a command that is only tried where one that records would be: Unavailable (database-two-names)."""
        with self._recording():
            pass

    @contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Cursor]:
        """A transaction of the driver's own, the way every event takes; `alone`: of a single statement."""
        with self._recording(), driver_transaction(self.engine, alone=alone) as cursor:
            yield cursor

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """A writing transaction: it holds the database's write lock from its start."""
        with self._recording(), self.engine.connect() as connection:
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
            self._reading.connect().execution_options(reading=True) as connection,
            by_itself(connection.connection.driver_connection) if alone and not self.is_sqlite else nullcontext(),
            connection.begin(),  # and so also ended, whoever spoke to the driver meanwhile
            dropped_if_lost(connection),
        ):
            yield connection


def tables(connection: sa.Connection) -> set[str]:
    """The tables of a ledger; of a server those of ours, by name."""
    return {*sa.inspect(connection).get_table_names(schema_of(connection))}


def strange_tables(connection: sa.Connection) -> set[str]:
    """What else is in a database: of a server the tables in the schema that is there from the start."""
    return set() if connection.dialect.name == "sqlite" else {*sa.inspect(connection).get_table_names("public")}


_OF_FILE = {"schema": "", "text": "?", "bigint": "?"}
_OF_SERVER = {"schema": f"{SCHEMA_NAME}.", "text": "%s::text", "bigint": "%s::bigint"}
"""What stands in a statement for each of its marks."""


class Lock(NamedTuple):
    """The lock on a session: until it is let go nobody else who waited writes. The last event, and its digest."""

    cursor: Cursor
    number: int
    digest: bytes


def take_schema_lock(cursor: Cursor, connections: Connections) -> None:
    """Wait until nobody else changes how the tables are; SQLite's writers have waited at their BEGIN."""
    if not connections.is_sqlite:
        cursor.execute(f"SELECT FROM {SCHEMA_NAME}.{VERSION.name} FOR UPDATE")


def take_locks(cursor: Cursor, connections: Connections, alone: Iterable[str], shared: Iterable[str] = ()) -> None:
    """Wait for the locks on streams that are recorded in, and, shared, for those on others that stay as they are.

    In the order of their names, so that nobody waits in a circle; in one journey. The transaction is to see what was
    committed while it waited, whatever isolation the connection was asked for.
    """
    if connections.is_sqlite:
        return
    alone = {*alone}
    cursor.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
    cursor.executemany(LOCK_STREAM, [(name, name in alone) for name in sorted({*alone, *shared})])
