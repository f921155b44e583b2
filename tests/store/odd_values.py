"""What no program of ours puts into a ledger: values of columns and fields, and changes of what holds them."""

from typing import Any

TABLES = {
    "event": ("session", "number", "command_id", "part", "record", "digest"),
    "text": ("session", "commitment", "salt", "text"),
    "seal": ("session", "size", "note"),
    "alembic_version": ("version_num",),
}

ODD: tuple[Any, ...] = (
    None,
    0,
    1,
    2,
    -1,
    5,
    2**31,
    2**53,
    2**63 - 1,
    -(2**63),
    1.5,
    float("inf"),
    "",
    "x",
    "s",
    "t",
    "spring",
    "0006",
    "0005",
    "9" * 400,
    "\x00",
    "s\x00",
    "\x1b]52;c;Zm9v\x07",
    "\u202e\u2028\x9b2J",
    "a" * 70_000,
    b"",
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"x" * 32,
    b"[" * 60_000,
    b'["s",1,"result-recorded/1",{},"x",0,0,0,"x",[],"0.1.0"]',
    b'["s",1,"unheard-of/1",{},"x",0,1,1,"x",[],"99.0.0"]',
    b'["s",1,"result-recorded/99",{},"x",0,1,1,"x",[],"0.1.0"]',
    b'["s",1,"result-recorded/1",' + b'{"board":' * 3_000,
)

FIELDS: tuple[Any, ...] = (
    *(None, True, 5, -1, 0, 9999, 2**53, 2**63, 10**30, 1.5, "", "x", "\x00", "\ud800", "\x1b[2J", "9" * 5_000),
    *("4SN=", "R-0001", "R-9999", "A+", "70", "butler", "teams", "s", "t", "spring", "only"),
    *([], {}, [0, 1], [1, 0], [10**40, 7], ["1", "2"], [[[[[[]]]]]], [1, 2, 3], [9999], [0], [-1]),
    *("result-recorded/1", "ruling-given/1", "tournament-opened/1", "session-opened/1", "text-erased/1", "nobody/7"),
)
"""What is put into a record, in whatever place."""

COLUMNS = [(table, column) for table, columns in TABLES.items() for column in columns]

STRUCTURE = (
    *(f"ALTER TABLE {table} RENAME TO other" for table in TABLES),
    *(f"ALTER TABLE {table} RENAME COLUMN {column} TO other" for table, column in COLUMNS),
    *(f"ALTER TABLE {table} DROP COLUMN {column}" for table, column in COLUMNS),
    *(f"ALTER TABLE {table} ADD COLUMN more TEXT" for table in TABLES),
    *(f"DROP TABLE {table}" for table in TABLES),
    *(f"DELETE FROM {table}" for table in TABLES),
    "DROP VIEW log",
    "CREATE TABLE more (session TEXT)",
    "CREATE INDEX more ON event (digest)",
    "CREATE VIEW more AS SELECT * FROM event",
)
"""Of any database."""

OF_A_FILE = (
    *(
        f"CREATE TABLE other AS SELECT * FROM {table}; DROP TABLE {table}; ALTER TABLE other RENAME TO {table}"
        for table in TABLES
    ),
    *(f"ALTER TABLE {table} RENAME TO other; CREATE VIEW {table} AS SELECT * FROM other" for table in TABLES),
    "CREATE TRIGGER more AFTER INSERT ON event BEGIN DELETE FROM event WHERE number = 2; END",
    "CREATE TRIGGER more BEFORE INSERT ON event BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER more BEFORE INSERT ON seal BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE TRIGGER more AFTER INSERT ON text BEGIN SELECT RAISE(ROLLBACK, 'no'); END",
    "PRAGMA user_version = 7",
    "PRAGMA application_id = 7",
    "PRAGMA journal_mode = DELETE",
)

OF_A_SERVER = (
    *(f"ALTER TABLE {table} ALTER COLUMN {column} DROP NOT NULL" for table, column in COLUMNS),
    *(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE text" for table, column in COLUMNS),
    *(f"ALTER TABLE {table} DROP CONSTRAINT {table}_pkey" for table in ("event", "text", "seal")),
    *(f"ALTER TABLE {table} DISABLE TRIGGER ALL" for table in TABLES),
    "ALTER TABLE event ALTER COLUMN number TYPE numeric",
    "ALTER TABLE event ALTER COLUMN part TYPE bigint",
    "ALTER TABLE event DROP COLUMN login",
    "ALTER TABLE event DROP COLUMN entered_at",
    "UPDATE event SET entered_at = 'infinity'",
    "UPDATE event SET entered_at = '-infinity' WHERE number = 2",
    "UPDATE event SET entered_at = '294276-01-01' WHERE number = 2",
    "UPDATE event SET login = ''",
    "DROP FUNCTION append_events",
    "DROP FUNCTION keep_texts",
    "DROP FUNCTION keep_seal",
    "DROP FUNCTION erase_texts",
)
