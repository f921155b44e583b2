"""The session that `use` remembers: of one user, for one folder and one database.

It is kept in the user's own state folder, not beside the database: whoever else works in the same folder chooses for
himself, and a database that is copied takes nobody's choice along. A small file for each, named by a digest, for an
address of a database may have a password in it.
"""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from ledger.errors import Misuse


def recall(state: Path | None, database: str) -> str | None:
    """The session remembered here; None where none is, or where it cannot be read."""
    kept = _kept(state, database)
    with suppress(OSError, UnicodeDecodeError):
        return (kept.read_text(encoding="utf-8").strip() or None) if kept else None
    return None


def remember(state: Path | None, database: str, session: str) -> None:
    """Remember a session; Misuse (bad-file) where nothing can be kept."""
    kept = _kept(state, database)
    if kept is None:
        raise Misuse("bad-file", "there is no folder to remember it in", "set BRIDGE_LEDGER_SESSION instead")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(f"{session}\n", encoding="utf-8")
    except OSError as error:
        raise Misuse(
            "bad-file", f"{kept} cannot be written: {error.strerror}", "set BRIDGE_LEDGER_SESSION instead"
        ) from None


def forget(state: Path | None, database: str) -> None:
    """Remember none."""
    if kept := _kept(state, database):
        with suppress(OSError):
            kept.unlink()


def _kept(state: Path | None, database: str) -> Path | None:
    """Where it is kept; None for a user without a home, or in a folder that is gone."""
    with suppress(OSError):
        named = database if "://" in database else os.path.abspath(database)
        key = sha256(f"{os.getcwd()}\n{named}".encode()).hexdigest()[:32]
        return state / "use" / key if state else None
    return None
