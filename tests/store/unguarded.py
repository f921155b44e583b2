"""Changing a file as its owner could who means harm: past the triggers, the types and the checks of its tables, which
are all there again afterwards.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

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
