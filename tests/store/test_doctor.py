"""doctor on a server: what it is, how large, what is to be done; and one that does not answer."""

import json

import pytest

from cli.main import run


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


def test_a_server_that_does_not_answer(capsys):
    code, found = signs("postgresql+psycopg://nobody:secret@localhost:1/none?connect_timeout=1", capsys)
    assert code == 1
    assert found["database"]["state"] == "wrong"
    assert "secret" not in json.dumps(found)
