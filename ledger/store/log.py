"""The log: the events of all sessions, read with the chain checked on the way, looked up without reading, and appended
to, within a transaction that has begun.

The logs of many streams are read in few questions: what a server is asked costs a journey each time, however short it
is.

Correctness rests on the primary key (session, number) alone: two writers of the same number cannot both commit. On
PostgreSQL rows are handed to a function of the owner, which nobody gets round (`ledger.store.guards`).
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
from ledger.store.chain import GENESIS, Stored, chained
from ledger.store.connections import Connections
from ledger.store.database import Cursor, rows_cursor
from ledger.store.database_errors import is_there_already
from ledger.store.record import Columns, opens_tournament, recorded_at
from ledger.store.tables import (
    APPEND_EVENTS,
    BEFORE_ALL,
    EVENT,
    HEAD,
    HEADS,
    INSERT,
    INSERT_TOGETHER,
    INSERTED_TOGETHER,
    LOGIN,
    NAMES,
    NO_END,
    OPENINGS,
    ORIGINS,
    READ_AT_ONCE,
    RECORDS,
    RECORDS_AND_COLUMNS,
    ROWS_AT_ONCE,
    SCHEMA_NAME,
)
from ledger.store.texts import AllTexts, OpenedTexts, Texts

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
        if is_there_already(error):
            raise conflict(first) from error
        raise
    return [envelope for envelope, _ in appended]


def head(connections: Connections, cursor: Cursor, session: str) -> tuple[int, bytes]:
    """The number and digest of the last event of a session; 0 and what its first is chained to where there is none."""
    cursor.execute(connections.said(HEAD), (session,))
    number, digest = cursor.fetchone() or NOTHING
    return _as_head(number, digest)


def require_heads(connections: Connections, cursor: Cursor, resting_on: "Mapping[str, Head]") -> None:
    """Conflict (heads-moved) where a stream does not stand where it was looked at; its lock is held."""
    if connections.is_sqlite:
        now = {name: head(connections, cursor, name) for name in resting_on}
    else:  # in one journey: psycopg sends them in a pipeline
        cursor.executemany(connections.said(HEAD), [(name,) for name in resting_on], returning=True)
        now = {}
        for name in resting_on:
            now[name] = _as_head(*(cursor.fetchone() or NOTHING))
            cursor.nextset()
    moved = {name: now[name] for name, then in resting_on.items() if now[name] != then}
    if moved:
        steps = {name: (resting_on[name][0], moved[name][0]) for name in sorted(moved)}
        gone_on = f"{went_on(steps)} while this was decided on it; nothing of yours was recorded"
        raise Conflict("heads-moved", gone_on, f"look at it with `log --session {min(moved)}`, then do it again")


def went_on(moved: Mapping[str, tuple[int, int]]) -> str:
    """'friday went on from #12 to #13': how far streams had come, and have."""
    return ", ".join(f"{name} went on from #{then} to #{now}" for name, (then, now) in moved.items())


def as_digest(value: object) -> bytes:
    """A digest as it is stored; nothing where a file holds a value of another type: the chain says where."""
    return bytes(value) if isinstance(value, bytes | bytearray | memoryview) else b""


def _as_head(number: object, digest: object) -> "Head":
    return number if isinstance(number, int) else 0, as_digest(digest)


def row(columns: Envelope | Columns, stored: Stored) -> Row:
    """The row an event is stored in."""
    return columns.session, columns.number, columns.command_id, columns.part, *stored


def insert(connections: Connections, cursor: Cursor, rows: Iterable[Row], previous: bytes) -> None:
    """Insert rows of one session, however many, that follow an event whose digest this is."""
    rows, at_once = iter(rows), INSERTED_TOGETHER if connections.is_sqlite else ROWS_AT_ONCE
    while batch := list(islice(rows, at_once)):
        if not connections.is_sqlite:
            session, first = batch[0][:2]
            records = b"[%b]" % b",".join(each[4] for each in batch)  # one JSON array; the digests one after the other
            digests = b"".join(each[5] for each in batch)
            cursor.execute(APPEND_EVENTS, (session, first - 1, previous, records, digests))
        elif len(batch) == at_once:
            cursor.execute(INSERT_TOGETHER, [*joined.from_iterable(batch)])
        else:
            cursor.executemany(INSERT, batch)
        previous = batch[-1][-1]


def conflict(number: int) -> Conflict:
    """What is said where another desk has recorded this number."""
    return Conflict(
        "conflict",
        f"#{number} was recorded by another desk while you were typing; nothing of yours was recorded",
        "look at it with `log`, then try again",
    )


_NAMES_AT_ONCE = 500
"""Fewer than any driver takes in one question."""


def batches(upto: Mapping[str, int]) -> Iterator[list[str]]:
    """The streams, by their numbers of events, so many together as are read at once; a long one is alone."""
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
    """Every event of these streams as it is stored, stream by stream."""
    named = ", ".join(["{text}"] * len(names))
    question = (
        f"SELECT session, record, digest FROM {{schema}}event WHERE session IN ({named}) ORDER BY session, number"
    )
    with connections.reading(alone=True) as connection, rows_cursor(connection) as cursor:
        cursor.execute(connections.said(question), tuple(names))
        rows = cursor.fetchall()
    for name, own in groupby(rows, itemgetter(0)):
        yield name, [(record, digest) for _, record, digest in own]


def streams_holding(connections: Connections, *texts: str) -> list[str]:
    """The streams that have an event whose record holds one of these texts: every row is looked at."""
    find = "instr(record, :text{})" if connections.is_sqlite else "position(CAST(:text{} AS bytea) IN record)"
    event = "event" if connections.is_sqlite else f"{SCHEMA_NAME}.event"
    held = " OR ".join(f"{find.format(at)} > 0" for at in range(len(texts)))
    query = sa.text(f"SELECT DISTINCT session FROM {event} WHERE {held}")
    with connections.reading(alone=True) as connection:
        found = connection.execute(query, {f"text{at}": text.encode() for at, text in enumerate(texts)}).scalars()
        return sorted(filter(is_name, found))


class TextsOfMany:
    """The words of many streams, each up to an event that is there, all of them asked for at once."""

    def __init__(self, texts: Texts, names: Sequence[str], upto: Mapping[str, int]) -> None:
        self._texts = texts
        self._upto = upto
        self._readable = texts.may_be_read()
        self._erasures = texts.erasures_of_many(names) if self._readable else {}
        self._rows = texts.of_many(names) if self._readable else {}

    def of(self, name: str) -> OpenedTexts:
        """Those of one of them."""
        found, erasures = AllTexts(self._rows.get(name, {}), self._upto[name]), self._erasures.get(name, {})
        return OpenedTexts(self._texts, name, readable=self._readable, found=found, erasures=erasures)


StoredRow = tuple[bytes, bytes, int, str, int]
"""Record and digest of an event; its number, command id and part as they stand beside it."""

Head = tuple[int, bytes]
"""The number of the last event of a stream, and its digest."""

NOTHING: Head = (0, GENESIS)
"""The head of a stream that is not there."""


class Origin(NamedTuple):
    """Whence an event came: from which login, and when the server took it in, alike for all of one transaction."""

    login: str
    entered_at: datetime


class _Opening(NamedTuple):
    """How a stream begins: when that was recorded, and whether it opened a tournament."""

    recorded_at: int
    of_tournament: bool


def _opening_of(record: bytes) -> _Opening:
    return _Opening(recorded_at(record), opens_tournament(record))


def _stored_at(connections: Connections, column: sa.Column[bytes], session: str, number: int) -> bytes | None:
    """What a column holds of one event, asked of its stream alone."""
    query = sa.select(column).where(EVENT.c.session == session, EVENT.c.number == number)
    with connections.reading(alone=True) as connection:
        found: bytes | None = connection.execute(query).scalar()
        return found


class Log:
    """The events of all sessions in one database."""

    def __init__(self, connections: Connections, texts: Texts) -> None:
        self._connections = connections
        self._texts = texts
        self._openings: dict[str, _Opening] = {}
        self._opened: dict[str, _Opening] = {}

    # Reading; each raises Corrupt at the first event that is not as it was recorded

    def read(self, session: str, upto: int | None = None) -> Iterator[Envelope]:
        """The events of a session from number 1."""
        return chain.read(self.stored(session, upto), session, texts=OpenedTexts(self._texts, session, few=0))

    def read_after(self, session: str, number: int, digest: bytes, upto: int | None = None) -> Iterator[Envelope]:
        """The events of a session after one that was seen, whose digest this is."""
        rows = self._rows(RECORDS, session, number, upto)
        return chain.read(rows, session, number, digest, texts=OpenedTexts(self._texts, session))

    def read_on(self, session: str, number: int, digest: bytes, upto: int | None = None) -> Iterator[Envelope] | None:
        """The same, in one question with whether the event is still there that was seen; None where it is not."""
        rows = self._rows(RECORDS, session, number - 1, upto)
        seen = next(rows, None)
        if seen is None or as_digest(seen[1]) != digest:
            return None
        return chain.read(rows, session, number, digest, texts=OpenedTexts(self._texts, session))

    def read_many(self, upto: Mapping[str, int]) -> Iterator[tuple[str, Iterator[Envelope]]]:
        """The events of several streams from number 1 up to one in each, in few questions."""
        for name in (each for each, number in upto.items() if number < 1 and self.any_of(each)):
            raise _unnumbered(name)
        for names in batches(upto):
            if len(names) == 1:
                yield names[0], self.read(names[0], upto[names[0]])
                continue
            texts = TextsOfMany(self._texts, names, upto)
            for name, rows in stored_of_many(self._connections, names):
                yield name, chain.read(islice(rows, upto[name]), name, texts=texts.of(name))

    def sound(self, session: str, upto: int | None = None) -> Iterator[Stored]:
        """The events of a session as they are stored, from number 1."""
        return chain.sound(self.stored(session, upto), session)

    def digests(self, session: str, upto: int | None = None) -> list[bytes]:
        """The digests of a session's events in order, each worked out again."""
        return [digest for _, digest in self.sound(session, upto)]

    # Reading, unchecked

    def stored(self, session: str, upto: int | None = None) -> Iterator[Stored]:
        """The events of a session as they are stored."""
        return self._rows(RECORDS, session, upto=upto)

    def with_columns(self, session: str, after: int = 0) -> Iterator[StoredRow]:
        """The events of a session after one, as they are stored, each with what stands beside it in the database."""
        return self._rows(RECORDS_AND_COLUMNS, session, after)

    def _rows(self, query: str, session: str, after: int = 0, upto: int | None = None) -> Iterator[Any]:
        return joined.from_iterable(self._batches(self._connections.said(query), session, after, upto))

    def _batches(self, query: str, session: str, after: int, upto: int | None) -> Iterator[list[Any]]:
        """Rows in batches, and nothing held between them: what is behind never changes.

        Their numbers have no gaps; whoever checks them stops at the first.
        """
        last = NO_END if upto is None else upto
        while after < last:
            with self._connections.reading(alone=True) as connection, rows_cursor(connection) as cursor:
                cursor.execute(query, (session, after or BEFORE_ALL, last))
                batch = cursor.fetchall()
            if not (batch or after) and self.any_of(session):
                raise _unnumbered(session)
            yield batch
            if len(batch) < READ_AT_ONCE:
                return
            after += len(batch)

    def any_of(self, session: str) -> bool:
        """Whether there is any event of a session, be it not the first."""
        with self._connections.reading(alone=True) as connection:
            one = sa.select(EVENT.c.part).where(EVENT.c.session == session).limit(1)
            return connection.execute(one).first() is not None

    def login_at(self, session: str, number: int) -> str:
        """From which login of the server an event came; '' in a file."""
        if self._connections.is_sqlite:
            return ""
        with self._connections.reading(alone=True) as connection:
            return str(connection.execute(LOGIN, {"session": session, "number": number}).scalar())

    def origins(self, session: str) -> list[Origin] | None:
        """Whence each event came, from number 1; None of a file, to which nobody logs in."""
        if self._connections.is_sqlite:
            return None
        with self._connections.reading(alone=True) as connection:
            return [Origin(row.login, row.entered_at) for row in connection.execute(ORIGINS, {"session": session})]

    # Looking up

    def streams(self) -> list[str]:
        """The streams in the database, oldest first: its sessions, and its tournaments, which are kept as those are."""
        return list(self._streams())

    def sessions(self) -> list[str]:
        """Those of the streams that are sessions, oldest first."""
        return [name for name, opening in self._streams().items() if not opening.of_tournament]

    def tournaments(self) -> list[str]:
        """Those of the streams that are tournaments, oldest first."""
        return [name for name, opening in self._streams().items() if opening.of_tournament]

    def is_tournament(self, stream: str) -> bool:
        """Whether a stream is a tournament: asked only once of one that is known, for what is written stays."""
        opening = self._openings.get(stream) or self._opened.get(stream)
        if opening is None and (record := _stored_at(self._connections, EVENT.c.record, stream, 1)) is not None:
            opening = self._opened[stream] = _opening_of(record)
        return opening is not None and opening.of_tournament

    def _streams(self) -> dict[str, _Opening]:
        """How each stream begins, oldest first: asked again where there is one more, for what is written stays."""
        if not self._openings or self._openings.keys() != self.heads().keys():
            with self._connections.reading(alone=True) as connection:
                rows = [row for row in connection.execute(OPENINGS) if is_name(row.session)]
            found = {row.session: _opening_of(row.first) for row in rows}
            self._openings = dict(sorted(found.items(), key=lambda each: (each[1].recorded_at, each[0])))
        return self._openings

    def names(self) -> list[object]:
        """What stands in the place of a session's name: of every event, also where the first of its session is gone."""
        with self._connections.reading(alone=True) as connection:
            return list(connection.execute(NAMES).scalars())

    def heads(self, session: str | None = None) -> dict[str, int]:
        """The number of the last event of a session, or of every session: found in the index, however long the log."""
        if session is not None:
            with self._connections.reading(alone=True) as connection:
                return {session: head(self._connections, connection.connection.cursor(), session)[0]}
        return {name: number for name, (number, _) in self.last().items()}

    def last(self) -> dict[str, Head]:
        """The last event of every stream, at one moment: one question, however many there are."""
        with self._connections.reading(alone=True) as connection:
            rows = connection.execute(HEADS)
            return {row.session: _as_head(row.last, row.digest) for row in rows if is_name(row.session)}

    def digest_at(self, session: str, number: int) -> bytes:
        """The digest an event is stored with; Misuse where there is no such event."""
        if (found := _stored_at(self._connections, EVENT.c.digest, session, number)) is None:
            raise Misuse("no-such-event", f"session {session} has no event #{number}", "`log` shows the last ones")
        return found

    def has(self, session: str, number: int, digest: bytes) -> bool:
        """Whether an event is there, with this digest."""
        return _stored_at(self._connections, EVENT.c.digest, session, number) == digest

    def of_command(self, session: str, command_id: str) -> list[int]:
        """The numbers of the events a command id was recorded with."""
        this = (EVENT.c.session == session, EVENT.c.command_id == command_id)
        with self._connections.reading(alone=True) as connection:
            return list(connection.execute(sa.select(EVENT.c.number).where(*this).order_by(EVENT.c.part)).scalars())


def _unnumbered(session: str) -> Corrupt:
    """What is said where there are rows of a session, and none has a number of an event."""
    missing = f"event #1 of session {session} is missing: what is kept of it has no number of an event"
    return Corrupt("event-missing", missing, chain.intact(1), 1)


def is_name(session: object) -> TypeGuard[str]:
    """Whether what stands in the place of a session's name is one: without its types a file keeps anything."""
    return isinstance(session, str) and is_plain(session)
