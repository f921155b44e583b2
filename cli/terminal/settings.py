"""The settings of a command, from options and the environment; and the offices that a staying desk keeps open."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.bounds.files import TYPED
from ledger.errors import Misuse, Problem
from ledger.errors.visible import unfit

if TYPE_CHECKING:
    import click

    from ledger.office import Office
    from ledger.trust.keys import Key


DEFAULT_DB = "bridge-ledger.db"


class Settings:
    """The settings of one command; `offices`: the databases that a long-running desk keeps open, else None."""

    db: str | None = None
    session: str | None = None
    """The session typed with this command."""
    desk_session: str | None = None
    """The session of the open desk in which the command is typed."""
    by: str | None = None
    sign_with: str | None = None
    as_of: str | None = None
    at: str | None = None
    json: bool = False
    plain: bool = False
    color: str = "auto"
    no_pager: bool = False
    no_input: bool = False
    dry_run: bool = False
    records: bool = False
    """True for a command that records, not only reads."""
    yes: bool = False
    command_id: str = ""
    quiet: bool = False
    verbose: bool = False
    offices: Offices | None = None
    show_first: bool = False
    """True if facts asked one by one are shown together before they are recorded."""
    several: bool | None = None
    """True if hints must name the session, as the ledger may have several; None if not determined yet."""
    of_tournament: bool = False
    """True if the command is about a tournament: commands printed as hints then name it."""
    tournament: str | None = None
    """The tournament named by --tournament."""
    made: str | None = None
    """The session or tournament this run recorded in, if it differs from the one in use."""

    @property
    def is_for_people(self) -> bool:
        """True if a person reads the output: not with --quiet, --plain or --json."""
        return not (self.quiet or self.plain or self.json)

    @property
    def database(self) -> str:
        """The path or address of the database: --db, BRIDGE_LEDGER_DB, or bridge-ledger.db in this folder."""
        return self.db or os.environ.get("BRIDGE_LEDGER_DB") or DEFAULT_DB

    @property
    def session_id(self) -> str | None:
        """The session in use, if any: the one named, or the one that `use` remembers for this folder."""
        return self.session_named or recall(state_folder(), self.database)

    @property
    def session_named(self) -> str | None:
        """The session named by --session, here or of the open desk, or by BRIDGE_LEDGER_SESSION, if any."""
        return self.session or self.desk_session or os.environ.get("BRIDGE_LEDGER_SESSION") or None

    @property
    def official(self) -> str:
        """The official in whose name events are recorded: --by, BRIDGE_LEDGER_BY, or the login name."""
        named = self.by or os.environ.get("BRIDGE_LEDGER_BY")
        if named:
            return named
        from getpass import getuser

        login = getuser()
        return os.environ.get("SUDO_USER") or login if login == "root" else login  # "by root" names nobody

    @property
    def flags(self) -> list[str]:
        """The typed options that determine how errors are printed: --json, --verbose."""
        return ["--json"] * self.json + ["--verbose"] * self.verbose


def settings(context: click.Context) -> Settings:
    """Return the settings of the command that click runs in this context."""
    root = context.find_root()
    if not isinstance(root.obj, Settings):
        root.obj = Settings()
    return root.obj


def state_folder() -> Path | None:
    """Return the folder for this user's program state (XDG base directories); None for a user without a home."""
    if named := os.environ.get("BRIDGE_LEDGER_STATE"):
        return Path(named)
    if sys.platform in ("win32", "darwin"):
        import click

        return Path(click.get_app_dir("bridge-ledger"), "state")
    kept, home = os.environ.get("XDG_STATE_HOME"), os.path.expanduser("~")
    if not kept and home == "~":
        return None
    return Path(kept or os.path.join(home, ".local", "state"), "bridge-ledger")


def check_text(name: str, value: str, *, allow_empty: bool = True) -> None:
    """Raise Misuse (usage) for a text that is `unfit`, too long for the log, or, unless allowed, empty."""
    if not value.strip() and not allow_empty:
        raise Misuse("usage", f"{name} is empty", "leave it out, or give it a value")
    if len(value) > TYPED.most:
        too_long = f"{name} is longer than {TYPED.most} characters"
        raise Misuse("usage", too_long, "write a shorter text; the log is no archive of documents")
    if why := unfit(value):
        raise Misuse("usage", f"{name}: {why}", "write it in one line, with no more than usual accents")


_MEMORY_FOLDER = "use"

State = str | os.PathLike[str] | None
"""The user's state folder; None for a user without a home."""


def recall(state: State, database: str) -> str | None:
    """Return the session that `use` remembers for this folder and database; None if there is none to read."""
    if state is None or not os.path.isdir(os.path.join(state, _MEMORY_FOLDER)):
        return None
    with suppress(OSError, UnicodeDecodeError), open(_memory_path(state, database), encoding="utf-8") as kept:
        return kept.read().strip() or None
    return None


def remember(state: State, database: str, session: str) -> None:
    """Store a session for `use` in this folder with this database; Misuse (bad-file) if it cannot be stored."""
    if state is None:
        raise Misuse("bad-file", "no folder can remember the session", "set BRIDGE_LEDGER_SESSION instead")
    kept = os.path.join(state, _MEMORY_FOLDER)
    try:
        os.makedirs(kept, exist_ok=True)
        kept = _memory_path(state, database)
        with open(kept, "w", encoding="utf-8") as file:
            file.write(f"{session}\n")
    except OSError as error:
        message = f"{kept} cannot be written: {error.strerror}"
        raise Misuse("bad-file", message, "set BRIDGE_LEDGER_SESSION instead") from None


def forget(state: State, database: str) -> None:
    """Remove the session that `use` remembers for this folder and database."""
    with suppress(OSError):
        if state is not None:
            os.unlink(_memory_path(state, database))


def _memory_path(state: str | os.PathLike[str], database: str) -> str:
    """Return the file in which `use` remembers the session of a folder; OSError if this folder is gone."""
    from hashlib import sha256  # imported here to keep Tab fast

    named = database if "://" in database else os.path.abspath(database)
    return os.path.join(state, _MEMORY_FOLDER, sha256(f"{os.getcwd()}\0{named}".encode()).hexdigest()[:32])


class Offices:
    """The offices that a long-running desk keeps open, one for each database."""

    def __init__(self) -> None:
        self._open: dict[str, Office] = {}

    def office(self, where: str, *, by: str, key: Key | None, state: Path | None, signer: Key | None) -> Office:
        """Return the open office of a database, set to this official and key; the caller must not close it.

        Raises the errors of `Office.open`. If the database was upgraded, lost or replaced meanwhile, the next call
        opens it anew.
        """
        opened = self._open.get(where)
        if opened is None:
            from ledger.office import Office

            opened = self._open[where] = Office.open(where, by=by, key=key, state=state, signer=signer, stays=True)
            return opened
        try:
            opened.store.check_schema()
        except Problem:
            self._open.pop(where).close()
            raise
        opened.by, opened.key, opened.signer = by, key, signer
        return opened

    def recorded_here(self, where: str) -> set[tuple[str, int]]:
        """Return the events this desk has recorded in a database, as pairs of session and event number."""
        office = self._open.get(where)
        return office.recorded_here if office else set()

    def close(self) -> None:
        """Close all databases."""
        while self._open:
            self._open.popitem()[1].close()
