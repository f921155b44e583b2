"""How a database is spoken to: by SQLAlchemy, or, for what is done most often, by the driver itself over SQLAlchemy's connections."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from ledger.store.database import Cursor, driver_transaction, dropped_if_lost, open_engine, sqlite_path
from ledger.store.database_errors import told


class Connections:
    """One database, its connections and transactions; every trouble is told in the office's words."""

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

    def said(self, statement: str) -> str:
        """A statement with the marks of the driver."""
        return statement if self.engine.dialect.name == "sqlite" else statement.replace("?", "%s")

    @property
    def _driver_error(self) -> type[Exception]:
        """What the driver raises where SQLAlchemy does not stand between."""
        found: type[Exception] = self.engine.dialect.loaded_dbapi.Error
        return found

    @contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Cursor]:
        """A transaction of the driver's own, the way every event takes; `alone`: of a single statement."""
        with told(self.url, self._driver_error), driver_transaction(self.engine, alone=alone) as cursor:
            yield cursor

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """A writing transaction: it holds the database's write lock from its start."""
        with told(self.url, self._driver_error), self.engine.begin() as connection, dropped_if_lost(connection):
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that only looks."""
        with (
            told(self.url, self._driver_error),
            self.engine.connect().execution_options(reading=True) as connection,
            connection.begin(),  # and so also ended, whoever spoke to the driver meanwhile
            dropped_if_lost(connection),
        ):
            yield connection
