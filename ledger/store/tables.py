"""The tables of a ledger, its most frequent statements, and the check of a database's schema version."""

import re
from typing import Any

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Unavailable
from ledger.store.own_files import require_file, show_url, sqlite_path

SCHEMA_NAME = "bridge_ledger"
"""The ledger's schema on a server, in which only its owner can create anything."""

_metadata = sa.MetaData()

EVENT = sa.Table(
    "event",
    _metadata,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True),
    sa.Column("command_id", sa.Text, nullable=False),
    sa.Column("part", sa.Integer, nullable=False),
    sa.Column("record", sa.LargeBinary, nullable=False),
    sa.Column("digest", sa.LargeBinary, nullable=False),
)

TEXT = sa.Table(
    "text",
    _metadata,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("commitment", sa.Text, primary_key=True),
    sa.Column("salt", sa.LargeBinary),
    sa.Column("text", sa.Text),
)

SEAL = sa.Table(
    "seal",
    _metadata,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("size", sa.BigInteger, primary_key=True),
    sa.Column("note", sa.Text, primary_key=True),
)

EVIDENCE_FILE = sa.Table(
    "evidence",
    _metadata,
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("commitment", sa.Text, primary_key=True),
    sa.Column("part", sa.BigInteger, primary_key=True),
    sa.Column("bytes", sa.LargeBinary),
)

TABLES = (EVENT, TEXT, SEAL, EVIDENCE_FILE)
"""The tables that hold the contents of a ledger."""

VERSION = sa.Table("alembic_version", _metadata, sa.Column("version_num", sa.Text, primary_key=True))

STREAM_LOCK = "stream_lock"
"""The table of a server whose rows are the locks on streams; a file has none."""

ROWS_AT_ONCE = 1_000

READ_AT_ONCE = 4_000

LARGEST_NUMBER = (1 << 63) - 1

SMALLEST_NUMBER = -(1 << 63)
"""The smallest value of a column: rows numbered below 1 are read too, and reported."""

# The most frequent statements go to the driver itself; `Connections.said` fills in schema and parameter marks. Without
# a type of each parameter PostgreSQL would choose the best-fitting function or operator, perhaps a stranger's.
HEAD = "SELECT number, digest FROM {schema}event WHERE session = {text} ORDER BY number DESC LIMIT 1"

INSERT = "INSERT INTO event (session, number, command_id, part, record, digest) VALUES (?, ?, ?, ?, ?, ?)"

INSERTED_TOGETHER = 50

INSERT_TOGETHER = INSERT + ", (?, ?, ?, ?, ?, ?)" * (INSERTED_TOGETHER - 1)
"""The statement for many rows at once: SQLite takes a quarter less time; larger batches save nothing more."""

APPEND_EVENTS = f"SELECT {SCHEMA_NAME}.append_events(%s::text, %s::bigint, %s::bytea, %s::bytea, %s::bytea)"

LOCK_STREAM = f"SELECT {SCHEMA_NAME}.lock_stream(%s::text, %s::boolean)"

KEEP_SEAL = sa.text(
    f"SELECT {SCHEMA_NAME}.keep_seal(CAST(:session AS text), CAST(:size AS bigint), CAST(:note AS text))"
)

_IN_ORDER = f"""FROM {{schema}}event WHERE session = {{text}} AND number > {{bigint}} AND number <= {{bigint}}
    ORDER BY number LIMIT {READ_AT_ONCE}"""

RECORDS = f"SELECT record, digest {_IN_ORDER}"

RECORDS_AND_COLUMNS = f"SELECT record, digest, number, command_id, part {_IN_ORDER}"

_AT_SERVER = f"FROM {SCHEMA_NAME}.event WHERE session = CAST(:session AS text)"

LOGIN = sa.text(f"SELECT login {_AT_SERVER} AND number = CAST(:number AS bigint)")

ORIGINS = sa.text(f"SELECT login, entered_at {_AT_SERVER} ORDER BY number")

KEEP_TEXTS = f"SELECT {SCHEMA_NAME}.keep_texts(%s::text, %s::bigint, %s::text[], %s::bytea[], %s::text[])"

ERASE_TEXTS = f"SELECT {SCHEMA_NAME}.erase_texts(%s::text, %s::bigint)"

INSERT_TEXT = "INSERT INTO text (session, commitment, salt, text) VALUES (?, ?, ?, ?)"

KEEP_EVIDENCE = f"SELECT {SCHEMA_NAME}.keep_evidence(%s::text, %s::text, %s::bigint, %s::bytea)"

INSERT_PART = "INSERT INTO evidence (session, commitment, part, bytes) VALUES (?, ?, ?, ?)"

ERASE_FILE = "DELETE FROM evidence WHERE session = ? AND commitment = ?"

ERASE_TEXT = "DELETE FROM text WHERE session = ? AND commitment = ?"

_ONE: sa.ColumnElement[int] = sa.literal_column("1")
_STREAM = EVENT.alias("stream")

# These go by the index of first events and by the primary key, without a table scan, and are alike on every database;
# in a spread ledger each worker answers for its own streams.
OPENINGS = (
    sa.select(_STREAM.c.session, _STREAM.c.record.label("first"))
    .where(_STREAM.c.number == _ONE)
    .order_by(_STREAM.c.session)
)


def _last(column: sa.Column[Any]) -> sa.ScalarSelect[Any]:
    newest = sa.select(column).where(EVENT.c.session == _STREAM.c.session)
    return newest.order_by(EVENT.c.number.desc()).limit(_ONE).scalar_subquery()


HEADS = (
    sa.select(_STREAM.c.session, _last(EVENT.c.number).label("last"), _last(EVENT.c.digest).label("digest"))
    .where(_STREAM.c.number == _ONE)
    .order_by(_STREAM.c.session)
)

NAMES = sa.select(EVENT.c.session).distinct().order_by(EVENT.c.session)
"""The query for the distinct values in the log's session column, with or without an event 1; it scans every row."""

SCHEMA = "0006"
"""The migration that this version reads and writes, the first released one."""

NOT_GRANTED = "42501"
"""The SQLSTATE for a missing right."""

_NO_TABLE = "42P01"
"""The SQLSTATE for a missing table."""


def schema_of(connection: sa.Connection) -> str | None:
    """Return the schema with the ledger's tables on a server; None for a file, which has no schemas."""
    return None if connection.dialect.name == "sqlite" else SCHEMA_NAME


def require_database(url: str) -> None:
    """Raise Unavailable (no-database, not-a-ledger, database-unusable) if a URL's file is missing or no database."""
    path = sqlite_path(url)
    if path and not path.exists():
        raise Unavailable(
            "no-database",
            f"{path} is not here",
            "is it another folder, or --db FILE? `bridge-ledger init` makes a new one",
        )
    require_file(url)


def require_schema(connection: sa.Connection, url: str) -> None:
    """Raise Unavailable (database-old, database-new, not-a-ledger) unless the schema has this program's version."""
    try:
        version = version_of(connection, url)
    except (exc.OperationalError, exc.ProgrammingError) as error:
        # only a missing table means that this is no ledger
        if getattr(error.orig, "sqlstate", None) != _NO_TABLE and "no such table" not in str(error.orig):
            raise
        what = f"{show_url(url)} is no ledger"
        raise Unavailable("not-a-ledger", what, "`bridge-ledger init` makes one; is --db right?") from None
    check_version(version)


def version_of(connection: sa.Connection, url: str) -> str | None:
    """Return the schema's version; None if the database has neither a version nor a log.

    Raises Unavailable (not-a-ledger) if a log has no version, or the version is invalid.
    """
    versions = connection.execute(sa.select(VERSION.c.version_num)).scalars().all()
    if not versions and sa.inspect(connection).has_table(EVENT.name, schema_of(connection)):
        raise _not_a_ledger(url, "does not say which version of a ledger it is: the row that says it is gone")
    if len(versions) > 1 or not all(isinstance(each, str) for each in versions):
        listed = ", ".join(map(_cut, versions[:_MOST_LISTED])) + (", …" if len(versions) > _MOST_LISTED else "")
        raise _not_a_ledger(url, f"does not name one version of a ledger: {listed}")
    if versions and not _VERSION.fullmatch(versions[0]):
        raise _not_a_ledger(url, f"says it is at version {_cut(versions[0])}, which no ledger has")
    return versions[0] if versions else None


_VERSION = re.compile("[0-9]{4}")

_MOST_LISTED = 3
"""How many versions a message lists."""


def _cut(version: object) -> str:
    text = repr(version)
    return text if len(text) <= 24 else f"{text[:24]}…"


def _not_a_ledger(url: str, why: str) -> Unavailable:
    hint = "somebody changed it with another program; `restore` a backup into a new ledger, --db NEW"
    return Unavailable("not-a-ledger", f"{show_url(url)} {why}", hint)


def check_version(version: str | None) -> None:
    """Raise Unavailable (database-old, database-new) if a schema's version is not this program's."""
    if version is None:
        what = f"the database has no version yet, this program has {SCHEMA}"
        raise Unavailable("database-old", what, "`bridge-ledger upgrade`")
    if version < SCHEMA:
        raise Unavailable(
            "database-old",
            f"the database is at version {version}, of a bridge-ledger that was never released; "
            "this program cannot read it",
            "nothing was touched: make a new ledger, `bridge-ledger --db NEW init`, and import the result files again",
        )
    if version > SCHEMA:
        raise Unavailable(
            "database-new",
            f"the database is at version {version}, this program only at {SCHEMA}",
            "upgrade bridge-ledger: `pip install --upgrade bridge-ledger`",
        )
