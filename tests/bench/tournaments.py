"""A tournament of many rooms: 40 sessions × 600 or 7,200 results, a simultaneous of 200 sections × 120 results.

    python -m tests.bench.tournaments [RUNS] [--small]

How long its standing takes in a process of its own and at a desk that stays, after a ruling too, and in what memory;
beside each the scores of the sessions alone, in the same run; and its site with those of the sessions, the first time
and again with nothing new. Medians; it judges nothing.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from cli.main import run
from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Command, Envelope
from ledger.laws import profile_loader
from ledger.laws.adjustment import Component, Weighted
from ledger.laws.regulations import StageRules
from ledger.office import Office
from ledger.projections.standings import standings
from ledger.store import record
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.people.facts import NamePlayers, Player
from ledger.subjects.rulings.facts import GiveRuling, Grounds
from ledger.subjects.tournaments.facts import AddSession, AddStage, AmendStage, EnterEntrants, Entrant, OpenTournament
from tests.bench.databases import databases
from tests.bench.scale import ms, said, seconds, session

_NOW = 1_770_000_000_000_000
_RULINGS = 9


class Size(NamedTuple):
    """A tournament: how many sessions of how many tables; the sections of one sitting, or a sitting each."""

    what: str
    sessions: int
    tables: int
    simultaneous: bool

    @property
    def results(self) -> int:
        """The results of all sessions."""
        return self.sessions * self.tables * 24


SIZES = (
    Size("40 sessions × 600 results", 40, 25, False),
    Size("40 sessions × 7,200 results of 600 pairs", 40, 300, False),
    Size("200 sections × 120 results", 200, 5, True),
)
SMALL = (Size("2 sessions × 72 results", 2, 3, False), Size("10 sections × 48 results", 10, 2, True))


def made(url: str, size: Size) -> None:
    """A ledger with a tournament of that size in it, whose players have names."""
    store = Store(url)
    migrate(store)
    office = Office(store, "scorer", lambda: _NOW + 10**9)
    office.submit("spring", OpenTournament("Spring", profile_loader.load_profile("default")))
    office.submit("spring", AddStage("all", "sessions", StageRules()))
    office.submit("spring", EnterEntrants(tuple(Entrant(str(pair)) for pair in range(1, 2 * size.tables + 1))))
    names = [f"s{number:03}" for number in range(1, size.sessions + 1)]
    for at, name in enumerate(names):
        log = [
            Envelope(
                name, number, record.name_of(event), event, f"c{number}", 0, _NOW + number, _NOW + number, "me", ()
            )
            for number, event in enumerate(session(size.tables), start=1)
        ]
        store.append(log)
        office.submit(name, _named(f"{at}x" if size.simultaneous else "", 2 * size.tables))
        place = (1, f"{chr(65 + at // 26)}{chr(65 + at % 26)}") if size.simultaneous else (at + 1, "")
        office.submit("spring", AddSession("all", name, *place))
    office.close()


def _named(section: str, pairs: int) -> Command:
    """The players of a session: the same at every sitting, others in each section."""
    seats = [(str(pair), seat) for pair in range(1, pairs + 1) for seat in (1, 2)]
    return NamePlayers(tuple(Player(pair, seat, f"Player {section}{pair}x{seat}") for pair, seat in seats))


# In a process of its own


def _cold(what: str, url: str, *folder: str) -> None:
    """How long it takes to the standing, to the scores of every session by itself, or to the site; and the peak."""
    start = time.perf_counter()
    if folder:
        assert run(["-q", "report", "site", *folder, "--session", "spring", "--sessions", "--db", url]) == 0
    else:
        _asked(what, url)
    spent = time.perf_counter() - start
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    print("", spent, int(status["VmHWM"].split()[0]) // 1024, sep="\n")


def _asked(what: str, url: str) -> None:
    with Office.open(url) as office:
        if what == "overall":
            assert office.tournaments.overall("spring")[0].rows
        else:
            for name in office.sessions():
                assert standings(office.scoreboard(name))


def _in_own_process(what: str, url: str, *folder: str) -> tuple[float, int]:
    command = [sys.executable, "-m", "tests.bench.tournaments", what, url, *folder]
    *_, spent, peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(spent), int(peak)


# At a desk that stays


class Ruled(NamedTuple):
    """A ruling at a desk that stays (s): all of it with the standing after; its session's own ripple, and the rest."""

    whole: float
    submitted: float


def rulings(office: Office) -> Iterator[Ruled]:
    """A weighted score in one session after the other, to its ripple and the standing after it."""
    halves = Weighted((Component(Fraction(3, 5), Result("4SN=")), Component(Fraction(2, 5), Result("3NTN-1"))))
    fresh = [name for name in office.sessions() if not office.session(name).rulings]
    for at, name in enumerate(fresh[:_RULINGS]):
        tables = list(office.scoreboard(name).session.boards[at + 1])
        seating = tables[at % len(tables)]
        command = GiveRuling(Where(at + 1, None, seating.ns, seating.ew), halves, Grounds(offender="EW", laws=("16B",)))
        start = time.perf_counter()
        office.submit(name, command).ripple()
        between = time.perf_counter()
        office.tournaments.overall("spring")
        yield Ruled(time.perf_counter() - start, between - start)


def figures(url: str, runs: int) -> dict[str, str]:
    """What its office waits for, each beside the scores of the sessions alone."""
    pairs = [(_in_own_process("overall", url), _in_own_process("sessions", url)) for _ in range(runs)]
    with Office.open(url, by="director", stays=True) as office:
        office.tournaments.overall("spring")
        again = statistics.median(seconds(lambda: office.tournaments.overall("spring")) for _ in range(3 * runs))
        names = office.sessions()
        each = statistics.median(seconds(lambda: [office.scoreboard(n) for n in names]) for _ in range(3 * runs))
        ruled = list(rulings(office))
    whole, own = (statistics.median(spent) for spent in zip(*ruled, strict=True))
    overall, alone = (statistics.median(spent for spent, _ in column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(first[0] / second[0] for first, second in pairs)
    peaks = [statistics.median(peak for _, peak in column) for column in zip(*pairs, strict=True)]
    return {
        "cold standing": f"{ms(overall)} ({ratio:.2f} × the sessions' own, {ms(alone)})",
        "peak": f"{peaks[0]:.0f} MB (sessions alone {peaks[1]:.0f} MB)",
        "warm standing": f"{ms(again)} ({again / each:.2f} × asking each session, {ms(each)})",
        "ruling, its ripple, standing after": f"{ms(whole)} ({whole / own:.1f} × the ruling and its ripple, {ms(own)})",
    }


def site(parent: Path, url: str) -> str:
    """Its site with those of its sessions, and again: how long, in what memory, and what it takes on the disk."""
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        os.environ["BRIDGE_LEDGER_STATE"] = folder
        there = str(Path(folder, "site"))
        (first, peak), (again, _) = (_in_own_process("site", url, there) for _ in range(2))
        pages = [path.stat().st_size for path in Path(there).rglob("*.html")]
    return f"{first:.1f} s, again {again:.1f} s; {len(pages):,} pages of {sum(pages) / 2**20:.0f} MB; peak {peak} MB"


def across(url: str) -> None:
    """From now on boards are scored across the sections."""
    with Office.open(url) as office:
        office.submit("spring", AmendStage("all", "sessions", StageRules(across=True)))


def main(runs: int, sizes: Sequence[Size]) -> None:
    """Print the figures of each size, of a file and of a server."""
    with databases() as (folder, kinds):
        for size in sizes:
            for kind, new_url in kinds.items():
                url = new_url()
                made(url, size)
                print(f"{size.what}, {kind}: {said(figures(url, runs))}")
                if size.simultaneous:
                    across(url)
                    print(f"the same, scored across the sections: {said(figures(url, runs))}")
                if kind == "SQLite":
                    print(f"  its site: {site(folder, url)}")
                    took = Path(sa.make_url(url).database or "").stat().st_size
                    print(f"  the file: {took / 2**20:.1f} MB, {took / size.results:.0f} bytes a result")


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in ("overall", "sessions", "site"):
        _cold(*sys.argv[1:])
    else:
        numbers = [int(each) for each in sys.argv[1:] if each != "--small"]
        main(numbers[0] if numbers else 5, SMALL if "--small" in sys.argv else SIZES)
