"""The lines typed at a desk that stays: kept in the user's state folder, for him alone, until he clears them."""

import os
from contextlib import suppress
from pathlib import Path

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from cli.terminal.settings import state_folder
from ledger.files import part_of

LINES_KEPT = 2_000
_NAME = "desk-history"


def history_path() -> Path | None:
    """The file of the lines; None for who has no state folder."""
    folder = state_folder()
    return folder / _NAME if folder else None


def history() -> History:
    """The lines typed so far; where they cannot be kept in a file, those of this evening only."""
    path = history_path()
    if path is None:
        return InMemoryHistory()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(path)
        path.chmod(0o600)
        return KeptHistory(path)
    except OSError:
        return InMemoryHistory()


def forget() -> Path | None:
    """Remove the file of the lines; where it was, None where there is none."""
    path = history_path()
    if path is None or not path.exists():
        return None
    path.unlink()
    return path


def _make(path: Path) -> None:
    """Make a file that is its user's alone, where there is none."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


class KeptHistory(FileHistory):
    """The lines in a file; a line that begins with a blank is not kept there."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._path = path
        self._shorten()

    def store_string(self, string: str) -> None:
        """Keep a line; that it cannot be kept stops nobody."""
        if not string.startswith(" "):
            with suppress(OSError):
                _make(self._path)  # anew, where it was forgotten at another desk
                super().store_string(string)

    def _shorten(self) -> None:
        """Keep the last lines only, once there are many more; whatever stops it, all of them are kept."""
        lines = list(self.load_history_strings())
        if len(lines) > 2 * LINES_KEPT:
            fewer = part_of(self._path)
            try:
                _make(fewer)
                for line in reversed(lines[:LINES_KEPT]):
                    FileHistory(str(fewer)).store_string(line)
                fewer.replace(self._path)
            finally:
                fewer.unlink(missing_ok=True)
