"""How long a command takes at a desk that stays, beside the same command as a process of its own.

    python -m tests.bench.desk RESULT_FILE [RUNS]

Prints medians; it judges nothing. The first command that wants the scores works them all out, and is not counted.
"""

import contextlib
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time

from cli.shell.answering import answer, words_of
from cli.terminal.offices import Offices
from cli.terminal.settings import Settings
from tests.bench.startup import LEDGER, seconds

LINES = (
    "board 1",
    "standings",
    "explain 1 --ns 1NS",
    "log",
    "show 5",
    "scorecard 1NS",
    "check",
    "result correct 1 --ns 1NS 3NTN= -n",
    "ruling add 1 --ns 1NS --weighted '60% 4SN=, 40% 4SN-1' --offender EW --law 16B -n",
    "result correct 1 --ns 1NS 3NTN= --yes",
)


def warm(line: str, asked: Settings) -> float:
    """Seconds for one line, its output thrown away."""
    start = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        answer(line, asked)
    return time.perf_counter() - start


def main(file: str, runs: int = 20) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BRIDGE_LEDGER_STATE"] = folder
        asked = Settings()
        asked.db, asked.offices = f"{folder}/bench.db", Offices()
        for command in (["init"], ["import", file, "-q"]):
            subprocess.run([LEDGER, "--db", asked.db, *command], check=True, stdout=subprocess.DEVNULL)
        print(f"opened, and the scores worked out: {warm('standings', asked) * 1000:.0f} ms")
        medians = []
        for line in LINES:
            warm(line, asked)
            inside = statistics.median(warm(_other(line, run), asked) for run in range(runs))
            command = [LEDGER, "--db", asked.db, *_words(line)]
            outside = statistics.median(seconds(command, {}) for _ in range(max(runs // 4, 1)))
            medians.append(inside)
            print(f"{line[:52]:<52} {inside * 1000:6.1f} ms at the desk {outside * 1000:6.0f} ms as a process")
        print(f"{'median of these':<52} {statistics.median(medians) * 1000:6.1f} ms")
        asked.offices.close()


def _other(line: str, run: int) -> str:
    """A line that records, each time with another result: the same again changes nothing."""
    return line.replace("3NTN=", "3NTN=" if run % 2 else "3NTN+1")


def _words(line: str) -> list[str]:
    """The line as a process is given it, which records nothing."""
    return [*words_of(line.replace("3NTN=", "3NTN+2")), *(["-n"] if line.endswith("--yes") else [])]


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
