"""Six desks record while their server is killed: what was acknowledged is there afterwards, once, and was seen by all.

python -m tests.store.crashes [ROUNDS]     how often a server is killed that flushes nothing by itself, and a
                                           primary whose standby takes over; prints what became of it
"""

import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Sized
from functools import partial
from typing import NamedTuple, Protocol

from ledger.bridge import Result
from ledger.errors import Unavailable
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope
from ledger.laws import profile_loader
from ledger.office import Office
from ledger.recording import Submission
from ledger.store.own_files import database_url
from ledger.store.store import Store, Subscription
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.trust.verification import audit
from tests.store.conftest import made
from tests.store.servers import Server, primary_and_standby, server

DESKS = 6
OPEN = OpenSession("Final", None, (1,), 1, profile_loader.load_profile("default"))
LAZY = {"synchronous_commit": "off", "wal_writer_delay": "10s"}
"""A server that writes to its disk when it has time."""


class Outcome(NamedTuple):
    """What became of the results of all desks."""

    acknowledged: int
    lost: int
    doubled: int
    missed: int
    unsound: int
    bugs: int

    def __add__(self, other: tuple) -> "Outcome":
        return Outcome(*map(sum, zip(self, other, strict=True)))


class Recording(Protocol):
    """Somebody who records, and has what was acknowledged."""

    bug: BaseException | None

    @property
    def found(self) -> Sized: ...


class Worker(threading.Thread):
    """Somebody who goes on until it is over, whatever the server does, and keeps what it came to."""

    def __init__(self, url: str, step: Callable[[Store], list], over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.store, self.step, self.over, self.bug = Store(url), step, over, None
        self.found: list = []

    def run(self) -> None:
        """Step after step; a server that is not there is asked again."""
        while not self.over.is_set():
            try:
                self.found += self.step(self.store)
            except Unavailable:
                time.sleep(0.05)
            except BaseException as bug:
                self.bug = bug
                traceback.print_exc()
                return


def desk(name: int, session: str = "") -> Callable[[Store], list[str]]:
    """A desk that records one result after another, each under one id until acknowledged; on a session of its own,
    unless it is said on which.
    """
    done, offices = [0], []

    def step(store: Store) -> list[str]:
        pair, key = 1 + 2 * (done[0] + 12_000 * bool(session) * name), f"{name}-{done[0]}"
        command = RecordResult(Where(1, None, str(pair), str(pair + 1)), Result("PASS"))
        offices[:] = offices or [Office(store, f"desk {name}")]
        offices[0].submit(session or f"s{name}", command, Submission(key))
        done[0] += 1
        return [key]

    return step


def follower() -> Callable[[Store], list[tuple[str, int, bytes]]]:
    """Somebody who looks what is new, again and again."""
    subscriptions: list[Subscription] = []

    def step(store: Store) -> list[tuple[str, int, bytes]]:
        subscriptions[:] = subscriptions or [Subscription(store)]
        seen: list[Envelope] = []
        try:
            seen.extend(subscriptions[0].new())
        except Unavailable:
            time.sleep(0.05)
        return [(event.session, event.number, event.digest) for event in seen]

    return step


def work_through(url: str, disasters: list[Callable[[], object]], seconds: float, desks_of: int = DESKS) -> Outcome:
    """Let desks record under disasters, with as much time after each; and count."""
    with Office(Store(url), "chief") as office:
        for name in range(desks_of):
            office.submit(f"s{name}", OPEN)
    over = threading.Event()
    desks = [Worker(url, desk(name), over) for name in range(desks_of)]
    watching = Worker(url, follower(), over)
    for each in (*desks, watching):
        each.start()
    go_through(desks, disasters, seconds)
    over.set()
    for each in (*desks, watching):
        each.join(120)
        assert not each.is_alive()
    outcome = _counted(url, desks, watching)
    for each in (*desks, watching):
        each.store.close()
    return outcome


def go_through(desks: Sequence[Recording], disasters: Iterable[Callable[[], object]], seconds: float) -> None:
    """Let desks record for a while before each disaster and after the last."""
    for disaster in disasters:
        _go_on(desks, seconds)
        disaster()
    _go_on(desks, seconds)


def _go_on(desks: Sequence[Recording], seconds: float) -> None:
    """Let them record for so long, and until each has come to something: on a busy machine that takes its time."""
    before = [len(each.found) for each in desks]
    deadline = time.monotonic() + 120
    time.sleep(seconds)
    while any(len(each.found) == count and not each.bug for each, count in zip(desks, before, strict=True)):
        assert time.monotonic() < deadline, "a desk came to nothing"
        time.sleep(0.05)


def _counted(url: str, desks: list[Worker], watching: Worker) -> Outcome:
    store = Store(url)
    log = [event for session in store.log.sessions() for event in store.log.read(session)]
    unsound = sum(not audit(store, session).ok for session in store.log.sessions())
    store.close()
    there = Counter(event.command_id for event in log if event.name == "result-recorded/1")
    acknowledged = [key for each in desks for key in each.found]
    watching.found += watching.step(watching.store)
    seen = Counter(watching.found)
    return Outcome(
        len(acknowledged),
        lost=sum(key not in there for key in acknowledged),
        doubled=sum(count - 1 for count in (*there.values(), *seen.values())),
        missed=sum((event.session, event.number, event.digest) not in seen for event in log),
        unsound=unsound,
        bugs=sum(each.bug is not None for each in (*desks, watching)),
    )


def power_failures(rounds: int, seconds: float) -> Outcome:
    """A server that acknowledges before it writes, unless a desk asks for more, is killed and started again."""
    with server(**LAZY) as one:
        url = made(one.url(), "final")

        return work_through(url, [partial(kill_and_start, one)] * rounds, seconds)


def kill_and_start(one: Server) -> None:
    """Kill every process of a server, and start it again."""
    one.kill()
    one.start()


def standby_takes_over(seconds: float) -> Outcome:
    """The primary is killed under six desks, its standby promoted, and they go on by the URL they have."""
    with primary_and_standby(**LAZY) as (primary, standby):
        made(primary.url(), "final")
        url = database_url(primary.url("final", standby))

        return work_through(url, [partial(take_over, primary, standby, seconds / 2)], seconds)


def take_over(primary: Server, standby: Server, seconds: float) -> None:
    """Kill a primary, and after a while promote its standby."""
    primary.kill()
    time.sleep(seconds)
    standby.promote()


def main(rounds: int) -> None:
    """Print the figures."""
    print("killed, and started again:", power_failures(rounds, seconds=1))
    total = Outcome(*[0] * len(Outcome._fields))
    for _ in range(max(1, rounds // 10)):
        total += standby_takes_over(seconds=2)
    print("killed, and its standby promoted:", total)


if __name__ == "__main__":
    main(*(map(int, sys.argv[1:2]) or [30]))
