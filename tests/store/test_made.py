"""The schema is what was made: what anybody puts there, takes away or lets somebody do is a line of `verify`."""

import sqlite3
import time
from contextlib import closing

import psycopg
import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.office import Office
from ledger.store.made import TEXTS, differences, list_all
from ledger.store.setup import grant
from ledger.store.store import Store
from ledger.subjects.office.facts import AcceptSchemaDifference
from ledger.trust.verification import audit_database
from tests.needs import needs
from tests.promises import promise
from tests.store import made_texts
from tests.store.conftest import administer, drop_roles
from tests.store.moves import LATEST, MOVES, READY
from tests.store.servers import cluster, server, versions

EVENING = (["session", "open", "s", "--boards", "1-2"], ["result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2"])
AGAIN = "written anew by `python -m tests.store.made_texts`"


def lines(url):
    with closing(Store(url)) as store:
        return [each.line for each in differences(list_all(store.connections))]


def lines_here(url):
    """List the lines of the server that is spoken to: on Citus, each worker has lines of its own beside them."""
    return [each for each in lines(url) if " at 127.0.0.1:" not in each]


def read(name):
    return (TEXTS / f"{name}.txt").read_text()


def test_a_database_as_it_was_made_is_sound(store):
    assert audit_database(store).checks == {"schema": []}


# The texts


def test_the_text_says_what_a_file_is_made_as():
    assert read("sqlite") == made_texts.text(made_texts.of_file()), AGAIN


@pytest.mark.parametrize("version", [15, 16, 18])
def test_the_text_says_what_a_server_of_each_version_is_made_as(version):
    if version not in (here := versions()):
        pytest.skip(f"there is no PostgreSQL {version}")
    with server("", here[version], fsync="off") as one:
        assert read("postgresql") == made_texts.text(made_texts.of_server(one)), AGAIN


@needs("Citus")
def test_the_text_says_what_servers_with_citus_are_made_as():
    with cluster(fsync="off") as nodes:
        more = {*made_texts.of_cluster(nodes)}
    assert read("citus") == made_texts.text([line for line in more if f"{line}\n" not in plain_text()]), AGAIN


def plain_text():
    """The text of a server, with its roles as the servers call them."""
    return (
        read("postgresql")
        .replace("<reader>", '"<reader>"')
        .replace("<writer>", '"<writer>"')
        .replace("<names>", '"<names>"')
    )


# Moves on a server


@pytest.fixture
def ready(new_database, postgresql):
    """A ledger beside which somebody has a role without rights, and a schema of his own."""
    url = new_database()
    administer(url, READY)
    yield url
    administer(postgresql, "REVOKE postgres FROM pg_monitor")  # a membership is of the whole server
    drop_roles(
        postgresql,
        url,
        *(role for (role,) in ask(url, "SELECT rolname FROM pg_roles WHERE rolname IN ('mole', 'desk')")),
    )


def ask(url, statement):
    where = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(where) as connection:
        return connection.execute(statement).fetchall()


def move(url, statements):
    """Say something as who runs the server; what a server of an older version does for nobody is no move."""
    try:
        administer(url, statements.format(database=f'"{sa.make_url(url).database}"'))
    except sa.exc.DBAPIError as error:
        ((version,),) = ask(url, "SELECT current_setting('server_version_num')::int / 10000")
        if version < LATEST:
            pytest.skip(f"this server does not do that: {error.orig}")
        raise


@promise("T36", "P38")
@pytest.mark.one_server("test_spread.py has its own moves, at the coordinator and at a worker")
@pytest.mark.parametrize("line", MOVES)
def test_every_move_to_power_over_the_log_is_a_line_of_verify(ready, line):
    before = lines(ready)
    move(ready, MOVES[line])
    found = [each for each in lines(ready) if each not in before]
    if "subscription heard" in line:  # which keeps a database from being dropped
        administer(ready, "ALTER SUBSCRIPTION heard SET (slot_name = NONE)")
        administer(ready, "DROP SUBSCRIPTION heard")
    assert any(each.startswith(line) for each in found), found


def test_nothing_that_somebody_planted_is_called_by_the_listing(ready):
    """An operator that fits better than PostgreSQL's own would be called, with the rights of whoever looks."""
    administer(ready, PLANTED)
    assert [each for each in lines(ready) if each.startswith("+ other operator")]


PLANTED = "".join(
    f"""
    CREATE FUNCTION public.planted({one}, {other}) RETURNS boolean LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION ''called''; END';
    CREATE OPERATOR public.= (LEFTARG = {one}, RIGHTARG = {other}, FUNCTION = public.planted);
    CREATE OPERATOR public.<> (LEFTARG = {one}, RIGHTARG = {other}, FUNCTION = public.planted);
    """
    for one, other in (
        ("text", "varchar"),
        ("varchar", "text"),
        ("name", "varchar"),
        ("oid", "int"),
        ("regclass", "oid"),
    )
) + "".join(
    f"""CREATE FUNCTION public.{name}(name, text) RETURNS text LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION ''called''; END';"""
    for name in ("concat", "concat_ws", "replace", "format", "string_agg", "starts_with", "quote_ident")
)


MENDED = [line for line in MOVES if ("append_events(" in line and "OWNER" not in MOVES[line]) or "_append_only" in line]
MENDED += ["- index CREATE INDEX event_first", "- function append_events", "- trigger CREATE CONSTRAINT TRIGGER"]
MENDED = [line for line in MOVES if line.startswith(tuple(MENDED)) and "GRANT" not in MOVES[line]]


@pytest.mark.one_server("test_spread.py has its own guards that are put back, at a worker")
@pytest.mark.parametrize("line", MENDED)
def test_functions_triggers_and_the_index_are_made_anew_by_upgrade(ready, capsys, line):
    before = lines(ready)
    move(ready, MOVES[line])
    assert run(["--db", ready, "upgrade"]) == 3  # for the schema beside it is still there
    assert "its guards are put back, after this was found: - " in capsys.readouterr().out
    assert lines(ready) == before
    for command in EVENING:
        assert run(["--db", ready, *command]) == 0


def test_only_the_owner_makes_guards_anew(ready, capsys):
    administer(ready, "ALTER ROLE mole LOGIN", "DROP TRIGGER event_append_only ON event")
    grant(ready, readers=["mole"], names=["mole"])
    other = sa.make_url(ready).set(username="mole").render_as_string(hide_password=False)
    assert run(["--db", other, "upgrade"]) == 5
    said = capsys.readouterr().err
    assert "error[database-denied]" in said
    assert "only postgres may mend or accept it" in said


@pytest.mark.one_server("each worker has lines of its own, and what to do stands after the last of a sort")
def test_what_a_line_means_and_what_to_do_is_said_once_a_sort(ready, capsys):
    dropped = "DROP TRIGGER event_append_only ON event", "DROP TRIGGER seal_append_only ON seal"
    administer(ready, *dropped, "GRANT pg_monitor TO mole")
    assert run(["--db", ready, "verify"]) == 3
    printed = capsys.readouterr()
    assert printed.out.startswith("the database\n  FAILED  schema\n")
    assert "error[schema-changed]: + member mole of pg_monitor\nhint: a member may do what the role may:" in printed.err
    assert printed.err.count(" upgrade`, by the owner, makes it anew") == 1
    assert run(["--db", ready, "doctor"]) == 1
    assert "- trigger CREATE TRIGGER event_append_only" in capsys.readouterr().out


# Who may do what


def test_what_init_grants_is_no_difference_and_more_is_one(new_database, postgresql):
    url = new_database()
    roles = "desk", "web", "names"
    for role in roles:
        administer(url, f"CREATE ROLE {role}")
    try:
        grant(url, writers=["desk"], names=["names"])
        grant(url, readers=["web"])
        assert not lines(url)
        administer(url, "GRANT EXECUTE ON FUNCTION keep_seal TO web; GRANT SELECT ON text TO desk")
        granted = "+ grant EXECUTE on keep_seal(of_session text, covered bigint, said text) to web"
        assert lines_here(url) == [granted, "+ grant SELECT on text to desk"]
        administer(url, "REVOKE ALL ON FUNCTION append_events FROM desk; REVOKE ALL ON text FROM desk")
        assert lines_here(url) == [granted]
    finally:
        drop_roles(postgresql, url, *roles)


@pytest.mark.parametrize("role", ["x to <owner>", "public.web", "<owner>", "web with grant option", "PUBLIC"])
def test_no_role_has_a_name_by_which_it_is_taken_for_another(new_database, postgresql, role):
    url = new_database()
    administer(url, "CREATE ROLE web", f'CREATE ROLE "{role}"')
    try:
        grant(url, readers=["web"])
        administer(url, f'GRANT SELECT ON event TO "{role}"')
        (line,) = lines_here(url)
        assert line.startswith('+ grant SELECT on event to "')
        if "." not in role:
            grant(url, readers=[role])
            assert not lines(url)
    finally:
        drop_roles(postgresql, url, "web", f'"{role}"')


def test_the_login_of_an_official_is_known(ready, capsys):
    administer(ready, "CREATE ROLE desk")
    grant(ready, writers=["desk"])
    administer(ready, "GRANT desk TO mole")
    before = lines(ready)
    assert "+ member mole of desk" in before
    assert run(["--db", ready, *EVENING[0]]) == 0
    tied = ["official", "add", "Ahlborn", "--as", "chief-director"]
    assert run(["--db", ready, *tied, "--by", "Ahlborn"]) == 0
    assert (
        run(["--db", ready, "official", "add", "Berg", "--as", "director", "--login", "mole", "--by", "Ahlborn"]) == 0
    )
    with closing(Store(ready)) as store:
        found = [each.text for each in audit_database(store).checks["schema"]]
    assert "+ member mole of desk" not in found
    assert {*found} == {each for each in before if not each.startswith("+ member mole of desk")}


@promise("P39")
def test_a_difference_is_accepted_by_name_and_no_longer(ready, capsys):
    administer(ready, "GRANT pg_monitor TO mole")
    assert run(["--db", ready, *EVENING[0]]) == 0
    accepted = "+ member mole of pg_monitor"
    accept = ["--db", ready, "official", "accept", accepted, "--reason", "our monitoring", "--by", "Ahlborn"]
    assert run(accept) == 0
    assert run(accept) == 1
    assert run(["--db", ready, "official", "accept", "mole"]) == 2
    capsys.readouterr()
    assert run(["--db", ready, "verify"]) == 3
    printed = capsys.readouterr()
    assert f"  note    accepted: {accepted} (#2 of s, by Ahlborn)" in printed.out
    assert f"error[schema-changed]: {accepted}\n" not in printed.err
    assert run(["--db", ready, "undo", "2", "--yes"]) == 0
    assert run(["--db", ready, "verify"]) == 3
    assert f"error[schema-changed]: {accepted}\n" in capsys.readouterr().err


@pytest.mark.parametrize("power", ["", "SUPERUSER"])
def test_an_acceptance_from_another_login_counts_for_nothing(ready, capsys, power):
    administer(ready, f"ALTER ROLE mole LOGIN {power}; GRANT pg_monitor TO mole")
    grant(ready, writers=["mole"])
    mole = sa.make_url(ready).set(username="mole").render_as_string(hide_password=False)
    assert run(["--db", mole, *EVENING[0]]) == 0
    line = "+ member mole of pg_monitor"
    assert run(["--db", mole, "official", "accept", line, "--by", "Mole"]) == 5
    assert "only postgres may mend or accept it" in capsys.readouterr().err
    with Office.open(mole, by="Mole") as office:
        office.submit("s", AcceptSchemaDifference(line, "mine"))
    assert run(["--db", ready, "verify"]) == 3
    assert f"error[schema-changed]: {line}\n" in capsys.readouterr().err


# Files


IN_A_FILE = {
    "- trigger event_no_update": "DROP TRIGGER event_no_update",
    "- trigger event_no_delete": "DROP TRIGGER event_no_delete",
    "- trigger event_no_replace": "DROP TRIGGER event_no_replace",
    "- trigger seal_no_update": "DROP TRIGGER seal_no_update",
    "- index event_first": "DROP INDEX event_first",
    "- view log": "DROP VIEW log",
    "+ view mine": "CREATE VIEW mine AS SELECT * FROM log",
    "+ table more": "CREATE TABLE more (a)",
}
ON_A_TABLE = {
    "+ trigger event_no_update": "DROP TRIGGER event_no_update; CREATE TRIGGER event_no_update"
    " BEFORE UPDATE ON event WHEN NEW.number < 0 BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END",
    "+ trigger quietly": "CREATE TRIGGER quietly AFTER INSERT ON event BEGIN SELECT 1; END",
    "+ index more": "CREATE INDEX more ON event (hex(digest))",
    "+ table event": "ALTER TABLE event ADD COLUMN mine TEXT",
    "+ table seal": """PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (size > 0)', '') WHERE name = 'seal';
        PRAGMA writable_schema = RESET""",
    "+ table alembic_version": "ALTER TABLE alembic_version ADD COLUMN mine TEXT",
    "+ view event": "DROP VIEW log; ALTER TABLE event RENAME TO old; CREATE VIEW event AS SELECT * FROM old",
}


@pytest.fixture
def path(tmp_path):
    """A file in which an evening was recorded."""
    path = tmp_path / "ledger.db"
    for command in (["init"], *EVENING):
        assert run(["--db", str(path), *command]) == 0
    assert run(["--db", str(path), "verify"]) == 0
    return path


def change(path, statements):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statements)


@promise("T36")
@pytest.mark.parametrize("line", IN_A_FILE | ON_A_TABLE)
def test_what_was_changed_in_a_file_is_named(path, capsys, line):
    change(path, (IN_A_FILE | ON_A_TABLE)[line])
    assert any(each.startswith(line) for each in lines(f"sqlite:///{path}"))
    capsys.readouterr()
    assert run(["--db", str(path), "verify"]) == 3
    printed = capsys.readouterr()
    assert "error[schema-changed]: " in printed.err
    assert f"{line} " in printed.err


@pytest.mark.parametrize(
    "line", [*(each for each in IN_A_FILE if "no_" in each or "first" in each), "+ trigger event_no_update"]
)
def test_a_trigger_or_an_index_of_a_file_is_made_anew_by_upgrade(path, capsys, line):
    change(path, (IN_A_FILE | ON_A_TABLE)[line])
    assert run(["--db", str(path), "upgrade"]) == 0
    assert f"its guards are put back, after this was found: {line.replace('+', '-')} " in capsys.readouterr().out
    assert run(["--db", str(path), "verify"]) == 0


@pytest.mark.parametrize("line", ON_A_TABLE)
def test_nothing_is_asked_of_a_table_of_a_file_that_is_not_as_it_was_made(path, capsys, line):
    change(path, ON_A_TABLE[line])
    capsys.readouterr()
    for command in ("standings", "log", "session list", "backup b.db", "result add 1/2 4SN= --ns 3 --ew 4"):
        assert run(["--db", str(path), *command.split()]) == 3
        assert f"error[schema-changed]: {path} is not as a ledger was made: {line} " in capsys.readouterr().err


ENDLESS = "WITH RECURSIVE n (a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM n) SELECT '{}', {} FROM n"
_COLUMNS = {
    "event": "1 AS number, 'c' AS command_id, 0 AS part, x'' AS record, x'' AS digest, a",
    "alembic_version": "'0006' AS version_num, a",
}


@pytest.mark.parametrize("table", _COLUMNS)
def test_a_file_of_a_stranger_hangs_no_command(path, capsys, tmp_path, monkeypatch, table):
    monkeypatch.chdir(tmp_path)
    endless = ENDLESS.format("s", _COLUMNS[table]).replace("'s',", "'s' AS session,")
    change(path, f"DROP VIEW log; DROP TABLE {table}; CREATE VIEW {table} AS {endless}")
    began = time.monotonic()
    for command in ("verify", "doctor", "standings", "log", "session list", "upgrade", "backup b.db", "export b.zip"):
        assert run(["--db", str(path), *command.split()]), command
    for command in (f"restore {path}", f"import {path}"):
        assert run(["--db", str(tmp_path / "new.db"), *command.split()]), command
    assert time.monotonic() - began < 30


def test_a_table_that_is_gone_is_named_and_a_backup_asked_for(tmp_path, capsys):
    path = tmp_path / "ledger.db"
    assert run(["--db", str(path), "init"]) == 0
    change(path, "DROP TABLE seal")
    assert run(["--db", str(path), "upgrade"]) == 5
    said = capsys.readouterr().err
    assert "error[not-a-ledger]: the table seal is missing" in said
    assert "no such table" not in said
    assert "restore a backup into a new ledger" in said


def test_what_to_do_about_many_triggers_is_said_once(path, capsys):
    triggers = ask_file(path, "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    change(path, "".join(f"DROP TRIGGER {name};" for (name,) in triggers))
    capsys.readouterr()
    assert run(["--db", str(path), "verify"]) == 3
    err = capsys.readouterr().err
    for (name,) in triggers:
        assert f"error[schema-changed]: - trigger {name} " in err
    assert err.count("hint: a trigger keeps the log as it is") == 1


def ask_file(path, query):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()
