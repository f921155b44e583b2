"""Database errors in the office's words: what happened, whether anything was recorded, and what to do."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy import exc

from ledger.errors import Conflict, Problem, Unavailable
from ledger.errors.visible import visible
from ledger.store.database import NO_ROOM_BESIDE, CommitFailed
from ledger.store.guards import APPEND_ONLY
from ledger.store.own_files import show_url
from ledger.store.tables import NOT_GRANTED


class KnownError(NamedTuple):
    """A known database error: the signs to recognise it by, and the code, message and hint to raise for it.

    `states` are the beginnings of SQLSTATEs (PostgreSQL manual, "PostgreSQL Error Codes"), alike in every language.
    `signs` are words of errors without SQLSTATE: of SQLite, of the driver, or of a server that refuses a connection
    (its words in another language than English are shown as they are). `at_commit` is the hint during a commit.
    `{nothing}` and `{nobody_knows}` in a hint say whether anything was recorded; readers are not told that.
    """

    code: str
    message: str
    hint: str
    signs: tuple[str | re.Pattern[str], ...] = ()
    states: tuple[str, ...] = ()
    at_commit: str = ""
    beside: str | re.Pattern[str] = ""
    """A further sign, needed where the SQLSTATE alone is not specific; its group, if any, fills `{said}`."""


CONFLICT_STATES = ("40001", "40P01")
"""SQLSTATEs that mean that another desk recorded first; the command is decided anew."""

_TAKEN_STATE = "23505"
_TAKEN = ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_ROWID")
"""SQLite errors for a row that exists already."""

_MOST_SHOWN = 300
"""The most characters shown of a database's message: a stranger's trigger may say anything."""


def is_taken(error: BaseException) -> bool:
    """Return whether an error says that another desk has already written the row.

    False if a trigger or check of a stranger refuses every row: waiting would not help.
    """
    if state := getattr(error, "sqlstate", None):
        return state in (*CONFLICT_STATES, _TAKEN_STATE)
    return getattr(error, "sqlite_errorname", "") in _TAKEN or str(error) == APPEND_ONLY


_AGAIN = "with the same --command-id a command that was recorded is not recorded again"
_RECORDING = {
    "nothing": "nothing was recorded; ",
    "nobody_knows": f"nobody can tell whether your command was recorded: look with `log`, or send it again; {_AGAIN}",
}
"""The values of `{nothing}` and `{nobody_knows}` for a command that was to be recorded."""
_READING = {"nothing": "", "nobody_knows": "try again"}
"""The values for a command that only reads."""
_SOMETHING_MISSING = "something that bridge-ledger made in {url} is missing: {said}"
_WHAT_IS_CHANGED = "{nothing}`bridge-ledger verify` says what somebody changed there"
_SYNTAX = "42601"
_WHAT_IS_MISSING = "{nothing}is it the right database? `bridge-ledger verify` says what is missing"

_SQLITE = (
    KnownError(
        "database-full",
        "nothing can be recorded in {url}: {said}",
        "{nothing}is the disk full, or failing, or a quota used up? make room, and try again",
        (NO_ROOM_BESIDE,),
    ),
    KnownError("database-busy", "{url} is held by another program", "{nothing}try again", ("locked",)),
    KnownError(
        "database-read-only",
        "{url} may not be written",
        "{nothing}check who owns the file and its folder",
        ("readonly",),
    ),
    KnownError("database-full", "there is no room left for {url}", "{nothing}make room and try again", ("full",)),
    KnownError(
        "database-full",
        "{url} could not be written to the disk",
        "{nothing}is the disk full or failing?",
        ("disk I/O error",),
        at_commit="is the disk full or failing? {nobody_knows}",
    ),
    KnownError(
        "database-unusable",
        "{url} cannot be opened",
        "is it a file, and may you read it and write its folder?",
        ("unable to open",),
    ),
    KnownError(
        "not-a-ledger",
        "{url} is no database",
        "is --db right? `bridge-ledger init` makes a new ledger",
        ("not a database",),
    ),
    KnownError(
        "database-unusable",
        "{url} is damaged",
        "restore a backup; `sqlite3 FILE .recover` may save the rows",
        ("malformed",),
    ),
    KnownError("not-a-ledger", _SOMETHING_MISSING, _WHAT_IS_MISSING, ("no such table", "no such column")),
)

_REFUSES = KnownError(
    "event-refused", "{url} refuses what was to be recorded: {said}", _WHAT_IS_CHANGED, states=("23", "P0001")
)
"""The error of a stranger's trigger or check; ours refuse nothing that this program writes."""

_REFUSED = re.compile(r"failed: ([^:\n]{1,40}:  [^\n]+)")
"""The message of a server that refuses a connection: severity, in its language, and two blanks (libpq)."""

_NO_WORKER = re.compile(
    r"could not establish any connections to the node (?:[^@\s]*@)?(\S+:\d+)|to the remote node (?:[^@\s]*@)?(\S+:\d+)"
    r".*(?:connection refused|is the server running|timeout expired|no route|could not translate"
    r"|not currently accepting|the database system is|no pg_hba|authentication failed|too many c(?:lients|onnections))",
    re.S | re.I,
)
"""The message of Citus about a worker that cannot be reached or refuses the connection."""

_POSTGRESQL = (
    KnownError(
        "database-unreachable",
        "the worker {said} of {url} does not answer",
        "{nothing}start it again, and try again; until then nobody knows which sessions lie there;"
        " those at other workers go on, each with --session",
        states=("08",),
        beside=_NO_WORKER,
    ),
    KnownError(
        "database-denied",
        "your role may not do this in {url}: {said}",
        "whoever owns the ledger grants it: --grant-writer, --grant-reader or --grant-names (`help postgresql`)",
        ("permission denied for database",),
        (NOT_GRANTED,),
    ),
    KnownError(
        "database-read-only",
        "{url} can only be read",
        "{nothing}is it a standby? record in the server it follows",
        ("session is read-only", "session is not read-only"),
        ("25006",),
    ),
    KnownError(
        "database-denied",
        "the server does not let you into {url}",
        "put the user into the URL, the password into ~/.pgpass or PGPASSWORD",
        ("authentication failed", "no pg_hba.conf entry", "no password supplied", 'role "'),
        ("28",),
    ),
    KnownError(
        "database-busy",
        "the server of {url} accepts no more connections",
        "{nothing}try again",
        ("too many clients", "too many connections", "connection slots"),
        ("53300",),
    ),
    KnownError(
        "database-unusable",
        "{url} is not a valid URL of a database",
        "type it as postgresql+psycopg://user@server/ledger",
        ("invalid connection option", "invalid integer value", "invalid value for parameter"),
    ),
    KnownError(
        "no-database",
        "{url} is not on the server",
        "`createdb NAME` makes it, then `bridge-ledger init`",
        ('" does not exist',),
        ("3D",),
    ),
    KnownError(
        "database-full",
        "the server of {url} has no room left, or its disk fails",
        "{nothing}make room and try again",
        states=("53", "58"),
    ),
    KnownError(
        "database-unreachable",
        "the server of {url} does not let this desk in: {said}",
        "{nothing}are the database, its user and the password right? else try again",
        (_REFUSED,),
    ),
    KnownError(
        "database-unreachable",
        "no server answers at {url}",
        "{nothing}is it running, and is the URL right?",
        ("connection failed", "connection timeout", "could not translate", "failed to resolve", "connection is bad"),
    ),
    KnownError(
        "database-busy",
        "another desk has locked {url} for too long (lock_timeout)",
        "{nothing}try again. Is a desk hanging? `help postgresql` says how to see who",
        states=("55P03",),
    ),
    KnownError(
        "database-busy",
        "the server of {url} took too long for a statement (statement_timeout)",
        "{nothing}try again, or give it longer: `help postgresql`",
        states=("57014",),
    ),
    KnownError(
        "database-busy",
        "this desk paused within a transaction, and the server of {url} ended it (idle_in_transaction_session_timeout)",
        "{nothing}try again",
        ("idle-in-transaction timeout", "transaction timeout"),
        ("25P03", "25P04"),
    ),
    KnownError(
        "clock-wrong",
        "{url} refuses what was to be recorded: {said}",
        "{nothing}set the clock of this computer right, or the server's, and try again",
        states=("22008",),
    ),
    KnownError(
        "event-refused",
        "{url} refuses what was to be recorded: {said}",
        "{nothing}a ledger accepts only what bridge-ledger writes, events in their order",
        states=("22", "54"),
    ),
    _REFUSES,
    KnownError("not-a-ledger", _SOMETHING_MISSING, _WHAT_IS_MISSING, states=("42P01", "42703", "42883")),
    KnownError(
        "database-lost",
        "the server of {url} did not answer in time",
        "does it wait for a standby that is gone? {nobody_knows}",
        ("no answer within",),
    ),
    KnownError(
        "database-lost",
        "the server of {url} has recorded your command, but its standby has not confirmed it",
        "is the standby gone? should it take over, {nobody_knows}",
        ("standby has not confirmed",),
    ),
    KnownError(
        "database-lost",
        "the server of {url} went away while it was asked",
        "{nobody_knows}",
        (
            "terminating connection",
            "server closed the connection",
            "connection is lost",
            "connection is closed",
            "consuming input failed",
            "could not receive data",
            "could not send data",
            "sending query failed",
        ),
        ("57P", "08"),
    ),
)


@contextmanager
def translated_errors(url: str, driver_error: type[Exception] = sqlite3.Error) -> Iterator[None]:
    """Raise database errors in the block as Conflict or Unavailable, whose messages contain no password.

    `driver_error` is the driver's base class. Raises Conflict if the server could not serialize two desks. An
    error in a statement of this program is raised unchanged.
    """
    try:
        yield
    except (CommitFailed, exc.DatabaseError, exc.InterfaceError, driver_error) as error:
        committing = isinstance(error, CommitFailed)
        if problem := _problem((error.__cause__ or error) if committing else error, url, committing=committing):
            raise problem from error
        raise


def _problem(error: BaseException, url: str, *, committing: bool) -> Problem | None:
    """Return the Conflict or Unavailable for a driver's error; None if a statement of this program is wrong."""
    original = getattr(error, "orig", None) or error
    state = getattr(original, "sqlstate", None) or ""
    if state in CONFLICT_STATES:
        met = "another desk was recording at the same time; nothing of yours was recorded"
        return Conflict("conflict", met, "look at it with `log`, then try again")
    if known := _known(original, state, url):
        hint = known.at_commit if committing and known.at_commit else known.hint
        message, hints = _message_of(original, known), (hint.format(**_RECORDING), known.hint.format(**_READING))
        return Unavailable(known.code, known.message.format(url=show_url(url), said=message), *hints)
    if state:
        is_ours = state == _SYNTAX  # our statement is wrong, not the database
    else:
        of_a_file = (sqlite3.OperationalError, sqlite3.IntegrityError, sqlite3.DataError)
        is_ours = not isinstance(original, of_a_file) or "syntax error" in str(original)
    if not is_ours:
        failure = f"{show_url(url)} does not do what is asked of it: {_message_of(original)}"
        hint = "{nobody_knows}" if committing else _WHAT_IS_CHANGED
        return Unavailable("database-unusable", failure, hint.format(**_RECORDING), _WHAT_IS_CHANGED.format(**_READING))
    return None


def _known(original: BaseException, state: str, url: str) -> KnownError | None:
    """Return the known error that matches a driver's error, by its SQLSTATE or else by its words; None if none does."""
    if isinstance(original, sqlite3.IntegrityError):
        return _REFUSES
    text = str(original).lower()
    for known in _POSTGRESQL if url.startswith("postgresql") else _SQLITE:
        fits = state.startswith(known.states or "-") if state else any(_says(text, sign) for sign in known.signs)
        if fits and _says(text, known.beside):
            return known
    return None


def _says(text: str, sign: str | re.Pattern[str]) -> bool:
    return sign.lower() in text if isinstance(sign, str) else bool(sign.search(text))


def _message_of(original: BaseException, known: KnownError | None = None) -> str:
    """Return the database's own message, cut to `_MOST_SHOWN` characters, without what the driver adds."""
    if known and isinstance(known.beside, re.Pattern) and (match := known.beside.search(str(original))):
        return visible(match[1] or match[2])
    refused = _REFUSED.search(str(original))
    primary = getattr(getattr(original, "diag", None), "message_primary", None)
    message = visible(" ".join((primary or (refused[1] if refused else str(original))).split()))
    return f"{message[:_MOST_SHOWN]}…" if len(message) > _MOST_SHOWN else message
