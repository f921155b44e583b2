"""Told to end while it stays, by SIGTERM or as the terminal is closed: nothing half done, the terminal as it was."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

_BY = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Ended(SystemExit):
    """The program was told to end, by a signal of this number; an event loop lets it pass, as every SystemExit."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.exit_code = 128 + number


@contextmanager
def told_to_end() -> Iterator[None]:
    """While it stays, these signals raise Ended, so that everything is let go of in order."""

    def end(number: int, _: object) -> None:
        raise Ended(number)

    before = {number: signal.signal(number, end) for number in _BY}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
