"""A ledger over two real servers: each session is recorded at its home, and copied to the other as PostgreSQL does it.

What is typed to set it up is taken from the manual: `help two-servers`.
"""

import re
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

import cli
from cli.main import run
from ledger.bridge import Result
from ledger.errors import Unavailable
from ledger.facts import (
    AddSession,
    AddStage,
    EraseTexts,
    OpenSession,
    OpenTournament,
    PublishScores,
    RecordResult,
    Where,
)
from ledger.laws import profile_loader
from ledger.laws.stage_rules import StageRules
from ledger.office import Office
from ledger.store.homes import copies
from ledger.store.setup import create
from ledger.store.store import Store
from tests.needs import LANGUAGE
from tests.store.servers import primary_and_standby, server
from tests.store.test_rooms import rule, session, totals, tournament

pytestmark = pytest.mark.skipif(bool(LANGUAGE), reason="Debian's PostgreSQL 15 does not know what a subscription has")
TOPIC = (Path(cli.__file__).parent / "help" / "two-servers.md").read_text()
HOMES = ("--server", "oslo", "--server", "bergen=bergen-")
FAST = {"wal_level": "logical", "fsync": "off", "wal_retrieve_retry_interval": "200ms"}
PASSED = RecordResult(Where(2, "1", "1NS", "1EW"), Result("PASS"))
PROFILE = profile_loader.load_profile("default")


def typed(beginning):
    """The statements of the manual that begin so."""
    return re.findall(rf"^    ({beginning}[^;]*);", TOPIC, re.MULTILINE)


class House:
    """A server, its ledger, and what is asked of it."""

    def __init__(self, name, made):
        self.name, self.server = name, made
        self.url = made.url("ledger")

    def sql(self, *statements):
        where = f"host=127.0.0.1 port={self.server.port} user=postgres dbname=ledger"
        with psycopg.connect(where, autocommit=True) as connection:
            answers = [connection.execute(each) for each in statements]
            return answers[-1].fetchall() if answers[-1].description else []

    def office(self):
        return Office(Store(self.url), "chief")


def until(found, patience=180):
    """What is found, once it is."""
    deadline = time.monotonic() + patience
    while not (answer := found()):
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.05)
    return answer


def stays(so, seconds=1):
    """Look whether it is so, over and over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert so()


@contextmanager
def two_houses():
    """Oslo with a session of long ago, and Bergen, which was new; set up as the manual says."""
    with server(**FAST) as first, server(**FAST) as second:
        oslo, bergen = House("oslo", first), House("bergen", second)
        for each in (oslo, bergen):
            each.server.ask("CREATE DATABASE ledger")
            create(each.url)
        with oslo.office() as office:
            session(office, "thursday")
        for each in (oslo, bergen):
            assert run(["--db", each.url, "init", "--here", each.name, *HOMES]) == 0
            each.sql(*typed("CREATE ROLE"), *typed("GRANT"))
        for here, there in ((bergen, oslo), (oslo, bergen)):
            (subscribing,) = typed(f"CREATE SUBSCRIPTION from_{there.name}")
            here.sql(subscribing.replace(f"host={there.name}", f"host=127.0.0.1 port={there.server.port}"))
        yield oslo, bergen


@pytest.fixture(scope="module")
def same_houses():
    """The two of all tests here but the last."""
    with two_houses() as found:
        yield found


@pytest.fixture
def houses(same_houses):
    """The same, both running, whatever became of the test before."""
    for each in same_houses:
        if not each.server.is_up:
            each.server.start()
    return same_houses


def alike(houses):
    """Wait until both have the same of every stream."""

    def heads():
        found = []
        for each in houses:
            with each.office() as office:
                found.append(office.store.log.last())
        return found[0] == found[1] and found[0]

    return until(heads)


def test_what_was_there_before_is_fetched_and_sound(houses):
    alike(houses)
    with houses[1].office() as office:
        (audit, *_) = [each for each in office.verify(strict=True) if each.session == "thursday"]
        assert audit.ok
        assert [text.text for text in office.texts("thursday", word="Player 2.1")] == ["Player 2.1"]


def test_an_event_over_sessions_of_both_has_the_same_standing_at_both(houses):
    oslo, bergen = houses
    with oslo.office() as at_oslo, bergen.office() as at_bergen:
        follower = at_bergen.follow(after={})
        seen = [(each.session, each.number) for each in follower.new()]
        at_oslo.submit("spring", OpenTournament("Spring", PROFILE))
        at_oslo.submit("spring", AddStage("all", "sessions", StageRules()))
        session(at_oslo, "friday")
        session(at_bergen, "bergen-saturday")
        until(lambda: "bergen-saturday" in at_oslo.sessions())
        for name in ("friday", "bergen-saturday"):
            at_oslo.submit("spring", AddSession("all", name))
        rule(at_bergen, "bergen-saturday")
        heads = alike(houses)
        assert totals(at_oslo) == totals(at_bergen)
        assert at_oslo.tournaments.scores("spring").digest == at_bergen.tournaments.scores("spring").digest
        seen += [(each.session, each.number) for each in follower.new()]
    assert sorted(seen) == sorted((name, number) for name, (last, _) in heads.items() for number in range(1, last + 1))


@pytest.mark.parametrize(("name", "home"), [("thursday", "oslo"), ("bergen-new", "bergen"), ("new", "oslo")])
def test_what_lives_elsewhere_is_not_recorded_here(houses, name, home):
    alike(houses)
    elsewhere = houses[home == "oslo"]
    opening = OpenSession("New", None, (1,), 1, PROFILE)
    with elsewhere.office() as office:
        before = office.store.log.last()
        with pytest.raises(Unavailable) as caught:
            office.submit(name, opening if "new" in name else PASSED)
        assert office.store.log.last() == before
    assert caught.value.code == "lives-elsewhere"
    assert caught.value.message.startswith(f"{name} is kept by the server {home}; ")


def test_a_seal_and_an_erasure_are_of_the_home_alone_and_come_to_the_copy(houses):
    oslo, bergen = houses
    with oslo.office() as at_oslo, bergen.office() as at_bergen:
        session(at_oslo, "sealed")
        at_oslo.submit("sealed", PublishScores())
        alike(houses)
        (text, *_) = at_oslo.texts("sealed", word="Player 2.1")
        with pytest.raises(Unavailable, match="sealed is kept by the server oslo"):
            at_bergen.submit("sealed", EraseTexts((text.erasing,)))
        at_oslo.submit("sealed", EraseTexts((text.erasing,)))
        alike(houses)
        assert not at_bergen.texts("sealed", word="Player 2.1")
        assert bergen.sql("SELECT FROM text WHERE text = 'Player 2.1' AND session = 'sealed'") == []


def test_the_guards_are_as_they_were_made(houses):
    for each in houses:
        with each.office() as office:
            assert office.verify()[0].ok


def signs(house, capsys):
    """What `doctor` says of the copies."""
    capsys.readouterr()
    run(["--db", house.url, "doctor"])
    return " ".join(capsys.readouterr().out.split())


def test_a_server_that_is_down_stops_nobody_at_the_other_and_the_copy_says_of_when_it_is(houses, capsys):
    oslo, bergen = houses
    with bergen.office() as office:
        session(office, "bergen-monday")
    alike(houses)
    assert [each.server for each in _copies(oslo)] == ["bergen"]
    until(lambda: _copies(oslo)[0].heard is not None)
    stays(lambda: _copies(oslo)[0].heard is not None)
    bergen.server.kill()
    until(lambda: _copies(oslo)[0].heard is None)
    stays(lambda: _copies(oslo)[0].heard is None)  # also while it is tried to connect
    assert re.search(r"bergen is not heard; its newest event here is of 20\d\d-\d\d-\d\d", signs(oslo, capsys))
    with oslo.office() as office:
        session(office, "sunday")
        assert office.scoreboard("bergen-monday")  # the copy may be looked at
        with pytest.raises(Unavailable, match="kept by the server bergen"):
            office.submit("bergen-monday", PASSED)
    bergen.server.start()
    alike(houses)
    with bergen.office() as office:
        assert "sunday" in office.sessions()
        office.submit("bergen-monday", PASSED)
    alike(houses)


@pytest.fixture
def own_houses():
    """Two of which one may be lost for good."""
    with two_houses() as found:
        yield found


def test_what_a_server_kept_that_never_comes_back_is_recorded_at_the_other_from_then_on(own_houses):
    oslo, bergen = own_houses
    alike(own_houses)
    oslo.server.kill()
    bergen.sql(
        "ALTER SUBSCRIPTION from_oslo DISABLE",
        "ALTER SUBSCRIPTION from_oslo SET (slot_name = NONE)",
        "DROP SUBSCRIPTION from_oslo",
    )
    assert run(["--db", bergen.url, "init", "--here", "bergen", "--server", "bergen"]) == 0
    with bergen.office() as office:
        assert office.submit("thursday", PASSED).events
    assert _copies(bergen) == []


def _copies(house):
    with house.office() as office:
        return copies(office.store.connections)


# A replica that is only looked at


ALONE = ("--here", "oslo", "--server", "oslo")
LOOKING = (
    ["session", "list"],
    ["standings"],
    ["board", "1"],
    ["log"],
    ["show", "5"],
    ["explain", "1", "--ns", "1NS"],
    ["scorecard", "1NS"],
    ["tournament", "list"],
    ["tournament", "show"],
    ["tournament", "standings"],
    ["verify"],
    ["export", "{folder}/friday.csv"],
    ["report", "standings", "-o", "{folder}/standings.html"],
    ["doctor"],
)


def test_every_command_that_looks_works_on_a_replica_and_none_records(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    with primary_and_standby(fsync="off") as (primary, standby):
        primary.ask("CREATE DATABASE ledger")
        primary.ask("CREATE ROLE web LOGIN")
        create(primary.url("ledger"))
        assert (
            run(["--db", primary.url("ledger"), "init", "--grant-reader", "web", "--grant-names", "web", *ALONE]) == 0
        )
        with Office(Store(primary.url("ledger")), "chief") as office:
            tournament(office, "friday")
            expected, head = totals(office), office.store.log.last()
        url = standby.url("ledger").replace("postgres@", "web@") + "?target_session_attrs=any"
        with Office(Store(url), "web") as replica:
            until(lambda: replica.store.log.last() == head)
            assert totals(replica) == expected
        for command in LOOKING:
            line = [word.format(folder=tmp_path) for word in command]
            assert run(["--db", url, "--session", "friday", *line]) == 0, (line, capsys.readouterr())
        assert "a standby, with what its server recorded up to 20" in " ".join(capsys.readouterr().out.split())
        assert run(["--db", url, "result", "add", "2/1", "PASS", "--ns", "1NS", "--ew", "1EW", "--yes"]) == 5
        said = capsys.readouterr().err
        assert "error[database-read-only]" in said
        assert "is a replica of oslo, to be looked at" in said
