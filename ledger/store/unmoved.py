"""Whether a SQLite file that is open is still the one that lies there: another may have been put in its place."""

from pathlib import Path

import sqlalchemy as sa

from ledger.errors import Corrupt


def require_unmoved(engine: sa.Engine, path: Path) -> None:
    """Corrupt (history-changed) once another file lies where the one that was opened did.

    Who has it open would go on reading, and recording, where nobody else looks; and what SQLite keeps beside it would
    be played into the other.
    """

    opened: set[tuple[int, int] | None] = set()

    def note(_: object, _record: object) -> None:
        if not opened:  # whatever lies there later is not looked into at all
            opened.add(_which(path))

    def require(_: object, _record: object, _proxy: object) -> None:
        if _which(path) not in opened:
            moved = f"{path} is not the file that was opened: it was moved away, or another was put in its place"
            hint = "nothing was recorded; close every program that has it open, and start again"
            raise Corrupt("history-changed", moved, hint)

    sa.event.listen(engine, "connect", note)
    sa.event.listen(engine, "checkout", require)


def _which(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
