"""PostgreSQL's own guards: the owner's functions, through which alone other roles write, and the triggers.

A role that may record can call `append_events`, `keep_texts`, `keep_evidence` and `keep_seal`, and has no INSERT,
UPDATE or DELETE on any table; a role that may read the texts can also call `erase_texts`. The functions run with the
owner's rights (SECURITY DEFINER) and name every table with its schema, so that no search path filled by a stranger
matters (PostgreSQL manual, "Writing SECURITY DEFINER Functions Safely").

The bytes of evidence come in parts, before their event locks the session, so nobody waits for the transfer. At the end
of the transaction the whole file is checked against the text that contains its digest.

A desk that appends to a stream holds its lock until it commits. A command that rests on a stream takes the lock shared,
and so sees everything appended before (`ledger.store.connections`). A lock is a row of a table without grants, taken by
`append_events` and `lock_stream`: any role that connects could take an advisory lock and block every desk.
"""

from collections.abc import Iterator

from ledger.bounds.events import OF_ENVELOPE, OF_NAMES, RECORD, SEAL, WORDS
from ledger.bounds.files import EVIDENCE, EVIDENCE_PART, MOST_PARTS
from ledger.digests import EVENT, SALT_BYTES, TEXT
from ledger.store.tables import SCHEMA_NAME

APPEND = "append_events(text, bigint, bytea, bytea, bytea)"
"""The signature of the function that appends events to a session."""

KEEP_SEAL = "keep_seal(text, bigint, text)"
"""The signature of the function that keeps a published seal."""

KEEP_TEXTS = "keep_texts(text, bigint, text[], bytea[], text[])"
"""The signature of the function that keeps the texts of recorded events."""

ERASE_TEXTS = "erase_texts(text, bigint)"
"""The signature of the function that deletes the texts and files that an event erased."""

KEEP_EVIDENCE = "keep_evidence(text, text, bigint, bytea)"
"""The signature of the function that keeps a part of a file of evidence."""

LOCK_STREAM = "lock_stream(text, boolean)"
"""The signature of the function that takes the lock on a stream, exclusive or shared, to the end of the transaction."""

APPEND_ONLY = "the event log is append-only"
"""The error text of the triggers that keep events from being changed or replaced."""

CLOCK_MINUTES = 10
"""The minutes by which a desk's clock may be ahead of the server's."""

SEARCH_PATH = "search_path=pg_catalog, pg_temp"
"""The functions' search path for names without a schema."""

FIELDS = (
    *("session", "number", "name", "body", "command_id", "part"),
    *("occurred_at", "recorded_at", "by", "because", "program"),
)
"""The fields of a record, in order."""

_NUMBERS = ("number", "part", "occurred_at", "recorded_at")


_JSON = "convert_from(record, 'UTF8')::json"
_AS_JSON, _AS_NUMBER = f"{_JSON} -> {{}}", f"({_JSON} ->> {{}})::bigint"
_FORMS = {"body": _AS_JSON, "because": _AS_JSON} | dict.fromkeys(_NUMBERS, _AS_NUMBER)
_FIELDS = (f'{_FORMS.get(name, f"{_JSON} ->> {{}}").format(at)} AS "{name}"' for at, name in enumerate(FIELDS))
_SHOWN = ", ".join(_FIELDS)
LOG_VIEW = f"SELECT {_SHOWN}, encode(digest, 'hex') AS digest, login, entered_at FROM {SCHEMA_NAME}.event"
"""The view `log` of a server: every event with its fields."""


_LANGUAGE = f"LANGUAGE plpgsql SET {SEARCH_PATH}"

_BESIDE_BODY = [(f"(field ->> {FIELDS.index(name)})::bigint", bounds) for name, bounds in OF_ENVELOPE[1:]]
_BESIDE_BODY += [(f"char_length(field ->> {FIELDS.index(name)})", bounds) for name, bounds in OF_NAMES]

# One statement checks all events: a loop over them takes half as long again. Another adds them: in one that does both,
# Citus has every worker take part, also in the commit.
_APPEND = """
DECLARE
    number bigint;
    last bytea;
    latest constant bigint := extract(epoch FROM clock_timestamp()) * 1000000 + {minutes} * 60000000;
    opening constant text := '[' || to_json(of_session) || ',';
    events int;
    unsound bigint;
    recorded bigint;
BEGIN
    IF after = 0 THEN
        INSERT INTO {schema}.stream_lock (session) VALUES (of_session) ON CONFLICT DO NOTHING;
    END IF;
    PERFORM FROM {schema}.stream_lock WHERE session = of_session FOR UPDATE;
    SELECT event.number, event.digest INTO number, last
        FROM {schema}.event WHERE session = of_session ORDER BY event.number DESC LIMIT 1;
    IF coalesce(number, 0) <> after OR coalesce(last, decode(repeat('00', 32), 'hex')) <> previous THEN
        RAISE EXCEPTION 'another desk recorded first' USING ERRCODE = 'serialization_failure';
    END IF;
    WITH given AS MATERIALIZED (
        SELECT at, said, said::jsonb AS field, convert_to(said::text, 'UTF8') AS record,
            substr(digests, 32 * at::int - 31, 32) AS digest
        FROM json_array_elements(convert_from(records, 'UTF8')::json) WITH ORDINALITY AS given (said, at)
    )
    SELECT count(*), max((field ->> 7)::bigint), after + min(at) FILTER (WHERE (
            jsonb_array_length(field) = 11
            AND said::text = concat(opening, after + at, ',"', field ->> 2, '",', said -> 3, ',', field -> 4, ',',
                (field ->> 5)::int, ',', (field ->> 6)::bigint, ',', (field ->> 7)::bigint, ',',
                field -> 8, ',', replace(field ->> 9, ' ', ''), ',', field -> 10, ']')
            AND field ->> 2 ~ '^[a-z-]+/[0-9]+$' AND jsonb_typeof(field -> 3) = 'object'
            AND jsonb_typeof(field -> 4) = 'string'
            AND jsonb_typeof(field -> 8) = 'string' AND jsonb_typeof(field -> 10) = 'string'
            AND field ->> 9 ~ '^\\[([0-9]+(, [0-9]+)*)?\\]$'
            AND {within}
            AND digest = sha256('\\x{event}'::bytea
                || CASE WHEN at = 1 THEN previous ELSE substr(digests, 32 * at::int - 63, 32) END || record)
        ) IS NOT TRUE)
        INTO events, recorded, unsound FROM given;
    IF unsound IS NOT NULL THEN
        RAISE EXCEPTION 'event #% is not as an event is recorded', unsound USING ERRCODE = 'data_exception';
    ELSIF recorded > latest THEN
        RAISE EXCEPTION 'the clock of this computer is % minutes ahead of the server''s',
            (recorded - latest) / 60000000 + {minutes} USING ERRCODE = 'datetime_field_overflow';
    ELSIF events = 0 OR octet_length(digests) <> 32 * events THEN
        RAISE EXCEPTION 'there are not as many digests as events' USING ERRCODE = 'data_exception';
    END IF;
    INSERT INTO {schema}.event (session, number, command_id, part, record, digest)
        SELECT of_session, after + at, said ->> 4, (said ->> 5)::int, convert_to(said::text, 'UTF8'),
            substr(digests, 32 * at::int - 31, 32)
        FROM json_array_elements(convert_from(records, 'UTF8')::json) WITH ORDINALITY AS given (said, at);
END
"""

_LOCK_STREAM = """
BEGIN
    INSERT INTO {schema}.stream_lock (session) VALUES (of_session) ON CONFLICT DO NOTHING;
    IF alone THEN
        PERFORM FROM {schema}.stream_lock WHERE session = of_session FOR UPDATE;
    ELSE
        PERFORM FROM {schema}.stream_lock WHERE session = of_session FOR SHARE;
    END IF;
END
"""

_KEEP_SEAL = """
BEGIN
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
    "append_events": "of_session text, after bigint, previous bytea, records bytea, digests bytea",
    "keep_seal": "of_session text, covered bigint, said text",
    "keep_texts": "of_session text, first bigint, commitments text[], salts bytea[], words text[]",
    "erase_texts": "of_session text, by_event bigint",
    "keep_evidence": "of_session text, of_file text, number bigint, content bytea",
    "lock_stream": "of_session text, alone boolean",
}

AT_COMMIT = {"evidence": "evidence_whole"}
"""The triggers that check new rows at the end of the transaction, by table."""

DEFINERS = (*_ARGUMENTS, *AT_COMMIT.values())
"""The functions that run with the owner's rights, by name."""


def bodies(schema: str) -> dict[str, str]:
    """Return the source of each SQL function of the ledger in a schema, by the function's name."""
    named = {"schema": schema, "minutes": CLOCK_MINUTES, "salt_bytes": SALT_BYTES}
    named |= {"event": EVENT.beginning.hex(), "text": TEXT.beginning.hex()}
    within = " AND ".join(f"{field} BETWEEN {bounds.least} AND {bounds.most}" for field, bounds in _BESIDE_BODY)
    named |= {"within": within, "seal": SEAL.most, "words": WORDS.most}
    named |= {"bytes": EVIDENCE.most, "part": EVIDENCE_PART.most, "parts": MOST_PARTS}
    return {
        "append_events": _APPEND.format(**named),
        "keep_seal": _KEEP_SEAL.format(**named),
        "keep_texts": _KEEP_TEXTS.format(**named),
        "erase_texts": _ERASE_TEXTS.format(**named),
        "keep_evidence": _KEEP_EVIDENCE.format(**named),
        "lock_stream": _LOCK_STREAM.format(**named),
        "evidence_whole": _EVIDENCE_WHOLE.format(**named),
        "event_append_only": f" BEGIN RAISE EXCEPTION '{APPEND_ONLY}'; END ",
        "seal_append_only": " BEGIN RAISE EXCEPTION 'the seals are append-only'; END ",
        "text_unchanged": " BEGIN RAISE EXCEPTION 'a text is kept as it is, or erased'; END ",
        "evidence_unchanged": " BEGIN RAISE EXCEPTION 'a file is kept as it is, or erased'; END ",
    }


CHECKS = {
    "event": {
        "number": "number > 0",
        "part": "part >= 0",
        "record": f"length(record) <= {RECORD.most}",
        "digest": "length(digest) = 32",
    },
    "seal": {"size": "size > 0"},
    "evidence": {"part": "part >= 0"},
}
"""The check constraints of tables, by column."""

TRIGGERS = {
    "event": ("event_append_only", "UPDATE OR DELETE OR TRUNCATE"),
    "seal": ("seal_append_only", "UPDATE OR DELETE OR TRUNCATE"),
    "text": ("text_unchanged", "UPDATE OR TRUNCATE"),
    "evidence": ("evidence_unchanged", "UPDATE OR TRUNCATE"),
}
"""The trigger of each table, named like its function, and the statements before which it fires."""

SIGNATURES = _ARGUMENTS | dict.fromkeys((*(name for name, _ in TRIGGERS.values()), *AT_COMMIT.values()), "")
"""The arguments of each function, as PostgreSQL writes them."""


def statements(schema: str) -> Iterator[str]:
    """Yield the SQL that creates or replaces the ledger's functions and triggers, and an index, in a schema.

    Only roles with a grant may call the functions. Triggers fire ALWAYS, whatever `session_replication_role` is.
    """
    for name, body in bodies(schema).items():
        arguments = _ARGUMENTS.get(name)
        kind = f"RETURNS {'void' if arguments else 'trigger'} {_LANGUAGE}{' SECURITY DEFINER' * (name in DEFINERS)}"
        yield f"CREATE OR REPLACE FUNCTION {schema}.{name}({arguments or ''}) {kind} AS $${body}$$"
    before = [(table, name, "", f"BEFORE {changes}", "") for table, (name, changes) in TRIGGERS.items()]
    at_commit = [
        (table, name, "CONSTRAINT", "AFTER INSERT", "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW")
        for table, name in AT_COMMIT.items()
    ]
    for table, name, kind, when, how in (*before, *at_commit):
        on = f"{schema}.{table}"
        yield f"DROP TRIGGER IF EXISTS {name} ON {on}"
        yield f"CREATE {kind} TRIGGER {name} {when} ON {on} {how} EXECUTE FUNCTION {schema}.{name}()"
        yield f"ALTER TABLE {on} ENABLE ALWAYS TRIGGER {name}"
    yield f"DROP INDEX IF EXISTS {schema}.event_first"
    yield f"CREATE INDEX event_first ON {schema}.event (session, number) WHERE number = 1"
    yield from closing_statements(schema)


def closing_statements(schema: str) -> Iterator[str]:
    """Yield the SQL that revokes what PostgreSQL grants to PUBLIC on the ledger's functions and schema."""
    for name, arguments in SIGNATURES.items():
        yield f"REVOKE ALL ON FUNCTION {schema}.{name}({arguments}) FROM PUBLIC"
    yield f"REVOKE ALL ON SCHEMA {schema} FROM PUBLIC"
