"""Work that takes long: lines that are written over meanwhile, and looking at a ledger again and again."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from cli.terminal.screen import SafeText, flush, put_aside, shown
from ledger.errors import Unavailable

if TYPE_CHECKING:
    from rich.progress import Progress


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


@contextmanager
def counted_off(what: str) -> Iterator[Callable[[int, int], None]]:
    """The same with how much of it is done: whoever works says so, by the function he gets, now and then."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    bar = _CountedBar(what)
    try:
        yield bar.show
    finally:
        bar.stop()


class _CountedBar:
    """A bar that comes when it takes long."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._from = time.monotonic() + PATIENCE_SECONDS
        self._progress: Progress | None = None

    def show(self, done: int, total: int) -> None:
        """So much of so much is done."""
        if self._progress is None and time.monotonic() < self._from:
            return
        if self._progress is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
            self._progress = Progress(
                *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True, refresh_per_second=4
            )
            self._task = self._progress.add_task(shown(self._what), total=total)
            self._progress.start()
        self._progress.update(self._task, completed=done, total=total)

    def stop(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()


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


WAIT_SECONDS = 3
"""Between two looks where the ledger did not answer."""

PASSING = ("database-lost", "database-unreachable", "database-busy")
"""Why a ledger does not answer that will answer again."""


def look_on(look: Callable[[], None], a_second: int) -> NoReturn:
    """Look so often until interrupted. While the ledger does not answer, that is said once, and it is asked again."""
    said = set[str]()  # of an outage: the first look at it may not know yet which server it is
    while True:
        try:
            look()
        except Unavailable as error:
            if error.code not in PASSING:
                raise
            if error.message not in said:
                put_aside(f"{error.message}; it is asked again until it answers")
            said.add(error.message)
        else:
            if said:
                put_aside("the ledger answers again: what was recorded meanwhile follows")
            said.clear()
        flush()
        time.sleep(WAIT_SECONDS if said else 1 / a_second)
