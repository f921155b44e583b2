"""Evenings typed at the desk, with a clock, ids and salts that are known: the same pages every time."""

import shlex
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from cli.main import run
from tests.pages.browser import chromium  # noqa: F401 - a fixture
from tests.scenarios.runner import Clock

EVENING = """
init
session open thursday --title "Thursday" --scoring matchpoints --boards 1-3 --contestants 1-4NS,1-4EW --winners 2
result add 1 --table 1 --ns 1 --ew 1 4SN= --lead HA
result add 1 --table 2 --ns 2 --ew 2 4SN-1
result add 1 --table 3 --ns 3 --ew 3 5CXE-2
result add 1 --table 4 --ns 4 --ew 4 PASS
result add 2 --table 1 --ns 1 --ew 2 3NTE+1
result add 2 --table 2 --ns 2 --ew 1 3NTE=
result add 2 --table 3 --ns 3 --ew 4 2HS+1
result add 2 --table 4 --ns 4 --ew 3 2HS=
ruling add 1/2 --weighted "60% 4SN=, 40% 4SN-1" --offender EW --law 16B --facts "W hesitated" --reason "three pass"
result add 3 --table 1 --ns 1 --ew 3 1NTW-1
result add 3 --table 2 --ns 2 --ew 4 1NTW=
result add 3 --table 3 --ns 3 --ew 1 2SS=
result add 3 --table 4 --ns 4 --ew 2 2SS+1
deal add 1 "N:AKQ32.J54.K7.A98 T9.AKQ.QJ5.QJT76 J654.T987.A86.K2 87.632.T9432.543"
publish --yes --note "on the wall"
ruling add 2/3 --artificial A+/A- --offender EW --law 12C2 --reason "late"
penalty add 4NS 25% --reason "again"
appeal lodge R-0001 --by-side EW --signed E,W --grounds "no suggestion" --deposit "20 GBP"
appeal hear A-0001 --committee "Berg, Dahl and Ek"
appeal decide A-0001 --varied --weighted "80% 4SN=, 20% 4SN-1" --reason "the field" --deposit returned --yes
"""


def at_the_desk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """How to type lines at the desk of an empty folder."""
    monkeypatch.chdir(folder)
    own = {"XDG_CONFIG_HOME": f"{folder}/settings", "BRIDGE_LEDGER_STATE": f"{folder}/state"}
    for name, value in {"TZ": "UTC", "BRIDGE_LEDGER_BY": "Ahlborn", "COLUMNS": "160", **own}.items():
        monkeypatch.setenv(name, value)
    ids, salts, clock = iter(range(10**6)), count(1), Clock()
    monkeypatch.setattr("ledger.office.time.time_ns", clock.time_ns)
    monkeypatch.setattr("ledger.recording.recorder.new_command_id", lambda _now: f"command-{next(ids)}")
    monkeypatch.setattr("ledger.recording.committing.new_salt", lambda: next(salts).to_bytes(16, "big"))

    def type_(text: str) -> Path:
        for line in filter(None, text.splitlines()):
            assert run(["-q", *shlex.split(line)]) == 0, line
        return folder

    return type_


@pytest.fixture
def typed(tmp_path, monkeypatch):
    """Type lines at the desk of an empty folder; the folder."""
    return at_the_desk(tmp_path, monkeypatch)


@pytest.fixture
def evening(typed):
    """Two fields, three boards, a ruling during play, a publication, an appeal; the folder it was typed in."""
    return typed(EVENING)
