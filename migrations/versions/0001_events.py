"""The event log, the players' names, and triggers that keep the log append-only."""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    blob, now_or_never = (
        ("BLOB", _sqlite_triggers) if op.get_bind().dialect.name == "sqlite" else ("BYTEA", _postgresql_triggers)
    )
    op.execute(f"""
        CREATE TABLE event (
            session      TEXT    NOT NULL,
            number       BIGINT  NOT NULL,
            name         TEXT    NOT NULL,
            command_id   TEXT    NOT NULL,
            part         INTEGER NOT NULL,
            occurred_at  BIGINT  NOT NULL,
            recorded_at  BIGINT  NOT NULL,
            recorded_by  TEXT    NOT NULL,
            because      TEXT    NOT NULL,
            body         {blob}  NOT NULL,
            digest       {blob}  NOT NULL,
            PRIMARY KEY (session, number),
            UNIQUE (session, command_id, part)
        )
    """)
    op.execute("""
        CREATE TABLE person (
            session       TEXT    NOT NULL,
            contestant    TEXT    NOT NULL,
            seat          INTEGER NOT NULL,
            name          TEXT    NOT NULL,
            member_number TEXT    NOT NULL,
            PRIMARY KEY (session, contestant, seat)
        )
    """)
    now_or_never()


def _sqlite_triggers() -> None:
    for verb in ("UPDATE", "DELETE"):
        op.execute(f"""
            CREATE TRIGGER event_no_{verb.lower()} BEFORE {verb} ON event
            BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END
        """)

    op.execute("""
        CREATE TRIGGER event_no_replace BEFORE INSERT ON event
        WHEN EXISTS (
            SELECT 1 FROM event WHERE session = NEW.session
            AND (number = NEW.number OR (command_id = NEW.command_id AND part = NEW.part))
        )
        BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END
    """)


def _postgresql_triggers() -> None:
    op.execute("""
        CREATE FUNCTION event_append_only() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the event log is append-only'; END $$
    """)
    op.execute(
        "CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event EXECUTE FUNCTION event_append_only()"
    )
