"""Small files that are there whole or not at all, whenever the power fails."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path


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
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        if new:
            os.link(part, path)
        else:
            os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    keep_name(path.parent)


def free_name(path: Path, ending: str) -> Path:
    """A name beside a file that nothing has yet: FILE.ending, FILE.ending-2, …"""
    names = (path.with_name(f"{path.name}.{ending}{number}") for number in ("", *(f"-{at}" for at in range(2, 10**6))))
    return next(name for name in names if not name.exists())


def keep_name(folder: Path) -> None:
    """A new name in a folder on the disk too; where a system cannot open folders, it does so by itself."""
    with suppress(PermissionError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
