"""Eight desks that record at once, on eight sessions and on one, with somebody following.

What is lost, doubled, out of order, and how fast it is.
"""

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from multiprocessing.synchronize import Event as Signal
from uuid import NAMESPACE_URL, uuid5

import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError
from msgspec import structs

from ledger.errors import Conflict
from ledger.store.chain import with_digests
from ledger.store.log import row
from ledger.store.setup import migrate
from ledger.store.store import Store, Subscription
from ledger.store.tables import SCHEMA_NAME
from tests.bench.contenders import Peer, envelope, played

DESKS = 8


def desks(url: str, sessions: int, seconds: float) -> dict[str, str]:
    """Eight processes append one event after another, as fast as they can; a follower polls meanwhile."""
    store = Store(url)
    migrate(store)
    follower, seen = Subscription(store), Counter[tuple[str, int]]()
    order: dict[str, int] = {}
    misplaced = 0
    acknowledged = 0
    follow = lambda: (seen.update(_note(follower, order)), time.sleep(0.05))  # noqa: E731 - used once, below
    for count in _together(_desk, url, sessions, seconds, follow):
        acknowledged += count
    seen.update(_note(follower, order))
    stored = sum(store.log.heads().values())
    misplaced = sum(order.values()) - stored
    store.close()
    return {
        "events/s": f"{acknowledged / seconds:,.0f}",
        "acknowledged": f"{acknowledged:,}",
        "lost": str(acknowledged - stored),
        "doubled": str(sum(count - 1 for count in seen.values())),
        "missed by the follower": str(stored - len(seen)),
        "out of order": str(misplaced),
    }


def _note(follower: Subscription, order: dict[str, int]) -> list[tuple[str, int]]:
    """What is new; `order` counts, by session, the events that came just after the one before."""
    found = [(event.session, event.number) for event in follower.new()]
    for session, number in found:
        if number == order.get(session, 0) + 1:
            order[session] = number
    return found


def _desk(url: str, session: str, desk: int, over: Signal) -> int:
    """One desk: append after what it knows; if another was first, get in line, look, and append after that."""
    store, done, number, digest = Store(url), 0, 0, bytes(32)
    late = False
    while not over.is_set():
        event = envelope(session, desk * 1_000_000 + done)
        try:
            with store.lock(session) if late else nullcontext() as lock:
                if lock:
                    number, digest = lock.number, lock.digest
                (last,) = store.append([structs.replace(event, number=number + 1)], previous=digest, lock=lock)
        except Conflict:
            late = True
            continue
        number, digest, done = last.number, last.digest, done + 1
    store.close()
    return done


def peer_desks(url: str, seconds: float) -> float:
    """Eight processes append to one aggregate of `eventsourcing`, as its users do: who was not first looks, and tries
    again.
    """
    Peer(url).close()  # makes its tables
    return sum(_together(_peer_desk, url, 1, seconds, lambda: time.sleep(0.05))) / seconds


def _peer_desk(url: str, session: str, desk: int, over: Signal) -> int:
    peer, stream, done, version = Peer(url, is_made=True), uuid5(NAMESPACE_URL, session), 0, 0
    while not over.is_set():
        try:
            peer.append([played(stream, version + 1, desk * 1_000_000 + done)])
        except IntegrityError:
            version = max((each.originator_version for each in peer.last(stream)), default=0)
            continue
        version, done = version + 1, done + 1
    peer.close()
    return done


def lock_free(url: str, seconds: float) -> float:
    """Eight processes that insert the same rows into a table of the same shape, with no lock, chain or order."""
    store = Store(url)
    migrate(store)
    with store.connections.transaction() as connection:
        connection.execute(sa.text(f"CREATE TABLE {SCHEMA_NAME}.free (LIKE {SCHEMA_NAME}.event INCLUDING ALL)"))
    store.close()
    return sum(_together(_free, url, DESKS, seconds, lambda: time.sleep(0.05))) / seconds


def _free(url: str, session: str, desk: int, over: Signal) -> int:
    import psycopg

    done = 0
    with psycopg.connect(
        sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    ) as connection:
        while not over.is_set():
            done += 1
            ((event, stored),) = with_digests([envelope(session, done)], bytes(32))
            connection.execute(f"INSERT INTO {SCHEMA_NAME}.free VALUES (%s, %s, %s, %s, %s, %s)", row(event, stored))
            connection.commit()
    return done


def _together(
    work: Callable[..., int], url: str, sessions: int, seconds: float, meanwhile: Callable[[], object]
) -> list[int]:
    """Let eight processes work for a while; how much each has done."""
    context = multiprocessing.get_context("spawn")
    over, ready, counts = context.Event(), context.Barrier(DESKS + 1), context.Queue()
    processes = [
        context.Process(target=_run, args=(work, url, f"s{desk % sessions}", desk, over, ready, counts))
        for desk in range(DESKS)
    ]
    for process in processes:
        process.start()
    ready.wait()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        meanwhile()
    over.set()
    found = [counts.get() for _ in processes]
    for process in processes:
        process.join()
    return found


def _run(work, url, session, desk, over, ready, counts) -> None:
    ready.wait()
    try:
        counts.put(work(url, session, desk, over))
    except BaseException:
        counts.put(-(10**9))  # seen at once
        raise
