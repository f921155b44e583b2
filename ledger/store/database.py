"""Opening a database, whichever it is."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Unavailable
from ledger.store.location import KINDS, cautious, sqlite_path
from ledger.store.looking import may_be_written, open_for_looking
from ledger.store.unmoved import require_unmoved

Cursor = Any
"""A cursor of the database's own driver (DB-API 2.0)."""

BUSY_MS = 10_000
"""How long to wait for another program's write lock."""


def open_engine(url: str) -> sa.Engine:
    """An engine on which every transaction says its own BEGIN: readers plainly, writers with the write lock."""
    try:
        path = sqlite_path(url)
        if url.startswith("postgresql"):
            from ledger.store.server import open_server  # its driver is loaded only where there is a server

            return open_server(url)
        if path and path.is_file() and not may_be_written(path):
            engine = open_for_looking(path)
        else:
            engine = sa.create_engine(url, pool_reset_on_return=None)
    except (exc.ArgumentError, ImportError, ValueError) as error:
        raise Unavailable(
            "database-unusable", f"{cautious(url)} is no database this program can open", KINDS
        ) from error
    if engine.dialect.name == "sqlite":
        if path and engine.url.database:
            require_unmoved(engine, path)
        sa.event.listen(engine, "connect", _sqlite_connect)
        sa.event.listen(engine, "begin", _sqlite_begin)
    return engine


def _sqlite_connect(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    connection.text_factory = _tolerant
    connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA secure_delete=ON")  # an erased name is overwritten, not only let go of


def _tolerant(text: bytes) -> str:
    """Text as it is stored: one that was damaged is the chain's to report."""
    return text.decode("utf-8", "surrogateescape")


def _sqlite_begin(connection: sa.Connection) -> None:
    reading = connection.get_execution_options().get("reading")
    connection.connection.cursor().execute("BEGIN" if reading else "BEGIN IMMEDIATE")


def sqlite_note() -> str:
    """The version of SQLite, and a warning where several processes may meet its WAL-reset bug (before 3.51.3)."""
    found = sqlite3.sqlite_version
    old = tuple(map(int, found.split("."))) < (3, 51, 3)
    return f"SQLite {found}" + (": older than 3.51.3, which mended a rare fault with several writers" if old else "")


@contextmanager
def rows_cursor(connection: sa.Connection) -> Iterator[Cursor]:
    """A cursor of the driver's own, for a long log."""
    raw = connection.connection.driver_connection
    assert raw
    if connection.dialect.name == "postgresql":
        with raw.cursor(binary=True) as cursor:
            yield cursor
    else:
        yield raw.cursor()


class CommitFailed(Exception):
    """A commit that came to no good end; its cause is what the driver raised. It may have been recorded."""


@contextmanager
def committing(engine: sa.Engine) -> Iterator[None]:
    """While a commit is under way: whatever goes wrong now is a `CommitFailed`."""
    try:
        yield
    except (exc.DBAPIError, engine.dialect.loaded_dbapi.Error) as error:
        raise CommitFailed from error


@contextmanager
def driver_transaction(engine: sa.Engine, *, alone: bool = False) -> Iterator[Cursor]:
    """A writing transaction on the driver's own terms, for what is done most often: committed at the end, or undone.

    `alone`: it is of a single statement, which a server commits by itself without being asked twice.
    """
    connection = engine.raw_connection()
    try:
        with (
            _by_itself(connection.driver_connection) if alone and engine.dialect.name == "postgresql" else nullcontext()
        ):
            cursor = connection.cursor()
            if engine.dialect.name == "sqlite":
                cursor.execute("BEGIN IMMEDIATE")
            yield cursor
            with committing(engine):
                connection.commit()
    except BaseException:
        try:
            connection.rollback()
        except engine.dialect.loaded_dbapi.Error as error:
            connection.invalidate(error)
        raise
    finally:
        connection.close()


@contextmanager
def _by_itself(raw: Any) -> Iterator[None]:
    """Every statement is a transaction, until this ends; a connection that was lost meanwhile is past that."""
    raw.autocommit = True
    try:
        yield
    finally:
        if not raw.closed:
            raw.autocommit = False


@contextmanager
def dropped_if_lost(connection: sa.Connection) -> Iterator[None]:
    """A connection that the server closed, or that Ctrl-C caught waiting for an answer, is not used again.

    The driver's own cursors do not tell SQLAlchemy of it.
    """
    dialect = connection.dialect
    try:
        yield
    except dialect.loaded_dbapi.Error as error:
        raw = None if connection.invalidated else connection.connection.dbapi_connection
        if raw is not None and dialect.is_disconnect(error, raw, None):
            connection.invalidate(error)
        raise
    except KeyboardInterrupt as interrupt:
        if dialect.name == "postgresql":
            connection.invalidate(interrupt)
        raise
