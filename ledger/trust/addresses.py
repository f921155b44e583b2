"""Addresses of web hosts and of witnesses, told from the names of files and folders."""

import re

from ledger.errors import Misuse

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
