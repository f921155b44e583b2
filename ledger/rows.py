"""What the rows of the database are, and the chain of digests that runs through those of the log."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger import codec
from ledger.events import Recorded
from ledger.refusal import Corrupt

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
    """A row of the log outside the database: what a line of an export or of a receipt holds."""

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


Stored = sa.Row[Any] | StoredEvent
"""A row of the log, wherever it was read."""


class Person(NamedTuple):
    """A player: the only data in the ledger that can be corrected and erased."""

    contestant: str
    seat: int
    name: str
    member_number: str = ""


def chained(events: Iterable[Recorded], previous: bytes) -> Iterator[Recorded]:
    """The events with their digests, each over the one before."""
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


def row_of(recorded: Recorded) -> Mapping[str, Any]:
    """The row an event is stored as."""
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


def check_row(row: Stored, session: str, number: int, previous: bytes) -> bytes:
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


def to_recorded(row: Stored) -> Recorded:
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


def line_of(row: Stored) -> bytes:
    """A row as a canonical line of JSON, with the very bytes its digest is over."""
    return codec.line(tuple(row)[:9], row.body, row.digest)


def parse_line(text: bytes) -> StoredEvent:
    """The row of a line; ValueError where it is none."""
    envelope, body, digest = codec.parse_line(text)
    return StoredEvent._make((*envelope, body, digest))


def _intact(number: int) -> str:
    before = f"events 1–{number - 1} are intact; " if number > 1 else ""
    return f"{before}compare with a backup or an export"
