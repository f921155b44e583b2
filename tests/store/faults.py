"""Faults put under a desk that records: the disk fails or fills up, or the process is killed, at every write it makes.

    python -m tests.store.faults [EVERY]      all points, or every third, …; prints what became of them

strace makes the n-th call fail (`inject=`). Afterwards the ledger is opened as it lies: it must verify, hold everything
that was acknowledged, and hold each command once after it was sent again under the same command id.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ledger.store.store import Store
from ledger.trust.verification import audit
from tests.needs import is_here
from tests.store.desk import COMMANDS

FAULTS = ("error=EIO", "error=ENOSPC", "signal=SIGKILL")
CALLS = ("pwrite64", "fdatasync", "ftruncate")
ROOT = Path(__file__).parents[2]


class Point(NamedTuple):
    """The n-th call of a kind, and what happens at it."""

    call: str
    number: int
    fault: str


class Fate(NamedTuple):
    """What became of a desk that met a fault."""

    point: Point
    killed: bool
    acknowledged: int
    failed: int
    lost: int
    half: int
    doubled: int
    unexplained: str


def points(ledger: Path) -> list[Point]:
    """Every point there is: as many calls of each kind as an undisturbed desk makes, of this ledger."""
    trace = ledger.with_name("trace")
    command = ["strace", "-f", "--seccomp-bpf", "-o", str(trace), "-e", f"trace={','.join(CALLS)}"]
    subprocess.run([*command, *desk(ledger)], check=True, capture_output=True, cwd=ROOT)
    calls = Counter(call for line in trace.read_text().splitlines() for call in CALLS if f" {call}(" in line)
    return [
        Point(call, number, fault)
        for call in CALLS
        for number in range(1, calls[call] + 1)
        for fault in FAULTS
        if not (call == "ftruncate" and fault == "error=ENOSPC")
    ]


def prepared(folder: Path) -> Path:
    """A ledger with a session in it, and a file to import."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"2,{table},{2 * table - 1},{2 * table},3NT,N,{8 + table % 3}\n" for table in range(1, 61))
    (folder / "t.csv").write_text(f"board,table,ns,ew,contract,declarer,tricks\n{lines}")
    for command in ("init", "session open s --boards 1"):
        assert (
            subprocess.run([*cli(folder / "ledger.db"), *command.split()], capture_output=True, cwd=ROOT).returncode
            == 0
        )
    return folder / "ledger.db"


def cli(ledger: Path) -> list[str]:
    return [
        sys.executable,
        "-c",
        "import sys; from cli.main import run; sys.exit(run(sys.argv[1:]))",
        "--db",
        str(ledger),
    ]


def desk(*ledgers: Path) -> list[str]:
    return [sys.executable, "-m", "tests.store.desk", *map(str, ledgers)]


def suffer(point: Point, ledger: Path) -> Fate:
    """Let a desk meet the fault, and see what is left of it; nothing is sent again yet."""
    inject = f"inject={point.call}:{point.fault}:when={point.number}"
    quicker = [] if "signal" in point.fault else ["--seccomp-bpf"]  # by which strace sends no signals
    strace = ["strace", "-f", *quicker, "-o", "/dev/null", "-e", f"trace={point.call}", "-e", inject]
    done = subprocess.run([*strace, *desk(ledger)], capture_output=True, text=True, cwd=ROOT)
    said = done.stdout.split("\n")
    acknowledged = [line.removeprefix("done ") for line in said if line.startswith("done ")]
    failed = [line for line in said if line.startswith("failed ")]
    store = Store(f"sqlite:///{ledger}")
    envelope = {event.command_id for session in store.log.sessions() for event in store.log.read(session)}
    sound = all(audit(store, session, strict=True).ok for session in store.log.sessions())
    store.close()
    return Fate(
        point,
        "signal" in point.fault and done.returncode != 0,
        len(acknowledged),
        len(failed),
        lost=sum(key not in envelope for key in acknowledged),
        half=not sound,
        doubled=0,
        unexplained=done.stderr[-2_000:],
    )


def send_again(fates: list[Fate], ledgers: list[Path], clean: int) -> list[Fate]:
    """A desk sends every command to each ledger again, under the same ids: what is there twice, what was refused."""
    again = subprocess.run(desk(*ledgers), capture_output=True, text=True, cwd=ROOT)
    said = dict(zip(ledgers, re.split(r"^at .*$", again.stdout, flags=re.MULTILINE)[1:], strict=False))
    return [
        fate._replace(
            doubled=events_of(ledger) - clean,
            unexplained=fate.unexplained
            or ("" if said.get(ledger, "").count("done ") == len(COMMANDS) else (said.get(ledger, "") + again.stderr)),
        )
        for fate, ledger in zip(fates, ledgers, strict=True)
    ]


def events_of(ledger: Path) -> int:
    """How many events are read of all its sessions."""
    with closing(Store(f"sqlite:///{ledger}")) as store:
        return sum(len(list(store.log.read(session))) for session in store.log.sessions())


def sweep(every: int = 1) -> list[Fate]:
    """Meet every point, or every third, …."""
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        template = prepared(base / "template").parent

        def copy_for(at: object) -> Path:
            return Path(shutil.copytree(template, base / str(at))) / "ledger.db"

        undisturbed = copy_for("undisturbed")
        met = points(undisturbed)[::every]
        ledgers = [copy_for(at) for at in range(len(met))]
        with ThreadPoolExecutor(2) as pool:
            fates = list(pool.map(suffer, met, ledgers))
        return send_again(fates, ledgers, events_of(undisturbed))


def summary(fates: list[Fate]) -> str:
    """In a line: how many points, what was acknowledged, and what should never be."""
    return (
        f"{len(fates)} points: {sum(fate.killed for fate in fates)} killed, "
        f"{sum(bool(fate.failed) for fate in fates)} said so; "
        f"acknowledged {sum(fate.acknowledged for fate in fates)}, lost {sum(fate.lost for fate in fates)}, "
        f"doubled {sum(fate.doubled for fate in fates)}, half recorded {sum(fate.half for fate in fates)}, "
        f"unexplained {sum(bool(fate.unexplained) for fate in fates)}"
    )


if __name__ == "__main__":
    if not is_here("strace"):
        sys.exit("strace is not here, or may not trace: no fault was tried")
    fates = sweep(*map(int, sys.argv[1:2]))
    for fate in fates:
        if fate.unexplained or fate.lost or fate.doubled or fate.half:
            print(fate)
    print(summary(fates))
