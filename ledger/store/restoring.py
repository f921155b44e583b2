"""Taking over sessions from elsewhere: their events as they are, their seals, and the texts that belong to them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import sqlalchemy as sa

from ledger.digests import of_parts
from ledger.errors import Conflict, Corrupt
from ledger.store.chain import GENESIS, Stored
from ledger.store.connections import take_locks
from ledger.store.database_errors import is_there_already
from ledger.store.location import sqlite_path
from ledger.store.log import Row, as_digest, head, insert, row
from ledger.store.record import columns
from ledger.store.store import Note, Store
from ledger.store.tables import EVENT, ROWS_AT_ONCE
from ledger.store.words import TextRow


class ComingFile(NamedTuple):
    """A file of a session: its commitment and SHA-256; its bytes, from the first each time; None: it was left out."""

    commitment: str
    sha256: str
    parts: Callable[[], Iterable[bytes]] | None


class RestorePlan(NamedTuple):
    """What is to come into a session: its events from the first, seals, texts, and files.

    `here_are`: how many events it had here when somebody looked; None where that is no matter.
    """

    session: str
    rows: Iterable[Stored]
    seals: Iterable[Note] = ()
    texts: Iterable[TextRow] = ()
    here_are: int | None = None
    files: Iterable[ComingFile] = ()


class RestoreCounts(NamedTuple):
    """What came into a session: how many events, texts and files; whether a text went, as it is erased in the log."""

    events: int
    texts: int
    erased: bool
    files: int = 0


def _nothing() -> None:
    """Nothing else need hold."""


def restore(
    store: Store, *coming: RestorePlan, keep: bool = True, require: Callable[[], None] = _nothing
) -> list[RestoreCounts]:
    """Take over the events of sessions as they are, with their digests; those that are here already must be the same.

    All of them or nothing. Texts come where they are not here, and never bring back one that was erased: as
    the log then says, here or in the bundle. Raises Conflict where a session has more events by now than when somebody
    looked, Corrupt (forked) at the first event that is another here. With `keep` False it is only tried.
    `require` raises where something else does not hold, once nobody can say anything of these sessions any more.
    """
    for each in coming:
        store.log.digests(each.session)  # what is here must hold before anything is compared with it
    in_memory = store.connections.is_sqlite and not sqlite_path(store.url)
    if in_memory:  # nobody else is there, and nothing is read while it is written
        require()
    with store.connections.transaction() as connection:
        cursor = connection.connection.cursor()
        take_locks(cursor, store.connections, [each.session for each in coming])
        if not in_memory:
            require()
        added = [_add(store, connection, each) for each in coming]
        if not keep:
            connection.rollback()
    return added


def _add(store: Store, connection: sa.Connection, coming: RestorePlan) -> RestoreCounts:
    """Put into a session what is new of it."""
    session, cursor = coming.session, connection.connection.cursor()
    here = dict(_digests(connection, session))
    if coming.here_are not in (None, len(here)):
        raise Conflict(
            "conflict", "another desk recorded meanwhile; nothing was restored", "look with `log`, then try again"
        )
    try:
        insert(store.connections, cursor, _not_here(coming.rows, here), here.get(len(here), GENESIS))
    except store.connections.driver_error as error:
        if not (is_there_already(error) or isinstance(error, store.connections.data_error)):
            raise
        kept = f"session {session} cannot be kept as it is: {str(error).partition(chr(10))[0]}"
        raise Corrupt("bundle-unsound", kept, "take another copy of the bundle; nothing was restored") from error
    added = head(store.connections, cursor, session)[0] - len(here)
    store.seals.write(connection, session, coming.seals)
    texts, erased = store.texts.restore(connection, session, coming.texts)
    return RestoreCounts(added, texts, erased, _files(store, connection, coming))


def _files(store: Store, connection: sa.Connection, coming: RestorePlan) -> int:
    """Keep the files that came, where they are not here as they were recorded, and were not erased; how many."""
    session, cursor, added = coming.session, connection.connection.cursor(), 0
    erased = store.texts.erased_within(connection, session)
    store.files.erase(cursor, session, erased)
    here = store.files.of_within(connection, session)
    for each in (each for each in coming.files if each.commitment not in erased):
        if each.parts is None:
            if each.commitment not in here:
                store.files.leave_out(cursor, session, each.commitment)
        elif of_parts(store.files.parts_within(connection, session, each.commitment)) != each.sha256:
            store.files.write(cursor, session, each.commitment, each.parts())
            added += 1
    return added


def _digests(connection: sa.Connection, session: str) -> Iterator[tuple[int, bytes]]:
    kept = sa.select(EVENT.c.number, EVENT.c.digest).where(EVENT.c.session == session)
    for each in connection.execute(kept.execution_options(yield_per=ROWS_AT_ONCE)):
        yield each.number, as_digest(each.digest)


def _not_here(rows: Iterable[Stored], here: Mapping[int, bytes]) -> Iterator[Row]:
    """The rows that follow what is here; Corrupt (forked) at the first that is another."""
    for stored in rows:
        found, digest = columns(stored[0]), stored[1]
        if found.number not in here:
            yield row(found, stored)
        elif digest != here[found.number]:
            raise _forked(found.session, found.number, here[found.number], digest)


def _forked(session: str, number: int, here: bytes, there: bytes) -> Corrupt:
    parts = f"they part at #{number}: {here.hex()[:16]}… here, {there.hex()[:16]}… in the bundle"
    same = f"events 1–{number - 1} are the same in both" if number > 1 else "no event is the same"
    return Corrupt(
        "forked",
        f"session {session} has another history here: {parts}",
        f"{same}; a seal kept elsewhere tells which was rewritten",
        number,
    )
