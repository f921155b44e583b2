"""A sign of life on a terminal when work lasts more than a second."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cli.desk.screen import shown

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
