"""A ledger over two real servers: each session is recorded at its home, and copied to the other as PostgreSQL does it.

What is typed to set it up is taken from the manual: `help two-servers`.
"""

import re
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

import cli
from cli.main import run
from ledger.bridge import Result
from ledger.errors import Unavailable
from ledger.exchange.evidence import read_evidence
from ledger.facts import (
    AddCall,
    AddSession,
    AddStage,
    EraseTexts,
    FileEvidence,
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
from tests.promises import promise
from tests.store.crashes import OPEN, Worker, desk
from tests.store.servers import BEFORE, NEWEST, primary_and_standby, server
from tests.store.test_rooms import rule, session, totals, tournament

pytestmark = pytest.mark.skipif(bool(LANGUAGE), reason="Debian's PostgreSQL 15 does not know what a subscription has")
TOPIC = (Path(cli.__file__).parent / "help" / "two-servers.md").read_text()
HOMES = ("--server", "oslo", "--server", "bergen=bergen-")
FAST = {"wal_level": "logical", "fsync": "off", "wal_retrieve_retry_interval": "200ms"}
SO_FAR = (
    "SELECT session, count(*), max(number) FROM event GROUP BY session",
    "SELECT * FROM pg_stat_subscription",
    "SELECT * FROM pg_stat_subscription_stats",
    "SELECT srrelid::regclass::text, srsubstate, srsublsn FROM pg_subscription_rel",
    "SELECT slot_name, active, confirmed_flush_lsn, wal_status FROM pg_replication_slots",
)
PASSED = RecordResult(Where(2, "1", "1NS", "1EW"), Result("PASS"))
PROFILE = profile_loader.load_profile("default")


def typed(beginning):
    """The statements of the manual that begin so."""
    return re.findall(rf"^ {{4,}}({beginning}[^;]*);", TOPIC, re.MULTILINE)


class House:
    """A server, its ledger, and what is asked of it."""

    def __init__(self, name, made, database="ledger"):
        self.name, self.server, self.database = name, made, database
        self.url = made.url(database)

    def sql(self, *statements):
        where = f"host=127.0.0.1 port={self.server.port} user=postgres dbname={self.database}"
        with psycopg.connect(where, autocommit=True) as connection:
            answers = [connection.execute(each) for each in statements]
            return answers[-1].fetchall() if answers[-1].description else []

    def office(self):
        return Office(Store(self.url), "chief")


def until(found, patience=180, so_far=lambda: ""):
    """What is found, once it is; where it never is, how far it had come."""
    deadline = time.monotonic() + patience
    while not (answer := found()):
        assert time.monotonic() < deadline, f"it never came: {so_far()}"
        time.sleep(0.05)
    return answer


def stays(so, seconds=1):
    """Look whether it is so, over and over."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert so()


@contextmanager
def two_houses(version=NEWEST):
    """Oslo with a session of long ago, and Bergen, which was new; set up as the manual says."""
    with server(version=version, **FAST) as first, server(version=version, **FAST) as second:
        oslo, bergen = House("oslo", first), House("bergen", second)
        for each in (oslo, bergen):
            each.server.ask("CREATE DATABASE ledger")
            create(each.url)
        with oslo.office() as office:
            session(office, "thursday")
        for each in (oslo, bergen):
            assert run(["--db", each.url, "init", "--here", each.name, *HOMES]) == 0
            each.sql(*typed("CREATE ROLE"), *typed("GRANT"))
        subscribe(bergen, oslo)
        has_fetched(bergen)
        subscribe(oslo, bergen)
        yield oslo, bergen


def has_fetched(house):
    """Wait until it has what the other had at first: what is recorded there earlier comes back, and collides."""
    until(lambda: house.sql(*typed("SELECT bool_and")) == [(True,)])


def subscribe(here, there, at=0):
    """As it is typed in the manual, where it stands first, or next."""
    subscribing = typed(f"CREATE SUBSCRIPTION from_{there.name}")[at]
    subscribing = subscribing.replace(f"host={there.name}", f"host=127.0.0.1 port={there.server.port}")
    here.sql(subscribing.replace("slot_name = bergen", f"slot_name = {here.name}"))


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

    return until(heads, so_far=lambda: [(each.name, each.sql(ask)) for each in houses for ask in SO_FAR])


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


def test_evidence_comes_to_the_copy_and_is_erased_there_too(houses, tmp_path):
    oslo, bergen = houses
    photo = tmp_path / "cards.jpg"
    photo.write_bytes(b"\xff\xd8\xff" + bytes(100_000))
    read = read_evidence(photo)
    with oslo.office() as at_oslo, bergen.office() as at_bergen:
        session(at_oslo, "filed")
        (called,) = at_oslo.submit("filed", AddCall(Where(2, "1"), "a hesitation", "N", "auction")).events
        filing = FileEvidence(called.event.case, read.kind, read.size, read.sha256)
        (filed,) = at_oslo.submit("filed", filing, file=read).events
        alike(houses)
        assert all(audit.ok for audit in at_bergen.verify("filed"))
        at_oslo.erase({"filed": [each.erasing for each in at_oslo.texts("filed", number=filed.number)]})
        alike(houses)
        assert all(audit.ok for audit in at_bergen.verify("filed"))
    assert bergen.sql("SELECT FROM evidence WHERE session = 'filed'") == []


def test_a_third_server_fetches_beside_the_second_and_is_told_what_is_missing_yet(houses, capsys):
    oslo, bergen = houses
    third = House("trondheim", bergen.server, "third")
    third.server.ask("CREATE DATABASE third")
    create(third.url)
    keep(third, "--server", "oslo", "--server", "trondheim=trondheim-")
    fetches_by(third.server, 0)
    subscribe(third, oslo)
    assert third.sql(*typed("SELECT bool_and")) == [(False,)]
    assert "what oslo had of event, evidence, seal, text is still being fetched" in signs(third, capsys)
    fetches_by(third.server, 2)
    with third.office() as office:
        until(lambda: "thursday" in office.sessions())
    has_fetched(third)
    assert "being fetched" not in signs(third, capsys)
    assert "oslo was heard" in signs(bergen, capsys)
    third.sql("DROP SUBSCRIPTION from_oslo")


def fetches_by(server, workers):
    """How many of a server fetch at a time what was there before."""
    server.ask(f"ALTER SYSTEM SET max_sync_workers_per_subscription = {workers}")
    server.ask("SELECT pg_reload_conf()")
    server.until(f"SELECT 1 WHERE current_setting('max_sync_workers_per_subscription') = '{workers}'")


def test_what_is_sent_and_does_not_come_in_is_told(houses, capsys):
    alike(houses)
    bergen = houses[1]
    bergen.sql("ALTER SUBSCRIPTION from_oslo SET PUBLICATION ledger_log")
    assert "nothing of what oslo sends of evidence, text comes in" in signs(bergen, capsys)
    bergen.sql("ALTER SUBSCRIPTION from_oslo DISABLE")
    until(lambda: "oslo is not heard; its newest event here is of" in signs(bergen, capsys))
    assert "nothing of what oslo sends of evidence, text comes in" in signs(bergen, capsys)
    bergen.sql("ALTER SUBSCRIPTION from_oslo ENABLE")
    bergen.sql("ALTER SUBSCRIPTION from_oslo SET PUBLICATION ledger_log, ledger_texts WITH (copy_data = false)")
    until(lambda: "oslo was heard" in signs(bergen, capsys))


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


# One of another version


def has_all(here, there):
    """Wait until the other server has everything that was recorded here, as the manual says."""
    here_now, is_there = typed("SELECT pg_current_wal_lsn"), typed("SELECT confirmed_flush_lsn")
    ((position,),) = here.sql(*here_now)
    (asked,) = (each.replace("0/1923368", position).replace("'oslo'", f"'{there.name}'") for each in is_there)
    until(lambda: here.sql(asked) == [(True,)])


def keep(house, *servers):
    """`init`, as which of the servers this is, and what each keeps."""
    assert run(["--db", house.url, "init", "--here", house.name, *servers]) == 0


@promise("P34")
def test_a_server_is_upgraded_while_the_other_records_and_its_sessions_too():
    """Desks of bergen try at both servers all the time; from step to step they are let in at one of them, or none."""
    with two_houses(BEFORE) as both:
        oslo, bergen = both
        with oslo.office() as at_oslo, bergen.office() as at_bergen:
            at_oslo.submit("o", OPEN)
            at_bergen.submit("bergen-o", OPEN)
        desks_at = [(oslo, "o"), (oslo, "bergen-o"), (bergen, "bergen-o")]
        over = threading.Event()
        desks = [Worker(house.url, desk(number, name), over) for number, (house, name) in enumerate(desks_at)]
        of_oslo, from_afar, of_bergen = desks
        for each in desks:
            each.start()
        gets_on(of_oslo, of_bergen)

        keep(bergen, *HOMES[:2])
        has_all(bergen, oslo)
        keep(oslo, *HOMES[:2])
        bergen.sql(*typed("ALTER SUBSCRIPTION from_oslo DISABLE")[:1])
        ((came_to,),) = until(lambda: bergen.sql(*typed("SELECT remote_lsn")))
        bergen.sql(*typed("ALTER SUBSCRIPTION from_oslo SET")[:1], *typed("DROP SUBSCRIPTION from_oslo")[:1])
        bergen.server.stop()
        bergen.server.upgrade()
        gets_on(of_oslo, from_afar)
        bergen.server.start()
        oslo.sql(*typed("ALTER SUBSCRIPTION from_bergen"), *typed("DROP SUBSCRIPTION from_bergen"))
        subscribe(oslo, bergen)
        oslo.sql(*(each.replace("0/1923368", came_to) for each in typed("SELECT pg_replication_slot_advance")))
        subscribe(bergen, oslo, 1)
        keep(oslo, *HOMES)
        has_all(oslo, bergen)
        keep(bergen, *HOMES)
        gets_on(of_oslo, of_bergen)

        over.set()
        for each in desks:
            each.join(120)
            assert not each.bug
            each.store.close()
        alike(both)
        acknowledged = Counter(key for each in desks for key in each.found)
        for house in both:
            with house.office() as office:
                log = [event for name in ("o", "bergen-o") for event in office.store.log.read(name)]
                there = Counter(event.command_id for event in log if event.name == "result-recorded/1")
                assert not acknowledged - there
                assert max(there.values()) == 1
                assert all(audit.ok for audit in office.verify(strict=True))
        versions = [each.server.ask("SHOW server_version")[0][0].split(".")[0] for each in both]
        assert versions == [str(BEFORE), str(NEWEST)]


def gets_on(*desks):
    """Wait until each of them has recorded something more."""
    before = [len(each.found) for each in desks]
    until(lambda: all(len(each.found) > count or each.bug for each, count in zip(desks, before, strict=True)))
    assert not any(each.bug for each in desks)


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
