"""A thread that polls a database at intervals, with its own office, while the user types or pages are served."""

import threading
from collections.abc import Callable

from cli.terminal.progress import WAIT_SECONDS
from ledger.errors import Problem
from ledger.office import Office

PAUSE_SECONDS = 1
"""The pause between two looks at the database, for one look a second."""


class Background(threading.Thread):
    """A thread that calls `look` at intervals; it reports when the database is lost, and when it answers again.

    `a_second`: looks per second; `office`: an open office to look through (None: a new one), closed at the end.
    """

    def __init__(
        self,
        database: str,
        look: Callable[[Office], None],
        say: Callable[[str], None],
        *,
        a_second: int = 1,
        office: Office | None = None,
    ) -> None:
        super().__init__(daemon=True, name="background")
        self._database, self._a_second = database, a_second
        self._look, self._say = look, say
        self._ended = threading.Event()
        self._office = office
        self._trouble = ""

    def run(self) -> None:
        """Call `look` at intervals until `end` is called."""
        try:
            while not self._ended.wait(WAIT_SECONDS if self._trouble else PAUSE_SECONDS / self._a_second):
                try:
                    if self._office is None:
                        self._office = Office.open(self._database, looking=True)
                    self._look(self._office)
                except Problem as problem:
                    self._lost(problem.code, problem.message)
                except Exception as error:  # report any error to the user; the next look may succeed
                    self._lost(type(error).__name__, f"{type(error).__name__}: {error}")
                else:
                    if self._trouble:
                        self._trouble = ""
                        self._say("the ledger answers again: what others record is seen")
        finally:
            self._close()

    def end(self) -> None:
        """Tell the thread to end, without waiting for a database that does not answer."""
        self._ended.set()
        if self.is_alive():
            self.join(PAUSE_SECONDS)

    def _lost(self, trouble: str, message: str) -> None:
        self._close()
        if trouble != self._trouble:
            self._trouble = trouble
            self._say(f"what others record is not seen now: {message}")

    def _close(self) -> None:
        if self._office:
            self._office.close()
            self._office = None
