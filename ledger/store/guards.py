"""What PostgreSQL itself makes sure of: the owner's functions, by which alone anybody else writes, and the triggers.

A role that may record may call `append_events` and `keep_seal`, and has no INSERT, UPDATE or DELETE on any table of the
log. Both run with the owner's rights (SECURITY DEFINER) and find nothing by a search path that somebody else may have
filled: every table is named with its schema (PostgreSQL manual, "Writing SECURITY DEFINER Functions Safely").
"""

from collections.abc import Iterator

APPEND = "append_events(text, bigint, bytea, bytea, bytea)"
"""The function that adds events to a session, by its signature."""

KEEP_SEAL = "keep_seal(text, bigint, text)"
"""The function that keeps a seal which was given out."""

NO_EVENT, CLOCK_WRONG = "22000", "22008"
"""The states (SQLSTATE) they refuse with; 40001, a serialization failure, where another desk was first."""

CLOCK_MINUTES = 10
"""So far may the clock of a desk be ahead of the server's."""

LARGEST_RECORD = 1 << 20
"""The bytes of the largest record that is taken: the longest that desks write have a hundredth of it."""

SEARCH_PATH = "search_path=pg_catalog, pg_temp"
"""Where the owner's functions look for what they name without a schema."""

_DEFINER = f"LANGUAGE plpgsql SECURITY DEFINER SET {SEARCH_PATH}"

_APPEND = """
DECLARE
    number bigint;
    last bytea;
    time bigint;
    latest constant bigint := extract(epoch FROM clock_timestamp()) * 1000000 + {minutes} * 60000000;
    opening constant text := '[' || to_json(of_session) || ',';
    each json;
    said text;
    field jsonb;
    stored bytea;
    ending text;
    recorded bigint;
    at int := 0;
BEGIN
    SELECT event.number, event.digest, convert_from(event.record, 'UTF8')::json ->> 7 INTO number, last, time
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
        last := sha256('\\x01'::bytea || last || stored);
        recorded := field ->> 7;
        ending := concat('}},', field -> 4, ',', (field ->> 5)::int, ',', (field ->> 6)::bigint, ',', recorded, ',',
            field -> 8, ',', replace(field ->> 9, ' ', ''), ',', field -> 10, ']');
        IF (jsonb_array_length(field) = 11
            AND starts_with(said, concat(opening, number, ',"', field ->> 2, '",{{'))
            AND field ->> 2 ~ '^[a-z-]+/[0-9]+$' AND jsonb_typeof(field -> 3) = 'object'
            AND right(said, length(ending)) = ending
            AND jsonb_typeof(field -> 4) = 'string' AND octet_length(field ->> 4) BETWEEN 1 AND 200
            AND left(field ->> 5, 1) <> '-' AND left(field ->> 6, 1) <> '-' AND recorded >= 0
            AND jsonb_typeof(field -> 8) = 'string' AND jsonb_typeof(field -> 10) = 'string'
            AND field ->> 9 ~ '^\\[([0-9]+(, [0-9]+)*)?\\]$'
            AND octet_length(stored) <= {largest}
            AND last = substr(digests, 32 * at + 1, 32)) IS NOT TRUE
        THEN
            RAISE EXCEPTION 'event #% is not as an event is recorded', number USING ERRCODE = 'data_exception';
        ELSIF recorded < time THEN
            RAISE EXCEPTION 'event #% is said to have been recorded before the one before it', number
                USING ERRCODE = 'datetime_field_overflow';
        ELSIF recorded > latest THEN
            RAISE EXCEPTION 'the clock of this computer is % minutes ahead of the server''s',
                (recorded - latest) / 60000000 + {minutes} USING ERRCODE = 'datetime_field_overflow';
        END IF;
        INSERT INTO {schema}.event (session, number, command_id, part, record, digest)
            VALUES (of_session, number, field ->> 4, (field ->> 5)::int, stored, last);
        time := recorded;
        at := at + 1;
    END LOOP;
    IF at = 0 OR octet_length(digests) <> 32 * at THEN
        RAISE EXCEPTION 'there are not as many digests as events' USING ERRCODE = 'data_exception';
    END IF;
END
"""

_KEEP_SEAL = """
BEGIN
    IF covered NOT BETWEEN 1 AND coalesce((SELECT max(number) FROM {schema}.event WHERE session = of_session), 0)
        OR octet_length(said) > 65536 OR strpos(said, E'\\n\\n— ') = 0 OR split_part(said, E'\\n', 2) <> covered::text
        OR right(split_part(said, E'\\n', 1), length(of_session) + 1) <> '/' || of_session
    THEN
        RAISE EXCEPTION 'that is no seal of % events of session %', covered, of_session
            USING ERRCODE = 'data_exception';
    END IF;
    INSERT INTO {schema}.seal (session, size, note) VALUES (of_session, covered, said) ON CONFLICT DO NOTHING;
END
"""

_ARGUMENTS = {
    "append_events": "of_session text, after bigint, previous bytea, records bytea, digests bytea",
    "keep_seal": "of_session text, covered bigint, said text",
}

DEFINERS = (*_ARGUMENTS,)
"""The functions that run with the owner's rights, by name."""


def bodies(schema: str) -> dict[str, str]:
    """The functions of a ledger in a schema, by name: what stands in each."""
    named = {"schema": schema, "largest": LARGEST_RECORD, "minutes": CLOCK_MINUTES}
    return {
        "append_events": _APPEND.format(**named),
        "keep_seal": _KEEP_SEAL.format(**named),
        "event_append_only": " BEGIN RAISE EXCEPTION 'the event log is append-only'; END ",
        "seal_append_only": " BEGIN RAISE EXCEPTION 'the seals are append-only'; END ",
    }


def statements(schema: str) -> Iterator[str]:
    """What makes the functions and triggers in a schema whose tables are there; nobody may call them who is not let."""
    for name, body in bodies(schema).items():
        arguments = _ARGUMENTS.get(name)
        kind = f"RETURNS void {_DEFINER}" if arguments else "RETURNS trigger LANGUAGE plpgsql"
        yield f"CREATE FUNCTION {schema}.{name}({arguments or ''}) {kind} AS $${body}$$"
    for table in ("event", "seal"):
        yield (
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.{table}"
            f" EXECUTE FUNCTION {schema}.{table}_append_only()"
        )
    yield from closing_statements(schema)


def closing_statements(schema: str) -> Iterator[str]:
    """What takes from everybody what PostgreSQL gives to everybody by itself."""
    for name in bodies(schema):
        yield f"REVOKE ALL ON FUNCTION {schema}.{name} FROM PUBLIC"
    yield f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC"
