"""Moves to power over a log, or to a false one: what somebody says to a server, and how the line begins by which
`verify` then tells it. `mole` is a role without rights, `other` a schema, `parent` a table there with the columns of
`event`.
"""

MOVES = {
    "+ child event of other.parent": "ALTER TABLE event INHERIT other.parent",
    "+ child parted of event": "CREATE TABLE parted () INHERITS (event)",
    "+ child event of other.whole": "CREATE TABLE other.whole (LIKE event) PARTITION BY LIST (session);"
    " ALTER TABLE other.whole ATTACH PARTITION event DEFAULT",
    "+ table event of <owner> a partition": "CREATE TABLE other.whole (LIKE event) PARTITION BY LIST (session);"
    " ALTER TABLE other.whole ATTACH PARTITION event FOR VALUES IN ('friday')",
    "+ grant DELETE, UPDATE on other.parent to mole": "ALTER TABLE event INHERIT other.parent;"
    " GRANT UPDATE, DELETE ON other.parent TO mole",
    '+ rule other.log CREATE RULE "_RETURN"': "CREATE VIEW other.log AS SELECT * FROM event",
    "+ view other.names of <owner>": "CREATE VIEW other.names AS SELECT * FROM text;"
    " GRANT SELECT ON other.names TO mole",
    "+ grant DELETE on other.log to mole": "CREATE VIEW other.log AS SELECT * FROM event;"
    " GRANT DELETE ON other.log TO mole",
    "+ materialized-view other.copy of <owner>": "CREATE MATERIALIZED VIEW other.copy AS SELECT * FROM text",
    "+ table other.copy of <owner>": "CREATE TABLE other.copy AS SELECT * FROM text",
    "+ foreign-table other.away": "CREATE FOREIGN DATA WRAPPER away; CREATE SERVER away FOREIGN DATA WRAPPER away;"
    " CREATE FOREIGN TABLE other.away (a text) SERVER away",
    "+ other foreign-data wrapper away": "CREATE FOREIGN DATA WRAPPER away",
    "+ trigger CREATE TRIGGER quietly INSTEAD OF DELETE": "CREATE TRIGGER quietly INSTEAD OF DELETE ON log"
    " FOR EACH ROW EXECUTE FUNCTION other.quiet()",
    "+ trigger CREATE TRIGGER quietly BEFORE INSERT ON event": "CREATE TRIGGER quietly BEFORE INSERT ON event"
    " FOR EACH ROW EXECUTE FUNCTION other.quiet()",
    "+ trigger CREATE TRIGGER quietly BEFORE INSERT ON other.parent": "CREATE TRIGGER quietly BEFORE INSERT"
    " ON other.parent FOR EACH ROW EXECUTE FUNCTION other.quiet()",
    "- trigger CREATE TRIGGER event_append_only": "DROP TRIGGER event_append_only ON event",
    "- trigger CREATE CONSTRAINT TRIGGER evidence_whole": "DROP TRIGGER evidence_whole ON evidence",
    "+ trigger CREATE TRIGGER event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON event FOR EACH STATEMENT"
    " EXECUTE FUNCTION event_append_only() enabled D": "ALTER TABLE event DISABLE TRIGGER USER",
    "+ trigger CREATE TRIGGER seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON seal FOR EACH STATEMENT"
    " EXECUTE FUNCTION seal_append_only() enabled R": "ALTER TABLE seal ENABLE REPLICA TRIGGER seal_append_only",
    "+ trigger CREATE TRIGGER text_unchanged BEFORE UPDATE": "CREATE OR REPLACE TRIGGER text_unchanged"
    " BEFORE UPDATE ON text WHEN (false) EXECUTE FUNCTION text_unchanged()",
    "+ rule event CREATE RULE quietly": "CREATE RULE quietly AS ON INSERT TO event DO INSTEAD NOTHING",
    "+ rule other.parent CREATE RULE quietly": "CREATE RULE quietly AS ON INSERT TO other.parent"
    " DO INSTEAD UPDATE event SET part = 0",
    "+ function other.take() of <owner>": "CREATE FUNCTION other.take() RETURNS void LANGUAGE sql SECURITY DEFINER"
    " AS 'DELETE FROM bridge_ledger.event'",
    "+ grant EXECUTE on other.take() to PUBLIC": "CREATE PROCEDURE other.take() LANGUAGE sql SECURITY DEFINER"
    " AS 'DELETE FROM bridge_ledger.event'",
    "+ function keep_seal(integer)": "CREATE FUNCTION keep_seal(integer) RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "+ other operator public.=(pg_catalog.text,character varying)": "CREATE FUNCTION other.same(text, varchar)"
    " RETURNS boolean LANGUAGE sql AS 'SELECT true';"
    " CREATE OPERATOR public.= (LEFTARG = text, RIGHTARG = varchar, FUNCTION = other.same)",
    "+ function other.worst(integer)": "CREATE AGGREGATE other.worst(int) (SFUNC = int4larger, STYPE = int)",
    "+ other cast (pg_catalog.point AS pg_catalog.bytea)": "CREATE CAST (point AS bytea) WITH INOUT AS ASSIGNMENT",
    "+ other type other.kind": "CREATE TYPE other.kind AS ENUM ('a')",
    "+ other collation other.mine": "CREATE COLLATION other.mine (LOCALE = 'C')",
    "+ other statistics object other.often": "CREATE STATISTICS other.often ON session, part FROM event",
    "+ sequence other.counted": "CREATE SEQUENCE other.counted",
    "+ other language mine": "CREATE LANGUAGE mine HANDLER plpgsql_call_handler",
    "+ schema third of mole": "CREATE SCHEMA third AUTHORIZATION mole",
    "+ schema <schema> of mole": "ALTER SCHEMA bridge_ledger OWNER TO mole",
    "+ database of mole": "ALTER DATABASE {database} OWNER TO mole",
    "+ table text of mole": "ALTER TABLE text OWNER TO mole",
    "+ function keep_evidence(of_session text, of_file text, number bigint, content bytea) of mole": "ALTER FUNCTION"
    " keep_evidence OWNER TO mole",
    "+ setting session_replication_role=replica of everybody": "ALTER DATABASE {database}"
    " SET session_replication_role = replica",
    "+ setting session_replication_role=replica of mole": "GRANT SELECT ON event TO mole;"
    " ALTER ROLE mole SET session_replication_role = replica",
    "+ grant SET on parameter session_replication_role to mole": "GRANT SET ON PARAMETER session_replication_role"
    " TO mole",
    "+ setting search_path=other of mole": "GRANT USAGE ON SCHEMA other TO mole;"
    " ALTER ROLE mole SET search_path = other",
    "+ index CREATE INDEX dear ON event": "CREATE INDEX dear ON event (other.dear(number))",
    "+ index CREATE UNIQUE INDEX once ON event": "CREATE UNIQUE INDEX once ON event (session, digest)",
    "- index CREATE INDEX event_first": "DROP INDEX event_first",
    "- constraint event event_pkey": "ALTER TABLE event DROP CONSTRAINT event_pkey",
    "- constraint event event_number_check": "ALTER TABLE event DROP CONSTRAINT event_number_check",
    "+ constraint event few CHECK": "ALTER TABLE event ADD CONSTRAINT few CHECK (number < 9)",
    "+ constraint other.held": "CREATE TABLE other.held (session text, number bigint, FOREIGN KEY (session, number)"
    " REFERENCES event ON DELETE CASCADE)",
    "+ column event.mine text": "ALTER TABLE event ADD COLUMN mine text",
    "+ column event.login text not null default 'Cole'::text": "ALTER TABLE event ALTER login SET DEFAULT 'Cole'",
    "+ column event.digest bytea": "ALTER TABLE event ALTER digest DROP NOT NULL",
    "- table seal of <owner>": "DROP TABLE seal",
    "+ view event of <owner>": "ALTER TABLE event RENAME TO old; CREATE VIEW event AS SELECT * FROM old",
    "+ table event of <owner> unlogged": "ALTER TABLE event SET UNLOGGED",
    "+ table text of <owner> with row level security": "ALTER TABLE text ENABLE ROW LEVEL SECURITY",
    "+ other policy shown on event": "CREATE POLICY shown ON event USING (number < 9)",
    '+ rule log CREATE RULE "_RETURN"': "DO $$ BEGIN EXECUTE replace(format('CREATE OR REPLACE VIEW log AS %s',"
    " pg_get_viewdef('log'::regclass)), 'FROM event', 'FROM event WHERE number <> 7'); END $$",
    **{
        f"+ function append_events(of_session text, after bigint, previous bytea, records bytea, digests bytea){how}": (
            f"ALTER FUNCTION append_events {said}"
        )
        for how, said in {
            " ": "STABLE",
            " of": "IMMUTABLE",
            " of ": "SECURITY INVOKER",
            " of <": "RESET search_path",
            " of <o": "SET session_replication_role = replica",
            " of <ow": "PARALLEL SAFE",
            " of <own": "RETURNS NULL ON NULL INPUT",
            " of <owne": "LEAKPROOF",
        }.items()
    },
    "- function append_events": "DROP FUNCTION append_events",
    "+ function event_append_only() of <owner>": "CREATE OR REPLACE FUNCTION event_append_only() RETURNS trigger"
    " LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "+ grant EXECUTE on append_events": "GRANT EXECUTE ON FUNCTION append_events TO mole",
    "+ grant EXECUTE on keep_seal": "GRANT EXECUTE ON FUNCTION keep_seal TO PUBLIC",
    "+ grant SELECT on text to PUBLIC": "GRANT SELECT ON text TO PUBLIC",
    "+ grant SELECT on text.text to mole": "GRANT SELECT (text) ON text TO mole",
    "+ grant UPDATE on event.record to PUBLIC": "GRANT UPDATE (record) ON event TO PUBLIC",
    "+ grant DELETE, INSERT on seal to mole": "GRANT INSERT, DELETE ON seal TO mole",
    "+ grant SELECT on event to mole with grant option": "GRANT SELECT ON event TO mole WITH GRANT OPTION",
    "+ grant CREATE on <schema> to mole": "GRANT CREATE ON SCHEMA bridge_ledger TO mole",
    "+ grant CREATE, USAGE on <schema> to PUBLIC": "GRANT CREATE, USAGE ON SCHEMA bridge_ledger TO PUBLIC",
    "+ grant CREATE on <database> to mole": "GRANT CREATE ON DATABASE {database} TO mole",
    "+ grant EXECUTE on pg_read_file(text) to mole": "GRANT EXECUTE ON FUNCTION pg_read_file(text) TO mole",
    "+ grant SELECT on pg_statistic to mole": "GRANT SELECT ON pg_statistic TO mole",
    "+ grant SELECT on large object": "DO $$ BEGIN EXECUTE format('GRANT SELECT ON LARGE OBJECT %s TO mole',"
    " lo_from_bytea(0, 'x')); END $$",
    "+ other default acl for role postgres in schema public on tables": "ALTER DEFAULT PRIVILEGES IN SCHEMA public"
    " GRANT SELECT ON TABLES TO mole",
    "+ other default acl for role postgres on functions": "ALTER DEFAULT PRIVILEGES GRANT ALL ON FUNCTIONS TO mole",
    "+ grant UPDATE on pg_authid.rolsuper to mole": "GRANT UPDATE (rolsuper) ON pg_authid TO mole",
    "+ grant EXECUTE on pg_read_file(text) to PUBLIC": "GRANT EXECUTE ON FUNCTION pg_read_file(text) TO PUBLIC",
    "+ grant SELECT on pg_authid to PUBLIC": "GRANT SELECT ON pg_authid TO PUBLIC",
    "+ grant CREATE on schema pg_catalog to PUBLIC": "GRANT CREATE ON SCHEMA pg_catalog TO PUBLIC",
    "+ member pg_monitor of <owner>": "GRANT postgres TO pg_monitor",
    "+ function other.hidden() of <owner>": "CREATE FUNCTION other.hidden() RETURNS int LANGUAGE sql AS 'SELECT 1';"
    " ALTER EXTENSION plpgsql ADD FUNCTION other.hidden()",
    "+ table text of <superuser>": "ALTER TABLE event OWNER TO mole",
    "+ other event trigger quietly": "CREATE EVENT TRIGGER quietly ON ddl_command_end EXECUTE FUNCTION other.ending()",
    "+ other event trigger at_login": "CREATE EVENT TRIGGER at_login ON login EXECUTE FUNCTION other.ending()",
    "+ other publication told": "CREATE PUBLICATION told FOR ALL TABLES",
    "+ other publication relation event in publication told": "CREATE PUBLICATION told FOR TABLE event",
    "+ other subscription heard": "CREATE SUBSCRIPTION heard CONNECTION 'dbname=x' PUBLICATION y"
    " WITH (connect = false)",
    **{
        f"+ member mole of {role}": f"GRANT {role} TO mole"
        for role in (
            *("pg_read_all_data", "pg_write_all_data", "pg_execute_server_program", "pg_write_server_files"),
            *("pg_read_server_files", "pg_monitor", "pg_signal_backend", "pg_checkpoint"),
            *("pg_create_subscription", "pg_maintain"),
        )
    },
    "+ member mole of <owner>": "GRANT postgres TO mole",
    "+ member mole of desk": "CREATE ROLE desk; GRANT SELECT ON event TO desk; GRANT desk TO mole",
    "+ role mole superuser": "ALTER ROLE mole SUPERUSER",
    "+ role mole replication bypassrls createrole": "ALTER ROLE mole REPLICATION BYPASSRLS CREATEROLE",
}
"""By how the line begins."""

LATEST = 18
"""The version of PostgreSQL that makes every move; older ones have no triggers at a login, and fewer roles."""

READY = """
    CREATE ROLE mole; CREATE SCHEMA other; CREATE TABLE other.parent (LIKE event);
    CREATE FUNCTION other.quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE FUNCTION other.ending() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';
    CREATE FUNCTION other.dear(bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT $1';
"""
"""What is there before a move."""
