"""A ledger spread over many servers by Citus, an extension of PostgreSQL.

Desks connect to the coordinator as if it were the only server. Each stream lies on one worker, with its texts, files
and seals, and the owner's functions (`ledger.store.guards`) run there, with the locks they take and the triggers that
keep the log append-only. No other module knows of Citus.
"""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.errors import Misuse, Unavailable
from ledger.store.connections import Connections
from ledger.store.guards import APPEND, ERASE_TEXTS, KEEP_EVIDENCE, KEEP_SEAL, KEEP_TEXTS, LOCK_STREAM, TRIGGERS
from ledger.store.own_files import LOCK_SECONDS, WORKER_SECONDS, show_url
from ledger.store.tables import EVENT, SCHEMA_NAME, STREAM_LOCK, TABLES, VERSION

BY_STREAM = (APPEND, KEEP_TEXTS, KEEP_EVIDENCE, KEEP_SEAL, ERASE_TEXTS, LOCK_STREAM)
"""The functions that run at the worker on which their stream lies."""

_SPREAD = (*(table.name for table in TABLES), STREAM_LOCK)
"""The tables whose rows lie at the worker of their stream; the table of versions is copied to every worker."""

_EVENT = f"{SCHEMA_NAME}.{EVENT.name}"


class Node(NamedTuple):
    """A server of a spread ledger: its address, its number of shards of the log, and whether the server answers."""

    address: str
    parts: int
    answers: bool


def spread(connection: sa.Connection, url: str) -> bool:
    """Spread a ledger's tables over the Citus workers; return False if they were spread already.

    All workers are set up, new ones too. Raises Unavailable if there are none, if one does not answer or cannot be set
    up, or if the tables are spread in another way (spread-otherwise).
    """
    require_workers(connection, url)
    current = _distribution(connection)
    if current and current != _REQUIRED:
        raise _spread_in_another_way(url, current)
    if not current:
        allow_triggers(connection)
        for statement in _statements():
            connection.exec_driver_sql(statement)
    connection.execute(sa.text(_AT_COORDINATOR))
    _at_workers(connection, url, _SETTINGS)
    return not current


def _at_workers(connection: sa.Connection, url: str, statement: str) -> None:
    """Execute a statement at each worker; raise Unavailable at the first that fails or does not answer."""
    for row in connection.execute(_ON_WORKERS, {"statement": statement}):
        if not row.success:
            raise _worker_error(row, url)


def _worker_error(row: sa.Row[Any], url: str) -> Unavailable:
    worker = f"the worker {row.nodename}:{row.nodeport} of {show_url(url)}"
    if _is_away(row.result):
        return Unavailable("database-unreachable", f"{worker} does not answer", f"start it again, and {_AGAIN}")
    if _BUSY in row.result:
        busy = f"another desk has locked the log at {worker} for too long"
        return Unavailable("database-busy", busy, f"wait a while, then {_AGAIN}")
    return Unavailable("no-workers", f"{worker} cannot be set up: {row.result}", _OWNER)


_AGAIN = "do this again: what was done already is not done twice"
_BUSY = "held by a desk"


def _is_away(result: str) -> bool:
    """Return whether a worker's result shows that the worker could not be reached."""
    return not _REFUSED.match(result or "")


_REFUSED = re.compile(r"[^\s:]+:  ")


def require_answering(connection: sa.Connection, url: str) -> None:
    """Raise Unavailable (database-unreachable) if a server of a spread ledger does not answer."""
    if is_spread(connection):
        _at_workers(connection, url, "SELECT 1")


def recreate_triggers(connection: sa.Connection, url: str) -> None:
    """Recreate the triggers on every shard of a spread ledger: Citus does not propagate TRUNCATE triggers."""
    if is_spread(connection):
        triggers = ", ".join(f"('{table}', '{name}', '{changes}')" for table, (name, changes) in TRIGGERS.items())
        _at_workers(connection, url, _TRIGGERS_OF_PARTS.format(made=triggers))


_TRIGGERS_OF_PARTS = f"""DO $$ DECLARE each record; BEGIN
    PERFORM set_config('citus.enable_manual_changes_to_shards', 'on', true);
    FOR each IN
        SELECT name, changes, shardid, shard FROM (VALUES {{made}}) AS made (on_table, name, changes)
            JOIN pg_dist_shard ON logicalrelid = to_regclass('{SCHEMA_NAME}.' || on_table),
            to_regclass(shard_name(logicalrelid, shardid)) AS shard
        WHERE shard IS NOT NULL
    LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER %1$I BEFORE %2$s ON %3$s EXECUTE FUNCTION {SCHEMA_NAME}.%4$I();
            ALTER TABLE %3$s ENABLE ALWAYS TRIGGER %1$I',
            each.name || '_' || each.shardid, each.changes, each.shard, each.name);
    END LOOP;
EXCEPTION WHEN lock_not_available THEN
    RAISE EXCEPTION '{_BUSY}';
END $$"""


def allow_triggers(connection: sa.Connection) -> None:
    """Let Citus accept the ledger's triggers on distributed tables, for this transaction."""
    connection.exec_driver_sql("SET LOCAL citus.enable_unsafe_triggers TO on")
    connection.exec_driver_sql("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")


def is_spread(connection: sa.Connection) -> bool:
    """Return whether Citus distributes any table of the ledger."""
    return _has_citus(connection) and bool(_distribution(connection))


def can_be_spread(url: str) -> bool:
    """Return whether a server has Citus workers over which a ledger can be spread."""
    with closing(Connections(url)) as connections, connections.reading() as connection:
        return _has_citus(connection) and bool(connection.execute(sa.text(_WORKERS)).scalar())


def coordinator_of(url: str) -> str:
    """Return the Citus coordinator, 'host:port', if a URL names one of its workers; '' for any other server."""
    with closing(Connections(url)) as connections, connections.reading() as connection:
        return _coordinator(connection)


def require_no_worker(connection: sa.Connection, url: str) -> None:
    """Raise Misuse (usage) if the server is a Citus worker: ledgers are made at the coordinator."""
    if coordinator := _coordinator(connection):
        what = f"{show_url(url)} is a worker; the coordinator is {coordinator}"
        raise Misuse("usage", what, "name that server in --db")


def _coordinator(connection: sa.Connection) -> str:
    return str(connection.execute(_COORDINATOR).scalar() or "") if _has_citus(connection) else ""


_COORDINATOR = sa.text("""
    SELECT concat(nodename, ':', nodeport) FROM pg_dist_node
    WHERE groupid = 0 AND noderole = 'primary' AND (SELECT groupid FROM pg_dist_local_group) <> 0
""")


def nodes(connections: Connections) -> list[Node]:
    """Return a spread ledger's servers, coordinator first; [] if not spread, Unavailable if spread in another way."""
    if connections.is_sqlite:
        return []
    with connections.reading() as connection:
        if not is_spread(connection):
            return []
        if (current := _distribution(connection)) != _REQUIRED:
            raise _spread_in_another_way(connections.url, current)
        return [Node(f"{row.nodename}:{row.nodeport}", row.parts, row.answers) for row in connection.execute(_NODES)]


@contextmanager
def recording_blocked(connections: Connections) -> Iterator[bool]:
    """Block recording in a spread ledger during the block; yield whether the ledger is spread.

    Without that, a dump would see its servers at different moments.
    """
    with connections.reading() as connection:
        spread = is_spread(connection)
    if not spread:
        yield False
        return
    with connections.transaction() as connection:
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        connection.exec_driver_sql(
            f"LOCK TABLE {', '.join(f'{SCHEMA_NAME}.{table.name}' for table in TABLES)} IN SHARE MODE"
        )
        yield True


def ask_workers(connection: sa.Connection, statement: str) -> Iterator[tuple[str, str, bool]]:
    """Run a statement at each worker; yield the worker's address, answer or error message, and whether it answered."""
    for row in connection.execute(_ON_WORKERS, {"statement": statement}):
        server = f"{row.nodename}:{row.nodeport}"
        cause = "nobody answers there" if _is_away(row.result) else row.result
        yield server, str(row.result) if row.success else f"the server {server} cannot be checked: {cause}", row.success


def workers_without(connection: sa.Connection, url: str, role: str) -> list[str]:
    """Return the workers that do not know a role, [] if not spread; Unavailable if a worker does not answer."""
    if not is_spread(connection):
        return []
    known = f"SELECT 1 FROM pg_roles WHERE rolname = {sa.literal(role).compile(compile_kwargs={'literal_binds': True})}"
    rows = connection.execute(_ON_WORKERS, {"statement": known}).all()
    for row in rows:
        if not row.success:
            raise _worker_error(row, url)
    return [f"{row.nodename}:{row.nodeport}" for row in rows if not row.result]


def require_workers(connection: sa.Connection, url: str) -> None:
    """Raise Unavailable (no-workers) if the server lacks Citus, or if Citus has no workers."""
    if not _has_citus(connection):
        hint = "as who runs the servers, in this database on each: CREATE EXTENSION citus; `help citus`"
        raise Unavailable("no-workers", f"{show_url(url)} has no extension Citus, which spreads a ledger", hint)
    if not connection.execute(sa.text(_WORKERS)).scalar():
        hint = "as who runs the servers: SELECT citus_add_node('worker', 5432); `help citus`"
        raise Unavailable("no-workers", f"{show_url(url)} has Citus, but no workers to spread the ledger over", hint)


def _has_citus(connection: sa.Connection) -> bool:
    return bool(connection.execute(sa.text("SELECT 1 FROM pg_extension WHERE extname = 'citus'")).scalar())


_TABLES = dict.fromkeys(_SPREAD, "by session") | {VERSION.name: "by copies"}

_FUNCTIONS = {signature.partition("(")[0]: "by session" for signature in BY_STREAM}

_REQUIRED = _TABLES | _FUNCTIONS
"""The required distribution of each table and function."""


def _distribution(connection: sa.Connection) -> dict[str, str]:
    """Return how each table and function of the ledger is distributed; {} if no table is."""
    tables = {row.name: row.how for row in connection.execute(_HOW_TABLES, {"names": list(_TABLES)})}
    if not tables:
        return {}
    return tables | {row.name: row.how for row in connection.execute(_HOW_FUNCTIONS, {"names": list(_FUNCTIONS)})}


def _spread_in_another_way(url: str, found: dict[str, str]) -> Unavailable:
    names = sorted(name for name in _REQUIRED if found.get(name) != _REQUIRED[name])
    listed = "; ".join(f"{name} {found.get(name, 'not at all')}, not {_REQUIRED[name]}" for name in names)
    hint = "spread a new one, `init --spread`, and `restore` into it: `help citus`"
    return Unavailable("spread-otherwise", f"{show_url(url)} was spread by hand in another way: {listed}", hint)


def _statements() -> Iterator[str]:
    yield f"SELECT create_reference_table('{SCHEMA_NAME}.{VERSION.name}')"
    for name in _SPREAD:
        table = f"{SCHEMA_NAME}.{name}"
        together = "" if name == EVENT.name else f", colocate_with => '{_EVENT}'"
        yield f"SELECT create_distributed_table('{table}', 'session'{together})"
        # The shards have the trigger by now. The rows still lie here too, and are deleted; only the trigger of this
        # server is disabled meanwhile: Citus does not propagate changes of a TRUNCATE trigger.
        guard, _ = TRIGGERS.get(name, ("", ""))
        if guard:
            yield f"ALTER TABLE {table} DISABLE TRIGGER {guard}"
        yield f"SELECT truncate_local_data_after_distributing_table('{table}')"
        if guard:
            yield f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {guard}"
    yield from function_statements()


def function_statements() -> Iterator[str]:
    """Yield the SQL that makes each function run at the worker on which its stream lies."""
    for function in BY_STREAM:
        where = f"'of_session', colocate_with => '{_EVENT}', force_delegation => true"
        yield f"SELECT create_distributed_function('{SCHEMA_NAME}.{function}', {where})"


_OWNER = "the role that owns the ledger owns the database at each worker too: ALTER DATABASE … OWNER TO"

_ON_WORKERS = sa.text("SELECT nodename, nodeport, success, result FROM run_command_on_workers(:statement)")

_AT_COORDINATOR = f"""DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET citus.node_connection_timeout = {WORKER_SECONDS * 1000}', current_database());
END $$"""

# A worker has settings of its own: those of a desk's connection reach the coordinator only.
_SETTINGS = f"""DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = pg_catalog, pg_temp', current_database());
    EXECUTE format('ALTER DATABASE %I SET lock_timeout = %L', current_database(), '{LOCK_SECONDS}s');
    IF current_setting('synchronous_commit') <> 'remote_apply' THEN
        EXECUTE format('ALTER DATABASE %I SET synchronous_commit = %L', current_database(), 'on');
    END IF;
END $$"""

_WORKERS = "SELECT count(*) FROM pg_dist_node WHERE isactive AND shouldhaveshards AND noderole = 'primary'"

_HOW_TABLES = sa.text(f"""
    SELECT relname AS name, CASE WHEN partmethod = 'n' THEN 'by copies'
        WHEN partmethod <> 'h' THEN 'in ranges'
        WHEN column_to_column_name(logicalrelid, partkey) <> 'session' THEN 'by another column'
        WHEN colocationid <> (
            SELECT colocationid FROM pg_dist_partition WHERE logicalrelid = to_regclass('{_EVENT}')
        ) THEN 'apart from {EVENT.name}'
        ELSE 'by session' END AS how
    FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
    WHERE relname = ANY(:names) AND relnamespace = to_regnamespace('{SCHEMA_NAME}')
""")

_HOW_FUNCTIONS = sa.text(f"""
    SELECT proname AS name, CASE WHEN force_delegation AND distribution_argument_index = 0 AND colocationid = (
            SELECT colocationid FROM pg_dist_partition WHERE logicalrelid = to_regclass('{_EVENT}')
        ) THEN 'by session' ELSE 'by copies' END AS how
    FROM pg_dist_object JOIN pg_proc ON classid = 'pg_proc'::regclass AND objid = pg_proc.oid
    WHERE proname = ANY(:names) AND pronamespace = to_regnamespace('{SCHEMA_NAME}')
""")

_NODES = sa.text(f"""
    SELECT nodename, nodeport, groupid = 0 OR citus_check_connection_to_node(nodename, nodeport) AS answers, (
        SELECT count(*) FROM pg_dist_placement JOIN pg_dist_shard USING (shardid)
        WHERE pg_dist_placement.groupid = pg_dist_node.groupid AND logicalrelid = '{_EVENT}'::regclass
    ) AS parts
    FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid
""")
