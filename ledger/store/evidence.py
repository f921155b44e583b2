"""The bytes that were filed as evidence, beside the log: in parts, each a row, so that nobody ever holds a whole file.

A file lies under the commitment of the event that filed it: the text there (`ledger.store.texts`) is SHA-256 over its
bytes, and goes when it is erased, with them. Of one that was left out of the bundle it came in there is part 0, empty.
No command but those that ask for a file reads any of it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.bounds.files import EVIDENCE_PART
from ledger.store.connections import Connections
from ledger.store.database import Cursor
from ledger.store.tables import ERASE_FILE, EVIDENCE_FILE, INSERT_PART, KEEP_EVIDENCE

LEFT_OUT = 0
"""The number of the part that stands where a file was left out of a bundle."""


_Row = sa.Row[Any, Any] | None
"""A part with its number, or that there is none more."""


class FileRow(NamedTuple):
    """A file as it is stored, not yet held against its commitment: how many bytes, in parts from which number on."""

    commitment: str
    size: int
    first: int

    @property
    def left_out(self) -> bool:
        """Whether its bytes were never here."""
        return self.first == LEFT_OUT


class KeptFiles:
    """The files of all sessions in one database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    # Reading

    def of(self, session: str) -> dict[str, FileRow]:
        """The files of a session by their commitments; none of their bytes is read."""
        with self._connections.reading() as connection:
            return self.of_within(connection, session)

    def of_within(self, connection: sa.Connection, session: str) -> dict[str, FileRow]:
        """The same, in a transaction that has begun."""
        rows = connection.execute(_SIZES, {"session": session})
        return {row.commitment: FileRow(row.commitment, _number(row.size), _number(row.first)) for row in rows}

    def parts(self, session: str, commitment: str) -> Iterator[bytes]:
        """The bytes under a commitment, a part at a time, and nothing held between them; none where there are none."""

        def part_after(number: int) -> _Row:
            with self._connections.reading() as connection:
                return _part_after(connection, session, commitment, number)

        return _parts(part_after)

    def parts_within(self, connection: sa.Connection, session: str, commitment: str) -> Iterator[bytes]:
        """The same, in a transaction that has begun."""
        return _parts(lambda number: _part_after(connection, session, commitment, number))

    def sessions(self) -> list[object]:
        """What stands in the place of a session's name: of every file that is kept."""
        with self._connections.reading() as connection:
            query = sa.select(EVIDENCE_FILE.c.session).distinct().order_by(EVIDENCE_FILE.c.session)
            return list(connection.execute(query).scalars())

    # Writing, in a transaction that has begun; a server holds the whole against its commitment when that ends

    def write(self, cursor: Cursor, session: str, commitment: str, parts: Iterable[bytes]) -> None:
        """Keep the bytes under a commitment, in the place of what is there."""
        rows = ((session, commitment, at, part) for at, part in enumerate(in_parts(parts), start=LEFT_OUT + 1))
        if self._connections.is_sqlite:
            cursor.execute(ERASE_FILE, (session, commitment))
            cursor.executemany(INSERT_PART, rows)
        else:
            for row in rows:
                cursor.execute(KEEP_EVIDENCE, row)

    def leave_out(self, cursor: Cursor, session: str, commitment: str) -> None:
        """Note that the bytes under a commitment were left out of the bundle it came in."""
        row = (session, commitment, LEFT_OUT, None)
        cursor.execute(INSERT_PART if self._connections.is_sqlite else KEEP_EVIDENCE, row)

    def erase(self, cursor: Cursor, session: str, commitments: Iterable[str]) -> None:
        """Take files away from a database that is a file; a server's own function for the texts does it there."""
        if self._connections.is_sqlite:
            cursor.executemany(ERASE_FILE, [(session, each) for each in commitments])


_KEPT = EVIDENCE_FILE.c

_SIZES = (
    sa.select(
        _KEPT.commitment,
        sa.func.coalesce(sa.func.sum(sa.func.length(_KEPT.bytes)), 0).label("size"),
        sa.func.min(_KEPT.part).label("first"),
    )
    .where(_KEPT.session == sa.bindparam("session"))
    .group_by(_KEPT.commitment)
    .order_by(_KEPT.commitment)
)

_PART_AFTER = (
    sa.select(_KEPT.part, _KEPT.bytes)
    .where(_KEPT.session == sa.bindparam("session"), _KEPT.commitment == sa.bindparam("commitment"))
    .where(_KEPT.part > sa.bindparam("after"))
    .order_by(_KEPT.part)
    .limit(1)
)


def _part_after(connection: sa.Connection, session: str, commitment: str, number: int) -> _Row:
    return connection.execute(_PART_AFTER, {"session": session, "commitment": commitment, "after": number}).first()


def _parts(part_after: Callable[[int], _Row]) -> Iterator[bytes]:
    number: object = LEFT_OUT
    while isinstance(number, int) and (row := part_after(number)):
        number = row.part
        yield row.bytes if isinstance(row.bytes, bytes) else repr(row.bytes).encode()


def in_parts(content: Iterable[bytes]) -> Iterator[bytes]:
    """Bytes, however they come, in parts of one size: the last alone may be shorter."""
    rest = b""
    for each in content:
        rest += each
        while len(rest) >= EVIDENCE_PART.most:
            yield rest[: EVIDENCE_PART.most]
            rest = rest[EVIDENCE_PART.most :]
    if rest:
        yield rest


def _number(value: Any) -> int:
    """A number of a row; a file whose types were taken away keeps anything."""
    return int(value) if isinstance(value, int | float) else -1
