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

_DEFINER = "LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp"

_APPEND = """
DECLARE
    last record;
    seen record;
BEGIN
    SELECT number, digest, (convert_from(event.record, 'UTF8')::json ->> 7)::bigint AS recorded_at INTO last
        FROM {schema}.event WHERE session = of_session ORDER BY number DESC LIMIT 1;
    IF coalesce(last.number, 0) <> after OR coalesce(last.digest, decode(repeat('00', 32), 'hex')) <> previous THEN
        RAISE EXCEPTION 'another desk recorded first' USING ERRCODE = 'serialization_failure';
    END IF;
    WITH given AS MATERIALIZED (
        SELECT at, said::text AS said, said::jsonb AS field, after + at AS number,
            to_json(of_session)::text AS session, substr(digests, 32 * at::int - 31, 32) AS digest,
            CASE at WHEN 1 THEN previous ELSE substr(digests, 32 * at::int - 63, 32) END AS before
        FROM json_array_elements(convert_from(records, 'UTF8')::json) WITH ORDINALITY AS each (said, at)
    ), checked AS MATERIALIZED (
        SELECT at, number, said, digest, field ->> 4 AS command_id, (field ->> 5)::int AS part,
            (field ->> 7)::bigint AS recorded_at,
            jsonb_array_length(field) = 11
            AND field ->> 2 ~ '^[a-z-]+/[0-9]+$' AND jsonb_typeof(field -> 3) = 'object'
            AND field ->> 4 <> '' AND octet_length(field ->> 4) <= 200 AND (field ->> 5)::int >= 0
            AND (field ->> 6)::bigint >= 0 AND (field ->> 7)::bigint >= 0 AND jsonb_typeof(field -> 8) = 'string'
            AND field ->> 9 ~ '^\\[([0-9]+(, [0-9]+)*)?\\]$' AND jsonb_typeof(field -> 10) = 'string'
            AND starts_with(said, concat('[', session, ',', number, ',"', field ->> 2, '",{{'))
            AND right(said, length(tail)) = tail
            AND octet_length(said) <= {largest}
            AND digest = sha256('\\x01'::bytea || before || convert_to(said, 'UTF8')) AS sound
        FROM given, LATERAL (SELECT concat('}},', field -> 4, ',', (field ->> 5)::int, ',', (field ->> 6)::bigint, ',',
            (field ->> 7)::bigint, ',', field -> 8, ',', replace(field ->> 9, ' ', ''), ',', field -> 10, ']')
        ) AS ends (tail)
    ), kept AS (
        INSERT INTO {schema}.event (session, number, command_id, part, record, digest)
        SELECT of_session, number, command_id, part, convert_to(said, 'UTF8'), digest FROM checked WHERE sound
    ), timed AS (
        SELECT *, recorded_at < lag(recorded_at, 1, coalesce(last.recorded_at, 0)) OVER (ORDER BY at) AS backwards
        FROM checked
    )
    SELECT min(number) FILTER (WHERE sound IS NOT TRUE) AS unsound, min(number) FILTER (WHERE backwards) AS backwards,
        max(recorded_at) - (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS ahead, count(*) AS events
        INTO seen FROM timed;
    IF seen.unsound IS NOT NULL OR seen.events * 32 <> octet_length(digests) THEN
        RAISE EXCEPTION 'event #% is not as an event is recorded', coalesce(seen.unsound, after + 1)
            USING ERRCODE = 'data_exception';
    ELSIF seen.backwards IS NOT NULL THEN
        RAISE EXCEPTION 'event #% is said to have been recorded before the one before it', seen.backwards
            USING ERRCODE = 'datetime_field_overflow';
    ELSIF seen.ahead > {minutes} * 60000000 THEN
        RAISE EXCEPTION 'the clock of this computer is % minutes ahead of the server''s', seen.ahead / 60000000
            USING ERRCODE = 'datetime_field_overflow';
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
        yield f"REVOKE ALL ON FUNCTION {schema}.{name} FROM PUBLIC"
    for table in ("event", "seal"):
        yield (
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.{table}"
            f" EXECUTE FUNCTION {schema}.{table}_append_only()"
        )
    yield f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC"
