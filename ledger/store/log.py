"""The log of all sessions: reading events with the chain checked, looking them up unchecked, and appending events.

Many streams are read in few queries, for each costs a round trip to a server. Correctness rests on the primary key
(session, number) alone: two writers of one number cannot both commit. On PostgreSQL rows go through a function of the
owner (`ledger.store.guards`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain as joined
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple, TypeGuard

import sqlalchemy as sa

from ledger.errors import Conflict, Corrupt, Misuse
from ledger.errors.visible import is_plain
from ledger.kernel.fact import Envelope
from ledger.store import chain
from ledger.store.chain import GENESIS, Stored, with_digests
from ledger.store.connections import Connections
from ledger.store.database import Cursor, rows_cursor
from ledger.store.database_errors import is_taken
from ledger.store.record import Columns, opens_tournament, recorded_at
from ledger.store.tables import (
    APPEND_EVENTS,
    EVENT,
    HEAD,
    HEADS,
    INSERT,
    INSERT_TOGETHER,
    INSERTED_TOGETHER,
    LARGEST_NUMBER,
    LOGIN,
    NAMES,
    OPENINGS,
    ORIGINS,
    READ_AT_ONCE,
    RECORDS,
    RECORDS_AND_COLUMNS,
    ROWS_AT_ONCE,
    SCHEMA_NAME,
    SMALLEST_NUMBER,
)
from ledger.store.texts import AllTexts, TextOpener, Texts

Row = tuple[str, int, str, int, bytes, bytes]
"""A row of the log: the columns of a record, the record, its digest."""


def append(
    connections: Connections, cursor: Cursor, events: Sequence[Envelope], previous: bytes | None
) -> list[Envelope]:
    """Append events to their session, and return them with their digests.

    `previous`: the digest of the event before the first, None if unknown. Raises Conflict if another desk recorded
    first.
    """
    session, first = events[0].session, events[0].number
    known = previous if first > 1 else GENESIS
    if known is None or connections.is_sqlite:  # in a file this query costs almost nothing
        number, known = head(connections, cursor, session)
        if number != first - 1:
            raise conflict(first)
    appended = list(with_digests(events, known))
    try:
        insert(connections, cursor, (row(envelope, stored) for envelope, stored in appended), known)
    except connections.driver_error as error:
        if is_taken(error):
            raise conflict(first) from error
        raise
    return [envelope for envelope, _ in appended]


def head(connections: Connections, cursor: Cursor, session: str) -> tuple[int, bytes]:
    """Return the number and digest of the last event of a session; `NOTHING` if the session has no events."""
    cursor.execute(connections.said(HEAD), (session,))
    number, digest = cursor.fetchone() or NOTHING
    return _as_head(number, digest)


def require_heads(connections: Connections, cursor: Cursor, resting_on: "Mapping[str, Head]") -> None:
    """Raise Conflict (heads-moved) if a stream's head is no longer the one given in `resting_on`.

    The caller holds the streams' locks.
    """
    if connections.is_sqlite:
        current = {name: head(connections, cursor, name) for name in resting_on}
    else:  # in one round trip: psycopg sends them in a pipeline
        cursor.executemany(connections.said(HEAD), [(name,) for name in resting_on], returning=True)
        current = {}
        for name in resting_on:
            current[name] = _as_head(*(cursor.fetchone() or NOTHING))
            cursor.nextset()
    moved = {name: current[name] for name, seen in resting_on.items() if current[name] != seen}
    if moved:
        steps = {name: (resting_on[name][0], moved[name][0]) for name in sorted(moved)}
        gone_on = f"{describe_new_events(steps)} while your command was decided; nothing of yours was recorded"
        raise Conflict("heads-moved", gone_on, f"look at it with `log --session {min(moved)}`, then do it again")


def describe_new_events(moved: Mapping[str, tuple[int, int]]) -> str:
    """List the streams with new events, given each one's old and new last number: 'friday went on from #12 to #13'."""
    return ", ".join(f"{name} went on from #{old} to #{new}" for name, (old, new) in moved.items())


def as_digest(value: object) -> bytes:
    """Return a stored digest as bytes; b'' if the column holds a value of another type."""
    return bytes(value) if isinstance(value, bytes | bytearray | memoryview) else b""


def _as_head(number: object, digest: object) -> "Head":
    return number if isinstance(number, int) else 0, as_digest(digest)


def row(columns: Envelope | Columns, stored: Stored) -> Row:
    """Return the row of the event table for an event, made of its columns, record and digest."""
    return columns.session, columns.number, columns.command_id, columns.part, *stored


def insert(connections: Connections, cursor: Cursor, rows: Iterable[Row], previous: bytes) -> None:
    """Insert the rows of one session after the event whose digest is `previous`."""
    rows, at_once = iter(rows), INSERTED_TOGETHER if connections.is_sqlite else ROWS_AT_ONCE
    while batch := list(islice(rows, at_once)):
        if not connections.is_sqlite:
            session, first = batch[0][:2]
            records = b"[%b]" % b",".join(each[4] for each in batch)  # a JSON array; the digests are concatenated
            digests = b"".join(each[5] for each in batch)
            cursor.execute(APPEND_EVENTS, (session, first - 1, previous, records, digests))
        elif len(batch) == at_once:
            cursor.execute(INSERT_TOGETHER, [*joined.from_iterable(batch)])
        else:
            cursor.executemany(INSERT, batch)
        previous = batch[-1][-1]


def conflict(number: int) -> Conflict:
    """Return the error for an event number that another desk recorded first."""
    return Conflict(
        "conflict",
        f"#{number} was recorded by another desk while you were typing; nothing of yours was recorded",
        "look at it with `log`, then try again",
    )


_NAMES_AT_ONCE = 500
"""The most streams named in one query, below every driver's limit of parameters."""


def batches(upto: Mapping[str, int]) -> Iterator[list[str]]:
    """Group streams so that one query can read each group, given each stream's number of events.

    A long stream is a group of its own.
    """
    batch: list[str] = []
    events = 0
    for name, number in upto.items():
        if batch and (events + number > READ_AT_ONCE or len(batch) == _NAMES_AT_ONCE):
            yield batch
            batch, events = [], 0
        batch.append(name)
        events += number
    if batch:
        yield batch


def stored_of_many(connections: Connections, names: Sequence[str]) -> Iterator[tuple[str, list[Stored]]]:
    """Read the named streams in one query; yield each that has events, with its events in stored form, unchecked."""
    named = ", ".join(["{text}"] * len(names))
    question = (
        f"SELECT session, record, digest FROM {{schema}}event WHERE session IN ({named}) ORDER BY session, number"
    )
    with connections.reading(alone=True) as connection, rows_cursor(connection) as cursor:
        cursor.execute(connections.said(question), tuple(names))
        rows = cursor.fetchall()
    for name, events in groupby(rows, itemgetter(0)):
        yield name, [(record, digest) for _, record, digest in events]


def streams_holding(connections: Connections, *texts: str) -> list[str]:
    """Return the names of the streams with an event whose record contains one of the texts.

    Every row of the log is scanned.
    """
    find = "instr(record, :text{})" if connections.is_sqlite else "position(CAST(:text{} AS bytea) IN record)"
    event = "event" if connections.is_sqlite else f"{SCHEMA_NAME}.event"
    condition = " OR ".join(f"{find.format(at)} > 0" for at in range(len(texts)))
    query = sa.text(f"SELECT DISTINCT session FROM {event} WHERE {condition}")
    with connections.reading(alone=True) as connection:
        names = connection.execute(query, {f"text{at}": text.encode() for at, text in enumerate(texts)}).scalars()
        return sorted(filter(is_name, names))


class TextsOfMany:
    """The texts about people in several streams, complete up to a given event of each, read in few queries."""

    def __init__(self, texts: Texts, names: Sequence[str], upto: Mapping[str, int]) -> None:
        self._texts = texts
        self._upto = upto
        self._readable = texts.may_be_read()
        self._erasures = texts.erasures_of_many(names) if self._readable else {}
        self._rows = texts.of_many(names) if self._readable else {}

    def of(self, name: str) -> TextOpener:
        """Return the function that opens the texts of one of the streams."""
        texts, erasures = AllTexts(self._rows.get(name, {}), self._upto[name]), self._erasures.get(name, {})
        return TextOpener(self._texts, name, readable=self._readable, found=texts, erasures=erasures)


StoredRow = tuple[bytes, bytes, int, str, int]
"""The record and digest of an event, and the columns number, command id and part."""

Head = tuple[int, bytes]
"""The number of the last event of a stream, and its digest."""

NOTHING: Head = (0, GENESIS)
"""The head of a stream that does not exist."""


class Origin(NamedTuple):
    """The database login that recorded an event, and the server's time of the transaction that recorded it."""

    login: str
    entered_at: datetime


class _Opening(NamedTuple):
    """The facts in a stream's first event: when it was recorded, and whether it opened a tournament."""

    recorded_at: int
    of_tournament: bool


def _opening_of(record: bytes) -> _Opening:
    return _Opening(recorded_at(record), opens_tournament(record))


def _stored_at(connections: Connections, column: sa.Column[bytes], session: str, number: int) -> bytes | None:
    query = sa.select(column).where(EVENT.c.session == session, EVENT.c.number == number)
    with connections.reading(alone=True) as connection:
        value: bytes | None = connection.execute(query).scalar()
        return value


class Log:
    """The events of all sessions in one database."""

    def __init__(self, connections: Connections, texts: Texts) -> None:
        self._connections = connections
        self._texts = texts
        self._openings: dict[str, _Opening] = {}
        self._opened: dict[str, _Opening] = {}

    # Reading; each raises Corrupt at the first event that is not as it was recorded

    def read(self, session: str, upto: int | None = None) -> Iterator[Envelope]:
        """Yield the events of a session from number 1, up to number `upto` if given."""
        return chain.read(self.stored(session, upto), session, texts=TextOpener(self._texts, session, few=0))

    def read_after(self, session: str, number: int, digest: bytes, upto: int | None = None) -> Iterator[Envelope]:
        """Yield the events of a session after event `number`, whose digest must be `digest`."""
        rows = self._rows(RECORDS, session, number, upto)
        return chain.read(rows, session, number, digest, texts=TextOpener(self._texts, session))

    def read_after_if_kept(
        self, session: str, number: int, digest: bytes, upto: int | None = None
    ) -> Iterator[Envelope] | None:
        """Like `read_after`, but return None if event `number` no longer has the digest `digest`."""
        rows = self._rows(RECORDS, session, number - 1, upto)
        seen = next(rows, None)
        if seen is None or as_digest(seen[1]) != digest:
            return None
        return chain.read(rows, session, number, digest, texts=TextOpener(self._texts, session))

    def read_many(self, upto: Mapping[str, int]) -> Iterator[tuple[str, Iterator[Envelope]]]:
        """Yield each named stream with its events from number 1 up to the given number, in few queries."""
        for name, number in upto.items():
            if number < 1 and self.any_of(name):
                raise _unnumbered(name)
        for names in batches(upto):
            if len(names) == 1:
                yield names[0], self.read(names[0], upto[names[0]])
                continue
            texts = TextsOfMany(self._texts, names, upto)
            for name, rows in stored_of_many(self._connections, names):
                yield name, chain.read(islice(rows, upto[name]), name, texts=texts.of(name))

    def sound(self, session: str, upto: int | None = None) -> Iterator[Stored]:
        """Yield the events of a session in their stored form from number 1, each checked against the chain."""
        return chain.checked_rows(self.stored(session, upto), session)

    def digests(self, session: str, upto: int | None = None) -> list[bytes]:
        """Return the digests of a session's events in order, each checked against its record."""
        return [digest for _, digest in self.sound(session, upto)]

    # Reading, unchecked

    def stored(self, session: str, upto: int | None = None) -> Iterator[Stored]:
        """Yield the events of a session in their stored form, unchecked."""
        return self._rows(RECORDS, session, upto=upto)

    def with_columns(self, session: str, after: int = 0) -> Iterator[StoredRow]:
        """Yield the record, digest, number, command id and part of each event after `after`, unchecked."""
        return self._rows(RECORDS_AND_COLUMNS, session, after)

    def _rows(self, query: str, session: str, after: int = 0, upto: int | None = None) -> Iterator[Any]:
        return joined.from_iterable(self._batches(self._connections.said(query), session, after, upto))

    def _batches(self, query: str, session: str, after: int, upto: int | None) -> Iterator[list[Any]]:
        """Yield the rows of a session in batches; no connection is held between two batches.

        Event numbers have no gaps, so the next batch begins `len(batch)` further on.
        """
        last = LARGEST_NUMBER if upto is None else upto
        while after < last:
            with self._connections.reading(alone=True) as connection, rows_cursor(connection) as cursor:
                cursor.execute(query, (session, after or SMALLEST_NUMBER, last))
                batch = cursor.fetchall()
            if not (batch or after) and self.any_of(session):
                raise _unnumbered(session)
            yield batch
            if len(batch) < READ_AT_ONCE:
                return
            after += len(batch)

    def any_of(self, session: str) -> bool:
        """Return whether a session has any stored event, even if its event 1 is missing."""
        with self._connections.reading(alone=True) as connection:
            query = sa.select(EVENT.c.part).where(EVENT.c.session == session).limit(1)
            return connection.execute(query).first() is not None

    def login_at(self, session: str, number: int) -> str:
        """Return the database login that recorded an event; '' in a file, which has no logins."""
        if self._connections.is_sqlite:
            return ""
        with self._connections.reading(alone=True) as connection:
            return str(connection.execute(LOGIN, {"session": session, "number": number}).scalar())

    def origins(self, session: str) -> list[Origin] | None:
        """Return the login and time that the server noted for each event, in order; None in a file."""
        if self._connections.is_sqlite:
            return None
        with self._connections.reading(alone=True) as connection:
            return [Origin(row.login, row.entered_at) for row in connection.execute(ORIGINS, {"session": session})]

    # Looking up

    def streams(self) -> list[str]:
        """Return the names of all streams with an event 1, sessions and tournaments, oldest first."""
        return list(self._streams())

    def sessions(self) -> list[str]:
        """Return the names of the streams that are sessions, oldest first."""
        return [name for name, opening in self._streams().items() if not opening.of_tournament]

    def tournaments(self) -> list[str]:
        """Return the names of the streams that are tournaments, oldest first."""
        return [name for name, opening in self._streams().items() if opening.of_tournament]

    def is_tournament(self, stream: str) -> bool:
        """Return whether a stream is a tournament; False if the stream does not exist."""
        opening = self._openings.get(stream) or self._opened.get(stream)
        if opening is None and (record := _stored_at(self._connections, EVENT.c.record, stream, 1)) is not None:
            opening = self._opened[stream] = _opening_of(record)
        return opening is not None and opening.of_tournament

    def _streams(self) -> dict[str, _Opening]:
        """Return the facts in each stream's first event, by stream name, the oldest stream first."""
        # openings never change, so they are read again only if the set of streams has changed
        if not self._openings or self._openings.keys() != self.heads().keys():
            with self._connections.reading(alone=True) as connection:
                rows = [row for row in connection.execute(OPENINGS) if is_name(row.session)]
            openings = {row.session: _opening_of(row.first) for row in rows}
            self._openings = dict(sorted(openings.items(), key=lambda each: (each[1].recorded_at, each[0])))
        return self._openings

    def names(self) -> list[object]:
        """Return the distinct values in the log's session column, unchecked; event 1 may be missing."""
        with self._connections.reading(alone=True) as connection:
            return list(connection.execute(NAMES).scalars())

    def heads(self, session: str | None = None) -> dict[str, int]:
        """Return the last event number of each stream with an event 1, or of `session` alone (0 if empty), by name."""
        if session is not None:
            with self._connections.reading(alone=True) as connection:
                return {session: head(self._connections, connection.connection.cursor(), session)[0]}
        return {name: number for name, (number, _) in self.last().items()}

    def last(self) -> dict[str, Head]:
        """Return the number and digest of the last event of every stream with an event 1, by name, in one snapshot."""
        with self._connections.reading(alone=True) as connection:
            rows = connection.execute(HEADS)
            return {row.session: _as_head(row.last, row.digest) for row in rows if is_name(row.session)}

    def digest_at(self, session: str, number: int) -> bytes:
        """Return the stored digest of an event; raise Misuse if the event does not exist."""
        if (digest := _stored_at(self._connections, EVENT.c.digest, session, number)) is None:
            raise Misuse("no-such-event", f"session {session} has no event #{number}", "`log` shows the last ones")
        return digest

    def has(self, session: str, number: int, digest: bytes) -> bool:
        """Return whether event `number` of a session is stored with the digest `digest`."""
        return _stored_at(self._connections, EVENT.c.digest, session, number) == digest

    def of_command(self, session: str, command_id: str) -> list[int]:
        """Return the numbers of the session's events that the command `command_id` recorded; [] if it recorded none."""
        this = (EVENT.c.session == session, EVENT.c.command_id == command_id)
        with self._connections.reading(alone=True) as connection:
            return list(connection.execute(sa.select(EVENT.c.number).where(*this).order_by(EVENT.c.part)).scalars())


def _unnumbered(session: str) -> Corrupt:
    missing = f"event #1 of session {session} is missing: none of its rows has the number of an event"
    return Corrupt("event-missing", missing, chain.compare_hint(1), 1)


def is_name(session: object) -> TypeGuard[str]:
    """Return whether a value of a session column, which may be anything in a damaged file, is a valid name."""
    return isinstance(session, str) and is_plain(session)
