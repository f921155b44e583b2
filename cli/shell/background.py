"""Looking at a database every second beside what somebody types: by an office of its own, in a thread of its own."""

import threading
from collections.abc import Callable

from cli.terminal.progress import WAIT_SECONDS
from ledger.errors import Problem
from ledger.office import Office

PAUSE_SECONDS = 1
"""Between two looks."""


class Background(threading.Thread):
    """Looks again and again until it is ended; that the database is lost is said once, and that it is back.

    `a_second`: how often it looks; `office`: one to look through that is open already.
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
        """Look until it is ended."""
        try:
            while not self._ended.wait(WAIT_SECONDS if self._trouble else PAUSE_SECONDS / self._a_second):
                self._look_once()
        finally:
            self._close()

    def end(self) -> None:
        """Look no more; a look that waits for a server is not waited for."""
        self._ended.set()
        if self.is_alive():
            self.join(PAUSE_SECONDS)

    def _look_once(self) -> None:
        try:
            if self._office is None:
                self._office = Office.open(self._database, looking=True)
            self._look(self._office)
        except Problem as problem:
            self._lost(problem.code, problem.message)
        except Exception as error:  # whatever it is: who types is told, and the next look may do better
            self._lost(type(error).__name__, f"{type(error).__name__}: {error}")
        else:
            if self._trouble:
                self._trouble = ""
                self._say("the ledger answers again: what others record is seen")

    def _lost(self, trouble: str, message: str) -> None:
        self._close()
        if trouble != self._trouble:
            self._trouble = trouble
            self._say(f"what others record is not seen now: {message}")

    def _close(self) -> None:
        if self._office:
            self._office.close()
            self._office = None
