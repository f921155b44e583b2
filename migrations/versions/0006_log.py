"""The event log and its view, texts, evidence and seals, with the triggers that keep log and seals append-only.

This is the first released schema; earlier ones cannot be upgraded.
"""

from alembic import op

from ledger.store import guards
from ledger.store.tables import SCHEMA_NAME, STREAM_LOCK

revision = "0006"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    sqlite = op.get_bind().dialect.name == "sqlite"
    blob, number = ("BLOB", "INTEGER") if sqlite else ("BYTEA", "BIGINT")
    prefix = "" if sqlite else f"{SCHEMA_NAME}."
    strict = "STRICT" if sqlite else ""  # else a column would keep a value of any type
    login = "" if sqlite else "login TEXT NOT NULL DEFAULT session_user,"  # the login that recorded the event
    # the time of the transaction, alike for all its events: so imported events are told from those of desks
    entered = "" if sqlite else "entered_at TIMESTAMPTZ NOT NULL DEFAULT transaction_timestamp(),"
    event_checks, seal_checks = guards.CHECKS["event"], guards.CHECKS["seal"]
    op.execute(f"""
        CREATE TABLE {prefix}event (
            session      TEXT    NOT NULL,
            number       {number} NOT NULL CHECK ({event_checks["number"]}),
            command_id   TEXT    NOT NULL,
            part         INTEGER NOT NULL CHECK ({event_checks["part"]}),
            record       {blob}  NOT NULL CHECK ({event_checks["record"]}),
            digest       {blob}  NOT NULL CHECK ({event_checks["digest"]}),
            {login}
            {entered}
            PRIMARY KEY (session, number),
            UNIQUE (session, command_id, part)
        ) {strict}
    """)
    # finds each stream's first event without a scan; SQLite uses it only with both columns in it
    op.execute(f"CREATE INDEX event_first ON {prefix}event (session, number) WHERE number = 1")
    op.execute(f"""
        CREATE TABLE {prefix}text (
            session    TEXT NOT NULL,
            commitment TEXT NOT NULL,
            salt       {blob},
            text       TEXT,
            PRIMARY KEY (session, commitment)
        ) {strict}
    """)
    op.execute(f"""
        CREATE TABLE {prefix}seal (
            session TEXT   NOT NULL,
            size    {number} NOT NULL CHECK ({seal_checks["size"]}),
            note    TEXT   NOT NULL,
            {"PRIMARY KEY (session, size, note)" if sqlite else login.rstrip(",")}
        ) {strict}
    """)
    op.execute(f"""
        CREATE TABLE {prefix}evidence (
            session    TEXT     NOT NULL,
            commitment TEXT     NOT NULL,
            part       {number} NOT NULL CHECK ({guards.CHECKS["evidence"]["part"]}),
            bytes      {blob},
            PRIMARY KEY (session, commitment, part)
        ) {strict}
    """)
    if sqlite:
        _sqlite_view()
        _sqlite_triggers()
    else:
        # a seal of two signatures is longer than an index of a server holds; its text has no backslash
        op.execute(f"CREATE UNIQUE INDEX seal_once ON {prefix}seal (session, size, sha256(decode(note, 'escape')))")
        op.execute(f"CREATE TABLE {prefix}{STREAM_LOCK} (session TEXT PRIMARY KEY)")
        op.execute(f"CREATE VIEW {prefix}log AS {guards.LOG_VIEW}")
        for statement in guards.statements(SCHEMA_NAME):
            op.execute(statement)


def _sqlite_view() -> None:
    fields = ", ".join(
        f"json_extract(CAST(record AS TEXT), '$[{at}]') AS \"{name}\"" for at, name in enumerate(guards.FIELDS)
    )
    op.execute(f"CREATE VIEW log AS SELECT {fields}, lower(hex(digest)) AS digest FROM event")


def _sqlite_triggers() -> None:
    for table, message in (("event", guards.APPEND_ONLY), ("seal", "the seals are append-only")):
        for verb in ("UPDATE", "DELETE"):
            op.execute(f"""
                CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}
                BEGIN SELECT RAISE(ABORT, '{message}'); END
            """)
    for table, message in (
        ("text", "a text is kept as it is, or erased"),
        ("evidence", "a file is kept as it is, or erased"),
    ):
        op.execute(f"""
            CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
            BEGIN SELECT RAISE(ABORT, '{message}'); END
        """)
    # INSERT OR REPLACE deletes without firing the trigger above; two EXISTS, so that each uses its own index
    op.execute(f"""
        CREATE TRIGGER event_no_replace BEFORE INSERT ON event
        WHEN EXISTS (SELECT 1 FROM event WHERE session = NEW.session AND number = NEW.number)
        OR EXISTS (
            SELECT 1 FROM event WHERE session = NEW.session AND command_id = NEW.command_id AND part = NEW.part
        )
        BEGIN SELECT RAISE(ABORT, '{guards.APPEND_ONLY}'); END
    """)
