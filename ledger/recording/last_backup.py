"""When this machine last made a backup of a ledger, and how far it went: kept beside what was acknowledged."""

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ledger.store.location import identity
from ledger.store.whole_file import write_whole


class LastBackup(NamedTuple):
    """Where a backup was written, when (µs UTC), and the last event of every session in it."""

    file: str
    at: int
    heads: Mapping[str, int]

    def behind(self, heads: Mapping[str, int]) -> int:
        """How many events of a ledger it has not."""
        return sum(max(0, number - self.heads.get(session, 0)) for session, number in heads.items())


def note_backup(folder: Path, url: str, made: LastBackup) -> None:
    """Keep what was backed up; where it cannot be kept, the backup is there all the same."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(_file(folder, url), json.dumps(made._asdict()))


def last_backup(folder: Path, url: str) -> LastBackup | None:
    """What was backed up last from here; None for nothing, or nothing that can be read."""
    try:
        said = json.loads(_file(folder, url).read_text())
        heads = {str(session): int(number) for session, number in said["heads"].items()}
        return LastBackup(str(said["file"]), int(said["at"]), heads)
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return None


def _file(folder: Path, url: str) -> Path:
    return folder / f"{sha256(identity(url).encode()).hexdigest()[:16]}.backup.json"
