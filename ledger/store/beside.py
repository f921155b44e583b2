"""What somebody put beside the guards of a ledger on a server, took from its tables, or let somebody do, and how it is
taken back.

It is asked of the tables there; where they are spread over workers, at each of these of every part that lies there too.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ledger.store.guards import CHECKS, FIRING, HOME, SIGNATURES
from ledger.store.tables import TABLES


class SchemaChange(NamedTuple):
    """What is missing or is another than it was made, in a sentence.

    `of_guard`: `put_back` makes it anew; else `undo` says, where that is known, what takes it back. `untold`: nobody
    could look whether anything is.
    """

    text: str
    of_guard: bool = False
    undo: str = ""
    untold: bool = False


def what_is_not_ours(schema: str, *, spread: bool, looking: str = "true") -> str:
    """A statement that says what is not of bridge-ledger in a schema, each as `text` and `undo`.

    `spread`: of the parts that lie at this server too. `looking`: which grants to look, of a `name` to a `grantee`, are
    as they should be.
    """
    told = (_TRIGGERS, _GRANTS, _RULES, _HIDDEN, _OWNED, _CONSTRAINTS, _MISSING, _UNIQUE, _functions(schema))
    return f"""
    WITH RECURSIVE tables AS (
        SELECT oid AS relation, relname::text AS name, relowner, relacl, relrowsecurity OR relforcerowsecurity AS hides
        FROM pg_class WHERE relname IN ({_named(OURS)}) AND relnamespace = '{schema}'::regnamespace
    ), ours AS (
        SELECT *, NULL::bigint AS shard FROM tables {_PARTS if spread else ""}
    ), owner AS (SELECT relowner AS role FROM tables WHERE name = 'event'
    ), made (on_table, made) AS (VALUES {_pairs(_MADE)}
    ), granted AS ({_granted(looking)}
    ), told (relation, shard, name, what, before, after, undo) AS ({" UNION ALL ".join(told)}
    ), acts (role) AS (
        SELECT role FROM owner
        UNION SELECT member FROM pg_auth_members JOIN acts ON roleid = role
    )
    SELECT concat(before, CASE WHEN count(shard) > 0 THEN format('%s of %s parts of ', count(shard),
            (SELECT count(*) FROM ours WHERE ours.name = told.name AND shard IS NOT NULL)) END, what, after) AS text,
        CASE WHEN undo LIKE 'REVOKE%' THEN replace(undo, '<>', string_agg(relation::regclass::text, ', '))
            ELSE string_agg(replace(undo, '<>', relation::regclass::text), '; ') END AS undo
    FROM told GROUP BY name, what, before, after, undo, shard IS NULL
    UNION ALL
    SELECT format('%s may act as the role that owns the tables, and so change everything', rolname),
        format('REVOKE %s FROM %s', owner.role::regrole, acts.role::regrole)
    FROM owner, acts JOIN pg_roles ON pg_roles.oid = acts.role WHERE NOT rolsuper AND acts.role <> owner.role
    ORDER BY 1
    """


def _granted(looking: str) -> str:
    return f"""
        SELECT relation, shard, name, name AS what, privilege_type AS may, privilege_type AS named, grantee
        FROM ours, aclexplode(relacl)
        WHERE grantee <> relowner AND (privilege_type <> 'SELECT' OR grantee = 0 OR NOT ({looking}))
        UNION ALL
        SELECT relation, shard, name, concat(name, '.', attname), privilege_type,
            format('%s (%I)', privilege_type, attname), grantee
        FROM ours JOIN pg_attribute ON attrelid = relation, aclexplode(attacl) WHERE grantee <> relowner"""


def _functions(schema: str) -> str:
    return f"""
        SELECT proc.oid, NULL, proname, '', format('the function %s is not of bridge-ledger', proc.oid::regprocedure),
            '', format('DROP FUNCTION %s', proc.oid::regprocedure)
        FROM pg_proc AS proc WHERE pronamespace = '{schema}'::regnamespace AND proname IN ({_named(SIGNATURES)})
            AND (proname, pg_get_function_identity_arguments(proc.oid)) NOT IN (VALUES {_pairs(SIGNATURES.items())})"""


def _named(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"('{one}', '{other}')" for one, other in pairs)


OURS = (*(table.name for table in TABLES), HOME, "log", "alembic_version")
"""What a ledger has in its schema, by name."""

_PARTS = """
        UNION ALL SELECT part.oid, name, part.relowner, part.relacl, part.relrowsecurity OR part.relforcerowsecurity,
            shardid
        FROM tables JOIN pg_dist_shard ON logicalrelid = relation
            JOIN pg_class AS part ON part.oid = to_regclass(shard_name(logicalrelid, shardid))"""

_TRIGGERS = f"""
        SELECT relation, shard, name, name, format('the trigger %s on ', tgname),
            ' is not of bridge-ledger', format('DROP TRIGGER %I ON <>', tgname)
        FROM ours JOIN pg_trigger ON tgrelid = relation
        WHERE NOT tgisinternal AND NOT EXISTS (
            SELECT FROM (VALUES {_pairs(FIRING)}) AS made (on_table, calls)
            WHERE on_table = name AND tgname = concat(calls, '_' || shard)
        )"""

_GRANTS = """
        SELECT relation, shard, name, what, concat(CASE grantee WHEN 0 THEN 'everybody' ELSE grantee::regrole::text END,
                ' may ', string_agg(may, ', ' ORDER BY may), ' on '), ', beside the functions',
            format('REVOKE %s ON <> FROM %s', string_agg(named, ', ' ORDER BY named),
                CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)
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
        FROM ours, owner WHERE shard IS NOT NULL AND relowner <> role"""

_KEYS = {
    "event": ("PRIMARY KEY (session, number)", "UNIQUE (session, command_id, part)"),
    "text": ("PRIMARY KEY (session, commitment)",),
    "seal": ("PRIMARY KEY (session, size, note)",),
    "evidence": ("PRIMARY KEY (session, commitment, part)",),
    HOME: ("PRIMARY KEY (beginning)",),
    "alembic_version": ("PRIMARY KEY (version_num)",),
}
"""The keys of every table; whether the tables themselves have them is asked with their columns."""

_MADE = [
    *((table, f"CHECK (({check}))") for table, checks in CHECKS.items() for check in checks.values()),
    *((table, key) for table, keys in _KEYS.items() for key in keys),
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
        WHERE (shard IS NOT NULL OR made LIKE 'CHECK%') AND NOT EXISTS (
            SELECT FROM pg_constraint WHERE conrelid = relation AND pg_get_constraintdef(pg_constraint.oid) = made
        )"""

_UNIQUE = """
        SELECT relation, shard, name, name, format('the unique index %s on ', indexrelid::regclass),
            ' is not of bridge-ledger', format('DROP INDEX %s', indexrelid::regclass)
        FROM ours JOIN pg_index ON indrelid = relation
        WHERE indisunique AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)"""
