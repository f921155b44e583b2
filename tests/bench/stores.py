"""How fast events are kept and read, beside a peer library and the bare driver, in turn and in one run."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.bench.contenders import Bare, Ledger, Peer

ROUNDS = 5
SINGLES, BATCHES, BATCH = 400, 8, 1_000


class Line(NamedTuple):
    """A line of the table: events a second of each, and the ledger's ratio to the peer in the same round."""

    what: str
    ledger: float
    peer: float | None
    bare: float | None
    ratio: float | None


def rate(events: int, work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return events / (time.perf_counter() - start)


def stores(new_url: Callable[[str], str]) -> list[Line]:
    """Single appends, batches, replay and following, on one kind of database."""
    rounds = [_round(new_url) for _ in range(ROUNDS)]
    return [_median(what, [each[what] for each in rounds]) for what in rounds[0]]


def _round(new_url: Callable[[str], str]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    contenders = [Ledger(new_url("ledger")), Peer(new_url("peer")), Bare(new_url("bare"))]
    total = SINGLES + BATCHES * BATCH
    for each in contenders:
        singles, batches = [each.make(1) for _ in range(SINGLES)], [each.make(BATCH) for _ in range(BATCHES)]

        def all_of(parts, each=each):
            for part in parts:
                each.append(part)

        found.setdefault("append one event", {})[each.name] = rate(SINGLES, lambda all_of=all_of, s=singles: all_of(s))
        found.setdefault("append 1,000 at once", {})[each.name] = rate(
            BATCHES * BATCH, lambda all_of=all_of, b=batches: all_of(b)
        )
    for each in contenders:
        found.setdefault("replay, decoded (the ledger: every digest checked)", {})[each.name] = rate(total, each.replay)
    ledger, peer, _ = contenders
    unchecked = found.setdefault("replay, decoded, digests believed (not offered)", {})
    unchecked["ledger"], unchecked["eventsourcing"] = rate(total, ledger.replay_unchecked), rate(total, peer.replay)
    for each in (ledger, peer):
        found.setdefault("follow, from the beginning", {})[each.name] = rate(total, each.follow)
    for each in contenders:
        each.close()
    return found


def _median(what: str, rounds: list[dict[str, float]]) -> Line:
    def middle(name: str) -> float | None:
        return statistics.median(each[name] for each in rounds) if name in rounds[0] else None

    ratio = None
    if "eventsourcing" in rounds[0]:
        ratio = statistics.median(each["ledger"] / each["eventsourcing"] for each in rounds)
    ledger = middle("ledger")
    assert ledger
    return Line(what, ledger, middle("eventsourcing"), middle("bare driver"), ratio)
