"""Hypothesis on machines of any speed: no deadlines; and under CI the same examples each time. What was wanting."""

import os
import signal
import sys
from itertools import count

import pytest
from hypothesis import settings

from tests.needs import summed_up

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # a shell that starts the tests in the background has Ctrl-C ignored, and so would every program they start
    signal.signal(signal.SIGINT, signal.default_int_handler)


# A thousand programs are started: modules are compiled once, not at each start, whatever the shell says.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.fixture(scope="session")
def unused_folders(tmp_path_factory):
    """Names of folders that are not there yet; each by its number, for `mktemp` looks through all there are."""
    return map((tmp_path_factory.mktemp("desks") / "{}").as_posix().format, count())


def nothing_of_ones_own(patch, desk):
    """Whoever runs the tests may have a key to seal with, and has seen clocks and logs: they are not theirs to use."""
    patch.setenv("XDG_CONFIG_HOME", f"{desk}/settings")
    patch.setenv("BRIDGE_LEDGER_STATE", f"{desk}/state")
    patch.delenv("BRIDGE_LEDGER_KEY", raising=False)


def desk_of_its_own(unused_folders):
    """For what is made once for many tests, before the first of them."""
    with pytest.MonkeyPatch.context() as patch:
        nothing_of_ones_own(patch, next(unused_folders))
        yield


desk_for_all = pytest.fixture(desk_of_its_own, autouse=True, scope="session")
desk_for_a_module = pytest.fixture(desk_of_its_own, autouse=True, scope="module")


@pytest.fixture(autouse=True)
def a_desk_of_its_own(monkeypatch, unused_folders):
    """For each test."""
    nothing_of_ones_own(monkeypatch, next(unused_folders))


@pytest.fixture(autouse=True)
def a_wide_screen(monkeypatch):
    """How wide the screen is that the tests are started on is no matter of theirs, nor who would page or paint it."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("BRIDGE_LEDGER_PAGER", "")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait, for a terminal, a server or a clock."""
    return (os.cpu_count() or 1) + 1


def pytest_terminal_summary(terminalreporter, config):
    """What was skipped because something is not on this machine; and the order of the tests, if some failed."""
    stats = terminalreporter.stats
    if told := summed_up(each.longrepr[2] for each in stats.get("skipped", [])):
        terminalreporter.write_line(told, yellow=True)
    seed = config.getoption("randomly_seed", None)
    if seed is not None and stats.keys() & {"failed", "error"}:
        terminalreporter.write_line(f"in this order again: --randomly-seed={seed}", yellow=True)
