"""The databases that benches run on: files in a temporary folder, and a PostgreSQL of their own.

TMPDIR names a folder on a disk: in memory nothing waits for a flush, and appends are another thing.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.store.servers import server

NewUrl = Callable[[], str]
"""Makes an empty database, and returns its URL."""


@contextmanager
def databases() -> Iterator[tuple[Path, dict[str, NewUrl]]]:
    """Yield a folder on the disk, and for SQLite and PostgreSQL what makes one more database there."""
    numbers = count(1)
    with tempfile.TemporaryDirectory() as name, server() as running:

        def on_server() -> str:
            database = f"bench{next(numbers)}"
            running.ask(f"CREATE DATABASE {database}")
            return running.url(database)

        folder = Path(name)
        yield folder, {"SQLite": lambda: f"sqlite:///{folder}/{next(numbers)}.db", "PostgreSQL": on_server}
