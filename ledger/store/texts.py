"""The texts about people, beside the log: names and free words, each under its commitment, and to be erased."""

from collections.abc import Iterable, Iterator

import sqlalchemy as sa

from ledger.events.free_text import KeptText
from ledger.events.people import TextErased
from ledger.store.connections import Connections
from ledger.store.database import Cursor, sqlite_path
from ledger.store.record import READER, UNREADABLE
from ledger.store.tables import ERASE_TEXT, EVENT, INSERT_TEXT, ROWS_AT_ONCE, TEXT
from ledger.store.words import Erasure, TextRow


class Texts:
    """The texts of all sessions in one database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    # Reading

    def may_be_read(self) -> bool:
        """Whether who is logged in may read texts: on PostgreSQL they stand behind a grant of their own."""
        if self._connections.is_sqlite:
            return True
        with self._connections.reading() as connection:
            return bool(connection.execute(sa.text("SELECT has_table_privilege('text', 'SELECT')")).scalar())

    def of(self, session: str) -> Iterator[TextRow]:
        """The texts of a session."""
        return self._rows(_SELECTED.where(TEXT.c.session == session))

    def any_of(self, session: str) -> bool:
        """Whether there is one that may be read."""
        query = sa.select(TEXT.c.commitment).where(TEXT.c.session == session, TEXT.c.text.is_not(None)).limit(1)
        if not self.may_be_read():
            return False
        with self._connections.reading() as connection:
            return connection.execute(query).first() is not None

    def at(self, session: str, commitment: str) -> TextRow | None:
        """The text under a commitment."""
        this = (TEXT.c.session == session, TEXT.c.commitment == commitment)
        found = list(self._rows(_SELECTED.where(*this)))
        return found[0] if found else None

    def _rows(self, query: sa.Select[tuple[str, bytes | None, str | None]]) -> Iterator[TextRow]:
        with self._connections.reading() as connection:
            for row in connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE)):
                yield TextRow(row.commitment, _bytes(row.salt), row.text)

    def everywhere(self) -> Iterator[tuple[str, str]]:
        """Every text there is, with its session."""
        query = sa.select(TEXT.c.session, TEXT.c.text).where(TEXT.c.text.is_not(None)).order_by(TEXT.c.session)
        with self._connections.reading() as connection:
            for row in connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE)):
                yield row.session, str(row.text)

    def erasures(self, session: str) -> dict[str, Erasure]:
        """What was erased in a session, by commitment: as the log says, looked up without reading all of it."""
        with self._connections.reading() as connection:
            return self._erasures(connection, session)

    def _erasures(self, connection: sa.Connection, session: str) -> dict[str, Erasure]:
        found: dict[str, Erasure] = {}
        named = sa.func.instr(EVENT.c.record, _NAMED) if self._connections.is_sqlite else _position(EVENT.c.record)
        query = sa.select(EVENT.c.number, EVENT.c.record).where(EVENT.c.session == session, named > 0)
        for row in connection.execute(query.order_by(EVENT.c.number)):
            try:
                envelope = READER.read(bytes(row.record), row.number)
            except UNREADABLE:
                continue  # somebody's words that say so; the chain tells what was changed
            if isinstance(envelope.event, TextErased):
                erasure = Erasure(envelope.recorded_at, envelope.by, envelope.number)
                found.update({each.commitment: erasure for each in envelope.event.texts})
        return found

    # Writing, in a transaction that has begun

    def write(self, cursor: Cursor, session: str, texts: Iterable[KeptText]) -> None:
        """Keep texts that are recorded with events; nothing where there are none."""
        if rows := [(session, text.commitment, text.salt, str(text)) for text in texts]:
            cursor.executemany(self._connections.said(INSERT_TEXT), rows)

    def erase(self, cursor: Cursor, session: str, commitments: Iterable[str]) -> None:
        """Take texts away for good; nothing where there are none."""
        if rows := [(session, commitment) for commitment in commitments]:
            cursor.executemany(self._connections.said(ERASE_TEXT), rows)

    def restore(self, connection: sa.Connection, session: str, texts: Iterable[TextRow]) -> tuple[int, bool]:
        """Keep what came with a bundle, where it is not here; what the log says was erased is erased here too.

        How many came, and whether any went.
        """
        erased = self._erasures(connection, session)
        here = {row.commitment: row for row in self._there(connection, session)}
        new = {row.commitment: row for row in texts if row.commitment not in erased and _adds(row, here)}
        cursor = connection.connection.cursor()
        gone = [each for each in here if each in erased]
        self.erase(cursor, session, [*gone, *(each for each in here if each in new)])
        rows = [(session, *row) for row in new.values()]
        if rows:
            cursor.executemany(self._connections.said(INSERT_TEXT), rows)
        return sum(row.text is not None for row in new.values()), bool(gone)

    def _there(self, connection: sa.Connection, session: str) -> list[TextRow]:
        query = _SELECTED.where(TEXT.c.session == session)
        return [TextRow(row.commitment, _bytes(row.salt), row.text) for row in connection.execute(query)]

    def overwrite_erased(self) -> bool:
        """Leave nothing of what was erased in a SQLite file; False where another program is in the way."""
        return not sqlite_path(self._connections.url) or self._connections.write_back()


_SELECTED = sa.select(TEXT.c.commitment, TEXT.c.salt, TEXT.c.text)
_NAMED = b',"text-erased/'


def _position(record: sa.Column[bytes]) -> sa.ColumnElement[int]:
    return sa.func.position(sa.literal(_NAMED).op("IN")(record))


def _bytes(value: bytes | None) -> bytes | None:
    return None if value is None else bytes(value)


def _adds(row: TextRow, here: dict[str, TextRow]) -> bool:
    """Whether a text brings something that is not here: its words, or that they were left out."""
    known = here.get(row.commitment)
    return known is None or (known.left_out and not row.left_out)
