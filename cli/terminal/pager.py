"""A pager, where what is printed is longer than the screen: in git's manner, and on a terminal only.

What a command prints is held back until it is more than a screen; then it goes to BRIDGE_LEDGER_PAGER, PAGER, or `less`
(Windows: `more`), and what comes after it too. Less than that is printed as it is. Who quits the pager early has seen
enough: the command goes on to its end and its exit code, and nothing more of it is printed. Ctrl-C while the pager has
the terminal is the pager's.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from cli.terminal import screen
from cli.terminal.tables import columns

if TYPE_CHECKING:
    from cli.terminal.settings import Settings


_OF_ITS_OWN = {"LESS": "FRX", "LV": "-c"}
"""Colours as they are, no pager for what fits, and what was read stays on the screen; who has set LESS, has his way."""

_NOT_FOUND = (126, 127)


@contextmanager
def paged(settings: Settings) -> Iterator[None]:
    """Print what is said in here through a pager, where there is one, somebody to read it, and enough to read."""
    command = _command(settings)
    if not command or screen.is_held():
        yield
        return
    screen.hold(_Pages(command))
    try:
        yield
    finally:
        screen.let_go()


def _command(settings: Settings) -> str:
    """What to page with; '' for nothing: for a program, without a terminal, or where it is not wanted."""
    if settings.no_pager or not settings.is_for_people:
        return ""
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return ""
    for name in ("BRIDGE_LEDGER_PAGER", "PAGER"):
        if (named := os.environ.get(name)) is not None:
            return "" if named.strip() in ("", "cat") else named
    import shutil

    if shutil.which("less"):
        return "less"
    return "more" if os.name == "nt" else ""


class _Pages:
    """Lines that are held back, and the pager they go to once they are more than a screen."""

    def __init__(self, command: str) -> None:
        import shutil

        self._command = command
        self._columns, self._lines = shutil.get_terminal_size()
        self._rows = 0
        self._held: list[tuple[TextIO, str]] = []
        self._pager: subprocess.Popen[str] | None = None
        self._interrupts: object = None

    def write(self, stream: TextIO, text: str) -> None:
        """Hold a piece back, or hand it to the pager; what was for another file is printed there."""
        if not stream.isatty():
            stream.write(text)
            return
        self._held.append((stream, text))
        self._rows += sum(-(-columns(line) // max(self._columns, 1)) or 1 for line in text.split("\n")[:-1])
        if self._pager:
            self._hand_over(text)
        elif self._rows >= self._lines:
            sys.stdout.flush()
            if threading.current_thread() is threading.main_thread():
                self._interrupts = signal.signal(signal.SIGINT, lambda *_: None)
            self._pager = subprocess.Popen(
                self._command,
                shell=True,  # as git does: PAGER may be `less -S`, or two programs
                stdin=subprocess.PIPE,
                text=True,
                encoding=sys.stdout.encoding,
                errors="replace",
                env=_OF_ITS_OWN | os.environ,
            )
            self._hand_over("".join(text for _, text in self._held))

    def _hand_over(self, text: str) -> None:
        """Nothing, where the pager was quit."""
        if self._pager and self._pager.stdin:
            with suppress(OSError, ValueError):
                self._pager.stdin.write(text)

    def close(self) -> None:
        """Wait until it was read; or print what no pager was wanted for, or could be had for."""
        if self._pager is None or self._read() in _NOT_FOUND:
            for stream, text in self._held:
                stream.write(text)

    def _read(self) -> int:
        assert self._pager
        assert self._pager.stdin
        with suppress(OSError):
            self._pager.stdin.close()
        try:
            return self._pager.wait()
        finally:
            if self._interrupts is not None:
                signal.signal(signal.SIGINT, self._interrupts)  # type: ignore[arg-type]
