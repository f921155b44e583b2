"""A copy of a whole ledger while desks write: complete up to one moment, and never half a file.

SQLite copies itself, page by page, out of one reading transaction (sqlite.org/backup.html); a plain `cp` beside writers
is short, for what was written last lies in a file of its own. PostgreSQL's `pg_dump` reads in one snapshot.

Sessions from elsewhere are taken over with their events as they are, their seals, and the texts that belong to them.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from ledger.digests import of_parts
from ledger.errors import Conflict, Corrupt, Misuse, Refusal, Unavailable
from ledger.files import part_of
from ledger.store.chain import GENESIS, Stored, TextRow
from ledger.store.connections import take_locks
from ledger.store.database import rows_cursor
from ledger.store.database_errors import in_office_words, is_there_already
from ledger.store.log import Row, as_digest, head, insert, row
from ledger.store.own_files import (
    beside,
    file_url,
    free_name,
    keep_name,
    own_file,
    require_no_remains,
    shown,
    sqlite_path,
)
from ledger.store.record import columns
from ledger.store.spread import held_still
from ledger.store.store import Note, Store
from ledger.store.tables import EVENT, ROWS_AT_ONCE, TABLES


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


def restore(
    store: Store, *coming: RestorePlan, keep: bool = True, require: Callable[[], None] = lambda: None
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
    session, cursor = coming.session, connection.connection.cursor()
    kept = sa.select(EVENT.c.number, EVENT.c.digest).where(EVENT.c.session == session)
    rows = connection.execute(kept.execution_options(yield_per=ROWS_AT_ONCE))
    here = {each.number: as_digest(each.digest) for each in rows}
    if coming.here_are not in (None, len(here)):
        message = "another desk recorded meanwhile; nothing was restored"
        raise Conflict("conflict", message, "look with `log`, then try again")
    try:
        insert(store.connections, cursor, _not_here(coming.rows, here), here.get(len(here), GENESIS))
    except store.connections.driver_error as error:
        if not (is_there_already(error) or isinstance(error, store.connections.data_error)):
            raise
        unkept = f"session {session} cannot be kept as it is: {str(error).partition(chr(10))[0]}"
        raise Corrupt("bundle-unsound", unkept, "take another copy of the bundle; nothing was restored") from error
    added = head(store.connections, cursor, session)[0] - len(here)
    store.seals.write(connection, session, coming.seals)
    texts, has_erased = store.texts.restore(connection, session, coming.texts)
    # files come where they are not here as they were recorded, and were not erased
    erased, files = store.texts.erased_within(connection, session), 0
    store.files.erase(cursor, session, erased)
    kept_files = store.files.of_within(connection, session)
    for each in (each for each in coming.files if each.commitment not in erased):
        if each.parts is None:
            if each.commitment not in kept_files:
                store.files.leave_out(cursor, session, each.commitment)
        elif of_parts(store.files.parts_within(connection, session, each.commitment)) != each.sha256:
            store.files.write(cursor, session, each.commitment, each.parts())
            files += 1
    return RestoreCounts(added, texts, has_erased, files)


def _not_here(rows: Iterable[Stored], here: Mapping[int, bytes]) -> Iterator[Row]:
    for stored in rows:
        found, digest = columns(stored[0]), stored[1]
        at, known = found.number, here.get(found.number)
        if known is None:
            yield row(found, stored)
        elif digest != known:
            parts = f"they part at #{at}: {known.hex()[:16]}… here, {digest.hex()[:16]}… in the bundle"
            same = f"events 1–{at - 1} are the same in both" if at > 1 else "no event is the same"
            message = f"session {found.session} has another history here: {parts}"
            raise Corrupt("forked", message, f"{same}; a seal kept elsewhere tells which was rewritten", at)


@contextmanager
def written_whole(path: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """A file to write beside the one that is meant, which takes its place once it is whole; only its owner reads it.

    Refusal (file-exists) where there is one already, unless it is to be written over; or what SQLite left of another.
    """
    if path.exists() and not overwrite:
        raise Refusal("file-exists", f"{path} is there already", "another name, or --overwrite")
    require_no_remains(path)
    part = part_of(path)
    try:
        own_file(part).close()
        yield part
        _named(part, path)
    except OSError as error:
        raise Misuse("bad-file", f"{path} cannot be written: {error.strerror or error}", "another place") from error
    finally:
        for left in (part, *beside(part)):
            left.unlink(missing_ok=True)


def _named(part: Path, path: Path) -> None:
    with part.open("rb") as file:
        os.fsync(file.fileno())
    os.replace(part, path)
    keep_name(path.parent)


def set_aside(part: Path, path: Path) -> Path:
    """Give a copy that does not hold a name of its own beside the one that was meant, and say it."""
    aside = free_name(path, "unsound")
    _named(part, aside)
    return aside


def copy_sqlite(store: Store, part: Path) -> None:
    """Copy SQLite's file as it is at one moment; what is recorded meanwhile is not in it. It is one file alone."""
    with in_office_words(file_url(str(part))):
        raw = store.connections.engine.raw_connection()
        try:
            with closing(sqlite3.connect(part)) as target:
                source = raw.driver_connection
                assert isinstance(source, sqlite3.Connection)
                source.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")
        finally:
            raw.close()


def fill(store: Store, copy: Store) -> None:
    """Put the events, texts and seals of a copy into a ledger on SQLite that is made and empty, and nothing else.

    Refusal (ledger-has-more) where somebody was faster.
    """
    with store.connections.writing() as cursor, copy.connections.reading() as connection:
        if any(cursor.execute(f"SELECT 1 FROM {table.name}").fetchone() for table in TABLES):
            raise Refusal("ledger-has-more", f"{shown(store.url)} is in use", "restore into a new ledger: --db NEW")
        for table in TABLES:
            names = ", ".join(table.columns.keys())
            marks = ", ".join("?" for _ in table.columns)
            with rows_cursor(connection) as rows:
                rows.execute(f"SELECT {names} FROM {table.name}")
                cursor.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", rows)


def opened_backup(path: Path) -> Store:
    """A copy, open to be read; Misuse where it is none."""
    if not path.is_file():
        raise Misuse("no-such-file", f"{path} is not there", "name the file that `backup` wrote")
    store = Store(file_url(str(path)))
    try:
        store.check_schema()
    except Unavailable as error:
        store.close()
        what = f"{path} is no backup of a ledger on SQLite: {error.message}"
        raise Misuse("bad-file", what, "name the file that `backup` wrote") from error
    return store


# PostgreSQL


def dump_postgresql(store: Store, part: Path) -> None:
    """`pg_dump` of the database in one snapshot; Unavailable (tool-missing) where it is not installed.

    Of a ledger that is spread over many servers, as of one: it is restored into one, or spread again.
    """
    url = store.url
    with held_still(store.connections) as spread:
        bare = ["--extension=plpgsql"] if spread else []
        _run(url, "pg_dump", ["--format=custom", "--no-owner", *bare, f"--file={part}"])
    _run(url, "pg_restore", ["--list", str(part)], connected=False)


def restore_postgresql(url: str, backup: Path) -> None:
    """`pg_restore` into an empty database, all or nothing; of who may do what there, nothing."""
    _run(url, "pg_restore", ["--single-transaction", "--exit-on-error", "--no-owner", "--no-acl", str(backup)])


def is_dump(path: Path) -> bool:
    """Whether a file is a dump of `pg_dump`, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(5) == b"PGDMP"
    except OSError:
        return False


def typed(url: str, tool: str, arguments: Sequence[str]) -> list[str]:
    """How PostgreSQL's own program is called; the password is in its environment, where nobody else reads it."""
    said = sa.make_url(url).set(drivername="postgresql").difference_update_query(["password"])
    parsed = said._replace(password=None)  # which `set` leaves as it is
    return [tool, *arguments, f"--dbname={parsed.render_as_string(hide_password=False)}"]


def _run(url: str, tool: str, arguments: list[str], *, connected: bool = True) -> None:
    command = typed(url, tool, arguments) if connected else [tool, *arguments]
    if not shutil.which(tool):
        hint = f"install PostgreSQL's client programs; or on a machine that has them: {' '.join(command)}"
        raise Unavailable("tool-missing", f"{tool} is not on this machine; nothing was written", hint)
    parsed = sa.make_url(url)
    password = parsed.password or parsed.query.get("password")
    environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        said = "; ".join(line.strip() for line in done.stderr.splitlines() if line.strip()) or "it says nothing"
        older = any(sign in said for sign in ("unsupported version", "server version mismatch"))
        hint = "the client programs here are older: install those of the newer version" if older else _NOTHING
        raise Unavailable("tool-failed", f"{tool} of {shown(url)} failed: {said}", hint)


_NOTHING = "nothing was written"
