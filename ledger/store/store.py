"""The event store: append with an expected number, and read. With `database`, all that knows SQLAlchemy.

Correctness rests on the primary key (session, number) alone: two writers of the same number cannot both
commit. Everything a row says is hashed into a chain (`rows`), which every reader checks as it reads.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from typing import NamedTuple

import sqlalchemy as sa

from ledger.errors import Conflict, Corrupt, Misuse, Unavailable
from ledger.events import Envelope
from ledger.store import codec
from ledger.store.connections import Connections
from ledger.store.database import Cursor, DamagedText, rows_cursor, sqlite_path, take_turn
from ledger.store.database_errors import told
from ledger.store.rows import EVENT, PERSON, SEAL, Person, StoredEvent, chained, sound, to_recorded
from ledger.store.schema import require_schema, require_there
from ledger.store.statements import HEAD, IN_ORDER, INSERT, INSERT_AFTER, INSERT_PERSON, NO_END, ROWS_AT_ONCE, SESSIONS


class Turn(NamedTuple):
    """One's turn to write to a session: until it ends nobody else who waited writes. The last event, and its digest."""

    cursor: Cursor
    number: int
    digest: bytes


class Store(Connections):
    """The events of all sessions in one database."""

    def check_schema(self) -> None:
        """Unavailable where the database is missing, old, new, or no ledger at all."""
        require_there(self.url)
        with self.reading() as connection:
            require_schema(connection, self.url)

    # Writing

    def append(
        self,
        events: Sequence[Envelope],
        people: Iterable[Person] = (),
        *,
        previous: bytes | None = None,
        turn: Turn | None = None,
    ) -> list[Envelope]:
        """Append events that follow number `events[0].number - 1` of their session; all of them or none.

        `previous` is the digest of that event, where it is known: then nothing need be read first. `turn` is one's turn to write, if
        one waited for it. Returns the events with their digests. Raises Conflict where another desk recorded first.
        """
        if turn:
            return self._append(turn.cursor, events, people, previous or turn.digest)
        if self.engine.dialect.name == "sqlite":
            previous = (
                None  # a look costs nothing there, and a desk that was late is told before it has written anything
            )
        with self.writing(alone=len(events) == 1 and previous is not None and not people) as cursor:
            return self._append(cursor, events, people, previous)

    def _append(
        self, cursor: Cursor, events: Sequence[Envelope], people: Iterable[Person], previous: bytes | None
    ) -> list[Envelope]:
        session, first = events[0].session, events[0].number
        known = previous if first > 1 else codec.GENESIS
        if known is None:
            number, known = self._head(cursor, session)
            if number != first - 1:
                raise _conflict(first)
        appended = list(chained(events, known))
        try:
            self._insert_after(cursor, appended[0][1], known)
            self._insert(cursor, (row for _, row in appended[1:]))
        except self.engine.dialect.loaded_dbapi.IntegrityError as error:
            raise _conflict(first) from error
        self._put_people(cursor, session, people)
        return [envelope for envelope, _ in appended]

    def _insert_after(self, cursor: Cursor, row: StoredEvent, previous: bytes) -> None:
        """Insert a row if the one before it is there, with its digest; that nothing follows that one is the primary key's to say."""
        if row.number == 1:
            cursor.execute(self.said(INSERT), row)
            return
        cursor.execute(self.said(INSERT_AFTER), (*row, row.session, row.number - 1, previous))
        if not cursor.rowcount:
            raise _conflict(row.number)

    def _insert(self, cursor: Cursor, rows: Iterable[StoredEvent]) -> None:
        rows = iter(rows)
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            cursor.executemany(self.said(INSERT), batch)

    @contextmanager
    def turn(self, session: str) -> Iterator[Turn | None]:
        """Wait for one's turn to write to a session, so that what is read meanwhile still holds when it is appended to.

        None on SQLite: its writers wait at their own BEGIN. Who does not wait may still be first; the primary key knows.
        """
        if self.engine.dialect.name == "sqlite":
            yield None
            return
        with self.writing() as cursor:
            take_turn(cursor, self.engine, f"session {session}")
            yield Turn(cursor, *self._head(cursor, session))

    def restore(
        self,
        session: str,
        rows: Iterable[StoredEvent],
        seals: Iterable[tuple[int, str]],
        people: Iterable[Person],
        *,
        keep: bool = True,
    ) -> int:
        """Take over a session's events as they are, with their digests; those that are here already must be the same.

        All or nothing; how many were new. Players' names come with a session that is not here yet, and never bring back one that was
        erased. Raises Corrupt (forked) at the first event that is another here. With `keep` False it is only tried.
        """
        self.digests(session)  # what is here must hold before anything is compared with it
        with self.transaction() as connection:
            take_turn(connection.connection.cursor(), self.engine, f"session {session}")
            cursor = connection.connection.cursor()
            here = dict(self._digests(connection, session))
            before = len(here)
            try:
                self._insert(cursor, _not_here(rows, here))
            except (
                self.engine.dialect.loaded_dbapi.IntegrityError,
                self.engine.dialect.loaded_dbapi.DataError,
            ) as error:
                told = f"session {session} cannot be kept as it is: {error}"
                raise Corrupt("bundle-broken", told, "take another copy of the bundle; nothing was restored") from error
            added = self._head(cursor, session)[0] - before
            known = self._seals(connection, session)
            new = [
                {"session": session, "size": size, "note": note} for size, note in seals if (size, note) not in known
            ]
            if new:
                connection.execute(SEAL.insert(), new)
            if not before:
                self._put_people(cursor, session, people)
            if not keep:
                connection.rollback()
        return added

    @staticmethod
    def _digests(connection: sa.Connection, session: str) -> Iterator[tuple[int, bytes]]:
        kept = sa.select(EVENT.c.number, EVENT.c.digest).where(EVENT.c.session == session)
        for row in connection.execute(kept.execution_options(yield_per=ROWS_AT_ONCE)):
            yield row.number, bytes(row.digest)

    def put_people(self, session: str, people: Iterable[Person], *, turn: Turn | None = None) -> None:
        """Keep players' names, outside the log; in one's turn to write, if one waited for it."""
        if turn:
            self._put_people(turn.cursor, session, people)
            return
        with self.writing() as cursor:
            take_turn(cursor, self.engine, f"session {session}")
            self._put_people(cursor, session, people)

    def _put_people(self, cursor: Cursor, session: str, people: Iterable[Person]) -> None:
        rows = [(session, *person) for person in people]
        if rows:
            cursor.execute(self.said("DELETE FROM person WHERE session = ?"), (session,))
            cursor.executemany(self.said(INSERT_PERSON), rows)

    def erase_people(self, people: Iterable[tuple[str, Person]]) -> None:
        """Erase entries of players, each with its session; in a SQLite file nothing of them is left."""
        with self.transaction() as connection:
            for session, person in people:
                of = PERSON.c
                this = (of.session == session, of.contestant == person.contestant, of.seat == person.seat)
                connection.execute(PERSON.delete().where(*this))
        if sqlite_path(self.url):
            with told(self.url, self._driver_error):
                raw = self.engine.raw_connection()
                busy = raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                raw.close()
            if busy:
                traces = "they are erased, but traces may lie in the file until everybody has closed it"
                raise Unavailable("database-busy", traces, "close the other programs, and erase again")

    def put_seal(self, session: str, size: int, note: str) -> None:
        """Keep a seal that was given out; one that is kept already stays."""
        with self.transaction() as connection:
            take_turn(connection.connection.cursor(), self.engine, f"session {session}")
            if (size, note) not in self._seals(connection, session):
                connection.execute(SEAL.insert(), {"session": session, "size": size, "note": note})

    # Reading

    def seals(self, session: str) -> list[tuple[int, str]]:
        """The seals of a session that were given out, each with how many events it covers, shortest first."""
        with self.reading() as connection:
            return self._seals(connection, session)

    @staticmethod
    def _seals(connection: sa.Connection, session: str) -> list[tuple[int, str]]:
        kept = sa.select(SEAL.c.size, SEAL.c.note).where(SEAL.c.session == session).order_by(SEAL.c.size, SEAL.c.note)
        return [(row.size, row.note) for row in connection.execute(kept)]

    def digests(self, session: str, upto: int | None = None) -> list[bytes]:
        """The digests of a session's events in order, each recomputed; Corrupt at the first bad one."""
        return [row.digest for row in self.sound_rows(session, upto)]

    def find_people(
        self, *, session: str | None = None, name: str | None = None, member_number: str | None = None
    ) -> list[tuple[str, Person]]:
        """The players of one or all sessions, all or of a name (in capitals or not) or number, each with the session."""
        query = sa.select(PERSON).order_by(PERSON.c.session, PERSON.c.contestant, PERSON.c.seat)
        with self.reading() as connection:
            found = [
                (row.session, Person(row.contestant, row.seat, row.name, row.member_number))
                for row in connection.execute(query if session is None else query.where(PERSON.c.session == session))
            ]
        return [
            (session, person)
            for session, person in found
            if (name is None or person.name.casefold() == name.strip().casefold())
            and member_number in (None, person.member_number)
        ]

    def sessions(self) -> list[str]:
        """The sessions in the database, oldest first."""
        with self.reading() as connection:
            found = sorted((row.begun, row.session) for row in connection.execute(SESSIONS))
            return [session for _, session in found]

    def sealed_or_kept(self) -> list[str]:
        """The sessions in the database, oldest first; and those of which only seals are left."""
        found = self.sessions()
        with self.reading() as connection:
            sealed = list(connection.execute(sa.select(SEAL.c.session).distinct().order_by(SEAL.c.session)).scalars())
        return [*found, *(each for each in sealed if each not in found)]

    def read(self, session: str, upto: int | None = None) -> Iterator[Envelope]:
        """The events of a session from number 1, checked against the chain; Corrupt at the first bad one."""
        return map(to_recorded, sound(self._plain(session, 0, upto), session))

    def read_after(self, session: str, number: int, digest: bytes) -> Iterator[Envelope]:
        """The events of a session after one that was seen, checked against its digest; Corrupt at the first bad one."""
        return map(to_recorded, sound(self._plain(session, number, None), session, number, digest))

    def digest_at(self, session: str, number: int) -> bytes:
        """The digest an event is stored with; Misuse where there is no such event."""
        if (found := self._digest(session, number)) is None:
            raise Misuse("no-such-event", f"session {session} has no event #{number}", "`log` shows the last ones")
        return found

    def has(self, session: str, number: int, digest: bytes) -> bool:
        """Whether an event is there, with this digest."""
        return self._digest(session, number) == digest

    def _digest(self, session: str, number: int) -> bytes | None:
        query = sa.select(EVENT.c.digest).where(EVENT.c.session == session, EVENT.c.number == number)
        with self.reading() as connection:
            found: bytes | None = connection.execute(query).scalar()
            return found

    def heads(self, session: str | None = None) -> dict[str, int]:
        """The number of the last event of a session, or of every session: found in the index, however long the log."""
        with self.reading() as connection:
            if session is not None:
                return {session: self._head(connection.connection.cursor(), session)[0]}
            return {row.session: row.last for row in connection.execute(SESSIONS)}

    def rows(self, session: str, upto: int | None = None) -> Iterator[StoredEvent]:
        """The stored rows of a session, unchecked."""
        return map(StoredEvent._make, self._plain(session, 0, upto))

    def sound_rows(self, session: str, upto: int | None = None) -> Iterator[StoredEvent]:
        """The stored rows of a session, each held against the chain; Corrupt at the first bad one."""
        return sound(self.rows(session, upto), session)

    def _plain(self, session: str, after: int, upto: int | None) -> Iterator[StoredEvent]:
        """Rows as the driver gives them: plain tuples of the same columns."""
        return chain.from_iterable(self._batches(session, after, upto))

    def _batches(self, session: str, after: int, upto: int | None) -> Iterator[list[StoredEvent]]:
        """The same, a thousand at a time."""
        try:
            for batch in self._fetched(session, after, upto):
                yield batch
                after = batch[-1][1]
        except DamagedText:
            yield from self._fetched(session, after, upto, tolerant=True)

    def _fetched(
        self, session: str, after: int, upto: int | None, *, tolerant: bool = False
    ) -> Iterator[list[StoredEvent]]:
        last = NO_END if upto is None else upto
        with self.reading() as connection, rows_cursor(connection, tolerant=tolerant) as cursor:
            while True:
                cursor.execute(self.said(IN_ORDER), (session, after, last))
                if not (batch := cursor.fetchall()):
                    return
                yield batch
                after = batch[-1][1]

    def of_command(self, session: str, command_id: str) -> list[int]:
        """The numbers of the events a command id was recorded with."""
        query = (
            sa.select(EVENT.c.number)
            .where(EVENT.c.session == session, EVENT.c.command_id == command_id)
            .order_by(EVENT.c.part)
        )
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    def people(self, session: str) -> dict[str, list[Person]]:
        """The players of each contestant."""
        found: dict[str, list[Person]] = {}
        for _, person in self.find_people(session=session):
            found.setdefault(person.contestant, []).append(person)
        return found

    def _head(self, cursor: Cursor, session: str) -> tuple[int, bytes]:
        cursor.execute(self.said(HEAD), (session,))
        number, digest = cursor.fetchone() or (0, codec.GENESIS)
        return number, bytes(digest)


def _not_here(rows: Iterable[StoredEvent], here: Mapping[int, bytes]) -> Iterator[StoredEvent]:
    """The rows that follow what is here; Corrupt (forked) at the first that is another."""
    for row in rows:
        if row.number not in here:
            yield row
        elif row.digest != here[row.number]:
            parts = f"they part at #{row.number}: {here[row.number].hex()[:16]}… here, {row.digest.hex()[:16]}… in the bundle"
            same = f"events 1–{row.number - 1} are the same in both; " if row.number > 1 else "no event is the same; "
            raise Corrupt(
                "forked",
                f"session {row.session} has another history here: {parts}",
                f"{same}a seal kept elsewhere tells which was rewritten",
                row.number,
            )


def _conflict(number: int) -> Conflict:
    return Conflict(
        "conflict",
        f"#{number} was recorded by another desk while you were typing; nothing of yours was recorded",
        "look at it with `log`, then try again",
    )
