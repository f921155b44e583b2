"""The texts about people, beside the log: names and free words, each under its commitment, and to be erased; asked for
when an event that has some is read.

The bytes of evidence lie beside the log too: in parts, each a row, so that nobody ever holds a whole file.

A file lies under the commitment of the event that filed it: the text there is SHA-256 over its
bytes, and goes when it is erased, with them. Of one that was left out of the bundle it came in there is part 0, empty.
No command but those that ask for a file reads any of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.bounds.files import EVIDENCE_PART
from ledger.errors import Corrupt, Unavailable
from ledger.kernel.free_text import KeptText
from ledger.store.chain import Erasure, TextRow, erased, kept, lost, withheld
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
    """The texts of a session at one moment, by commitment: all that its events have up to the one of number `upto`."""

    rows: Mapping[str, TextRow]
    upto: int


class Texts:
    """The texts of all sessions in one database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    # Reading

    def may_be_read(self) -> bool:
        """Whether who is logged in may read texts: on PostgreSQL they stand behind a grant of their own."""
        if self._connections.is_sqlite:
            return True
        with self._connections.reading(alone=True) as connection:
            return bool(connection.execute(_MAY_READ).scalar())

    def require_readable(self, what: str) -> None:
        """Unavailable (database-denied) where who is logged in may not read them: that is not the same as none."""
        if not self.may_be_read():
            who = "a login may that whoever owns the ledger has granted names (--grant-names: `help postgresql`)"
            raise Unavailable("database-denied", f"the login of this desk may not read {what}", who)

    def of(self, session: str) -> Iterator[TextRow]:
        """The texts of a session."""
        return self._rows(_SELECTED.where(TEXT.c.session == session))

    def all_of(self, session: str) -> "AllTexts":
        """The texts of a session as they are now; those of events that are recorded later come with these."""
        with self._connections.reading() as connection:
            cursor = connection.connection.cursor()
            cursor.execute(self._connections.said(HEAD), (session,))  # before the texts: what it names has them by then
            last, _ = cursor.fetchone() or (0, b"")
            rows = {row.commitment: row for row in self._there(connection, session)}
        return AllTexts(rows, last if isinstance(last, int) else 0)

    def of_many(self, sessions: Iterable[str]) -> dict[str, dict[str, TextRow]]:
        """The texts of several sessions, by session and commitment."""
        query = sa.select(TEXT.c.session, *_SELECTED.selected_columns).where(TEXT.c.session.in_(sessions))
        found: dict[str, dict[str, TextRow]] = {}
        with self._connections.reading() as connection:
            for session, *row in connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE)):
                found.setdefault(session, {})[row[0]] = TextRow(*row)
        return found

    def any_of(self, session: str) -> bool:
        """Whether there is one that may be read."""
        query = sa.select(TEXT.c.commitment).where(TEXT.c.session == session, TEXT.c.text.is_not(None)).limit(1)
        if not self.may_be_read():
            return False
        with self._connections.reading(alone=True) as connection:
            return connection.execute(query).first() is not None

    def at(self, session: str, commitment: str) -> TextRow | None:
        """The text under a commitment."""
        this = (TEXT.c.session == session, TEXT.c.commitment == commitment)
        found = list(self._rows(_SELECTED.where(*this)))
        return found[0] if found else None

    def _rows(self, query: sa.Select[tuple[str, bytes | None, str | None]]) -> Iterator[TextRow]:
        with self._connections.reading() as connection:
            for row in connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE)):
                yield TextRow(row.commitment, row.salt, row.text)

    def sessions(self) -> list[object]:
        """What stands in the place of a session's name: of every text that is kept; nothing to who may read none."""
        if not self.may_be_read():
            return []
        with self._connections.reading(alone=True) as connection:
            return list(connection.execute(sa.select(TEXT.c.session).distinct().order_by(TEXT.c.session)).scalars())

    def everywhere(self) -> Iterator[tuple[str, str]]:
        """Every text there is, with its session."""
        query = sa.select(TEXT.c.session, TEXT.c.text).where(TEXT.c.text.is_not(None)).order_by(TEXT.c.session)
        with self._connections.reading() as connection:
            for row in connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE)):
                yield row.session, str(row.text)

    def erasures(self, session: str) -> dict[str, Erasure]:
        """What was erased in a session, by commitment: as the log says, looked up without reading all of it."""
        return self.erasures_of_many([session]).get(session, {})

    def erasures_of_many(self, sessions: Iterable[str]) -> dict[str, dict[str, Erasure]]:
        """The same of several sessions, by session."""
        with self._connections.reading(alone=True) as connection:
            return self._erasures(connection, sessions)

    def erased_within(self, connection: sa.Connection, session: str) -> Mapping[str, Erasure]:
        """The same of one session, in a transaction that has begun."""
        return self._erasures(connection, [session]).get(session, {})

    def _erasures(self, connection: sa.Connection, sessions: Iterable[str]) -> dict[str, dict[str, Erasure]]:
        found: dict[str, dict[str, Erasure]] = {}
        within = sa.func.position(sa.literal(_NAMED).op("IN")(EVENT.c.record))
        named = sa.func.instr(EVENT.c.record, _NAMED) if self._connections.is_sqlite else within
        query = sa.select(EVENT.c.session, EVENT.c.number, EVENT.c.record)
        query = query.where(EVENT.c.session.in_(sessions), named > 0)
        for row in connection.execute(query.order_by(EVENT.c.number)):
            try:
                envelope = READER.read(bytes(row.record), row.number, row.session)
            except (Corrupt, *UNREADABLE):
                continue  # somebody's words that say so; the chain tells what was changed
            if isinstance(envelope.event, TextErased):
                erasure = Erasure(envelope.recorded_at, envelope.by, envelope.number)
                found.setdefault(row.session, {}).update({each.commitment: erasure for each in envelope.event.texts})
        return found

    # Writing, in a transaction that has begun; on a server by functions of the owner, which ask the log

    def write(self, cursor: Cursor, session: str, texts: Iterable[KeptText], first: int) -> None:
        """Keep texts that are recorded with events, which are those from number `first`; nothing where are none."""
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
        """Take texts away for good, by their commitments, each as the event of this number says; there may be none."""
        if self._connections.is_sqlite:
            cursor.executemany(ERASE_TEXT, [(session, commitment) for commitment in erased])
        else:
            for number in set(erased.values()):
                cursor.execute(ERASE_TEXTS, (session, number))

    def restore(self, connection: sa.Connection, session: str, texts: Iterable[TextRow]) -> tuple[int, bool]:
        """Keep what came with a bundle, where it is not here; what the log says was erased is erased here too.

        How many came, and whether any went.
        """
        erased = self.erased_within(connection, session)
        here = {row.commitment: row for row in self._there(connection, session)}
        # what is not here, or not as it was recorded: its words, or that they were left out
        coming = ((row, here.get(row.commitment)) for row in texts if row.commitment not in erased)
        new = {row.commitment: row for row, known in coming if known is None or (row.fits and not known.fits)}
        cursor = connection.connection.cursor()
        gone = {each: erased[each].number for each in here if each in erased}
        self.erase(cursor, session, gone)
        if self._connections.is_sqlite:  # the function of a server puts a text in the place of another by itself
            cursor.executemany(ERASE_TEXT, [(session, each) for each in here if each in new])
        self._keep(cursor, session, [*new.values()], 1)
        return sum(row.text is not None for row in new.values()), bool(gone)

    def _there(self, connection: sa.Connection, session: str) -> list[TextRow]:
        query = _SELECTED.where(TEXT.c.session == session)
        rows = connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE))
        return [TextRow(*row) for row in rows]

    def overwrite_erased(self) -> bool:
        """Leave nothing of what was erased in a SQLite file; False where another program is in the way."""
        return not sqlite_path(self._connections.url) or self._connections.write_back()


_MAY_READ = sa.text(f"SELECT has_table_privilege('{SCHEMA_NAME}.{TEXT.name}', 'SELECT')")
_SELECTED = sa.select(TEXT.c.commitment, TEXT.c.salt, TEXT.c.text)
_NAMED = b',"text-erased/'

FEW = 16
"""Texts that are asked for one by one; who wants more is given all of the session at once."""


class OpenedTexts:
    """The texts of a session, as a log that is read asks for them.

    What the log erased is not told, though somebody put it back past the program. `few`: so many are asked for one by
    one, where only the end of a log is read. `readable`, `found`, `erasures`: whether they may be read, all of them,
    and what was erased, where who reads many logs has asked already.
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
        self._said_readable = readable
        self._all = found
        self._said_erasures = erasures

    def __call__(self, commitment: str, number: int, field: str) -> KeptText:
        """The text under a commitment, or what is said in its place: whatever stands where it was erased."""
        if not self._readable:
            return withheld(commitment, number, field)
        if erasure := self._erasures.get(commitment):
            return erased(commitment, erasure)
        if self._all is None and self._asked < self._few:
            self._asked += 1
            row = self._texts.at(self._session, commitment)
        else:
            if self._all is None:
                self._all = self._texts.all_of(self._session)
            row = self._all.rows.get(commitment)
            if row is None and number > self._all.upto:  # no other that is not among them can be anywhere
                row = self._texts.at(self._session, commitment)
        if row:
            return kept(row)
        erasure = self._erased_meanwhile.get(commitment)
        return erased(commitment, erasure) if erasure else lost(commitment)

    @cached_property
    def _readable(self) -> bool:
        return self._texts.may_be_read() if self._said_readable is None else self._said_readable

    @cached_property
    def _erasures(self) -> Mapping[str, Erasure]:
        return self._texts.erasures(self._session) if self._said_erasures is None else self._said_erasures

    @cached_property
    def _erased_meanwhile(self) -> Mapping[str, Erasure]:
        """Asked when the first text is not here: another desk may have erased it after the others were looked up."""
        return self._texts.erasures(self._session)


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
