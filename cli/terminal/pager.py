"""A pager for output longer than the screen, as git has it, on a terminal only.

Output is held back until it fills the screen, and then goes to BRIDGE_LEDGER_PAGER, PAGER, or `less` (Windows: `more`);
shorter output is printed directly. If the reader quits the pager early, the command still runs to its end, silently.
Ctrl-C belongs to the pager while it has the terminal.
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


_PAGER_SETTINGS = {"LESS": "FRX", "LV": "-c"}
"""Settings for less and lv, if the user has none: keep colours, exit if the text fits, leave it on the screen."""

_NOT_STARTED = (126, 127)
"""The shell's exit codes for a pager that cannot be run, or is not found."""


@contextmanager
def use_pager(settings: Settings) -> Iterator[None]:
    """Pass all output in this context to a pager, if it is for a person at a terminal and fills the screen."""
    command = _command(settings)
    if not command or screen.has_pager():
        yield
        return
    screen.hold(_Pages(command))
    try:
        yield
    finally:
        screen.release_output()


def _command(settings: Settings) -> str:
    """Return the pager's command; '' if output is for a program, not on a terminal, or no pager is wanted."""
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
    """Printed text, held until it fills a screen and then passed to a pager."""

    def __init__(self, command: str) -> None:
        import shutil

        self._command = command
        self._columns, self._lines = shutil.get_terminal_size()
        self._rows = 0
        self._held_output: list[tuple[TextIO, str]] = []
        self._pager: subprocess.Popen[str] | None = None
        self._interrupts: object = None

    def write(self, stream: TextIO, text: str) -> None:
        """Hold a text back, or pass it to the pager; write text for a redirected stream at once."""
        if not stream.isatty():
            stream.write(text)
            return
        self._held_output.append((stream, text))
        self._rows += sum(-(-columns(line) // max(self._columns, 1)) or 1 for line in text.split("\n")[:-1])
        if self._pager:
            self._send_to_pager(text)
        elif self._rows >= self._lines:
            sys.stdout.flush()
            if threading.current_thread() is threading.main_thread():
                # Ctrl-C belongs to the pager while it runs.
                self._interrupts = signal.signal(signal.SIGINT, lambda *_: None)
            self._pager = subprocess.Popen(
                self._command,
                shell=True,  # as git does: PAGER may be `less -S`, or two programs
                stdin=subprocess.PIPE,
                text=True,
                encoding=sys.stdout.encoding,
                errors="replace",
                env=_PAGER_SETTINGS | os.environ,
            )
            self._send_to_pager("".join(text for _, text in self._held_output))

    def _send_to_pager(self, text: str) -> None:
        if self._pager and self._pager.stdin:
            # The reader may have quit the pager.
            with suppress(OSError, ValueError):
                self._pager.stdin.write(text)

    def close(self) -> None:
        """Wait until the reader leaves the pager; without a pager, print the text that was held."""
        if self._pager is None or self._wait() in _NOT_STARTED:
            for stream, text in self._held_output:
                stream.write(text)

    def _wait(self) -> int:
        assert self._pager
        assert self._pager.stdin
        with suppress(OSError):
            self._pager.stdin.close()
        try:
            return self._pager.wait()
        finally:
            if self._interrupts is not None:
                signal.signal(signal.SIGINT, self._interrupts)  # type: ignore[arg-type]
