"""What PostgreSQL itself makes sure of: the owner's functions, by which alone anybody else writes, and the triggers.

A role that may record may call `append_events`, `keep_texts`, `keep_evidence` and `keep_seal`, and has no INSERT,
UPDATE or DELETE on any table; who may read the texts may call `erase_texts` beside. All run with the owner's rights
(SECURITY DEFINER) and find nothing by a search path that somebody else may have filled: every table is named with its
schema (PostgreSQL manual, "Writing SECURITY DEFINER Functions Safely").

The bytes of evidence come in parts, before the event that files them takes the lock of its session: nobody waits while
they are on their way. When the transaction ends, the whole is held against the text that has its digest.

Whoever appends to a stream has its lock until he has committed: a command that rests on what the stream says takes it,
shared, and so sees whatever was appended before, and nobody appends before it is recorded (`ledger.store.connections`).
"""

from collections.abc import Iterator

from ledger.bounds.events import SEAL, WORDS
from ledger.bounds.files import EVIDENCE, EVIDENCE_PART, MOST_PARTS
from ledger.digests import EVENT, SALT_BYTES, TEXT
from ledger.store.bounded import FIELDS, beyond_on_server

REQUIRE_HOME = "require_home(text)"
"""The function that all others ask first: whether this server keeps the stream."""

APPEND = "append_events(text, bigint, bytea, bytea, bytea)"
"""The function that adds events to a session, by its signature."""

KEEP_SEAL = "keep_seal(text, bigint, text)"
"""The function that keeps a seal which was given out."""

KEEP_TEXTS = "keep_texts(text, bigint, text[], bytea[], text[])"
"""The function that keeps the texts of events which stand in the log."""

ERASE_TEXTS = "erase_texts(text, bigint)"
"""The function that takes away the texts which an event of the log says were erased, and files with them."""

KEEP_EVIDENCE = "keep_evidence(text, text, bigint, bytea)"
"""The function that keeps a part of a file which an event of the log files as evidence."""

HOME = "home"
"""The table that says which server keeps which streams, where a ledger is spread over several; else it is empty."""

ELSEWHERE = "BL001"
"""The state (SQLSTATE) with which they refuse to write to a stream that another server keeps."""

APPEND_ONLY = "the event log is append-only"
"""What the triggers say to whoever would change an event, or put another in its place."""

CLOCK_MINUTES = 10
"""So far may the clock of a desk be ahead of the server's."""

SEARCH_PATH = "search_path=pg_catalog, pg_temp"
"""Where the owner's functions look for what they name without a schema."""

_NUMBERS = ("number", "part", "occurred_at", "recorded_at")


def _field(at: int, name: str) -> str:
    if name in ("body", "because"):
        return f"convert_from(record, 'UTF8')::json -> {at}"
    text = f"convert_from(record, 'UTF8')::json ->> {at}"
    return f"({text})::bigint" if name in _NUMBERS else text


_SHOWN = ", ".join(f'{_field(at, name)} AS "{name}"' for at, name in enumerate(FIELDS))
LOG_VIEW = f"SELECT {_SHOWN}, encode(digest, 'hex') AS digest, login, entered_at FROM event"
"""What the view `log` shows on a server: every event with its fields."""


_DEFINER = f"LANGUAGE plpgsql SECURITY DEFINER SET {SEARCH_PATH}"

_REQUIRE_HOME = """
DECLARE
    kept_by text;
    kept_here boolean;
BEGIN
    SELECT server, here INTO kept_by, kept_here FROM {schema}.home WHERE starts_with(of_session, beginning)
        ORDER BY length(beginning) DESC LIMIT 1;
    IF NOT kept_here THEN
        RAISE EXCEPTION '% is kept by the server %', of_session, kept_by USING ERRCODE = '{elsewhere}';
    END IF;
END
"""

_APPEND = """
DECLARE
    number bigint;
    last bytea;
    latest constant bigint := extract(epoch FROM clock_timestamp()) * 1000000 + {minutes} * 60000000;
    opening constant text := '[' || to_json(of_session) || ',';
    each json;
    said text;
    field jsonb;
    stored bytea;
    beyond text;
    ending text;
    recorded bigint;
    at int := 0;
BEGIN
    PERFORM {schema}.require_home(of_session);
    PERFORM pg_advisory_xact_lock(hashtextextended('session ' || of_session, 0));
    SELECT event.number, event.digest INTO number, last
        FROM {schema}.event WHERE session = of_session ORDER BY event.number DESC LIMIT 1;
    IF coalesce(number, 0) <> after OR coalesce(last, decode(repeat('00', 32), 'hex')) <> previous THEN
        RAISE EXCEPTION 'another desk recorded first' USING ERRCODE = 'serialization_failure';
    END IF;
    number := after;
    last := previous;
    FOR each IN SELECT value FROM json_array_elements(convert_from(records, 'UTF8')::json) LOOP
        number := number + 1;
        said := each;
        field := each;
        stored := convert_to(said, 'UTF8');
        last := sha256('\\x{event}'::bytea || last || stored);
        beyond := {beyond};
        IF beyond <> '' THEN
            RAISE EXCEPTION 'event #% is none that a desk records: %', number, beyond USING ERRCODE = 'data_exception';
        END IF;
        recorded := field ->> 7;
        ending := concat('}},', field -> 4, ',', (field ->> 5)::int, ',', (field ->> 6)::bigint, ',', recorded, ',',
            field -> 8, ',', replace(field ->> 9, ' ', ''), ',', field -> 10, ']');
        IF (jsonb_array_length(field) = 11
            AND starts_with(said, concat(opening, number, ',"', field ->> 2, '",{{'))
            AND field ->> 2 ~ '^[a-z-]+/[0-9]+$' AND jsonb_typeof(field -> 3) = 'object'
            AND right(said, length(ending)) = ending
            AND jsonb_typeof(field -> 4) = 'string'
            AND jsonb_typeof(field -> 8) = 'string' AND jsonb_typeof(field -> 10) = 'string'
            AND field ->> 9 ~ '^\\[([0-9]+(, [0-9]+)*)?\\]$'
            AND last = substr(digests, 32 * at + 1, 32)) IS NOT TRUE
        THEN
            RAISE EXCEPTION 'event #% is not as an event is recorded', number USING ERRCODE = 'data_exception';
        ELSIF recorded > latest THEN
            RAISE EXCEPTION 'the clock of this computer is % minutes ahead of the server''s',
                (recorded - latest) / 60000000 + {minutes} USING ERRCODE = 'datetime_field_overflow';
        END IF;
        INSERT INTO {schema}.event (session, number, command_id, part, record, digest)
            VALUES (of_session, number, field ->> 4, (field ->> 5)::int, stored, last);
        at := at + 1;
    END LOOP;
    IF at = 0 OR octet_length(digests) <> 32 * at THEN
        RAISE EXCEPTION 'there are not as many digests as events' USING ERRCODE = 'data_exception';
    END IF;
END
"""

_KEEP_SEAL = """
BEGIN
    PERFORM {schema}.require_home(of_session);
    IF covered NOT BETWEEN 1 AND coalesce((SELECT max(number) FROM {schema}.event WHERE session = of_session), 0)
        OR octet_length(said) > {seal} OR strpos(said, E'\\n\\n— ') = 0 OR split_part(said, E'\\n', 2) <> covered::text
        OR right(split_part(said, E'\\n', 1), length(of_session) + 1) <> '/' || of_session
    THEN
        RAISE EXCEPTION 'that is no seal of % events of session %', covered, of_session
            USING ERRCODE = 'data_exception';
    END IF;
    INSERT INTO {schema}.seal (session, size, note) VALUES (of_session, covered, said) ON CONFLICT DO NOTHING;
END
"""

_KEEP_TEXTS = """
BEGIN
    PERFORM {schema}.require_home(of_session);
    IF EXISTS (
        WITH erased AS (
            SELECT gone ->> 'commitment' AS commitment FROM {schema}.event,
                json_array_elements(convert_from(record, 'UTF8')::json -> 3 -> 'texts') AS gone
            WHERE session = of_session AND position('"text-erased/'::bytea IN record) > 0
                AND starts_with(convert_from(record, 'UTF8')::json ->> 2, 'text-erased/')
        ), said AS (
            SELECT commitment[1] AS commitment FROM {schema}.event,
                regexp_matches((convert_from(record, 'UTF8')::json -> 3)::text, '"([0-9a-f]{{64}})"', 'g') AS commitment
            WHERE session = of_session AND event.number >= first
        )
        SELECT FROM unnest(commitments, salts, words) AS given (commitment, salt, word)
        WHERE (given.commitment IN (SELECT commitment FROM said)
            AND given.commitment NOT IN (SELECT commitment FROM erased)
            AND CASE WHEN salt IS NULL THEN word IS NULL ELSE octet_length(salt) = {salt_bytes}
                AND octet_length(word) <= {words} AND
                encode(sha256('\\x{text}'::bytea || salt || convert_to(word, 'UTF8')), 'hex')
                = given.commitment END) IS NOT TRUE
    ) THEN
        RAISE EXCEPTION 'that is no text of an event of session %', of_session USING ERRCODE = 'data_exception';
    END IF;
    DELETE FROM {schema}.text USING unnest(commitments, words) AS given (commitment, word)
        WHERE text.session = of_session AND text.commitment = given.commitment AND word IS NOT NULL;
    INSERT INTO {schema}.text (session, commitment, salt, text)
        SELECT of_session, commitment, salt, word FROM unnest(commitments, salts, words)
        AS given (commitment, salt, word) ON CONFLICT DO NOTHING;
END
"""

_ERASE_TEXTS = """
DECLARE
    gone text;
BEGIN
    PERFORM {schema}.require_home(of_session);
    FOR gone IN
        SELECT erased ->> 'commitment' FROM {schema}.event,
            json_array_elements(convert_from(event.record, 'UTF8')::json -> 3 -> 'texts') AS erased
        WHERE event.session = of_session AND event.number = by_event
        AND starts_with(convert_from(event.record, 'UTF8')::json ->> 2, 'text-erased/')
    LOOP
        DELETE FROM {schema}.text WHERE text.session = of_session AND text.commitment = gone;
        DELETE FROM {schema}.evidence WHERE evidence.session = of_session AND evidence.commitment = gone;
    END LOOP;
END
"""

_KEEP_EVIDENCE = """
BEGIN
    PERFORM {schema}.require_home(of_session);
    IF (CASE WHEN number = 0 THEN content IS NULL
        ELSE number BETWEEN 1 AND {parts} AND octet_length(content) BETWEEN 1 AND {part} END) IS NOT TRUE
    THEN
        RAISE EXCEPTION 'that is no part of a file of session %', of_session USING ERRCODE = 'data_exception';
    END IF;
    IF number = 1 THEN
        DELETE FROM {schema}.evidence WHERE evidence.session = of_session AND evidence.commitment = of_file;
    END IF;
    INSERT INTO {schema}.evidence (session, commitment, part, bytes) VALUES (of_session, of_file, number, content);
END
"""

_EVIDENCE_WHOLE = """
BEGIN
    IF EXISTS (
        SELECT FROM {schema}.evidence
        WHERE session = NEW.session AND commitment = NEW.commitment AND part > NEW.part
    ) AND NEW.part > 0 THEN
        RETURN NULL;
    END IF;
    IF EXISTS (
        SELECT FROM {schema}.evidence
        WHERE session = NEW.session AND commitment = NEW.commitment
        HAVING count(*) > 0 AND (CASE WHEN min(part) = 0 THEN count(*) = 1 AND EXISTS (
            SELECT FROM {schema}.text WHERE text.session = NEW.session AND text.commitment = NEW.commitment
        ) ELSE min(part) = 1 AND max(part) = count(*) AND sum(octet_length(bytes)) <= {bytes}
            AND bool_and(part = NEW.part OR octet_length(bytes) = {part})
            AND encode(sha256(string_agg(bytes, ''::bytea ORDER BY part)), 'hex') = (
                SELECT text FROM {schema}.text
                WHERE text.session = NEW.session AND text.commitment = NEW.commitment
            ) END) IS NOT TRUE
    ) THEN
        RAISE EXCEPTION 'that is no file of an event of session %', NEW.session USING ERRCODE = 'data_exception';
    END IF;
    RETURN NULL;
END
"""

_ARGUMENTS = {
    "require_home": "of_session text",
    "append_events": "of_session text, after bigint, previous bytea, records bytea, digests bytea",
    "keep_seal": "of_session text, covered bigint, said text",
    "keep_texts": "of_session text, first bigint, commitments text[], salts bytea[], words text[]",
    "erase_texts": "of_session text, by_event bigint",
    "keep_evidence": "of_session text, of_file text, number bigint, content bytea",
}

AT_COMMIT = {"evidence": "evidence_whole"}
"""The trigger of each table that is asked once more of every new row when its transaction ends."""

DEFINERS = (*_ARGUMENTS, *AT_COMMIT.values())
"""The functions that run with the owner's rights, by name."""


def bodies(schema: str) -> dict[str, str]:
    """The functions of a ledger in a schema, by name: what stands in each."""
    named = {"schema": schema, "minutes": CLOCK_MINUTES, "salt_bytes": SALT_BYTES}
    named |= {"event": EVENT.beginning.hex(), "text": TEXT.beginning.hex()}
    named |= {"beyond": beyond_on_server(), "seal": SEAL.most, "words": WORDS.most}
    named |= {"bytes": EVIDENCE.most, "part": EVIDENCE_PART.most, "parts": MOST_PARTS}
    return {
        "require_home": _REQUIRE_HOME.format(schema=schema, elsewhere=ELSEWHERE),
        "append_events": _APPEND.format(**named),
        "keep_seal": _KEEP_SEAL.format(**named),
        "keep_texts": _KEEP_TEXTS.format(**named),
        "erase_texts": _ERASE_TEXTS.format(**named),
        "keep_evidence": _KEEP_EVIDENCE.format(**named),
        "evidence_whole": _EVIDENCE_WHOLE.format(**named),
        "event_append_only": f" BEGIN RAISE EXCEPTION '{APPEND_ONLY}'; END ",
        "seal_append_only": " BEGIN RAISE EXCEPTION 'the seals are append-only'; END ",
        "text_unchanged": " BEGIN RAISE EXCEPTION 'a text is kept as it is, or erased'; END ",
        "evidence_unchanged": " BEGIN RAISE EXCEPTION 'a file is kept as it is, or erased'; END ",
    }


CHECKS = {
    "event": {"number": "number > 0", "part": "part >= 0", "digest": "length(digest) = 32"},
    "seal": {"size": "size > 0"},
    "evidence": {"part": "part >= 0"},
}
"""What a table checks of each row, by its columns."""

TRIGGERS = {
    "event": ("event_append_only", "UPDATE OR DELETE OR TRUNCATE"),
    "seal": ("seal_append_only", "UPDATE OR DELETE OR TRUNCATE"),
    "text": ("text_unchanged", "UPDATE OR TRUNCATE"),
    "evidence": ("evidence_unchanged", "UPDATE OR TRUNCATE"),
}
"""The trigger of each table, called as the function it calls, and before what it fires, once a statement."""

SIGNATURES = _ARGUMENTS | dict.fromkeys((*(name for name, _ in TRIGGERS.values()), *AT_COMMIT.values()), "")
"""The functions by name: what each is called with, as PostgreSQL says it."""


def statements(schema: str) -> Iterator[str]:
    """What makes the functions and triggers in a schema whose tables are there, or makes them anew as they should be;
    nobody may call them who is not let.
    """
    for name, body in bodies(schema).items():
        arguments = _ARGUMENTS.get(name)
        kind = f"RETURNS {'void' if arguments else 'trigger'} {_DEFINER if name in DEFINERS else 'LANGUAGE plpgsql'}"
        yield f"CREATE OR REPLACE FUNCTION {schema}.{name}({arguments or ''}) {kind} AS $${body}$$"
    for table, (name, changes) in TRIGGERS.items():
        yield f"DROP TRIGGER IF EXISTS {name} ON {schema}.{table}"
        yield f"CREATE TRIGGER {name} BEFORE {changes} ON {schema}.{table} EXECUTE FUNCTION {schema}.{name}()"
    for table, name in AT_COMMIT.items():
        yield f"DROP TRIGGER IF EXISTS {name} ON {schema}.{table}"
        each = f"AFTER INSERT ON {schema}.{table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
        yield f"CREATE CONSTRAINT TRIGGER {name} {each} EXECUTE FUNCTION {schema}.{name}()"
    yield from closing_statements(schema)


def closing_statements(schema: str) -> Iterator[str]:
    """What takes from everybody what PostgreSQL gives to everybody by itself."""
    for name, arguments in SIGNATURES.items():
        yield f"REVOKE ALL ON FUNCTION {schema}.{name}({arguments}) FROM PUBLIC"
    yield f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC"
