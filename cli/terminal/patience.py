"""Looking at a ledger again and again, also while a server of it is away."""

import time
from collections.abc import Callable
from typing import NoReturn

from cli.terminal.screen import flush, put_aside
from ledger.errors import Unavailable

WAIT_SECONDS = 3
"""Between two looks where the ledger did not answer."""

PASSING = ("worker-away", "database-lost", "database-unreachable", "database-busy")
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
