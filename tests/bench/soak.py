"""Whether a desk that stays all season stays as it was: memory, open files and time a command, after very many of them.

    python -m tests.bench.soak [--commands 30000]

Evenings of 400 commands each, of every sort: results, slips of the finger, corrections, rulings that are withdrawn,
questions, publications. At the end a desk that was just opened does the next evenings on the same log. Judges nothing.
"""

import argparse
import contextlib
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice

import psutil

from cli.shell.answering import answer
from cli.terminal.offices import Offices
from cli.terminal.settings import Settings
from tests.bench.startup import LEDGER

EVENING, ROUND = 400, 20
"""How many commands an evening has, and after how many the same sorts come again."""
SHARE = 1000
"""Of so many commands the median is told, at the beginning and at the end."""
ADD = "result add {board}/{table} {result} --ns {ns} --ew {ew} --yes"
SORTS = (
    *[ADD] * 8,
    "standings",
    "bord {board}",  # a slip
    "board {board}",
    "explain {board}/{table}",
    "scorecard {ns}",
    "result correct {board}/{table} 3NTN-2 --yes",
    "ruling add {board}/{table} --weighted '60% 4SN=, 40% 4SN-1' --offender EW --law 16B --facts hesitated --yes",
    "show {case}",
    "log -n 5",
    "ruling withdraw {case} --reason mistaken --yes",
    "publish --yes",
    "check",
)
RESULTS = ("4SN=", "3NTE+1", "2HW-1", "5DS=", "PASS", "1NTN+2", "6CE-2")
REFUSED_ON_PURPOSE = "bord"


def commands(first: int) -> Iterator[str]:
    """What is typed, from a command on that begins an evening."""
    for evening in range(first // EVENING, 10**9):
        name, added = f"evening{evening}", 0
        yield f"session open {name} --boards 1-24 --scoring matchpoints"
        for at in range(1, EVENING):
            sort = SORTS[at % ROUND]
            added += sort == ADD
            board, table = (added - 1) % 24 + 1, (added - 1) // 24 + 1
            line = sort.format(
                board=board,
                table=table,
                ns=2 * table - 1,
                ew=2 * table,
                result=RESULTS[(board * 3 + table) % len(RESULTS)],
                case=f"R-{1 + at // ROUND:04}",
            )
            yield line if line.startswith(REFUSED_ON_PURPOSE) else f"{line} --session {name}"


class Desk:
    """A desk that stays; what it is told, how long each took, and what it refused."""

    def __init__(self, database: str) -> None:
        self.asked = Settings()
        self.asked.db, self.asked.offices = database, Offices()
        self.times: list[float] = []
        self.refused: list[str] = []

    def type(self, line: str) -> None:
        said = io.StringIO()
        start = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            code = answer(line, self.asked)
        self.times.append(time.perf_counter() - start)
        if code and not line.startswith(REFUSED_ON_PURPOSE):
            self.refused.append(f"{line}: {said.getvalue().splitlines()[0]}")

    def told(self, after: int) -> str:
        process = psutil.Process()
        last = statistics.median(self.times[-SHARE:]) * 1000
        held = f"{process.memory_info().rss / 2**20:6.1f} MB, {process.num_fds():3} descriptors"
        return f"after {after:6} commands: {held}, median of the last {min(after, SHARE)}: {last:5.1f} ms"


def sit(database: str, first: int, many: int) -> None:
    """Type so many commands, and say ten times how it stands; then the beginning beside the end."""
    desk = Desk(database)
    for at, line in enumerate(islice(commands(first), many), start=1):
        desk.type(line)
        if at % max(many // 10, 1) == 0:
            print(desk.told(at), flush=True)
    begun, ended = (statistics.median(part) * 1000 for part in (desk.times[:SHARE], desk.times[-SHARE:]))
    print(f"a command: {begun:.1f} ms in the first {SHARE}, {ended:.1f} ms in the last; refused: {len(desk.refused)}")
    for each in desk.refused[:5]:
        print(f"  {each}")
    desk.asked.offices.close()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--commands", type=int, default=30_000)
    options.add_argument("--on", help="a ledger that is there already")
    options.add_argument("--first", type=int, default=0, help="which command comes first; one that begins an evening")
    asked = options.parse_args()
    if asked.on:
        sit(asked.on, asked.first, asked.commands)
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BRIDGE_LEDGER_STATE"] = f"{folder}/state"
        database = f"{folder}/soak.db"
        subprocess.run([LEDGER, "--db", database, "init"], check=True, stdout=subprocess.DEVNULL)
        sit(database, 0, asked.commands)
        following = -(-asked.commands // EVENING) * EVENING
        print(
            f"a desk that was just opened, on the same log of {os.path.getsize(database) / 2**20:.1f} MB:", flush=True
        )
        fresh = ["--on", database, "--first", str(following), "--commands", str(min(asked.commands, 2 * SHARE))]
        subprocess.run([sys.executable, "-m", "tests.bench.soak", *fresh], check=True)


if __name__ == "__main__":
    main()
