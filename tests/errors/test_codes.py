"""Every code of the register has a case; every case's code is in the register."""

import re
import sys
from pathlib import Path

import pytest

from cli.main import run
from ledger import errors

TESTS = Path(__file__).parents[1]
SOURCE = Path(errors.__file__).parent.parent


def shown() -> set[str]:
    """Codes that scenarios print, and codes that tests of databases, commands and files name."""
    scenarios = "".join(path.read_text() for path in TESTS.glob("scenarios/*.session"))
    tests = "".join(path.read_text() for path in TESTS.glob("*/test_*.py") if path.parent.name != "errors")
    named = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', tests)) | set(re.findall(r"error\[([a-z-]+)\]", tests))
    named |= set(re.findall(r'\("([a-z]+)", [1-5]\)', tests))  # ("conflict", 4)
    return set(re.findall(r"error\[([a-z-]+)\]", scenarios)) | (named & set(errors.CODES))


@pytest.mark.parametrize("code", sorted(set(errors.CODES) - {"bug"}))
def test_every_code_has_a_case(code):
    assert code in shown()


def test_codes_in_the_source_are_registered():
    raised = set()
    for path in [
        *SOURCE.rglob("*.py"),
        *(SOURCE.parent / "cli").glob("*.py"),
        *(SOURCE.parent / "migrations").glob("*.py"),
    ]:
        raised |= set(
            re.findall(r'(?:Refusal|Misuse|Unavailable|Corrupt|Conflict|Unreadable)\(\s*"([a-z-]+)"', path.read_text())
        )
    assert raised <= set(errors.CODES)


def test_our_own_mistakes_are_told_in_one_line(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("ledger.store.setup.create", lambda url: 1 / 0)
    assert run(["--db", str(tmp_path / "x.db"), "init"]) == 70
    output = capsys.readouterr().err
    assert output.startswith("error[bug]")
    assert "Traceback" not in output
    report = Path(re.search(r"send us (\S+);", output)[1])
    assert "ZeroDivisionError" in report.read_text()
    report.unlink()


def test_an_interruption_says_that_nothing_more_was_recorded(monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.desk.commands.Desk", interrupted)
    assert run(["result", "add", "1/1", "4SN="]) == 130
    assert capsys.readouterr().err.strip() == "interrupted; nothing more was recorded"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("standings", ""),
        ("verify --strict", ""),
        ("backup x.bak", ""),
        ("result add 1/1 4SN=", "nothing was recorded; "),
    ],
)
def test_that_nothing_was_recorded_is_said_where_something_would_have_been(capsys, line, said):
    nobody = "postgresql+psycopg://desk@127.0.0.1:1/ledger"
    assert run(["--db", nobody, *line.split()]) == 5
    assert f"hint: {said}is it running, and is the URL right?\n" in capsys.readouterr().err


def test_where_the_driver_of_postgresql_is_not_installed_the_command_is_told_that_does(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "ledger.store.server", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert run(["--db", "postgresql+psycopg://desk:secret@server/ledger", "standings"]) == 5
    said = capsys.readouterr().err
    assert said.startswith("error[tool-missing]: psycopg, the driver of PostgreSQL, cannot be loaded here: ")
    assert said.endswith(
        "hint: install the program again with this part: `pip install '.[postgres]'` in its folder "
        "(`bridge-ledger help installing`); "
        "or use a ledger in a file: --db FILE\n"
    )
    assert "secret" not in said


def test_who_only_looks_is_not_told_of_recording_as_he_stops(monkeypatch, capsys, tmp_path):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.screens.setups.tell", interrupted)
    assert run(["--db", str(tmp_path / "x.db"), "doctor"]) == 130
    assert capsys.readouterr().err.strip() == "interrupted"


def test_what_breaks_as_an_interruption_is_obeyed_is_no_mistake_of_ours(monkeypatch, capsys):
    def interrupted(*_, **__):
        try:
            raise KeyboardInterrupt
        finally:
            raise RuntimeError("half there")

    monkeypatch.setattr("cli.desk.commands.Desk", interrupted)
    assert run(["result", "add", "1/1", "4SN="]) == 130
    assert capsys.readouterr().err.strip() == "interrupted; nothing more was recorded"
