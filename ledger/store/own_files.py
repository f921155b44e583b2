"""Files that only who made them may read and write: databases, bundles, backups; and what SQLite keeps beside them."""

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from ledger.errors import Refusal

_OWNERS_ALONE = 0o600


def make_own(path: Path) -> None:
    """An empty file, for its owner alone, where there is none yet; where it cannot be made, others say why."""
    with suppress(OSError):
        own_file(path).close()


def own_file(path: Path) -> BinaryIO:
    """A new file to write to, for its owner alone, whatever the umask says; FileExistsError where one is there."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _OWNERS_ALONE)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, _OWNERS_ALONE)
    return open(descriptor, "wb")


def beside(path: Path) -> list[Path]:
    """What SQLite may keep beside a file while it is open, or leaves there when the computer stops."""
    whole = path.resolve()
    return [whole.with_name(whole.name + ending) for ending in ("-wal", "-shm", "-journal")]


def require_no_remains(path: Path, *, also_beside_it: bool = True) -> None:
    """Refusal (file-exists) where that of another file lies at a place: SQLite would play it into a new file there.

    With `also_beside_it` False it may lie beside the file itself, whose it then is.
    """
    left = [each for each in beside(path) if each.exists()]
    if left and (also_beside_it or not path.exists()):  # in this order: another desk may just make it
        remains = f"{left[0]} lies there, of another ledger of that name: its last events may be in it"
        raise Refusal("file-exists", f"{remains}; nothing was written", "move it away, or name another file")
