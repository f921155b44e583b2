"""SQLite's -wal goes into the file by a desk that holds the write lock: nobody begins the -wal anew meanwhile.

Up to 3.51.2 SQLite loses commits otherwise (sqlite.org/wal.html, "The WAL-Reset Bug").
"""

import sqlite3
from contextlib import closing

import pytest

from ledger.office import Office
from ledger.store import database
from ledger.subjects.play.facts import AddBoards
from tests.promises import promise
from tests.store.test_waiting import OPEN


class Watched(sqlite3.Connection):
    """A connection that tries, before each checkpoint, to begin a transaction that writes."""

    tried: list[str] = []

    def execute(self, statement, *parameters):
        if "wal_checkpoint" in statement:
            with closing(sqlite3.connect(self.path, timeout=0, isolation_level=None)) as other:
                try:
                    other.execute("BEGIN IMMEDIATE")
                    Watched.tried.append("got in")
                except sqlite3.OperationalError as error:
                    Watched.tried.append(str(error))
        return super().execute(statement, *parameters)


def watched(path):
    connection = sqlite3.connect(path, factory=Watched)
    connection.path = path
    return connection


class _Sqlite:
    """The module sqlite3, whose plain connections are watched."""

    def __getattr__(self, name):
        return getattr(sqlite3, name)

    def connect(self, path, **options):
        return sqlite3.connect(path, **options) if options else watched(path)


@pytest.fixture
def tried(monkeypatch):
    Watched.tried = []
    monkeypatch.setattr(database, "sqlite3", _Sqlite())
    monkeypatch.setattr(database, "_LONG_WAL", 20)
    return Watched.tried


def sizes(path):
    return path.stat().st_size, path.with_name(f"{path.name}-wal").stat().st_size


@promise("B15")
def test_nobody_else_writes_while_a_long_wal_is_moved_into_the_file(tmp_path, tried):
    path = tmp_path / "a.db"
    with Office.open(str(path), new=True) as first, Office.open(str(path)) as second:
        first.submit("s", OPEN)
        for board in range(2, 80):
            (first if board % 3 else second).submit("s", AddBoards((board,)))
        file, wal = sizes(path)
        assert first.session("s").number == second.session("s").number == 79
    assert set(tried) == {"database is locked"}
    assert len(tried) > 5
    assert wal < 60 * 4_120, "the -wal begins anew"
    assert file > 10 * 4_096, "and the file has what it had"
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("SELECT count(*) FROM event").fetchone() == (79,)


@promise("B15")
def test_sqlite_checkpoints_nothing_by_itself(tmp_path):
    with Office.open(str(tmp_path / "a.db"), new=True) as office:
        office.submit("s", OPEN)
        with closing(office.store.connections.engine.raw_connection()) as raw:
            assert raw.cursor().execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)


def test_a_wal_is_cut_off_only_once_nobody_reads_it(tmp_path, tried, monkeypatch):
    path = tmp_path / "a.db"
    monkeypatch.setattr("ledger.store.connections.BUSY_MS", 200)
    with Office.open(str(path), new=True) as office, closing(sqlite3.connect(path, isolation_level=None)) as reader:
        office.submit("s", OPEN)
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM event").fetchone() == (1,)
        office.submit("s", AddBoards((9,)))
        assert office.store.connections.write_back() is False
        reader.execute("COMMIT")
        assert office.store.connections.write_back() is True
        assert sizes(path)[1] <= 2 * 4_120
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with closing(office.store.connections.engine.raw_connection()) as raw:
                raw.cursor().execute("PRAGMA busy_timeout=100")
            assert office.store.connections.write_back() is False
    assert set(tried) == {"database is locked"}


def test_a_checkpoint_that_fails_leaves_the_desk_as_it_was(tmp_path, monkeypatch):
    with Office.open(str(tmp_path / "a.db"), new=True) as office:
        office.submit("s", OPEN)
        monkeypatch.setattr(database, "_LONG_WAL", 1)
        monkeypatch.setattr(
            _Sqlite, "connect", lambda *_: (_ for _ in ()).throw(sqlite3.OperationalError("disk I/O error"))
        )
        with monkeypatch.context() as broken:
            broken.setattr(database, "sqlite3", _Sqlite())
            with pytest.raises(Exception, match="could not be written to the disk"):
                office.submit("s", AddBoards((9,)))
        office.submit("s", AddBoards((9,)))
        assert office.session("s").number == 2
