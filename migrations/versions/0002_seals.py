"""The seals that were given out, as append-only as the log; on SQLite, a quicker look whether an event is there already."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("""
        CREATE TABLE seal (
            session TEXT   NOT NULL,
            size    BIGINT NOT NULL,
            note    TEXT   NOT NULL,
            PRIMARY KEY (session, size, note)
        )
    """)
    if op.get_bind().dialect.name == "sqlite":
        _sqlite()
    else:
        _postgresql()


def _sqlite() -> None:
    for verb in ("UPDATE", "DELETE"):
        op.execute(f"""
            CREATE TRIGGER seal_no_{verb.lower()} BEFORE {verb} ON seal
            BEGIN SELECT RAISE(ABORT, 'the seals are append-only'); END
        """)
    op.execute("DROP TRIGGER event_no_replace")
    op.execute("""
        CREATE TRIGGER event_no_replace BEFORE INSERT ON event
        WHEN EXISTS (SELECT 1 FROM event WHERE session = NEW.session AND number = NEW.number)
        OR EXISTS (
            SELECT 1 FROM event WHERE session = NEW.session AND command_id = NEW.command_id AND part = NEW.part
        )
        BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END
    """)


def _postgresql() -> None:
    op.execute("""
        CREATE FUNCTION seal_append_only() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the seals are append-only'; END $$
    """)
    op.execute(
        "CREATE TRIGGER seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON seal EXECUTE FUNCTION seal_append_only()"
    )
