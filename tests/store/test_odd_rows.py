"""One row that no program of ours wrote stops nothing else: it is a finding of `verify`, and all else is as before."""

import sqlite3
from contextlib import closing

import pytest

from cli.main import run
from tests.store.unguarded import unguarded

EVENING = (
    "init -q",
    "session open s --boards 1-2 --contestants 1-4",
    "result add 1/1 4SN= --ns 1 --ew 2",
    "ruling add 1/1 --stands --facts hesitated",
    "seal --new-key ebu.example --key k",
    "seal --key k",
)
ODD_ROWS = {
    "the column seal.note holds 1 of": "INSERT INTO seal VALUES ('s', 1, x'00')",
    "the column seal.session holds 1 of": "UPDATE seal SET session = CAST(session AS BLOB)",
    "the column seal.size holds 1 of": "INSERT INTO seal VALUES ('s', 'x', 'y')",
    "a seal that is kept with session s cannot be read": "INSERT INTO seal VALUES ('s', 1, CAST(x'ff' AS TEXT))",
    "the column text.commitment holds 1 of": "INSERT INTO text VALUES ('s', x'00', 1, 2)",
}
WHATEVER_HAPPENED = (
    ("standings", 0),
    ("log", 0),
    ("explain 1/1", 0),
    ("text list", 0),
    ("seal --list", 0),
    ("seal --key k", 0),
    ("publish --yes", 0),
    ("report site site", 0),
    ("receipt R-0001 --key k.pub", 0),
    ("export s.zip", 0),
    ("verify --bundle s.zip", 0),
    ("backup b.db", 3),
    ("--db b.db.unsound standings", 0),
)


@pytest.fixture
def evening(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for line in EVENING:
        assert run(line.split()) == 0, line


def edited(statement):
    with closing(sqlite3.connect("bridge-ledger.db")) as connection, unguarded(connection):
        connection.execute(statement)


@pytest.mark.parametrize("finding", ODD_ROWS)
def test_a_row_of_another_type_is_a_finding_and_stops_nothing(evening, capsys, finding):
    edited(ODD_ROWS[finding])
    assert run(["verify"]) == 3
    assert finding in capsys.readouterr().err
    for line, code in WHATEVER_HAPPENED:
        assert run(line.split()) == code, (line, capsys.readouterr())


VALUES = ("'x'", "1.5", "-1", "1 << 40", "x'00'")
OF_AN_EVENT = [(column, value) for column in ("number", "record", "digest", "command_id", "part") for value in VALUES]


@pytest.mark.parametrize(("column", "value"), OF_AN_EVENT)
def test_an_event_of_another_session_that_cannot_be_read_stops_nobody(evening, capsys, column, value):
    for line in (
        "session open other --boards 1 --contestants 1-4",
        "result add 1/1 PASS --ns 1 --ew 2 --session other",
    ):
        assert run(line.split()) == 0
    try:
        edited(f"UPDATE event SET {column} = {value} WHERE session = 'other' AND number = 3")
    except sqlite3.IntegrityError:
        return  # it is as it was: the part or the id of another event
    for line in ("standings", "log", "result add 1/2 4SN-1 --ns 3 --ew 4", "seal --key k", "session list"):
        assert run([*line.split(), *(["--session", "s"] if line != "session list" else [])]) == 0, line
    capsys.readouterr()
    assert run(["verify"]) == 3
    assert "other" in capsys.readouterr().err
    assert run(["log", "--session", "other"]) in (0, 3)


@pytest.mark.parametrize(
    "statement", ["UPDATE alembic_version SET version_num = x'00'", "INSERT INTO alembic_version VALUES ('zzz')"]
)
def test_a_version_that_cannot_be_told_is_said(evening, capsys, statement):
    edited(statement)
    for line in ("standings", "verify", "backup b.db", "upgrade"):
        assert run(line.split()) == 5, line
        assert "does not say in one word which version" in capsys.readouterr().err
