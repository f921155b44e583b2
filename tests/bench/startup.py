"""How long the desk lets one wait: help and completion beside importing click, questions beside importing SQLAlchemy.

    python -m tests.bench.startup [RUNS]

Prints the medians of whole processes, run in turn, and the medians of their ratios; it judges nothing.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.scale import made

LEDGER = str(Path(sys.executable).parent / "bridge-ledger")
TAB = {"_BRIDGE_LEDGER_COMPLETE": "bash_complete", "COMP_CWORD": "3"}
CLICK = [sys.executable, "-c", "import click"]
DATABASE = [sys.executable, "-c", "import sqlalchemy, click"]
AT_ONCE = {
    "--version": ([LEDGER, "--version"], {}),
    "--help": ([LEDGER, "--help"], {}),
    "ruling add --help": ([LEDGER, "ruling", "add", "--help"], {}),
    "Tab: a command": ([LEDGER], {**TAB, "COMP_WORDS": "bridge-ledger st", "COMP_CWORD": "1"}),
    "Tab: an option": ([LEDGER], {**TAB, "COMP_WORDS": "bridge-ledger ruling add --"}),
}
TABS = {
    "Tab: a board": "bridge-ledger board 2",
    "Tab: a table": "bridge-ledger ruling add 23/",
    "Tab: a contestant": "bridge-ledger scorecard 1",
    "Tab: a case": "bridge-ledger show R",
}
"""Of a ledger; the word that is begun is the last."""
QUESTIONS = ("board 1", "standings", "explain 1 --ns 1", "log", "show 5")


def as_installed() -> dict[str, str]:
    """Return the environment of an office, in which modules are compiled once and not at every command."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def seconds(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**as_installed(), **environment})
    return time.perf_counter() - start


def compare(name: str, command: list[str], environment: dict[str, str], beside: list[str], runs: int) -> None:
    times = [(seconds(command, environment), seconds(beside, {})) for _ in range(runs)]
    asked, bare = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = statistics.median(one / other for one, other in times)
    print(
        f"{name:<20} {asked * 1000:4.0f} ms; {beside[-1]}: {bare * 1000:4.0f} ms; ratio {ratio:.2f} (median of {runs})"
    )


def main(runs: int = 20, tables: int = 15) -> None:
    for name, (command, environment) in AT_ONCE.items():
        compare(name, command, environment, CLICK, runs)
    with tempfile.TemporaryDirectory() as folder:
        db = [LEDGER, "--db", f"{folder}/bench.db"]
        made(f"sqlite:///{db[2]}", tables).close()
        for name, line in TABS.items():
            typed = {**TAB, "COMP_WORDS": line, "COMP_CWORD": str(line.count(" ")), "BRIDGE_LEDGER_DB": db[2]}
            compare(name, [LEDGER], typed, CLICK, runs)
        for question in QUESTIONS:
            compare(question, [*db, *question.split()], {}, DATABASE, runs)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
