"""The short bench: how fast the ledger is beside a yardstick in the same run, and beside the ratios kept from before.

    python -m tests.bench --short [--write]

Each ratio is a speed: 2.00 is twice as fast as the yardstick, and a ratio that falls is a ledger that slowed down. The
median of several rounds; it judges nothing. `--write` keeps the ratios in `ratios.txt`.

Yardsticks: `eventsourcing`, which keeps the same events without chain or check; the bare driver, which reads as many
events as the session has, undecided and unscored; `import sqlalchemy, click` for a whole process, in CPU time.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ledger.kernel.at_table import Where
from ledger.laws.adjustment import Stands
from ledger.office import Office
from ledger.store.store import Store
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from ledger.trust.verification import audit
from tests.bench.contenders import Bare
from tests.bench.databases import NewUrl, databases
from tests.bench.scale import made, rulings
from tests.bench.startup import DATABASE, LEDGER, as_installed
from tests.bench.stores import APPEND_MANY, APPEND_ONE, REPLAY, Amount, stores

RATIOS = Path(__file__).with_name("ratios.txt")
QUESTIONS = ("standings", "explain 1 --ns 1", "ruling list", "verify --strict")


class Size(NamedTuple):
    """How much is measured; the tables of a session play 24 boards each."""

    amount: Amount = Amount(rounds=5, singles=300, batches=6)
    tables: int = 500
    rulings: int = 9
    question_tables: int = 15
    runs: int = 7


SMALL = Size(Amount(rounds=1, singles=3, batches=1, batch=10), tables=3, rulings=2, question_tables=3, runs=1)
"""For a test: it shows that everything is measured, and no ratio that means anything."""


class Ratio(NamedTuple):
    """A speed of the ledger's beside that of a yardstick."""

    what: str
    beside: str
    value: float

    @property
    def name(self) -> str:
        """The name under which the ratio is kept."""
        return f"{self.what} : {self.beside}"


def ratios(size: Size) -> Iterator[Ratio]:
    """Measure everything."""
    with databases() as (folder, kinds):
        for kind, new_url in kinds.items():
            for line in stores(lambda _, new=new_url: new(), size.amount):
                if line.what in (APPEND_ONE, APPEND_MANY, REPLAY) and line.ratio:
                    yield Ratio(f"{kind}, {line.what}", "eventsourcing", line.ratio)
            yield from _session(kind, new_url, size)
        yield from _processes(folder, size)


def _session(kind: str, new_url: NewUrl, size: Size) -> Iterator[Ratio]:
    store = made(new_url(), size.tables)
    events = store.log.heads()["s"]
    bare = Bare(new_url())
    bare.append(bare.make(events))
    checked = [_fraction(bare.replay, lambda: _require_sound(store)) for _ in range(size.amount.rounds)]
    yield Ratio(f"{kind}, verify of 12,000 results", "bare driver reads as many", statistics.median(checked))
    office, warm = Office(store, "director"), []
    for ruling in rulings(office, size.rulings):
        warm.append(_seconds(bare.replay) / ruling.whole)
    yield Ratio(f"{kind}, warm ruling and its ripple at 12,000", "bare driver reads as many", statistics.median(warm))
    bare.close()
    store.close()


def _require_sound(store: Store) -> None:
    if not audit(store, "s").ok:
        raise SystemExit("the session of the bench does not hold")


def _fraction(yardstick: Callable[[], object], work: Callable[[], object]) -> float:
    return _seconds(yardstick) / _seconds(work)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _processes(folder: Path, size: Size) -> Iterator[Ratio]:
    file = folder / "questions.db"
    store = made(f"sqlite:///{file}", size.question_tables)
    with Office(store, "director") as office:
        seating = next(iter(office.session("s").boards[1]))
        office.submit("s", GiveRuling(Where(1, None, *seating.pair), Stands(), Grounds(laws=("16B",))))
    with tempfile.TemporaryDirectory() as state:
        environment = {**as_installed(), "BRIDGE_LEDGER_STATE": state, "BRIDGE_LEDGER_DB": str(file)}
        for question in QUESTIONS:
            command = [LEDGER, *question.split()]
            _cpu_seconds(command, environment)
            runs = [_cpu_seconds(DATABASE, environment) / _cpu_seconds(command, environment) for _ in range(size.runs)]
            yield Ratio(f"`{question}` of 360 results, CPU", DATABASE[-1], statistics.median(runs))


def _cpu_seconds(command: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def kept() -> dict[str, float]:
    """Read the ratios that were kept; {} if there are none."""
    lines = RATIOS.read_text(encoding="utf-8").splitlines() if RATIOS.exists() else []
    pairs = (line.split("  ", 1) for line in lines if line and not line.startswith("#"))
    return {name: float(value) for value, name in pairs}


def main(size: Size, *, write: bool) -> None:
    """Print each ratio beside the one that was kept; with `write`, keep the new ones."""
    before, measured, fallen = kept(), [], []
    print(f"speeds beside a yardstick, higher is faster; {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    print("   now   kept")
    for ratio in ratios(size):
        measured.append(ratio)
        earlier = before.get(ratio.name)
        slower = ""
        if earlier and ratio.value < earlier * 0.9:
            slower = "   a tenth slower or more"
            fallen.append(f"  {earlier:.3g} → {ratio.value:.3g}  {ratio.name}")
        print(f"{ratio.value:6.3g} {f'{earlier:6.3g}' if earlier else '     –'}  {ratio.name}{slower}", flush=True)
    if fallen:
        print(f"FALLEN BY A TENTH OR MORE, to be explained or mended: {len(fallen)} of {len(measured)}")
        print("\n".join(fallen))
    elif before:
        print("no ratio fell by a tenth")
    if write:
        head = "# speeds beside a yardstick, higher is faster: python -m tests.bench --short --write\n"
        RATIOS.write_text(head + "".join(f"{each.value:.3g}  {each.name}\n" for each in measured), encoding="utf-8")
