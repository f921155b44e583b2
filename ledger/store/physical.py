"""What a database is as a thing: how large, kept by what, and whether its pages are whole."""

from typing import NamedTuple

import sqlalchemy as sa

from ledger.store.connections import Connections


class Physical(NamedTuple):
    """What keeps a ledger, its schema's version, its size in bytes, and what is wrong with its pages, in sentences."""

    kept_by: str
    schema: str
    size: int
    damage: tuple[str, ...]


def physical(connections: Connections) -> Physical:
    """Look at a database; of a file the pages too, as `PRAGMA quick_check` does (sqlite.org/pragma.html).

    A server looks after its own: `pg_amcheck`.
    """
    with connections.reading() as connection:
        schema = str(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar())
        kept_by = connection.execute(sa.text("SELECT sqlite_version()" if connections.is_sqlite else _SERVER)).scalar()
        size = connection.execute(sa.text(_FILE_SIZE if connections.is_sqlite else _SERVER_SIZE)).scalar()
        pages = connection.execute(sa.text("PRAGMA quick_check(3)")).scalars() if connections.is_sqlite else ["ok"]
        damage = tuple(" ".join(str(each).split()) for each in pages if each != "ok")
    return Physical(f"{'SQLite' if connections.is_sqlite else 'PostgreSQL'} {kept_by}", schema, int(size or 0), damage)


_SERVER = "SELECT current_setting('server_version')"
_SERVER_SIZE = "SELECT pg_database_size(current_database())"
_FILE_SIZE = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
