"""The troubles of databases, in the office's words: what happened, and what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy import exc

from ledger.errors import Unavailable
from ledger.store.database import shown


class KnownError(NamedTuple):
    """What a database says, the code it is given, the message about `{url}`, and the hint."""

    signs: tuple[str, ...]
    code: str
    message: str
    hint: str


_AGAIN = "with the same --command-id a command that was recorded is not recorded again"

_SQLITE = (
    KnownError(("locked",), "database-busy", "{url} is held by another program", "try again; nothing was recorded"),
    KnownError(
        ("readonly",),
        "database-read-only",
        "{url} may not be written",
        "nothing was recorded; check who owns the file and its folder",
    ),
    KnownError(
        ("full",), "database-full", "there is no room left for {url}", "nothing was recorded; make room and try again"
    ),
    KnownError(
        ("disk I/O error",),
        "database-full",
        "{url} could not be written to the disk",
        "nothing was recorded; is the disk full or failing?",
    ),
    KnownError(
        ("unable to open",),
        "database-unusable",
        "{url} cannot be opened",
        "is it a file, and may you read it and write its folder?",
    ),
    KnownError(
        ("not a database",),
        "not-a-ledger",
        "{url} is no database",
        "is --db right? `bridge-ledger init` makes a new ledger",
    ),
    KnownError(
        ("malformed",),
        "database-unusable",
        "{url} is damaged",
        "restore a backup; `sqlite3 FILE .recover` may save the rows",
    ),
)

_POSTGRESQL = (
    KnownError(
        ("permission denied", "must be owner"),
        "database-denied",
        "your role may not do this in {url}",
        "whoever owns the ledger grants it: `bridge-ledger init --grant-writer ROLE`, or --grant-reader",
    ),
    KnownError(
        ("read-only transaction",),
        "database-read-only",
        "{url} may only be looked at",
        "a read replica? record in the server it follows",
    ),
    KnownError(
        ("authentication failed", "no pg_hba.conf entry", "no password supplied", 'role "'),
        "database-denied",
        "the server does not let you into {url}",
        "the user is in the URL; the password in ~/.pgpass or PGPASSWORD",
    ),
    KnownError(
        ("invalid connection option", "invalid integer value"),
        "database-unusable",
        "{url} cannot be understood",
        "postgresql+psycopg://user@server/ledger",
    ),
    KnownError(
        ('database "',),
        "no-database",
        "{url} is not on the server",
        "`createdb NAME` makes it, then `bridge-ledger init`",
    ),
    KnownError(
        ("No space left", "could not extend file", "could not write"),
        "database-full",
        "the server of {url} has no room left",
        "nothing was recorded; make room and try again",
    ),
    KnownError(
        ("lock timeout", "deadlock detected"),
        "database-busy",
        "{url} is held by another program",
        "try again; nothing was recorded",
    ),
    KnownError(
        ("terminating connection", "server closed the connection", "connection is lost", "consuming input failed"),
        "database-lost",
        "the server of {url} went away while it was asked",
        f"nobody can tell whether it recorded: look with `log`, or send it again; {_AGAIN}",
    ),
    KnownError(
        (
            "connection failed",
            "connection refused",
            "could not translate",
            "failed to resolve",
            "timeout expired",
            "starting up",
            "shutting down",
            "connection is bad",
        ),
        "database-unreachable",
        "no server answers at {url}",
        "nothing was recorded; is it running, and is the URL right?",
    ),
)


@contextmanager
def in_office_words(url: str, driver_error: type[Exception] = sqlite3.Error) -> Iterator[None]:
    """Trouble with the database, in the office's words; the database's own words may hold a password.

    `driver_error` is what the driver itself raises.
    """
    try:
        yield
    except (exc.DatabaseError, exc.InterfaceError, driver_error) as error:
        text = str(getattr(error, "orig", error))
        for known in _POSTGRESQL if url.startswith("postgresql") else _SQLITE:
            if any(sign.lower() in text.lower() for sign in known.signs):
                raise Unavailable(known.code, known.message.format(url=shown(url)), known.hint) from error
        raise
