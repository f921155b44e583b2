"""Changing a ledger as its owner could who means harm: a file past the triggers, the types and the checks of its
tables, a server past the triggers, which fire for him too. All of them are there again afterwards.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from ledger.store import guards
from ledger.store.connections import Connections
from ledger.store.tables import SCHEMA_NAME

_GUARDS = re.compile(r" NOT NULL|\bSTRICT\b")


@contextmanager
def unguarded(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """The same file without them."""
    schema = connection.execute(
        "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('trigger', 'table')"
    ).fetchall()
    tables = {name: sql for name, kind, sql in schema if kind == "table" and sql}
    for name, kind, _ in schema:
        if kind == "trigger":
            connection.execute(f"DROP TRIGGER {name}")
    _define(connection, {name: _GUARDS.sub("", sql) for name, sql in tables.items()})
    connection.execute("PRAGMA ignore_check_constraints = ON")
    yield connection
    _define(connection, tables)
    for _, kind, sql in schema:
        if kind == "trigger":
            connection.execute(sql)
    connection.commit()


def _define(connection: sqlite3.Connection, tables: dict[str, str]) -> None:
    """Have the schema say something else of these tables; what is in them stays as it lies there."""
    connection.commit()
    connection.execute("PRAGMA writable_schema = ON")
    for name, sql in tables.items():
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ? AND type = 'table'", (sql, name))
    connection.commit()
    connection.execute("PRAGMA writable_schema = RESET")  # and has it read anew


_CALLED = [name for name, arguments in guards.SIGNATURES.items() if not arguments]
UNGUARD = tuple(
    f"CREATE OR REPLACE FUNCTION {SCHEMA_NAME}.{name}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
    for name in _CALLED
)
"""Statements by which no trigger of a server refuses anything."""
GUARD = tuple(
    each
    for each in guards.statements(SCHEMA_NAME)
    if each.startswith(tuple(f"CREATE OR REPLACE FUNCTION {SCHEMA_NAME}.{name}()" for name in _CALLED))
)
"""Statements that have them refuse as they should."""


@contextmanager
def unguarded_server(connections: Connections) -> Iterator[sa.Connection]:
    """A transaction past the triggers of a server, in which tables are found without their schema."""
    _do(connections, UNGUARD)
    with connections.transaction() as connection:
        connection.execute(sa.text(f"SET LOCAL search_path = {SCHEMA_NAME}, public"))
        yield connection
    _do(connections, GUARD)


def _do(connections: Connections, statements: tuple[str, ...]) -> None:
    with connections.transaction() as connection:
        for each in statements:
            connection.execute(sa.text(each))
