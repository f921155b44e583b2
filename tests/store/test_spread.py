"""A ledger that is spread over the workers of Citus: made, told of by `doctor`, and under desks whose worker is killed.

All tests of a server of PostgreSQL are run on one too, by `BRIDGE_LEDGER_TEST_CITUS=1 python -m pytest tests/store`.
"""

import json
import subprocess
import sys
import threading

import psycopg
import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Unavailable
from ledger.kernel.at_table import Where
from ledger.office import Office
from ledger.store.made import recreate_guards
from ledger.store.setup import create, grant, spread_over_workers
from ledger.store.spread import nodes
from ledger.store.store import Store
from ledger.subjects.people.facts import EraseTexts
from ledger.subjects.play.facts import RecordResult
from ledger.subjects.publications.facts import PublishScores
from tests.needs import needs
from tests.promises import promise
from tests.store.crashes import Worker, work_through
from tests.store.servers import IN_LEDGER, cluster, server, standby_of, worker
from tests.store.test_outage import PATIENCE_SECONDS
from tests.store.test_rooms import rule, session, totals, tournament

pytestmark = needs("Citus")
FAST = {"fsync": "off"}


@pytest.fixture(scope="module")
def same_servers():
    """The servers of all tests here: a coordinator and two workers."""
    with cluster(**FAST) as found:
        yield found


@pytest.fixture
def servers(same_servers):
    """The same, all running, whatever became of the test before."""
    for each in same_servers:
        if not each.is_up:
            each.start()
    return same_servers


_NAMES = (f"ledger_{number}" for number in range(10**9))


@pytest.fixture
def joined(servers):
    """A ledger that was made at the coordinator, and could be spread."""
    name = next(_NAMES)
    for each in servers:
        each.ask(f"CREATE DATABASE {name}")
    servers[0].join(name, *servers[1:])
    create(servers[0].url(name))
    yield name
    for each in servers:
        if each.is_up:
            each.ask(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def spread(servers, joined):
    """The URL of one that is."""
    assert spread_over_workers(servers[0].url(joined))
    return servers[0].url(joined)


def told(capsys, *arguments):
    """What a command says, and how it ends."""
    capsys.readouterr()
    code = run(list(arguments))
    printed = capsys.readouterr()
    return code, " ".join((printed.out + printed.err).split())


def worker_of(servers, url, stream):
    """The worker a stream lies at, and the other one."""
    asked = f"""SELECT nodeport FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
        WHERE shardid = get_shard_id_for_distribution_column('bridge_ledger.event', '{stream}')"""
    ((port,),) = servers[0].ask(asked, url.rpartition("/")[2])
    return sorted(servers[1:], key=lambda each: each.port != port)


def audit_guards(office):
    """What is found of the database itself."""
    return [each for check in office.verify()[0].checks.values() for each in check]


def a_desk_of(name):
    """A desk at board 2 of a session, which records a result for one pair after the other."""
    done = []

    def step(store):
        pair = str(len(done) + 1)
        played = RecordResult(Where(2, pair, f"{pair}NS", f"{pair}EW"), Result("PASS"))
        done.extend(Office(store, name).submit(name, played).events)
        return done[-1:]

    return step


# Making one


@promise("P32")
def test_a_ledger_in_use_is_spread_with_all_that_was_recorded_in_it(servers, joined, capsys):
    url = servers[0].url(joined)
    with Office(Store(url), "chief") as office:
        tournament(office, "friday", "saturday")
        before, standing = office.store.log.last(), totals(office)
    assert told(capsys, "--db", url, "init", "--spread")[0] == 0
    assert "already" in told(capsys, "--db", url, "init", "--spread")[1]
    with Office(Store(url), "chief") as office:
        assert office.store.log.last() == before
        rule(office, "saturday")
        assert totals(office) != standing
        assert all(audit.ok for audit in office.verify(strict=True))
        assert {each.parts > 0 for each in nodes(office.store.connections)[1:]} == {True}
    for table in ("event", "text"):  # and no name is left behind in a table that nobody sees any more
        assert servers[0].ask(f"SELECT pg_relation_size('{table}')", joined) == [(0,)]


def test_where_there_is_nothing_to_spread_it_over_the_fix_is_named(capsys, tmp_path):
    with server("", shared_preload_libraries="citus", **FAST) as alone:
        url = alone.url()
        assert run(["--db", url, "init"]) == 0
        code, said = told(capsys, "--db", url, "init", "--spread")
        assert (code, "error[no-workers]" in said, "CREATE EXTENSION citus" in said) == (5, True, True)
        alone.ask("CREATE EXTENSION citus")
        code, said = told(capsys, "--db", url, "init", "--spread")
        assert (code, "error[no-workers]" in said, "citus_add_node" in said) == (5, True, True)
    code, said = told(capsys, "--db", str(tmp_path / "x.db"), "init", "--spread")
    assert (code, "names a file" in said) == (2, True)


def test_one_that_was_spread_by_hand_in_another_way_is_named(servers, joined, capsys):
    servers[0].ask("SELECT create_reference_table('alembic_version')", joined)
    said = "event not at all, not by session"
    code, refused = told(capsys, "--db", servers[0].url(joined), "init", "--spread")
    assert (code, "error[spread-otherwise]" in refused, said in refused) == (5, True, True)
    code, signs = told(capsys, "--db", servers[0].url(joined), "doctor")
    assert "was spread by hand in another way" in signs


def test_one_whose_functions_do_not_run_where_the_stream_lies_is_named(servers, spread, joined, capsys):
    servers[0].ask(
        "SELECT create_distributed_function('keep_seal(text, bigint, text)', force_delegation => false)", joined
    )
    code, refused = told(capsys, "--db", spread, "init", "--spread")
    assert (code, "error[spread-otherwise]" in refused, "keep_seal by copies, not by session" in refused) == (
        5,
        True,
        True,
    )


# What is told of it


def test_doctor_names_the_servers_and_which_of_them_does_not_answer(servers, spread, capsys):
    addresses = [f"127.0.0.1:{each.port}" for each in servers]
    signs = told(capsys, "--db", spread, "doctor")[1]
    assert [f"{each} answers" in signs for each in addresses] == [True] * 3
    servers[2].kill()
    signs = told(capsys, "--db", spread, "doctor")[1]
    assert f"{addresses[2]} does not answer" in signs
    assert f"{addresses[1]} answers, with 4 parts of the log" in signs


def test_doctor_names_what_makes_a_ledger_that_is_spread(servers, capsys):
    for each in servers:
        each.ask("CREATE DATABASE bare")
    servers[0].join("bare", *servers[1:])
    code, signs = told(capsys, "--db", servers[0].url("bare"), "doctor")
    for each in servers:
        each.ask("DROP DATABASE bare WITH (FORCE)")
    assert (code, "there is no ledger in" in signs, "init --spread` makes one" in signs) == (0, True, True)


def test_a_guard_that_somebody_takes_away_at_a_worker_is_told_and_put_back(servers, spread, capsys):
    with Office(Store(spread), "chief") as office:
        session(office, "friday")
        database = spread.rpartition("/")[2]
        there, _ = worker_of(servers, spread, "friday")
        ((part,),) = servers[0].ask(
            "SELECT 'event_' || get_shard_id_for_distribution_column('event', 'friday')", database
        )
        there.ask(f"ALTER TABLE {part} DISABLE TRIGGER USER", database)
        trigger = part.replace("event", "event_append_only")
        said = f"CREATE TRIGGER {trigger} BEFORE DELETE OR UPDATE OR TRUNCATE ON {part} FOR EACH STATEMENT"
        lines = [f"{said} EXECUTE FUNCTION event_append_only() enabled {how} at 127.0.0.1:{there.port}" for how in "AD"]
        assert [each.text for each in audit_guards(office)] == [f"- trigger {lines[0]}", f"+ trigger {lines[1]}"]
        code, said = told(capsys, "--db", spread, "upgrade")
        assert (code, f"its guards are put back, after this was found: - trigger {lines[0]}" in said) == (0, True)
        assert not audit_guards(office)
    for statement in (f"TRUNCATE {part}", f"UPDATE {part} SET part = 7"):
        with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
            there.ask(f"SET citus.enable_manual_changes_to_shards TO on; {statement}", database)


ALONE = "SET citus.enable_ddl_propagation TO off; "
GUARD_AT_A_WORKER = {
    "- function keep_seal(": "ALTER FUNCTION keep_seal RENAME TO kept_seal",
    "+ function keep_seal(": "ALTER FUNCTION keep_seal STABLE",
    "- trigger CREATE TRIGGER event_append_only BEFORE": "DROP TRIGGER event_append_only ON event",
    "- trigger CREATE CONSTRAINT TRIGGER evidence_whole AFTER": "DROP TRIGGER evidence_whole ON evidence",
    "+ trigger CREATE TRIGGER seal_append_only_{0} BEFORE UPDATE ON seal_{0}": "CREATE OR REPLACE"
    " TRIGGER seal_append_only_{0} BEFORE UPDATE ON seal_{0} EXECUTE FUNCTION seal_append_only()",
}


@pytest.mark.parametrize("line", GUARD_AT_A_WORKER)
def test_a_guard_that_somebody_changes_at_a_worker_is_put_back(servers, spread, capsys, line):
    database = spread.rpartition("/")[2]
    there, _ = worker_of(servers, spread, "friday")
    ((part,),) = servers[0].ask("SELECT get_shard_id_for_distribution_column('seal', 'friday')", database)
    there.ask(ALONE + GUARD_AT_A_WORKER[line].format(part), database)
    with Office(Store(spread), "chief") as office:
        found = [each.text for each in audit_guards(office)]
        assert any(each.startswith(line.format(part)) and each.endswith(f":{there.port}") for each in found), found
        assert told(capsys, "--db", spread, "upgrade")[0] == (3 if "kept_seal" in str(found) else 0)
        assert not [each for each in audit_guards(office) if "kept_seal" not in each.text]
        session(office, "friday")


def test_a_desk_that_holds_the_log_at_a_worker_is_no_worker_that_cannot_be_set_up(servers, spread, capsys):
    database = spread.rpartition("/")[2]
    there, _ = worker_of(servers, spread, "friday")
    ((part,),) = servers[0].ask("SELECT get_shard_id_for_distribution_column('seal', 'friday')", database)
    there.ask(f"ALTER DATABASE {database} SET lock_timeout = '300ms'", database)
    there.ask(f"{ALONE} DROP TRIGGER seal_append_only_{part} ON seal_{part}", database)
    where = f"host=127.0.0.1 port={there.port} user=postgres dbname={database}"
    with psycopg.connect(where, options=IN_LEDGER) as desk:
        desk.execute("SET citus.enable_manual_changes_to_shards TO on")
        desk.execute(f"LOCK TABLE seal_{part} IN ROW EXCLUSIVE MODE")
        code, said = told(capsys, "--db", spread, "upgrade")
        assert (
            code,
            "error[database-busy]: another desk has locked the log" in said,
            "wait a while, then do" in said,
        ) == (5, True, True)
    there.ask(f"ALTER DATABASE {database} SET lock_timeout = '10s'", database)
    assert told(capsys, "--db", spread, "upgrade")[0] == 0


def test_a_worker_that_lets_nobody_in_is_named(servers, spread, capsys):
    database = spread.rpartition("/")[2]
    with Office(Store(spread), "chief") as office:
        session(office, "friday")
    there, _ = worker_of(servers, spread, "friday")
    there.ask(f"ALTER DATABASE {database} ALLOW_CONNECTIONS false")
    there.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'")
    try:
        for _ in range(2):  # the coordinator may still believe in a connection that was ended
            code, said = told(capsys, "--db", spread, "--session", "friday", "standings")
        assert (code, f"error[database-unreachable]: the worker 127.0.0.1:{there.port}" in said) == (5, True), said
    finally:
        there.ask(f"ALTER DATABASE {database} ALLOW_CONNECTIONS true")


AT_A_WORKER = {
    "+ grant DELETE, INSERT on event_{} to evil": "GRANT INSERT, DELETE ON event_{} TO evil",
    "+ grant UPDATE on event_{}.record to evil": "GRANT UPDATE (record) ON event_{} TO evil",
    "+ grant SELECT on event_{} to evil": "GRANT SELECT ON event_{} TO evil",
    "+ grant INSERT on event to evil": "GRANT INSERT ON event TO evil",
    "+ grant SELECT on log to evil": "GRANT SELECT ON log TO evil",
    "+ grant EXECUTE on append_events(": "GRANT EXECUTE ON FUNCTION append_events TO evil",
    "+ grant CREATE on <schema> to evil": "GRANT CREATE ON SCHEMA bridge_ledger TO evil",
    "+ column event_{}.record bytea": "ALTER TABLE event_{} ALTER record DROP NOT NULL",
    "+ column seal.login text not null default 'Cole'": "ALTER TABLE seal ALTER login SET DEFAULT 'Cole'",
    "+ trigger CREATE TRIGGER quietly BEFORE INSERT ON event_{}": "CREATE TRIGGER quietly BEFORE INSERT ON event_{}"
    " FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "+ rule event_{} CREATE RULE quietly": "CREATE RULE quietly AS ON INSERT TO event_{} DO INSTEAD NOTHING",
    "+ table event_{} of <owner> with row level security": "ALTER TABLE event_{} ENABLE ROW LEVEL SECURITY",
    "- constraint event_{} event_part_check": "ALTER TABLE event_{} DROP CONSTRAINT event_part_check",
    "+ index CREATE UNIQUE INDEX once ON event_{}": "CREATE UNIQUE INDEX once ON event_{} (session, digest)",
    "+ table event_{} of evil": "ALTER TABLE event_{} OWNER TO evil",
    "+ table event_999999 of <owner>": "CREATE TABLE event_999999 (LIKE event_{})",
    "+ setting session_replication_role=replica of everybody": "ALTER DATABASE {database}"
    " SET session_replication_role = replica",
}


@promise("T36")
@pytest.mark.parametrize("line", AT_A_WORKER)
def test_what_somebody_does_at_a_worker_is_told(servers, spread, capsys, line):
    database = spread.rpartition("/")[2]
    there, _ = worker_of(servers, spread, "friday")
    ((part,),) = servers[0].ask("SELECT get_shard_id_for_distribution_column('event', 'friday')", database)
    servers[0].ask("DROP ROLE IF EXISTS evil; CREATE ROLE evil", database)
    there.ask(ALONE + AT_A_WORKER[line].format(part, database=database), database)
    with Office(Store(spread), "chief") as office:
        found = [each.text for each in audit_guards(office)]
    assert any(each.startswith(line.format(part)) and each.endswith(f"at 127.0.0.1:{there.port}") for each in found)
    code, said = told(capsys, "--db", spread, "upgrade")
    assert (code, "up to date" in said, "error[schema-changed]: " in said) == (3, False, True)
    for each in servers:
        each.ask(f"{ALONE} REASSIGN OWNED BY evil TO postgres; DROP OWNED BY evil", database)
    servers[0].ask("DROP ROLE evil", database)


AT_THE_COORDINATOR = {
    "+ grant DELETE, INSERT on seal to evil": "GRANT DELETE, INSERT ON seal TO evil",
    "- constraint event event_part_check": "ALTER TABLE event DROP CONSTRAINT event_part_check",
    "+ member evil of <owner>": "GRANT postgres TO evil",
}


@promise("T36")
def test_what_somebody_does_at_the_coordinator_is_told_of_each_server(servers, spread):
    database = spread.rpartition("/")[2]
    servers[0].ask("DROP ROLE IF EXISTS evil; CREATE ROLE evil", database)
    for statement in AT_THE_COORDINATOR.values():
        servers[0].ask(statement, database)
    with Office(Store(spread), "chief") as office:
        found = [each.text for each in audit_guards(office)]
    for line in AT_THE_COORDINATOR:
        assert len([each for each in found if each.startswith(line)]) == len(servers)
    servers[0].ask("DROP OWNED BY evil; DROP ROLE evil", database)


def test_what_init_grants_is_no_difference_at_any_server(servers, spread):
    database = spread.rpartition("/")[2]
    servers[0].ask("DROP ROLE IF EXISTS desk; CREATE ROLE desk", database)
    grant(spread, writers=["desk"], names=["desk"])
    with Office(Store(spread), "chief") as office:
        assert not audit_guards(office)
    servers[0].ask("DROP OWNED BY desk; DROP ROLE desk", database)


def test_a_row_that_somebody_puts_at_a_part_of_another_session_is_named(servers, spread, capsys):
    database = spread.rpartition("/")[2]
    with Office(Store(spread), "chief") as office:
        session(office, "friday")
        there, other = worker_of(servers, spread, "friday")
        ghost = next(f"ghost{at}" for at in range(20) if worker_of(servers, spread, f"ghost{at}")[0] is other)
        ((part,),) = servers[0].ask("SELECT get_shard_id_for_distribution_column('event', 'friday')", database)
        columns = "number, command_id, part, record, digest"
        there.ask(
            f"INSERT INTO event_{part} (session, {columns}) SELECT '{ghost}', {columns} FROM event_{part}", database
        )
        (found,) = [each for each in office.verify() if each.session == ghost]
        assert "lie at a part that is not its own" in found.checks["chain"][0].text


def journeys(url, name, results):
    """What is said to workers while so many results are recorded in a session, beyond the first."""
    said = []
    with Office(Store(f"{url}?options=-c%20citus.log_remote_commands%3Don"), "chief") as office:
        note = lambda notice: said.append(notice.message_primary)  # noqa: E731
        for engine in (office.store.connections.engine, office.store.connections._reading):
            sa.event.listen(engine, "connect", lambda raw, _: raw.add_notice_handler(note))
        session(office, name)
        for pair in range(1, results + 2):
            if pair == 2:
                said.clear()
            office.submit(name, RecordResult(Where(2, str(pair), f"{pair}NS", f"{pair}EW"), Result("PASS")))
    return [each for each in said if each.startswith("issuing")]


def test_a_result_is_asked_and_said_in_a_journey_each(servers, spread):
    assert len(journeys(spread, "friday", 5)) == 2 * 5


def test_who_names_a_worker_is_told_the_coordinator(servers, spread, joined, capsys):
    worker, coordinator = servers[1].url(joined), f"the coordinator is 127.0.0.1:{servers[0].port}"
    code, said = told(capsys, "--db", worker, "init", "--spread")
    assert (code, coordinator in said) == (2, True)
    assert (
        f"is a worker, and its coordinator is 127.0.0.1:{servers[0].port}" in told(capsys, "--db", worker, "doctor")[1]
    )


# Desks


@promise("P33")
def test_a_worker_that_is_killed_under_eight_desks_loses_and_doubles_nothing(servers, spread):
    def fail():
        servers[1].kill()
        servers[1].start()

    outcome = work_through(spread, [fail, fail], seconds=1, desks_of=8)
    assert outcome.acknowledged > 8
    assert outcome[1:] == (0, 0, 0, 0, 0)


def test_what_is_said_to_a_worker_that_is_away_is_told_and_not_recorded(servers, spread):
    with Office(Store(spread), "chief") as office:
        session(office, "friday")
        head = office.store.log.last()
        away, _ = worker_of(servers, spread, "friday")
        away.kill()
        with pytest.raises(Unavailable) as caught:
            rule(office, "friday")
    assert (caught.value.code, f"the worker 127.0.0.1:{away.port} of" in caught.value.message) == (
        "database-unreachable",
        True,
    )
    assert "nothing was recorded" in caught.value.hint
    away.start()
    with Office(Store(spread), "chief") as office:
        assert office.store.log.last() == head
        assert rule(office, "friday").events
        assert all(audit.ok for audit in office.verify(strict=True))


def test_sessions_at_the_other_worker_go_on_while_one_is_away(servers, spread, capsys, tmp_path):
    names = [f"s{number}" for number in range(20)]
    here = next(name for name in names if worker_of(servers, spread, name)[0] is servers[1])
    gone, later = [name for name in names if worker_of(servers, spread, name)[0] is servers[2]][:2]
    with Office(Store(spread), "chief") as office:
        tournament(office, here, gone)
    result = ["result", "add", "2/1", "4SN=", "--ns", "1NS", "--ew", "1EW"]
    servers[2].kill()
    for each in (
        result,
        ["standings"],
        ["board", "1"],
        ["log"],
        ["check"],
        ["report", "site", str(tmp_path / "www")],
        ["publish", "--yes"],
        ["explain", "1/1", "--side", "NS"],
    ):
        assert told(capsys, "--db", spread, "--session", here, *each)[0] == 0, each
        code, said = told(capsys, "--db", spread, "--session", gone, *each)
        assert (code, f"error[database-unreachable]: the worker 127.0.0.1:{servers[2].port} of" in said) == (5, True)
    code, said = told(capsys, "--db", spread, "--session", here, "result", "correct", "1/1", "4SN-1", "--yes")
    assert (code, "the effect on a tournament is unknown" in said, "doctor` names it" in said) == (0, True, True)
    code, said = told(capsys, "--db", spread, "session", "list")
    assert (code, f"the worker 127.0.0.1:{servers[2].port} of" in said) == (5, True)
    assert told(capsys, "--db", spread, "session", "open", later, "--boards", "1-2")[0] == 5
    assert told(capsys, "--db", spread, "--session", here, "export", str(tmp_path / "here.zip"))[0] == 0
    assert f"ok {here} #" in told(capsys, "--db", spread, "--session", here, "doctor")[1]
    assert told(capsys, "--db", spread, "--session", here, "verify")[0] == 0
    code, said = told(capsys, "--db", spread, "verify")
    assert (code, f"error[database-unreachable]: the worker 127.0.0.1:{servers[2].port} of" in said) == (5, True)
    for each in ("upgrade", "init --spread"):  # nobody can say how the guards are that cannot be asked for
        code, said = told(capsys, "--db", spread, *each.split())
        assert (code, f"error[database-unreachable]: the worker 127.0.0.1:{servers[2].port} of" in said) == (5, True)
    servers[2].start()
    with Office(Store(spread), "chief") as office:
        assert {*office.sessions()} == {here, gone}
        assert all(audit.ok for audit in office.verify(strict=True))


def test_guards_at_a_worker_that_is_away_are_not_said_to_be_as_they_were_made(servers, spread, capsys):
    with Office(Store(spread), "chief") as office:
        session(office, "friday")
        _, other = worker_of(servers, spread, "friday")
        verify = ("--db", spread, "--session", "friday", "verify")
        assert "the database: guarded as it was made" in told(capsys, *verify)[1]
        other.kill()
        note = f"the server 127.0.0.1:{other.port} cannot be checked: nobody answers there"
        code, said = told(capsys, *verify)
        assert (code, "guarded as it was made friday" in said, f"note {note}" in said) == (0, False, True)
        found = json.loads(told(capsys, "--json", *verify)[1])
        assert found["notes"][0]["note"].startswith(note)
        assert "schema" not in [each["check"] for each in found["checks"]]
        assert f"look database {note}" in told(capsys, "--db", spread, "--session", "friday", "doctor")[1]
        with pytest.raises(Unavailable, match="does not answer"):
            recreate_guards(office.store.connections)


def followed(url, *asked):
    """Who follows, in a process of his own."""
    command = [sys.executable, "-u", "-c", "import cli; cli.start()", "--db", url, "--json", *asked]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_who_follows_waits_for_a_worker_that_is_away_and_is_told_everything_once(servers, spread, tmp_path):
    with Office(Store(spread), "chief") as office:
        session(office, "friday")
        away, other = worker_of(servers, spread, "friday")
        there = next(f"s{at}" for at in range(20) if worker_of(servers, spread, f"s{at}")[0] is other)
        session(office, there)
        site = ("--session", there, "report", "site", str(tmp_path / "www"), "--follow")
        with followed(spread, "log", "--follow", "--all", "--after", "0") as log, followed(spread, *site) as pages:
            try:
                first = office.store.log.heads()
                heard = [json.loads(log.stdout.readline()) for _ in range(sum(first.values()))]
                assert json.loads(pages.stdout.readline())["as_of"] == first[there]
                away.kill()
                for each in (log, pages):
                    assert any(f"the worker 127.0.0.1:{away.port} of" in line for line in each.stderr)
                result = RecordResult(Where(2, "9", "9NS", "9EW"), Result("PASS"))
                office.submit(there, result)
                away.start()
                office.submit("friday", result)
                for each in (log, pages):
                    assert any("the ledger answers again" in line for line in each.stderr)
                last = office.store.log.heads()
                heard += [json.loads(log.stdout.readline()) for _ in range(sum(last.values()) - len(heard))]
                assert json.loads(pages.stdout.readline())["as_of"] == last[there] > first[there]
                told_of = [(each["session"], each["event"]["number"]) for each in heard]
                assert sorted(told_of) == sorted((name, at + 1) for name in last for at in range(last[name]))
            finally:
                log.kill()
                pages.kill()


def test_what_became_of_what_was_to_be_written_is_said_to_who_writes_and_to_nobody_else(servers, spread, capsys):
    servers[2].kill()
    code, said = told(capsys, "--db", spread, "session", "list")
    assert (code, "send the command again" in said, "go on, each with --session" in said) == (5, False, True)
    servers[0].kill()
    for each, writes in (("session list", False), ("upgrade", True), ("init --spread", True)):
        code, said = told(capsys, "--db", spread, *each.split())
        assert (code, "hint: nothing was recorded; is it running" in said) == (5, writes), said


@promise("P33")
def test_a_part_that_is_moved_while_desks_record_loses_and_doubles_nothing(servers, spread):
    database = spread.rpartition("/")[2]

    def move():
        here, there = worker_of(servers, spread, "s0")
        where = f"'127.0.0.1', {here.port}, '127.0.0.1', {there.port}"
        part = "get_shard_id_for_distribution_column('event', 's0')"
        servers[0].ask(f"SELECT citus_move_shard_placement({part}, {where})", database)

    outcome = work_through(spread, [move, move], seconds=1, desks_of=8)
    assert outcome.acknowledged > 8
    assert outcome[1:] == (0, 0, 0, 0, 0)
    with Office(Store(spread), "chief") as office:
        assert office.verify()[0].ok  # its guards went with it


@promise("P33")
def test_the_standby_of_a_worker_takes_over_under_desks():
    """On servers of its own, for one of them does not come back."""
    with cluster(**FAST) as servers, standby_of(servers[1]) as standby:
        (url,) = (each.url() for each in servers[:1])
        create(url)
        spread_over_workers(url)

        def take_over():
            lost = servers[1].port
            servers[1].kill()
            standby.promote()
            standby.ask("ALTER SYSTEM RESET synchronous_standby_names")
            standby.ask("SELECT pg_reload_conf()")
            there = f"'127.0.0.1', {standby.port}, force => true"
            servers[0].ask(f"SELECT citus_update_node(nodeid, {there}) FROM pg_dist_node WHERE nodeport = {lost}")

        outcome = work_through(url, [take_over], seconds=1, desks_of=4)
        assert outcome.acknowledged > 4
        assert outcome[1:] == (0, 0, 0, 0, 0)
        with Office(Store(url), "chief") as office:
            assert [each.answers for each in nodes(office.store.connections)] == [True] * 3
            assert office.verify()[0].ok


@promise("P33")
def test_a_worker_that_is_added_takes_over_parts_while_desks_record(servers, spread):
    database = spread.rpartition("/")[2]
    with worker(**FAST) as third:

        def add():
            third.ask(f"CREATE DATABASE {database}")
            third.ask("CREATE EXTENSION citus", database)
            servers[0].ask(f"SELECT citus_add_node('127.0.0.1', {third.port})", database)
            assert not spread_over_workers(spread)
            servers[0].ask("SELECT rebalance_table_shards(shard_transfer_mode => 'block_writes')", database)

        outcome = work_through(spread, [add], seconds=1, desks_of=2)
        assert outcome.acknowledged > 2
        assert outcome[1:] == (0, 0, 0, 0, 0)
        with Office(Store(spread), "chief") as office:
            assert {each.parts > 0 for each in nodes(office.store.connections)[1:]} == {True}
            assert office.verify()[0].ok


def test_one_that_was_in_use_before_it_had_workers_is_guarded_at_each(servers):
    """What is made at a worker when it joins, or the ledger is spread, is as closed as at the coordinator."""
    name = next(_NAMES)
    for each in servers:
        each.ask(f"CREATE DATABASE {name}")
    create(servers[0].url(name))
    servers[0].ask("DROP ROLE IF EXISTS desk; CREATE ROLE desk", name)
    grant(servers[0].url(name), writers=["desk"])
    servers[0].join(name, servers[1])
    spread_over_workers(servers[0].url(name))
    with Office(Store(servers[0].url(name)), "chief") as office:
        assert not audit_guards(office)
        servers[2].ask("CREATE EXTENSION citus", name)
        servers[0].ask(f"SELECT citus_add_node('127.0.0.1', {servers[2].port})", name)
        spread_over_workers(servers[0].url(name))
        assert not audit_guards(office)
    for each in servers:
        assert each.ask(f"SELECT has_database_privilege('desk', '{name}', 'CONNECT')") == [(True,)]
    servers[0].ask("DROP OWNED BY desk; DROP ROLE desk", name)
    for each in servers:
        each.ask(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_congress_has_the_same_digests_as_in_a_file(servers, spread, tmp_path):
    """Eight desks, a session each; then the tournament's standing, a ruling, an erasure; and all of it in a file."""
    over = threading.Event()
    with Office(Store(spread), "chief") as office:
        tournament(office, *(f"s{name}" for name in range(8)))
        desks = [Worker(spread, a_desk_of(f"s{name}"), over) for name in range(8)]
        for each in desks:
            each.start()
        while any(len(each.found) < 5 and not each.bug for each in desks):
            over.wait(0.05)
        over.set()
        for each in desks:
            each.join(PATIENCE_SECONDS)
            each.store.close()
            assert not each.bug
        rule(office, "s3")
        office.submit("s4", PublishScores())
        (text, *_) = office.texts("s4", word="Player 2.1")
        office.submit("s4", EraseTexts((text.erasing,)))
        digest, heads = office.tournaments.scores("spring").digest, office.store.log.last()
    bundle, copy = str(tmp_path / "spring.zip"), f"sqlite:///{tmp_path / 'copy.db'}"
    assert run(["--db", spread, "--session", "spring", "export", bundle]) == 0
    assert run(["--db", copy, "init"]) == 0
    assert run(["--db", copy, "import", bundle, "--yes"]) == 0
    with Office(Store(copy), "chief") as office:
        assert office.store.log.last() == heads
        assert office.tournaments.scores("spring").digest == digest
