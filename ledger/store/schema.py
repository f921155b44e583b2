"""Which schema a database has, and whether this program reads and writes it."""

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.errors import Unavailable
from ledger.store.location import require_file, shown, sqlite_path

SCHEMA = "0003"
"""The migration this version reads and writes."""

OLDEST = "0003"
"""The first schema that was released: nothing leads here from those before."""


def require_there(url: str) -> None:
    """Unavailable (no-database, not-a-ledger, database-unusable) where a file is missing or something else."""
    path = sqlite_path(url)
    if path and not path.exists():
        raise Unavailable("no-database", f"{path} is not here", "`bridge-ledger init`, or --db FILE")
    require_file(url)


def require_schema(connection: sa.Connection, url: str) -> None:
    """Unavailable (database-old, database-new, not-a-ledger) where the schema is not this program's."""
    try:
        version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    except (exc.OperationalError, exc.ProgrammingError) as error:
        if "alembic_version" not in str(error) or "permission denied" in str(error):
            raise
        raise Unavailable(
            "not-a-ledger", f"{shown(url)} is no ledger", "`bridge-ledger init` makes one; is --db right?"
        ) from None
    check_version(version)


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
