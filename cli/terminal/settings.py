"""What the user asked of the desk as a whole, by options or in the environment; the offices a desk keeps open."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.bounds.files import TYPED
from ledger.errors import Misuse, Problem
from ledger.errors.visible import is_plain

if TYPE_CHECKING:
    from pathlib import Path

    import click

    from ledger.office import Office
    from ledger.trust.keys import Key


DEFAULT_DB = "bridge-ledger.db"


class Settings:
    """What the user asked of the desk as a whole; and the offices it keeps open, where it is a desk that stays."""

    db: str | None = None
    session: str | None = None
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
    """Whether the command is one that records, and does not only look."""
    yes: bool = False
    command_id: str = ""
    quiet: bool = False
    verbose: bool = False
    offices: Offices | None = None
    show_first: bool = False
    """What was asked for bit by bit is shown as a whole before it is recorded."""
    several: bool | None = None
    """Whether what is printed has to name the session that is meant, for there may be several; None: nobody looked."""
    of_tournament: bool = False
    """Whether what is asked or recorded is of a tournament: that is meant only where it is named."""
    tournament: str | None = None
    """The tournament that was named by --tournament."""
    made: str | None = None
    """The session or tournament this run has recorded in, where another one was meant, or none."""

    @property
    def is_for_people(self) -> bool:
        """Whether somebody reads what is printed beside what was asked: not with --quiet, --plain or --json."""
        return not (self.quiet or self.plain or self.json)

    @property
    def database(self) -> str:
        """The database: --db, BRIDGE_LEDGER_DB, or bridge-ledger.db in this folder."""
        return self.db or os.environ.get("BRIDGE_LEDGER_DB") or DEFAULT_DB

    @property
    def session_id(self) -> str | None:
        """The session meant, if any is said: the one named, or what `use` remembers for this folder."""
        return self.session_named or recall(state_folder(), self.database)

    @property
    def session_named(self) -> str | None:
        """The session named, if any: --session or BRIDGE_LEDGER_SESSION."""
        return self.session or os.environ.get("BRIDGE_LEDGER_SESSION") or None

    @property
    def official(self) -> str:
        """Who is recording: --by, BRIDGE_LEDGER_BY, or the name of this login."""
        named = self.by or os.environ.get("BRIDGE_LEDGER_BY")
        if named:
            return named
        from getpass import getuser

        return getuser()

    @property
    def flags(self) -> list[str]:
        """How mistakes are to be told, as it would be typed."""
        return ["--json"] * self.json + ["--verbose"] * self.verbose


def settings(context: click.Context) -> Settings:
    """The settings of this run."""
    root = context.find_root()
    if not isinstance(root.obj, Settings):
        root.obj = Settings()
    return root.obj


def state_folder() -> Path | None:
    """Where this user's programs keep what they have come to (XDG base directories); None for one without a home."""
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
    """Misuse where a text could not stand in a log or on a screen: control characters, or a whole book."""
    if not value.strip() and not allow_empty:
        raise Misuse("usage", f"{name} is empty", "leave it out, or give it a value")
    if len(value) > TYPED.most:
        too_long = f"{name} is longer than {TYPED.most} characters"
        raise Misuse("usage", too_long, "say it shorter; the log is no archive of documents")
    if not is_plain(value):
        unprintable = f"{name} has a line break or another character that steers a screen, or is not seen"
        raise Misuse("usage", unprintable, "write it in one line")


_FOLDER = "use"

State = str | os.PathLike[str] | None
"""The user's own state folder; None for one without a home."""


def recall(state: State, database: str) -> str | None:
    """The session remembered here; None where none is, or where it cannot be read."""
    if state is None or not os.path.isdir(os.path.join(state, _FOLDER)):
        return None
    with suppress(OSError, UnicodeDecodeError), open(_kept(state, database), encoding="utf-8") as kept:
        return kept.read().strip() or None
    return None


def remember(state: State, database: str, session: str) -> None:
    """Remember a session; Misuse (bad-file) where nothing can be kept."""
    if state is None:
        raise Misuse("bad-file", "there is no folder to remember it in", "set BRIDGE_LEDGER_SESSION instead")
    kept = os.path.join(state, _FOLDER)
    try:
        os.makedirs(kept, exist_ok=True)
        kept = _kept(state, database)
        with open(kept, "w", encoding="utf-8") as file:
            file.write(f"{session}\n")
    except OSError as error:
        raise Misuse(
            "bad-file", f"{kept} cannot be written: {error.strerror}", "set BRIDGE_LEDGER_SESSION instead"
        ) from None


def forget(state: State, database: str) -> None:
    """Remember none."""
    with suppress(OSError):
        if state is not None:
            os.unlink(_kept(state, database))


def _kept(state: str | os.PathLike[str], database: str) -> str:
    """Where it is kept; OSError in a folder that is gone."""
    from hashlib import sha256  # here, for nothing else at a Tab needs it

    named = database if "://" in database else os.path.abspath(database)
    return os.path.join(state, _FOLDER, sha256(f"{os.getcwd()}\0{named}".encode()).hexdigest()[:32])


class Offices:
    """One office for each database that was asked for, open until all are closed."""

    def __init__(self) -> None:
        self._open: dict[str, Office] = {}

    def office(self, where: str, *, by: str, key: Key | None, state: Path | None, signer: Key | None) -> Office:
        """The office of a database, for one command of who is recording; it is not his to close.

        Raises what `Office.open` does, also where the database was upgraded, lost or replaced meanwhile: then it is
        opened anew the next time.
        """
        found = self._open.get(where)
        if found is None:
            from ledger.office import Office

            found = self._open[where] = Office.open(where, by=by, key=key, state=state, signer=signer, stays=True)
            return found
        try:
            found.store.check_schema()
        except Problem:
            self._open.pop(where).close()
            raise
        found.by, found.key, found.signer = by, key, signer
        return found

    def recorded_here(self, where: str) -> set[tuple[str, int]]:
        """What was recorded through these in a database: sessions, and the numbers of events."""
        found = self._open.get(where)
        return found.recorded_here if found else set()

    def close(self) -> None:
        """Let go of every database."""
        while self._open:
            self._open.popitem()[1].close()
