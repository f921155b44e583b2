"""How fast events are kept and read, beside a peer library and the bare driver, in turn and in one run."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.bench.contenders import Bare, Ledger, Peer

APPEND_ONE, APPEND_MANY = "append one event", "append 1,000 at once"
REPLAY = "replay, decoded (the ledger: every digest checked)"


class Amount(NamedTuple):
    """How many rounds, and in each of them how many single appends and batches, of how many events each."""

    rounds: int = 5
    singles: int = 400
    batches: int = 8
    batch: int = 1_000


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


def stores(new_url: Callable[[str], str], amount: Amount) -> list[Line]:
    """Measure single appends, batches, replay and following, on one kind of database."""
    rounds = [_round(new_url, amount) for _ in range(amount.rounds)]
    return [_median(what, [each[what] for each in rounds]) for what in rounds[0]]


def _round(new_url: Callable[[str], str], amount: Amount) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    contenders = [Ledger(new_url("ledger")), Peer(new_url("peer")), Bare(new_url("bare"))]
    batched = amount.batches * amount.batch
    total = amount.singles + batched
    for each in contenders:
        singles, batches = [
            [each.make(size) for _ in range(count)]
            for size, count in ((1, amount.singles), (amount.batch, amount.batches))
        ]

        def all_of(parts, each=each):
            for part in parts:
                each.append(part)

        for what, parts, events in ((APPEND_ONE, singles, amount.singles), (APPEND_MANY, batches, batched)):
            found.setdefault(what, {})[each.name] = rate(events, lambda all_of=all_of, parts=parts: all_of(parts))
    for each in contenders:
        found.setdefault(REPLAY, {})[each.name] = rate(total, each.replay)
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
