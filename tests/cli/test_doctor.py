"""doctor: every sign, from outside; whatever is wrong, the other lines are told, and nothing is written."""

import json
import os
import re
import shlex
import sqlite3
import time
from contextlib import closing

import pytest

from cli.main import run
from cli.terminal.shells import KEPT, SHELLS
from ledger.recording.machine_state import now
from ledger.session.moment import DAY
from tests.promises import promise


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    for name, value in (("HOME", tmp_path), ("BRIDGE_LEDGER_STATE", tmp_path / "state"), ("SHELL", "/bin/bash")):
        monkeypatch.setenv(name, str(value))
    for name in ("BRIDGE_LEDGER_DB", "BRIDGE_LEDGER_SESSION", "BRIDGE_LEDGER_KEY", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def db(tmp_path):
    """A ledger with a session and a result."""
    path = tmp_path / "club.db"
    typed(path, "init")
    typed(path, "session open thursday --boards 1-2 --contestants 1-2NS,1-2EW")
    typed(path, "result add 1/1 4SN= --ns 1 --ew 1")
    return path


def typed(db, line):
    assert run(["--db", str(db), *line.split(), "-q", "--no-input"]) == 0, line


@pytest.fixture
def doctor(capsys):
    """The exit code, and the signs by what they are about and their state."""

    def ask(db, *more):
        capsys.readouterr()
        code = run(["--db", str(db), *more, "doctor", "--json"])
        printed = json.loads(capsys.readouterr().out)
        assert printed["schema"] == "doctor/1"
        assert printed["ok"] == (code == 0)
        return code, {(each["about"], each["state"]): each for each in printed["signs"]}

    return ask


def test_a_ledger_in_good_order(db, doctor):
    typed(db, f"backup {db.parent / 'copy.db'}")
    before = db.read_bytes(), sorted(os.listdir(db.parent))
    code, signs = doctor(db)
    assert code == 0
    assert {"program", "libraries", "system", "clock", "disk", "database", "sessions"} <= {about for about, _ in signs}
    assert re.search(r"SQLite.*, schema \d+, \d+\.\d MB$", signs["database", "ok"]["says"])
    assert "nothing since" in signs["backup", "ok"]["says"]
    assert signs["private", "ok"]
    assert "no seal given out" in signs["thursday", "ok"]["says"]
    assert (db.read_bytes(), sorted(os.listdir(db.parent))) == before


def test_sessions_that_are_not_looked_into_are_counted(db, capsys):
    for name in ("friday", "saturday"):
        typed(db, f"session open {name} --boards 1-2")

    def told(line="doctor"):
        capsys.readouterr()
        run(["--db", str(db), *line.split()])
        return capsys.readouterr().out

    assert "which were not looked into" not in told()
    for name in ("sunday", "monday"):
        typed(db, f"session open {name} --boards 1-2")
    assert "sessions    and 2 more, which were not looked into\n" in told()
    (hint,) = [line for line in told().split("\n") if "doctor --session" in line]
    assert "thursday" not in told()
    (there,) = re.findall(r"`bridge-ledger .*(doctor --session \w+)`", hint)
    name = there.split()[-1]
    assert f"{name:<12}#" in told(there)
    assert "not looked into" not in told(there)


@promise("B12")
def test_what_was_recorded_since_the_last_backup(db, doctor, monkeypatch):
    assert "no backup was made" in doctor(db)[1]["backup", "look"]["says"]
    copy = db.parent / "copy.db"
    typed(db, f"backup {copy}")
    typed(db, "result add 1/2 4SN= --ns 2 --ew 2")
    sign = doctor(db)[1]["backup", "look"]
    assert "1 event" in sign["says"]
    assert "days ago" not in sign["says"]
    _, *remedy = shlex.split(sign["remedy"].strip("`"))
    for days, told in ((0, False), (1, False), (2, True)):
        with monkeypatch.context() as then:
            then.setattr("ledger.recording.machine_state.now", lambda ago=days * DAY: now() - ago)
            assert run(remedy) == 0
        assert (f", {days} days ago" in doctor(db)[1]["backup", "ok"]["says"]) is told


def test_what_is_to_be_typed_works_where_a_folder_has_a_blank_in_its_name(tmp_path, doctor):
    folder = tmp_path / "thursday club"
    folder.mkdir()
    typed(db := folder / "club.db", "init")
    assert run(["--db", str(db), "backup", str(folder / "the copy.db"), "-q"]) == 0
    typed(db, "session open thursday --boards 1-2")
    db.chmod(0o640)
    _, signs = doctor(db)
    _, *remedy = shlex.split(signs["backup", "look"]["remedy"].strip("`"))
    assert run(remedy) == 0
    assert shlex.split(signs["private", "look"]["remedy"]) == ["chmod", "600", str(db)]


def test_before_there_is_a_ledger(tmp_path, doctor):
    code, signs = doctor(tmp_path / "club.db")
    assert code == 0
    assert "init" in signs["database", "look"]["remedy"]


def test_a_ledger_that_is_gone(db, doctor):
    db.unlink()
    code, signs = doctor(db)
    assert code == 1
    assert "has recorded in it" in signs["database", "wrong"]["says"]


def _executed(db, statement):
    with closing(sqlite3.connect(db)) as file, file:
        file.execute(statement)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (lambda db: db.write_text("no ledger"), "no database"),
        (lambda db: db.write_bytes(db.read_bytes()[:9000]), "is damaged"),
        (lambda db: _executed(db, "UPDATE alembic_version SET version_num = '0001'"), "version 0001"),
        (lambda db: _executed(db, "UPDATE alembic_version SET version_num = '9999'"), "version 9999"),
        (lambda db: _executed(db, "DROP TABLE alembic_version"), "no ledger"),
        (lambda db: _executed(db, "DROP TRIGGER event_no_update"), "trigger"),
    ],
    ids=["text", "cut", "old", "new", "foreign", "unguarded"],
)
def test_a_broken_database_is_said_and_the_rest_is_told(db, doctor, broken, says):
    broken(db)
    code, signs = doctor(db)
    assert code == 1
    assert says in " ".join(each["says"] for (_, state), each in signs.items() if state == "wrong")
    assert {"program", "disk"} <= {about for about, _ in signs}


def test_a_copy_that_lacks_what_was_acknowledged_here(db, doctor):
    before = db.read_bytes()
    typed(db, "result add 1/2 4SN= --ns 2 --ew 2")
    db.write_bytes(before)
    code, signs = doctor(db)
    assert code == 1
    assert "acknowledged" in signs["kept here", "wrong"]["says"]


def test_a_clock_that_is_behind_the_log(db, doctor, monkeypatch):
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now - 3_600 * 10**9)
    code, signs = doctor(db)
    assert code == 1
    assert "#3 was recorded at" in signs["thursday", "wrong"]["says"]
    assert "set this computer's clock" in signs["thursday", "wrong"]["remedy"]


def test_an_event_of_a_clock_that_was_ahead_is_named_until_its_time_is_corrected(db, doctor, monkeypatch):
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + 3_600 * 10**9)
    typed(db, "result add 1/2 4SN= --ns 2 --ew 2")
    monkeypatch.setattr(time, "time_ns", lambda: now)
    typed(db, "result add 2/1 4SN= --ns 1 --ew 1")  # no desk asks
    code, signs = doctor(db)
    assert code == 1
    assert "#4 was recorded at" in signs["thursday", "wrong"]["says"]
    assert "session clock 4 --ahead TIME --session thursday`" in signs["thursday", "wrong"]["remedy"]
    typed(db, "session clock 4 --ahead 1h --yes")
    assert doctor(db)[0] == 0


def test_what_waits_for_somebody(db, doctor):
    typed(db, "call add 1/1 slow --caller N --stage play --by Ahlborn")
    typed(db, "ruling add 1/1 --stands --provisional --by Ahlborn")
    typed(db, "call add 2/1 slow --caller N --stage play --by Ahlborn")
    sign = doctor(db)[1]["thursday", "look"]
    assert "R-0001" in sign["says"]
    assert sign["remedy"] == f"`bridge-ledger --db {db} ruling list --session thursday`"


def test_a_session_that_is_not_there(db, doctor):
    code, signs = doctor(db, "--session", "friday")
    assert code == 1
    assert "no session friday" in signs["sessions", "wrong"]["says"]


@pytest.mark.skipif(os.name != "posix", reason="no such rights here")
def test_files_that_others_may_read(db, doctor, tmp_path, monkeypatch):
    key = tmp_path / "seal.key"
    monkeypatch.setenv("BRIDGE_LEDGER_KEY", str(key))
    assert doctor(db)[1]["seal key", "wrong"]
    typed(db, "seal --new-key club.example")
    assert doctor(db)[1]["seal key", "ok"]
    db.chmod(0o640)
    assert f"chmod 600 {db}" in doctor(db)[1]["private", "look"]["remedy"]
    key.chmod(0o644)
    assert f"chmod 600 {key}" in doctor(db)[1]["seal key", "wrong"]["remedy"]


@pytest.mark.parametrize("shell", SHELLS)
def test_whether_tab_completes(db, doctor, monkeypatch, tmp_path, shell):
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    assert f"completion {shell}" in doctor(db)[1]["completion", "look"]["remedy"]
    if shell in KEPT:
        (tmp_path / KEPT[shell]).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / KEPT[shell]).touch()
        monkeypatch.setattr("cli.terminal.shells.shutil.which", lambda _: None)
        assert "could not be tried" in doctor(db)[1]["completion", "ok"]["says"]


@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_it_fits_the_screen(db, capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", width)
    assert run(["--db", str(db), "doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("Nothing is wrong")
    told = [line for line in lines if line[:6].strip() or not line.startswith(" " * 18)]
    assert all(len(line) <= max(int(width), 36) or " " not in line[18:] for line in told)
