"""Lines that are written over: how far a long piece of work has got, and what a device says now."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cli.terminal.screen import SafeText, put_aside, shown

PATIENCE_SECONDS = 1


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show a moving bar on stderr, if that is a terminal, from the second second on."""
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    bar = threading.Thread(target=_show, args=(what, done), daemon=True)
    bar.start()
    try:
        yield
    finally:
        done.set()
        bar.join()


def _show(what: str, done: threading.Event) -> None:
    if done.wait(PATIENCE_SECONDS):
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(shown(what), total=None)
        done.wait()


_FROM_THE_LEFT, _CLEARED = "\r", "\x1b[K"

_ENDS = "   Ctrl-C ends"


class LiveLine:
    """How things stand, on stderr. Elsewhere than on a terminal, where nothing is written over, a line a change."""

    def __init__(self) -> None:
        self._on = sys.stderr.isatty()
        self._text = ""

    def show(self, text: str) -> None:
        """The line as it is from now on."""
        if self._on:
            put_aside(SafeText(f"{_FROM_THE_LEFT}{shown(text)}{_ENDS}{_CLEARED}"), end="")
        elif text != self._text:
            put_aside(text)
        self._text = text

    def clear(self) -> None:
        """Make room for lines that stay."""
        if self._on:
            put_aside(SafeText(f"{_FROM_THE_LEFT}{_CLEARED}"), end="")
