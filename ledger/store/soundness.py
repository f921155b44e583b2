"""Whether a database is still guarded as its migration made it: tables, triggers, functions, and who may do what; and
what it is as a thing: how large, kept by what, and whether its pages are whole.

A file is held against a ledger made anew; a server's catalogues against what `ledger.store.guards` writes there.
"""

from collections.abc import Container, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.errors import Unavailable, WorkerAway
from ledger.store import spread
from ledger.store.beside import SchemaChange, answered, what_is_otherwise
from ledger.store.connections import Connections, own_schema, take_schema_lock
from ledger.store.guards import HOME, LOG_VIEW, statements
from ledger.store.location import shown
from ledger.store.tables import EVENT, TABLES

_Objects = Mapping[tuple[str, str], str]
"""The kind and name of what stands in a file's schema, and the SQL it was made with."""


def changes(connections: Connections) -> list[SchemaChange]:
    """What is missing or is another than it was made; nothing where all is as it should be."""
    if connections.is_sqlite:
        return list(_file_changes(connections))
    with connections.reading() as connection:
        found = list(_server_changes(connection))
    return [*found, *map(SchemaChange, _view_changes(connections))]


def put_back(connections: Connections) -> list[str]:
    """Make the guards of a ledger anew, all of them where one is not as it was made; what was otherwise before.

    WorkerAway where a server that keeps some of them cannot be asked; Unavailable (database-denied) for anybody but
    their owner.
    """
    if not connections.is_sqlite:
        with connections.reading() as connection:
            spread.require_answering(connection, connections.url)
    seen = changes(connections)
    for each in seen:
        if each.untold:  # it went away since
            raise WorkerAway("worker-away", each.text, "start it again, and do this again")
    _require_tables(connections)
    found = [each.text for each in seen if each.of_guard]
    if found and not connections.is_sqlite:
        _require_owner(connections)
    if found:
        with connections.transaction() as connection:
            take_schema_lock(connection.connection.cursor(), connections)
            for statement in _of_file() if connections.is_sqlite else _of_server(connection):
                connection.execute(sa.text(statement))
    if found and not connections.is_sqlite:
        with connections.transaction() as connection:
            spread.put_back(connection, connections.url)
    return found


def _require_tables(connections: Connections) -> None:
    with connections.reading() as connection:
        there = sa.inspect(connection).get_table_names()
    should = [table.name for table in TABLES] + ([] if connections.is_sqlite else [HOME])
    gone = " and ".join(f"the table {name} is missing" for name in should if name not in there)
    if gone:
        said = f"{gone} in {shown(connections.url)}, with all that was in it: no guard can be put back on it"
        raise Unavailable("not-a-ledger", said, "restore a backup into a new ledger, --db NEW.db: `help backups`")


def _require_owner(connections: Connections) -> None:
    with connections.reading() as connection:
        owner = connection.execute(_OWNER_OF_ANOTHER).scalar()
    if owner:
        denied = f"guards of {shown(connections.url)} are not as they were made, and only {owner} may put them back"
        raise Unavailable("database-denied", denied, f"`upgrade` as {owner}: the user is in the URL, --db")


_OWNER_OF_ANOTHER = sa.text("""
    SELECT relowner::regrole::text FROM pg_class WHERE oid = 'event'::regclass AND NOT pg_has_role(relowner, 'USAGE')
""")


def _of_file() -> Iterator[str]:
    for (kind, name), sql in _as_made().items():
        if kind == "trigger":
            yield f"DROP TRIGGER IF EXISTS {name}"
            yield sql


def _of_server(connection: sa.Connection) -> Iterator[str]:
    is_spread, schema = spread.is_spread(connection), own_schema(connection)
    if is_spread:
        spread.allow_triggers(connection)
    yield from statements(schema)
    if is_spread:
        yield from spread.function_statements()


# A file


def _file_changes(connections: Connections) -> Iterator[SchemaChange]:
    should, found = _as_made(), _objects(connections)
    for (kind, name), sql in should.items():
        if (kind, name) not in found:
            yield SchemaChange(f"the {kind} {name} is missing", kind == "trigger")
        elif found[kind, name] != sql:
            yield SchemaChange(f"the {kind} {name} was changed", kind == "trigger")
    for kind, name in found.keys() - should.keys():
        if kind == "trigger" or found[kind, name].upper().startswith("CREATE UNIQUE INDEX"):
            yield SchemaChange(f"the {kind} {name} is not of bridge-ledger")
    yield from map(
        SchemaChange, _values_of_another_type(connections, {name for kind, name in found if kind == "table"})
    )


_STORED_AS = {sa.Text: "text", sa.BigInteger: "integer", sa.Integer: "integer", sa.LargeBinary: "blob"}


def _values_of_another_type(connections: Connections, there: Container[str]) -> Iterator[str]:
    """What a column of a file holds that no program of ours puts there, though the types of its tables keep it out."""
    with connections.reading() as connection:
        for table in (each for each in TABLES if each.name in there):
            kept = {each["name"] for each in sa.inspect(connection).get_columns(table.name)}
            columns = [column for column in table.columns if column.name in kept]
            counts = connection.execute(
                sa.select(sa.func.count(), *map(_of_another_type, columns)).select_from(table)
            ).one()
            for column, count in zip(columns, counts[1:], strict=True):
                if count:
                    yield f"the column {table.name}.{column.name} holds {count} of another type than it should"


def _of_another_type(column: sa.Column[Any]) -> sa.ColumnElement[int]:
    """How many values of a column are not of the type it should keep."""
    right = [_STORED_AS[type(column.type)], *(["null"] if column.nullable else [])]
    return sa.func.count(sa.case((sa.func.typeof(column).not_in(right), 1)))


@cache
def _as_made() -> _Objects:
    """What stands in a file that was just made."""
    from ledger.store.setup import migrate  # dear to load
    from ledger.store.store import Store

    fresh = Store("sqlite://")
    try:
        migrate(fresh)
        return _objects(fresh.connections)
    finally:
        fresh.close()


def _objects(connections: Connections) -> _Objects:
    query = sa.text("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    with connections.reading() as connection:
        return {(row.type, row.name): " ".join(row.sql.split()) for row in connection.execute(query)}


# A server


def _server_changes(connection: sa.Connection) -> Iterator[SchemaChange]:
    if not sa.inspect(connection).has_table(EVENT.name):  # all else is told by who owns it, and where it is
        yield SchemaChange(f"the table {EVENT.name} is missing")
        return
    is_spread = spread.is_spread(connection)
    for row in connection.execute(sa.text(what_is_otherwise(own_schema(connection), spread=is_spread))):
        yield answered(row.text, row.undo)
    if is_spread:
        yield from spread.changes(connection)


def _view_changes(connections: Connections) -> Iterator[str]:
    """Whether the view is as it was made: held against one made anew, for this transaction, where a server lets us.

    A standby makes nothing, nor does one where who looks may not make what is only his: then it cannot be told.
    """
    try:
        with connections.transaction() as connection:
            connection.execute(sa.text(f"CREATE TEMP VIEW as_made AS {LOG_VIEW}"))
            made, there = (connection.execute(_VIEW, {"name": name}).scalar() for name in ("as_made", "log"))
            connection.rollback()
    except Unavailable:
        return
    if there is None:
        yield "the view log is missing"
    elif there != made:
        yield "the view log was changed"


_VIEW = sa.text("SELECT pg_get_viewdef(to_regclass(:name)) WHERE to_regclass(:name) IS NOT NULL")


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
