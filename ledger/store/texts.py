"""The texts about people, beside the log: names and free words, each under its commitment, and to be erased; asked for
when an event that has some is read.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import sqlalchemy as sa

from ledger.errors import Corrupt, Unavailable
from ledger.facts.free_text import KeptText
from ledger.facts.people import TextErased
from ledger.store.connections import Connections
from ledger.store.database import Cursor
from ledger.store.location import sqlite_path
from ledger.store.record import READER, UNREADABLE
from ledger.store.tables import ERASE_TEXT, ERASE_TEXTS, EVENT, HEAD, INSERT_TEXT, KEEP_TEXTS, ROWS_AT_ONCE, TEXT
from ledger.store.words import Erasure, TextRow, erased, kept, lost, withheld


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
            return bool(connection.execute(sa.text("SELECT has_table_privilege('text', 'SELECT')")).scalar())

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
        named = sa.func.instr(EVENT.c.record, _NAMED) if self._connections.is_sqlite else _position(EVENT.c.record)
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
        new = {row.commitment: row for row in texts if row.commitment not in erased and _adds(row, here)}
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


_SELECTED = sa.select(TEXT.c.commitment, TEXT.c.salt, TEXT.c.text)

_NAMED = b',"text-erased/'


def _position(record: sa.Column[bytes]) -> sa.ColumnElement[int]:
    return sa.func.position(sa.literal(_NAMED).op("IN")(record))


def _adds(row: TextRow, here: dict[str, TextRow]) -> bool:
    """Whether a text brings what is not here, or not as it was recorded: its words, or that they were left out."""
    known = here.get(row.commitment)
    return known is None or (row.fits and not known.fits)


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
        if row := self._row(commitment, number):
            return kept(row)
        erasure = self._erased_meanwhile.get(commitment)
        return erased(commitment, erasure) if erasure else lost(commitment)

    def _row(self, commitment: str, number: int) -> TextRow | None:
        if self._all is None and self._asked < self._few:
            self._asked += 1
            return self._texts.at(self._session, commitment)
        if self._all is None:
            self._all = self._texts.all_of(self._session)
        meanwhile = number > self._all.upto  # no other that is not among them can be anywhere
        return self._all.rows.get(commitment) or (self._texts.at(self._session, commitment) if meanwhile else None)

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
