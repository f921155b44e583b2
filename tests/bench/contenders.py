"""Three ways to keep events, doing the same: this ledger's store, a peer library, the bare driver with its own chain.

Same durability (SQLite: WAL, synchronous=FULL; PostgreSQL: its default), same facts in every event, each through its
public interface, encoding included. Only the ledger chains, checks, and keeps commands apart.
"""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from uuid import UUID, uuid4

import sqlalchemy as sa
from eventsourcing.application import Application
from eventsourcing.domain import DomainEvent

from ledger.bridge import Result
from ledger.kernel.fact import Envelope
from ledger.store import record
from ledger.store.setup import migrate
from ledger.store.store import Store, Subscription
from ledger.subjects.play.facts import ResultRecorded


class Ledger:
    """This ledger's store: every event chained, checked as it is read, and recorded once."""

    name = "ledger"

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        migrate(self.store)
        self.numbers = count(1)
        self.follower = Subscription(self.store, "s")

    def make(self, size: int) -> list[Envelope]:
        return [envelope("s", next(self.numbers)) for _ in range(size)]

    def append(self, events: list[Envelope]) -> None:
        self.store.append(events)

    def replay(self) -> int:
        return sum(1 for _ in self.store.log.read("s"))

    def replay_unchecked(self) -> int:
        """What reading would take if the digests were believed; nothing in the ledger does it."""
        read = record.READER.read
        return sum(1 for number, (stored, _) in enumerate(self.store.log.stored("s"), start=1) if read(stored, number))

    def follow(self) -> int:
        return sum(1 for _ in self.follower.new())

    def close(self) -> None:
        self.store.close()


def envelope(session: str, number: int) -> Envelope:
    """A result, as a desk records it."""
    event = ResultRecorded(
        board=number % 32 + 1, ns=str(number), ew=str(number + 1), result=Result("4SN="), lead="SA", table="1", round=1
    )
    return Envelope(session, number, "result-recorded/1", event, f"{session}-{number}", 0, _NOW, _NOW, "scorer", ())


_NOW = 1_770_000_000_000_000


@dataclass(frozen=True)
class Played(DomainEvent):
    """The same facts as an event of the peer's."""

    board: int
    ns: str
    ew: str
    result: str
    lead: str
    table: str
    round: int
    by: str
    command_id: str


def played(stream: UUID, version: int, number: int) -> Played:
    """The same result, as the peer's event of that version of an aggregate."""
    return Played(
        originator_id=stream,
        originator_version=version,
        timestamp=datetime.now(UTC),
        board=number % 32 + 1,
        ns=str(number),
        ew=str(number + 1),
        result="4SN=",
        lead="SA",
        table="1",
        round=1,
        by="scorer",
        command_id=f"s-{number}",
    )


class Peer:
    """`eventsourcing`: its application's event store; no chain, no check, no command ids of its own."""

    name = "eventsourcing"

    def __init__(self, url: str, *, is_made: bool = False) -> None:
        parsed = sa.make_url(url)
        if parsed.get_backend_name() == "sqlite":
            where = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(parsed.database)}
        else:
            several = [host.split(":") for host in parsed.query.get("host", ()) if ":" in host]
            where = {
                "PERSISTENCE_MODULE": "eventsourcing.postgres",
                "POSTGRES_DBNAME": str(parsed.database),
                "POSTGRES_HOST": ",".join(host for host, _ in several)
                or str(parsed.host or parsed.query.get("host", "")),
                "POSTGRES_PORT": ",".join(port for _, port in several) or str(parsed.port or 5432),
                "POSTGRES_USER": str(parsed.username),
                "POSTGRES_PASSWORD": str(parsed.password or ""),
            }
        self.application: Application = Application(env={**where, "CREATE_TABLE": "n" if is_made else "y"})
        self.stream, self.numbers, self.seen = uuid4(), count(1), 0

    def make(self, size: int) -> list[Played]:
        return [played(self.stream, number, number) for number in (next(self.numbers) for _ in range(size))]

    def append(self, events: list[Played]) -> None:
        self.application.events.put(events)

    def replay(self) -> int:
        return sum(1 for _ in self.application.events.get(self.stream))

    def follow(self) -> int:
        found = sum(1 for _ in self.application.events.get(self.stream, gt=self.seen))
        self.seen += found
        return found

    def last(self, stream: UUID) -> Iterator[DomainEvent]:
        """The last event of an aggregate, which says what comes next."""
        return self.application.events.get(stream, desc=True, limit=1)

    def close(self) -> None:
        self.application.close()


class Bare:
    """The driver alone, with a chain: what Python and the database can do at most."""

    name = "bare driver"

    def __init__(self, url: str) -> None:
        parsed = sa.make_url(url)
        self.sqlite = parsed.get_backend_name() == "sqlite"
        if self.sqlite:
            self.connection = sqlite3.connect(str(parsed.database), isolation_level=None)
            self.connection.execute("PRAGMA journal_mode=WAL")
            self.connection.execute("PRAGMA synchronous=FULL")
        else:
            import psycopg

            self.connection = psycopg.connect(parsed.set(drivername="postgresql").render_as_string(hide_password=False))
        blob = "BLOB" if self.sqlite else "BYTEA"
        self.connection.execute(f"CREATE TABLE bare (number BIGINT PRIMARY KEY, body {blob}, digest {blob})")
        self.connection.commit()
        self.mark = "?" if self.sqlite else "%s"
        self.numbers, self.digest = count(1), bytes(32)

    def make(self, size: int) -> list[tuple[int, dict[str, object]]]:
        return [
            (
                number,
                {
                    "board": number % 32 + 1,
                    "ns": str(number),
                    "ew": str(number + 1),
                    "result": "4SN=",
                    "lead": "SA",
                    "table": "1",
                    "round": 1,
                    "by": "scorer",
                    "command": f"s-{number}",
                    "at": _NOW,
                },
            )
            for number in (next(self.numbers) for _ in range(size))
        ]

    def append(self, events: list[tuple[int, dict[str, object]]]) -> None:
        rows = []
        for number, event in events:
            body = json.dumps(event).encode()
            self.digest = sha256(self.digest + body).digest()
            rows.append((number, body, self.digest))
        cursor = self.connection.cursor()
        if self.sqlite:
            cursor.execute("BEGIN IMMEDIATE")
        cursor.executemany(f"INSERT INTO bare VALUES ({self.mark}, {self.mark}, {self.mark})", rows)
        self.connection.commit()

    def replay(self) -> int:
        return sum(1 for _ in self._read(0))

    def _read(self, after: int) -> Iterator[object]:
        cursor = self.connection.cursor()
        cursor.execute(f"SELECT number, body FROM bare WHERE number > {self.mark} ORDER BY number", (after,))
        while batch := cursor.fetchmany(1000):
            for _, body in batch:
                yield json.loads(body)

    def close(self) -> None:
        self.connection.close()
