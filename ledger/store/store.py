"""One database: its log, the texts about people, the evidence and the seals, and writing to them together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.errors import Unavailable
from ledger.errors.visible import visible
from ledger.facts import Envelope, Event
from ledger.facts.free_text import has_texts, kept_texts
from ledger.facts.people import TextErased
from ledger.store import log
from ledger.store.connections import Connections, Lock, take_locks
from ledger.store.evidence import KeptFiles
from ledger.store.homes import refusal_of_replica
from ledger.store.location import sqlite_path
from ledger.store.log import Head, Log, is_name
from ledger.store.tables import KEEP_SEAL, ROWS_AT_ONCE, SEAL, require_schema, require_there
from ledger.store.texts import Texts

Note = tuple[int, str]
"""How many events a seal covers, and the seal as it was printed."""


class Stray(NamedTuple):
    """Where rows are that belong to no session, and what stands there in the place of its name, shown as it can be."""

    table: str
    name: str
    is_name: bool = False
    """Whether it is the name of a session that has no log here."""


def _shown(session: object) -> str:
    return visible(session) if isinstance(session, str) else repr(session)


class KeptSeals:
    """The seals of all sessions in one database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def of(self, session: str) -> list[Note]:
        """The seals of a session, shortest first."""
        with self._connections.reading(alone=True) as connection:
            return self._kept(connection, session)

    def put(self, session: str, size: int, note: str) -> None:
        """Keep a seal that was given out; one that is kept already stays."""
        with self._connections.transaction() as connection:
            take_locks(connection.connection.cursor(), self._connections, [session])
            self.write(connection, session, [(size, note)])

    def write(self, connection: sa.Connection, session: str, notes: Iterable[Note]) -> None:
        """The same, of several, in a transaction that has begun."""
        kept = {*self._kept(connection, session)}
        new = [{"session": session, "size": size, "note": note} for size, note in notes if (size, note) not in kept]
        if new:
            connection.execute(SEAL.insert() if self._connections.is_sqlite else sa.text(KEEP_SEAL), new)

    def sessions(self) -> list[object]:
        """What stands in the place of a session's name: of every seal that is kept, also where its events are gone."""
        with self._connections.reading(alone=True) as connection:
            return list(connection.execute(sa.select(SEAL.c.session).distinct().order_by(SEAL.c.session)).scalars())

    def _kept(self, connection: sa.Connection, session: str) -> list[Note]:
        kept = sa.select(SEAL.c.size, SEAL.c.note).where(SEAL.c.session == session).order_by(SEAL.c.size, SEAL.c.note)
        return [_as_note(row.size, row.note) for row in connection.execute(kept)]


def _as_note(size: Any, note: Any) -> Note:
    """A row of the seals; where the types of a file were taken away, it may be no seal of any size."""
    text = note.decode("utf-8", "surrogateescape") if isinstance(note, bytes) else str(note)
    return (size, text) if isinstance(size, int) and isinstance(note, str) else (0, text)


class Store:
    """One database, open: `log`, `texts`, `files` and `seals` of all its sessions, over the same `connections`."""

    def __init__(self, url: str, *, looking: bool = False) -> None:
        self.url = url
        self.connections = Connections(url, looking=looking)
        self.texts = Texts(self.connections)
        self.log = Log(self.connections, self.texts)
        self.files = KeptFiles(self.connections)
        self.seals = KeptSeals(self.connections)

    def close(self) -> None:
        """Let go of the database."""
        self.connections.close()

    @cached_property
    def login(self) -> str:
        """Who the server knows is speaking to it; '' where the database is a file."""
        if self.connections.is_sqlite:
            return ""
        with self.connections.reading(alone=True) as connection:
            return str(connection.execute(sa.text("SELECT session_user")).scalar())

    def server_time(self) -> int | None:
        """What the server's clock says (µs UTC); None where the database is a file."""
        if self.connections.is_sqlite:
            return None
        with self.connections.reading(alone=True) as connection:
            seconds = connection.execute(sa.text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one()
        return int(seconds * 1_000_000)

    def written_at(self) -> int:
        """When the file was last written to, as its file system says (µs UTC); 0 where there is none."""
        path = sqlite_path(self.url)
        times = [0]
        for each in [path, Path(f"{path}-wal")] if path else []:
            with suppress(OSError):
                times.append(each.stat().st_mtime_ns // 1000)
        return max(times)

    def check_schema(self) -> None:
        """Unavailable where the database is missing, old, new, or no ledger at all."""
        require_there(self.url)
        with self.connections.reading(alone=True) as connection:
            require_schema(connection, self.url)

    def unopened(self) -> list[str]:
        """The streams of which somebody took the first event away, by name."""
        there = {*self.log.streams()}
        return [name for name in self.log.names() if is_name(name) and name not in there]

    def sealed_or_kept(self) -> list[str]:
        """The sessions in the database, oldest first; and those of which the first event is gone, or only seals are
        left.
        """
        sealed = (each for each in self.seals.sessions() if is_name(each))
        return list(dict.fromkeys([*self.log.streams(), *self.unopened(), *sealed]))

    def strays(self) -> Iterator[Stray]:
        """The rows that belong to no session: another thing than a name stands there, or texts, files of no log."""
        for table, found in (("log", self.log.names()), ("seals", self.seals.sessions())):
            yield from (Stray(table, _shown(each)) for each in found if not is_name(each))
        known = {*self.sealed_or_kept()}
        beside = ("texts", self.texts), ("evidence", self.files)
        for table, kept in beside if self.texts.may_be_read() else ():
            yield from (Stray(table, _shown(each), is_name(each)) for each in kept.sessions() if each not in known)

    def append(
        self,
        events: Sequence[Envelope],
        *,
        previous: bytes | None = None,
        lock: Lock | None = None,
        resting_on: Mapping[str, Head] = {},
        files: Mapping[str, Iterable[bytes]] = {},
    ) -> list[Envelope]:
        """Append events that follow number `events[0].number - 1` of their session, with their texts; all or nothing.

        What an event says was erased is erased with it. `files`: the bytes of evidence, by the commitments under which
        the events file it. `previous` is the digest of the event before, where it is
        known: then nothing need be read first. `lock` is the lock
        on the session, if one waited for it. `resting_on`: other streams, each with its last event when the command was
        decided. Returns the events with their digests. Raises Conflict where another desk recorded first
        (heads-moved: in one of those others). What another server keeps can have gone on there and not be heard yet.
        """
        if lock:
            return self._append(lock.cursor, events, previous or lock.digest, resting_on, files)
        alone = previous is not None and len(events) <= ROWS_AT_ONCE and not resting_on
        alone = alone and not any(_beside_the_log(kind) for kind in {type(each.event) for each in events})
        try:
            with self.connections.writing(alone=alone) as cursor:
                return self._append(cursor, events, previous, resting_on, files)
        except Unavailable as refused:
            raise refusal_of_replica(self.connections, refused) from refused

    def _append(
        self,
        cursor: object,
        events: Sequence[Envelope],
        previous: bytes | None,
        resting_on: Mapping[str, Head],
        files: Mapping[str, Iterable[bytes]],
    ) -> list[Envelope]:
        session = events[0].session
        for commitment, parts in files.items():  # on a server before anybody has to wait for the session
            self.files.write(cursor, session, commitment, parts)
        if resting_on:
            take_locks(cursor, self.connections, [session], resting_on)
            log.require_heads(self.connections, cursor, resting_on)
        appended = log.append(self.connections, cursor, events, previous)
        kinds = {kind for kind in {type(each.event) for each in appended} if _beside_the_log(kind)}
        said = [each.event for each in appended if type(each.event) in kinds] if kinds else []
        texts = (text for event in said for _, text in kept_texts(event) if not text.gone)
        self.texts.write(cursor, session, texts, appended[0].number)
        for each in appended:
            if isinstance(each.event, TextErased):
                self.texts.erase(cursor, session, {text.commitment: each.number for text in each.event.texts})
                self.files.erase(cursor, session, [text.commitment for text in each.event.texts])
        return appended

    @contextmanager
    def lock(self, session: str, beside: Iterable[str] = ()) -> Iterator[Lock | None]:
        """Wait for the lock on a session, so that what is read meanwhile still holds when it is appended to.

        `beside`: other streams that are to stay as they are meanwhile. In a file of SQLite it is the lock of all
        writers. None in a ledger in memory, which nobody else has.
        """
        names = [session, *beside]
        if self.connections.is_sqlite and not sqlite_path(self.url):
            yield None
            return
        try:
            with self.connections.writing() as cursor:
                take_locks(cursor, self.connections, names)
                yield Lock(cursor, *log.head(self.connections, cursor, session))
        except Unavailable as refused:
            raise refusal_of_replica(self.connections, refused) from refused


def _beside_the_log(kind: type[Event]) -> bool:
    """Whether events of a kind can bring words to keep beside the log, or take some away."""
    return has_texts(kind) or kind is TextErased
