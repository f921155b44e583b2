"""The line to the Data Connector of the devices, as options and environment say."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from cli.options.devices import ADDRESS, CLUB, LICENCE
from ledger.bounds.files import KEY
from ledger.errors import Misuse
from ledger.exchange.bridgemate.line import ConnectorLine, Licence, require_client
from ledger.exchange.sheet import read_bytes

if TYPE_CHECKING:
    from cli.options.devices import ConnectorOptions


def line_to(asked: ConnectorOptions) -> ConnectorLine:
    """The line to it. Unavailable (tool-missing) without the client; Misuse (usage) where nothing says whose it is."""
    require_client()
    club = asked.club or os.environ.get(CLUB, "")
    key = _key_in(asked.licence) if asked.licence else os.environ.get(LICENCE, "").strip()
    if not (club and key):
        missing = "the club's id and its licence key" if not (club or key) else "the licence key" if club else "the id"
        raise Misuse("usage", f"the Data Connector wants {missing}", f"set {CLUB} and {LICENCE}: `help devices`")
    return ConnectorLine(Licence(club, key), asked.address or os.environ.get(ADDRESS) or None)


def _key_in(file: Path) -> str:
    """The key in a file; Misuse (bad-file) where there is none, or more."""
    try:
        key = read_bytes(file, KEY).decode().strip()
    except UnicodeDecodeError:
        key = ""
    if not key or len(key.split()) > 1:
        raise Misuse("bad-file", f"{file} holds no licence key", "one line, as the maker gave it to the club")
    return key
