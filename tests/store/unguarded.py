"""Changing a file as its owner could who means harm: past the triggers, which are there again afterwards."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unguarded(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """The same file without its triggers."""
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    yield connection
    for _, made in triggers:
        connection.execute(made)
    connection.commit()
