"""The tables, what is said of the log most often, in words all databases know, and which schema a database has: whether
this program reads and writes it.
"""

import re

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Unavailable
from ledger.store.location import require_file, shown, sqlite_path

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
"""All that a ledger holds."""

# What is said most often is said to the driver itself; `?` stands for its own mark.
ROWS_AT_ONCE = 1_000

READ_AT_ONCE = 4_000

NO_END = (1 << 63) - 1

BEFORE_ALL = -(1 << 63)
"""Of the numbers a column can hold: a log begins with 1, and what stands before that is read too, and found wrong."""

HEAD = "SELECT number, digest FROM event WHERE session = ? ORDER BY number DESC LIMIT 1"

INSERT = "INSERT INTO event (session, number, command_id, part, record, digest) VALUES (?, ?, ?, ?, ?, ?)"

APPEND_EVENTS = "SELECT append_events(%s, %s, %s, %s, %s)"

KEEP_SEAL = "SELECT keep_seal(:session, :size, :note)"

_IN_ORDER = f"FROM event WHERE session = ? AND number > ? AND number <= ? ORDER BY number LIMIT {READ_AT_ONCE}"

RECORDS = f"SELECT record, digest {_IN_ORDER}"

RECORDS_OF_MANY = "SELECT session, record, digest FROM event WHERE session IN ({}) ORDER BY session, number"

RECORDS_AND_COLUMNS = f"SELECT record, digest, number, command_id, part {_IN_ORDER}"

LOGIN = sa.text("SELECT login FROM event WHERE session = :session AND number = :number")

ORIGINS = sa.text("SELECT login, entered_at FROM event WHERE session = :session ORDER BY number")

KEEP_TEXTS = "SELECT keep_texts(%s, %s, %s::text[], %s::bytea[], %s::text[])"

ERASE_TEXTS = "SELECT erase_texts(%s, %s)"

INSERT_TEXT = "INSERT INTO text (session, commitment, salt, text) VALUES (?, ?, ?, ?)"

KEEP_EVIDENCE = "SELECT keep_evidence(%s, %s, %s, %s)"

INSERT_PART = "INSERT INTO evidence (session, commitment, part, bytes) VALUES (?, ?, ?, ?)"

ERASE_FILE = "DELETE FROM evidence WHERE session = ? AND commitment = ?"

ERASE_TEXT = "DELETE FROM text WHERE session = ? AND commitment = ?"

# From opening to opening by an index that has nothing else, and to the end of each: no table scan, and the same words
# on every database, also on one that is spread over many, which answer each for its own streams.
EACH_STREAM = "SELECT session, {} FROM event AS stream WHERE number = 1 ORDER BY session"

ITS_LAST = "FROM event WHERE event.session = stream.session ORDER BY number DESC LIMIT 1"

OPENINGS = sa.text(EACH_STREAM.format("record AS first")).columns(session=sa.Text, first=sa.LargeBinary)

HEADS = sa.text(
    EACH_STREAM.format(f"(SELECT number {ITS_LAST}) AS last, (SELECT digest {ITS_LAST}) AS digest")
).columns(session=sa.Text, last=sa.BigInteger, digest=sa.LargeBinary)

NAMES = sa.text("SELECT DISTINCT session FROM event ORDER BY session").columns(session=sa.Text)
"""Whatever stands in the place of a stream's name, also where its first event is gone: every row is looked at."""

SCHEMA = "0005"
"""The migration this version reads and writes."""

NOT_GRANTED = "42501"
"""What a server says, in every language, to a role that may not look (SQLSTATE)."""

_NO_TABLE = "42P01"
"""What a server says of a table that is not there (SQLSTATE)."""

OLDEST = "0005"
"""The first schema that was released: nothing leads here from those before."""


def require_there(url: str) -> None:
    """Unavailable (no-database, not-a-ledger, database-unusable) where a file is missing or something else."""
    path = sqlite_path(url)
    if path and not path.exists():
        raise Unavailable(
            "no-database",
            f"{path} is not here",
            "is it another folder, or --db FILE? `bridge-ledger init` makes a new one",
        )
    require_file(url)


def require_schema(connection: sa.Connection, url: str) -> None:
    """Unavailable (database-old, database-new, not-a-ledger) where the schema is not this program's."""
    try:
        version = version_of(connection, url)
    except (exc.OperationalError, exc.ProgrammingError) as error:
        if not _lacks_a_table(error.orig):
            raise
        raise Unavailable(
            "not-a-ledger", f"{shown(url)} is no ledger", "`bridge-ledger init` makes one; is --db right?"
        ) from None
    check_version(version)


def _lacks_a_table(error: BaseException | None) -> bool:
    """Whether a database answers that it has no such table: one that went away says nothing about that."""
    return getattr(error, "sqlstate", None) == _NO_TABLE or "no such table" in str(error)


def version_of(connection: sa.Connection, url: str) -> str | None:
    """The version of the schema; None where nothing says one. Unavailable (not-a-ledger) where it cannot be told."""
    versions = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
    if not versions and sa.inspect(connection).has_table(EVENT.name):
        raise _strange(url, "does not say which version of a ledger it is: the row that says it is gone")
    if len(versions) > 1 or not all(isinstance(each, str) for each in versions):
        told = ", ".join(map(_cut, versions[:_TOLD])) + (", …" if len(versions) > _TOLD else "")
        raise _strange(url, f"does not say in one word which version of a ledger it is: {told}")
    if versions and not _VERSION.fullmatch(versions[0]):
        raise _strange(url, f"says it is at version {_cut(versions[0])}, which is none of a ledger")
    return versions[0] if versions else None


_VERSION = re.compile("[0-9]{4}")

_TOLD = 3
"""How many versions are told, where there should be one."""


def _cut(version: object) -> str:
    """What stands where a version should, in a few characters: it may be anything, and of any length."""
    told = repr(version)
    return told if len(told) <= 24 else f"{told[:24]}…"


def _strange(url: str, why: str) -> Unavailable:
    hint = "somebody changed it beside the ledger; `restore` a backup into a new one, --db NEW"
    return Unavailable("not-a-ledger", f"{shown(url)} {why}", hint)


def check_version(version: str | None) -> None:
    """Unavailable (database-old, database-new) where a version is not this program's."""
    require_released(version)
    if version is None or version < SCHEMA:
        raise Unavailable(
            "database-old",
            f"the database is at version {version or 'none'}, this program at {SCHEMA}",
            "`bridge-ledger upgrade`",
        )
    if version > SCHEMA:
        raise Unavailable(
            "database-new",
            f"the database is at version {version}, this program only at {SCHEMA}",
            "upgrade bridge-ledger: `pip install --upgrade bridge-ledger`",
        )


def require_released(version: str | None) -> None:
    """Unavailable (database-old) where a database was made before there was a release."""
    if version is not None and version < OLDEST:
        raise Unavailable(
            "database-old",
            f"the database is at version {version}, of a bridge-ledger that was never released; "
            "this program cannot read it",
            "nothing was touched: make a new ledger, `bridge-ledger --db NEW init`, and import the result files again",
        )
