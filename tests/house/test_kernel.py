"""The kernel alone: its modules import, and its tests pass, with the rest of the package hidden."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from ledger.subjects.register import SUBJECTS
from tests.house.test_house import ROOT, SOURCE, module, needed, reached

ROOTS = (
    "ledger.decide",
    "ledger.laws.profile_loader",
    "ledger.subjects.evolving",
    "ledger.projections.standings",
    "ledger.projections.ripple",
    "ledger.store.store",
    "ledger.store.setup",
    *(f"ledger.{each}" for subject in SUBJECTS for each in subject.decided_by),
)
"""What a reader of the kernel begins with; whatever these import belongs to it."""
ABOVE = {"trust", "exchange", "recording", "office"}
MAP = ROOT / "ledger/README.md"
TESTS = (
    "tests/bridge",
    "tests/core/test_decide.py",
    "tests/core/test_overtaken.py",
    "tests/laws/test_awards.py",
    "tests/projections/test_planned.py",
    "tests/scoring/test_explained.py",
    "tests/scoring/test_matchpoints.py",
    "tests/session",
)
"""The kernel's tests that are run where nothing else is: the quick ones."""


@cache
def kernel() -> frozenset[str]:
    """Return the kernel's modules: the roots and all they import, in functions and for annotations too."""
    names = {module(path) for path in SOURCE}
    graph = {module(path): needed(path, names) for path in SOURCE}
    return frozenset(ROOTS).union(*(reached(root, graph) for root in ROOTS))


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """Return a folder with the kernel and its tests only."""
    folder = tmp_path_factory.mktemp("kernel")
    for path in SOURCE:
        name = module(path)
        if name in kernel() or (path.name == "__init__.py" and any(each.startswith(f"{name}.") for each in kernel())):
            (folder / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            (folder / path.relative_to(ROOT)).write_text(path.read_text() if name in kernel() else "")
    for path in (each for each in (ROOT / "ledger").rglob("*") if each.suffix in (".toml", ".sql", ".txt")):
        (folder / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / path.relative_to(ROOT))
    for above in ("cli", "migrations"):  # else Python would find those that are installed
        (folder / above).mkdir()
        (folder / above / "__init__.py").write_text(f'raise ImportError("{above} is hidden")')
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__", "pages"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    if (ROOT.parent / "shared").is_dir():
        (folder.parent / "shared").symlink_to(ROOT.parent / "shared")
    return folder


def run(copy: Path, *arguments: str) -> str:
    """Return the output of Python in the copy."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def test_the_kernel_stands_without_what_is_above_it(copy):
    assert not {name for name in kernel() if not name.startswith("ledger.") or name.split(".")[1] in ABOVE}
    where = run(copy, "-c", f"import {', '.join(sorted(kernel()))}; print(ledger.decide.__file__)")
    assert where.strip().startswith(str(copy))


def test_its_tests_pass_without_what_is_above_it(copy):
    said = run(copy, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly", *TESTS)
    assert re.search(r"100%", said)


def test_the_map_tells_how_many_lines_the_kernel_has():
    """The number in the map is rounded to a thousand."""
    lines = sum(len(path.read_text().splitlines()) for path in SOURCE if module(path) in kernel())
    [said] = re.findall(r"The kernel has ([\d,]+) lines", MAP.read_text())
    assert abs(int(said.replace(",", "")) - lines) < 1000, lines


def test_the_five_minutes_run_as_they_stand_in_the_map():
    tour = "\n\n".join(re.findall(r"```python\n(.*?)```", MAP.read_text(), re.DOTALL))
    read = doctest.DocTestParser().get_doctest(tour, {}, "five minutes", str(MAP), 0)
    assert len(read.examples) > 15
    runner = doctest.DocTestRunner()
    runner.run(read)
    assert not runner.failures
