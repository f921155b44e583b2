"""Checking a database against what `init` made: its objects are listed, a line each, and compared with a text.

On a server one statement lists the objects (`schema/listing.sql`), at each server of a spread ledger; a file lists
its own in `sqlite_schema`. `python -m tests.store.made_texts` writes the expected texts from new ledgers.
`recreate_guards` repairs what it can for `upgrade`. `database_facts` returns the size of a database, its program, and
damage to its pages.
"""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from ledger.errors import Corrupt, Unavailable
from ledger.store.connections import Connections, take_schema_lock
from ledger.store.guards import statements
from ledger.store.own_files import show_url
from ledger.store.tables import EVENT, SCHEMA_NAME, TABLES, VERSION, schema_of

GRANTS = ("reader", "writer", "names")
"""The grants of `init`, which the expected texts call `<reader>` and so on."""


OWN = (*(table.name for table in TABLES), VERSION.name)
"""The tables of a ledger, by name."""


class SchemaDifference(NamedTuple):
    """A difference from a new ledger's database: a line with '+' if it is extra, with '-' if it is missing."""

    line: str

    @property
    def sort(self) -> str:
        """The kind of database object that differs: 'trigger'."""
        return self.line.split()[1]

    @property
    def can_be_mended(self) -> bool:
        """True if the object is missing and `upgrade` recreates it."""
        mended = self.sort in ("function", "trigger") or (self.sort == "index" and "UNIQUE" not in self.line)
        return mended and self.line.startswith("-")


class Listing(NamedTuple):
    """The objects of a database as lines of text, by server and shard.

    Servers are named by address, '' for the one connected to; the shard is '' for objects outside shards. `text`: the
    name of the expected text. `granted`: the roles that `init` granted something, by grant. `silent`: messages about
    servers that did not answer.
    """

    text: str
    servers: Mapping[str, Mapping[str, Collection[str]]]
    granted: Mapping[str, Collection[str]]
    silent: Mapping[str, str]


def list_all(connections: Connections) -> Listing:
    """List the objects of a database, read-only, without calling any function that somebody may have planted."""
    with connections.reading() as connection:
        if connections.is_sqlite:
            # query nothing else: the file may be a stranger's, with a view that never ends
            lines = [line for _, line in file_lines(connection) if line != _OF_ANALYZE]
            return Listing("sqlite", {"": {"": lines}}, {}, {})
        from ledger.store import spread  # of a server alone: a file is never spread

        connection.exec_driver_sql("SET TRANSACTION READ ONLY")
        is_spread = spread.is_spread(connection)
        if is_spread:
            connection.exec_driver_sql("SET LOCAL citus.override_table_visibility = off")  # list the shards too
        version = connection.execute(sa.text(_SERVER_VERSION)).scalar_one()
        listing = (TEXTS / "listing.sql").read_text("utf-8")
        listing = listing.format(
            schema=SCHEMA_NAME,
            parts=_PARTS if is_spread else "SELECT NULL::oid, NULL::int8, NULL::text WHERE false",
            parameters=_PARAMETERS if version >= 150_000 else "",
        )
        statement = f"SELECT pg_catalog.json_agg(listed)::text FROM ({listing}) AS listed"  # a worker returns one value
        answers, silent = {"": str(connection.exec_driver_sql(statement).scalar())}, dict[str, str]()
        for address, answer, is_answer in spread.ask_workers(connection, statement) if is_spread else ():
            (answers if is_answer else silent)[address] = answer
    servers = dict[str, dict[str, set[str]]]()
    for address, answer in answers.items():
        servers[address] = defaultdict(set)
        for row in json.loads(answer):
            servers[address][row["part"]].add(row["line"])
    noted = next((line for line in servers[""][""] if line.startswith(GRANTED)), "")
    return Listing("postgresql", servers, _granted(noted.removeprefix(GRANTED)), silent)


def owner_of(connections: Connections) -> str:
    """Return the login that owns a ledger on a server; '' for a file, which has no logins."""
    if connections.is_sqlite:
        return ""
    return _owner_and_login(connections)[0]


def require_owner(connections: Connections, *, members: bool = False) -> None:
    """Raise Unavailable (database-denied) unless the login in use owns the ledger.

    A superuser does not count as the owner (`ledger.trust.verification`). `members`: a login that can act as the owner
    will do.
    """
    owner, login, may_act = _owner_and_login(connections)
    if owner != login and not (members and may_act):
        denied = f"{show_url(connections.url)} is not as it was made, and only {owner} may mend or accept it"
        raise Unavailable("database-denied", denied, f"`upgrade` as {owner}: put this user into the URL, --db")


def _owner_and_login(connections: Connections) -> tuple[str, str, bool]:
    with connections.reading(alone=True) as connection:
        owner, login, may_act = connection.execute(_OWNER).one()
    return str(owner), str(login), bool(may_act)


_OWNER = sa.text(f"""
    SELECT pg_catalog.pg_get_userbyid(relowner)::text, session_user::text,
        pg_catalog.pg_has_role(relowner, 'USAGE') FROM pg_catalog.pg_class
    WHERE oid = '{SCHEMA_NAME}.{EVENT.name}'::regclass::oid
""")


def granted_roles(connection: sa.Connection) -> Mapping[str, Collection[str]]:
    """Return the roles to which `init` granted rights on a server, by grant ('reader', 'writer', 'names')."""
    return _granted(connection.execute(sa.text(_GRANTS_NOTE)).scalar())


_GRANTS_NOTE = f"SELECT obj_description('{SCHEMA_NAME}.{EVENT.name}'::regclass, 'pg_class')"


def _granted(noted: str | None) -> Mapping[str, Collection[str]]:
    """Parse the note in which `init` listed its grants; {} if somebody replaced the note."""
    try:
        noted_roles = dict(json.loads(noted or "{}"))
        return {grant: [str(role) for role in noted_roles[grant]] for grant in GRANTS if grant in noted_roles}
    except (ValueError, TypeError):
        return {}


def file_lines(connection: sa.Connection) -> list[tuple[str, str]]:
    """Return each object of a SQLite file: its table's name in lower case, and a line of its kind, name and SQL."""
    rows = connection.exec_driver_sql("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return [(table.lower(), " ".join(f"{kind} {name} {sql}".split())) for kind, name, table, sql in rows]


GRANTED = "granted "
"""The beginning of the line with the grants noted by `init`; it never counts as a difference."""

_OF_ANALYZE = "table sqlite_stat1 CREATE TABLE sqlite_stat1(tbl,idx,stat)"


_SERVER_VERSION = "SELECT pg_catalog.current_setting('server_version_num')::int4"

TEXTS = Path(__file__).with_name("schema")
"""The folder with the listing statement and the expected texts."""

_PARTS = """
    SELECT part.oid, shardid, pg_catalog.quote_ident(whole.relname::text)
    FROM pg_catalog.pg_dist_shard JOIN pg_catalog.pg_class AS whole ON whole.oid = logicalrelid::oid
        JOIN pg_catalog.pg_class AS part ON part.relnamespace = whole.relnamespace
            AND part.relname::text = pg_catalog.concat(whole.relname, '_', shardid)"""

_PARAMETERS = """
    UNION ALL SELECT pg_catalog.concat('parameter ', parname), '', paracl, tableoid, oid, 0
    FROM pg_catalog.pg_parameter_acl"""


def differences(listing: Listing, logins: Collection[str] = ()) -> list[SchemaDifference]:
    """Return the differences of a listing from a new ledger; grants of `init`, also to `logins`, are left out."""
    roles = [(_quoted_role(role), grant) for grant, holders in listing.granted.items() for role in holders]
    roles += [(_quoted_role(login), grant) for login in logins for grant in GRANTS]
    members = {f"member {_quoted_role(login)} of {role}" for login in logins for role, _ in roles}
    differing = list[SchemaDifference]()
    for address, parts in listing.servers.items():
        for part, lines in parts.items():
            table, _, number = part.rpartition("_")
            expected = _text(listing.text, "citus" if _CITUS in lines else "")
            if table:
                expected = frozenset(line for line in _lines("citus") if f"{table}_#" in line)
            allowed = members | {line.replace(f"<{grant}>", role) for line in expected for role, grant in roles}
            signed = [f"+ {line}" for line in {*lines} - expected - allowed if not _MAY_BE_ADDED.match(line)]
            signed += [f"- {line}" for line in expected - {*lines} if not _MAY_BE_MISSING.match(line)]
            at = f" at {address}" if address else ""
            differing += [SchemaDifference(f"{line.replace('_#', f'_{number}')}{at}") for line in signed]
    return sorted(differing, key=lambda line: (line.line[2:], line.line))


def _quoted_role(role: str) -> str:
    """Return a role's name as a listing's line contains it, quoted if the bare name could be misread."""
    plain = _PLAIN.fullmatch(role) and role != "PUBLIC"
    return role if plain else '"{}"'.format(role.replace('"', '""'))


_PLAIN = re.compile(r"[A-Za-z0-9_@$-]+")

_CITUS = "other extension citus"

_MAY_BE_ADDED = re.compile(rf"{GRANTED}|grant .* to <owner>$|(database of|grant .* on <database> to) <superuser>$")
"""Lines that may be added: the note of `init`, and an owner's rights on his own things."""

_MAY_BE_MISSING = re.compile(
    r"grant .* to (?!<owner>)|(database of|grant .* on <database> to) <owner>$|setting |other extension citus"
)
"""Lines that may be missing: revoked rights, and settings of one server among several."""


def _text(*names: str) -> frozenset[str]:
    """Return the lines expected in a listing, read from the named files; lines about shards are left out."""
    return frozenset(line for name in names if name for line in _lines(name) if "_#" not in line)


@cache
def _lines(name: str) -> tuple[str, ...]:
    return tuple((TEXTS / f"{name}.txt").read_text("utf-8").splitlines())


def file_statements() -> list[str]:
    """Return the SQL that drops and recreates the triggers and indexes of a SQLite ledger."""
    things = [line.split(" ", 2) for line in _lines("sqlite") if line.startswith(("trigger ", "index "))]
    return [each for kind, name, sql in things for each in (f"DROP {kind} IF EXISTS {name}", sql)]


def require_version_table(lines: Collection[tuple[str, str]], url: str) -> None:
    """Raise Corrupt (schema-changed) if `alembic_version` is not a table.

    Call it before reading: a view of that name might never end.
    """
    things = (line.split(" ", 2)[:2] for _, line in lines)
    if kinds := {kind for kind, name in things if name == VERSION.name} - {"table"}:
        raise _changed(url, [f"{kinds.pop()} {VERSION.name}"])


def require_own_tables(lines: Collection[tuple[str, str]], url: str) -> None:
    """Raise Corrupt (schema-changed) if a ledger's table was replaced, or has an object that is not the ledger's.

    Call it first: in a stranger's file `event` may be a view that never ends.
    """
    if strange := sorted({line for table, line in lines if table in OWN} - _text("sqlite")):
        raise _changed(url, strange)


def _changed(url: str, lines: list[str]) -> Corrupt:
    listed = "; ".join(f"+ {line[:_LONGEST_LINE]}" for line in lines)
    hint = "DROP what was put there, with `sqlite3`; or `restore` a backup into a new ledger, --db NEW.db"
    return Corrupt("schema-changed", f"{show_url(url)} is not as a ledger was made: {listed}", hint)


_LONGEST_LINE = 120


def recreate_guards(connections: Connections) -> list[str]:
    """Recreate all functions, triggers and indexes if one is missing or differs; return the lines of those that did.

    Raises Unavailable if a table is missing, a server does not answer, or the login cannot act as the owner.
    """
    from ledger.store import spread

    with connections.reading() as connection:
        if not connections.is_sqlite:
            spread.require_answering(connection, connections.url)
        names = sa.inspect(connection).get_table_names(schema_of(connection))
    if absent := " and ".join(f"the table {table.name} is missing" for table in TABLES if table.name not in names):
        lost = f"{absent} in {show_url(connections.url)}, with all that was in it: no guard can be put back on it"
        raise Unavailable("not-a-ledger", lost, "restore a backup into a new ledger, --db NEW.db: `help backups`")
    listing = list_all(connections)
    for silent in listing.silent.values():  # it answered `require_answering` a moment ago
        raise Unavailable("database-unreachable", silent, "start it again, and do this again")
    missing = [each.line for each in differences(listing) if each.can_be_mended]
    if missing and not connections.is_sqlite:
        require_owner(connections, members=True)
    if missing:
        with connections.transaction() as connection:
            take_schema_lock(connection.connection.cursor(), connections)
            if connections.is_sqlite:
                renewed = file_statements()
            elif spread.is_spread(connection):
                spread.allow_triggers(connection)
                renewed = [*statements(SCHEMA_NAME), *spread.function_statements()]
            else:
                renewed = [*statements(SCHEMA_NAME)]
            for statement in renewed:
                connection.execute(sa.text(statement))
    if missing and not connections.is_sqlite:
        with connections.transaction() as connection:
            spread.recreate_triggers(connection, connections.url)
    return missing


_STORED_AS = {sa.Text: "text", sa.BigInteger: "integer", sa.Integer: "integer", sa.LargeBinary: "blob"}


def describe_mistyped_columns(connections: Connections) -> Iterator[str]:
    """Yield a message for each column of a SQLite file that holds values of the wrong type."""
    with connections.reading() as connection:
        # STRICT tables enforce their types, but may have been replaced for a while
        for table in TABLES if connections.is_sqlite else ():
            counts = []
            for column in table.columns:
                types = [_STORED_AS[type(column.type)], *(["null"] if column.nullable else [])]
                counts.append(sa.func.count(sa.case((sa.func.typeof(column).not_in(types), 1))))
            counted = sa.select(*counts).select_from(table)
            for column, count in zip(table.columns, connection.execute(counted).one(), strict=True):
                if count:
                    yield f"the column {table.name}.{column.name} holds values of the wrong type: {count}"


class DatabaseFacts(NamedTuple):
    """The program that runs a database (`kept_by`), the schema version, the size in bytes, and damage to pages."""

    kept_by: str
    schema: str
    size: int
    damage: tuple[str, ...]


def database_facts(connections: Connections) -> DatabaseFacts:
    """Return the facts about a database; for a file also check pages and indexes (`PRAGMA integrity_check`).

    A server's pages are left to `pg_amcheck`.
    """
    with connections.reading() as connection:
        schema = str(connection.execute(sa.select(VERSION.c.version_num)).scalar())
        kept_by = connection.execute(sa.text("SELECT sqlite_version()" if connections.is_sqlite else _SERVER)).scalar()
        size = connection.execute(sa.text(_FILE_SIZE if connections.is_sqlite else _SERVER_SIZE)).scalar()
        pages = connection.execute(sa.text("PRAGMA integrity_check(3)")).scalars() if connections.is_sqlite else ["ok"]
        damage = tuple(" ".join(str(each).split()) for each in pages if each != "ok")
    return DatabaseFacts(
        f"{'SQLite' if connections.is_sqlite else 'PostgreSQL'} {kept_by}", schema, int(size or 0), damage
    )


_SERVER = "SELECT current_setting('server_version')"

_SERVER_SIZE = "SELECT pg_database_size(current_database())"

_FILE_SIZE = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
