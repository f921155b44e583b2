"""A shared office on a real PostgreSQL: who may do what to the tables, many desks at once, and its troubles."""

import subprocess
import sys

import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.bridge import Result
from ledger.errors import Conflict
from ledger.kernel.at_table import Where
from ledger.laws import profile_loader
from ledger.office import Office
from ledger.store import log as store_log
from ledger.store.guards import LOG_VIEW
from ledger.store.store import Store
from ledger.subjects.people.facts import Player
from ledger.subjects.play.facts import OpenSession
from ledger.subjects.sheets import ImportSheet, SheetLine
from tests.kept import salts
from tests.needs import LANGUAGE, ON_CITUS
from tests.promises import promise
from tests.store.conftest import administer, logins

PROGRAM = "import sys; from cli.main import run; sys.exit(run(sys.argv[1:]))"
EVENING = (
    ["session", "open", "s", "--boards", "1-2"],
    ["result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2"],
    ["result", "add", "1/2", "4SN-1", "--ns", "3", "--ew", "4"],
    ["ruling", "add", "1/1", "--weighted", "1/3 4SN=, 2/3 4SN-1", "--offender", "EW", "--law", "16B"],
    ["publish", "--yes"],
    ["appeal", "lodge", "R-0001", "--by-side", "EW", "--signed", "E,W", "--grounds", "why"],
    ["appeal", "decide", "A-0001", "--table-result", "--committee", "Berg", "--yes"],
)
ADD = ["result", "add", "2/1", "PASS", "--ns", "1", "--ew", "2", "--yes"]


@pytest.fixture
def ledger(new_database, capsys):
    """An evening with a ruling and a decision, in PostgreSQL."""
    url = new_database()
    for command in EVENING:
        assert run(["--db", url, *command]) == 0
    capsys.readouterr()
    return url


def said(capsys, *arguments):
    code = run(list(arguments))
    return code, capsys.readouterr().err


def log(url):
    store = Store(url)
    found = list(store.log.read("s"))
    store.close()
    return found


@promise("A21", "P2")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET command_id = 'me'",
        "DELETE FROM event WHERE number = 3",
        "TRUNCATE event",
        "TRUNCATE event CASCADE",
    ],
)
def test_the_log_is_append_only_even_for_its_owner(ledger, statement):
    engine = sa.create_engine(ledger)
    with pytest.raises(sa.exc.DatabaseError, match="append-only"), engine.begin() as connection:
        connection.execute(sa.text(statement))
    engine.dispose()
    assert len(log(ledger)) == 11


@pytest.fixture
def roles(postgresql, ledger):
    """The ledger as a writer and as a reader of least privilege see it."""
    with logins(postgresql, ledger, "desk", "web"):
        where = sa.make_url(ledger)
        yield {role: where.set(username=role).render_as_string(hide_password=False) for role in ("desk", "web")}


def test_a_role_nobody_granted_anything_is_told_so(roles, capsys):
    code, output = said(capsys, "--db", roles["desk"], "board", "1")
    assert (code, "error[database-denied]" in output) == (5, True)


@promise("P2")
def test_least_privilege(ledger, roles, capsys):
    assert run(["--db", ledger, "init", "--grant-writer", "desk", "--grant-reader", "web"]) == 0
    capsys.readouterr()
    assert run(["--db", roles["desk"], *ADD]) == 0
    assert run(["--db", roles["web"], "verify"]) == 0
    capsys.readouterr()
    web = ("--db", roles["web"])
    code, output = said(capsys, *web, "result", "add", "2/2", "PASS", "--ns", "3", "--ew", "4", "--yes")
    assert (code, "error[database-denied]" in output) == (5, True)
    for statement in ("UPDATE event SET number = 9", "DELETE FROM event", "TRUNCATE event", "DROP TABLE event"):
        for url in roles.values():
            engine = sa.create_engine(url)
            with pytest.raises(sa.exc.DatabaseError) as caught, engine.begin() as connection:
                connection.execute(sa.text(statement))
            assert caught.value.orig.sqlstate == "42501"
            engine.dispose()


def test_a_role_that_is_not_there(ledger, capsys):
    code, output = said(capsys, "--db", ledger, "init", "--grant-writer", 'nobody"; DROP TABLE event; --')
    assert (code, "error[no-such-role]" in output) == (2, True)
    assert len(log(ledger)) == 11


def test_a_file_knows_no_roles(tmp_path, capsys):
    code, output = said(capsys, "--db", str(tmp_path / "x.db"), "init", "--grant-reader", "web")
    assert (code, "knows no roles" in output) == (2, True)


@promise("P1")
def test_the_same_commands_have_the_same_digests_everywhere(new_database, tmp_path, monkeypatch):
    """Envelope and body are hashed, never what a database makes of them."""
    digests = []
    for url in (new_database(), f"sqlite:///{tmp_path / 'ledger.db'}"):
        times, ids = iter(range(1_772_748_000, 1_772_749_000)), iter(range(100))
        monkeypatch.setattr("ledger.recording.recorder.new_salt", salts())
        monkeypatch.setattr("ledger.recording.machine_state.now", lambda times=times: next(times) * 10**6)
        monkeypatch.setattr("ledger.recording.recorder.new_command_id", lambda _now, ids=ids: f"command-{next(ids)}")
        for command in (["init"], *EVENING):
            assert run(["--db", url, *command]) == 0
        digests.append([envelope.digest for envelope in log(url)])
    assert digests[0] == digests[1]


def test_eight_desks_at_once_lose_and_double_nothing(ledger):
    program = (
        "import sys; from cli.main import run\n"
        "desk = int(sys.argv[2])\n"
        "for at in range(6):\n"
        "    pair = 100 + desk * 24 + at * 2\n"
        "    pairs = ['--ns', str(pair), '--ew', str(pair + 1)]\n"
        "    code = run(['--db', sys.argv[1], 'result', 'add', '2', 'PASS', *pairs, '-q', '--yes'])\n"
        "    assert code == 0, code\n"
    )
    desks = [
        subprocess.Popen(
            [sys.executable, "-c", program, ledger, str(desk)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for desk in range(8)
    ]
    errors = [desk.communicate()[1] for desk in desks]
    assert [desk.returncode for desk in desks] == [0] * 8, errors
    events = log(ledger)
    envelope = [event.event.ns for event in events if event.name == "result-recorded/1" and event.event.board == 2]
    assert len(envelope) == len(set(envelope)) == 48
    assert [event.number for event in events] == list(range(1, len(events) + 1))


def test_desks_that_start_together_make_one_schema(postgresql):
    administer(postgresql, "CREATE DATABASE fresh")
    url = sa.make_url(postgresql).set(database="fresh").render_as_string(hide_password=False)
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "--db", url, "init"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        for _ in range(6)
    ]
    errors = [start.communicate()[1] for start in starts]
    assert [start.returncode for start in starts] == [0] * 6, errors


TROUBLE = {
    "no server": ("postgresql+psycopg://me:secret@localhost:1/ledger", "database-unreachable"),
    "no such host": ("postgresql+psycopg://me:secret@nohost.invalid/ledger", "database-unreachable"),
}


@pytest.mark.parametrize("name", TROUBLE)
def test_no_trouble_shows_a_password(name, capsys):
    url, code = TROUBLE[name]
    for command in (["init"], ["board", "1"], ADD):
        exit_code, output = said(capsys, "--db", url, *command)
        assert (exit_code, f"error[{code}]" in output, "secret" in output) == (5, True, False)


def test_a_database_and_a_user_that_are_not_there(postgresql, capsys):
    url = sa.make_url(postgresql)
    for changed, code in (
        (url.set(database="nowhere"), "database-unreachable" if LANGUAGE else "no-database"),
        (url.set(username="nobody"), "database-unreachable" if LANGUAGE else "database-denied"),
    ):
        exit_code, output = said(capsys, "--db", changed.render_as_string(hide_password=False), "board", "1")
        assert (exit_code, f"error[{code}]" in output) == (5, True)


def test_a_replica_may_only_be_looked_at(ledger, capsys):
    read_only = sa.make_url(ledger).update_query_dict({"options": "-c default_transaction_read_only=on"})
    url = read_only.render_as_string(hide_password=False)
    assert run(["--db", url, "board", "1"]) == 0
    capsys.readouterr()
    code, output = said(capsys, "--db", url, *ADD)
    assert (code, "error[database-read-only]" in output) == (5, True)


@promise("P14")
def test_a_server_that_goes_away_under_a_writer_is_told_and_the_command_sent_again(
    ledger, postgresql, monkeypatch, capsys
):
    """The connection is cut after the events were sent and before the commit was answered: so send it again."""
    chained = store_log.with_digests

    def cut(events, previous):
        monkeypatch.undo()
        cut_off(postgresql, ledger)
        return chained(events, previous)

    monkeypatch.setattr(store_log, "with_digests", cut)
    command = [*ADD, "--command-id", "a lost answer"]
    code, output = said(capsys, "--db", ledger, *command)
    assert (code, "error[database-lost]" in output) == (5, True)
    assert "--command-id" in output
    before = len(log(ledger))
    assert run(["--db", ledger, *command]) == 0
    assert run(["--db", ledger, *command]) == 0
    assert len(log(ledger)) == before + 1


def cut_off(server, ledger):
    """End every connection to a database, as a server does that dies."""
    administer(
        server,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE datname = '{sa.make_url(ledger).database}' AND pid <> pg_backend_pid()",
    )


@promise("P17")
@pytest.mark.skipif(ON_CITUS, reason="it is spread already")
def test_a_log_partitioned_by_session_is_the_same_log(new_database, capsys):
    """Four partitions instead of one table: the same commands, and nothing in the code knows."""
    url = new_database()
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE event RENAME TO event_in_one"))
        connection.execute(sa.text("CREATE TABLE event (LIKE event_in_one INCLUDING ALL) PARTITION BY HASH (session)"))
        for part in range(4):
            connection.execute(
                sa.text(f"CREATE TABLE event_{part} PARTITION OF event FOR VALUES WITH (MODULUS 4, REMAINDER {part})")
            )
        connection.execute(
            sa.text(
                "CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event "
                "EXECUTE FUNCTION event_append_only()"
            )
        )
        connection.execute(sa.text("DROP VIEW log"))  # it showed the table by its old name
        connection.execute(sa.text(f"CREATE VIEW log AS {LOG_VIEW}"))
    engine.dispose()
    for session in ("s", "t", "u"):
        for command in EVENING:
            named = [session if word == "s" else word for word in command]
            assert run(["--db", url, "--session", session, *named]) == 0
    with Office(Store(url), "chief") as office:
        database, *sessions = office.verify(strict=True)
    assert (len(sessions), all(each.ok for each in sessions)) == (3, True)
    told = {each.text for each in database.checks["schema"]}
    assert {f"+ child event_{part} of event" for part in range(4)} <= told
    assert [envelope.number for envelope in log(url)] == list(range(1, 12))


def test_names_come_after_a_conflict_without_anybody_waiting_for_himself(ledger, monkeypatch):
    """Two desks import one file: the second waits for the lock, finds the events there, and keeps the names."""
    office = Office(Store(ledger), "desk")
    append, locks = office.store.append, []

    def first_too_late(events, **more):
        locks.append(more["lock"])
        if len(locks) == 1:
            raise Conflict("conflict", "another desk was first")
        return append(events, **more)

    monkeypatch.setattr(office.store, "append", first_too_late)
    opening = OpenSession("Names", None, (1,), 1, profile_loader.load_profile("default"))
    lines = (SheetLine("1", Where(1, "1", "1", "2"), Result("4SN=")),)
    office.submit("n", ImportSheet(opening, lines, players=(Player("1", 1, "Jane Roe"),)))
    assert [event.number for event in office.store.log.read("n")] == [1, 2, 3, 4]
    assert [player.name for player in office.people.of("n")] == ["Jane Roe"]
    assert locks[0] is None
    assert locks[1] is not None
    office.store.close()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://localhost:1/l?password=S3cret&user=q",
        "postgresql+psycopg:/ledger:S3cret@h/l",
        "host=localhost port=1 user=ledger password=S3cret",
        "postgresql+psycopg://u:S3cret@localhost:notaport/l",
        "postgresql+psycopg://u:S3cret@localhost:1/l?bogus=1",
    ],
)
def test_no_password_is_ever_shown_and_no_url_is_our_mistake(url, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in ("init", "verify"):
        code, output = said(capsys, "--db", url, command)
        assert code in (2, 5), output
        assert "S3cret" not in output
    assert not list(tmp_path.iterdir())
