"""The event store: append with an expected number, and read. With `database`, all that knows SQLAlchemy.

Correctness rests on the primary key (session, number) alone: two writers of the same number cannot both
commit. Everything a row says is hashed into a chain, which every reader checks as it reads.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import exc

from ledger import codec
from ledger.database import lock, open_engine, require_file, shown, sqlite_path
from ledger.events import Recorded
from ledger.refusal import Conflict, Corrupt, Misuse, Unavailable
from ledger.trouble import told

SCHEMA = "0001"
"""The migration this version reads and writes."""

_ROWS_AT_ONCE = 1_000

_metadata = sa.MetaData()
EVENT = sa.Table(
    "event",
    _metadata,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("command_id", sa.Text, nullable=False),
    sa.Column("part", sa.Integer, nullable=False),
    sa.Column("occurred_at", sa.BigInteger, nullable=False),
    sa.Column("recorded_at", sa.BigInteger, nullable=False),
    sa.Column("recorded_by", sa.Text, nullable=False),
    sa.Column("because", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("digest", sa.LargeBinary, nullable=False),
)
PERSON = sa.Table(
    "person",
    _metadata,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("contestant", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("member_number", sa.Text, nullable=False),
)
_IN_ORDER = sa.select(EVENT).order_by(EVENT.c.number).execution_options(yield_per=_ROWS_AT_ONCE)

# From session to session by the index, and to the end of each: no table scan, and the same words on every database.
_HEADS = sa.text("""
    WITH RECURSIVE each_session(session) AS (
        SELECT MIN(session) FROM event
        UNION ALL
        SELECT (SELECT MIN(event.session) FROM event WHERE event.session > each_session.session)
        FROM each_session WHERE each_session.session IS NOT NULL
    )
    SELECT session, (SELECT MAX(number) FROM event WHERE event.session = each_session.session) AS last
    FROM each_session WHERE session IS NOT NULL
""")


class Person(NamedTuple):
    """A player: the only data in the ledger that can be corrected and erased."""

    contestant: str
    seat: int
    name: str
    member_number: str = ""


class Store:
    """The events of all sessions in one database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = open_engine(url)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def write_ahead(self) -> None:
        """Let readers go on while one writes (SQLite's WAL; kept in the file)."""
        if sqlite_path(self.url):
            with told(self.url):
                raw = self.engine.raw_connection()
                raw.cursor().execute("PRAGMA journal_mode=WAL")
                raw.close()

    def check_schema(self) -> None:
        """Unavailable where the database is missing, old, new, or no ledger at all."""
        path = sqlite_path(self.url)
        if path and not path.exists():
            raise Unavailable("no-database", f"{path} is not here", "`bridge-ledger init`, or --db FILE")
        require_file(self.url)
        with self._connection() as connection:
            try:
                version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
            except (exc.OperationalError, exc.ProgrammingError) as error:
                if "alembic_version" not in str(error) or "permission denied" in str(error):
                    raise
                raise Unavailable(
                    "not-a-ledger",
                    f"{shown(self.url)} is no ledger",
                    "`bridge-ledger init` makes one; is --db right?",
                ) from None
        check_version(version)

    # Writing

    def append(self, events: Sequence[Recorded], people: Iterable[Person] = ()) -> list[Recorded]:
        """Append events that follow number `events[0].number - 1` of their session; all of them or none.

        Returns them with their digests. Raises Conflict where another desk recorded first.
        """
        session, first = events[0].session, events[0].number
        with self.transaction() as connection:
            lock(connection, f"session {session}")
            number, previous = self._head(connection, session)
            if number != first - 1:
                raise _conflict(first)
            chained = list(_chained(events, previous))
            try:
                for start in range(0, len(chained), _ROWS_AT_ONCE):
                    rows = [_row(recorded) for recorded in chained[start : start + _ROWS_AT_ONCE]]
                    connection.execute(EVENT.insert(), rows)
            except exc.IntegrityError as error:
                raise _conflict(first) from error
            self._put_people(connection, session, people)
        return chained

    def put_people(self, session: str, people: Iterable[Person]) -> None:
        """Keep players' names, outside the log."""
        with self.transaction() as connection:
            self._put_people(connection, session, people)

    @staticmethod
    def _put_people(connection: sa.Connection, session: str, people: Iterable[Person]) -> None:
        rows = [{"session": session, **person._asdict()} for person in people]
        if rows:
            connection.execute(PERSON.delete().where(PERSON.c.session == session))
            connection.execute(PERSON.insert(), rows)

    # Reading

    def sessions(self) -> list[str]:
        """The sessions in the database, oldest first."""
        first = sa.func.min(EVENT.c.recorded_at)
        with self._connection() as connection:
            return list(
                connection.execute(
                    sa.select(EVENT.c.session).group_by(EVENT.c.session).order_by(first, EVENT.c.session)
                ).scalars()
            )

    def read(self, session: str, upto: int | None = None) -> Iterator[Recorded]:
        """The events of a session from number 1, checked against the chain; Corrupt at the first bad one."""
        previous = codec.GENESIS
        for number, row in enumerate(self.rows(session, upto), start=1):
            previous = check_row(row, session, number, previous)
            yield to_recorded(row)

    def read_after(self, session: str, number: int, digest: bytes) -> Iterator[Recorded]:
        """The events of a session after one that was seen, checked against its digest; Corrupt at the first bad one."""
        query = _IN_ORDER.where(EVENT.c.session == session, EVENT.c.number > number)
        with self._connection() as connection, connection.execute(query) as result:
            for expected, row in enumerate(result, start=number + 1):
                digest = check_row(row, session, expected, digest)
                yield to_recorded(row)

    def digest_at(self, session: str, number: int) -> bytes:
        """The digest an event is stored with; Misuse where there is no such event."""
        query = sa.select(EVENT.c.digest).where(EVENT.c.session == session, EVENT.c.number == number)
        with self._connection() as connection:
            found = connection.execute(query).scalar()
        if found is None:
            raise Misuse("no-such-event", f"session {session} has no event #{number}", "`log` shows the last ones")
        return bytes(found)

    def heads(self, session: str | None = None) -> dict[str, int]:
        """The number of the last event of a session, or of every session: found in the index, however long the log."""
        with self._connection() as connection:
            if session is not None:
                return {session: self._head(connection, session)[0]}
            return {row.session: row.last for row in connection.execute(_HEADS)}

    def rows(self, session: str, upto: int | None = None) -> Iterator[sa.Row[Any]]:
        """The stored rows of a session, unchecked."""
        query = _IN_ORDER.where(EVENT.c.session == session)
        if upto is not None:
            query = query.where(EVENT.c.number <= upto)
        with self._connection() as connection, connection.execute(query) as result:
            yield from result

    def of_command(self, session: str, command_id: str) -> list[int]:
        """The numbers of the events a command id was recorded with."""
        query = (
            sa.select(EVENT.c.number)
            .where(EVENT.c.session == session, EVENT.c.command_id == command_id)
            .order_by(EVENT.c.part)
        )
        with self._connection() as connection:
            return list(connection.execute(query).scalars())

    def people(self, session: str) -> dict[str, list[Person]]:
        """The players of each contestant."""
        query = sa.select(PERSON).where(PERSON.c.session == session).order_by(PERSON.c.contestant, PERSON.c.seat)
        found: dict[str, list[Person]] = {}
        with self._connection() as connection:
            for row in connection.execute(query):
                found.setdefault(row.contestant, []).append(
                    Person(row.contestant, row.seat, row.name, row.member_number)
                )
        return found

    @staticmethod
    def _head(connection: sa.Connection, session: str) -> tuple[int, bytes]:
        last = (
            sa.select(EVENT.c.number, EVENT.c.digest)
            .where(EVENT.c.session == session)
            .order_by(EVENT.c.number.desc())
            .limit(1)
        )
        row = connection.execute(last).first()
        return (row.number, row.digest) if row else (0, codec.GENESIS)

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """A writing transaction: it holds the database's write lock from its start."""
        with told(self.url), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def _connection(self) -> Iterator[sa.Connection]:
        with told(self.url), self.engine.connect().execution_options(reading=True) as connection:
            yield connection


# Rows and the chain


def _chained(events: Iterable[Recorded], previous: bytes) -> Iterator[Recorded]:
    for recorded in events:
        envelope = _envelope(recorded)
        previous = codec.digest(previous, envelope, codec.encode(recorded.event))
        yield Recorded(
            recorded.session, recorded.number, recorded.name, recorded.event, recorded.command_id, recorded.part,
            recorded.occurred_at, recorded.recorded_at, recorded.by, recorded.because, previous,
        )  # fmt: skip


def _envelope(recorded: Recorded) -> tuple[Any, ...]:
    return (
        recorded.session, recorded.number, recorded.name, recorded.command_id, recorded.part,
        recorded.occurred_at, recorded.recorded_at, recorded.by, _because_text(recorded.because),
    )  # fmt: skip


def _because_text(because: Iterable[int]) -> str:
    return ",".join(map(str, because))


def _row(recorded: Recorded) -> Mapping[str, Any]:
    keys = (
        "session",
        "number",
        "name",
        "command_id",
        "part",
        "occurred_at",
        "recorded_at",
        "recorded_by",
        "because",
    )
    return dict(zip(keys, _envelope(recorded), strict=True), body=codec.encode(recorded.event), digest=recorded.digest)


def check_row(row: sa.Row[Any], session: str, number: int, previous: bytes) -> bytes:
    """The digest of a row, recomputed from the bytes that are stored; Corrupt where it is not what it was."""
    if row.number != number:
        told = f"event #{number} of session {session} is missing: event #{row.number} stands in its place"
        raise Corrupt("event-missing", told, _intact(number), number)
    envelope = tuple(row)[:9]
    try:
        computed = codec.digest(previous, envelope, row.body)
    except (TypeError, ValueError, UnicodeError):
        computed = b""  # a value of a type no event is recorded with
    if computed != row.digest:
        raise Corrupt(
            "chain-broken",
            f"event #{number} of session {session} was changed after it was recorded",
            _intact(number),
            number,
        )
    return computed


def to_recorded(row: sa.Row[Any]) -> Recorded:
    """The event a row holds."""
    try:
        because = tuple(map(int, row.because.split(","))) if row.because else ()
    except ValueError as error:
        raise Corrupt(
            "bad-body", f"event #{row.number} answers {row.because!r}", _intact(row.number), row.number
        ) from error
    event = codec.decode(row.name, row.body, row.number)
    return Recorded(
        row.session, row.number, row.name, event, row.command_id, row.part, row.occurred_at, row.recorded_at,
        row.recorded_by, because, row.digest,
    )  # fmt: skip


def _intact(number: int) -> str:
    before = f"events 1–{number - 1} are intact; " if number > 1 else ""
    return f"{before}compare with a backup or an export"


def _conflict(number: int) -> Conflict:
    return Conflict(
        "conflict",
        f"#{number} was recorded by another desk while you were typing; nothing of yours was recorded",
        "look at it with `log`, then try again",
    )


def check_version(version: str | None) -> None:
    """Unavailable (database-old, database-new) where the schema is not this program's."""
    if version is None or version < SCHEMA:
        raise Unavailable(
            "database-old",
            f"the database is at version {version or 'none'}, this program at {SCHEMA}",
            "`bridge-ledger upgrade`",
        )
    if version > SCHEMA:
        raise Unavailable(
            "database-new",
            f"the database is at version {version}, this program only at {SCHEMA}",
            "upgrade bridge-ledger: `pip install --upgrade bridge-ledger`",
        )
