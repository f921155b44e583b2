"""The clock of this machine: what is recorded now has its time."""

import time


def now() -> int:
    """This moment: microseconds since 1970, UTC."""
    return time.time_ns() // 1000
