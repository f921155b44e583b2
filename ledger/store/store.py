"""One database: its log, texts, evidence and seals, writing to them together, and following the log.

A `Subscription` yields every event of one or all sessions exactly once and in order, while desks record. A position,
the number and digest of the last event seen, is kept outside the database.

    follower = Subscription(store, "thursday", after={"thursday": 207})
    for recorded in follower.new():      # what was recorded since; call it again, and again
        ...
    write_positions(path, follower.positions)   # and go on from there another day: after=read_positions(path)

Polling by (session, number) suffices: numbers have no gaps and follow the order of commits. The digest stands for all
events up to its own, so that one query tells a truncated copy, a restored backup or another history.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.bounds.files import POSITIONS
from ledger.errors import Corrupt, Misuse
from ledger.errors.visible import visible
from ledger.files import read_file
from ledger.kernel.fact import Envelope, Event
from ledger.kernel.free_text import has_texts, kept_texts
from ledger.store import log
from ledger.store.chain import GENESIS
from ledger.store.connections import Connections, Lock, take_locks
from ledger.store.log import Head, Log, is_name
from ledger.store.made import file_lines, require_own_tables, require_version_table
from ledger.store.own_files import sqlite_path, write_whole
from ledger.store.tables import KEEP_SEAL, LARGEST_NUMBER, ROWS_AT_ONCE, SEAL, require_database, require_schema
from ledger.store.texts import KeptFiles, Texts
from ledger.subjects.people.facts import TextErased

Note = tuple[int, str]
"""The number of events that a seal covers, and the seal's text."""


class Stray(NamedTuple):
    """Rows that belong to no session: their table, and the value of their session column (`name`)."""

    table: str
    name: str
    is_name: bool = False
    """True if the value is a valid name, but no session of this name has a log here."""


def _shown(session: object) -> str:
    return visible(session) if isinstance(session, str) else repr(session)


class KeptSeals:
    """The seals of all sessions in one database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def of(self, session: str) -> list[Note]:
        """Return the seals of a session, ordered by the number of events that each covers (0: the row is no seal)."""
        with self._connections.reading(alone=True) as connection:
            return self._kept(connection, session)

    def put(self, session: str, size: int, note: str) -> None:
        """Store a published seal over the first `size` events of a session, unless it is stored already."""
        with self._connections.transaction() as connection:
            take_locks(connection.connection.cursor(), self._connections, [session])
            self.write(connection, session, [(size, note)])

    def write(self, connection: sa.Connection, session: str, notes: Iterable[Note]) -> None:
        """Store those of the given seals that are not stored yet, within an open transaction."""
        stored = {*self._kept(connection, session)}
        new = [{"session": session, "size": size, "note": note} for size, note in notes if (size, note) not in stored]
        if new:
            connection.execute(SEAL.insert() if self._connections.is_sqlite else KEEP_SEAL, new)

    def sessions(self) -> list[object]:
        """Return the distinct values in the seals' session column; sessions without events may be among them."""
        with self._connections.reading(alone=True) as connection:
            return list(connection.execute(sa.select(SEAL.c.session).distinct().order_by(SEAL.c.session)).scalars())

    def _kept(self, connection: sa.Connection, session: str) -> list[Note]:
        query = sa.select(SEAL.c.size, SEAL.c.note).where(SEAL.c.session == session).order_by(SEAL.c.size, SEAL.c.note)
        notes = list[Note]()
        for size, note in connection.execute(query):
            # a SQLite file whose column types were removed keeps any value; size 0 marks a row that is no seal
            text = note.decode("utf-8", "surrogateescape") if isinstance(note, bytes) else str(note)
            notes.append((size, text) if isinstance(size, int) and isinstance(note, str) else (0, text))
        return notes


class Store:
    """An open database: the log, texts, evidence files and seals of all its sessions."""

    def __init__(self, url: str, *, looking: bool = False) -> None:
        self.url = url
        self.connections = Connections(url, looking=looking)
        self.texts = Texts(self.connections)
        self.log = Log(self.connections, self.texts)
        self.files = KeptFiles(self.connections)
        self.seals = KeptSeals(self.connections)

    def close(self) -> None:
        """Close all connections to the database."""
        self.connections.close()

    @cached_property
    def login(self) -> str:
        """The database login of this desk; '' for a file."""
        if self.connections.is_sqlite:
            return ""
        with self.connections.reading(alone=True) as connection:
            return str(connection.execute(sa.text("SELECT session_user")).scalar())

    def server_time(self) -> int:
        """Return the time of the database server's clock (µs UTC)."""
        with self.connections.reading(alone=True) as connection:
            seconds = connection.execute(sa.text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one()
        return int(seconds * 1_000_000)

    def newest_change_at(self) -> datetime | None:
        """Return when the newest change received by a standby server was committed; None if no standby."""
        if self.connections.is_sqlite:
            return None
        with self.connections.reading(alone=True) as connection:
            newest: datetime | None = connection.execute(sa.text("SELECT pg_last_xact_replay_timestamp()")).scalar()
        return newest

    def openly_accessible_name(self) -> str:
        """Return the database's name if every role of the server may connect to it; "" if not."""
        if self.connections.is_sqlite:
            return ""
        with self.connections.reading(alone=True) as connection:
            return str(connection.execute(_OPEN_TO_ALL).scalar() or "")

    def check_schema(self) -> None:
        """Raise Unavailable if the database is missing, old, new or no ledger, Corrupt if a table was replaced."""
        require_database(self.url)
        with self.connections.reading(alone=True) as connection:
            lines = file_lines(connection) if self.connections.is_sqlite else []
            require_version_table(lines, self.url)
            require_schema(connection, self.url)
            if lines:
                require_own_tables(lines, self.url)

    def unopened(self) -> list[str]:
        """Return the names of the streams that have events, but no event 1."""
        opened = {*self.log.streams()}
        return [name for name in self.log.names() if is_name(name) and name not in opened]

    def known_streams(self) -> list[str]:
        """Return all streams, oldest first; then those without event 1, and those that have only seals."""
        sealed = (each for each in self.seals.sessions() if is_name(each))
        return list(dict.fromkeys([*self.log.streams(), *self.unopened(), *sealed]))

    def strays(self) -> Iterator[Stray]:
        """Yield each value of a session column that is no valid name, or under which only texts or evidence are stored.

        Texts and evidence are left out if the login may not read them.
        """
        for table, names in (("log", self.log.names()), ("seals", self.seals.sessions())):
            yield from (Stray(table, _shown(each)) for each in names if not is_name(each))
        known = {*self.known_streams()}
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
        """Append events to their session, with their texts and evidence, all or nothing.

        `previous` is the digest of the event before, if known, which saves a query. `lock` is the lock on the session,
        if the caller holds it. `resting_on`: other streams with their heads when the command was decided. `files`: the
        bytes of evidence, by commitment. Texts and files that an event erased are deleted. Returns the events with
        their digests. Raises Conflict if another desk recorded first (heads-moved: in one of `resting_on`).
        """
        if lock:
            return self._append(lock.cursor, events, previous or lock.digest, resting_on, files)
        alone = previous is not None and len(events) <= ROWS_AT_ONCE and not resting_on
        alone = alone and not any(_changes_texts(kind) for kind in {type(each.event) for each in events})
        with self.connections.writing(alone=alone) as cursor:
            return self._append(cursor, events, previous, resting_on, files)

    def _append(
        self,
        cursor: object,
        events: Sequence[Envelope],
        previous: bytes | None,
        resting_on: Mapping[str, Head],
        files: Mapping[str, Iterable[bytes]],
    ) -> list[Envelope]:
        session = events[0].session
        for commitment, parts in files.items():  # before the session is locked, so that nobody waits for the transfer
            self.files.write(cursor, session, commitment, parts)
        if resting_on:
            take_locks(cursor, self.connections, [session], resting_on)
            log.require_heads(self.connections, cursor, resting_on)
        appended = log.append(self.connections, cursor, events, previous)
        kinds = {kind for kind in {type(each.event) for each in appended} if _changes_texts(kind)}
        with_texts = [each for each in appended if type(each.event) in kinds] if kinds else []
        texts = (text for each in with_texts for _, text in kept_texts(each.event) if not text.gone)
        self.texts.write(cursor, session, texts, appended[0].number)
        for envelope in with_texts:
            if isinstance(erasure := envelope.event, TextErased):
                self.texts.erase(cursor, session, {text.commitment: envelope.number for text in erasure.texts})
                self.files.erase(cursor, session, [text.commitment for text in erasure.texts])
        return appended

    @contextmanager
    def lock(self, session: str, beside: Iterable[str] = ()) -> Iterator[Lock | None]:
        """Hold the lock on a session, so that nobody else appends to it until the block ends.

        `beside`: other streams to lock with it. A SQLite file has one lock for all writers. Yields None for a ledger in
        memory, which no other desk can open.
        """
        names = [session, *beside]
        if self.connections.is_sqlite and not sqlite_path(self.url):
            yield None
            return
        with self.connections.writing() as cursor:
            take_locks(cursor, self.connections, names)
            yield Lock(cursor, *log.head(self.connections, cursor, session))


_OPEN_TO_ALL = sa.text("""
    SELECT quote_ident(datname) FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba)))
    WHERE datname = current_database() AND grantee = 0 AND privilege_type = 'CONNECT'
""")


def _changes_texts(kind: type[Event]) -> bool:
    """Return whether events of a kind can add texts about people, or erase them."""
    return has_texts(kind) or kind is TextErased


class Position(NamedTuple):
    """The last event of a session that a `Subscription` has read: its number and digest."""

    number: int
    digest: bytes


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_NUMBER)]
    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


_FILE = msgspec.json.Decoder(dict[str, _Line])


def read_positions(path: Path) -> dict[str, Position]:
    """Read the positions in a file, by session; {} if the file does not exist.

    Raises Misuse (bad-file) if the file holds no positions.
    """
    try:
        lines = _FILE.decode(read_file(path, POSITIONS))
        return {session: Position(each.number, bytes.fromhex(each.digest)) for session, each in lines.items()}
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError, ValueError, RecursionError) as error:
        text = f"{path} is not a file that `--position` wrote: {getattr(error, 'strerror', None) or error}"
        raise Misuse("bad-file", text, "name such a file, or one that does not exist yet") from None


def write_positions(path: Path, positions: Mapping[str, Position]) -> None:
    """Write positions to a file, durably and atomically; raise OSError if that fails."""
    lines = {session: _Line(each.number, each.digest.hex()) for session, each in sorted(positions.items())}
    write_whole(path, msgspec.json.format(msgspec.json.encode(lines)).decode() + "\n")


def lost_event_error(log: Log, session: str, seen: Position, how: str = "seen") -> Corrupt | None:
    """Return the error if a session no longer has the event at position `seen`; None if it has.

    `how`: the participle for the message, 'seen' or 'acknowledged'.
    """
    if seen.number == 0 or log.has(session, seen.number, seen.digest):
        return None
    last = log.heads(session)[session]
    if last < seen.number:
        lost = f"#{last + 1}" if last + 1 == seen.number else f"#{last + 1}–#{seen.number}"
        text = f"session {session} ends at #{last}: {lost} had been {how} and {'is' if '–' not in lost else 'are'} gone"
        return Corrupt("history-changed", text, "is it a backup, or a short copy? find the complete ledger", last + 1)
    text = f"event #{seen.number} of session {session} is not the one that was {how}: it has another history"
    hint = "an event up to this one was rewritten: compare with a seal, a backup or an export"
    return Corrupt("history-changed", text, hint, seen.number)


@dataclass(slots=True)
class Subscription:
    """A reader that follows the log of one session or, with `session` None, of all sessions, also later ones.

    `after` are the last events seen already, by number or as positions; a session not named in `after` is followed from
    its beginning.
    """

    store: Store
    session: str | None = None
    after: Mapping[str, int | Position] = field(default_factory=dict)
    _seen: dict[str, Position] = field(default_factory=dict, init=False)

    def new(self) -> Iterator[Envelope]:
        """Yield the events recorded since the last call, session by session and in order.

        An event counts as seen once it was yielded, so that the next call resumes after an interruption. Raises Corrupt
        if the chain is broken, or (history-changed) if a session no longer holds what was seen; Misuse (no-such-event)
        if it has no event of the number in `after`.
        """
        heads = self.store.log.heads(self.session)
        for session, seen in [*self._seen.items(), *self._unread_positions()]:
            if heads.get(session, 0) < seen.number or session not in self._seen:
                if error := lost_event_error(self.store.log, session, seen):
                    raise error
                self._seen[session] = seen
        for session, last in heads.items():
            if session not in self._seen:
                after = self.after.get(session, 0)
                number = after if isinstance(after, int) else after.number
                digest = self.store.log.digest_at(session, number) if number else GENESIS
                self._seen[session] = Position(number, digest)
            number, digest = self._seen[session]
            if last > number:
                for envelope in self.store.log.read_after(session, number, digest):
                    self._seen[session] = Position(envelope.number, envelope.digest)
                    yield envelope

    @property
    def positions(self) -> dict[str, Position]:
        """The last event that was read of each session, for a later `Subscription`."""
        return {**dict(self._unread_positions()), **self._seen}

    def _unread_positions(self) -> Iterator[tuple[str, Position]]:
        """Yield the positions in `after` of sessions from which no event was read yet."""
        for session, seen in self.after.items():
            if session not in self._seen and isinstance(seen, Position) and self.session in (None, session):
                yield session, seen
