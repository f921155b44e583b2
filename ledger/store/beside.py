"""What of a ledger on a server is not as it was made, what somebody put beside it, or let somebody do, and how it is
taken back.

It is asked in one statement, of the tables there; where they are spread over workers, at each of these in the same
words, and of every part that lies there too.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlalchemy.dialects import postgresql

from ledger.store.guards import AT_COMMIT, CHECKS, DEFINERS, HOME, SEARCH_PATH, SIGNATURES, TRIGGERS, bodies
from ledger.store.tables import EVENT, TABLES


class SchemaChange(NamedTuple):
    """What is missing or is another than it was made, in a sentence.

    `of_guard`: `put_back` makes it anew; else `undo` says, where that is known, what takes it back. `untold`: nobody
    could look whether anything is.
    """

    text: str
    of_guard: bool = False
    undo: str = ""
    untold: bool = False


def answered(text: str, undo: str | None, server: str = "") -> SchemaChange:
    """What the statement that follows answered, at which `server`, where the ledger is spread over several."""
    at = f"at {server} " if server else ""
    return SchemaChange(f"{at}{text}", undo is None, f"{at}by {undo}" if undo else "")


def what_is_otherwise(schema: str, *, spread: bool, let: str = "true") -> str:
    """A statement that says what is not as it was made in a schema, each as `text` and `undo`; `undo` is null of a
    guard, which `put_back` makes anew, and empty where nothing takes it back.

    `spread`: of the parts that lie at this server too. `let`: which grants to look and to call, on a `name` to a
    `grantee`, are as they should be.
    """
    told = (*_TOLD, _guards(schema), _functions(schema), _granted_functions(schema, let), _creating(schema))
    return f"""
    WITH RECURSIVE tables AS (
        SELECT oid AS relation, relname::text AS name, relkind, relowner, relacl,
            relrowsecurity OR relforcerowsecurity AS hides
        FROM pg_class WHERE relname IN ({named(OURS)}) AND relnamespace = '{schema}'::regnamespace
    ), ours AS (
        SELECT *, NULL::bigint AS shard FROM tables {_PARTS if spread else ""}
    ), owner AS (SELECT relowner AS role FROM tables WHERE name = '{EVENT.name}'
    ), made (on_table, made) AS (VALUES {_pairs(_MADE)}
    ), columns (on_table, column_name, type, needed, preset) AS (VALUES {", ".join(_columns())}
    ), fires (on_table, calls, fires, at_commit) AS (VALUES {", ".join(_firing())}
    ), functions (name, arguments, definer, body) AS (VALUES {", ".join(_made_functions(schema))}
    ), granted AS ({_granted(let)}
    ), told (relation, shard, name, what, before, after, undo) AS ({" UNION ALL ".join(told)}
    ), acts (role) AS (
        SELECT role FROM owner
        UNION SELECT member FROM pg_auth_members JOIN acts ON roleid = role
    ), found (text, undo) AS (
        SELECT concat(before, CASE WHEN count(shard) > 0 THEN format('%s of %s parts of ', count(shard),
                (SELECT count(*) FROM ours WHERE ours.name = told.name AND shard IS NOT NULL)) END, what, after),
            CASE WHEN undo LIKE 'REVOKE%' THEN replace(undo, '<>', string_agg(relation::regclass::text, ', '))
                WHEN undo <> '' THEN string_agg(replace(undo, '<>', relation::regclass::text), '; ') ELSE undo END
        FROM told GROUP BY name, what, before, after, undo, shard IS NULL
        UNION ALL
        SELECT format('%s may act as the role that owns the tables, and so change everything', rolname),
            format('REVOKE %s FROM %s', owner.role::regrole, acts.role::regrole)
        FROM owner, acts JOIN pg_roles ON pg_roles.oid = acts.role WHERE NOT rolsuper AND acts.role <> owner.role
    )
    SELECT text, CASE WHEN undo <> '' THEN concat('{_HERE_ALONE if spread else ""}', undo) ELSE undo END AS undo
    FROM found ORDER BY undo IS NOT NULL, 1
    """


_WHO = "CASE grantee WHEN 0 THEN 'everybody' ELSE grantee::regrole::text END"
_FROM = "CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END"
"""Whom something is granted, as it is told; and in a REVOKE."""

_HERE_ALONE = "SET citus.enable_ddl_propagation = off; "
"""What has a server of a ledger that is spread do to its own what is said to it, and not refuse it, nor hand it on."""


def _columns() -> Iterator[str]:
    """The columns of each table, as PostgreSQL says them: the type, whether it is needed, and what stands in it by
    itself.
    """
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    for table in TABLES:
        for column in table.columns:
            kind = column.type.compile(dialect).lower()
            yield f"('{table.name}', '{column.name}', '{kind}', {not column.nullable}, NULL)"
        for name, kind, preset in _NOTED.get(table.name, ()):
            yield f"('{table.name}', '{name}', '{kind}', true, '{preset}')"


_LOGIN = ("login", "text", "SESSION_USER")
_NOTED = {"event": (_LOGIN, ("entered_at", "timestamp with time zone", "transaction_timestamp()")), "seal": (_LOGIN,)}
"""What the server notes of its own beside what it is handed."""


def _firing() -> Iterator[str]:
    """The triggers of each table: the function each calls, and when (pg_trigger.tgtype)."""
    for table, (name, changes) in TRIGGERS.items():
        yield f"('{table}', '{name}', {_before(changes)}, false)"
    for table, name in AT_COMMIT.items():
        yield f"('{table}', '{name}', {_AFTER_EACH}, true)"


def _before(changes: str) -> int:
    """Before these changes, once a statement."""
    return 2 | sum(bit for change, bit in _CHANGES.items() if change in changes)


_CHANGES = {"DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}

_AFTER_EACH = 1 | 4
"""After an INSERT, once a row."""


def _made_functions(schema: str) -> Iterator[str]:
    for name, body in bodies(schema).items():
        yield f"('{name}', '{SIGNATURES[name]}', {name in DEFINERS}, $made${body}$made$)"


def _guards(schema: str) -> str:
    return f"""
        SELECT NULL::oid, NULL::bigint, functions.name, '', format('the function %s ', functions.name),
            CASE WHEN oid IS NULL THEN 'is missing' ELSE 'was changed' END, NULL
        FROM owner, functions LEFT JOIN pg_proc ON pronamespace = '{schema}'::regnamespace AND proname = name
            AND pg_get_function_identity_arguments(oid) = arguments
        WHERE (prosrc = body AND prosecdef = definer AND proowner = role
            AND proconfig IS NOT DISTINCT FROM CASE WHEN definer THEN ARRAY['{SEARCH_PATH}'] END) IS NOT TRUE
        UNION ALL
        SELECT relation, shard, name, name, format('the trigger %s on ', calls),
            CASE WHEN tgname IS NULL THEN ' is missing' ELSE ' was changed, or does not fire' END, NULL
        FROM ours JOIN fires ON on_table = name
            LEFT JOIN pg_trigger ON tgrelid = relation AND tgname = concat(calls, '_' || shard)
        WHERE (tgfoid = to_regprocedure(format('{schema}.%s()', calls)) AND tgtype = fires AND tgqual IS NULL
            AND tgattr::text = '' AND tgenabled IN ('O', 'A')
            AND (tgdeferrable AND tginitdeferred) = at_commit) IS NOT TRUE"""


def _granted(let: str) -> str:
    return f"""
        SELECT relation, shard, name, name AS what, privilege_type AS may, privilege_type AS named, grantee
        FROM ours, aclexplode(relacl)
        WHERE grantee <> relowner AND (privilege_type <> 'SELECT' OR grantee = 0 OR NOT ({let}))
        UNION ALL
        SELECT relation, shard, name, concat(name, '.', attname), privilege_type,
            format('%s (%I)', privilege_type, attname), grantee
        FROM ours JOIN pg_attribute ON attrelid = relation, aclexplode(attacl) WHERE grantee <> relowner"""


def _functions(schema: str) -> str:
    return f"""
        SELECT proc.oid, NULL, proname, '', format('the function %s is not of bridge-ledger', proc.oid::regprocedure),
            '', format('DROP FUNCTION %s', proc.oid::regprocedure)
        FROM pg_proc AS proc WHERE pronamespace = '{schema}'::regnamespace
            AND proname IN (SELECT name FROM functions) AND NOT EXISTS (SELECT FROM functions
                WHERE name = proname AND arguments = pg_get_function_identity_arguments(proc.oid))"""


def _granted_functions(schema: str, let: str) -> str:
    return f"""
        SELECT proc.oid, NULL, name, '',
            {_WHO} || ' may call the function ' || name,
            CASE grantee WHEN 0 THEN '' ELSE ' here alone' END,
            CASE WHEN grantee <> 0 THEN
                format('REVOKE EXECUTE ON FUNCTION %s FROM %s', proc.oid::regprocedure, grantee::regrole) END
        FROM pg_proc AS proc JOIN functions ON proname = name
            AND pg_get_function_identity_arguments(proc.oid) = arguments,
            aclexplode(coalesce(proacl, acldefault('f', proowner)))
        WHERE pronamespace = '{schema}'::regnamespace AND grantee <> proowner AND (grantee = 0 OR NOT ({let}))"""


# A function that is called may be his who may make one: the one that fits best, wherever the search path leads.
def _creating(schema: str) -> str:
    return f"""
        SELECT place, NULL, '', '', {_WHO},
            format(' may create in the %s %I, and so have others run what is his', lower(kind), called),
            format('REVOKE CREATE ON %s %I FROM %s', kind, called,
                {_FROM})
        FROM owner, (
            SELECT oid, 'SCHEMA', nspname, nspowner, nspacl FROM pg_namespace WHERE oid = '{schema}'::regnamespace
            UNION ALL
            SELECT oid, 'DATABASE', datname, datdba, datacl FROM pg_database WHERE datname = current_database()
        ) AS places (place, kind, called, kept_by, acl), aclexplode(acl)
        WHERE privilege_type = 'CREATE' AND grantee NOT IN (role, kept_by)"""


def named(names: Iterable[str]) -> str:
    """Names for a list in a statement."""
    return ", ".join(f"'{name}'" for name in names)


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"('{one}', '{other}')" for one, other in pairs)


OURS = (*(table.name for table in TABLES), HOME, "log", "alembic_version")
"""What a ledger has in its schema, by name."""

_PARTS = """
        UNION ALL SELECT part.oid, name, part.relkind, part.relowner, part.relacl,
            part.relrowsecurity OR part.relforcerowsecurity, shardid
        FROM tables JOIN pg_dist_shard ON logicalrelid = relation
            JOIN pg_class AS part ON part.oid = to_regclass(shard_name(logicalrelid, shardid))"""

_TABLES = f"""
        SELECT relation, NULL::bigint, called, '', format('the table %s ', called),
            CASE WHEN relation IS NULL THEN 'is missing' ELSE 'is none' END, ''
        FROM unnest(ARRAY[{named((*(table.name for table in TABLES), HOME))}]) AS called
            LEFT JOIN tables ON name = called
        WHERE (relkind IN ('r', 'p')) IS NOT TRUE"""

_COLUMNS = """
        SELECT relation, shard, name, name, format('the column %s of ', column_name),
            CASE WHEN kind IS NULL THEN ' is missing' WHEN type IS NULL THEN ' is not of bridge-ledger'
                ELSE ' was changed' END,
            CASE WHEN kind IS NULL THEN '' WHEN type IS NULL THEN format('ALTER TABLE <> DROP COLUMN %I', column_name)
                ELSE concat('ALTER TABLE <> ', concat_ws(', ',
                    CASE WHEN kind <> type THEN format('ALTER %I TYPE %s', column_name, type) END,
                    CASE WHEN filled <> needed THEN format('ALTER %I %s NOT NULL', column_name,
                        CASE WHEN needed THEN 'SET' ELSE 'DROP' END) END,
                    CASE WHEN given IS DISTINCT FROM preset THEN format('ALTER %I %s', column_name,
                        coalesce('SET DEFAULT ' || preset, 'DROP DEFAULT')) END)) END
        FROM (
            SELECT relation, attname::text AS column_name, format_type(atttypid, atttypmod) AS kind,
                attnotnull AS filled, pg_get_expr(adbin, adrelid) AS given
            FROM ours JOIN pg_attribute ON attrelid = relation AND attnum > 0 AND NOT attisdropped
                LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        ) AS there FULL JOIN (
            SELECT relation, column_name, type, needed, preset FROM ours JOIN columns ON on_table = name
        ) AS should USING (relation, column_name) JOIN ours USING (relation)
        WHERE relkind IN ('r', 'p') AND name IN (SELECT on_table FROM columns)
            AND (kind = type AND filled = needed AND given IS NOT DISTINCT FROM preset) IS NOT TRUE"""

_TRIGGERS = """
        SELECT relation, shard, name, name, format('the trigger %s on ', tgname),
            ' is not of bridge-ledger', format('DROP TRIGGER %I ON <>', tgname)
        FROM ours JOIN pg_trigger ON tgrelid = relation
        WHERE NOT tgisinternal AND NOT EXISTS (
            SELECT FROM fires WHERE on_table = name AND tgname = concat(calls, '_' || shard)
        )"""

_GRANTS = f"""
        SELECT relation, shard, name, what, concat({_WHO},
                ' may ', string_agg(may, ', ' ORDER BY may), ' on '), ', beside the functions',
            format('REVOKE %s ON <> FROM %s', string_agg(named, ', ' ORDER BY named),
                {_FROM})
        FROM granted GROUP BY relation, shard, name, what, grantee"""

_RULES = """
        SELECT relation, shard, name, name, format('the rule %s on ', rulename), ' is not of bridge-ledger',
            format('DROP RULE %I ON <>', rulename)
        FROM ours JOIN pg_rewrite ON ev_class = relation WHERE rulename <> '_RETURN'"""

_HIDDEN = """
        SELECT relation, shard, name, name, 'rows of ', ' are hidden from some: row level security is on',
            'ALTER TABLE <> DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY'
        FROM ours WHERE hides"""

_OWNED = """
        SELECT relation, shard, name, name, format('%s owns ', relowner::regrole), ', and so may change everything',
            format('ALTER TABLE <> OWNER TO %s', role::regrole)
        FROM ours, owner WHERE relowner <> role"""

_LOST = """
        SELECT ours.relation, shard, name, name, '', ' is lost when the server crashes: it is unlogged',
            'ALTER TABLE <> SET LOGGED'
        FROM ours JOIN pg_class ON pg_class.oid = relation WHERE relpersistence = 'u'"""

_INHERITED = """
        SELECT relation, shard, name, name, format('the table %s adds its rows to those of ', inhrelid::regclass), '',
            format('ALTER TABLE %s NO INHERIT <>', inhrelid::regclass)
        FROM ours JOIN pg_inherits ON inhparent = relation WHERE relkind = 'r'"""

_WRITING = """
        SELECT member, NULL, '', '', format('%s may write in every table of the server', member::regrole), '',
            format('REVOKE pg_write_all_data FROM %s', member::regrole)
        FROM owner, pg_auth_members JOIN pg_roles ON pg_roles.oid = member
        WHERE roleid = to_regrole('pg_write_all_data') AND NOT rolsuper AND member <> role"""

_MADE = [
    *((table, f"CHECK (({check}))") for table, checks in CHECKS.items() for check in checks.values()),
    *((table.name, f"PRIMARY KEY ({', '.join(each.name for each in table.primary_key)})") for table in TABLES),
    (EVENT.name, "UNIQUE (session, command_id, part)"),
    (HOME, "PRIMARY KEY (beginning)"),
    ("alembic_version", "PRIMARY KEY (version_num)"),
]
"""The constraints each table was made with, as PostgreSQL says them."""

# But for what a column says itself (NOT NULL, of a newer server), and triggers.
_CONSTRAINTS = """
        SELECT relation, shard, name, name,
            format('the constraint %s on ', regexp_replace(conname, concat('_', shard, '$'), '')),
            ' is not of bridge-ledger', format('ALTER TABLE <> DROP CONSTRAINT %I', conname)
        FROM ours JOIN pg_constraint ON conrelid = relation
        WHERE contype NOT IN ('n', 't')
            AND (name, pg_get_constraintdef(pg_constraint.oid)) NOT IN (SELECT on_table, made FROM made)"""

_MISSING = """
        SELECT relation, shard, name, name, CASE WHEN made LIKE 'CHECK%' THEN 'the check of ' ELSE 'the key of ' END,
            concat(' is missing: ', regexp_replace(made, '^CHECK \\(\\((.*)\\)\\)$', '\\1')),
            format('ALTER TABLE <> ADD %s', made)
        FROM ours JOIN made ON on_table = name
        WHERE relkind IN ('r', 'p') AND NOT EXISTS (
            SELECT FROM pg_constraint WHERE conrelid = relation AND pg_get_constraintdef(pg_constraint.oid) = made
        )"""

_UNIQUE = """
        SELECT relation, shard, name, name, format('the unique index %s on ', indexrelid::regclass),
            ' is not of bridge-ledger', format('DROP INDEX %s', indexrelid::regclass)
        FROM ours JOIN pg_index ON indrelid = relation
        WHERE indisunique AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)"""

_TOLD = (
    _TRIGGERS,
    _TABLES,
    _COLUMNS,
    _GRANTS,
    _RULES,
    _HIDDEN,
    _OWNED,
    _LOST,
    _INHERITED,
    _WRITING,
    _CONSTRAINTS,
    _MISSING,
    _UNIQUE,
)
