"""doctor on a server: what it is, how large, what is to be done; and one that does not answer."""

import json

import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.recording import machine_state
from ledger.session.moment import local
from tests.store.conftest import administer

HOUR = 3_600_000_000


@pytest.fixture(autouse=True)
def _state(tmp_path, monkeypatch):
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path))


def signs(url, capsys):
    """The exit code and the signs by what they are about."""
    capsys.readouterr()
    code = run(["--db", url, "doctor", "--json"])
    found = json.loads(capsys.readouterr().out)["signs"]
    return code, {each["about"]: each for each in found}


def test_a_ledger_on_a_server(new_database, capsys):
    url = new_database()
    assert run(["--db", url, "session", "open", "t", "--boards", "1-2", "-q"]) == 0
    code, found = signs(url, capsys)
    assert code == 0
    assert "PostgreSQL" in found["database"]["says"]
    assert found["t"]["state"] == "ok"
    assert not {"private", "disk"} & found.keys()
    assert found["backup"]["remedy"] == f"`bridge-ledger --db {url} backup FILE`"


@pytest.mark.parametrize(("wrong", "code"), [(0, 0), (-HOUR, 1), (HOUR, 1)])
def test_the_clock_of_this_computer_is_compared_with_the_server_s(new_database, capsys, monkeypatch, wrong, code):
    url, right = new_database(), machine_state.now
    monkeypatch.setattr(machine_state, "now", lambda: right() + wrong)
    ended, found = signs(url, capsys)
    assert (ended, found["server"]["state"]) == (code, "wrong" if code else "ok")
    assert local(right() + wrong).strftime("this computer's %Y-%m-%d %H:") in found["server"]["says"]


@pytest.fixture
def empty_database(postgresql):
    """The URL of a database in which nothing was made yet."""
    administer(postgresql, "CREATE DATABASE nothing_yet")
    yield sa.make_url(postgresql).set(database="nothing_yet").render_as_string(hide_password=False)
    administer(postgresql, "DROP DATABASE nothing_yet WITH (FORCE)")


def test_an_empty_database_has_no_ledger_yet_and_it_is_said_what_makes_one(empty_database, capsys):
    code, found = signs(empty_database, capsys)
    assert code == 0
    assert found["database"]["state"] == "look"
    assert found["database"]["says"] == f"there is no ledger in {empty_database} yet"
    assert found["database"]["remedy"] == f"`bridge-ledger --db {empty_database} init` makes one; is --db right?"
    assert not {"standby", "spread", "sessions"} & found.keys()


@pytest.mark.parametrize(
    ("asked", "refused"),
    [("--grant-writer nobody_of_that_name", "error[no-such-role]"), ("--spread", "error[no-workers]")],
)
def test_what_cannot_be_is_refused_before_anything_is_made(empty_database, capsys, asked, refused):
    assert run(["--db", empty_database, "init", *asked.split()]) in (2, 5)
    assert capsys.readouterr().err.startswith(refused)
    assert "there is no ledger" in signs(empty_database, capsys)[1]["database"]["says"]


@pytest.mark.parametrize("asked", ["--spread", "--grant-reader press"])
def test_what_is_of_servers_alone_makes_no_file(tmp_path, capsys, asked):
    assert run(["--db", str(tmp_path / "new.db"), "init", *asked.split()]) == 2
    assert "PostgreSQL" in capsys.readouterr().err
    assert not list(tmp_path.glob("new.db*"))


def test_a_server_that_does_not_answer(capsys):
    code, found = signs("postgresql+psycopg://nobody:secret@localhost:1/none?connect_timeout=1", capsys)
    assert code == 1
    assert found["database"]["state"] == "wrong"
    assert "secret" not in json.dumps(found)
