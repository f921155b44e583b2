"""The event log, the players' names, the seals, and triggers that keep log and seals append-only."""

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
    op.execute("""
        CREATE TABLE seal (
            session TEXT   NOT NULL,
            size    BIGINT NOT NULL,
            note    TEXT   NOT NULL,
            PRIMARY KEY (session, size, note)
        )
    """)
    now_or_never()


def _sqlite_triggers() -> None:
    for table in ("event", "seal"):
        for verb in ("UPDATE", "DELETE"):
            op.execute(f"""
                CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}
                BEGIN SELECT RAISE(ABORT, 'the {table} log is append-only'); END
            """)

    op.execute("""
        CREATE TRIGGER event_no_replace BEFORE INSERT ON event
        WHEN EXISTS (SELECT 1 FROM event WHERE session = NEW.session AND number = NEW.number)
        OR EXISTS (
            SELECT 1 FROM event WHERE session = NEW.session AND command_id = NEW.command_id AND part = NEW.part
        )
        BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END
    """)


def _postgresql_triggers() -> None:
    op.execute("""
        CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the % log is append-only', TG_TABLE_NAME; END $$
    """)
    for table in ("event", "seal"):
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} EXECUTE FUNCTION append_only()"
        )
