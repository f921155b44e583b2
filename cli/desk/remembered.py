"""The session that `use` remembers: of one user, for one folder and one database.

It is kept in the user's own state folder, not beside the database: whoever else works in the same folder chooses for
himself, and a database that is copied takes nobody's choice along. A small file for each, named by a digest, for an
address of a database may have a password in it.
"""

import os
from contextlib import suppress

from ledger.errors import Misuse

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
    return os.path.join(state, _FOLDER, sha256(f"{os.getcwd()}\n{named}".encode()).hexdigest()[:32])
