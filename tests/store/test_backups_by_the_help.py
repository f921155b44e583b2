"""`help backups`, typed as it stands there: a backup is made, restored into something empty, and is what it was."""

import os
import re
import subprocess
import sys
from importlib.resources import files

import pytest
import sqlalchemy as sa

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.laws.profile_loader import load_profile
from ledger.office import Office
from ledger.subjects.people.facts import NamePlayers, Player
from ledger.subjects.play.facts import OpenSession, RecordResult
from tests.needs import LANGUAGE
from tests.store.conftest import logins

PAGE = (files("cli") / "help" / "backups.md").read_text("utf-8")
HEAD, DRILL, SERVER = (PAGE.partition(title)[2] for title in ("works\n", "## The drill", "By hand:"))


def block(text):
    """The first commands that stand in a text."""
    return re.search(r"\n\n((?:    .*\n)+)", f"\n{text}")[1]


@pytest.fixture
def typed(tmp_path, monkeypatch):
    """Types commands in a shell, where `bridge-ledger` is the program; all of them succeed."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "bridge-ledger"
    program.write_text(f"#!{sys.executable}\nfrom cli import start\nstart()\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))

    def typed(commands):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, (commands, done.stdout, done.stderr)
        return done.stdout

    return typed


def record(url):
    with Office.open(url, by="Ahlborn") as office:
        office.submit("s", OpenSession("Evening", None, (1, 2), 1, load_profile("default")))
        office.submit("s", RecordResult(Where(1, None, "1", "2"), Result("4SN=")))
        office.submit("s", RecordResult(Where(2, None, "1", "2"), Result("PASS")))
        office.submit("s", NamePlayers((Player("1", 1, "Ann Lee"), Player("2", 2, "Zoë Ström"))))


def recorded(url):
    with Office.open(url, by="Ahlborn") as office:
        assert all(audit.ok for audit in office.verify(strict=True))
        return list(office.log("s"))


@pytest.mark.parametrize("text", [HEAD, DRILL], ids=["the first lines", "the drill"])
def test_a_ledger_in_a_file_is_restored_by_the_help(typed, tmp_path, text):
    typed("bridge-ledger init")
    record("bridge-ledger.db")
    commands = block(text).replace("/mnt/usb", str(tmp_path))
    typed(commands)
    restored = re.search(r"--db (\S+)", commands)[1]
    assert recorded(restored) == recorded("bridge-ledger.db")


@pytest.mark.one_server("a dump has no parts at workers")
def test_a_ledger_on_a_server_is_restored_by_the_help(typed, monkeypatch, postgresql, new_database):
    from tests.store.servers import programs  # which wants the wheel

    monkeypatch.setenv("PATH", str(programs(LANGUAGE)), prepend=os.pathsep)
    url = new_database()
    record(url)
    where = sa.make_url(url)
    for name, value in (("PGHOST", where.host), ("PGPORT", str(where.port)), ("PGUSER", where.username)):
        monkeypatch.setenv(name, value)
    server = f"{where.username}@{where.host}:{where.port}"
    commands = block(SERVER).replace("server/ledger", f"server/{where.database}").replace("owner@server", server)
    drill = where.set(database="drill").render_as_string(hide_password=False)
    with logins(postgresql, url, "desk"):
        try:
            typed(commands)
            assert recorded(drill) == recorded(url)
            typed(f"bridge-ledger --db {drill} verify")
            desk = where.set(database="drill", username="desk").render_as_string(hide_password=False)
            typed(f"bridge-ledger --db {desk} --by Berg result correct 1/1 4SN-1 --agreed NS,EW --reason typed")
        finally:
            typed("dropdb --if-exists --force drill")
