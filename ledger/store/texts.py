"""Texts about people and evidence, kept outside the log under the commitments of their events, and erasable.

Evidence is kept in parts, each a row, so that no program holds a whole file. A file is stored under the
commitment of a text in the event that filed it: that text is the file's SHA-256, and is erased with the file. A file
left out of its bundle has an empty part 0. Only commands that ask for a file read its bytes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.bounds.files import EVIDENCE_PART
from ledger.errors import Corrupt, Unavailable
from ledger.kernel.free_text import KeptText
from ledger.store.chain import Erasure, TextRow, erased_text, lost_text, text_or_placeholder, withheld_text
from ledger.store.connections import Connections
from ledger.store.database import Cursor
from ledger.store.own_files import sqlite_path
from ledger.store.record import READER, UNREADABLE
from ledger.store.tables import (
    ERASE_FILE,
    ERASE_TEXT,
    ERASE_TEXTS,
    EVENT,
    EVIDENCE_FILE,
    HEAD,
    INSERT_PART,
    INSERT_TEXT,
    KEEP_EVIDENCE,
    KEEP_TEXTS,
    ROWS_AT_ONCE,
    SCHEMA_NAME,
    TEXT,
)
from ledger.subjects.people.facts import TextErased


class AllTexts(NamedTuple):
    """All texts of a session at one moment, by salted hash (`commitment`), complete up to event `upto`."""

    rows: Mapping[str, TextRow]
    upto: int


class Texts:
    """The texts about people, stored outside the log, of all sessions in one database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    # Reading

    def may_be_read(self) -> bool:
        """Return whether the database login may read texts: on PostgreSQL that needs a grant of its own."""
        if self._connections.is_sqlite:
            return True
        with self._connections.reading(alone=True) as connection:
            return bool(connection.execute(_MAY_READ).scalar())

    def require_readable(self, what: str) -> None:
        """Raise Unavailable (database-denied) if the database login may not read texts.

        `what` names the texts in the message.
        """
        if not self.may_be_read():
            hint = "the owner of the ledger grants that right with --grant-names ROLE (`help postgresql`)"
            raise Unavailable("database-denied", f"the login of this desk may not read {what}", hint)

    def of(self, session: str) -> Iterator[TextRow]:
        """Yield the texts of a session."""
        return self._rows(_SELECTED.where(TEXT.c.session == session))

    def all_of(self, session: str) -> "AllTexts":
        """Return all texts of a session, and the number of its last event when the reading began."""
        with self._connections.reading() as connection:
            cursor = connection.connection.cursor()
            cursor.execute(self._connections.said(HEAD), (session,))  # before the texts, so that they include its own
            last, _ = cursor.fetchone() or (0, b"")
            rows = {row.commitment: row for row in self._current(connection, session)}
        return AllTexts(rows, last if isinstance(last, int) else 0)

    def of_many(self, sessions: Iterable[str]) -> dict[str, dict[str, TextRow]]:
        """Return the texts of several sessions, by session and salted hash."""
        query = sa.select(TEXT.c.session, *_SELECTED.selected_columns).where(TEXT.c.session.in_(sessions))
        texts: dict[str, dict[str, TextRow]] = {}
        with self._connections.reading() as connection:
            for session, *row in connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE)):
                texts.setdefault(session, {})[row[0]] = TextRow(*row)
        return texts

    def any_of(self, session: str) -> bool:
        """Return whether a session has any text that the database login may read."""
        query = sa.select(TEXT.c.commitment).where(TEXT.c.session == session, TEXT.c.text.is_not(None)).limit(1)
        if not self.may_be_read():
            return False
        with self._connections.reading(alone=True) as connection:
            return connection.execute(query).first() is not None

    def at(self, session: str, commitment: str) -> TextRow | None:
        """Return the text stored under a salted hash (`commitment`); None if none is stored."""
        this = (TEXT.c.session == session, TEXT.c.commitment == commitment)
        rows = list(self._rows(_SELECTED.where(*this)))
        return rows[0] if rows else None

    def _rows(self, query: sa.Select[tuple[str, bytes | None, str | None]]) -> Iterator[TextRow]:
        with self._connections.reading() as connection:
            for row in connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE)):
                yield TextRow(row.commitment, row.salt, row.text)

    def sessions(self) -> list[object]:
        """Return the distinct values in the texts' session column; [] if the login may not read texts."""
        if not self.may_be_read():
            return []
        with self._connections.reading(alone=True) as connection:
            return list(connection.execute(sa.select(TEXT.c.session).distinct().order_by(TEXT.c.session)).scalars())

    def erasures(self, session: str) -> dict[str, Erasure]:
        """Return the erasures recorded in a session's log, by the salted hash of the erased text."""
        return self.erasures_of_many([session]).get(session, {})

    def erasures_of_many(self, sessions: Iterable[str]) -> dict[str, dict[str, Erasure]]:
        """Return the erasures recorded in several sessions, by session and salted hash of the erased text."""
        with self._connections.reading(alone=True) as connection:
            return self._erasures(connection, sessions)

    def erased_within(self, connection: sa.Connection, session: str) -> Mapping[str, Erasure]:
        """Return the erasures recorded in one session, within an open transaction."""
        return self._erasures(connection, [session]).get(session, {})

    def _erasures(self, connection: sa.Connection, sessions: Iterable[str]) -> dict[str, dict[str, Erasure]]:
        erasures: dict[str, dict[str, Erasure]] = {}
        within = sa.func.position(sa.literal(_ERASED_NAME).op("IN")(EVENT.c.record))
        named = sa.func.instr(EVENT.c.record, _ERASED_NAME) if self._connections.is_sqlite else within
        query = sa.select(EVENT.c.session, EVENT.c.number, EVENT.c.record)
        query = query.where(EVENT.c.session.in_(sessions), named > 0)
        for row in connection.execute(query.order_by(EVENT.c.number)):
            try:
                envelope = READER.read(bytes(row.record), row.number, row.session)
            except (Corrupt, *UNREADABLE):
                continue  # a record that only contains the name; the chain reports damage
            if isinstance(envelope.event, TextErased):
                erasure = Erasure(envelope.recorded_at, envelope.by, envelope.number)
                erasures.setdefault(row.session, {}).update({each.commitment: erasure for each in envelope.event.texts})
        return erasures

    # Writing, in a transaction that has begun; on a server by functions of the owner, which consult the log

    def write(self, cursor: Cursor, session: str, texts: Iterable[KeptText], first: int) -> None:
        """Store the texts of new events, the first of which has the number `first`."""
        self._keep(cursor, session, [TextRow(text.commitment, text.salt, str(text)) for text in texts], first)

    def _keep(self, cursor: Cursor, session: str, rows: Sequence[TextRow], first: int) -> None:
        if not rows:
            return
        if self._connections.is_sqlite:
            cursor.executemany(INSERT_TEXT, [(session, *row) for row in rows])
        else:
            commitments, salts, words = map(list, zip(*rows, strict=True))
            cursor.execute(KEEP_TEXTS, (session, first, commitments, salts, words))

    def erase(self, cursor: Cursor, session: str, erased: Mapping[str, int]) -> None:
        """Delete texts; `erased` maps each text's salted hash to the number of the event that erased the text."""
        if self._connections.is_sqlite:
            cursor.executemany(ERASE_TEXT, [(session, commitment) for commitment in erased])
        else:
            for number in set(erased.values()):
                cursor.execute(ERASE_TEXTS, (session, number))

    def restore(self, connection: sa.Connection, session: str, texts: Iterable[TextRow]) -> tuple[int, bool]:
        """Store the bundle's texts that are missing or changed here, and delete stored texts that an event erased.

        Returns the number of texts added, and whether any was deleted.
        """
        erased = self.erased_within(connection, session)
        current = {row.commitment: row for row in self._current(connection, session)}
        # texts that are missing, or do not fit their commitments
        coming = ((row, current.get(row.commitment)) for row in texts if row.commitment not in erased)
        new = {row.commitment: row for row, known in coming if known is None or (row.fits and not known.fits)}
        cursor = connection.connection.cursor()
        to_erase = {each: erased[each].number for each in current if each in erased}
        self.erase(cursor, session, to_erase)
        if self._connections.is_sqlite:  # on a server `keep_texts` replaces a text itself
            cursor.executemany(ERASE_TEXT, [(session, each) for each in current if each in new])
        self._keep(cursor, session, [*new.values()], 1)
        return sum(row.text is not None for row in new.values()), bool(to_erase)

    def _current(self, connection: sa.Connection, session: str) -> list[TextRow]:
        query = _SELECTED.where(TEXT.c.session == session)
        rows = connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE))
        return [TextRow(*row) for row in rows]

    def overwrite_erased(self) -> bool:
        """Overwrite erased texts in a SQLite file; False if another program prevents that, True for other databases."""
        return not sqlite_path(self._connections.url) or self._connections.write_back()


_MAY_READ = sa.text(f"SELECT has_table_privilege('{SCHEMA_NAME}.{TEXT.name}', 'SELECT')")
_SELECTED = sa.select(TEXT.c.commitment, TEXT.c.salt, TEXT.c.text)
_ERASED_NAME = b',"text-erased/'

FEW = 16
"""The number of texts that a `TextOpener` queries one by one before it reads all texts of the session."""


class TextOpener:
    """A function that returns a session's texts one by one to the reader of its log, and never an erased text.

    The first `few` are queried one by one, for a reader of the end of a log; then all are read. `readable`, `found`,
    `erasures`: the right to read, all texts and the erasures, if the caller knows them already.
    """

    def __init__(
        self,
        texts: Texts,
        session: str,
        *,
        few: int = FEW,
        readable: bool | None = None,
        found: AllTexts | None = None,
        erasures: Mapping[str, Erasure] | None = None,
    ) -> None:
        self._texts = texts
        self._session = session
        self._few = few
        self._asked = 0
        self._known_readable = readable
        self._all = found
        self._known_erasures = erasures

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        """Return the text with a salted hash, or a placeholder that says why the text is missing."""
        if not self._readable:
            return withheld_text(commitment, number, field)
        if erasure := self._erasures.get(commitment):
            return erased_text(commitment, erasure)
        if self._all is None and self._asked < self._few:
            self._asked += 1
            row = self._texts.at(self._session, commitment)
        else:
            if self._all is None:
                self._all = self._texts.all_of(self._session)
            row = self._all.rows.get(commitment)
            if row is None and number > self._all.upto:  # recorded after all texts were read
                row = self._texts.at(self._session, commitment)
        if row:
            return text_or_placeholder(row)
        erasure = self._erased_meanwhile.get(commitment)
        return erased_text(commitment, erasure) if erasure else lost_text(commitment)

    @cached_property
    def _readable(self) -> bool:
        return self._texts.may_be_read() if self._known_readable is None else self._known_readable

    @cached_property
    def _erasures(self) -> Mapping[str, Erasure]:
        return self._texts.erasures(self._session) if self._known_erasures is None else self._known_erasures

    @cached_property
    def _erased_meanwhile(self) -> Mapping[str, Erasure]:
        """The session's erasures when a text is missing: another desk may have erased it just now."""
        return self._texts.erasures(self._session)


LEFT_OUT = 0
"""The part number that marks a file left out of a bundle."""

_Row = sa.Row[Any, Any] | None
"""A part with its number, or None."""


class FileRow(NamedTuple):
    """A stored file of evidence: its key (`commitment`), its size in bytes, and the number of its first part."""

    commitment: str
    size: int
    first: int

    @property
    def left_out(self) -> bool:
        """True if the bundle from which the file was restored lacks its bytes."""
        return self.first == LEFT_OUT


class KeptFiles:
    """The files of evidence of all sessions in one database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    # Reading

    def of(self, session: str) -> dict[str, FileRow]:
        """Return the evidence files of a session by key (`commitment`): their sizes, not their bytes."""
        with self._connections.reading() as connection:
            return self.of_within(connection, session)

    def of_within(self, connection: sa.Connection, session: str) -> dict[str, FileRow]:
        """Return the evidence files of a session by key, within an open transaction."""
        rows = connection.execute(_SIZES, {"session": session})
        return {row.commitment: FileRow(row.commitment, _number(row.size), _number(row.first)) for row in rows}

    def parts(self, session: str, commitment: str) -> Iterator[bytes]:
        """Yield the bytes of an evidence file in parts; no connection is held between two parts."""

        def part_after(number: int) -> _Row:
            with self._connections.reading() as connection:
                return _part_after(connection, session, commitment, number)

        return _parts(part_after)

    def parts_within(self, connection: sa.Connection, session: str, commitment: str) -> Iterator[bytes]:
        """Yield the bytes of an evidence file in parts, within an open transaction."""
        return _parts(lambda number: _part_after(connection, session, commitment, number))

    def sessions(self) -> list[object]:
        """Return the distinct values in the session column of the evidence files."""
        with self._connections.reading() as connection:
            query = sa.select(EVIDENCE_FILE.c.session).distinct().order_by(EVIDENCE_FILE.c.session)
            return list(connection.execute(query).scalars())

    # Writing, in a transaction that has begun; a server checks the whole file when the transaction ends

    def write(self, cursor: Cursor, session: str, commitment: str, parts: Iterable[bytes]) -> None:
        """Store the bytes of an evidence file under its `commitment`, in place of any bytes stored there."""
        rows = ((session, commitment, at, part) for at, part in enumerate(in_parts(parts), start=LEFT_OUT + 1))
        if self._connections.is_sqlite:
            cursor.execute(ERASE_FILE, (session, commitment))
            cursor.executemany(INSERT_PART, rows)
        else:
            for row in rows:
                cursor.execute(KEEP_EVIDENCE, row)

    def leave_out(self, cursor: Cursor, session: str, commitment: str) -> None:
        """Store that a bundle lacks the bytes of an evidence file."""
        row = (session, commitment, LEFT_OUT, None)
        cursor.execute(INSERT_PART if self._connections.is_sqlite else KEEP_EVIDENCE, row)

    def erase(self, cursor: Cursor, session: str, commitments: Iterable[str]) -> None:
        """Delete evidence rows (SQLite only; on PostgreSQL `erase_texts` deletes them)."""
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
    """Regroup pieces of bytes into parts of one size, `EVIDENCE_PART.most`; only the last may be shorter."""
    buffer = b""
    for piece in content:
        buffer += piece
        while len(buffer) >= EVIDENCE_PART.most:
            yield buffer[: EVIDENCE_PART.most]
            buffer = buffer[EVIDENCE_PART.most :]
    if buffer:
        yield buffer


def _number(value: Any) -> int:
    """Return a number from a row; -1 if the column holds a value of another type."""
    return int(value) if isinstance(value, int | float) else -1
