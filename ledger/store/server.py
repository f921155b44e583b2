"""Connections to PostgreSQL: every wait ends, acknowledged commits are durable, no stranger's function is called.

Settings in the URL (`?connect_timeout=3`, `?options=-c lock_timeout=2s`) or in libpq's environment are kept, but no
weaker `synchronous_commit` than `on` (PostgreSQL manual, "Client Connection Defaults", "Database Connection Control")
and no other search path: a name without a schema is PostgreSQL's own.
"""

import os
import time
from collections.abc import Generator
from typing import Any, Self

import psycopg
import sqlalchemy as sa
from psycopg.rows import TupleRow

from ledger.store.own_files import IDLE_SECONDS, LOCK_SECONDS, STATEMENT_SECONDS
from ledger.store.tables import SCHEMA_NAME

GRACE_SECONDS = 30
"""Seconds to wait for an answer beyond the statement timeout: a commit may wait for its standby without end."""

_CONNECT = {
    "connect_timeout": "10",
    "keepalives": "1",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
    "application_name": "bridge-ledger",
}
_ENVIRONMENT = {"connect_timeout": "PGCONNECT_TIMEOUT", "application_name": "PGAPPNAME"}
_WAITS_FOR_THE_STANDBY = "SyncRepWaitForLSN"
"""The server function whose notice reports an unconfirmed commit; its name does not depend on the language."""
_SETTINGS = (
    f"-c lock_timeout={LOCK_SECONDS}s -c statement_timeout={STATEMENT_SECONDS}s "
    f"-c idle_in_transaction_session_timeout={IDLE_SECONDS}s -c default_transaction_isolation=read\\ committed"
)
SEARCH_PATH = "pg_catalog, pg_temp"
"""Where a name without a schema is looked up. pg_temp must be listed, or it would be searched first."""

_BEGIN = """
    SELECT set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') = 'remote_apply'
        THEN 'remote_apply' ELSE 'on' END, false), extract(epoch FROM current_setting('statement_timeout')::interval),
        current_setting('default_transaction_read_only')::boolean
"""


class DeskConnection(psycopg.Connection[TupleRow]):
    """A psycopg connection that fails when the server does not answer in time."""

    _answer_within: int | None = STATEMENT_SECONDS + GRACE_SECONDS
    _unconfirmed = False

    @classmethod
    def connected(cls, arguments: tuple[Any, ...], options: dict[str, Any], *, looking: bool) -> Self:
        """Open a connection whose commits are durable; with `looking` every transaction is READ ONLY."""
        connection = cls.connect(*arguments, autocommit=True, **options)
        try:
            row = connection.execute(_BEGIN).fetchone()
            if looking:  # not when connecting: libpq would take the server for one that cannot be written
                connection.execute("SET default_transaction_read_only = on")
            connection.autocommit = False
            if row and row[2] and not looking:
                connection.read_only = True  # put into every BEGIN, so that it reaches the workers too
        except BaseException:
            connection.close()
            raise
        connection._answer_within = int(row[1]) + GRACE_SECONDS if row and row[1] else None
        connection.add_notice_handler(connection._note)
        return connection

    def wait(self, gen: Generator[Any, Any, Any], *more: Any, **named: Any) -> Any:  # the signature of psycopg's own
        """Wait for the server; raise OperationalError if it is late, or if the standby did not confirm a commit."""
        answer = super().wait(self._in_time(gen), *more, **named)
        if self._unconfirmed:
            self._unconfirmed = False
            raise psycopg.OperationalError("the standby has not confirmed what was committed")
        return answer

    def _in_time(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Run psycopg's waiting generator; raise OperationalError when the time is over."""
        ends = self._answer_within and time.monotonic() + self._answer_within
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and ends and time.monotonic() > ends:
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"no answer within {self._answer_within} seconds")
                wanted = gen.send(ready)
        except StopIteration as done:
            return done.value

    def _note(self, notice: psycopg.errors.Diagnostic) -> None:
        """Note the server's notice that it stopped waiting for the standby: the commit is unconfirmed."""
        if notice.source_function == _WAITS_FOR_THE_STANDBY:
            self._unconfirmed = True


def connect_arguments(url: sa.URL) -> dict[str, str]:
    """Return the arguments for connecting that neither a URL nor the environment sets.

    If the URL names several servers, the connection goes to the one that can be written.

    >>> connect_arguments(sa.make_url("postgresql+psycopg://a/ledger?connect_timeout=3"))["keepalives"]
    '1'
    """
    unsaid = {
        name: value
        for name, value in _CONNECT.items()
        if name not in url.query and _ENVIRONMENT.get(name, "") not in os.environ
    }
    hosts = url.query.get("host", "")
    if len(hosts if isinstance(hosts, tuple) else hosts.split(",")) > 1 and "target_session_attrs" not in url.query:
        unsaid["target_session_attrs"] = "read-write"
    options = url.query.get("options", os.environ.get("PGOPTIONS", ()))
    ours = f"-c search_path={SEARCH_PATH.replace(' ', '')}"
    return unsaid | {"options": " ".join([_SETTINGS, *([options] if isinstance(options, str) else options), ours])}


class _ServerText(sa.Text):
    """A text column whose parameters PostgreSQL receives as text; SQLAlchemy would declare them VARCHAR."""

    render_bind_cast = True


def open_server(url: str, *, looking: bool = False) -> sa.Engine:
    """Return an engine for a PostgreSQL server, with `DeskConnection`s and tables in the ledger's schema."""
    parsed = sa.make_url(url)
    engine = sa.create_engine(
        parsed,
        pool_reset_on_return=None,  # every transaction is ended where it was begun
        max_overflow=-1,  # a desk that waits for a lock reads over a second connection
        connect_args=connect_arguments(parsed),
        execution_options={"schema_translate_map": {None: SCHEMA_NAME}},
        use_native_hstore=False,  # each first connection would ask for this type, which no table has
    )
    engine.dialect.colspecs = {**engine.dialect.colspecs, sa.Text: _ServerText}

    @sa.event.listens_for(engine, "do_connect")
    def _connect(_dialect: object, _record: object, given: tuple[Any, ...], named: dict[str, Any]) -> DeskConnection:
        return DeskConnection.connected(given, named, looking=looking)

    return engine
