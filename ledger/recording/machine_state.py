"""What this machine knows by itself, outside the database: its clock, the last event of every session it has
acknowledged, when it last made a backup of a ledger, and how far somebody who follows the log has come.

A copy of a database that is short, or a backup that was restored, is sound in itself: its chain holds. That there was
more only somebody knows who was told so. So every desk keeps, in its user's own state folder, the number and digest of
the last event it acknowledged, by ledger and session, and `verify` holds the log against that. It proves nothing to
anybody else, and whoever may write there can change it: it is for accidents, as seals are for fraud.
"""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ledger.digests import of_bytes
from ledger.errors import Corrupt, Misuse, Problem
from ledger.store.location import identity
from ledger.store.log import Log
from ledger.store.own_files import alone, free_name, write_whole
from ledger.store.subscription import Position, Subscription, parted, read_positions, write_positions


def now() -> int:
    """This moment: microseconds since 1970, UTC."""
    return time.time_ns() // 1000


def elapsed() -> int:
    """How long this computer has been running, asleep or not, by a clock that nobody sets (µs, from anywhere)."""
    running = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return (time.monotonic_ns() if running is None else time.clock_gettime_ns(running)) // 1000


class Acknowledged:
    """The heads of one ledger's sessions, in a file of the user's state folder, read when they are asked for."""

    def __init__(self, folder: Path, url: str) -> None:
        self.path = _file(folder, url, "heads")
        self.trouble = ""

    def note(self, log: Log, session: str, last: Position) -> None:
        """Keep the last event of a session that was acknowledged, unless a later one is kept, or the log lost that.

        Whoever goes on recording in a copy that is short does not hide what is gone by it. That it cannot be kept stops
        nobody from recording: `trouble` says why.
        """
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone(self.path):
                kept = read_positions(self.path)
                if error := self._parted(log, session, kept):
                    self.trouble = f"{error.message}; `verify`"
                elif session not in kept or kept[session].number < last.number:
                    write_positions(self.path, {**kept, session: last})
        except (OSError, Problem) as error:  # it is recorded, whatever becomes of this
            self.trouble = f"what was acknowledged is not kept on this machine: {error}"

    def begin_anew(self) -> Path | None:
        """Set aside what was acknowledged of an earlier ledger at the same place: where to, if there was anything.

        Whoever makes a new ledger where one was knows that it is gone; it is not forgotten, for he may be mistaken.
        """
        aside = free_name(self.path, "before")
        try:
            self.path.replace(aside)
        except FileNotFoundError:
            return None
        return aside

    def heads(self) -> dict[str, Position]:
        """The last event of every session that was acknowledged; Misuse (bad-file) where the file holds none."""
        try:
            return read_positions(self.path)
        except Misuse as error:
            error.hint = f"it was damaged, or somebody wrote to it; once that is looked into, remove {self.path}"
            raise

    def parted(self, log: Log, session: str) -> Corrupt | None:
        """How a session is not what this machine has acknowledged; None where it is."""
        error = self._parted(log, session, self.heads())
        if error:
            error.hint += f"; where it is known and meant, remove {self.path}"
        return error

    def _parted(self, log: Log, session: str, kept: Mapping[str, Position]) -> Corrupt | None:
        return parted(log, session, kept.get(session, Position(0, b"")), "acknowledged on this machine")


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
        write_whole(_file(folder, url, "backup"), json.dumps(made._asdict()))


def last_backup(folder: Path, url: str) -> LastBackup | None:
    """What was backed up last from here; None for nothing, or nothing that can be read."""
    try:
        said = json.loads(_file(folder, url, "backup").read_text())
        heads = {str(session): int(number) for session, number in said["heads"].items()}
        return LastBackup(str(said["file"]), int(said["at"]), heads)
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return None


def where_it_went(folder: Path, url: str) -> str:
    """What to do about a ledger that is gone, though it was recorded in from here; '' where it was not."""
    try:
        heads = Acknowledged(folder, url).heads()
    except Misuse:
        return ""
    if not heads:
        return ""
    backup = last_backup(folder, url)
    copy = f"`restore {backup.file}`, the last backup" if backup else "`restore` a backup"
    events = sum(head.number for head in heads.values())
    return f"it had {events} events when this machine recorded last: is its disk there, was it moved? Else {copy}"


def note_served(acknowledged: Acknowledged, address: str) -> None:
    """Keep where the pages of a ledger are served from this machine; where it cannot be kept, links lead elsewhere."""
    with suppress(OSError):
        acknowledged.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(_served(acknowledged), json.dumps(address))


def served_at(acknowledged: Acknowledged) -> str:
    """Where phones found the pages of a ledger last; '' where none were served from here."""
    try:
        return str(json.loads(_served(acknowledged).read_text()))
    except (OSError, ValueError):
        return ""


def _served(acknowledged: Acknowledged) -> Path:
    return acknowledged.path.with_name(f"{acknowledged.path.name.partition('.')[0]}.served.json")


def _file(folder: Path, url: str, what: str) -> Path:
    """Where something of a ledger is kept, by a name without whatever its URL has that no name of a file may have."""
    return folder / f"{of_bytes(identity(url).encode()).hex()[:16]}.{what}.json"


_TIMES_A_SECOND = 4


class KeptPlace:
    """A file of positions, read once; `keep` after what was handed out was dealt with, so that nothing is lost.

    What was dealt with since the last time it was kept is handed out again to who was killed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.positions: dict[str, Position] = read_positions(path)
        self._written = dict(self.positions)
        self._due = 0

    def keep(self, subscription: Subscription, *, now: bool = False) -> None:
        """Keep how far a subscription has come, a few times a second, or in any case. Misuse where it cannot be."""
        clock = time.monotonic_ns()
        if clock < self._due and not now:
            return
        self.positions |= subscription.positions
        if self._written == self.positions:
            return
        try:
            write_positions(self._path, self.positions)
        except OSError as error:
            raise Misuse("bad-file", f"{self._path} cannot be written: {error.strerror}", "another file") from None
        self._written, self._due = dict(self.positions), clock + 10**9 // _TIMES_A_SECOND
