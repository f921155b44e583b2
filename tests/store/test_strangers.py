"""What a stranger planted on a server in a careless hour, in every place he could, is never called or looked at; and
nobody who may merely connect or look makes a desk wait.
"""

import re
from contextlib import closing

import psycopg
import pytest
import sqlalchemy as sa

from cli.main import run
from ledger.errors import Unavailable
from ledger.store.setup import create, grant
from ledger.store.store import Store
from ledger.store.tables import SCHEMA_NAME
from tests.needs import ON_CITUS
from tests.promises import promise
from tests.store.conftest import administer, logins
from tests.store.test_roles import named

PLACES = ("public", SCHEMA_NAME)
TYPES = ("text", "varchar", "bigint", "integer", "smallint", "bytea", "name", "boolean", "oid")
CALLED = {
    "append_events": "text, integer, bytea, bytea, bytea; text, smallint, bytea, bytea, bytea",
    "keep_texts": "text, smallint, text[], bytea[], text[]; varchar, integer, text[], bytea[], text[]",
    "keep_seal": "text, smallint, text; varchar, bigint, varchar; text, integer, text",
    "keep_evidence": "text, text, smallint, bytea; varchar, varchar, bigint, bytea",
    "erase_texts": "text, smallint; varchar, bigint",
    "lock_stream": "varchar, boolean; text, text",
    **dict.fromkeys(("to_regclass", "length", "quote_ident", "to_json", "lower"), "text"),
    **dict.fromkeys(("has_table_privilege", "concat", "starts_with"), "varchar, varchar; text, varchar; name, name"),
    **dict.fromkeys(("sha256", "octet_length"), "bytea"),
    **dict.fromkeys(("max", "sum", "min"), "bigint"),
    **dict.fromkeys(("current_database", "clock_timestamp", "now", "pg_last_xact_replay_timestamp", "version"), ""),
}
"""Functions that a desk calls, or that are called by those: with what a stranger's fits as well or better."""
OPERATORS = ("=", "<>", ">", "<", "<=", ">=", "||", "->", "->>", "+", "-", "*", "~")
NAMES = ("event", "text", "seal", "evidence", "alembic_version", "log", "stream_lock", "pg_class", "pg_proc", "pg_type")


def planted():
    """Statements that put a function, an operator, a cast or a table wherever a stranger could."""
    for place in PLACES:
        yield f"CREATE SEQUENCE {place}.called"
        yield f"GRANT ALL ON {place}.called TO PUBLIC"
        body = f"$$ BEGIN PERFORM nextval('{place}.called'); RAISE EXCEPTION 'a stranger was called'; END $$"
        how = f"LANGUAGE plpgsql COST 0.0001 AS {body}"
        for name, arguments in CALLED.items():
            for each in arguments.split("; "):
                yield f"CREATE FUNCTION {place}.{name}({each}) RETURNS boolean {how}"
        for number, (left, right) in enumerate((left, right) for left in TYPES for right in TYPES):
            yield f"CREATE FUNCTION {place}.by_operator_{number}({left}, {right}) RETURNS boolean {how}"
            for operator in OPERATORS:
                of = f"LEFTARG = {left}, RIGHTARG = {right}, FUNCTION = {place}.by_operator_{number}"
                yield f"CREATE OPERATOR {place}.{operator} ({of})"
        for name in NAMES if place == "public" else NAMES[-3:]:
            yield f"CREATE FUNCTION {place}.of_{name}() RETURNS SETOF boolean {how}"
            yield f"CREATE VIEW {place}.{name} AS SELECT * FROM {place}.of_{name}()"
        yield f"CREATE TYPE {place}.odd AS (kept text)"
        yield f"CREATE FUNCTION {place}.from_text(text) RETURNS {place}.odd {how}"
        yield f"CREATE FUNCTION {place}.to_text({place}.odd) RETURNS text {how}"
        yield f"CREATE CAST (text AS {place}.odd) WITH FUNCTION {place}.from_text(text) AS IMPLICIT"
        yield f"CREATE CAST ({place}.odd AS text) WITH FUNCTION {place}.to_text({place}.odd) AS IMPLICIT"


@pytest.fixture
def url(postgresql, new_database):
    """A ledger in which a stranger once could create, and did; a director has a login."""
    url = new_database()
    with logins(postgresql, safe(url), "stranger", "director", "looker"):
        grant(url, writers=["director"], names=["director"], readers=["looker"])
        for typed in ("session open s --boards 1-2", "result add 1/1 4SN= --ns 1 --ew 2"):
            assert run(["--db", url, *typed.split()]) == 0
        yield url


def safe(url):
    """For who runs the server: he says where names are looked for."""
    return f"{url}?options=-c%20search_path%3Dpg_catalog"


def as_role(url, role):
    return sa.make_url(url).set(username=role, drivername="postgresql").render_as_string(hide_password=False)


def plant(url):
    """Let him, have him do it, and take the right back; his search path comes first for whoever says none."""
    database, owner = sa.make_url(url).database, safe(url)
    for each in PLACES:
        administer(url, f"GRANT USAGE, CREATE ON SCHEMA {each} TO stranger")
    administer(url, f'GRANT CONNECT ON DATABASE "{database}" TO stranger')
    with psycopg.connect(as_role(url, "stranger")) as connection:
        for statement in planted():
            connection.execute(statement.encode())
    for each in PLACES:
        administer(owner, f"REVOKE CREATE ON SCHEMA {each} FROM stranger")
        administer(owner, f"GRANT USAGE ON SCHEMA {each} TO PUBLIC")
    administer(owner, f'ALTER DATABASE "{database}" SET search_path = public, {SCHEMA_NAME}, pg_catalog')
    administer(
        owner, f'ALTER ROLE director IN DATABASE "{database}" SET search_path = public, {SCHEMA_NAME}, pg_catalog'
    )


def called(url):
    with psycopg.connect(as_role(url, "postgres"), options="-c search_path=pg_catalog") as connection:
        return [connection.execute(f"SELECT is_called FROM {each}.called").fetchone()[0] for each in PLACES]


TYPED = (
    ("director", "standings"),
    ("director", "result add 1/2 4SN-1 --ns 3 --ew 4"),
    ("director", "person name 3 1 Jane"),
    ("director", "ruling add 1/1 --stands --reason slow"),
    ("director", "text list"),
    ("director", "person erase Jane --yes"),
    ("looker", "standings"),
    ("looker", "log"),
    ("director", "verify"),
    ("postgres", "session list"),
    ("postgres", "verify"),
    ("postgres", "upgrade"),
    ("postgres", "doctor"),
    ("postgres", "init --grant-reader looker"),
)


@promise("P35")
@pytest.mark.skipif(ON_CITUS, reason="Citus hands a stranger's operator on to no worker")
def test_nothing_that_a_stranger_planted_is_called(url, capsys):
    plant(url)
    with psycopg.connect(as_role(url, "postgres")) as careless, pytest.raises(psycopg.Error, match="a stranger was"):
        careless.execute("SELECT number FROM bridge_ledger.event WHERE session = 's'::varchar")
    administer(safe(url), f"ALTER SEQUENCE public.called RESTART; ALTER SEQUENCE {SCHEMA_NAME}.called RESTART")
    assert called(url) == [False, False]
    for role, typed in TYPED:
        code = run(["--db", sa.make_url(url).set(username=role).render_as_string(hide_password=False), *typed.split()])
        said = "".join(capsys.readouterr())
        assert code in ((0, 1, 3) if typed in ("verify", "upgrade", "doctor") else (0,)), (typed, said)
        assert "a stranger was called" not in said
        assert called(url) == [False, False], typed


@promise("P35")
def test_every_statement_names_the_schema_and_the_type_of_each_parameter(url):
    """Of those that are said most, and of those that SQLAlchemy writes."""
    said = []
    with closing(Store(url)) as store:
        for engine in (store.connections.engine, store.connections._reading):
            sa.event.listen(engine, "before_cursor_execute", lambda _c, _r, what, given, *_: said.append((what, given)))
        store.log.streams()
        store.log.origins("s")
        store.log.of_command("s", "c")
        store.texts.erasures_of_many(["s", "t"])
        store.texts.of_many(["s", "t"])
        store.seals.of("s")
        store.files.of("s")
        list(store.strays())
    assert len(said) > 8
    for what, given in said:
        assert not re.search(r"\b(FROM|JOIN|INTO) +(event|text|seal|evidence|log|alembic_version)\b", what), what
        untyped = [name for name in re.findall(r"%\((\w+)\)s(?!::)", what) if f"CAST(%({name})s AS" not in what]
        assert all(isinstance(given[name], bytes | psycopg.Binary) for name in untyped), (
            what
        )  # which the driver says are bytea


@promise("P36")
def test_what_only_looks_cannot_write(url):
    with closing(Store(url)) as store:
        for alone in (False, True):
            with pytest.raises(Unavailable) as caught, store.connections.reading(alone=alone) as connection:
                connection.execute(sa.text(f"DELETE FROM {SCHEMA_NAME}.seal"))
            assert caught.value.code == "database-read-only"


@promise("P37")
@pytest.mark.parametrize("role", ["stranger", "looker"])
def test_who_may_not_record_makes_nobody_wait(url, role):
    """By no lock that anybody may take, and by none on a table or row of ours."""
    database = sa.make_url(url).database
    administer(url, f'GRANT CONNECT ON DATABASE "{database}" TO stranger')
    advisory = "SELECT pg_advisory_lock(hashtextextended({0}, 0)), pg_advisory_lock(hashtext({0}))"
    with psycopg.connect(as_role(url, role), autocommit=True) as other:
        for name in ("'session s'", "'s'", "'schema'"):
            other.execute(advisory.format(name))
        other.execute("BEGIN")
        for statement in (
            f"SELECT {SCHEMA_NAME}.lock_stream('s', true)",
            f"SELECT FROM {SCHEMA_NAME}.stream_lock WHERE session = 's' FOR UPDATE",
            f"SELECT FROM {SCHEMA_NAME}.event WHERE session = 's' FOR SHARE",
            f"LOCK TABLE {SCHEMA_NAME}.event IN SHARE MODE",
            f"LOCK TABLE {SCHEMA_NAME}.stream_lock IN ACCESS SHARE MODE",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), other.transaction():
                other.execute(statement)
        with closing(Store(f"{url}?options=-c%20lock_timeout=2s")) as store:
            with store.lock("s") as lock:
                store.append([named(lock.number + 1)], lock=lock)
            assert store.log.heads("s")["s"] == lock.number + 1


def test_the_guards_fire_whatever_the_replication_role_is(url):
    with psycopg.connect(as_role(url, "postgres"), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        for table in ("event", "seal", "text", "evidence"):
            with pytest.raises(psycopg.errors.RaiseException):
                connection.execute(f"TRUNCATE {SCHEMA_NAME}.{table}")


@pytest.mark.skipif(ON_CITUS, reason="the same there")
def test_a_schema_of_our_name_that_somebody_made_is_not_used(postgresql):
    administer(postgresql, "CREATE DATABASE theirs")
    url = sa.make_url(postgresql).set(database="theirs").render_as_string(hide_password=False)
    administer(url, f"CREATE SCHEMA {SCHEMA_NAME}")
    with pytest.raises(Unavailable, match=f"somebody made the schema {SCHEMA_NAME}") as caught:
        create(url)
    assert caught.value.code == "not-a-ledger"


@pytest.mark.skipif(ON_CITUS, reason="the same there")
def test_nobody_connects_who_was_not_let_and_where_the_owner_may_not_say_so_it_is_said(postgresql, capsys):
    for role in ("keeper", "passer"):
        administer(postgresql, f"CREATE ROLE {role} LOGIN")
    try:
        for owner, told in (("keeper", False), ("postgres", True)):
            administer(postgresql, f"CREATE DATABASE of_{owner} OWNER {owner}")
            administer(postgresql, f"GRANT CREATE ON DATABASE of_{owner} TO keeper")
            where = sa.make_url(postgresql).set(database=f"of_{owner}")
            keeper, passer = (as_role(where, each).replace(":", "+psycopg:", 1) for each in ("keeper", "passer"))
            assert run(["--db", keeper, "init"]) == 0
            said = " ".join("".join(capsys.readouterr()).split())
            assert (f"REVOKE CONNECT ON DATABASE of_{owner} FROM PUBLIC" in said) is told, said
            assert run(["--db", keeper, "doctor"]) == told
            said = capsys.readouterr().out
            assert ("+ grant CONNECT, TEMPORARY on <database> to PUBLIC" in said) is told, said
            assert run(["--db", passer, "standings"]) == 5
            assert "error[database-denied]" in capsys.readouterr().err
            administer(postgresql, f"DROP DATABASE of_{owner} WITH (FORCE)")
    finally:
        for role in ("keeper", "passer"):
            administer(postgresql, f"DROP ROLE {role}")
