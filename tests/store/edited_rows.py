"""Rows of a ledger as somebody edits them who owns its database: past the triggers, the checks and the types."""

import json
import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from ledger.digests import event_digest
from ledger.store import chain
from ledger.store.tables import SCHEMA_NAME
from tests.exchange.fuzzed_texts import place_in
from tests.store.odd_values import FIELDS, ODD, OF_A_FILE, OF_A_SERVER, STRUCTURE, TABLES
from tests.store.unguarded import GUARD, UNGUARD, unguarded

_CANONICAL: Any = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}


class Rows:
    """The rows of one database, to be read and edited by its driver; `changed` counts those that were."""

    def __init__(self, connection: Any, refusal: type[Exception] = sqlite3.Error) -> None:
        self.is_file = isinstance(connection, sqlite3.Connection)
        self._refused = (refusal, OverflowError, UnicodeError, ValueError)
        self._connection = connection
        self.structure_changed = False
        self.place = "rowid" if self.is_file else "ctid"
        self.changed = 0

    def execute(self, statement: str, *values: Any) -> list[Any]:
        """Do something that may not be had: then it is as it was, and nothing counts."""
        said = statement if self.is_file else statement.replace("?", "%s")
        try:
            with self._past_the_triggers(said):
                cursor = self._connection.cursor()
                cursor.execute(said, values) if values else cursor.execute(said)
                self.changed += max(cursor.rowcount, 0) if not cursor.description else 0
                return cursor.fetchall() if cursor.description else []
        except self._refused:
            return []

    @contextmanager
    def _past_the_triggers(self, statement: str) -> Iterator[None]:
        """While a server is told to change something: nobody looks meanwhile."""
        guarded = not self.is_file and not statement.startswith("SELECT")
        if guarded:
            self._connection.execute("; ".join(UNGUARD))
        try:
            yield
        finally:
            if guarded:
                self._connection.execute("; ".join(GUARD))

    def places(self, table: str) -> list[Any]:
        """Where the rows of a table are."""
        return [place for (place,) in self.execute(f"SELECT {self.place} FROM {table}")]

    def at(self, table: str, column: str, place: Any) -> Any:
        """A value; None where there is none."""
        found = self.execute(f"SELECT {column} FROM {table} WHERE {self.place} = ?", place)
        return found[0][0] if found else None

    def put(self, table: str, column: str, value: Any, place: Any) -> None:
        """A value in the place of another."""
        self.execute(f"UPDATE {table} SET {column} = ? WHERE {self.place} = ?", value, place)

    def of(self, table: str, session: str) -> list[Any]:
        """The rows of a session, in an order."""
        columns = ", ".join(TABLES[table])
        return sorted(self.execute(f"SELECT {columns} FROM {table} WHERE session = ?", session), key=repr)


Edit = Callable[[random.Random, Rows], None]


def _some(rng: random.Random, rows: Rows, table: str) -> list[Any]:
    """A few of the rows of a table, or nearly all."""
    places = rows.places(table)
    return rng.sample(places, min(len(places), rng.choice((1, 1, 2, 5, len(places) // 2, len(places)))))


def _column(rng: random.Random) -> tuple[str, str]:
    table = rng.choice(("event", "event", "event", "event", "text", "text", "seal", "seal", "alembic_version"))
    return table, rng.choice(TABLES[table])


def odd_value(rng: random.Random, rows: Rows) -> None:
    """One value in one column of some rows."""
    table, column = _column(rng)
    value = rng.choice(ODD)
    for place in _some(rng, rows, table):
        rows.put(table, column, value, place)


def odd_values(rng: random.Random, rows: Rows) -> None:
    """Another value in each of some rows."""
    table, column = _column(rng)
    for place in _some(rng, rows, table):
        rows.put(table, column, rng.choice(ODD), place)


def of_others(rng: random.Random, rows: Rows) -> None:
    """What stands in other rows, or in another column of the same."""
    table, column = _column(rng)
    places = rows.places(table)
    for place in _some(rng, rows, table):
        other = rng.choice((column, column, rng.choice(TABLES[table])))
        rows.put(table, column, rows.at(table, other, rng.choice(places)), place)


def cut_or_joined(rng: random.Random, rows: Rows) -> None:
    """A text or bytes cut, joined, doubled or overwritten somewhere."""
    table, column = _column(rng)
    for place in _some(rng, rows, table):
        rows.put(table, column, mangled(rng, rows.at(table, column, place)), place)


def mangled(rng: random.Random, value: Any) -> Any:
    """A text or bytes, spoilt somewhere."""
    if not isinstance(value, bytes | str) or not value:
        return value
    raw = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
    at, to = sorted(rng.choices(range(len(raw) + 1), k=2))
    made = rng.choice(
        (
            raw[:at],
            raw[at:],
            raw[:at] + raw[to:],
            raw + raw,
            raw + b" ",
            raw[:at] + bytes([rng.randrange(256)]) + raw[at + 1 :],
            raw[:at] + rng.choice((b"\x00", b"\xed\xa0\x80", b"\\ud800", b"\\u0000", b"\xff", b" ", b"\n")) + raw[at:],
            raw[:at] + b"[" * 30_000 + raw[at:],
            raw.replace(b",", b", ", 1),
            raw.replace(b":1,", b":1.0,", 1),
            raw.replace(b'"', b"'", 1),
        )
    )
    return made.decode("utf-8", "replace") if isinstance(value, str) else made


def twice(rng: random.Random, rows: Rows) -> None:
    """Rows that are there again, with one value of another."""
    table, column = _column(rng)
    columns = TABLES[table]
    for place in _some(rng, rows, table):
        said = ", ".join("?" if each == column else each for each in columns)
        where = f"FROM {table} WHERE {rows.place} = ?"
        rows.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {said} {where}", rng.choice(ODD), place)


def gone(rng: random.Random, rows: Rows) -> None:
    """Rows that are taken away."""
    table, _ = _column(rng)
    for place in _some(rng, rows, table):
        rows.execute(f"DELETE FROM {table} WHERE {rows.place} = ?", place)


def added(rng: random.Random, rows: Rows) -> None:
    """Rows that nobody wrote, of nothing but odd values."""
    table, _ = _column(rng)
    columns = TABLES[table]
    for _ in range(rng.choice((1, 2, 20))):
        values = [rng.choice(ODD) for _ in columns]
        if rng.random() < 0.7 and table != "alembic_version":
            values[0] = rng.choice(("s", "t", "spring", "devices", "elsewhere"))
        rows.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", *values)


def swapped(rng: random.Random, rows: Rows) -> None:
    """Two rows that say what the other said."""
    table, column = _column(rng)
    places = rows.places(table)
    if len(places) > 1:
        one, other = rng.sample(places, 2)
        for each in {column, *rng.sample(TABLES[table], 1)}:
            before = rows.at(table, each, one), rows.at(table, each, other)
            rows.put(table, each, before[1], one)
            rows.put(table, each, before[0], other)


def renumbered(rng: random.Random, rows: Rows) -> None:
    """Numbers with holes, or that begin elsewhere."""
    session = rng.choice(("s", "t", "spring", "devices"))
    by = rng.choice((1, 7, -1, -40, 10**12))
    rows.execute(
        f"UPDATE event SET number = number + {by} WHERE session = ? AND number > ?", session, rng.randrange(30)
    )


def rechained(rng: random.Random, rows: Rows) -> None:
    """A stream of which some records say something else, each with a digest that fits, and columns that do too."""
    session = rng.choice(("s", "s", "t", "spring", "devices"))
    found = rows.execute("SELECT number, record FROM event WHERE session = ? ORDER BY number", session)
    log = [said for _, record in found if (said := _read(record))]
    for _ in range(rng.choice((1, 1, 2, 4)) if log else 0):
        _say_otherwise(rng, log)
    rows.execute("DELETE FROM event WHERE session = ?", session)
    previous = chain.GENESIS
    for at, record in enumerate(log, start=1):
        written = json.dumps(record, **_CANONICAL).encode("utf-8", "surrogatepass")
        previous = event_digest(previous, written)
        kept = record[4] if len(record) > 4 and isinstance(record[4], str) else f"command-{at}"
        part = record[5] if len(record) > 5 and isinstance(record[5], int) else 0
        values = (session, at, kept, part, written, previous)
        rows.execute(
            "INSERT INTO event (session, number, command_id, part, record, digest) VALUES (?, ?, ?, ?, ?, ?)", *values
        )


def _read(record: object) -> list[Any]:
    """What a record says; nothing where an edit before has left none."""
    try:
        said = json.loads(record) if isinstance(record, bytes) else None
    except (ValueError, RecursionError):
        return []
    return said if isinstance(said, list) else []


def _say_otherwise(rng: random.Random, log: list[Any]) -> None:
    at, other = rng.randrange(len(log)), rng.randrange(len(log))
    match rng.randrange(9):
        case 0 if len(log) > 1:
            del log[at]
        case 1:
            log.insert(other, json.loads(json.dumps(log[at])))
        case 2:
            log[at], log[other] = log[other], log[at]
        case 3 | 4 if len(log[at]) > 3:
            log[at][rng.randrange(len(log[at]))] = rng.choice(FIELDS)
        case 5 if len(log[at]) > 3 and len(log[other]) > 3:
            log[at][2:4] = log[other][2:4]
        case _:
            _spoil(rng, log[at])
    for number, record in enumerate(log, start=1):
        if len(record) > 1:
            record[1] = number


def _spoil(rng: random.Random, record: Any) -> None:
    """Something else in one place of a body."""
    holder, key, _ = place_in(rng, record, min(3, len(record) - 1))
    match rng.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder["unheard_of"] = rng.choice(FIELDS)
        case _:
            holder[key] = rng.choice(FIELDS)


EDITS: Sequence[Edit] = (
    *(odd_value, odd_values, of_others, cut_or_joined, twice, gone, added, swapped, renumbered),
    *(rechained, rechained, rechained, rechained),
)


def changed_structure(rng: random.Random, rows: Rows) -> None:
    """Something else than rows: a table, a column, a key, a trigger, a function."""
    rows.structure_changed = True
    for statement in rng.choice((*STRUCTURE, *(OF_A_FILE if rows.is_file else OF_A_SERVER))).split("; "):
        rows.execute(statement)


@contextmanager
def edited_file(path: str, *, hidden: bool) -> Iterator[Rows]:
    """The rows of a file without its triggers, checks and types; `hidden`: afterwards these are as they were."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        connection.execute("PRAGMA synchronous = OFF")
        guards = unguarded(connection)
        guards.__enter__()
        connection.execute("BEGIN")
        yield Rows(connection)
        if connection.in_transaction:
            connection.commit()
        if hidden:
            guards.__exit__(None, None, None)


@contextmanager
def edited_server(url: str) -> Iterator[Rows]:
    """The rows of a database of a server, past its triggers."""
    import psycopg

    where = url.replace("+psycopg", "")
    with psycopg.connect(where, autocommit=True, options=f"-c search_path={SCHEMA_NAME},public") as connection:
        yield Rows(connection, psycopg.Error)
