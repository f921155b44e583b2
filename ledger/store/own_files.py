"""Files that only who made them may read and write: databases, bundles, backups."""

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

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
