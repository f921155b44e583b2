"""Copies of a whole ledger while desks record, and sessions taken over from bundles and backups.

SQLite copies itself, page by page, out of one reading transaction (sqlite.org/backup.html); a plain `cp` during
recording misses the newest events, which lie in FILE-wal. PostgreSQL's `pg_dump` reads in one snapshot.
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
from ledger.files import temporary_path, unwritable
from ledger.store.chain import GENESIS, Stored, TextRow
from ledger.store.connections import take_locks
from ledger.store.database import rows_cursor
from ledger.store.database_errors import is_taken, translated_errors
from ledger.store.log import Row, as_digest, head, insert, row
from ledger.store.own_files import (
    file_url,
    free_name,
    own_file,
    require_no_remains,
    show_url,
    sqlite_companions,
    sqlite_path,
    sync_folder,
)
from ledger.store.record import columns
from ledger.store.spread import recording_blocked
from ledger.store.store import Note, Store
from ledger.store.tables import EVENT, ROWS_AT_ONCE, TABLES


class RestoredFile(NamedTuple):
    """A file of evidence to restore: its key `commitment`, its SHA-256, and a function that yields its bytes.

    `parts` is None if the bundle lacks the bytes.
    """

    commitment: str
    sha256: str
    parts: Callable[[], Iterable[bytes]] | None


class RestorePlan(NamedTuple):
    """The events (from number 1), seals, texts and files that `restore` writes to one session.

    `expected_events`: the number of events that the session had here when the caller looked; None for any number.
    """

    session: str
    rows: Iterable[Stored]
    seals: Iterable[Note] = ()
    texts: Iterable[TextRow] = ()
    expected_events: int | None = None
    files: Iterable[RestoredFile] = ()


class RestoreCounts(NamedTuple):
    """The numbers of events, texts and files that `restore` added to a session.

    `erased`: True if `restore` deleted a text that an event had erased.
    """

    events: int
    texts: int
    erased: bool
    files: int = 0


def restore(
    store: Store, *coming: RestorePlan, keep: bool = True, require: Callable[[], None] = lambda: None
) -> list[RestoreCounts]:
    """Write restore plans to a ledger in one transaction; return what was added to each session.

    Events keep their bytes and digests. Events that are here already must be identical. Missing texts are added, and
    changed ones replaced, but none that the log here or in the bundle erased. Raises Conflict if a session does not
    have `expected_events` events; Corrupt if the log here is damaged, if an event differs (forked), or if the database
    cannot keep an event (bundle-unsound). With `keep` False everything is rolled back.
    `require` raises if another condition fails; it is called while the sessions are locked.
    """
    for plan in coming:
        store.log.digests(plan.session)  # raises Corrupt if the log here is damaged
    in_memory = store.connections.is_sqlite and not sqlite_path(store.url)
    if in_memory:  # no other desk can open it, and its one connection cannot read while it writes
        require()
    with store.connections.transaction() as connection:
        cursor = connection.connection.cursor()
        take_locks(cursor, store.connections, [plan.session for plan in coming])
        if not in_memory:
            require()
        added = [_restore_session(store, connection, plan) for plan in coming]
        if not keep:
            connection.rollback()
    return added


def _restore_session(store: Store, connection: sa.Connection, plan: RestorePlan) -> RestoreCounts:
    session, cursor = plan.session, connection.connection.cursor()
    query = sa.select(EVENT.c.number, EVENT.c.digest).where(EVENT.c.session == session)
    rows = connection.execute(query.execution_options(yield_per=ROWS_AT_ONCE))
    digests = {each.number: as_digest(each.digest) for each in rows}
    if plan.expected_events not in (None, len(digests)):
        message = "another desk recorded meanwhile; nothing was restored"
        raise Conflict("conflict", message, "look with `log`, then try again")
    try:
        insert(store.connections, cursor, _rows_to_add(plan.rows, digests), digests.get(len(digests), GENESIS))
    except store.connections.driver_error as error:
        if not (is_taken(error) or isinstance(error, store.connections.data_error)):
            raise
        unkept = f"session {session} cannot be kept as it is: {str(error).partition(chr(10))[0]}"
        raise Corrupt("bundle-unsound", unkept, "take another copy of the bundle; nothing was restored") from error
    added = head(store.connections, cursor, session)[0] - len(digests)
    store.seals.write(connection, session, plan.seals)
    texts, has_erased = store.texts.restore(connection, session, plan.texts)
    # add each file that was not erased and is not stored here as it was filed
    erased, files = store.texts.erased_within(connection, session), 0
    store.files.erase(cursor, session, erased)
    kept_files = store.files.of_within(connection, session)
    for file in (file for file in plan.files if file.commitment not in erased):
        if file.parts is None:
            if file.commitment not in kept_files:
                store.files.leave_out(cursor, session, file.commitment)
        elif of_parts(store.files.parts_within(connection, session, file.commitment)) != file.sha256:
            store.files.write(cursor, session, file.commitment, file.parts())
            files += 1
    return RestoreCounts(added, texts, has_erased, files)


def _rows_to_add(rows: Iterable[Stored], digests: Mapping[int, bytes]) -> Iterator[Row]:
    for stored in rows:
        values, digest = columns(stored[0]), stored[1]
        at, known = values.number, digests.get(values.number)
        if known is None:
            yield row(values, stored)
        elif digest != known:
            parts = f"they part at #{at}: {known.hex()[:16]}… here, {digest.hex()[:16]}… in the bundle"
            same = f"events 1–{at - 1} are the same in both" if at > 1 else "no event is the same"
            message = f"session {values.session} has another history here: {parts}"
            raise Corrupt("forked", message, f"{same}; a seal kept elsewhere shows which history was rewritten", at)


@contextmanager
def atomic_file(path: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """Yield a private temporary file, and rename it to `path` when the block ends without an error.

    Raises Refusal (file-exists) if `path` exists and `overwrite` is False, or if SQLite's -wal of an earlier file
    remains; Misuse (bad-file) if the file cannot be written.
    """
    if path.exists() and not overwrite:
        raise Refusal("file-exists", f"{path} is there already", "choose another name, or type --overwrite")
    require_no_remains(path)
    part = temporary_path(path)
    try:
        own_file(part).close()
        yield part
        _rename_durably(part, path)
    except OSError as error:
        raise unwritable(path, error) from error
    finally:
        for leftover in (part, *sqlite_companions(part)):
            leftover.unlink(missing_ok=True)


def _rename_durably(part: Path, path: Path) -> None:
    with part.open("rb") as file:
        os.fsync(file.fileno())
    os.replace(part, path)
    sync_folder(path.parent)


def set_aside(part: Path, path: Path) -> Path:
    """Rename the damaged copy `part` to an unused name next to `path`, PATH.unsound, and return that name."""
    aside = free_name(path, "unsound")
    _rename_durably(part, aside)
    return aside


def copy_sqlite(store: Store, part: Path) -> None:
    """Copy a ledger's SQLite file to the file `part`, as it is at one moment and without a -wal."""
    with translated_errors(file_url(str(part))):
        raw = store.connections.engine.raw_connection()
        try:
            with closing(sqlite3.connect(part)) as target:
                source = raw.driver_connection
                assert isinstance(source, sqlite3.Connection)
                source.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")
        finally:
            raw.close()


def copy_rows(store: Store, copy: Store) -> None:
    """Copy all rows of the ledger `copy` into the empty SQLite ledger `store`.

    Raises Refusal (ledger-has-more) if `store` has any row: another desk recorded first.
    """
    with store.connections.writing() as cursor, copy.connections.reading() as connection:
        if any(cursor.execute(f"SELECT 1 FROM {table.name}").fetchone() for table in TABLES):
            raise Refusal("ledger-has-more", f"{show_url(store.url)} is in use", "restore into a new ledger: --db NEW")
        for table in TABLES:
            names = ", ".join(table.columns.keys())
            marks = ", ".join("?" for _ in table.columns)
            with rows_cursor(connection) as rows:
                rows.execute(f"SELECT {names} FROM {table.name}")
                cursor.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", rows)


def open_backup(path: Path) -> Store:
    """Open a SQLite backup for reading; Misuse if the file is missing or no backup, Corrupt if a table was replaced."""
    if not path.is_file():
        raise Misuse("no-such-file", f"{path} is not there", "name the file that `backup` wrote")
    store = Store(file_url(str(path)))
    try:
        store.check_schema()
    except Unavailable as error:
        store.close()
        message = f"{path} is no backup of a ledger on SQLite: {error.message}"
        raise Misuse("bad-file", message, "name the file that `backup` wrote") from error
    return store


# PostgreSQL


def dump_postgresql(store: Store, part: Path) -> None:
    """Dump a database to the file `part` in one snapshot; raise Unavailable (tool-missing, tool-failed) on failure.

    The dump of a ledger spread over many servers can be restored into one server, or spread again.
    """
    url = store.url
    with recording_blocked(store.connections) as spread:
        bare = ["--extension=plpgsql"] if spread else []
        _run_tool(url, "pg_dump", ["--format=custom", "--no-owner", *bare, f"--file={part}"])
    _run_tool(url, "pg_restore", ["--list", str(part)], connected=False)


def restore_postgresql(url: str, backup: Path) -> None:
    """Restore a dump into an empty database, all or nothing, without owners and grants; Unavailable on failure."""
    _run_tool(url, "pg_restore", ["--single-transaction", "--exit-on-error", "--no-owner", "--no-acl", str(backup)])


def is_dump(path: Path) -> bool:
    """Return whether a file begins like a dump of `pg_dump`; False if the file cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(5) == b"PGDMP"
    except OSError:
        return False


def command_line(url: str, tool: str, arguments: Sequence[str]) -> list[str]:
    """Return the command line of a PostgreSQL program, with the database's URL but without the password."""
    server = sa.make_url(url).set(drivername="postgresql").difference_update_query(["password"])
    parsed = server._replace(password=None)  # `set` cannot remove it
    return [tool, *arguments, f"--dbname={parsed.render_as_string(hide_password=False)}"]


def _run_tool(url: str, tool: str, arguments: list[str], *, connected: bool = True) -> None:
    command = command_line(url, tool, arguments) if connected else [tool, *arguments]
    if not shutil.which(tool):
        hint = f"install PostgreSQL's client programs; or on a machine that has them: {' '.join(command)}"
        raise Unavailable("tool-missing", f"{tool} is not on this machine; nothing was written", hint)
    parsed = sa.make_url(url)
    password = parsed.password or parsed.query.get("password")
    environment = {**os.environ, **({"PGPASSWORD": str(password)} if password else {})}
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        output = "; ".join(line.strip() for line in done.stderr.splitlines() if line.strip()) or "it says nothing"
        older = any(sign in output for sign in ("unsupported version", "server version mismatch"))
        hint = "the client programs here are older: install those of the newer version" if older else _NOTHING
        raise Unavailable("tool-failed", f"{tool} of {show_url(url)} failed: {output}", hint)


_NOTHING = "nothing was written"
