"""The desk only talks: what it imports, and what it loads before it must."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

CLI = Path(__file__).parents[2] / "cli"
SHUT = ("ledger.decide", "ledger.store", "sqlalchemy", "alembic", "migrations")


def imported(path):
    """What a module imports when it runs; not what it imports for its annotations."""
    tree = ast.parse(path.read_text())
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and id(node) not in for_types:
            yield node.module
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", sorted(CLI.rglob("*.py")), ids=lambda path: str(path.relative_to(CLI)))
def test_the_desk_goes_through_the_office(path):
    assert not [name for name in imported(path) if name.startswith(SHUT)]
    assert "office.store" not in path.read_text()


def loaded(*arguments):
    """The modules a command line has loaded when it ends."""
    script = (
        "import sys, atexit; atexit.register(lambda: print('loaded', *sys.modules, file=sys.stderr));"
        "from cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("asked", ["--version", "--help", "ruling add --help", "verify --help", "import --help"])
def test_help_waits_for_nothing_but_click(asked):
    dear = {"msgspec", "sqlalchemy", "rich", "cryptography", "dataclasses", "ledger.events", "importlib.metadata"}
    assert not loaded(*asked.split()) & dear


def test_a_question_loads_neither_what_decides_nor_what_signs(tmp_path):
    db = ("--db", str(tmp_path / "club.db"))
    loaded(*db, "init")
    loaded(*db, "session", "open", "one", "--boards", "1")
    loaded(*db, "result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2")
    for asked in (["board", "1"], ["standings"], ["log"], ["explain", "1/1"], ["show", "1"]):
        dear = {"alembic", "psycopg", "cryptography", "ledger.decide", "rich", "defusedxml"}
        assert not loaded(*db, *asked) & dear, asked
