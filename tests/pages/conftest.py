"""Evenings typed at the desk, with a clock, ids and salts that are known: the same pages every time."""

import shlex
import shutil
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from cli.main import run
from tests.pages.booklets import MADE_UP, type_appeals
from tests.pages.browser import browser_and_its_thread, chromium  # noqa: F401 - fixtures
from tests.pages.event import AFTER, EVENT
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


class Known:
    """What is known beforehand at a desk: its clock, the ids of commands, the salts of texts."""

    def __init__(self) -> None:
        self.clock, self.ids, self.salts = Clock(), 0, 0

    def id(self, _now: int) -> str:
        self.ids += 1
        return f"command-{self.ids - 1}"

    def salt(self) -> bytes:
        self.salts += 1
        return self.salts.to_bytes(16, "big")


def at_the_desk(folder: Path, monkeypatch: pytest.MonkeyPatch, known: Known | None = None) -> Callable[[str], Path]:
    """How to type lines at the desk of a folder; `known`: where the desk that typed there before left off."""
    known = known or Known()
    monkeypatch.chdir(folder)
    own = {"XDG_CONFIG_HOME": f"{folder}/settings", "BRIDGE_LEDGER_STATE": f"{folder}/state"}
    for name, value in {"TZ": "UTC", "BRIDGE_LEDGER_BY": "Ahlborn", "COLUMNS": "160", **own}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("ledger.recording.machine_state.now", known.clock.microseconds)
    monkeypatch.setattr("ledger.recording.recorder.new_command_id", known.id)
    monkeypatch.setattr("ledger.recording.recorder.new_salt", known.salt)

    def type_(text: str) -> Path:
        for line in filter(None, text.splitlines()):
            assert run(["-q", "--yes", *shlex.split(line)]) == 0, line
        return folder

    return type_


@pytest.fixture(scope="session")
def typed_once(tmp_path_factory):
    """The evening as it was typed, once, and the desk as it was left; nobody writes there."""
    folder, known = tmp_path_factory.mktemp("typed"), Known()
    with pytest.MonkeyPatch.context() as monkeypatch:
        at_the_desk(folder, monkeypatch, known)(EVENING)
    return folder, known


@pytest.fixture
def typed(tmp_path, monkeypatch, request):
    """Type lines at the desk of an empty folder; where the evening is asked for too, the desk it was typed at."""
    if "evening" not in request.fixturenames:
        return at_the_desk(tmp_path, monkeypatch)
    folder, known = request.getfixturevalue("typed_once")
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return at_the_desk(tmp_path, monkeypatch, deepcopy(known))


@pytest.fixture
def evening(typed, tmp_path):
    """Two fields, three boards, a ruling during play, a publication, an appeal; the folder it was typed in."""
    return tmp_path


@pytest.fixture(scope="session")
def event_typed_once(tmp_path_factory):
    """The congress as it was typed, once; nobody writes there."""
    folder, known = tmp_path_factory.mktemp("event"), Known()
    with pytest.MonkeyPatch.context() as monkeypatch:
        at_the_desk(folder, monkeypatch, known)(EVENT + AFTER)
    return folder, known


@pytest.fixture
def at_event(tmp_path, monkeypatch, event_typed_once):
    """The desk of the congress: with everything up to its publication, and the ruling after it."""
    folder, known = event_typed_once
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return at_the_desk(tmp_path, monkeypatch, deepcopy(known))


@pytest.fixture(scope="session")
def typed_booklets(tmp_path_factory):
    """The twenty appeals of the booklets as they were typed, once; nobody writes there."""
    folder = tmp_path_factory.mktemp("booklets")
    with pytest.MonkeyPatch.context() as monkeypatch:
        at_the_desk(folder, monkeypatch)("init")
        type_appeals()
    return folder


@pytest.fixture
def booklets(typed_booklets, tmp_path, monkeypatch):
    """A copy of them, to be read and changed."""
    folder = tmp_path / "booklets"
    shutil.copytree(typed_booklets, folder)
    at_the_desk(folder, monkeypatch)
    monkeypatch.setenv("BRIDGE_LEDGER_SESSION", MADE_UP.session)
    return folder
