"""Scoring 24 boards of 5,000 tables, their standings from the log, and the ripple of a ruling: times and ratios.

`python -m tests.bench.scoring [TABLES]` prints and judges nothing. With `BRIDGE_SCORER` naming the folder of the npm
package `bridge-scorer` and `node` at hand, the same boards are scored by it as well, in floats.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from ledger.bridge import Result, ns_score
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope, Event
from ledger.laws import profile_loader
from ledger.laws.adjustment import Assigned, Component, Weighted
from ledger.office import Office
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import Session
from ledger.store import record
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.evolving import replay
from ledger.subjects.play.facts import ContestantsEntered, ResultRecorded, SessionOpened
from ledger.subjects.rulings.facts import GiveRuling, Grounds

BOARDS, ROUNDS = 24, 7
_NOW = 1_770_000_000_000_000
_RESULTS = [
    *("4SN=", "4SN+1", "4SN-1", "4SN+2", "3SN+1", "2SN+2", "6SN=", "6SN-1"),
    *("3NTN=", "3NTN+1", "3NTN-1", "5HXE-1", "5HXE-2", "4HE=", "4HE-1", "PASS"),
]
_PEER = """
const scorer = require(process.env.BRIDGE_SCORER), times = [];
const boards = JSON.parse(require('fs').readFileSync(0, 'utf8'));
for (let round = 0; round < 7; round++) {
  const games = boards.map(board => board.map(score => ({contract: {declaror: 'N'}, score})));
  const start = process.cpuUsage().user;
  games.forEach(board => scorer.matchpoints(board));
  times.push((process.cpuUsage().user - start) / 1e6);
}
console.log(JSON.stringify(times));
"""


def simultaneous(tables: int) -> Iterator[Event]:
    """Every table has its own pair North–South; the pairs East–West move on after each board."""
    chance = random.Random(tables)
    boards = tuple(range(1, BOARDS + 1))
    yield SessionOpened("Simultaneous", None, "matchpoints", 1, "open", boards, profile_loader.load_profile("default"))
    yield ContestantsEntered(tuple(str(pair) for pair in range(1, 2 * tables + 1)))
    for board in boards:
        weights = [chance.randrange(1, 50) for _ in _RESULTS]
        for table, result in enumerate(chance.choices(_RESULTS, weights, k=tables)):
            away = str(tables + 1 + (table + board) % tables)
            yield ResultRecorded(board=board, ns=str(table + 1), ew=away, result=Result(result), table=str(table + 1))


def recorded(folder: str, tables: int) -> Store:
    """A ledger with that session in it."""
    store = Store(f"sqlite:///{Path(folder) / 'scoring.db'}")
    migrate(store)
    log = [
        Envelope("s", number, record.name_of(event), event, f"c{number}", 0, _NOW + number, _NOW + number, "scorer", ())
        for number, event in enumerate(simultaneous(tables), start=1)
    ]
    for start in range(0, len(log), 1_000):
        store.append(log[start : start + 1_000])
    return store


def seconds(work: Callable[[], object]) -> float:
    """The median of the processor's time: others work on this machine too."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def scored(session: Session, tables: int) -> Scoreboard:
    """Both sides' scores at every table of every board."""
    scoreboard = Scoreboard(session).completed()
    assert sum(len(scoreboard.board(number).pairs) for number in session.boards) == BOARDS * tables
    return scoreboard


def by_the_peer(session: Session) -> float | None:
    """The same boards by `bridge-scorer`; None where it is not at hand."""
    if "BRIDGE_SCORER" not in os.environ:
        return None
    boards = [
        [ns_score(played.results[-1].result, number) for played in board.values()]
        for number, board in session.boards.items()
    ]
    done = subprocess.run(["node", "-e", _PEER], input=json.dumps(boards), capture_output=True, text=True, check=True)
    return statistics.median(json.loads(done.stdout))


def ripples(store: Store) -> Iterator[tuple[str, float, float, float]]:
    """After a ruling in a warm office: seconds from the command to the ripple, of that the ripple, how many moved."""
    office = Office(store, "director")
    tables = {number: list(board) for number, board in office.scoreboard("s").session.boards.items()}
    halves = Weighted((Component(Fraction(3, 5), Result("4SN=")), Component(Fraction(2, 5), Result("3NTN-1"))))
    for name, adjustment in (("assigned score", Assigned(Result("4SN="))), ("weighted score", halves)):
        chance, whole, alone, moved = random.Random(1), [], [], []
        for _ in range(2 * ROUNDS):
            board = chance.choice(list(tables))
            where = tables[board].pop(chance.randrange(len(tables[board])))
            grounds = Grounds(offender="EW", laws=("16B",))
            command = GiveRuling(Where(board, None, where.ns, where.ew), adjustment, grounds)
            start = time.process_time()
            effect = office.submit("s", command)
            between = time.process_time()
            moved.append(len(effect.ripple().changes))
            whole.append(time.process_time() - start)
            alone.append(time.process_time() - between)
        yield name, statistics.median(whole), statistics.median(alone), statistics.median(moved)


def main(tables: int = 5_000) -> None:
    """Print what everything takes."""
    with tempfile.TemporaryDirectory() as folder:
        store = recorded(folder, tables)
        session = replay(store.log.read("s"), "s")
        own, peer = seconds(lambda: scored(session, tables)), by_the_peer(session)
        ratio = f"; bridge-scorer {ms(peer)}: {peer / own:.2f} ×" if peer else ""
        print(f"{BOARDS} boards of {tables} tables: {ms(own)}{ratio}")
        read = seconds(lambda: sum(1 for _ in store.log.read("s")))
        cold = seconds(lambda: standings(Scoreboard(replay(store.log.read("s"), "s"))))
        fold = seconds(lambda: replay(store.log.read("s"), "s"))
        print(
            f"standings from the log: {ms(cold)}; read and decoded {ms(read)}: {cold / read:.2f} ×; replayed {ms(fold)}"
        )
        for name, whole, alone, moved in ripples(store):
            print(f"warm ruling, {name}: {ms(whole)}, of that the ripple {ms(alone)}; {moved:.0f} scores move")
        store.close()


def ms(value: float) -> str:
    """Seconds as milliseconds."""
    return f"{value * 1_000:.0f} ms"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
