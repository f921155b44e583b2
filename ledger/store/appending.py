"""Appending to the log, within a transaction that has begun.

Correctness rests on the primary key (session, number) alone: two writers of the same number cannot both commit.
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from ledger.errors import Conflict
from ledger.events import Envelope
from ledger.store.chain import GENESIS, Stored, chained
from ledger.store.connections import Connections
from ledger.store.database import Cursor
from ledger.store.record import Columns
from ledger.store.tables import HEAD, INSERT, INSERT_AFTER, ROWS_AT_ONCE

Row = tuple[str, int, str, int, bytes, bytes]
"""A row of the log: the columns of a record, the record, its digest."""


def append(
    connections: Connections, cursor: Cursor, events: Sequence[Envelope], previous: bytes | None
) -> list[Envelope]:
    """Append events that follow number `events[0].number - 1`, whose digest is `previous` where that is known.

    Returns them with their digests. Raises Conflict where another desk recorded first.
    """
    session, first = events[0].session, events[0].number
    known = previous if first > 1 else GENESIS
    if known is None:
        number, known = head(connections, cursor, session)
        if number != first - 1:
            raise _conflict(first)
    appended = list(chained(events, known))
    rows = [row(envelope, stored) for envelope, stored in appended]
    try:
        _insert_after(connections, cursor, rows[0], known)
        insert(connections, cursor, rows[1:])
    except connections.integrity_error as error:
        raise _conflict(first) from error
    return [envelope for envelope, _ in appended]


def head(connections: Connections, cursor: Cursor, session: str) -> tuple[int, bytes]:
    """The number and digest of the last event of a session; 0 and what its first is chained to where there is none."""
    cursor.execute(connections.said(HEAD), (session,))
    number, digest = cursor.fetchone() or (0, GENESIS)
    return number, bytes(digest)


def row(columns: Envelope | Columns, stored: Stored) -> Row:
    """The row an event is stored in."""
    return columns.session, columns.number, columns.command_id, columns.part, *stored


def insert(connections: Connections, cursor: Cursor, rows: Iterable[Row]) -> None:
    """Insert rows, however many."""
    rows = iter(rows)
    while batch := list(islice(rows, ROWS_AT_ONCE)):
        cursor.executemany(connections.said(INSERT), batch)


def _insert_after(connections: Connections, cursor: Cursor, first: Row, previous: bytes) -> None:
    """Insert a row if the one before is there, with its digest; that nothing follows that, the primary key ensures."""
    session, number = first[:2]
    if number == 1:
        cursor.execute(connections.said(INSERT), first)
        return
    cursor.execute(connections.said(INSERT_AFTER), (*first, session, number - 1, previous))
    if not cursor.rowcount:
        raise _conflict(number)


def _conflict(number: int) -> Conflict:
    return Conflict(
        "conflict",
        f"#{number} was recorded by another desk while you were typing; nothing of yours was recorded",
        "look at it with `log`, then try again",
    )
