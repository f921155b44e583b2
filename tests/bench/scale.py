"""Sessions of 600, 12,000 and 120,000 results, and a log of a million events.

How long each question takes, and in what memory.
"""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope, Event
from ledger.laws import profile_loader
from ledger.laws.adjustment import Adjustment, Assigned, Component, Weighted
from ledger.office import Office
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.store import record
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.evolving import replay
from ledger.subjects.play.facts import ContestantsEntered, ResultRecorded, SessionOpened
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from ledger.trust.verification import audit
from tests.bench.contenders import envelope

BOARDS = 24
TABLES = {"600 results": 25, "12,000 results": 500, "120,000 results (5,000 tables)": 5_000}
_RESULTS = [
    "4SN=",
    "4SN+1",
    "4SN-1",
    "3NTN=",
    "3NTN+1",
    "3NTN-1",
    "2SN+2",
    "5HXE-1",
    "5HXE-2",
    "4HE-1",
    "4HE=",
    "3SN+1",
    "4SN+2",
    "6SN-1",
    "6SN=",
    "PASS",
]
SMALL_TABLES = {"72 results": 3}
_RULINGS = 9


def session(tables: int) -> Iterator[Event]:
    """A simultaneous: so many tables, each with its own pairs, over 24 boards."""
    chance = random.Random(tables)
    yield SessionOpened(
        "Simultaneous",
        None,
        "matchpoints",
        1,
        "open",
        tuple(range(1, BOARDS + 1)),
        profile_loader.load_profile("default"),
    )
    yield ContestantsEntered(tuple(str(pair) for pair in range(1, 2 * tables + 1)))
    for board in range(1, BOARDS + 1):
        weights = [chance.randrange(1, 50) for _ in _RESULTS]
        for table, result in enumerate(chance.choices(_RESULTS, weights, k=tables)):
            away = str(tables + 1 + (table + board) % tables)
            yield ResultRecorded(board=board, ns=str(table + 1), ew=away, result=Result(result), table=str(table + 1))


def made(url: str, tables: int) -> Store:
    """A ledger with that session in it."""
    store = Store(url)
    migrate(store)
    log = [
        Envelope("s", number, record.name_of(event), event, f"c{number}", 0, _NOW + number, _NOW + number, "scorer", ())
        for number, event in enumerate(session(tables), start=1)
    ]
    for start in range(0, len(log), 1_000):
        store.append(log[start : start + 1_000])
    return store


_NOW = 1_770_000_000_000_000


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def questions(folder: Path, sizes: dict[str, int]) -> Iterator[dict[str, str]]:
    """Each size of session, and what its office may ask."""
    for name, tables in sizes.items():
        store = made(f"sqlite:///{folder / f'session{tables}.db'}", tables)
        read = min(seconds(lambda store=store: sum(1 for _ in store.log.read("s"))) for _ in range(3))
        verify = seconds(lambda store=store: _require(audit(store, "s").ok))
        rows = seconds(lambda store=store: store.log.digests("s"))
        cold = seconds(lambda store=store: standings(Scoreboard(replay(store.log.read("s"), "s"))))
        folded = seconds(lambda store=store: replay(store.log.read("s"), "s"))
        single, weighted = ripples(store)
        store.close()
        yield {
            "session": name,
            "read, decoded": ms(read),
            "digests alone": f"{rows / read:.2f} ×",
            "replay": ms(folded),
            "verify": f"{ms(verify)} ({verify / folded:.2f} × replay)",
            "standings, from the log": ms(cold),
            "warm: assigned score, to the ripple": single,
            "warm: weighted score": weighted,
        }


def _require(held: bool) -> None:
    assert held


class Ruled(NamedTuple):
    """A ruling in a warm office: seconds from the command to the ripple, seconds of the ripple alone, scores moved."""

    whole: float
    ripple: float
    moved: int


HALVES = Weighted((Component(Fraction(3, 5), Result("4SN=")), Component(Fraction(2, 5), Result("3NTN-1"))))


def rulings(office: Office, count: int, adjustment: Adjustment = HALVES) -> Iterator[Ruled]:
    """Rule at so many tables that have no ruling yet, one after the other."""
    boards = office.scoreboard("s").session.boards
    free = [(number, where) for number, board in boards.items() for where, play in board.items() if not play.cases]
    for board, where in random.Random(1).sample(free, count):
        command = GiveRuling(Where(board, None, *where.pair), adjustment, Grounds(offender="EW", laws=("16B",)))
        start = time.perf_counter()
        effect = office.submit("s", command)
        between = time.perf_counter()
        moved = len(effect.ripple().changes)
        end = time.perf_counter()
        yield Ruled(end - start, end - between, moved)


def ripples(store: Store) -> tuple[str, str]:
    """Return the medians of an assigned score and of a weighted one, in words."""
    office = Office(store, "director")
    texts = []
    for adjustment in (Assigned(Result("4SN=")), HALVES):
        whole, alone, moved = map(statistics.median, zip(*rulings(office, _RULINGS, adjustment), strict=True))
        texts.append(f"{ms(whole)}, ripple {ms(alone)} ({moved:.0f} scores move)")
    return texts[0], texts[1]


def said(facts: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in facts.items())


def ms(value: float) -> str:
    return f"{value * 1_000:.0f} ms" if value >= 0.01 else f"{value * 1_000:.1f} ms"


# Memory, each in a process of its own


def memory(folder: Path, events: int, tables: int) -> Iterator[tuple[str, str]]:
    """The peak of a process that reads, checks and decodes so many events; and of one that keeps a session."""
    url = f"sqlite:///{folder / 'million.db'}"
    store = Store(url)
    migrate(store)
    for start in range(1, events + 1, 1_000):
        store.append([envelope("s", number) for number in range(start, start + 1_000)])
    store.close()
    yield f"read and decode {events:,} events, every digest checked", _peak("stream", url)
    yield (
        f"replay {tables * BOARDS:,} results, and their standings",
        _peak("standings", f"sqlite:///{folder / f'session{tables}.db'}"),
    )


def _peak(what: str, url: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.scale", what, url], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _measure(what: str, url: str) -> None:
    store, start = Store(url), time.perf_counter()
    if what == "stream":
        assert sum(1 for _ in store.log.read("s")) == store.log.heads()["s"]
    else:
        standings(Scoreboard(replay(store.log.read("s"), "s")))
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    print(f"{int(status['VmHWM'].split()[0]) // 1024} MB, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    _measure(*sys.argv[1:])
