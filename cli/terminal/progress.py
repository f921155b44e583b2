"""Feedback on long work: progress bars, a live line, and polling a ledger that may be unreachable."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from cli.terminal.screen import SafeText, flush, make_safe, put_on_stderr
from ledger.errors import Unavailable

if TYPE_CHECKING:
    from rich.progress import Progress


PATIENCE_SECONDS = 1


@contextmanager
def show_progress(what: str) -> Iterator[None]:
    """Show a moving bar on stderr, labelled `what`, after a second of work; nothing if stderr is no terminal."""
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
        progress.add_task(make_safe(what), total=None)
        done.wait()


@contextmanager
def counted_progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal after a second; yield a function to call with the amounts done and in total."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    bar = _CountedBar(what)
    try:
        yield bar.show
    finally:
        bar.stop()


class _CountedBar:
    """A progress bar that appears once the work has taken a second."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._visible_from = time.monotonic() + PATIENCE_SECONDS
        self._progress: Progress | None = None

    def show(self, done: int, total: int) -> None:
        if self._progress is None and time.monotonic() < self._visible_from:
            return
        if self._progress is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
            self._progress = Progress(
                *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True, refresh_per_second=4
            )
            self._task = self._progress.add_task(make_safe(self._what), total=total)
            self._progress.start()
        self._progress.update(self._task, completed=done, total=total)

    def stop(self) -> None:
        if self._progress is not None:
            self._progress.stop()


_LINE_START, _CLEAR_TO_END = "\r", "\x1b[K"

_HOW_TO_END = "   Ctrl-C ends"


class LiveLine:
    """A status line on stderr that each new text overwrites; if stderr is no terminal, each text is a new line."""

    def __init__(self) -> None:
        self._on = sys.stderr.isatty()
        self._text = ""

    def show(self, text: str) -> None:
        """Replace the text of the line."""
        if self._on:
            put_on_stderr(SafeText(f"{_LINE_START}{make_safe(text)}{_HOW_TO_END}{_CLEAR_TO_END}"), end="")
        elif text != self._text:
            put_on_stderr(text)
        self._text = text

    def clear(self) -> None:
        """Clear the line, so that permanent lines can be printed."""
        if self._on:
            put_on_stderr(SafeText(f"{_LINE_START}{_CLEAR_TO_END}"), end="")


WAIT_SECONDS = 3
"""The pause between two looks while the ledger does not answer."""

PASSING = ("database-lost", "database-unreachable", "database-busy")
"""Error codes of outages that are expected to pass."""


def poll_until_interrupted(look: Callable[[], None], a_second: int) -> NoReturn:
    """Call `look` `a_second` times a second until Ctrl-C; report an unreachable ledger once, and keep trying."""
    reported = set[str]()  # a set: the message changes once the server's name is known
    while True:
        try:
            look()
        except Unavailable as error:
            if error.code not in PASSING:
                raise
            if error.message not in reported:
                put_on_stderr(f"{error.message}; the program asks again until it answers")
            reported.add(error.message)
        else:
            if reported:
                put_on_stderr("the ledger answers again: what was recorded meanwhile follows")
            reported.clear()
        flush()
        time.sleep(WAIT_SECONDS if reported else 1 / a_second)
