"""Files of devices, and what they hand in on standard input: read, where it is of them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ledger.errors import Misuse
from ledger.exchange.bridgemate.bws import read_bws
from ledger.exchange.bridgemate.connector import is_sent, read_connector
from ledger.exchange.sheet import LONGEST, Sheet, read_bytes

if TYPE_CHECKING:
    from cli.desk.desk import Desk


def device_sheet(desk: Desk, file: Path, winners: Literal[1, 2] | None) -> Sheet | None:
    """What a device says in a .bws, a .json or, as `-`, on standard input; None where the file is another program's."""
    if str(file) == "-":
        return read_connector(file, _from_stdin(), _contestants(desk))
    ending = file.suffix.lower()
    if ending == ".bws":
        return read_bws(file, winners)
    if ending == ".json" and is_sent(content := read_bytes(file)):
        return read_connector(file, content, _contestants(desk))
    return None


def _from_stdin() -> bytes:
    """What is handed in on standard input; Misuse where it is more than any file has."""
    content = sys.stdin.buffer.read(LONGEST + 1)
    if len(content) > LONGEST:
        raise Misuse("bad-file", "more comes in than any such file has", "hand it in by parts")
    return content


def _contestants(desk: Desk) -> Iterable[str]:
    """Who plays in the session that is meant, where there is one."""
    sessions = desk.office.sessions()
    named = desk.settings.session_id or (sessions[0] if len(sessions) == 1 else "")
    return desk.office.session(named).contestants if named in sessions else ()
