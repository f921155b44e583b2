"""The server goes down in the middle of everything, several times, and comes back: desks send their commands again."""

import logging
import threading
import time

import pytest

from ledger.bridge import Result
from ledger.errors import Unavailable
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.office import Office
from ledger.recording import Submission
from ledger.store.store import Store, Subscription
from ledger.subjects.play.facts import OpenSession, RecordResult
from ledger.trust.verification import audit
from tests.promises import promise
from tests.store.conftest import made
from tests.store.servers import server

OPEN = OpenSession("Final", None, (1,), 1, profile_loader.load_profile("default"))
DESKS, OUTAGES, PATIENCE_SECONDS = 4, 3, 120


@pytest.fixture
def one():
    """A server of our own, which may be killed."""
    with server() as running:
        yield running


class Desk(threading.Thread):
    """A desk that records one result after another, each under an id of its own until it is acknowledged."""

    def __init__(self, url, name, over):
        super().__init__(daemon=True)
        self.office, self.desk, self.over = Office(Store(url), f"desk {name}"), name, over
        self.acknowledged: list[str] = []
        self.troubles: set[str] = set()
        self.bugs: list[BaseException] = []

    def run(self):
        try:
            while not self.over.is_set():
                self.record(len(self.acknowledged))
        except BaseException as error:
            self.bugs.append(error)
        finally:
            self.office.store.close()

    def record(self, at):
        pair, key = 1 + 2 * (self.desk * 10_000 + at), f"{self.desk}-{at}"
        command = RecordResult(Where(1, None, str(pair), str(pair + 1)), Result("PASS"))
        while True:
            try:
                self.office.submit("s", command, Submission(key))
            except Unavailable as error:
                self.troubles.add(error.code)
                time.sleep(0.05)
            else:
                self.acknowledged.append(key)
                return


def recording(desks, results=4):
    """Until every desk has recorded some more."""
    goals = [len(desk.acknowledged) + results for desk in desks]
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(len(desk.acknowledged) < goal for desk, goal in zip(desks, goals, strict=True)):
        assert time.monotonic() < deadline, [desk.bugs for desk in desks]
        time.sleep(0.02)


@promise("P14", "P27")
def test_what_was_acknowledged_outlives_the_server(one, caplog, capfd):
    caplog.set_level(logging.WARNING)
    url = made(one.url(), "final")
    store, over, seen = Store(url), threading.Event(), []
    Office(store, "chief").submit("s", OPEN)
    desks, follower = [Desk(url, name, over) for name in range(DESKS)], Subscription(store)
    for desk in desks:
        desk.start()
    for _ in range(OUTAGES):
        recording(desks)
        seen += follower.new()
        one.kill()
        with pytest.raises(Unavailable) as caught:
            seen += follower.new()
        assert caught.value.code in ("database-lost", "database-unreachable")
        time.sleep(0.2)
        one.start()
    recording(desks)
    over.set()
    for desk in desks:
        desk.join(PATIENCE_SECONDS)
        assert not desk.is_alive()
        assert not desk.bugs
        assert desk.troubles <= {"database-lost", "database-unreachable", "database-busy"}
    seen += follower.new()
    log = list(store.log.read("s"))
    results = [event.command_id for event in log if event.name == "result-recorded/1"]
    acknowledged = [key for desk in desks for key in desk.acknowledged]
    assert len(acknowledged) > DESKS * OUTAGES
    assert any(desk.troubles for desk in desks)
    assert sorted(results) == sorted(acknowledged)  # none lost, none doubled
    assert [event.number for event in log] == list(range(1, len(log) + 1))
    assert seen == log  # and whoever followed has seen each once, in order
    assert audit(store, "s").ok
    store.close()
    assert not [record for record in caplog.records if record.name.startswith("sqlalchemy")]
    assert "Traceback" not in capfd.readouterr().err
