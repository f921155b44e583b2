"""`watch` in a real terminal: it keeps itself up to date, fits the window whatever its size, and a key leaves it."""

import os
import shlex
import subprocess

import pytest

from tests.terminals.terminal import LEDGER

EVENING = (
    "init",
    "session open thursday --boards 1-3 --contestants 1-3NS,1-3EW",
    "result add 1/1 4SN= --ns 1NS --ew 1EW",
    "result add 1/2 4SN-1 --ns 2NS --ew 2EW",
    "publish --yes",
)


@pytest.fixture
def ledger(tmp_path):
    """A function that types a command line as another desk would."""

    def type_line(line):
        command, told = [str(LEDGER), *shlex.split(line)], {**os.environ, "BRIDGE_LEDGER_BY": "Bertens"}
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, env=told)

    for line in EVENING:
        type_line(line)
    return type_line


@pytest.mark.parametrize("width", [60, 200])
def test_it_keeps_itself_up_to_date_at_any_size(terminals, tmp_path, ledger, width):
    terminal = terminals(tmp_path, width)
    terminal.type("bridge-ledger watch")
    screen = terminal.wait_for("thursday", "2 results", "Running out", "North–South", "q leaves")
    assert "Open calls" not in screen
    ledger("call add 1/1 'W hesitated' --caller N --stage play")
    terminal.wait_for("Open calls (1)", "C-0001")
    terminal.resize(40, 10)
    terminal.wait_until(lambda screen: screen.endswith("\nq leaves") and screen.count("\n") == 9, "a small screen")
    assert "Open calls (1)" in terminal.screen
    terminal.resize(120, 30)
    terminal.wait_for("Last recorded")
    (tmp_path / "bridge-ledger.db").rename(tmp_path / "aside.db")
    terminal.wait_for("what others record is not seen now")
    (tmp_path / "aside.db").rename(tmp_path / "bridge-ledger.db")
    terminal.wait_for("q leaves")
    terminal.press("q")
    terminal.wait_until(lambda screen: screen.endswith("ready>") and "Open calls" not in screen, "the shell as it was")
    terminal.type("echo $?")
    terminal.wait_for("\n0\n")


def test_a_terminal_that_cannot_be_written_over_has_it_once(terminals, tmp_path, ledger):
    terminal = terminals(tmp_path, 60, TERM="dumb")
    terminal.type("bridge-ledger watch")
    terminal.wait_for("Last recorded", "\nready>")


def test_from_a_desk_and_back(terminals, tmp_path, ledger):
    terminal = terminals(tmp_path, 80)
    terminal.type("bridge-ledger desk")
    terminal.wait_for("thursday>")
    terminal.type("watch")
    terminal.wait_for("q leaves")
    terminal.press("C-c")
    terminal.wait_until(lambda screen: screen.endswith("thursday>"), "the prompt again")
