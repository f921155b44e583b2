"""An evening of three results on board 1, recorded by the command line."""

import shlex

import pytest

from cli.main import run
from cli.terminal.settings import Offices, Settings

EVENING = (
    "init",
    "session open thursday --boards 1-24 --contestants 1-9NS,1-9EW",
    "result add 1/1 4SN= --ns 1NS --ew 1EW",
    "result add 1/2 4SN-1 --ns 2NS --ew 2EW",
    "result add 1/3 3NTN= --ns 3NS --ew 3EW",
)


@pytest.fixture
def typed():
    """A function that types a command line as another desk would; it must be done."""

    def type_line(line):
        assert run(shlex.split(line)) == 0

    return type_line


@pytest.fixture
def evening(tmp_path, monkeypatch, typed, capsys):
    """The folder of the evening, which is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    monkeypatch.setenv("TZ", "UTC")
    for line in EVENING:
        typed(line)
    capsys.readouterr()
    return tmp_path


@pytest.fixture
def asked(evening):
    """The settings of a desk at the evening."""
    asked = Settings()
    asked.offices = Offices()
    yield asked
    asked.offices.close()
