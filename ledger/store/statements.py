"""What is said to the database about the log, in words all databases know."""

import sqlalchemy as sa

from ledger.store.rows import StoredEvent

ROWS_AT_ONCE = 1_000

# What is said most often is said to the driver itself, in words all databases know; `?` stands for its own mark.
HEAD = "SELECT number, digest FROM event WHERE session = ? ORDER BY number DESC LIMIT 1"
INSERT = f"INSERT INTO event ({', '.join(StoredEvent._fields)}) VALUES ({', '.join('?' * len(StoredEvent._fields))})"
INSERT_AFTER = (
    f"INSERT INTO event ({', '.join(StoredEvent._fields)}) SELECT {', '.join('?' * len(StoredEvent._fields))}"
    " WHERE EXISTS (SELECT 1 FROM event WHERE session = ? AND number = ? AND digest = ?)"
)
IN_ORDER = (
    f"SELECT {', '.join(StoredEvent._fields)} FROM event WHERE session = ? AND number > ? AND number <= ?"
    f" ORDER BY number LIMIT {ROWS_AT_ONCE}"
)
INSERT_PERSON = "INSERT INTO person (session, contestant, seat, name, member_number) VALUES (?, ?, ?, ?, ?)"
NO_END = (1 << 63) - 1

# From session to session by the index, and to the end of each: no table scan, and the same words on every database.
SESSIONS = sa.text("""
    WITH RECURSIVE each_session(session) AS (
        SELECT MIN(session) FROM event
        UNION ALL
        SELECT (SELECT MIN(event.session) FROM event WHERE event.session > each_session.session)
        FROM each_session WHERE each_session.session IS NOT NULL
    )
    SELECT session,
        (SELECT MAX(number) FROM event WHERE event.session = each_session.session) AS last,
        (SELECT recorded_at FROM event WHERE event.session = each_session.session ORDER BY number LIMIT 1) AS begun
    FROM each_session WHERE session IS NOT NULL
""")
