"""No desk waits for ever, for another desk or for the server; and whatever strikes, it says what is known."""

import os
import signal
import sqlite3
import threading
import time
from contextlib import closing, suppress

import psycopg
import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Conflict, Unavailable
from ledger.kernel.at_table import Where
from ledger.kernel.fact import Envelope
from ledger.laws import profile_loader
from ledger.office import Office
from ledger.store import server
from ledger.store.own_files import database_url
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.subjects.people.facts import NamePlayers, Player, PlayersNamed
from ledger.subjects.play.facts import OpenSession, RecordResult
from tests.kept import kept
from tests.promises import promise

OPEN = OpenSession("Evening", None, (1,), 1, profile_loader.load_profile("default"))
JANE = NamePlayers((Player("1", 1, "Jane Roe"),))
PATIENCE_SECONDS = 180


@pytest.fixture
def url(new_database):
    url = new_database()
    with Office(Store(url), "chief") as office:
        office.submit("s", OPEN)
    return url


def having(url, **options):
    """The URL of a desk with settings of its own."""
    settings = " ".join(f"-c {name}={value}" for name, value in options.items())
    return sa.make_url(url).update_query_dict({"options": settings}).render_as_string(hide_password=False)


def result(pair=1):
    return RecordResult(Where(1, None, str(pair), str(pair + 1)), Result("PASS"))


def refused(url, command=None):
    """What a desk is told that records a result."""
    with Office(Store(url), "desk") as office, pytest.raises(Unavailable) as caught:
        office.submit("s", command or result())
    return caught.value


@pytest.fixture
def stalled(url):
    """A desk that has begun to record, and neither goes on nor lets go."""
    with psycopg.connect(sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)) as other:
        other.execute("INSERT INTO event SELECT session, number + 1, 'c', 9, record, digest FROM event")
        yield other
        other.rollback()


@promise("P18", "P19")
def test_a_stalled_desk_is_waited_for_as_long_as_is_said(url, stalled):
    told = refused(having(url, lock_timeout="200ms"))
    assert (told.code, "nothing was recorded" in told.hint) == ("database-busy", True)
    assert "lock_timeout" in told.message
    stalled.rollback()
    with Office(Store(url), "desk") as office:
        assert office.submit("s", result()).events


def test_a_desk_that_holds_the_session_s_lock_is_not_waited_for_either(url):
    with closing(Store(url)) as store, store.lock("s"), Office(Store(having(url, lock_timeout="200ms"))) as office:
        with pytest.raises(Unavailable) as caught, office.store.lock("s"):
            pass
        assert caught.value.code == "database-busy"


@promise("P18", "P19")
def test_a_statement_is_given_its_time(url, stalled, monkeypatch):
    monkeypatch.setenv("PGOPTIONS", "-c lock_timeout=0 -c statement_timeout=200ms")
    told = refused(url)
    assert (told.code, "nothing was recorded" in told.hint) == ("database-busy", True)
    assert "statement_timeout" in told.message


@promise("P18")
def test_a_desk_that_keeps_others_waiting_is_let_go(url):
    with Office(Store(having(url, idle_in_transaction_session_timeout="1s")), "desk") as office:
        with pytest.raises(Unavailable) as caught, office.store.lock("s") as lock:
            _dawdle(office.store, lock)
        assert (caught.value.code, "nothing was recorded" in caught.value.hint) == ("database-busy", True)
        assert office.submit("s", result()).events


def _dawdle(store, lock):
    threading.Event().wait(2)
    event, now = kept(PlayersNamed(JANE.players)), time.time_ns() // 1000
    store.append([Envelope("s", lock.number + 1, "players-named/1", event, "c", 0, now, now, "desk", ())], lock=lock)


@promise("P18", "P19")
@pytest.mark.parametrize("doing", ["recording", "looking"])
def test_a_server_that_falls_silent_is_given_up(url, monkeypatch, doing):
    """It takes what is sent, and answers nothing: nobody can tell what it recorded."""
    monkeypatch.setattr(server, "GRACE_SECONDS", 1)
    with Office(Store(having(url, statement_timeout="1s")), "desk") as office:
        with office.store.connections.reading() as connection:
            backend = connection.execute(sa.text("SELECT pg_backend_pid()")).scalar_one()
        office.session("s")
        os.kill(backend, signal.SIGSTOP)
        try:
            with pytest.raises(Unavailable) as caught:
                office.submit("s", result()) if doing == "recording" else list(office.log("s"))
        finally:
            os.kill(backend, signal.SIGCONT)
        assert (caught.value.code, "nobody can tell" in caught.value.hint) == ("database-lost", True)
        assert office.submit("s", result(3)).events


@promise("P20")
@pytest.mark.parametrize(
    ("weaker", "kept"), [("off", "on"), ("local", "on"), ("remote_write", "on"), ("remote_apply", "remote_apply")]
)
def test_what_is_acknowledged_is_on_the_disk(url, weaker, kept):
    """Whatever the server, the database, the role or the URL says; more than that stays."""
    desks = [having(url, synchronous_commit=weaker)]
    database = sa.make_url(url).database
    with closing(Store(url)) as store, store.connections.transaction() as connection:
        connection.execute(sa.text(f"ALTER DATABASE {database} SET synchronous_commit = {weaker}"))
    for desk in (*desks, url):
        store = Store(desk)
        for transaction in (store.connections.transaction, store.connections.reading):
            with transaction() as connection:
                assert connection.execute(sa.text("SHOW synchronous_commit")).scalar_one() == kept
        store.close()


def submit(office, session, command):
    """As somebody does who is told of a conflict: again."""
    while True:
        with suppress(Conflict):
            return office.submit(session, command)


@promise("P21")
@pytest.mark.parametrize("level", ["serializable", "repeatable\\ read", "read\\ committed"])
@pytest.mark.parametrize("sessions", [1, 3])
def test_desks_at_any_isolation_level_record_or_are_told_of_a_conflict(url, level, sessions):
    desk_url, done, bugs = having(url, default_transaction_isolation=level), [], []

    def desk(name):
        session = f"s{name}" if sessions > 1 else "s"
        try:
            with Office(Store(desk_url), f"desk {name}") as office:
                if sessions > 1:
                    submit(office, session, OPEN)
                for pair in range(100 * name + 1, 100 * name + 9, 2):
                    submit(office, session, result(pair))
                    done.append((session, str(pair)))
        except BaseException as error:
            bugs.append(error)

    desks = [threading.Thread(target=desk, args=(name,), daemon=True) for name in range(3)]
    for each in desks:
        each.start()
    for each in desks:
        each.join(PATIENCE_SECONDS)
        assert not each.is_alive()
    assert not bugs
    with Office(Store(url)) as office:
        there = [
            (each.session, each.event.ns)
            for session in office.sessions()
            for each in office.log(session)
            if each.name == "result-recorded/1"
        ]
    assert sorted(there) == sorted(done)
    assert len(done) == 12


def test_the_server_s_own_default_is_not_the_desk_s(url):
    with closing(Store(url)) as store, store.connections.transaction() as connection:
        connection.execute(
            sa.text(f"ALTER DATABASE {sa.make_url(url).database} SET default_transaction_isolation = 'serializable'")
        )
    with closing(Store(url)) as store, store.connections.reading() as connection:
        assert connection.execute(sa.text("SHOW transaction_isolation")).scalar_one() == "read committed"


def test_two_who_wait_for_each_other_are_told_of_a_conflict(url):
    """PostgreSQL lets one of them go (deadlock detected)."""
    first, second, told = Store(url), Store(url), []
    take = sa.text("SELECT bridge_ledger.lock_stream(:key, true)")

    def crosswise(store, mine, theirs, barrier):
        try:
            with store.connections.transaction() as connection:
                connection.execute(take, {"key": mine})
                barrier.wait(PATIENCE_SECONDS)
                connection.execute(take, {"key": theirs})
        except Conflict as error:
            told.append(error.message)

    barrier = threading.Barrier(2)
    other = threading.Thread(target=crosswise, args=(second, "t", "s", barrier), daemon=True)
    other.start()
    crosswise(first, "s", "t", barrier)
    other.join(PATIENCE_SECONDS)
    assert len(told) == 1
    assert "nothing of yours was recorded" in told[0]
    first.close()
    second.close()


@promise("P18", "P19")
def test_where_nobody_answers_the_wait_has_an_end(capsys):
    """A network that swallows what is sent; an address for documentation (RFC 5737)."""
    url = "postgresql+psycopg://desk@192.0.2.1/ledger?connect_timeout=2"
    assert run(["--db", url, "board", "1"]) == 5
    assert "error[database-unreachable]" in capsys.readouterr().err


@promise("P18")
def test_a_connection_says_what_the_url_leaves_open():
    plain = sa.make_url("postgresql+psycopg://desk@server/ledger")
    said = server.connect_arguments(plain)
    assert {name: said[name] for name in ("connect_timeout", "keepalives", "tcp_user_timeout")} == {
        "connect_timeout": "10",
        "keepalives": "1",
        "tcp_user_timeout": "30000",
    }
    assert "connect_timeout" not in server.connect_arguments(plain.update_query_dict({"connect_timeout": "3"}))
    own = "-c lock_timeout=1s -c search_path=mine"
    said = server.connect_arguments(plain.update_query_dict({"options": own}))["options"]
    assert said.index("lock_timeout=10s") < said.index(own) < said.index("-c search_path=pg_catalog,pg_temp")


@promise("P22")
def test_of_several_servers_the_one_that_may_be_written():
    for url in ("postgresql+psycopg://me@a:1,b:2/ledger", "postgresql+psycopg://me@/ledger?host=a:1&host=b:2"):
        parsed = sa.make_url(database_url(url))
        assert parsed.query["host"] == ("a:1", "b:2")
        assert server.connect_arguments(parsed)["target_session_attrs"] == "read-write"
    one = sa.make_url(database_url("postgresql+psycopg://me@a:1/ledger"))
    assert "target_session_attrs" not in server.connect_arguments(one)
    chosen = sa.make_url(database_url("postgresql+psycopg://me@a,b/ledger?target_session_attrs=any"))
    assert (chosen.query["host"], chosen.query["target_session_attrs"]) == (("a", "b"), "any")
    assert "target_session_attrs" not in server.connect_arguments(chosen)


class FailingDisk(sqlite3.Connection):
    """A file on a disk that takes everything, and then fails to say it did."""

    def commit(self):
        if not self.total_changes:
            return super().commit()
        raise sqlite3.OperationalError("disk I/O error")


@promise("P28")
@pytest.mark.parametrize("way", ["events", "names"])
def test_a_disk_that_fails_at_the_commit_leaves_it_open_what_was_recorded(tmp_path, way, monkeypatch):
    store = Store(f"sqlite:///{tmp_path / 'ledger.db'}")
    migrate(store)
    office = Office(store)
    office.submit("s", OPEN)
    office.submit("s", result())
    store.close()
    monkeypatch.setattr(store.connections.engine.dialect, "connect", connect_to_failing_disk)
    with pytest.raises(Unavailable) as caught:
        office.submit("s", {"events": result(3), "names": JANE}[way])
    assert caught.value.code == "database-full"
    assert "nobody can tell" in caught.value.hint
    assert "nothing was recorded" not in caught.value.hint
    store.close()


def connect_to_failing_disk(file, **_named):
    return sqlite3.connect(file, factory=FailingDisk)
