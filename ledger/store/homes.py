"""A ledger over several servers: each of its streams is recorded at one of them, its home, and copied to the others.

The streams are the unit of distribution, for no key and no query goes beyond one. Which server keeps which is told by
how a stream's name begins, so that two servers that do not hear of each other can never open the same one; the owner's
functions (`ledger.store.guards`) refuse to record elsewhere. The copies are PostgreSQL's own (logical replication, with
`origin = none`: what came from another server is not sent on), in the order of commits, so a copy is always a beginning
of what its home has.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from ledger.errors import Misuse, Unavailable
from ledger.store.connections import Connections
from ledger.store.guards import HOME
from ledger.store.location import shown
from ledger.store.tables import EACH_STREAM, ITS_LAST

PUBLICATIONS = {"ledger_log": ("event, seal", "insert"), "ledger_texts": ("text, evidence", "insert, delete")}
"""What a server sends to the others: events and seals are only added, a text or a file is erased everywhere."""


class Home(NamedTuple):
    """A server, and how the names of the streams begin that it keeps; '' for all that no other one keeps."""

    server: str
    beginning: str


class Copy(NamedTuple):
    """What is here of the streams of another server: how old it may be.

    `heard`: when that server was heard last, None where it is not heard now. `newest`: when it took in the last of its
    events that is here; None where there is none. `passed_over`: the tables of which nothing comes in that it sends.
    `fetching`: those of which what was there before is not all here yet.
    """

    server: str
    heard: datetime | None
    newest: datetime | None
    passed_over: tuple[str, ...]
    fetching: tuple[str, ...]


def set_homes(connection: sa.Connection, here: str, homes: Sequence[Home]) -> None:
    """Have the ledger of this server, called `here`, be one of several; or, with one home alone, the only one again.

    Where that home is another, the other keeps everything for now, and nothing is recorded here. Misuse where it is not
    said once for every name which server keeps it, or this ledger is not known by that name.
    """
    # who is recording has asked which server keeps it: he is waited for, and whoever asks afterwards is told anew
    connection.execute(sa.text(f"LOCK TABLE {HOME} IN ACCESS EXCLUSIVE MODE"))
    require_said_once(connection, here, homes)
    connection.execute(sa.text(f"DELETE FROM {HOME}"))
    rows = [{"beginning": each.beginning, "server": each.server, "here": each.server == here} for each in homes]
    connection.execute(sa.text(f"INSERT INTO {HOME} VALUES (:beginning, :server, :here)"), rows)
    there = set(connection.execute(sa.text("SELECT pubname FROM pg_publication")).scalars())
    for name, (tables, publish) in PUBLICATIONS.items():
        if name in there:
            connection.execute(sa.text(f"ALTER PUBLICATION {name} SET TABLE {tables}"))
        else:
            connection.execute(sa.text(f"CREATE PUBLICATION {name} FOR TABLE {tables} WITH (publish = '{publish}')"))


def require_said_once(connection: sa.Connection, here: str, homes: Sequence[Home]) -> None:
    """Misuse where it is not said once for every name which server keeps it, or this ledger is not known as `here`."""
    beginnings = [each.beginning for each in homes]
    hint = "--here oslo --server oslo --server bergen=bergen-: one keeps every name that no other one does"
    if beginnings.count("") != 1 or len(set(beginnings)) != len(beginnings):
        raise Misuse("usage", "which server keeps which names is not said once for each", hint)
    if here not in {*_known_here(connection), *(each.server for each in homes)}:
        raise Misuse("usage", f"{here} is none of the servers", hint)


def _known_here(connection: sa.Connection) -> Iterable[str]:
    """How this server is called already; nobody has said it where there is no ledger yet."""
    there = sa.inspect(connection).has_table(HOME)
    return connection.execute(sa.text(f"SELECT server FROM {HOME} WHERE here")).scalars() if there else ()


def is_one_of_several(connection: sa.Connection) -> bool:
    """Whether another server keeps some streams."""
    there = sa.inspect(connection).has_table(HOME)
    return there and connection.execute(sa.text(f"SELECT 1 FROM {HOME} WHERE NOT here")).first() is not None


def copies(connections: Connections) -> list[Copy]:
    """The copies that are here, by server; none where the ledger is on one server, or in a file."""
    if connections.is_sqlite:
        return []
    with connections.reading() as connection:
        homes = [(row.beginning, row.server, row.here) for row in connection.execute(_HOMES)]
        heard = _heard(connection) if homes else {}
        newest = {row.session: row.entered_at for row in connection.execute(_NEWEST)} if homes else {}
    others = dict.fromkeys(server for _, server, here in homes if not here)
    found = []
    for server in others:
        kept = [entered_at for name, entered_at in newest.items() if _kept_by(name, homes) == server]
        at, passed_over, fetching = heard.get(server, (None, (), ()))
        found.append(Copy(server, at, max(kept, default=None), passed_over, fetching))
    return found


def _heard(connection: sa.Connection) -> dict[str, tuple[datetime | None, tuple[str, ...], tuple[str, ...]]]:
    """When each server was heard, the tables of which nothing comes in that it sends, and those still being fetched."""
    found = connection.execute(_HEARD, {"tables": _SENT})
    return {row.server: (row.heard, tuple(row.passed_over), tuple(row.fetching)) for row in found}


def replayed(connections: Connections) -> datetime | None:
    """Of when the last is that a standby has of the server it follows; None where it is no standby, or has nothing."""
    if connections.is_sqlite:
        return None
    with connections.reading() as connection:
        found: datetime | None = connection.execute(sa.text("SELECT pg_last_xact_replay_timestamp()")).scalar()
        return found


def refusal_of_replica(connections: Connections, refused: Unavailable) -> Unavailable:
    """What is said where nothing can be recorded: of a replica, the server that it follows."""
    if connections.is_sqlite or refused.code not in ("database-read-only", "database-denied"):
        return refused
    with connections.reading() as connection:
        if not connection.execute(sa.text("SELECT pg_is_in_recovery()")).scalar():
            return refused
        homes = connection.execute(_HOMES)
        name = next((row.server for row in homes if row.here), "the server it follows")
    text = f"{shown(connections.url)} is a replica of {name}, to be looked at"
    return Unavailable("database-read-only", text, f"nothing was recorded; record with the --db of {name}")


def _kept_by(name: str, homes: Iterable[tuple[str, str, bool]]) -> str:
    """The server that keeps a stream: the one whose names begin most as this does."""
    return max((len(beginning), server) for beginning, server, _ in homes if name.startswith(beginning))[1]


_HOMES = sa.text(f"SELECT beginning, server, here FROM {HOME} ORDER BY server, beginning")
_NEWEST = sa.text(EACH_STREAM.format(f"(SELECT entered_at {ITS_LAST}) AS entered_at"))
_SENT = sorted(table for tables, _ in PUBLICATIONS.values() for table in tables.split(", "))
_HEARD = sa.text("""
    SELECT substr(subname, length('from_') + 1) AS server,
        -- one that only tries to connect has a time of receipt too, that of its start, but has received nothing
        max(last_msg_receipt_time) FILTER (WHERE received_lsn IS NOT NULL) AS heard,
        ARRAY(SELECT name FROM unnest(CAST(:tables AS text[])) AS name WHERE NOT EXISTS (
            SELECT FROM pg_subscription_rel WHERE srsubid = subid AND srrelid = to_regclass(name)
        )) AS passed_over,
        ARRAY(SELECT CAST(CAST(srrelid AS regclass) AS text) FROM pg_subscription_rel
            WHERE srsubid = subid AND srsubstate <> 'r' ORDER BY 1) AS fetching
    FROM pg_stat_subscription WHERE starts_with(subname, 'from_') AND subid IN (
        SELECT pg_subscription.oid FROM pg_subscription JOIN pg_database ON pg_database.oid = subdbid
        WHERE datname = current_database()
    ) GROUP BY subid, subname
""")
