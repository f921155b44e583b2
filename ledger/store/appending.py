"""Appending to the log, within a transaction that has begun.

Correctness rests on the primary key (session, number) alone: two writers of the same number cannot both commit. On
PostgreSQL rows are handed to a function of the owner, which nobody gets round (`ledger.store.guards`).
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from ledger.errors import Conflict
from ledger.events import Envelope
from ledger.store.chain import GENESIS, Stored, chained
from ledger.store.connections import Connections
from ledger.store.database import Cursor
from ledger.store.database_errors import CONFLICT_STATES
from ledger.store.record import Columns
from ledger.store.tables import APPEND_EVENTS, HEAD, INSERT, ROWS_AT_ONCE

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
    if known is None or connections.is_sqlite:  # a look costs nothing in a file
        number, known = head(connections, cursor, session)
        if number != first - 1:
            raise conflict(first)
    appended = list(chained(events, known))
    try:
        insert(connections, cursor, (row(envelope, stored) for envelope, stored in appended), known)
    except connections.driver_error as error:
        if isinstance(error, connections.integrity_error) or getattr(error, "sqlstate", None) in CONFLICT_STATES:
            raise conflict(first) from error
        raise
    return [envelope for envelope, _ in appended]


def head(connections: Connections, cursor: Cursor, session: str) -> tuple[int, bytes]:
    """The number and digest of the last event of a session; 0 and what its first is chained to where there is none."""
    cursor.execute(connections.said(HEAD), (session,))
    number, digest = cursor.fetchone() or (0, GENESIS)
    return number, bytes(digest)


def row(columns: Envelope | Columns, stored: Stored) -> Row:
    """The row an event is stored in."""
    return columns.session, columns.number, columns.command_id, columns.part, *stored


def insert(connections: Connections, cursor: Cursor, rows: Iterable[Row], previous: bytes) -> None:
    """Insert rows of one session, however many, that follow an event whose digest this is."""
    rows = iter(rows)
    while batch := list(islice(rows, ROWS_AT_ONCE)):
        if connections.is_sqlite:
            cursor.executemany(INSERT, batch)
        else:
            _call_append(cursor, batch, previous)
        previous = batch[-1][-1]


def _call_append(cursor: Cursor, batch: Sequence[Row], previous: bytes) -> None:
    """Hand rows to the server's function: the records as one JSON array, the digests one after the other."""
    session, first = batch[0][:2]
    records = b"[%b]" % b",".join(each[4] for each in batch)
    cursor.execute(APPEND_EVENTS, (session, first - 1, previous, records, b"".join(each[5] for each in batch)))


def conflict(number: int) -> Conflict:
    """What is said where another desk has recorded this number."""
    return Conflict(
        "conflict",
        f"#{number} was recorded by another desk while you were typing; nothing of yours was recorded",
        "look at it with `log`, then try again",
    )
