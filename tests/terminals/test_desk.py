"""`desk` in a real terminal: lines and their answers, what others record above them, and every way to leave."""

import os
import shlex
import signal
import subprocess

import pytest

from tests.terminals.terminal import LEDGER

EVENING = (
    "init",
    "session open thursday --boards 1-3 --contestants 1-3NS,1-3EW",
    "result add 1/1 4SN= --ns 1NS --ew 1EW",
    "result add 1/2 4SN-1 --ns 2NS --ew 2EW",
)


@pytest.fixture
def ledger(tmp_path):
    """A function that types a command line as another desk would; what it prints."""

    def type_line(line):
        command = [str(LEDGER), *shlex.split(line)]
        told = {**os.environ, "BRIDGE_LEDGER_BY": "Bertens"}
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True, env=told).stdout

    for line in EVENING:
        type_line(line)
    return type_line


@pytest.fixture
def sitting(terminals, tmp_path, ledger):
    """A function that opens a terminal, and `desk` in it."""

    def sit_down(width=80, **environment):
        terminal = terminals(tmp_path, width, **environment)
        terminal.type("bridge-ledger desk")
        terminal.wait_for("thursday>")
        return terminal

    return sit_down


def left(terminal):
    """The screen, once the shell is back."""
    return terminal.wait_until(lambda screen: screen.endswith("\nready>"), "the shell")


def _prompted(terminal):
    """Wait for the prompt of an empty line: an end of file (C-d) that is pressed before it is seen by nobody."""
    terminal.wait_until(lambda screen: screen.endswith("\nthursday [1 open call]>"), "the prompt again")


@pytest.mark.parametrize("width", [60, 200])
def test_an_evening_at_the_desk(sitting, ledger, width):
    terminal = sitting(width)
    terminal.write("stand")
    terminal.press("Tab")
    terminal.wait_for("thursday> standings")
    terminal.press("Enter")
    terminal.wait_for("North–South", "East–West")
    terminal.write("board 1 --")
    ledger("result add 1/3 3NTN= --ns 3NS --ew 3EW")
    screen = terminal.wait_for("#5", "3NTN=", "thursday> board 1 --")
    assert screen.index("#5") < screen.index("thursday> board 1 --")
    terminal.press("C-c")
    ledger("call add 1/3 'W hesitated' --caller N --stage play")
    terminal.wait_for("C-0001", "thursday [1 open call]>")
    terminal.type("undo 3")
    terminal.wait_for("[y/N]")
    terminal.type("n")
    _prompted(terminal)
    terminal.type("call add 1 West's pause")
    terminal.wait_for("hint: put the whole text between")
    terminal.press("Up")
    terminal.wait_until(lambda screen: screen.endswith("[1 open call]> call add 1 West's pause"), "the line again")
    terminal.press("C-c")
    _prompted(terminal)
    terminal.type("log --follow --after 6")
    terminal.wait_until(lambda screen: screen.endswith("log --follow --after 6"), "following")
    ledger("penalty add 3NS 10% --reason late")
    terminal.wait_for("P-0001")
    terminal.press("C-c")
    terminal.wait_for("interrupted")
    _prompted(terminal)
    terminal.press("C-d")
    left(terminal)
    assert "#6" not in ledger("log -n 1 --type result")


@pytest.mark.parametrize("surroundings", [{"TERM": "dumb"}, {"LANG": "C", "LC_ALL": "C"}, {"NO_COLOR": "1"}])
def test_wherever_it_is_typed(sitting, ledger, surroundings):
    terminal = sitting(40, **surroundings)
    terminal.type("show 3")
    terminal.wait_for("digest")
    ledger("result add 1/3 3NTN= --ns 3NS --ew 3EW")
    terminal.wait_for("Bertens")
    terminal.type("board 99")
    terminal.wait_for("no-such-board")
    terminal.type("quit")
    left(terminal)


def test_the_terminal_is_closed(sitting, ledger):
    terminal = sitting()
    terminal.type("result add 1/3 3NTN= --ns 3NS --ew 3EW")
    terminal.wait_for("Recorded #5")
    terminal.write("result add 2/1 4SN")
    terminal.hang_up()
    assert "3NTN=" in ledger("log -n 1")
    assert "OK" in ledger("verify --strict").upper()


def test_it_is_told_to_end(terminals, ledger, tmp_path):
    terminal = terminals(tmp_path)
    terminal.type("bash -c 'echo $$ > number; exec bridge-ledger desk'; echo ended $?")
    terminal.wait_for("thursday>")
    terminal.write("board")
    terminal.wait_for("thursday> board")
    os.kill(int((tmp_path / "number").read_text()), signal.SIGTERM)
    terminal.wait_for("ended 143")
    terminal.type("echo typed and seen")
    terminal.wait_for("echo typed and seen\ntyped and seen")
