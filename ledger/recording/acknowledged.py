"""What this machine has acknowledged: the last event of every session recorded here, kept outside the database.

A copy of a database that is short, or a backup that was restored, is sound in itself: its chain holds. That there was
more only somebody knows who was told so. So every desk keeps, in its user's own state folder, the number and digest of
the last event it acknowledged, by ledger and session, and `verify` holds the log against that. It proves nothing to
anybody else, and whoever may write there can change it: it is for accidents, as seals are for fraud.
"""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from ledger.errors import Corrupt, Misuse, Problem
from ledger.store.location import identity
from ledger.store.log import Log
from ledger.store.position import Position, parted, read_positions, write_positions
from ledger.store.whole_file import alone, free_name


class Acknowledged:
    """The heads of one ledger's sessions, in a file of the user's state folder, read when they are asked for."""

    def __init__(self, folder: Path, url: str) -> None:
        name = identity(url)
        self.path = folder / f"{sha256(name.encode()).hexdigest()[:16]}.heads.json"
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
