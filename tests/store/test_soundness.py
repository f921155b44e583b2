"""What guards the log in the database, `verify` looks after: triggers, functions, grants, columns; and seals, times."""

import re
import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.errors import Unavailable
from ledger.facts import Envelope
from ledger.facts.play import ContestantsEntered
from ledger.store.setup import migrate
from ledger.store.store import Store
from ledger.trust.verification import audit, audit_database
from tests.needs import ON_CITUS
from tests.promises import promise
from tests.store.conftest import drop_roles
from tests.store.servers import take_back
from tests.store.unguarded import unguarded

EVENING = (["session", "open", "s", "--boards", "1-2"], ["result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2"])


def entered(number, recorded_at):
    event = ContestantsEntered((str(number),))
    return Envelope("s", number, "contestants-entered/1", event, f"c{number}", 0, recorded_at, recorded_at, "me", ())


def test_a_database_as_it_was_made_is_sound(store):
    assert audit_database(store).checks == {"schema": []}


IN_A_FILE = {
    "the trigger event_no_update is missing": "DROP TRIGGER event_no_update",
    "the trigger event_no_delete is missing": "DROP TRIGGER event_no_delete",
    "the trigger event_no_replace is missing": "DROP TRIGGER event_no_replace",
    "the trigger seal_no_update is missing": "DROP TRIGGER seal_no_update",
    "the trigger event_no_update was changed": "DROP TRIGGER event_no_update; CREATE TRIGGER event_no_update"
    " BEFORE UPDATE ON event WHEN NEW.number < 0 BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END",
    "the trigger quietly is not of bridge-ledger": "CREATE TRIGGER quietly AFTER INSERT ON event BEGIN SELECT 1; END",
    "the view log is missing": "DROP VIEW log",
    "the table event was changed": "ALTER TABLE event ADD COLUMN mine TEXT",
    "the table seal is missing": "DROP TABLE seal",
    "the table seal was changed": """PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (size > 0)', '') WHERE name = 'seal';
        PRAGMA writable_schema = RESET""",
    "the index more is not of bridge-ledger": "CREATE UNIQUE INDEX more ON event (digest)",
}


@promise("T36")
@pytest.mark.parametrize("finding", IN_A_FILE)
def test_what_was_changed_in_a_file_is_named(tmp_path, capsys, finding):
    path = tmp_path / "ledger.db"
    for command in (["init"], *EVENING):
        assert run(["--db", str(path), *command]) == 0
    assert run(["--db", str(path), "verify"]) == 0
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(IN_A_FILE[finding])
    with closing(Store(f"sqlite:///{path}")) as store:
        assert finding in [each.text for each in audit_database(store).checks["schema"]]
    capsys.readouterr()
    if "seal is" not in finding:
        assert run(["--db", str(path), "verify"]) == 3
        printed = capsys.readouterr()
        assert f"error[schema-changed]: {finding}" in printed.err
        assert printed.out.startswith("the database\n  FAILED  schema\n")


@pytest.mark.parametrize("finding", [each for each in IN_A_FILE if re.match("the trigger (event|seal)", each)])
def test_a_trigger_of_a_file_is_put_back_by_the_command_that_is_named(tmp_path, capsys, finding):
    path = tmp_path / "ledger.db"
    for command in (["init"], *EVENING):
        assert run(["--db", str(path), *command]) == 0
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(IN_A_FILE[finding])
    assert run(["--db", str(path), "verify"]) == 3
    assert f"`bridge-ledger --db {path} upgrade`, by its owner, puts the guards back" in capsys.readouterr().err
    assert run(["--db", str(path), "upgrade"]) == 0
    assert f"its guards are put back, after this was found: {finding}" in capsys.readouterr().out
    assert run(["--db", str(path), "verify"]) == 0


def test_a_table_that_is_gone_is_named_and_a_backup_asked_for(tmp_path, capsys):
    path = tmp_path / "ledger.db"
    assert run(["--db", str(path), "init"]) == 0
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE seal")
    assert run(["--db", str(path), "upgrade"]) == 5
    said = capsys.readouterr().err
    assert "error[not-a-ledger]: the table seal is missing" in said
    assert "no such table" not in said
    assert "restore a backup into a new ledger" in said


def test_what_to_do_about_many_triggers_is_said_once(tmp_path, capsys):
    path = tmp_path / "ledger.db"
    for command in (["init"], *EVENING):
        assert run(["--db", str(path), *command]) == 0
    with closing(sqlite3.connect(path)) as connection:
        triggers = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")]
        connection.executescript("".join(f"DROP TRIGGER {name};" for name in triggers))
    capsys.readouterr()
    assert run(["--db", str(path), "verify"]) == 3
    err = capsys.readouterr().err
    for name in triggers:
        assert f"error[schema-changed]: the trigger {name} is missing\n" in err
    assert err.count("hint: somebody changed the database beside the ledger") == 1


ON_A_SERVER = {
    "the trigger event_append_only on event is missing": "DROP TRIGGER event_append_only ON event",
    "the trigger seal_append_only on seal is missing": "DROP TRIGGER seal_append_only ON seal",
    "the trigger event_append_only on event was changed, or does not fire": "ALTER TABLE event DISABLE TRIGGER ALL",
    "the trigger quietly on event is not of bridge-ledger": "CREATE TRIGGER quietly BEFORE INSERT ON event"
    " FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "the function append_events was changed": "ALTER FUNCTION append_events SECURITY INVOKER",
    "the function keep_seal was changed": "ALTER FUNCTION keep_seal RESET search_path",
    "the function event_append_only was changed": "CREATE OR REPLACE FUNCTION event_append_only() RETURNS trigger"
    " LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "the function append_events is missing": "DROP FUNCTION append_events",
    "everybody may call the function append_events": "GRANT EXECUTE ON FUNCTION append_events TO PUBLIC",
    "everybody may INSERT on event, beside the functions": "GRANT INSERT ON event TO PUBLIC",
    "everybody may DELETE on seal, beside the functions": "GRANT DELETE ON seal TO PUBLIC",
    "the column mine of event is not of bridge-ledger": "ALTER TABLE event ADD COLUMN mine TEXT",
    "the column part of event was changed": "DROP VIEW log; ALTER TABLE event ALTER COLUMN part TYPE BIGINT",
    "the column login of seal is missing": "ALTER TABLE seal DROP COLUMN login",
    "the check of event is missing: number > 0": "ALTER TABLE event DROP CONSTRAINT event_number_check",
    "the check of event is missing: length(digest) = 32": "ALTER TABLE event DROP CONSTRAINT event_digest_check;"
    " ALTER TABLE event ADD CONSTRAINT event_digest_check CHECK (length(digest) = 32) NOT VALID",
    "the check of seal is missing: size > 0": "ALTER TABLE seal DROP CONSTRAINT seal_size_check",
    "the constraint more on event is not of bridge-ledger": "ALTER TABLE event ADD CONSTRAINT more CHECK (number < 9)",
    "the constraint more on text is not of bridge-ledger": "ALTER TABLE text ADD CONSTRAINT more UNIQUE (salt)",
    "the unique index more on event is not of bridge-ledger": "CREATE UNIQUE INDEX more ON event (session, part)",
    "the column digest of event was changed": "ALTER TABLE event ALTER COLUMN digest DROP NOT NULL",
    "the column login of event was changed": "ALTER TABLE event ALTER COLUMN login SET DEFAULT 'Cole'",
    "the column login of seal was changed": "ALTER TABLE seal ALTER COLUMN login DROP NOT NULL",
    "the key of event is missing: PRIMARY KEY (session, number)": "ALTER TABLE event DROP CONSTRAINT event_pkey",
    "the key of event is missing: UNIQUE (session, command_id, part)": "ALTER TABLE event DROP CONSTRAINT"
    " event_session_command_id_part_key",
    "the table text is missing": "DROP TABLE text",
    "the table event is missing": "ALTER TABLE event RENAME TO other",
    "the table event is none": "ALTER TABLE event RENAME TO other; CREATE VIEW event AS SELECT * FROM other",
    "the trigger text_unchanged on text is missing": "DROP TRIGGER text_unchanged ON text",
    "everybody may UPDATE on event.record, beside the functions": "GRANT UPDATE (record) ON event TO PUBLIC",
    "everybody may SELECT on text.text, beside the functions": "GRANT SELECT (text) ON text TO PUBLIC",
    "everybody may SELECT on text, beside the functions": "GRANT SELECT ON text TO PUBLIC",
    "everybody may DELETE on text, beside the functions": "GRANT DELETE ON text TO PUBLIC",
    "everybody may UPDATE on log, beside the functions": "GRANT UPDATE ON log TO PUBLIC",
    "the view log was changed": "DO $$ BEGIN EXECUTE replace(format('CREATE OR REPLACE VIEW log AS %s',"
    " pg_get_viewdef('log'::regclass)), 'FROM event', 'FROM event WHERE number <> 7'); END $$",
    "the view log is missing": "DROP VIEW log",
    "the rule quietly on event is not of bridge-ledger": "CREATE RULE quietly AS ON INSERT TO event DO INSTEAD NOTHING",
    "rows of event are hidden from some: row level security is on": "ALTER TABLE event ENABLE ROW LEVEL SECURITY",
    "the trigger seal_append_only on seal was changed, or does not fire": "DROP TRIGGER seal_append_only ON seal;"
    " CREATE TRIGGER seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seal WHEN (false)"
    " EXECUTE FUNCTION seal_append_only()",
    "everybody may create in the schema public, and so have others run what is his": "GRANT CREATE ON SCHEMA public"
    " TO PUBLIC",
    "mole may create in the schema public, and so have others run what is his": "CREATE ROLE mole;"
    " GRANT CREATE ON SCHEMA public TO mole",
    "mole owns text, and so may change everything": "CREATE ROLE mole; ALTER TABLE text OWNER TO mole",
    "event is lost when the server crashes: it is unlogged": "ALTER TABLE event SET UNLOGGED",
    "the table child adds its rows to those of event": "CREATE TABLE child () INHERITS (event)",
    "mole may write in every table of the server": "CREATE ROLE mole; GRANT pg_write_all_data TO mole",
    "mole may act as the role that owns the tables, and so change everything": "CREATE ROLE mole;"
    " GRANT postgres TO mole",
}


def change(store, statement):
    """Have the owner do something; what Citus does for nobody cannot be found there."""
    try:
        with store.connections.transaction() as connection:
            for each in re.split(r"; +(?=ALTER|CREATE|GRANT)", statement):  # Citus hands each on as it is said
                connection.execute(sa.text(each))
    except (sa.exc.DBAPIError, Unavailable) as error:
        refused = getattr(error, "orig", None) or getattr(error.__cause__, "orig", None)
        if ON_CITUS and getattr(refused, "sqlstate", "") in ("0A000", "XX000"):
            pytest.skip(f"Citus does not do that: {refused}")
        raise


@promise("T36")
@pytest.mark.parametrize("finding", ON_A_SERVER)
def test_what_was_changed_on_a_server_is_named_and_taken_back_as_is_said(new_database, postgresql, finding):
    url = new_database()
    with closing(Store(url)) as store:
        change(store, ON_A_SERVER[finding])
        try:
            found = audit_database(store).checks["schema"]
            assert finding in [each.text for each in found]
            take_back(url, found)
            assert not [each for each in audit_database(store).checks["schema"] if "taken back" in each.hint]
        finally:
            if "ROLE mole" in ON_A_SERVER[finding]:
                drop_roles(postgresql, url, "mole")


@promise("T36")
def test_who_may_create_a_schema_is_named(new_database, postgresql):
    """One that is called as the owner comes first, wherever the search path begins with it."""
    url = new_database()
    name = sa.make_url(url).database
    with closing(Store(url)) as store:
        change(store, f'CREATE ROLE mole; GRANT CREATE ON DATABASE "{name}" TO mole')
        try:
            found = audit_database(store).checks["schema"]
            named = f'(at [0-9.:]+ )?mole may create in the database "?{name}"?, and so have .*'
            assert found
            assert all(re.fullmatch(named, each.text) for each in found)
            take_back(url, found)
            assert audit_database(store).ok
        finally:
            drop_roles(postgresql, url, "mole")


_GUARD = re.compile("the (trigger|function) (?!quietly)|everybody may call")


@pytest.mark.parametrize("finding", [*filter(_GUARD.match, ON_A_SERVER)])
def test_a_guard_of_a_server_is_put_back_by_the_command_that_is_named(new_database, capsys, finding):
    url = new_database()
    with closing(Store(url)) as store:
        change(store, ON_A_SERVER[finding])
        (hint,) = {each.hint for each in audit_database(store).checks["schema"]}
        assert "`upgrade`, by its owner, puts the guards back" in hint
        assert run(["--db", url, "upgrade"]) == 0
        assert finding in capsys.readouterr().out
        assert audit_database(store).ok
        for command in EVENING:
            assert run(["--db", url, *command]) == 0


def test_only_the_owner_puts_guards_back(new_database, capsys):
    url = new_database()
    other = sa.make_url(url).set(username="mole").render_as_string(hide_password=False)
    with closing(Store(url)) as store:
        change(store, "DROP TRIGGER event_append_only ON event; CREATE ROLE mole LOGIN")
        change(store, "GRANT SELECT ON event, seal, text, evidence, home, alembic_version, log TO mole")
        try:
            assert run(["--db", other, "upgrade"]) == 5
            said = capsys.readouterr().err
            assert "error[database-denied]" in said
            assert "only postgres may put them back" in said
        finally:
            with store.connections.transaction() as connection:
                connection.execute(sa.text("DROP OWNED BY mole"))
                connection.execute(sa.text("DROP ROLE mole"))


def test_a_function_of_ours_by_name_and_not_by_what_it_is_called_with_is_named(new_database):
    with closing(Store(new_database())) as store:
        change(store, "CREATE FUNCTION keep_seal(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1'")
        found = audit_database(store).checks["schema"]
        assert "the function keep_seal(integer) is not of bridge-ledger" in [each.text for each in found]
        assert "DROP FUNCTION keep_seal(integer)" in found[0].hint


def test_what_is_no_guard_is_not_put_back(new_database, capsys):
    url = new_database()
    with closing(Store(url)) as store:
        change(store, ON_A_SERVER["the column mine of event is not of bridge-ledger"])
        found, *at_workers = audit_database(store).checks["schema"]
        assert (bool(at_workers), "upgrade" in found.hint) == (ON_CITUS, False)
        assert run(["--db", url, "upgrade"]) == 3
        printed = capsys.readouterr()
        assert ("put back" in printed.out, "up to date" in printed.out) == (False, False)
        assert f"error[schema-changed]: {found.text}" in printed.err
        assert not audit_database(store).ok


REFUSING = {
    "a trigger": "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no \x1b[2J''; END';"
    " CREATE TRIGGER more BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION no()",
    "a check": "ALTER TABLE event ADD CONSTRAINT more CHECK (number < 4) NOT VALID",
    "a column": "ALTER TABLE event ADD COLUMN more text; ALTER TABLE event ADD CHECK (more IS NOT NULL) NOT VALID",
}


@pytest.mark.parametrize("what", REFUSING)
def test_what_a_server_refuses_by_what_somebody_put_there_is_told_at_once(new_database, capsys, monkeypatch, what):
    """Another desk was not first: nobody tries again. `doctor` names it too."""
    url = new_database()
    for command in EVENING:
        assert run(["--db", url, *command]) == 0
    with closing(Store(url)) as store:
        change(store, REFUSING[what])
    capsys.readouterr()
    with monkeypatch.context() as waiting:
        waiting.setattr("ledger.recording.recorder.time.sleep", lambda _: pytest.fail("it is tried again"))
        assert run(["--db", url, "result", "add", "1/2", "4SN=", "--ns", "3", "--ew", "4"]) == 5
    told = capsys.readouterr().err
    assert ("error[event-refused]: " in told, "refuses it: " in told) == (True, True), told
    assert "hint: nothing was recorded; " in told
    for look, code in (("verify", 3), ("doctor", 1)):
        assert run(["--db", url, look]) == code
        printed = capsys.readouterr()
        assert "more" in printed.out + printed.err


@promise("T37")
def test_a_time_that_runs_backwards_is_a_warning(tmp_path, capsys):
    """By more than clocks of two desks differ: a clock was wrong, or somebody wrote beside them."""
    store = Store(f"sqlite:///{tmp_path / 'ledger.db'}")
    migrate(store)
    times = 10**15, 10**15 - 7_000_000, 10**15 - 660_000_000, 10**15
    store.append([entered(number, time) for number, time in enumerate(times, start=1)])
    (warning,) = audit(store, "s").warnings
    assert (warning.code, warning.number) == ("time-backwards", 3)
    store.close()
    run(["--db", str(tmp_path / "ledger.db"), "verify"])
    assert "warning: #3 of session s says it was recorded 10 minutes before the last" in capsys.readouterr().err


def test_the_log_says_what_the_clock_of_each_desk_was_at(office):
    from tests.store.test_waiting import OPEN, result

    office.submit("s", OPEN)
    latest = office.session("s").recorded_at
    office.clock = lambda: latest - 3_600_000_000
    office.submit("s", result())
    assert list(office.log("s"))[-1].recorded_at == latest - 3_600_000_000


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE seal SET size = size + 1",
        "UPDATE seal SET note = replace(note, '— ', '—  ')",
        "UPDATE seal SET note = note || char(10)",
        "UPDATE seal SET session = 't'",
        "UPDATE seal SET note = 'x'",
    ],
)
def test_the_row_of_a_seal_is_what_it_was(tmp_path, capsys, change):
    path = tmp_path / "ledger.db"
    key = tmp_path / "k"
    for command in (["init"], *EVENING, ["seal", "--new-key", "club", "--key", str(key)], ["seal", "--key", str(key)]):
        assert run(["--db", str(path), *command]) == 0, capsys.readouterr()
    assert run(["--db", str(path), "verify"]) == 0
    with closing(sqlite3.connect(path)) as connection, unguarded(connection):
        connection.execute(change)
    assert run(["--db", str(path), "verify"]) == 3
    assert "error[seal-broken]" in capsys.readouterr().err
