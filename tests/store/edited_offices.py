"""Offices whose ledgers are edited again and again: in a file, and on a server."""

import io
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import (
    AbstractContextManager,
    chdir,
    closing,
    contextmanager,
    redirect_stderr,
    redirect_stdout,
    suppress,
)
from pathlib import Path
from typing import Any, NamedTuple

from cli.main import run
from ledger.store.tables import SCHEMA_NAME
from tests.store import rich_ledger
from tests.store.edited_rows import Rows, edited_file, edited_server
from tests.store.odd_values import TABLES
from tests.store.unguarded import GUARD, UNGUARD

LONGEST_SECONDS = 10
"""Of this process's own work for one command on a small ledger, whatever else runs on this machine."""

LONGEST_WAIT = 300
"""In seconds, for a server or a lock."""


class Hang(BaseException):
    """A command that does not end."""


class Office(NamedTuple):
    """A ledger to be edited: its desk's folder, how it is made as it was, and edited; and how many events it has."""

    folder: Path
    where: str
    afresh: Callable[[], None]
    edited: Callable[[bool], AbstractContextManager[Rows]]
    events: Callable[[], int]


def said(command: str) -> tuple[int, str]:
    """How a command ended, and what it said: of a hang, -1."""

    def rung(*_: object) -> None:
        raise Hang

    out = io.StringIO()
    before = [(each, signal.signal(each, rung)) for each in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, LONGEST_SECONDS)
    signal.alarm(LONGEST_WAIT)
    try:
        with redirect_stdout(out), redirect_stderr(out):
            return run([word.replace("&", " ") for word in command.split(" ")]), out.getvalue()
    except Hang:
        return -1, f"it takes longer than {LONGEST_SECONDS} s"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for each, handler in before:
            signal.signal(each, handler)


@contextmanager
def file_office(folder: Path) -> Iterator[Office]:
    """A ledger in a file."""
    desk, kept = folder / "desk", folder / "kept"
    desk.mkdir()
    with _settings(desk, "bridge-ledger.db"), chdir(desk):
        assert said("init -q")[0] == 0
        rich_ledger.make(desk)
        with closing(sqlite3.connect("bridge-ledger.db")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.move(desk, kept)

    def afresh() -> None:
        shutil.rmtree(desk, ignore_errors=True)
        shutil.copytree(kept, desk)

    def edited(hidden: bool) -> AbstractContextManager[Rows]:
        return edited_file(str(desk / "bridge-ledger.db"), hidden=hidden)

    def events() -> int:
        with suppress(sqlite3.Error), closing(sqlite3.connect(desk / "bridge-ledger.db")) as connection:
            return int(connection.execute("SELECT count(*) FROM event").fetchone()[0])
        return 0

    with _settings(desk, "bridge-ledger.db"):
        yield Office(desk, "a file of SQLite", afresh, edited, events)


@contextmanager
def server_office(folder: Path, server: str) -> Iterator[Office]:
    """A ledger in a database of a server, by its URL: its rows are put back, and all of it where it was changed."""
    import psycopg

    url = server.rpartition("/")[0]
    desk, kept = folder / "desk", folder / "kept"
    desk.mkdir()
    last: list[Rows] = []
    ours = f"-c search_path={SCHEMA_NAME},public"

    def ask(database: str, *statements: str) -> Any:
        where = f"{url}/{database}".replace("+psycopg", "")
        with psycopg.connect(where, autocommit=True, options=ours) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchone() if cursor.description else None

    ask("postgres", "DROP DATABASE IF EXISTS rich WITH (FORCE)", "CREATE DATABASE rich")
    with _settings(desk, f"{url}/rich"), chdir(desk):
        assert said("init -q")[0] == 0
        rich_ledger.make(desk)
    with psycopg.connect(f"{url}/rich".replace("+psycopg", ""), options=ours) as connection:
        kept_rows = {each: _copied(connection, f"COPY {each} TO STDOUT") for each in TABLES}
    shutil.move(desk, kept)

    def afresh() -> None:
        shutil.rmtree(desk, ignore_errors=True)
        shutil.copytree(kept, desk)
        if last and not last.pop().structure_changed:
            with psycopg.connect(f"{url}/edited".replace("+psycopg", ""), options=ours) as connection:
                for statement in (*UNGUARD, f"TRUNCATE {', '.join(TABLES)}"):
                    connection.execute(statement)
                for each, rows in kept_rows.items():
                    with connection.cursor().copy(f"COPY {each} FROM STDIN") as copy:
                        copy.write(rows)
                for statement in GUARD:
                    connection.execute(statement)
        else:
            drop = "DROP DATABASE IF EXISTS edited WITH (FORCE)"
            ask("postgres", drop, "CREATE DATABASE edited TEMPLATE rich STRATEGY FILE_COPY")

    @contextmanager
    def edited(_: bool) -> Iterator[Rows]:
        with edited_server(f"{url}/edited") as rows:
            last[:] = [rows]
            yield rows

    def events() -> int:
        with suppress(psycopg.Error):
            return int(ask("edited", "SELECT count(*) FROM event")[0])
        return 0

    with _settings(desk, f"{url}/edited"):
        yield Office(desk, "a server of PostgreSQL", afresh, edited, events)


def _copied(connection: Any, statement: str) -> bytes:
    """What a server copies out."""
    with connection.cursor().copy(statement) as copy:
        return b"".join(map(bytes, copy))


@contextmanager
def _settings(desk: Path, where: str) -> Iterator[None]:
    before = dict(os.environ)
    os.environ |= {
        "BRIDGE_LEDGER_BY": "Ahlborn",
        "BRIDGE_LEDGER_DB": where,
        "BRIDGE_LEDGER_STATE": str(desk / "state"),
        "XDG_CONFIG_HOME": str(desk / "settings"),
        "TZ": "UTC",
    }
    try:
        yield
    finally:
        os.environ.clear()
        os.environ |= before
