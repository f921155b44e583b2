"""A server that is killed, and a standby that takes over: what was acknowledged stays. The figures: `crashes`."""

import threading
import time
from contextlib import closing
from types import SimpleNamespace

import pytest

from ledger.errors import Unavailable
from ledger.office import Office
from ledger.store import server as connecting
from ledger.store.store import Store
from tests.promises import promise
from tests.store import crashes
from tests.store.conftest import made
from tests.store.servers import primary_and_standby
from tests.store.test_waiting import OPEN, having


@promise("P20", "P27")
def test_a_server_that_flushes_when_it_likes_loses_nothing_of_a_desk_s():
    outcome = crashes.power_failures(3, seconds=0.7)
    assert outcome.acknowledged > 20
    assert outcome == (outcome.acknowledged, 0, 0, 0, 0, 0)


@promise("P20", "P22")
def test_a_standby_takes_over_and_the_desks_go_on():
    outcome = crashes.standby_takes_over(seconds=1)
    assert outcome.acknowledged > 10
    assert outcome == (outcome.acknowledged, 0, 0, 0, 0, 0)


@pytest.fixture(scope="module")
def replicated():
    """A ledger whose standby has gone; nobody took it off the list."""
    with primary_and_standby() as (primary, standby):
        url = made(primary.url(), "final")
        with closing(Store(url)) as store:
            Office(store, "chief").submit("before", OPEN)
        standby.kill()
        yield primary, url


@promise("P23")
def test_a_commit_that_waits_for_a_standby_that_is_gone_is_not_waited_for_without_end(replicated, monkeypatch):
    """The server waits for ever; what it has on its own disk, it may show in a moment."""
    _, url = replicated
    monkeypatch.setattr(connecting, "GRACE_SECONDS", 1)
    with Office(Store(having(url, statement_timeout="1s")), "desk") as office:
        start = time.monotonic()
        with pytest.raises(Unavailable) as caught:
            office.submit("late", OPEN)
        assert time.monotonic() - start < 60
        assert (caught.value.code, "nobody can tell" in caught.value.hint) == ("database-lost", True)
        assert "standby" in caught.value.hint


@pytest.mark.parametrize(
    ("function", "message", "unconfirmed"),
    [
        ("SyncRepWaitForLSN", "storniere Warten auf synchrone Replikation wegen Benutzeraufforderung", True),
        ("exec_stmt_raise", "canceling wait for synchronous replication due to user request", False),
    ],
)
def test_a_notice_is_known_by_the_function_it_comes_of_in_whatever_language(function, message, unconfirmed):
    connection = SimpleNamespace(_unconfirmed=False)
    connecting.DeskConnection._note(connection, SimpleNamespace(source_function=function, message_primary=message))
    assert connection._unconfirmed is unconfirmed


@promise("P20")
def test_a_wait_that_somebody_ended_is_no_acknowledgement(replicated):
    """PostgreSQL then says that it committed, with a warning."""
    primary, url = replicated
    waiting = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = 'final'"
    told = []

    def submit():
        with Office(Store(url), "desk") as office:
            try:
                office.submit("ended", OPEN)
            except Unavailable as error:
                told.append(error)

    desk = threading.Thread(target=submit, daemon=True)
    desk.start()
    deadline = time.monotonic() + 120
    while desk.is_alive() and time.monotonic() < deadline:
        primary.ask(waiting)
        desk.join(0.1)
    (error,) = told
    assert error.code == "database-lost"
    assert "has not confirmed" in error.message
