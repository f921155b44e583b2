"""What the rows of the database are, and the chain of digests that runs through those of the log."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import sqlalchemy as sa
from msgspec import structs

from ledger.errors import Corrupt
from ledger.events import Envelope
from ledger.store import codec

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


SEAL = sa.Table(
    "seal",
    _metadata,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("size", sa.BigInteger, primary_key=True),
    sa.Column("note", sa.Text, primary_key=True),
)


class StoredEvent(NamedTuple):
    """A row of the log: in the database, in a line of an export or of a receipt."""

    session: str
    number: int
    name: str
    command_id: str
    part: int
    occurred_at: int
    recorded_at: int
    recorded_by: str
    because: str
    body: bytes
    digest: bytes


class Person(NamedTuple):
    """A player: the only data in the ledger that can be corrected and erased."""

    contestant: str
    seat: int
    name: str
    member_number: str = ""


def chained(events: Iterable[Envelope], previous: bytes) -> Iterator[tuple[Envelope, StoredEvent]]:
    """The events with their digests, each over the one before, and the rows they are stored as."""
    for envelope in events:
        columns = (
            envelope.session,
            envelope.number,
            envelope.name,
            envelope.command_id,
            envelope.part,
            envelope.occurred_at,
            envelope.recorded_at,
            envelope.by,
            ",".join(map(str, envelope.because)),
        )
        body = codec.encode(envelope.event)
        previous = codec.digest(previous, columns, body)
        yield structs.replace(envelope, digest=previous), StoredEvent(*columns, body, previous)


def sound(
    rows: Iterable[StoredEvent], session: str, after: int = 0, previous: bytes = codec.GENESIS
) -> Iterator[StoredEvent]:
    """The rows that follow event `after`, whose digest is `previous`, each held against the chain; Corrupt at the first bad one."""
    for number, row in enumerate(rows, start=after + 1):
        previous = check_row(row, session, number, previous)
        yield row


def check_row(row: StoredEvent, session: str, number: int, previous: bytes) -> bytes:
    """The digest of a row, recomputed from the bytes that are stored; Corrupt where it is not what it was."""
    try:
        computed = codec.digest(previous, row[:9], row[9])
    except (TypeError, ValueError, UnicodeError):
        computed = b""  # a value of a type no event is recorded with
    if computed == row[10] and row[1] == number:
        return computed
    if row[1] != number:
        told = f"event #{number} of session {session} is missing: event #{row[1]} stands in its place"
        raise Corrupt("event-missing", told, _intact(number), number)
    told = f"event #{number} of session {session} was changed after it was recorded"
    raise Corrupt("chain-broken", told, _intact(number), number)


def to_recorded(row: StoredEvent) -> Envelope:
    """The event a row holds; Corrupt (bad-body, unknown-event) where it holds none."""
    session, number, name, command_id, part, occurred_at, recorded_at, by, because, body, digest = row
    event = codec.decode(name, body, number)
    answers = _answers(because, number) if because else ()
    return Envelope(session, number, name, event, command_id, part, occurred_at, recorded_at, by, answers, digest)


def canonical(row: StoredEvent) -> Envelope:
    """The event a row holds; Corrupt also where it would not be written again byte for byte."""
    envelope = to_recorded(row)
    if codec.encode(envelope.event) != row.body:
        raise Corrupt("bad-body", f"event #{row.number} is not in canonical form", _intact(row.number), row.number)
    return envelope


def _answers(because: str, number: int) -> tuple[int, ...]:
    try:
        return tuple(map(int, because.split(",")))
    except ValueError as error:
        raise Corrupt("bad-body", f"event #{number} answers {because!r}", _intact(number), number) from error


def line_of(row: StoredEvent) -> bytes:
    """A row as a canonical line of JSON, with the very bytes its digest is over."""
    return codec.line(row[:9], row.body, row.digest)


def parse_line(text: bytes) -> StoredEvent:
    """The row of a line; ValueError where it is none."""
    envelope, body, digest = codec.parse_line(text)
    return StoredEvent._make((*envelope, body, digest))


def _intact(number: int) -> str:
    before = f"events 1–{number - 1} are intact; " if number > 1 else ""
    return f"{before}compare with a backup or an export"
