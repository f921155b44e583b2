"""A copy of a whole ledger while desks write: complete up to one moment, and never half a file.

SQLite copies itself, page by page, out of one reading transaction (sqlite.org/backup.html); a plain `cp` beside writers
is short, for what was written last lies in a file of its own. PostgreSQL's `pg_dump` reads in one snapshot.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa

from ledger.errors import Corrupt, Misuse, Refusal, Unavailable
from ledger.files import part_of
from ledger.store.database import rows_cursor
from ledger.store.database_errors import in_office_words
from ledger.store.location import file_url, shown
from ledger.store.own_files import beside, free_name, keep_name, own_file, require_no_remains
from ledger.store.spread import held_still
from ledger.store.store import Store
from ledger.store.tables import TABLES


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


def require_complete(store: Store, before: dict[str, int]) -> None:
    """Corrupt (backup-unsound) where a copy has less than there was before it was begun."""
    there = store.log.heads()
    for session, number in before.items():
        if there.get(session, 0) < number:
            raise Corrupt("backup-unsound", f"the copy ends at #{there.get(session, 0)} of {session}, not #{number}")
