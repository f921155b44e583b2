"""Backups beside desks that write: each complete up to its own moment, whole or not at all, and restored by a drill."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Problem
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.office import Office
from ledger.recording.backups import restore_backup, write_backup
from ledger.store.setup import create, grant
from ledger.store.store import Store
from ledger.subjects.play.facts import OpenSession, RecordResult
from tests.needs import CITUS, LANGUAGE, ON_CITUS
from tests.promises import promise
from tests.store.conftest import administer, logins

OPEN = OpenSession("Evening", None, (1,), 1, profile_loader.load_profile("default"))
EVENING = ("init", "session open s --boards 1-2", "result add 1/1 4SN= --ns 1 --ew 2", "session open t --boards 1-2")
DESK = """
import sys
from ledger import Office, RecordResult, Result, Where
office = Office.open(sys.argv[1], by=sys.argv[2])
pair = 1
while True:
    effect = office.submit(sys.argv[2], RecordResult(Where(1, None, str(pair), str(pair + 1)), Result("PASS")))
    print(effect.events[-1].number, effect.after.digest.hex(), flush=True)
    pair += 2
"""


@pytest.fixture
def type_(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))

    def type_(line, code=0):
        capsys.readouterr()
        assert run(line.split()) == code, capsys.readouterr()
        return "".join(capsys.readouterr())

    for line in EVENING:
        type_(line)
    return type_


def digests(name):
    with closing(Store(f"sqlite:///{name}")) as store:
        return {session: store.log.digests(session)[-1] for session in store.log.sessions()}


@promise("B1")
def test_fifteen_backups_beside_writing_desks_are_complete_up_to_their_own_moment(tmp_path):
    """Whatever was acknowledged before a backup was begun is in it, with the digest that was acknowledged."""
    where = str(tmp_path / "ledger.db")
    with Office.open(where, new=True) as office:
        for name in ("a", "b"):
            office.submit(name, OPEN)
    desks = [
        subprocess.Popen([sys.executable, "-c", DESK, where, name], stdout=subprocess.PIPE, text=True)
        for name in ("a", "b")
    ]
    told: dict[str, list[tuple[int, str]]] = {"a": [], "b": []}

    def listen(name, desk):
        for line in (line for line in desk.stdout if line.endswith("\n")):  # the last may be cut off
            number, digest = line.split()
            told[name].append((int(number), digest))

    listeners = [threading.Thread(target=listen, args=pair, daemon=True) for pair in zip("ab", desks, strict=True)]
    try:
        for each in listeners:
            each.start()
        deadline = time.monotonic() + 60
        while not all(told.values()) and time.monotonic() < deadline:
            time.sleep(0.05)
        for at in range(15):
            before = {name: lines[-1] for name, lines in told.items()}
            made = write_backup(where, tmp_path / f"{at}.db")
            with closing(Store(f"sqlite:///{made.path}")) as copy:
                for name, (number, digest) in before.items():
                    assert made.heads[name] >= number
                    assert copy.log.digest_at(name, number).hex() == digest
    finally:
        for desk in desks:
            desk.kill()
            desk.wait()
        for each in listeners:
            each.join(10)
        for desk in desks:
            desk.stdout.close()
    assert len(told["a"]) + len(told["b"]) > 15, "nobody wrote meanwhile"
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_is_on_the_disk_before_it_has_its_name(type_, monkeypatch):
    synced = []
    monkeypatch.setattr("os.fsync", lambda file: synced.append((Path("b.db").exists(), os.fstat(file).st_size)))
    type_("backup b.db")
    assert (False, Path("b.db").stat().st_size) in synced
    assert synced[-1][0]


@promise("B2")
def test_a_backup_is_one_file_that_only_its_owner_reads(type_):
    type_("person name 1 1 Jane --session s")
    said = type_("backup b.db -v")
    assert "b.db: 2 sessions, 5 events, verified" in said
    assert "s up to #4" in said
    assert Path("b.db").stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect("b.db")) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("SELECT text FROM text").fetchall() == [("Jane",)]
    assert digests("b.db") == digests("bridge-ledger.db")
    made = json.loads(type_("backup c.db --json"))
    assert (made["schema"], made["verified"], len(made["sessions"])) == ("backup/1", True, 2)


@promise("B3")
def test_nothing_is_written_over_unless_that_is_said(type_):
    type_("backup b.db")
    first = Path("b.db").read_bytes()
    assert "error[file-exists]" in type_("backup b.db", code=1)
    assert Path("b.db").read_bytes() == first
    type_("result add 1/2 4SN= --ns 3 --ew 4 --session s")
    type_("backup b.db --overwrite")
    assert digests("b.db") == digests("bridge-ledger.db")
    assert "error[bad-file]" in type_("backup no/such/b.db", code=2)
    assert "error[no-database]" in type_("--db nowhere.db backup c.db", code=5)
    assert sorted(path.name for path in Path.cwd().glob("*b.db*")) == ["b.db"]


def changed(name, *statements):
    """Somebody's own SQL, beside the ledger."""
    with closing(sqlite3.connect(name)) as ledger:
        for statement in statements:
            ledger.execute(statement)
        ledger.commit()


DAMAGES = {
    "event #3": (
        "DROP TRIGGER event_no_update",
        "UPDATE event SET record = CAST(replace(record, '4SN=', '4SN+1') AS BLOB) WHERE session = 's' AND number = 3",
    ),
    "a seal that is kept with session s cannot be read": ("INSERT INTO seal VALUES ('s', 2, 'x')",),
    "- trigger event_no_delete": ("DROP TRIGGER event_no_delete",),
    "is missing: no such table: text": ("DROP TABLE text",),
    "rows of the log belong to no session": (
        "INSERT INTO event VALUES (CAST(x'1b' AS TEXT), 1, 'x', 0, x'00', zeroblob(32))",
    ),
}


@promise("B1", "B4")
@pytest.mark.parametrize("said", DAMAGES)
def test_a_ledger_that_does_not_hold_is_copied_as_it_is_under_another_name(type_, said):
    """It may be the last copy there is; and the last one that holds is not written over by it."""
    type_("backup b.db")
    sound = Path("b.db").read_bytes()
    changed("bridge-ledger.db", *DAMAGES[said])
    for name in ("b.db.unsound", "b.db.unsound-2"):
        told = type_("backup b.db --overwrite", code=3)
        assert "error[backup-unsound]" in told
        assert said in told
        assert f"it is kept as it is, as {name}" in told
        assert Path(name).stat().st_mode & 0o777 == 0o600
    assert Path("b.db").read_bytes() == sound
    with closing(sqlite3.connect("b.db.unsound")) as copy, closing(sqlite3.connect("bridge-ledger.db")) as ledger:
        assert list(copy.iterdump()) == list(ledger.iterdump())
    assert not list(Path.cwd().glob("*.part*"))


def test_a_backup_that_does_not_hold_says_which_sessions_do(type_):
    for name in ("other", "third"):
        type_(f"session open {name} --boards 1 --contestants 1-4")
    changed("bridge-ledger.db", *DAMAGES["event #3"])
    told = type_("backup b.db", code=3)
    assert "error[backup-unsound]: what was copied does not hold: session s: event #3" in told
    assert "sound in it: t, other, third\n" in told
    changed("bridge-ledger.db", "UPDATE event SET record = x'5b5d' WHERE session <> 's'")
    assert "sound in it" not in type_("backup b.db", code=3)


@promise("B3")
@pytest.mark.parametrize("name", ["bridge-ledger.db", "./bridge-ledger.db", "link.db", "bridge-ledger.db-wal"])
def test_a_backup_does_not_take_the_place_of_the_ledger(type_, name):
    Path("link.db").symlink_to("bridge-ledger.db")
    assert "error[file-exists]" in type_(f"backup {name} --overwrite", code=1)
    assert Path("link.db").is_symlink()
    type_("result add 1/2 4SN= --ns 3 --ew 4 --session s")


@pytest.fixture
def remains(type_):
    """A ledger whose computer stopped and whose file was removed: the last events lie beside it."""
    type_("backup b.db")
    desk = "import os, sys; from cli.main import run; run(sys.argv[1:]); os._exit(9)"
    line = "result add 1/2 4SN= --ns 3 --ew 4 --session s"
    keep = sqlite3.connect("bridge-ledger.db")  # whoever closes it last would empty what lies beside it
    keep.execute("SELECT 1 FROM event").fetchone()
    subprocess.run([sys.executable, "-c", desk, *line.split()], stdout=subprocess.DEVNULL, check=False)
    shutil.copy("bridge-ledger.db-wal", "kept")
    keep.close()
    for path in Path.cwd().glob("bridge-ledger.db*"):
        path.unlink()
    return Path("kept").rename("bridge-ledger.db-wal")


@promise("B10")
def test_what_lies_there_of_a_dead_ledger_is_never_played_into_another(type_, remains):
    """SQLite would, silently: what is restored would not be what was in the backup."""
    left = remains.read_bytes()
    assert left
    for line in ("restore b.db", "init", "--db b.db backup bridge-ledger.db"):
        said = type_(line, code=1)
        assert "error[file-exists]: " in said
        assert "bridge-ledger.db-wal is left of another ledger" in said
        assert not Path("bridge-ledger.db").exists()
        assert remains.read_bytes() == left
    remains.rename("aside")
    assert "2 sessions, 4 events, verified" in type_("restore b.db")
    assert digests("bridge-ledger.db") == digests("b.db")


@promise("B7")
def test_what_is_restored_is_a_ledger_made_anew(type_):
    """Guards that the backup lacks are there again, and nothing comes along that no ledger has."""
    type_("person name 1 1 Jane --session s")
    type_("seal --new-key ebu.example")
    type_("seal --session s")
    type_("backup b.db")
    changed("b.db", "DROP TRIGGER event_no_update", "DROP TRIGGER seal_no_delete", 'CREATE TABLE "x""y" (z)')
    type_("--db made.db init")
    for name in ("made.db", "new.db"):
        assert "restored from b.db: 2 sessions, 5 events, verified" in type_(f"--db {name} restore b.db")
        said = type_(f"--db {name} verify --strict")
        assert "the database: guarded as it was made" in said
        with closing(sqlite3.connect(name)) as restored:
            assert restored.execute("SELECT text FROM text").fetchall() == [("Jane",)]
            assert restored.execute("SELECT count(*) FROM seal").fetchone() == (1,)
            tables = restored.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").fetchall()
            assert tables == [("alembic_version",), ("event",), ("evidence",), ("seal",), ("text",)]


@promise("B8")
def test_texts_and_seals_that_are_gone_come_back(type_):
    type_("person name 1 1 Jane --session s")
    type_("seal --new-key ebu.example")
    type_("seal --session s")
    type_("backup b.db")
    changed("bridge-ledger.db", "DELETE FROM text")
    assert "1 of its texts and seals were lost and are restored" in type_("restore b.db")
    type_("verify")
    assert "Nothing to restore" in type_("restore b.db")
    trigger = "SELECT sql FROM sqlite_schema WHERE name = 'seal_no_delete'"
    with closing(sqlite3.connect("bridge-ledger.db")) as ledger:
        (again,) = ledger.execute(trigger).fetchone()
    changed("bridge-ledger.db", "DROP TRIGGER seal_no_delete", "DELETE FROM seal", again)
    assert json.loads(type_("restore b.db --json"))["mended"] == 1
    assert "Nothing to restore" in type_("restore b.db")


@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_FSIZE stands for a full disk")
@pytest.mark.parametrize("line", ["backup c.db", "--db new.db restore b.db", "--db made.db restore b.db"])
def test_a_full_disk_is_said_and_nothing_is_left_half_done(type_, line):
    lines = "".join(f"2,{table},{2 * table - 1},{2 * table},3NT,N,9\n" for table in range(1, 200))
    Path("t.csv").write_text(f"board,table,ns,ew,contract,declarer,tricks\n{lines}")
    type_("import t.csv --session s")
    type_("backup b.db")
    type_("--db made.db init")
    before = {path.name for path in Path.cwd().iterdir()}
    full = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (45000, 45000))"
    program = f"{full}; from cli.main import run; sys.exit(run(sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-c", program, *line.split()], capture_output=True, text=True)
    assert done.returncode in (2, 5), done.stderr
    assert "error[database-full]" in done.stderr or "error[bad-file]" in done.stderr
    assert {path.name for path in Path.cwd().iterdir()} - {"made.db-wal", "made.db-shm"} == before
    assert digests("made.db") == {}


@promise("A29", "B11")
def test_the_drill(type_):
    """What the help says: restore into a new file, verify it, and nothing is missing; then the pool gets the laptop."""
    type_("backup b.db")
    said = type_("--db drill.db restore b.db")
    assert "restored from b.db: 2 sessions, 4 events, verified" in said
    assert digests("drill.db") == digests("bridge-ledger.db")
    type_("--db drill.db verify --strict")
    type_("--db drill.db result add 1/2 4SN= --ns 3 --ew 4 --session s")
    with closing(sqlite3.connect("drill.db")) as restored:
        assert restored.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    type_("result add 1/2 4SN= --ns 3 --ew 4 --session s")
    for path in Path.cwd().glob("bridge-ledger.db*"):
        path.unlink()
    said = type_("restore b.db")
    assert "note: session s ends at #3: #4–#5 had been acknowledged on this machine and are gone" in said
    assert "FAILED  acknowledged" in type_("verify", code=3)


@promise("B9")
def test_a_ledger_that_has_anything_else_is_left_as_it_is(type_):
    type_("backup b.db")
    type_("result add 1/2 4SN= --ns 3 --ew 4 --session s")
    type_("backup c.db")
    longer = digests("bridge-ledger.db")
    said = type_("restore b.db", code=1)
    assert "error[ledger-has-more]" in said
    assert "session s up to #5, the backup up to #3" in said
    type_("--db short.db restore b.db")
    assert "error[ledger-has-more]" in type_("--db short.db restore c.db", code=1)
    type_("--db other.db init")
    type_("--db other.db session open s --boards 1-9")
    assert "error[ledger-has-more]" in type_("--db other.db restore b.db", code=1)
    assert digests("bridge-ledger.db") == longer


def test_what_is_no_backup_is_refused(type_):
    Path("text").write_text("hello " * 200)
    with closing(sqlite3.connect("else.db")) as other:
        other.execute("CREATE TABLE x (y)")
    for name in ("nowhere", "text", "else.db"):
        assert "error[" in type_(f"--db new.db restore {name}", code=2)
    assert not Path("new.db").exists()
    shutil.copy("bridge-ledger.db", "damaged.db")
    with closing(sqlite3.connect("damaged.db")) as damaged:
        damaged.execute("DROP TRIGGER event_no_delete")
        damaged.execute("DELETE FROM event WHERE session = 's' AND number = 2")
        damaged.commit()
    assert "error[backup-unsound]" in type_("--db new.db restore damaged.db", code=3)
    assert not Path("new.db").exists()


@pytest.mark.parametrize("there", [False, True])
def test_a_backup_of_a_server_is_not_for_a_file(type_, there):
    Path("b.dump").write_bytes(b"PGDMP and what pg_dump writes")
    if there:
        type_("--db new.db init")
    said = type_("--db new.db restore b.dump", code=2)
    assert "b.dump is a backup of a ledger on PostgreSQL, and new.db is a file; nothing was written" in said
    assert "--db postgresql+psycopg://owner@server/NEW" in said
    assert Path("new.db").exists() == there


def test_a_backup_of_a_file_is_not_for_a_server(type_):
    type_("backup b.db")
    said = type_("--db postgresql+psycopg://owner@localhost:1/new restore b.db", code=2)
    assert (
        "b.db is a backup of a ledger in a file, and postgresql+psycopg://owner@localhost:1/new is on a server" in said
    )


@promise("B5")
def test_where_pg_dump_is_missing_it_is_said_what_to_type(new_database, tmp_path, monkeypatch):
    url = new_database()
    create(url)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Problem) as error:
        write_backup(url, tmp_path / "b.dump")
    assert (error.value.code, error.value.exit_code) == ("tool-missing", 5)
    assert "pg_dump --format=custom" in error.value.hint
    failing = tmp_path / "pg_dump"
    failing.write_text("#!/bin/sh\necho 'server version mismatch' >&2\necho 'detail: 18, 16' >&2\nexit 1\n")
    failing.chmod(0o755)
    with pytest.raises(Problem, match="server version mismatch; detail: 18, 16") as error:
        write_backup(url, tmp_path / "b.dump")
    assert (error.value.code, error.value.exit_code) == ("tool-failed", 5)
    assert "older" in error.value.hint
    assert not list(tmp_path.glob("b.dump*"))


@promise("B6")
def test_a_postgresql_ledger_is_dumped_and_restored(postgresql, new_database, tmp_path, monkeypatch):
    from tests.store.servers import programs  # which wants the wheel

    there = CITUS / "bin" if ON_CITUS else programs(LANGUAGE)
    monkeypatch.setenv("PATH", str(there), prepend=":")
    url = new_database()
    administer(postgresql, 'CREATE DATABASE "after_the_pool"')
    empty = str(sa.make_url(postgresql).set(database="after_the_pool").render_as_string(hide_password=False))
    create(url)
    with logins(postgresql, url, "desk_of_old"):  # who is unknown to the new server
        grant(url, writers=["desk_of_old"])
        with Office.open(url) as office:
            office.submit("s", OPEN)
            office.submit("s", RecordResult(Where(1, None, "1", "2"), Result("PASS")))
            head = office.session("s").digest
        made = write_backup(url, tmp_path / "b.dump")
    assert made.heads == {"s": 3}
    assert (tmp_path / "b.dump").stat().st_mode & 0o777 == 0o600
    restored = restore_backup(empty, tmp_path / "b.dump")
    assert restored.heads == {"s": 3}
    assert restored.ungranted
    with Office.open(empty) as office:
        assert office.session("s").digest == head
        assert all(audit.ok for audit in office.verify(strict=True))
    with pytest.raises(Problem) as error:
        restore_backup(url, tmp_path / "b.dump")
    assert error.value.code == "ledger-has-more"
