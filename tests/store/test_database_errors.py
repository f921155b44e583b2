"""Databases that are missing, old, new, busy, full, read-only or no ledger: a clear error, and the log as it was."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from cli.main import run
from ledger.errors import Unavailable
from ledger.recording.tournaments import Tournaments
from ledger.store import database
from ledger.store import own_files as location
from ledger.store.database_errors import translated_errors

PROGRAM = "import sys; from cli.main import run; sys.exit(run(sys.argv[1:]))"
ADD = ["result", "add", "1/9", "PASS", "--ns", "17", "--ew", "18"]


@pytest.fixture
def ledger(tmp_path, capsys):
    path = tmp_path / "office" / "ledger.db"
    path.parent.mkdir()
    for command in (
        ["init"],
        ["session", "open", "s", "--boards", "1-2"],
        ["result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2"],
    ):
        assert run(["--db", str(path), *command]) == 0
    capsys.readouterr()
    return path


def said(arguments, capsys):
    code = run([str(argument) for argument in arguments])
    return code, capsys.readouterr().err


def events(path):
    connection = sqlite3.connect(path)
    (count,) = connection.execute("SELECT count(*) FROM event").fetchone()
    connection.close()
    return count


def test_a_database_that_is_not_there(tmp_path, capsys):
    code, output = said(["--db", tmp_path / "none.db", "board", "1"], capsys)
    assert code == 5
    assert "error[no-database]" in output
    assert "init" in output
    assert not (tmp_path / "none.db").exists()


def test_a_ledger_that_is_gone_is_not_hinted_to_be_made_anew(tmp_path, capsys, monkeypatch):
    """Where this machine recorded in it: a new one would stand in its place, and be empty."""
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    file = tmp_path / "club.db"
    for arguments in (["init"], ["session", "open", "s", "--boards", "1-4", "--contestants", "1-4"]):
        assert said(["--db", file, *arguments], capsys)[0] == 0
    file.rename(tmp_path / "elsewhere.db")
    code, output = said(["--db", file, "standings"], capsys)
    assert code == 5
    assert "error[no-database]" in output
    assert "it had 2 events" in output
    assert "init" not in output
    assert said(["--db", tmp_path / "elsewhere.db", "backup", tmp_path / "copy.db"], capsys)[0] == 0
    (tmp_path / "elsewhere.db").rename(file)
    assert said(["--db", file, "backup", tmp_path / "copy2.db"], capsys)[0] == 0
    file.unlink()
    assert f"restore {tmp_path / 'copy2.db'}" in said(["--db", file, "standings"], capsys)[1]


def test_whether_it_was_recorded_is_left_open_only_of_an_error_at_the_end():
    odd, changed = (
        sqlite3.OperationalError("what nobody knows"),
        "`bridge-ledger verify` says what somebody changed there",
    )
    with pytest.raises(Unavailable) as at_once, translated_errors("sqlite:///a.db"):
        raise odd
    with pytest.raises(Unavailable) as at_the_end, translated_errors("sqlite:///a.db"):
        raise database.CommitFailed from odd
    told = "a.db does not do what is asked of it: what nobody knows"
    assert (at_once.value.code, at_once.value.message) == ("database-unusable", told)
    assert (at_the_end.value.code, at_the_end.value.message) == ("database-unusable", told)
    assert at_once.value.hint == f"nothing was recorded; {changed}"
    assert at_the_end.value.hint.startswith("nobody can tell whether your command was recorded: ")
    assert at_once.value.hint_for_reader == at_the_end.value.hint_for_reader == changed


@pytest.mark.parametrize("command", [["init"], ["board", "1"], ["upgrade"]])
def test_a_folder_is_no_database(tmp_path, capsys, command):
    code, output = said(["--db", tmp_path, *command], capsys)
    assert (code, "error[database-unusable]" in output) == (5, True)


def test_a_folder_that_is_not_there(tmp_path, capsys):
    code, output = said(["--db", tmp_path / "nowhere" / "x.db", "init"], capsys)
    assert (code, "error[database-unusable]" in output) == (5, True)


@pytest.mark.parametrize("content", [b"PDF-1.7 " * 200, b"x"])
def test_a_file_that_is_no_database(tmp_path, capsys, content):
    other = tmp_path / "other.db"
    other.write_bytes(content)
    for command in (["board", "1"], ["init"]):
        code, output = said(["--db", other, *command], capsys)
        assert (code, "error[not-a-ledger]" in output) == (5, True)
    assert other.read_bytes() == content


def test_a_database_of_something_else(tmp_path, capsys):
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    for command in (["board", "1"], ["init"], ["upgrade"]):
        code, output = said(["--db", other, *command], capsys)
        assert (code, "error[not-a-ledger]" in output) == (5, True)


def test_a_database_of_a_newer_program_names_the_remedy(ledger, capsys):
    with sqlite3.connect(ledger) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    exit_code, output = said(["--db", ledger, "board", "1"], capsys)
    assert (exit_code, "error[database-new]" in output, "pip install" in output) == (5, True, True)


def test_init_and_upgrade_leave_a_ledger_as_it_is(ledger, capsys):
    before = events(ledger)
    assert run(["--db", str(ledger), "init"]) == 0
    assert run(["--db", str(ledger), "upgrade"]) == 0
    assert events(ledger) == before
    assert capsys.readouterr().out.count("up to date") == 2


def test_a_database_another_program_holds(ledger, capsys, monkeypatch):
    monkeypatch.setattr(database, "BUSY_MS", 100)
    holder = sqlite3.connect(ledger)
    holder.execute("BEGIN IMMEDIATE")
    code, output = said(["--db", ledger, *ADD], capsys)
    holder.rollback()
    holder.close()
    assert (code, "error[database-busy]" in output) == (5, True)
    assert events(ledger) == 3
    assert run(["--db", str(ledger), *ADD]) == 0


def test_readers_go_on_while_one_writes(ledger, capsys):
    holder = sqlite3.connect(ledger)
    holder.execute("BEGIN IMMEDIATE")
    assert run(["--db", str(ledger), "board", "1"]) == 0
    holder.rollback()
    holder.close()


def test_a_disk_that_fills_leaves_the_log_as_it_was(ledger, capsys, monkeypatch, tmp_path):
    rows = "\n".join(
        f"{board},{2 * table - 1},{2 * table},+{board % 90 + 10}0" for board in range(1, 200) for table in range(1, 20)
    )
    (tmp_path / "big.csv").write_text(f"board,ns,ew,score\n{rows}\n")
    connect = database._sqlite_connect

    def small_disk(connection, record):
        connect(connection, record)
        connection.execute("PRAGMA max_page_count=40")

    monkeypatch.setattr(database, "_sqlite_connect", small_disk)
    code, output = said(["--db", ledger, "import", tmp_path / "big.csv"], capsys)
    assert (code, "error[database-full]" in output) == (5, True)
    monkeypatch.undo()
    assert events(ledger) == 3
    assert run(["--db", str(ledger), "verify"]) == 0


def as_nobody(path, *arguments):
    """Run the command as a user who may not write the ledger; root may, so root leaves that power behind."""
    unprivileged = [] if os.getuid() else ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    return subprocess.run(
        [*unprivileged, sys.executable, "-c", PROGRAM, "--db", str(path), *arguments], capture_output=True, text=True
    )


@pytest.fixture
def archived(ledger):
    """The ledger as an archive keeps it: neither file nor folder may be written."""
    with sqlite3.connect(ledger) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    ledger.chmod(0o444)
    ledger.parent.chmod(0o555)
    yield ledger
    ledger.parent.chmod(0o755)


def test_a_ledger_that_may_not_be_written_can_be_looked_at(archived):
    looked = as_nobody(archived, "board", "1")
    assert (looked.returncode, looked.stderr) == (0, "")
    refused = as_nobody(archived, *ADD)
    assert refused.returncode == 5
    assert "error[database-read-only]" in refused.stderr


def test_passwords_are_never_shown():
    assert "secret" not in location.show_url("postgresql+psycopg://me:secret@example/ledger")


def test_two_desks_make_one_database(tmp_path):
    """`init` from many processes at once: one makes it, the others find it."""
    command = [sys.executable, "-c", PROGRAM, "--db", str(tmp_path / "fresh.db"), "init"]
    desks = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(6)]
    assert [desk.wait() for desk in desks] == [0] * 6


@pytest.mark.parametrize("version", ["0001", "0002"])
@pytest.mark.parametrize(
    "command",
    [
        *(["init"], ["upgrade"], ["session", "open", "t", "--boards", "1"], ["import", "x.csv"], ADD),
        *(["undo", "@", "--yes"], ["publish", "--yes"], ["person", "erase", "Jane Roe", "--yes"]),
        *(["board", "1"], ["log"], ["standings"], ["explain", "1/1"], ["session", "list"], ["report", "register"]),
        *(["verify"], ["verify", "--strict"], ["export"], ["receipt", "R-0001"], ["person", "list"]),
    ],
    ids=" ".join,
)
def test_a_ledger_from_before_the_first_release_is_left_as_it_is(tmp_path, capsys, monkeypatch, version, command):
    """With a column for each field, as it was; nothing is read, nothing written, not even beside it."""
    monkeypatch.chdir(tmp_path)
    old = tmp_path / "old.db"
    with sqlite3.connect(old) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", (version,))
        connection.execute("CREATE TABLE event (session TEXT, number BIGINT, name TEXT, body BLOB, digest BLOB)")
    connection.close()
    before = old.read_bytes()
    Path("x.csv").write_text("board,ns,ew,score\n1,1,2,+420\n")
    code, output = said(["--db", old, *command], capsys)
    assert (code, "error[database-old]" in output) == (5, True)
    assert "never released" in output
    assert "import the result files again" in output
    assert old.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} == {"old.db", "x.csv"}


def test_a_sqlite_that_knows_no_typed_tables_is_told_as_that(ledger, capsys, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 9))
    code, output = said(["--db", ledger, "standings"], capsys)
    assert (code, "a ledger wants 3.37 or newer" in output) == (5, True)


# A worker of Citus


def test_a_worker_that_does_not_answer_is_named_and_not_as_the_server_of_all():
    lost = psycopg.errors.lookup("08006")("could not establish any connections to the node worker1:5432 after 5000 ms")
    with pytest.raises(Unavailable) as caught, translated_errors("postgresql+psycopg://desk@one/ledger", psycopg.Error):
        raise lost
    assert caught.value.code == "database-unreachable"
    assert caught.value.message == "the worker worker1:5432 of postgresql+psycopg://desk@one/ledger does not answer"
    assert "those at other workers go on, each with --session" in caught.value.hint


def test_a_session_goes_on_while_nobody_can_say_what_it_moves_in_its_tournament(ledger, capsys, monkeypatch):
    def is_away(*_):
        raise Unavailable("database-unreachable", "the worker worker1:5432 does not answer")

    monkeypatch.setattr(Tournaments, "of_session", is_away)
    correction = ["result", "correct", "1/1", "4SN-1", "--reason", "slip", "--yes"]
    before = events(ledger)
    code, output = said(["--db", ledger, *correction], capsys)
    assert (code, events(ledger)) == (0, before + 1)
    assert "the effect on a tournament is unknown: the worker worker1:5432 does not answer" in output
    assert "doctor` names it" in output
