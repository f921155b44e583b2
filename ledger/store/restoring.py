"""Taking over sessions from elsewhere: their events as they are, their seals, and the texts that belong to them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import sqlalchemy as sa

from ledger.errors import Conflict, Corrupt
from ledger.store.chain import GENESIS, Stored
from ledger.store.connections import take_lock
from ledger.store.database_errors import is_there_already
from ledger.store.location import sqlite_path
from ledger.store.log import Row, as_digest, head, insert, row
from ledger.store.record import columns
from ledger.store.store import Note, Store
from ledger.store.tables import EVENT, ROWS_AT_ONCE
from ledger.store.words import TextRow


class RestorePlan(NamedTuple):
    """What is to come into a session: its events from the first, seals, and texts.

    `here_are`: how many events it had here when somebody looked; None where that is no matter.
    """

    session: str
    rows: Iterable[Stored]
    seals: Iterable[Note] = ()
    texts: Iterable[TextRow] = ()
    here_are: int | None = None


class RestoreCounts(NamedTuple):
    """What came into a session: how many events and texts; and whether a text went, as the log says it was erased."""

    events: int
    texts: int
    erased: bool


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
        for name in sorted(each.session for each in coming):  # so that two who restore the same never wait in a circle
            take_lock(cursor, store.connections, f"session {name}")
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
    return RestoreCounts(added, *store.texts.restore(connection, session, coming.texts))


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
