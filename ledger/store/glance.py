"""A glance at a SQLite ledger while somebody types: by the driver alone, read-only, within a blink, and never an error.

What is read is not checked, and may be short: it is offered to who types, who sees what he takes. Where nobody has the
file open, nothing is made beside it (`immutable=1`, sqlite.org/uri.html); where somebody has, its -wal is read too. Of
a server nothing is read: a Tab waits for no network.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any, NamedTuple, TypeVar

A = TypeVar("A")

_TROUBLE = (sqlite3.Error, OSError, ValueError, TypeError, RecursionError)
_BLINK_NS = 150_000_000
_STEPS = 1_000
"""Of SQLite's own machine, between two looks at the clock."""
_SESSIONS = "SELECT session FROM event WHERE number = 1 ORDER BY session"
_TOURNAMENTS = "SELECT session FROM event WHERE number = 1 AND instr(record, ?) ORDER BY session"
_HOLDING = "SELECT record FROM event WHERE session = ? AND instr(record, ?) ORDER BY number"


Body = dict[str, object]
"""What an event says, as it lies there."""


class RawEvent(NamedTuple):
    """An event as it lies there: its number, the name of its kind, without the version, and its body."""

    number: int
    kind: str
    body: Body


def sessions(where: str) -> list[str]:
    """The sessions of a ledger; none of what is no file of one."""
    return list(_read(where, str, _SESSIONS))


def tournaments(where: str) -> list[str]:
    """The tournaments of a ledger: the streams that one opened."""
    return list(_read(where, str, _TOURNAMENTS, b'"tournament-opened/'))


def events(where: str, session: str, holding: str) -> list[RawEvent]:
    """The events of a session whose records hold a text, in their order: as many as can be read in a blink."""
    return list(_read(where, _glanced, _HOLDING, session, holding.encode()))


def _glanced(record: bytes) -> RawEvent:
    _session, number, name, body, *_ = json.loads(record)
    return RawEvent(int(number), str(name).partition("/")[0], dict(body))


def _read(where: str, read: Callable[[Any], A], query: str, *values: object) -> Iterator[A]:
    """What is read of the first column of a query until the blink is over; whatever goes wrong ends it, unsaid."""
    path, until = _path(where), time.monotonic_ns() + _BLINK_NS
    if path is None or not os.path.isfile(path):
        return
    how = "mode=ro" if os.path.exists(f"{path}-wal") else "mode=ro&immutable=1"
    with suppress(*_TROUBLE), closing(sqlite3.connect(f"{_uri(path)}?{how}", uri=True, timeout=0)) as file:
        file.set_progress_handler(lambda: time.monotonic_ns() > until, _STEPS)
        for (column,) in file.execute(query, values):
            yield read(column)


def _uri(path: str) -> str:
    """The file as SQLite reads a URI (sqlite.org/uri.html, 3.1), without what it takes to load a library of URLs."""
    named = os.path.abspath(path).replace(os.sep, "/")
    for mark in "%?#":
        named = named.replace(mark, f"%{ord(mark):02x}")
    return f"file:{'' if named.startswith('/') else '/'}{named}"


def _path(where: str) -> str | None:
    """The file a ledger is in; None for a server."""
    if "://" not in where:
        return where
    kind, _, rest = where.partition("://")
    return rest.partition("?")[0][1:] or None if kind.startswith("sqlite") else None
