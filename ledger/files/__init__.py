"""Reading of files from strangers: regular files only, up to a bound; names of our own files while they are written;
and web addresses as opposed to file names.
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

_NOT_BLOCKING = getattr(os, "O_NONBLOCK", 0)  # a pipe without a writer opens at once, and is then refused


def open_file(path: Path) -> BinaryIO:
    """Open a regular file for reading. OSError, with a reason to print: it is missing, a folder, a pipe or a device."""
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | _NOT_BLOCKING))  # noqa: SIM115
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise OSError(errno.EINVAL, "it is a pipe or a device; save what it gives to a file", str(path))


def read_file(path: Path, bounds: Bounds) -> bytes:
    """Return a file's contents. OSError, with a reason to print: as from `open_file`, or it is longer than `bounds`."""
    most = bounds.most
    with open_file(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        limit = f"{most // MIB} MiB" if most >= MIB else f"{most // 1024} KiB"
        raise OSError(errno.EFBIG, f"it is longer than {limit}, as no such file is", str(path))
    return content


def temporary_path(path: Path) -> Path:
    """Return a temporary path in the file's folder, with an unpredictable name, to write the file before renaming."""
    # Nobody else can have put a link under a random name
    return path.with_name(f".{path.name}.{token_hex(8)}.part")


def require_no_link(folder: Path, typed: Path) -> None:
    """Refuse to write to a folder if it, or a folder between it and the one typed, is a symbolic link (folder-taken).

    Whoever may write in the folder above could put a link there, and so steer what is written to a place of his choice.
    """
    for each in (folder, *folder.parents):
        if each == typed:
            return
        if each.is_symlink():
            hint = "nothing was written to it; remove the link, or type that folder itself"
            raise Refusal("folder-taken", f"{each} is a link to {os.readlink(each)}", hint)


def require_free(path: Path) -> None:
    """Refuse to write over an existing file (Refusal), or into a folder that does not exist (Misuse)."""
    if path.exists():
        raise Refusal("file-exists", f"{path} is there already", "choose another name: -o FILE")
    if not path.parent.is_dir():
        raise Misuse("no-such-file", f"there is no folder {path.parent}", "make it, or name another file: -o FILE")


def unwritable(path: Path, error: OSError, option: str = "") -> Misuse:
    """Return the error (bad-file) for a file that cannot be written; `option` names another file: '-o FILE'."""
    hint = "name a file in a folder that you may write to" + f": {option}" * bool(option)
    return Misuse("bad-file", f"{path} cannot be written: {error.strerror or error}", hint)


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")  # two characters at least: a single letter is a drive


def looks_like_address(named: str) -> bool:
    """Return whether a text begins like an address of any kind: 'https://', 'postgresql://'."""
    return bool(_SCHEME.match(named))


_LOGIN = re.compile(r"(?<=://)[^/?#]*@")


def without_login(address: str) -> str:
    """Return an address for messages, without the login and password before its host."""
    return _LOGIN.sub("…@", address)


def require_no_login(address: str) -> None:
    """Refuse a web address with a login or a password (usage): addresses are shown, noted and printed."""
    if _LOGIN.search(address):
        what = f"{without_login(address)} has a login before its host, and addresses are shown and printed"
        raise Misuse("usage", what, "leave out all up to the @")


def is_address(named: str) -> bool:
    """Return whether a text is a web address, not a path. Misuse (usage): an address of another kind, or a login."""
    require_no_login(named)
    if looks_like_address(named) and not named.lower().startswith(("https://", "http://")):
        unsupported = f"{named} cannot be asked: only addresses with https:// or http:// are"
        raise Misuse("usage", unsupported, "type its https:// address, or copy the files to this computer")
    return looks_like_address(named)
