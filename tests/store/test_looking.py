"""Whoever may not write a ledger sees all that is written, while somebody records and when nobody does."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from cli.main import run
from ledger.errors import Problem
from ledger.laws import profile_loader
from ledger.office import Office
from ledger.store.database import may_be_written
from ledger.subjects.play.facts import AddBoards, OpenSession
from tests.needs import needs
from tests.promises import promise
from tests.store.nobody import open_folder
from tests.store.test_database_errors import as_nobody

ADD = ("result", "add", "1/9", "PASS", "--ns", "17", "--ew", "18")
FOLLOWER = """
import os
import sys
from sqlalchemy.dialects.sqlite import pysqlite
from ledger.store.own_files import file_url
from ledger.store.store import Store
from ledger.store.store import Subscription
from ledger.errors import Problem
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
follower = Subscription(Store(file_url(sys.argv[1])), "s")
for _ in sys.stdin:
    try:
        print(*(event.number for event in follower.new()), flush=True)
    except Problem as problem:
        print(problem.code, problem.hint, flush=True)
"""


@pytest.fixture
def outside():
    """A folder that another login reaches: pytest keeps its own to itself, also from whoever opens them for a while."""
    with tempfile.TemporaryDirectory(dir=open_folder()) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def path(outside, capsys):
    """A ledger of an event, whose owner goes on recording."""
    path = outside / "office" / "ledger 50%?#.db"
    path.parent.mkdir()
    for command in (["init"], ["session", "open", "s", "--boards", "1-9"]):
        assert run(["--db", str(path), *command]) == 0
    capsys.readouterr()
    yield path
    path.parent.chmod(0o755)


def beside(path, what):
    return path.with_name(path.name + what)


class Follower:
    """Somebody else who follows the log, as a login that may not write; which root becomes once the program is loaded,
    for a login may have no way to where it lies.
    """

    def __init__(self, path):
        self.process = subprocess.Popen(
            [sys.executable, "-c", FOLLOWER, str(path)],
            env={**os.environ, "TMPDIR": str(open_folder())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def new(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return line.split() or (self.process.poll() is not None and self.process.stderr.read()) or []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def reachable(path):
    """Another login may read it."""
    for file in path.parent.iterdir():
        file.chmod(0o644)
    return path


def record(path, at):
    """A desk that comes, records, and goes again: its -wal and -shm go with it, unless somebody else has them open."""
    pair = 2 * at + 1
    command = ["result", "add", f"1/{at + 1}", "PASS", "--ns", str(pair), "--ew", str(pair + 1), "-q"]
    assert run(["--db", str(path), *command]) == 0


@promise("P29")
@needs("root")
@pytest.mark.parametrize("folder", [0o755, 0o777], ids=["folder read-only", "folder writable"])
@pytest.mark.parametrize("somebody", [True, False], ids=["somebody has it open", "nobody has"])
@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_follower_who_may_not_write_misses_nothing(reachable, folder, somebody, journal, capsys):
    path = reachable
    path.parent.chmod(folder)
    with closing(sqlite3.connect(path)) as holder:
        holder.execute(f"PRAGMA journal_mode={journal}")
        if somebody:
            holder.execute("SELECT count(*) FROM event").fetchone()
        else:
            holder.close()
        with Follower(path) as follower:
            assert follower.new() == ["1"]
            seen = []
            for at in range(6):
                record(path, at)
                seen += follower.new()
            later = [str(number) for number in range(2, 2 + len(seen))]
            assert (seen, len(seen) >= 6) == (later, True)
            assert follower.new() == []
            if somebody:
                holder.close()  # the last who has it open, but for the follower
            record(path, 6)
            assert len(follower.new()) >= 1
    assert may_be_written(path)
    assert {each.stat().st_uid for each in path.parent.iterdir()} == {0}  # nothing was made beside it


@needs("root")
def test_what_may_not_be_read_is_told_and_not_left_out(reachable):
    """The file may be read, and what is new lies beside it."""
    path = reachable
    with closing(sqlite3.connect(path)) as holder:
        holder.execute("SELECT count(*) FROM event").fetchone()
        record(path, 0)
        for each in ("-wal", "-shm"):
            beside(path, each).chmod(0o600)
        with Follower(path) as follower:
            told = " ".join(follower.new())
            assert told.startswith("database-denied")
            assert "chmod" in told


@promise("P29")
@pytest.mark.parametrize("left", [("-wal",), ("-wal", "-shm"), ()], ids=" ".join)
def test_an_archive_of_what_a_crash_left_shows_all_of_it(path, tmp_path, left):
    """Copied with what lay beside it, and then closed to everybody."""
    archive = tmp_path / "archive" / "ledger.db"
    archive.parent.mkdir()
    with closing(sqlite3.connect(path)) as holder:
        holder.execute("PRAGMA wal_autocheckpoint=0")
        holder.execute("SELECT count(*) FROM event").fetchone()
        if not left:
            holder.close()
        record(path, 0)
        for what in ("", *left):
            beside(archive, what).write_bytes(beside(path, what).read_bytes())
    for file in archive.parent.iterdir():
        file.chmod(0o444)
    archive.parent.chmod(0o555)
    try:
        shown = as_nobody(archive, "log")
        assert (shown.returncode, "#3" in shown.stdout) == (0, True), shown.stderr
        refused = as_nobody(archive, *ADD)
        assert (refused.returncode, "error[database-read-only]" in refused.stderr) == (5, True)
        assert {each.name for each in archive.parent.iterdir()} == {f"ledger.db{what}" for what in ("", *left)}
    finally:
        archive.parent.chmod(0o755)


def test_nothing_of_a_copy_stays(path, monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "private"))
    Path(tmp_path / "private").mkdir()
    path.parent.chmod(0o555)
    assert as_nobody(path, "board", "1").returncode == 0
    assert not list((tmp_path / "private").iterdir())


@pytest.mark.parametrize("where", ["file", "server"])
def test_who_opens_it_to_look_alone_sees_what_is_recorded_and_can_record_nothing(where, tmp_path, request):
    url = f"sqlite:///{tmp_path / 'own.db'}" if where == "file" else request.getfixturevalue("new_database")()
    opening = OpenSession("s", None, (1,), 1, profile_loader.load_profile("default"))
    with Office.open(url, new=where == "file") as office, Office.open(url, looking=True) as looking:
        office.submit("s", opening)
        assert looking.session("s").number == 1
        for _ in range(2):
            with pytest.raises(Problem):
                looking.submit("other", opening)
        new = looking.follow()
        office.submit("s", AddBoards((2,)))
        assert [each.number for each in new.new()] == [2]
        assert office.sessions() == ["s"]
