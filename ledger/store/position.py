"""Positions: how far a session was read, or recorded, and the digest of the event there; kept outside the database.

A number alone says where to go on; the digest says whether it is still the same log, for it stands for all events up to
it. A copy that is too short, a backup that was restored, another history: each is told by one look at one event.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from ledger.errors import Corrupt, Misuse
from ledger.files import MIB, read_file
from ledger.store.log import Log
from ledger.store.tables import NO_END
from ledger.store.whole_file import write_whole


class Position(NamedTuple):
    """An event of a session, by its number, and its digest."""

    number: int
    digest: bytes


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=0, le=NO_END)]
    digest: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


_FILE = msgspec.json.Decoder(dict[str, _Line])
_MOST_BYTES = 16 * MIB
"""More than a hundred thousand sessions."""


def read_positions(path: Path) -> dict[str, Position]:
    """The positions in a file, by session; none where there is no file. Misuse (bad-file) where it holds others."""
    try:
        found = _FILE.decode(read_file(path, _MOST_BYTES))
        return {session: Position(each.number, bytes.fromhex(each.digest)) for session, each in found.items()}
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError, ValueError, RecursionError) as error:
        text = f"{path} holds no positions: {getattr(error, 'strerror', None) or error}"
        raise Misuse("bad-file", text, "name the file that `--position` wrote, or a new one") from None


def write_positions(path: Path, positions: Mapping[str, Position]) -> None:
    """Keep positions, whole or not at all; OSError where that cannot be."""
    lines = {session: _Line(each.number, each.digest.hex()) for session, each in sorted(positions.items())}
    write_whole(path, msgspec.json.format(msgspec.json.encode(lines)).decode() + "\n")


def parted(log: Log, session: str, seen: Position, how: str = "seen") -> Corrupt | None:
    """How a session no longer holds what was seen of it, or acknowledged (`how`); None where it does."""
    if seen.number == 0 or log.has(session, seen.number, seen.digest):
        return None
    last = log.heads(session)[session]
    if last < seen.number:
        gone = f"#{last + 1}" if last + 1 == seen.number else f"#{last + 1}–#{seen.number}"
        text = f"session {session} ends at #{last}: {gone} had been {how} and {'is' if '–' not in gone else 'are'} gone"
        return Corrupt("history-changed", text, "is it a backup, or a copy that is short? look for the other", last + 1)
    text = f"event #{seen.number} of session {session} is not the one that was {how}: it has another history"
    hint = "something up to it was rewritten: compare with a seal, a backup or an export"
    return Corrupt("history-changed", text, hint, seen.number)
