"""Files that only who made them may read and write: databases, bundles, backups, and what SQLite keeps beside them; and
small files that are there whole or not at all, whenever the power fails.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO

from ledger.errors import Refusal
from ledger.files import part_of

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


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else reads a file and writes it anew meanwhile; where the system has no such locks, the later one wins."""
    with path.with_name(f"{path.name}.lock").open("ab") as file:
        if find_spec("fcntl"):
            locks = import_module("fcntl")
            locks.flock(file, locks.LOCK_EX)
        yield


def write_whole(path: Path, content: str | bytes, *, new: bool = False) -> None:
    """Put a text, or bytes, in the place of a file: beside it first, on the disk, then by its name; its owner's alone.

    OSError where that cannot be: then the file is what it was. With `new` there must be none yet (FileExistsError).
    """
    part = part_of(path)
    try:
        _write_part(part, content)
        if new:
            os.link(part, path)
        else:
            os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    keep_name(path.parent)


def write_together(contents: Mapping[Path, str | bytes]) -> None:
    """New files of one folder, all of them or none, whatever comes between; OSError where that cannot be."""
    parts = {path: part_of(path) for path in contents}
    written: list[Path] = []
    try:
        for path, content in contents.items():
            _write_part(parts[path], content)
            written.append(path)
        for path in contents:
            os.replace(parts[path], path)
    except BaseException:
        for path in written:
            if not parts[path].exists():  # it was moved to its name already
                path.unlink(missing_ok=True)
        raise
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
    for folder in {path.parent for path in contents}:
        keep_name(folder)


def _write_part(part: Path, content: str | bytes) -> None:
    with own_file(part) as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())


def free_name(path: Path, ending: str) -> Path:
    """A name beside a file that nothing has yet: FILE.ending, FILE.ending-2, …"""
    first = path.with_name(f"{path.name}.{ending}")
    later = (first.with_name(f"{first.name}-{at}") for at in count(2))
    return next(name for name in chain([first], later) if not name.exists())


def keep_name(folder: Path) -> None:
    """A new name in a folder on the disk too; where a system cannot open folders, it does so by itself."""
    with suppress(PermissionError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
