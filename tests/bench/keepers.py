"""Desks that record until they are killed, in this ledger or in the library `eventsourcing`.

    python -m tests.bench.keepers KEEPER URL DESK FILE     a desk; what was acknowledged, and when, is in FILE

A desk records one result after another, several desks in a session. What was not acknowledged it sends again, after a
kill too, when it is started anew.
"""

import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path
from unittest.mock import patch
from uuid import NAMESPACE_URL, uuid5

from ledger.bridge import Result
from ledger.errors import Conflict, Unavailable
from ledger.kernel.at_table import Where
from ledger.laws.profile_loader import load_profile
from ledger.office import Office
from ledger.recording import Submission
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.trust.verification import audit

SESSIONS = ("s0", "s1")
_DESK_HAS = 10_000_000
"""How many results each desk has numbers for: more than it can record, or two desks would record the same."""
_PAIRS = 10_000
"""How many pairs of a session's each desk has in this ledger, where numbers have five digits; it records fewer."""


class InLedger:
    """This ledger: a result is sent under the id of its command, the same when it is sent again."""

    name = "ledger"
    fails: tuple[type[Exception], ...] = (Unavailable, Conflict)

    def __init__(self, url: str, desk: int) -> None:
        self.office, self.session = Office(Store(url), f"desk {desk}"), SESSIONS[desk % 2]

    @staticmethod
    def make(url: str) -> None:
        """Open the sessions in an empty database."""
        store = Store(url)
        migrate(store)
        with Office(store, "chief") as office:
            for session in SESSIONS:
                office.submit(session, OpenSession("Final", None, (1,), 1, load_profile("default")))

    def record(self, number: int) -> None:
        desk, done = divmod(number, _DESK_HAS)
        pair = 2 * (desk // len(SESSIONS) * _PAIRS + done) + 1
        where = Where(1, None, str(pair), str(pair + 1))
        self.office.submit(self.session, RecordResult(where, Result("PASS")), Submission(f"s-{number}"))

    def close(self) -> None:
        self.office.close()

    @staticmethod
    def found(url: str) -> tuple[list[str], str]:
        """Read the ids of all results, and how many sessions `verify --strict` finds something wrong in."""
        store = Store(url)
        log = [event for session in store.log.sessions() for event in store.log.read(session)]
        unsound = sum(not audit(store, session, strict=True).ok for session in store.log.sessions())
        store.close()
        return [event.command_id for event in log if event.name == "result-recorded/1"], str(unsound)


class InPeer:
    """`eventsourcing`: the same results as events of an aggregate; what was not acknowledged is put again."""

    name = "eventsourcing"
    looks = False

    def __init__(self, url: str, desk: int) -> None:
        from eventsourcing.persistence import PersistenceError

        from tests.bench.contenders import Peer

        self.fails = (PersistenceError,)
        self.peer, self.stream = Peer(url, is_made=True), uuid5(NAMESPACE_URL, SESSIONS[desk % 2])
        self.sure = False

    @staticmethod
    def make(url: str) -> None:
        from tests.bench.contenders import Peer

        # Durable under synchronous_commit = off too: only results are to be lost, not the tables they are put into.
        with patch.dict(os.environ, PGOPTIONS="-c synchronous_commit=on"):
            Peer(url).close()

    def record(self, number: int) -> None:
        from eventsourcing.persistence import IntegrityError

        from tests.bench.contenders import played

        if self.looks and not self.sure and f"s-{number}" in self._ids():
            return
        self.sure = False
        while not self.sure:
            version = max((each.originator_version for each in self.peer.last(self.stream)), default=0)
            with suppress(IntegrityError):  # another desk was first
                self.peer.append([played(self.stream, version + 1, number)])
                self.sure = True

    def _ids(self) -> Iterable[str]:
        return (event.command_id for event in self.peer.application.events.get(self.stream))

    def close(self) -> None:
        self.peer.close()

    @classmethod
    def found(cls, url: str) -> tuple[list[str], str]:
        ids = list[str]()
        for desk in range(len(SESSIONS)):
            keeper = cls(url, desk)
            ids += keeper._ids()
            keeper.close()
        return ids, "–"


class LookingInPeer(InPeer):
    """The same; before a desk puts a result again, it reads the aggregate through for it."""

    name = "eventsourcing, if its user looks first"
    looks = True


KEEPERS: dict[str, type[InLedger] | type[InPeer]] = {each.name: each for each in (InLedger, InPeer, LookingInPeer)}


def acknowledged(file: Path) -> list[tuple[str, float]]:
    """Read a desk's ids, and when each was acknowledged."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [(key, float(at)) for key, at in map(str.split, lines)]


def number_of(desk: int, done: int) -> int:
    """Return the number of a desk's next result."""
    return desk * _DESK_HAS + done


def main(keeper: str, url: str, desk: int, file: Path) -> None:
    """Record until killed."""
    os.environ["PGTARGETSESSIONATTRS"] = "read-write"  # which our URLs say, and the peer has no word for
    out = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    kept = None
    for done in count(len(acknowledged(file))):
        number = number_of(desk, done)
        while True:
            fails = kept.fails if kept else (Exception,)
            try:
                kept = kept or KEEPERS[keeper](url, desk)
                kept.record(number)
                break
            except fails:
                time.sleep(0.05)
                if keeper != InLedger.name and kept:
                    with suppress(Exception):
                        kept.close()
                    kept = None
        os.write(out, f"s-{number} {time.time():.6f}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
