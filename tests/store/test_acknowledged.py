"""What this machine has acknowledged, kept outside the database: a copy that is short is no longer called sound."""

import json
import os
import shutil
import sqlite3
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest

from cli.main import run
from ledger.bridge.result import Result
from ledger.errors import Unavailable
from ledger.kernel.at_table import Where
from ledger.laws.profile_loader import load_profile
from ledger.office import Office
from ledger.recording import machine_state
from ledger.recording.machine_state import Acknowledged
from ledger.store.own_files import identity
from ledger.store.store import Position
from ledger.subjects.play.facts import OpenSession, RecordResult
from tests.promises import promise

OPEN = OpenSession("Evening", None, (1,), 1, load_profile("default"))


@pytest.fixture
def type_(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))

    def type_(line, code=0):
        capsys.readouterr()
        assert run(line.split()) == code, capsys.readouterr()
        return "".join(capsys.readouterr())

    for line in ("init", "session open s --boards 1-2", "result add 1/1 4SN= --ns 1 --ew 2"):
        type_(line)
    return type_


def copied(name):
    """A copy of the database as it is now, whole."""
    with closing(sqlite3.connect("bridge-ledger.db")) as source, closing(sqlite3.connect(name)) as target:
        source.backup(target)


@promise("B11")
def test_every_acknowledgement_prints_the_digest_and_is_kept(type_, tmp_path):
    said = type_("result add 1/2 4SN= --ns 3 --ew 4 -q")
    digest = json.loads(type_("verify --json"))["digest"]
    assert f"digest up to #5: {digest[:16]}" in said
    assert json.loads(type_("result add 2/1 4SN= --ns 1 --ew 2 --json"))["digest"].startswith(
        json.loads(type_("verify --json"))["digest"]
    )
    (kept,) = (tmp_path / "state").glob("*.heads.json")
    assert json.loads(kept.read_text())["s"]["number"] == 6
    assert kept.stat().st_mode & 0o777 == 0o600
    assert "digest up to" not in type_("result add 2/2 4SN= --ns 3 --ew 4 -n")
    assert "ok      acknowledged" in type_("verify")


@promise("A24", "B11")
def test_a_backup_that_is_short_is_said_to_be(type_):
    copied("backup.db")
    type_("result add 1/2 4SN= --ns 3 --ew 4")
    shutil.copy("backup.db", "bridge-ledger.db")
    for leftover in ("bridge-ledger.db-wal", "bridge-ledger.db-shm"):
        Path(leftover).unlink(missing_ok=True)
    said = type_("verify", code=3)
    assert "FAILED  acknowledged" in said
    assert "session s ends at #3: #4–#5 had been acknowledged on this machine and are gone" in said
    assert "ok      chain" in said
    for table in (3, 4):
        said = type_(f"result add 2/{table} 4SN= --ns {table}1 --ew {table}2")
        assert "note: " in said
        assert "acknowledged on this machine" in said
    assert "FAILED  acknowledged" in type_("verify", code=3)  # going on in it hides nothing


@promise("A22")
def test_another_history_as_long_is_said_to_be(type_):
    copied("backup.db")
    type_("result add 1/2 4SN= --ns 3 --ew 4")
    shutil.copy("backup.db", "bridge-ledger.db")
    for leftover in ("bridge-ledger.db-wal", "bridge-ledger.db-shm"):
        Path(leftover).unlink(missing_ok=True)
    other = Office.open("bridge-ledger.db")  # a desk on another machine
    other.submit("s", RecordResult(Where(1, "2", "3", "4"), Result("4SN-1")))
    other.close()
    said = type_("verify", code=3)
    assert "event #5 of session s is not the one that was acknowledged on this machine" in said


def test_a_ledger_that_lost_a_whole_session_is_said_to(type_):
    Path("bridge-ledger.db").unlink()
    for leftover in ("bridge-ledger.db-wal", "bridge-ledger.db-shm"):
        Path(leftover).unlink(missing_ok=True)
    Office.open("bridge-ledger.db", new=True).close()  # beside the desk: `init` would set aside what was acknowledged
    said = type_("verify", code=3)
    assert "session s ends at #0: #1–#3 had been acknowledged" in said
    hint = said.split("remove ")[1].split()[0]
    Path(hint).unlink()
    assert "nothing to check" in type_("verify")


def test_another_desk_that_has_recorded_more_is_no_trouble(type_):
    other = Office.open("bridge-ledger.db")
    other.submit("s", RecordResult(Where(1, "2", "3", "4"), Result("4SN-1")))
    other.close()
    assert "ok      acknowledged" in type_("verify")


@pytest.mark.skipif(os.name != "posix", reason="/proc")
def test_nobody_is_stopped_where_it_cannot_be_kept(type_, monkeypatch):
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", "/proc/no/such/place")
    said = type_("result add 1/2 4SN= --ns 3 --ew 4")
    assert said.count("note: what was acknowledged is not kept on this machine") == 1
    assert "Recorded #5" in said
    assert "acknowledged" not in type_("verify")


def test_a_damaged_file_is_not_written_over(type_, tmp_path):
    (kept,) = (tmp_path / "state").glob("*.heads.json")
    kept.write_text("{")
    assert "note: what was acknowledged is not kept" in type_("result add 1/2 4SN= --ns 3 --ew 4")
    assert kept.read_text() == "{"
    said = type_("verify", code=3)
    assert "FAILED  acknowledged" in said
    assert "error[bad-file]: what this machine acknowledged is not known" in said
    assert "ok      chain" in said
    Path(said.split("remove ")[1].split()[0]).unlink()
    type_("verify")


GARBAGE = (
    '{"s":{"number":99999999999999999999999999,"digest":"00"}}',
    '{"s":{"number":9223372036854775808,"digest":"%s"}}' % ("00" * 32),
    '{"s":{"number":-1,"digest":"%s"}}' % ("00" * 32),
    '{"s":{"number":1,"digest":"00"}}',
    "[" * 100_000,
    " " * 17_000_000 + "{}",
)


@pytest.mark.parametrize("content", GARBAGE)
def test_whatever_stands_in_the_file_recording_goes_on_and_verify_says_it(type_, tmp_path, content):
    (kept,) = (tmp_path / "state").glob("*.heads.json")
    kept.write_text(content)
    said = type_("result add 1/2 4SN= --ns 3 --ew 4")
    assert "Recorded #5" in said
    assert "note: what was acknowledged is not kept" in said
    assert "FAILED  acknowledged" in type_("verify", code=3)
    follow = "log --follow --all --position"
    assert "error[bad-file]" in type_(f"{follow} {kept}", code=2)


@pytest.mark.skipif(os.name != "posix", reason="/dev/zero")
def test_a_device_holds_no_positions(type_):
    assert "it is a pipe or a device" in type_("log --follow --position /dev/zero", code=2)


def test_what_goes_wrong_once_it_is_recorded_is_no_failure_of_the_command(type_, monkeypatch):
    """The server is gone when what was acknowledged is held against it: the event is recorded all the same."""

    def gone(*_: object) -> None:
        raise Unavailable("database-lost", "the server went away", "nobody can tell whether it recorded")

    monkeypatch.setattr(machine_state, "lost_event_error", gone)
    said = type_("result add 1/2 4SN= --ns 3 --ew 4")
    assert "Recorded #5" in said
    assert "note: what was acknowledged is not kept on this machine: the server went away" in said


def test_every_earlier_file_is_kept(tmp_path):
    kept = Acknowledged(tmp_path, "sqlite:///a.db")
    for content in ("first", "second", "third"):
        kept.path.write_text(content)
        assert kept.set_aside_earlier()
    assert sorted(path.read_text() for path in tmp_path.iterdir()) == ["first", "second", "third"]
    assert kept.set_aside_earlier() is None


def test_a_new_ledger_wants_one_name_and_not_every_name_there_could_be(tmp_path):
    kept = Acknowledged(tmp_path, "sqlite:///a.db")
    tracemalloc.start()
    try:
        assert kept.set_aside_earlier() is None
        _, most_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most_bytes < 1_000_000


def test_an_earlier_event_does_not_take_the_place_of_a_later_one(tmp_path):
    with Office.open(str(tmp_path / "a.db"), new=True, state=tmp_path) as office:
        for name in ("s", "t"):
            office.submit(name, OPEN)
        office.submit("s", RecordResult(Where(1, "1", "1", "2"), Result("PASS")))
        first = office.event("s", 1)
        assert office.acknowledged
        office.acknowledged.note(office.store.log, "s", Position(1, first.digest))
        assert {name: each.number for name, each in office.acknowledged.heads().items()} == {"s": 3, "t": 1}


def test_a_ledger_is_the_same_however_it_is_spelled(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert identity("sqlite:///a.db") == identity(f"sqlite:///{tmp_path}/./a.db")
    one, other = "postgresql+psycopg://ann:x@db.example/ledger", "postgresql+psycopg://bob@db.example/ledger"
    assert identity(one) == identity(other) != identity("postgresql+psycopg://db.example/other")
    assert "x" not in identity("postgresql+psycopg://ann:x@db/ledger")


def test_a_new_ledger_where_one_was_begins_anew_and_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    for line in ("init", "session open s --boards 1-2"):
        assert run(line.split()) == 0
    for each in tmp_path.glob("bridge-ledger.db*"):
        each.unlink()
    capsys.readouterr()
    assert run(["init"]) == 0
    assert "on an earlier ledger here were moved to" in capsys.readouterr().out
    assert len(list((tmp_path / "state").glob("*.before"))) == 1
    assert run(["session", "open", "s", "--boards", "1"]) == 0
    assert run(["verify"]) == 0


@pytest.mark.parametrize("table", ["event", "text", "seal"])
def test_verify_says_that_a_table_is_gone(type_, table):
    type_("seal --new-key ebu.example")
    with closing(sqlite3.connect("bridge-ledger.db")) as ledger:
        ledger.execute(f"DROP TABLE {table}")
    said = type_("verify", code=3)
    assert "FAILED  schema" in said
    assert f"error[schema-changed]: - table {table} CREATE TABLE {table} " in said
    assert "error[not-a-ledger]" in type_("person name 1 1 Jane --session s" if table != "seal" else "seal", code=5)
