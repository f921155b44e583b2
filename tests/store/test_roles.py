"""A role that means harm: what writer, reader and nobody try on a shared ledger, one by one; nothing of it is taken."""

import time
from contextlib import closing, nullcontext, suppress
from hashlib import sha256

import psycopg
import pytest
import sqlalchemy as sa
from msgspec import structs

from cli.main import run
from ledger.digests import TEXT, event_digest
from ledger.errors import Unavailable
from ledger.kernel.fact import Envelope
from ledger.kernel.free_text import commitment
from ledger.office import Office
from ledger.store import log, record
from ledger.store.store import Store
from ledger.subjects.people.facts import ErasedText, Player, PlayersNamed, TextErased
from ledger.subjects.play.facts import ContestantsEntered
from tests.kept import kept, moved
from tests.needs import ON_CITUS
from tests.promises import promise
from tests.store.conftest import administer, administer_each, logins, made

ROLES = ("writer", "reader", "nobody")
TABLES = ("event", "seal", "text", "alembic_version")
CALL = "SELECT append_events(%s, %s, %s, %s, %s)"
MINUTE = 60_000_000
REFUSED = ("42501", "42809", *(("0A000", "XX000") if ON_CITUS else ()))
"""By whom: by the grants; on Citus some are none that it does for anybody."""


@pytest.fixture(scope="module")
def server(postgresql):
    """A ledger of two sessions with names in it, and a role of each kind."""
    url = made(postgresql, "shared_ledger")
    try:
        with logins(postgresql, url, *ROLES, "registrar"):
            grants = ["--grant-writer", "writer", "--grant-reader", "reader", "--grant-names", "registrar"]
            assert run(["--db", url, "init", *grants]) == 0
            administer(postgresql, "GRANT CONNECT ON DATABASE shared_ledger TO nobody")  # as who runs the server may
            administer(url, "GRANT USAGE ON SCHEMA bridge_ledger TO nobody")
            with closing(Store(url)) as store:
                for session in ("s", "t"):
                    store.append([entered(1, session), named(2, session)])
            yield url
    finally:  # a worker may come back to this module
        administer_each(postgresql, 'DROP DATABASE "shared_ledger" WITH (FORCE)')


def entered(number, session="s", **changes):
    """An event in the form a desk records it in."""
    event = ContestantsEntered((str(number),))
    now = time.time_ns() // 1000
    made = Envelope(session, number, "contestants-entered/1", event, f"c{number}", 0, now, now, "desk", ())
    return structs.replace(made, **changes)


def named(number, session="s"):
    """An event that names a player: her name is kept beside the log."""
    event = kept(PlayersNamed((Player("1NS", 1, "Jane Roe"),)))
    return entered(number, session, event=event, name="players-named/1")


def as_role(url, role):
    return sa.make_url(url).set(username=role).render_as_string(hide_password=False)


@pytest.fixture
def connect(server):
    """A connection of the driver's own, by a role: no program of ours is between."""

    def connected(role):
        plain = sa.make_url(as_role(server, role)).set(drivername="postgresql")
        opened.append(psycopg.connect(plain.render_as_string(hide_password=False), autocommit=True))
        return opened[-1]

    opened = []
    yield connected
    for each in opened:
        each.close()


@pytest.fixture
def head(server):
    """The last event of session s, which is looked at again afterwards: nothing of an attempt may have come in."""
    store = Store(server)
    before = {session: store.log.digests(session) for session in ("s", "t")}
    texts, seals = list(store.texts.of("s")), store.seals.of("s")
    yield len(before["s"]), before["s"][-1]
    assert {session: store.log.digests(session) for session in ("s", "t")} == before
    assert (list(store.texts.of("s")), store.seals.of("s")) == (texts, seals)
    store.close()


STATEMENTS = {
    **{f"insert into {table}": f"INSERT INTO {table} SELECT * FROM {table}" for table in TABLES},
    "insert number 9e18": "INSERT INTO event VALUES ('s', 9000000000000000000, 'c', 0, 'x', 'x')",
    "insert garbage": "INSERT INTO event VALUES ('s', 3, 'c', 0, '\\xdead', '\\xbeef')",
    "insert over a text": "INSERT INTO text SELECT * FROM text"
    " ON CONFLICT (session, commitment) DO UPDATE SET text = 'X'",
    **{
        f"update {table}": f"UPDATE {table} SET {column} = {column}"
        for table, column in zip(TABLES, ("number", "size", "text", "version_num"), strict=True)
    },
    **{f"delete from {table}": f"DELETE FROM {table}" for table in TABLES},
    **{f"truncate {table}": f"TRUNCATE {table}" for table in TABLES},
    **{f"drop {table}": f"DROP TABLE {table}" for table in TABLES},
    "copy into event": "COPY event FROM PROGRAM 'true'",
    "merge": "MERGE INTO event USING event e ON event.number = e.number WHEN MATCHED THEN DELETE",
    "lock the table": "BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE",
    "lock the texts": "SELECT text FROM text FOR UPDATE",
    "disable triggers": "ALTER TABLE event DISABLE TRIGGER ALL",
    "drop a trigger": "DROP TRIGGER event_append_only ON event",
    "replica role": "SET session_replication_role = replica",
    "replace the function": "CREATE OR REPLACE FUNCTION append_events(text, bigint, bytea, bytea, bytea)"
    " RETURNS void LANGUAGE sql AS 'SELECT'",
    "replace a trigger's function": "CREATE OR REPLACE FUNCTION event_append_only() RETURNS trigger LANGUAGE plpgsql"
    " AS 'BEGIN RETURN NULL; END'",
    "alter the function": "ALTER FUNCTION append_events SECURITY INVOKER",
    "drop the function": "DROP FUNCTION append_events",
    "plant a function": "CREATE FUNCTION public.sha256(text) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'",
    "plant an operator": "CREATE OPERATOR public.= (LEFTARG = text, RIGHTARG = text, FUNCTION = textne)",
    "plant a table": "CREATE TABLE public.mine (x int)",
    "plant a schema": "CREATE SCHEMA mine",
    "become the owner": "SET ROLE postgres",
    "be the owner from the start": "SET SESSION AUTHORIZATION postgres",
    "hand it over": "ALTER TABLE event OWNER TO CURRENT_USER",
}


@promise("P2", "P6")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("attempt", STATEMENTS)
def test_no_statement_is_taken(connect, head, role, attempt):
    with pytest.raises(psycopg.Error) as caught:
        connect(role).execute(STATEMENTS[attempt])
    assert caught.value.sqlstate in REFUSED, caught.value


TEXTS = {
    "read": "SELECT text FROM text",
    "read in a view": "CREATE TEMP VIEW peek AS SELECT * FROM text; SELECT * FROM peek",
    "copied out": "CREATE TEMP TABLE mine AS SELECT * FROM text",
    "added": "INSERT INTO text (session, commitment, text) VALUES ('s', 'x', 'X')",
}


@promise("A14", "P2")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("attempt", TEXTS)
def test_texts_are_read_and_added_by_nobody_who_was_not_granted_them(connect, head, role, attempt):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        connect(role).execute(TEXTS[attempt])


KEEP = "SELECT keep_texts(%s, 1, %s::text[], %s::bytea[], %s::text[])"


@pytest.fixture
def kept_text(server):
    """The text of an event of session s, as it is kept: its commitment, its salt, its words."""
    store = Store(server)
    (text,) = store.texts.of("s")
    store.close()
    return text


@promise("A13", "P7")
@pytest.mark.parametrize("role", [*ROLES, "registrar"])
@pytest.mark.parametrize(
    ("of", "changes"),
    [
        ("s", {"text": "somebody else"}),
        ("s", {"salt": bytes(15)}),
        ("s", {"salt": None}),
        ("s", {"text": None}),
        ("s", {"cut": 4}),
        ("s", {"commitment": commitment(bytes(16), "Sam Poe"), "text": "Sam Poe"}),
        ("s", {"commitment": None, "salt": None, "text": None}),
        ("nowhere", {}),
    ],
)
def test_no_text_is_kept_but_what_an_event_committed_to(connect, head, kept_text, role, of, changes):
    cut = changes.get("cut")
    text = kept_text._replace(**changes) if cut is None else beginning_later(kept_text, cut)
    with pytest.raises(psycopg.Error) as caught:
        connect(role).execute(KEEP, (of, *([each] for each in text)))
    assert caught.value.sqlstate == ("22000" if role == "writer" else "42501")


def beginning_later(text, by):
    """The text with words cut from its front, which fit the commitment all the same."""
    salt, words = moved(text.salt, text.text, by)
    assert sha256(TEXT.beginning + salt + words.encode()).hexdigest() == text.commitment
    return text._replace(salt=salt, text=words)


def test_what_was_kept_may_be_kept_again_and_left_out_changes_nothing(connect, head, kept_text):
    connect("writer").execute(KEEP, ("s", *([each] for each in kept_text)))
    connect("writer").execute(KEEP, ("s", [kept_text.commitment], [None], [None]))


@promise("P8")
@pytest.mark.parametrize("role", [*ROLES, "registrar"])
def test_a_text_is_erased_only_as_an_event_says(connect, head, role):
    """Of an event that erased nothing nothing goes, whoever asks."""
    asked = "SELECT erase_texts('s', number) FROM generate_series(1, 9) AS number"
    with suppress(psycopg.errors.InsufficientPrivilege) if role != "registrar" else nullcontext():
        connect(role).execute(asked)
        assert role == "registrar"


@promise("P7")
def test_what_was_erased_comes_back_by_nobody(server, connect):
    owner = Store(server)
    events = [entered(1, "e"), named(2, "e")]
    owner.append(events)
    (text,) = owner.texts.of("e")
    erased = TextErased((ErasedText(2, "players.1.name", text.commitment),), "asked")
    record_it = Store(as_role(server, "writer"))
    with pytest.raises(Unavailable):  # he may record it, and not erase: so nothing of it is done
        record_it.append([entered(3, "e", event=erased, name="text-erased/1")])
    assert list(owner.texts.of("e")) == [text]
    owner.append([entered(3, "e", event=erased, name="text-erased/1")])
    assert list(owner.texts.of("e")) == []
    record_it.append([structs.replace(entered(4, "e"), by=text.commitment)])  # a later event that names it
    for first in (1, 4):
        keep = KEEP.replace("1", str(first), 1)
        for row in (text, text._replace(text="a lie"), text._replace(salt=None, text=None)):
            with pytest.raises(psycopg.DataError):
                connect("writer").execute(keep, ("e", *([each] for each in row)))
    for store in (owner, record_it):
        store.close()


@promise("P2")
@pytest.mark.parametrize("attempt", STATEMENTS)
def test_who_was_granted_the_names_does_nothing_else(connect, head, attempt):
    with pytest.raises(psycopg.Error) as caught:
        connect("registrar").execute(STATEMENTS[attempt])
    assert caught.value.sqlstate in REFUSED, caught.value


@pytest.mark.parametrize("role", ROLES)
def test_nobody_passes_on_what_he_was_not_given(connect, head, role):
    """PostgreSQL only warns of a grant that gives nothing."""
    connection = connect(role)
    with suppress(psycopg.errors.InsufficientPrivilege):
        connection.execute("GRANT ALL ON event, seal TO PUBLIC")
    with suppress(psycopg.errors.InsufficientPrivilege):
        connection.execute("GRANT EXECUTE ON FUNCTION append_events TO PUBLIC")
    may = "SELECT has_table_privilege('nobody', 'event', 'SELECT, INSERT, UPDATE, DELETE')"
    assert connection.execute(may).fetchone() == (False,)


def chained(previous, *envelopes, change=lambda written: written):
    """What is handed to the function: records as a JSON array, and their digests one after the other."""
    records, digests = [], []
    for envelope in envelopes:
        records.append(change(record.write(envelope)))
        digests.append(previous := event_digest(previous, records[-1]))
    return b"[%b]" % b",".join(records), b"".join(digests)


def bad_calls(number, last):
    """What is asked of the function, by name: its arguments. Only the first would be right."""
    now, following = time.time_ns() // 1000, number + 1

    def call(event, *, session="s", after=number, previous=last, **how):
        return session, after, previous, *chained(previous, event, **how)

    def written(old, new):
        return call(entered(following), change=lambda text: text.replace(old, new))

    records, digests = chained(last, entered(following))
    return {
        "as a desk does": ("s", number, last, records, digests),
        "a gap": call(entered(number + 2), after=number + 1),
        "a number that is taken": call(entered(number), after=number - 1),
        "number 9e18": call(entered(9 * 10**18), after=9 * 10**18 - 1),
        "number 9e18 after the last": call(entered(9 * 10**18)),
        "another previous digest": call(entered(following), previous=bytes(32)),
        "another digest": ("s", number, last, records, bytes(32)),
        "no digest": ("s", number, last, records, b""),
        "two digests": ("s", number, last, records, digests * 2),
        "no digest at all": ("s", number, last, records, None),
        "nothing": ("s", number, last, b"[]", digests),
        "garbage": ("s", number, last, b"\xde\xad\xbe\xef", digests),
        "no array": ("s", number, last, b'{"session":"s"}', digests),
        "no event": ("s", number, last, b"[1]", event_digest(last, b"1")),
        "an object": ("s", number, last, b"[{}]", event_digest(last, b"{}")),
        "an empty array": ("s", number, last, b"[[]]", event_digest(last, b"[]")),
        "nested to the end": ("s", number, last, b"[" * 100_000 + b"]" * 100_000, digests),
        "the columns of another session": call(entered(following, "t")),
        "another session's record": ("t", number, last, records, digests),
        "a session nobody opened": call(entered(1, "u"), session="v", after=0, previous=bytes(32)),
        "the far future": call(entered(following, recorded_at=now + 11 * MINUTE)),
        "the year 9999": call(entered(following, recorded_at=9 * 10**18)),
        "before all time": call(entered(following, recorded_at=-1)),
        "a part below nothing": call(entered(following, part=-1)),
        "no command": call(entered(following, command_id="")),
        "an endless command": call(entered(following, command_id="c" * 201)),
        "a command that was recorded": call(entered(following, command_id="c1")),
        "too large": call(structs.replace(entered(following), event=ContestantsEntered(("x" * (1 << 20),)))),
        "spaces": written(b',"c', b', "c'),
        "a number spelled otherwise": written(b"[", b"[ "),
        "an escape": written(b'["s"', b'["\\u0073"'),
        "a float": written(b",0,", b",0.0,"),
        "no name": written(b"contestants-entered/1", b"x"),
        "no body": written(b'{"contestants":["%d"]}' % following, b"null"),
        "one field more": written(b'"]', b'",0]'),
        "an answer that is none": written(b"[],", b'["x"],'),
    }


@promise("P9")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("attempt", bad_calls(2, bytes(32)))
def test_the_function_takes_only_what_a_desk_records(connect, head, role, attempt):
    """Whoever may call it; who may not is refused whatever he says."""
    connection, arguments = connect(role), bad_calls(*head)[attempt]
    with connection.transaction(force_rollback=True):
        if (role, attempt) == ("writer", "as a desk does"):
            connection.execute(CALL, arguments)
            return
        with pytest.raises(psycopg.Error) as caught:
            connection.execute(CALL, arguments)
    assert caught.value.sqlstate[:2] in (("22", "23", "40", "54") if role == "writer" else ("42",)), caught.value


SEAL = "ebu.example/s\n2\n" + "A" * 43 + "=\n\n— ebu.example QUJD\n"
SEALS = {
    "garbage": ("s", 2, "mine"),
    "of more than there is": ("s", 9, SEAL.replace("\n2\n", "\n9\n")),
    "another size": ("s", 1, SEAL),
    "another session": ("t", 2, SEAL),
    "endless": ("s", 2, SEAL + "x" * (1 << 17)),
    "of no session": ("", 2, SEAL),
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("attempt", SEALS)
def test_only_a_seal_is_kept_as_one(connect, head, role, attempt):
    with pytest.raises(psycopg.Error) as caught:
        connect(role).execute("SELECT keep_seal(%s, %s, %s)", SEALS[attempt])
    assert caught.value.sqlstate == ("22000" if role == "writer" else "42501")


@promise("P6")
@pytest.mark.parametrize("planted", ["sha256(bytea) RETURNS bytea", "concat(text) RETURNS text"])
def test_a_search_path_of_ones_own_changes_nothing(connect, head, planted):
    """Temporary tables of the same names come first for whoever made them, and not for the function."""
    connection = connect("writer")
    for table in ("event", "seal"):
        connection.execute(f"CREATE TEMP TABLE {table} (LIKE bridge_ledger.{table})")
    connection.execute(f"CREATE FUNCTION pg_temp.{planted} LANGUAGE sql AS 'SELECT NULL::{planted.split()[-1]}'")
    connection.execute("SET search_path = pg_temp, bridge_ledger, public, pg_catalog")
    with pytest.raises(psycopg.Error):
        connection.execute(CALL, bad_calls(*head)["another digest"])
    with connection.transaction(force_rollback=True):
        connection.execute(CALL, bad_calls(*head)["as a desk does"])
        assert connection.execute("SELECT count(*) FROM pg_temp.event").fetchone() == (0,)
        assert connection.execute("SELECT max(number) FROM bridge_ledger.event WHERE session = 's'").fetchone() == (
            head[0] + 1,
        )


@promise("A9", "P10", "P26")
def test_who_was_logged_in_stands_beside_who_says_he_recorded(server, connect):
    store = Store(as_role(server, "writer"))
    store.append([entered(3, by="Ahlborn")], previous=store.log.digest_at("s", 2))
    assert [each.by for each in store.log.read("s")] == ["desk", "desk", "Ahlborn"]
    store.close()
    found = connect("reader").execute(
        "SELECT \"by\", login FROM log WHERE session = 's' AND number > 1 ORDER BY number"
    )
    assert found.fetchall() == [("desk", "postgres"), ("Ahlborn", "writer")]


@promise("A14")
def test_names_are_seen_by_whom_they_were_granted(server, capsys):
    for role, seen in (("writer", False), ("reader", False), ("registrar", True)):
        office = Office(Store(as_role(server, role)))
        assert bool(office.people.of("s")) is seen
        office.close()
        assert run(["--db", as_role(server, role), "person", "list"]) == (0 if seen else 5)
        assert run(["--db", as_role(server, role), "--session", "s", "text", "list"]) == (0 if seen else 5)
        assert ("Jane Roe" in capsys.readouterr().out) is seen


@promise("P3", "P4")
def test_a_desk_without_names_records_what_it_cannot_read(server, capsys):
    db = ["--db", as_role(server, "writer"), "--session", "w"]
    assert run([*db, "session", "open", "w", "--boards", "1"]) == 0
    assert run([*db, "result", "add", "1/1", "4SN=", "--ns", "1", "--ew", "2"]) == 0
    assert run([*db, "ruling", "add", "1/1", "--result", "4SN-1", "--offender", "NS", "--reason", "he hesitated"]) == 0
    assert run([*db, "show", "R-0001"]) == 0
    assert "(not told)" in capsys.readouterr().out
    assert run(["--db", as_role(server, "registrar"), "--session", "w", "show", "R-0001"]) == 0
    assert "he hesitated" in capsys.readouterr().out


@promise("P9")
def test_what_the_function_refuses_is_told_in_the_office_s_words(server):
    store = Store(as_role(server, "writer"))
    number = store.log.heads("s")["s"]
    future = entered(number + 1, recorded_at=time.time_ns() // 1000 + 61 * MINUTE + MINUTE // 2)
    with pytest.raises(Unavailable, match="clock of this computer is 61 minutes ahead") as caught:
        store.append([future])
    assert caught.value.code == "clock-wrong"
    with pytest.raises(Unavailable) as caught:
        store.append([entered(number + 1, command_id="c" * 500)])
    assert caught.value.code == "event-refused"
    assert store.log.heads("s")["s"] == number
    store.close()


def test_a_batch_is_one_call_and_whole_or_not_at_all(server):
    store = Store(as_role(server, "writer"))
    events = [entered(number, "batch", command_id="b", part=number) for number in range(1, 2_501)]
    with pytest.raises(Unavailable):
        store.append([*events[:-1], structs.replace(events[-1], recorded_at=9 * 10**18)])
    assert store.log.heads("batch") == {"batch": 0}
    assert store.append(events) == list(store.log.read("batch"))
    store.close()


def test_a_desk_that_does_not_see_the_last_event_is_in_conflict(server, monkeypatch):
    """The check is the server's: a program that leaves its own out is told the same."""
    store = Store(as_role(server, "writer"))
    monkeypatch.setattr(log, "head", lambda *_: (1, bytes(32)))
    with pytest.raises(log.Conflict, match="another desk"):
        store.append([entered(2)])
    store.close()
