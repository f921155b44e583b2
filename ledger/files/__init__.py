"""Files that strangers made: read only where they are files, and never more of them than such a file can have; and
where one of ours is to be, and is while it is half written.

And addresses of web hosts and of witnesses, told from the names of files and folders.
"""

import errno
import os
import re
import stat
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from ledger.bounds import Bounds
from ledger.bounds.files import MIB
from ledger.errors import Misuse, Refusal

_NOT_BLOCKING = getattr(os, "O_NONBLOCK", 0)  # a pipe nobody writes to is opened at once, and told for what it is


def open_file(path: Path) -> BinaryIO:
    """A file open to be read; OSError, with a reason to tell, where it is none: a folder, a pipe, a device."""
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _NOT_BLOCKING))  # noqa: SIM115
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise OSError(errno.EINVAL, "it is a pipe or a device; save what it gives to a file", str(path))


def read_file(path: Path, bounds: Bounds) -> bytes:
    """What is in a file of so many bytes at the most; OSError, with a reason to tell, where it is none, or longer."""
    most = bounds.most
    with open_file(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        limit = f"{most // MIB} MiB" if most >= MIB else f"{most // 1024} KiB"
        raise OSError(errno.EFBIG, f"it is longer than {limit}, as no such file is", str(path))
    return content


def part_of(path: Path) -> Path:
    """Where a file is written before it is whole: beside it, by a name that nobody else can have put a link under."""
    return path.with_name(f".{path.name}.{token_hex(8)}.part")


def require_free(path: Path) -> None:
    """Refusal where a file is there already, Misuse where its folder is not."""
    if path.exists():
        raise Refusal("file-exists", f"{path} is there already", "another name: -o FILE")
    if not path.parent.is_dir():
        raise Misuse("no-such-file", f"there is no folder {path.parent}", "make it, or name another file: -o FILE")


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
"""What an address begins with; a drive has one letter."""


def looks_like_address(named: str) -> bool:
    """Whether it is written as an address of any kind."""
    return bool(_SCHEME.match(named))


def is_address(named: str) -> bool:
    """Whether it is an address that can be asked, and no file or folder; Misuse (usage) where it is of another kind."""
    if looks_like_address(named) and not named.lower().startswith(("https://", "http://")):
        other = f"{named} cannot be asked: only addresses with https:// or http:// are"
        raise Misuse("usage", other, "its address with https://; or, of files, a copy on this computer")
    return looks_like_address(named)
