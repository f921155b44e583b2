"""The desk waits for nothing: what a command loads before it must."""

import subprocess
import sys

import pytest


def loaded(*arguments):
    """The modules a command line has loaded when it ends."""
    script = (
        "import os, sys; leave = os._exit;"
        "os._exit = lambda code: (print('loaded', *sys.modules, file=sys.stderr, flush=True), leave(code));"
        "from cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("asked", ["--version", "--help", "ruling add --help", "verify --help", "import --help"])
def test_help_waits_for_nothing_but_click(asked):
    dear = {
        "msgspec",
        "sqlalchemy",
        "rich",
        "cryptography",
        "dataclasses",
        "ledger.kernel",
        "ledger.subjects",
        "importlib.metadata",
    }
    assert not loaded(*asked.split()) & dear


def test_a_question_loads_neither_what_decides_nor_what_signs(tmp_path):
    db = ("--db", str(tmp_path / "club.db"))
    loaded(*db, "init")
    loaded(*db, "session", "open", "one", "--boards", "1")
    loaded(*db, "result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2")
    for asked in (["board", "1"], ["standings"], ["log"], ["explain", "1/1"], ["show", "1"]):
        dear = {"alembic", "psycopg", "cryptography", "ledger.decide", "rich", "defusedxml"}
        assert not loaded(*db, *asked) & dear, asked
