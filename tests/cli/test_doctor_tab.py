"""`doctor` presses Tab in a shell of the user's own: what it says is what the key does."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from cli.main import run
from cli.terminal import shells

LOADER = """
_completion_loader() { . "$HOME/.local/share/bash-completion/completions/$1"; }
"""
"""What bash-completion does of a command it does not know yet, in a line."""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home, a bash, and the program on the PATH."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", shutil.which("bash"))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys):
    run(["doctor", "--json"])
    return next(
        (each["state"], each["says"], each["remedy"])
        for each in json.loads(capsys.readouterr().out)["signs"]
        if each["about"] == "completion"
    )


def kept(home):
    file = home / shells.KEPT["bash"]
    file.parent.mkdir(parents=True)
    assert run(["completion", "bash"]) == 0
    return file


def test_a_shell_that_was_told_nothing(home, capsys):
    assert said(capsys) == ("look", "Tab does not complete in bash yet", shells.install_command("bash"))


def test_a_file_that_nobody_reads(home, capsys):
    """Without bash-completion the file lies there, and Tab does nothing; what is hinted then mends it."""
    file = kept(home)
    file.write_text(capsys.readouterr().out)
    state, says, remedy = said(capsys)
    assert (state, "Tab does not complete" in says) == ("look", True)
    os.system(remedy)  # what is hinted, typed
    assert said(capsys)[:2] == ("ok", "Tab completes in bash (tried)")


def test_a_file_that_is_read_when_it_is_wanted(home, capsys):
    file = kept(home)
    file.write_text(capsys.readouterr().out)
    (home / ".bashrc").write_text(LOADER)
    assert said(capsys)[:2] == ("ok", "Tab completes in bash (tried)")


def test_a_line_in_bashrc_of_a_program_that_is_gone(home, capsys):
    """It says that Tab completes there, and the program it names is no more."""
    (home / ".bashrc").write_text('eval "$(nowhere/bridge-ledger completion bash)"\n')
    assert said(capsys)[0] == "look"


def test_a_shell_that_hangs_is_not_waited_for(home, capsys, monkeypatch):
    monkeypatch.setattr(shells, "_PATIENCE_SECONDS", 0.5)
    (home / ".bashrc").write_text("sleep 60 # bridge-ledger completion\n")
    assert said(capsys)[:2] == ("ok", "set up for bash; whether Tab completes could not be tried")
