"""A standby of a real server: every command that looks works on it, and none records."""

import time

import pytest

from cli.main import run
from ledger.office import Office
from ledger.store.setup import create
from ledger.store.store import Store
from tests.promises import promise
from tests.store.servers import primary_and_standby
from tests.store.test_rooms import totals, tournament

PATIENCE_SECONDS = 180
LOOKING = (
    ["session", "list"],
    ["standings"],
    ["board", "1"],
    ["log"],
    ["show", "5"],
    ["explain", "1", "--ns", "1NS"],
    ["scorecard", "1NS"],
    ["tournament", "list"],
    ["tournament", "show"],
    ["tournament", "standings"],
    ["verify"],
    ["export", "{folder}/friday.csv"],
    ["report", "standings", "-o", "{folder}/standings.html"],
    ["doctor"],
)


@pytest.fixture(scope="module")
def servers():
    """A primary with a tournament that a reader and a writer may use, and its standby."""
    with primary_and_standby(fsync="off") as (primary, standby):
        primary.ask("CREATE DATABASE ledger")
        for role in ("web", "desk"):
            primary.ask(f"CREATE ROLE {role} LOGIN")
        create(primary.url("ledger"))
        granted = ["--grant-reader", "web", "--grant-names", "web", "--grant-writer", "desk", "--grant-names", "desk"]
        assert run(["--db", primary.url("ledger"), "init", *granted]) == 0
        with Office(Store(primary.url("ledger")), "chief") as office:
            tournament(office, "friday")
        yield primary, standby


def standby_url(standby, role):
    return standby.url("ledger").replace("postgres@", f"{role}@") + "?target_session_attrs=any"


def wait_for_copy(primary, url):
    """Wait until the standby has everything that the primary has recorded."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    with Office(Store(primary.url("ledger")), "chief") as office, Office(Store(url), "web") as replica:
        while replica.store.log.last() != office.store.log.last():
            assert time.monotonic() < deadline, "the standby never had it all"
            time.sleep(0.05)
        assert totals(replica) == totals(office)


@promise("P34")
def test_every_command_that_looks_works_on_a_standby(servers, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    primary, standby = servers
    url = standby_url(standby, "web")
    wait_for_copy(primary, url)
    for command in LOOKING:
        line = [word.format(folder=tmp_path) for word in command]
        assert run(["--db", url, "--session", "friday", *line]) == 0, (line, capsys.readouterr())
    assert "a standby, with what its server recorded up to 20" in " ".join(capsys.readouterr().out.split())


@promise("P34")
def test_nothing_is_recorded_on_a_standby(servers, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    primary, standby = servers
    url = standby_url(standby, "desk")
    wait_for_copy(primary, url)
    line = ["--session", "friday", "result", "add", "2/1", "PASS", "--ns", "1NS", "--ew", "1EW", "--yes"]
    assert run(["--db", url, *line]) == 5
    said = capsys.readouterr().err
    assert "error[database-read-only]" in said
    assert "record in the server it follows" in said
